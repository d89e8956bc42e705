"""A game played line by line, in words or as JSON."""
