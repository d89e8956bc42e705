"""Duplicate luck: dice and deals that belong to a place at the table, not to whoever sits there.

A set of games is played with one luck, once with every rotation of the seats. A throw is a function of the
seed, the set, whose go it is, which of his goes, and which throw of it. So the third go of seat 1 begins with
the same dice in every game of the set, whoever sits there and whatever happened before; and players who
decide the same get the same. Deals are a function of the hand and the number of the deal in it: what is dealt
never depends on what was played.
"""

from __future__ import annotations

import hashlib
from typing import Any

from tavola.core.game import LaneThrows
from tavola.games import parts_of

WORD_BYTES = 8
WORD = 1 << 8 * WORD_BYTES


class Drops:
    """The numbers of one throw or deal, a `Source` for any game's chance."""

    __slots__ = ("_begun", "_drawn")

    def __init__(self, *name: object) -> None:
        self._begun = hashlib.blake2b(repr(name).encode(), digest_size=WORD_BYTES)
        self._drawn = 0

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to stop - 1, each exactly as likely as the other."""
        if not 0 < stop <= WORD:
            raise ValueError(f"a number below {stop} can't be drawn here")
        while True:
            product = self._word() * stop
            if product % WORD >= WORD % stop:  # else it is one of those too many
                return product // WORD

    def _word(self) -> int:
        begun = self._begun.copy()
        begun.update(self._drawn.to_bytes(4, "big"))
        self._drawn += 1
        return int.from_bytes(begun.digest(), "big")


class DuplicateLuck:
    """The luck of one game of a set, asked once for each throw or deal."""

    def __init__(self, seed: int, game: str, number: int) -> None:
        self._name = (seed, game, number)
        self._throws = LaneThrows(parts_of(game).part("lanes"))

    def next(self, state: Any) -> Drops:
        """Where the chance of this state comes from. A game without lanes draws from one, in order."""
        return Drops("chance", *self._name, *self._throws.next(state))


def bot_seed(seed: int, game: str, number: int, seat: int) -> int:
    """For a bot's own luck. It belongs to the seat as dice do, so that equal bots stay equal; and it says
    nothing about the dice."""
    return Drops("bot", seed, game, number, seat).randrange(1 << 63)
