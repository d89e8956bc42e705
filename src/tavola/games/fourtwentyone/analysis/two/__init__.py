"""Two players: the load, the solved unload, and what other ways to play give away against it."""
