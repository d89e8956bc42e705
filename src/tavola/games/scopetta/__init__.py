"""Scopetta: sweep the table, gather the coins, make the primiera."""

from tavola.games.capture.parts import capture_game

GAME = capture_game("scopetta", "Scopetta")
