"""What a game is drawn with in the terminal, and how its cards or dice are picked. Needs Rich only."""

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
