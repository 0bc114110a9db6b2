"""The maps of two old judges, read as far as our own rules go."""
