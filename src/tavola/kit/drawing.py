"""What a game is drawn with in the terminal, and how its cards or dice are picked. Needs Rich only.

>>> from tavola.kit import Phrase
>>> from tavola.kit.cards import Card
>>> print("\\n".join(map(str, box(Card.parse("7d")))))
╭────╮
│ 7d │
│  ♦ │
╰────╯
>>> class Keep:  # a DicePicking, for a game in which the picked dice stay
...     means, word = Phrase("they stay", "ils restent", "restano"), Phrase("stays", "reste", "resta")
...     def lying(self, view): return view.table.dice
...     def falling(self, view): return 0
...     def moves_of(self, view, picked): return []
>>> Keep().means.it
'restano'
"""

from tavola.terminal.app.source import AnyView
from tavola.terminal.app.ways import ENTER, Action, CardPicking, DicePicking, with_enter
from tavola.terminal.drawings.dice import Group, draw
from tavola.terminal.drawings.faces import box, boxes, ordered, texts, tile, tiles
from tavola.terminal.drawings.pen import BAD, GOOD, LOUD, MINE, QUIET, TOKEN, Pen
from tavola.terminal.drawings.render import Renderer, marked, said_plainly, speaker
from tavola.terminal.lines.menu import Choice

__all__ = [
    "BAD",
    "ENTER",
    "GOOD",
    "LOUD",
    "MINE",
    "QUIET",
    "TOKEN",
    "Action",
    "AnyView",
    "CardPicking",
    "Choice",
    "DicePicking",
    "Group",
    "Pen",
    "Renderer",
    "box",
    "boxes",
    "draw",
    "marked",
    "ordered",
    "said_plainly",
    "speaker",
    "texts",
    "tile",
    "tiles",
    "with_enter",
]
