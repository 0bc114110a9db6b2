"""A judge for play-by-mail Diplomacy: from order sheets to a season report."""

__version__ = "0.1.0"
