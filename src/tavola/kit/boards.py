"""The boards with mouse and keys. A `Game` names one by its path: `board="tavola.kit.boards:CardBoard"`."""

from tavola.terminal.app.card_board import CardBoard
from tavola.terminal.app.dice_board import DiceBoard

__all__ = [
    "CardBoard",
    "DiceBoard",
]
