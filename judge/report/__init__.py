"""Rulings to what a person reads. Nothing here decides anything."""
