"""The boards with mouse and keys. A `Game` names one by its path: `board="tavola.kit.boards:CardBoard"`.

>>> from tavola.kit import Game
>>> Game(name="zara", rules="tavola_zara:Zara", board="tavola.kit.boards:DiceBoard").board
'tavola.kit.boards:DiceBoard'
"""

from tavola.terminal.app.card_board import CardBoard
from tavola.terminal.app.dice_board import DiceBoard

__all__ = [
    "CardBoard",
    "DiceBoard",
]
