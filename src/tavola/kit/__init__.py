"""What a game in a package of its own is made of: one door for each kind of part.

A package that adds a game imports from here and from nowhere else in Tavola. Whatever moves inside Tavola,
these names stay; CHANGELOG.md says if one must go.

| module | for | needs |
|---|---|---|
| `tavola.kit` | the `Game`, its rules, options, events, words | nothing |
| `tavola.kit.cards`, `tavola.kit.dice` | cards and dice that compile | nothing |
| `tavola.kit.bots` | bots and their characters | nothing |
| `tavola.kit.drawing` | the drawing in the terminal, and how cards or dice are picked | nothing |
| `tavola.kit.boards` | the boards with mouse and keys, for the paths in a `Game` | `tavola[terminal]` |
| `tavola.kit.compiled` | the kernel and the environment | `tavola[fast]` |
| `tavola.kit.search` | what `master` is told | `tavola[fast]` |

`tavola.testing` holds the result to the laws.

>>> from tavola.kit.dice import RollOf
>>> two: Stepwise = RollOf(2)
>>> two.say_step(0)
'die 1'
"""

from tavola.core.chance import Chance, Source, Stepwise, Weighted
from tavola.core.codec import Codec
from tavola.core.contract import (
    CHANCE,
    OVER,
    PAIRS,
    Event,
    GameInfo,
    Outcome,
    Rules,
    Score,
    Seat,
    Step,
    View,
    conceded,
)
from tavola.core.errors import BadNotation, BadOption, BadSeats, IllegalMove, TavolaError
from tavola.core.game import Game, Lanes
from tavola.core.open import Open
from tavola.core.options import option
from tavola.core.words import LANGS, Lang, Phrase

__all__ = [
    "CHANCE",
    "LANGS",
    "OVER",
    "PAIRS",
    "BadNotation",
    "BadOption",
    "BadSeats",
    "Chance",
    "Codec",
    "Event",
    "Game",
    "GameInfo",
    "IllegalMove",
    "Lanes",
    "Lang",
    "Open",
    "Outcome",
    "Phrase",
    "Rules",
    "Score",
    "Seat",
    "Source",
    "Step",
    "Stepwise",
    "TavolaError",
    "View",
    "Weighted",
    "conceded",
    "option",
]
