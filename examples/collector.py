"""A card player: told of everything in the order of the table, asked when it is its turn.

tavola bot run collector.py:Collector --game tombolon --against house
"""

from __future__ import annotations

from collections.abc import Sequence

from tavola.games.capture.bots.player import Player
from tavola.games.capture.moves import Play


class Collector(Player):
    """Takes as many cards as it can, the seven of denari first."""

    def have_to_play(self, player: int, moves: Sequence[Play]) -> Play:  # noqa: ARG002 - it is always us
        return max(moves, key=lambda move: ("7d" in move.taken, len(move.taken)))
