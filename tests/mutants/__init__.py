"""Mutation testing: does a test fail when a line of the rules is wrong?"""
