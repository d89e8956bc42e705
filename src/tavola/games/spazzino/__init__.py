"""Spazzino: sweep the table, take back what was just dropped, and gather the swords."""

from tavola.games.capture.parts import capture_game

GAME = capture_game("spazzino", "Spazzino")
