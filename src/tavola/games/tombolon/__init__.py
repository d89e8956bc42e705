"""Tombolon: from Rovigo for two or for four in pairs, and from Padova with 52 cards."""

from tavola.games.capture.parts import capture_game

GAME = capture_game("tombolon", "Tombolon")
