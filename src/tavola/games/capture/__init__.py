"""The capture games: Spazzino, Scopetta and Tombolon are one family, told apart by a `Variant`.

Read in this order: `variant` (everything in which the games differ), `state` (where a match stands),
`captures` (what a card can take), `dealing`, `points`, `rules` (a step of play); then, for people, `moves`,
`events`, `words`, `views` and `game`, which is the contract over them. `saved_replay` plays a match of the
original client again.
"""

from tavola.games.capture.game import CaptureGame

__all__ = ["CaptureGame"]
