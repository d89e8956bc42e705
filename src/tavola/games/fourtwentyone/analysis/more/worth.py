"""What a seat's place in the set is worth when three or more hold tokens: an estimate.

Between two players the chance to lose the set is known exactly, and it is nearly linear: so much for being in
the set, so much for each token, less for starting the next turn. Among more players the weight of a token
shrinks with their number, starting weighs the same, and the rest is shared evenly, so that all chances add up
to one. Leaving is worth 0, all the tokens 1.

Sets played out by this very policy: of three, 0.021 for a token, where this says 0.021, and -0.10 for
starting, where this says -0.10; of five, 0.011 for 0.013 and -0.04, give or take 0.04, for -0.10.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Floats
from tavola.games.fourtwentyone.state import TOKENS
from tavola.pieces.seats import MAX_SEATS


class LinearWorth(NamedTuple):
    """The chance to lose the set: being_in + each_token * tokens (+ starting)."""

    being_in: float
    each_token: float
    starting: float

    def among(self, players: int) -> LinearWorth:
        """The line of two players, adapted to more."""
        each = self.each_token * 2 / players
        return LinearWorth((1 - TOKENS * each - self.starting) / players, each, self.starting)


def line(loss: Floats) -> LinearWorth:
    """The least-squares line through the exact values of two players, those of the first and of the
    second."""
    held = np.arange(1, TOKENS)
    tokens = np.concatenate([held, held])
    starts = np.repeat([1.0, 0.0], len(held))
    chance = np.concatenate([loss, 1 - loss[::-1]])
    known = np.column_stack([np.ones_like(starts), tokens, starts])
    _, each, starting = np.linalg.lstsq(known, chance, rcond=None)[0]
    return LinearWorth(float(1 - TOKENS * each - starting) / 2, float(each), float(starting))


class SetWorth:
    """The chance to lose the set by players left, tokens held, and whether the player starts the next
    turn."""

    def __init__(self, loss: Floats, exact_two: bool = True) -> None:
        self.loss, self.line, self.exact_two = loss, line(loss), exact_two
        self._tables = {(n, s): self._table(n, s) for n in range(2, MAX_SEATS + 1) for s in (True, False)}

    def table(self, players: int, starts: bool) -> Floats:
        """[tokens], from 0 to all of them."""
        return self._tables[players, starts]

    def _table(self, players: int, starts: bool) -> Floats:
        being_in, each, starting = self.line.among(players)
        found = being_in + each * np.arange(TOKENS + 1.0) + starting * starts
        if players == 2 and self.exact_two:
            found[1:TOKENS] = self.loss if starts else 1 - self.loss[::-1]
        found[0], found[TOKENS] = 0.0, 1.0
        return found
