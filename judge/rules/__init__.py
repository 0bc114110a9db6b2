"""The rule systems: position and orders in, ruling out. Pure functions; no file, no words."""
