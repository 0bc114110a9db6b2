"""Pages for browsers: a season on one page, a whole game as a small site. No JavaScript."""
