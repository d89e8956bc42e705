"""Three or more players: the book, which judges positions exactly, and the approximation, which decides."""
