"""The capture games: Spazzino, Scopetta and Tombolon are one family, told apart by a `Variant`.

Read in this order: `variant` (everything in which the games differ), `state` (where a match stands),
`captures` (what a card can take), `dealing`, `points`, `rules` (a step of play); then, for people, `moves`,
`events`, `words`, `views` and `game`, which is the contract over them. `replay` plays a whole hand again from
the order of its cards.
"""

from tavola.games.capture.game import CaptureGame
from tavola.games.capture.replay import DealtHand, ReplayedHand, ReplayedPlay, replay_hand

__all__ = ["CaptureGame", "DealtHand", "ReplayedHand", "ReplayedPlay", "replay_hand"]
