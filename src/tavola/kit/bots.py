"""What a bot is made of: its arguments, what it needs, and its character for people."""

from tavola.bots import no_argument
from tavola.bots.characters.character import Character, Face, Figure
from tavola.core.extras import FAST, Needs

__all__ = [
    "FAST",
    "Character",
    "Face",
    "Figure",
    "Needs",
    "no_argument",
]
