"""The book: one fixed way to play 421 among any number; positions of three and more are judged by it.

While three or more players hold tokens the book does not look at them. The first player of a turn plays as
the solved first player of an even set of two; the others answer the best combination shown so far, with the
throws allowed and the total as they are, as the solved second player of that set. Once two are left it is the
solved play of two.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.core.errors import TavolaError
from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats
from tavola.games.fourtwentyone.analysis.policy import Policy
from tavola.games.fourtwentyone.analysis.two.turn import HITS, STOPS, TurnPlan
from tavola.games.fourtwentyone.chances import EVEN, NOTHING, PAYABLE
from tavola.games.fourtwentyone.moves import Move
from tavola.games.fourtwentyone.rules import is_deciding
from tavola.games.fourtwentyone.state import MAX_THROWS, State


class Book(Policy):
    """Plays by the book."""

    def move(self, s: State) -> Move:
        if not is_deciding(s):
            raise TavolaError("nobody has to decide anything here")
        if s.round.members.bit_count() == 2:
            return super().move(s)
        return self._planned(s, EVEN, PAYABLE)


# ---- what the rest of a go is worth, played by the book ----
#
# `ends[throws][dice, total, ...]`: what the end of the go is worth after so many throws; `book`: the plan of
# an even set at these totals.


def first_go(w: Dicework, book: TurnPlan, ends: dict[int, Floats]) -> dict[int, Floats]:
    """[throws made][keep, total, ...]: the first player of the turn is about to throw, once more or for the
    first time."""
    found: dict[int, Floats] = {}
    worth = w.land(ends[MAX_THROWS], w.on_stop)
    for made in reversed(range(1, MAX_THROWS)):
        found[made] = w.throw(worth, w.in_between)
        choice = book.first[made][..., 0]
        stops = choice == STOPS
        kept = found[made][np.where(stops, NOTHING, choice), np.arange(w.totals)]
        worth = np.where(stops[..., None], w.land(ends[made], w.on_stop), kept)
    found[0] = w.throw(worth, w.in_between)
    return found


class OtherGo(NamedTuple):
    """[number of the throw][keep, total, ...], before that throw."""

    hit: dict[int, Floats]  # announced as the last
    on: dict[int, Floats]  # not announced


def other_go(w: Dicework, book: TurnPlan, target: int, limit: int, ends: dict[int, Floats]) -> OtherGo:
    """The go of a player who has to beat `target` in at most `limit` throws."""
    hit = {throws: w.throw(ends[throws], w.at_last) for throws in range(1, limit + 1)}
    on = {limit: hit[limit]}
    for made in reversed(range(1, limit)):
        choice = book.second[limit - made][:, target, :, 0]
        keep, total = choice % HITS, np.arange(w.totals)
        hits = (choice >= HITS)[..., None]
        on[made] = w.throw(
            np.where(hits, hit[made + 1][keep, total], on[made + 1][keep, total]), w.in_between
        )
    return OtherGo(hit, on)
