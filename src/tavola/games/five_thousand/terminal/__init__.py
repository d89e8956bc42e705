"""5000 in the terminal."""
