"""The judge of the capture games: the chance to win the match, estimated by playing out, or solved.

When nothing is hidden any more the rest of the hand is solved. Before that every play is played out over many
deals of the unseen cards, the same for all plays. The best play is chosen on one half of the deals and
measured on the other, and the other way round: otherwise the best would look better than it is.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tavola.analysis import Progress, silent
from tavola.bots.search.budget import Budget
from tavola.bots.search.thinking import Weighed, weigh
from tavola.coach.judging import JudgedMove, Unit, exactly
from tavola.core.contract import Rules, View
from tavola.fast.arrays import np
from tavola.fast.compile import jit
from tavola.games.capture.bots.search import GUIDE
from tavola.games.capture.bots.search.knowledge import Scene, number_of, scene_of
from tavola.games.capture.fast.search.match import compare, play_out
from tavola.games.capture.moves import Play
from tavola.games.capture.state import side_of

DEALS = 3000  # deals of the unseen cards for a decision
SOLVING_SECONDS = 0.3  # limit for solving; then the rest is played out too
NORMAL_95 = 1.96


def judge(rules: Rules[Any, Any], seats: int, progress: Progress = silent, seed: int = 0) -> Playouts:
    del seats
    return Playouts(rules, seed, progress)


class Playouts:
    unit = Unit.WIN
    exact = False
    by_the_book = False

    def __init__(
        self, rules: Rules[Any, Any], seed: int = 0, progress: Progress = silent, deals: int = DEALS
    ) -> None:
        progress("getting ready, which takes a while the first time", 0.0)
        self.rules = rules
        self._deals = max(4, deals)
        self._seed = seed

    def weigh(self, view: View[Any, Any]) -> tuple[JudgedMove, ...]:
        plays = tuple(move for move in view.moves if isinstance(move, Play))
        scene, seed = scene_of(view), self._seed
        if scene.is_open and (solved := self._solved(view)) is not None:
            return exactly(dict(zip(solved.plays, solved.values, strict=True)))
        return _compared(plays, self._played_out(scene, plays, seed))

    def _solved(self, view: View[Any, Any]) -> Weighed | None:
        found = weigh(GUIDE, view, Budget(seconds=SOLVING_SECONDS), Random(self._seed))
        return found if found.exact else None

    def _played_out(self, scene: Scene, plays: tuple[Play, ...], seed: int) -> Any:
        """array[play]: worth to the viewer's side, cost against the best play, and the margin of that."""
        numbers = np.array([number_of(play) for play in plays], np.int64)
        found, compared = np.zeros((self._deals, len(plays))), np.zeros((len(plays), 3))
        jit(play_out)(
            scene.v,
            scene.known,
            *scene.book,
            scene.pool.copy(),
            scene.worth,
            scene.peril,
            scene.wins,
            numbers,
            np.uint64(seed),
            found,
        )
        jit(compare)(found, side_of(scene.seat), compared)
        return compared.tolist()


def _compared(plays: tuple[Play, ...], found: Any) -> tuple[JudgedMove, ...]:
    """The plays with their mean and their cost, the best first.

    The estimated cost of a play as good as the best may be slightly below 0.
    """
    choices = []
    for play, (worth, cost, deviation) in zip(plays, found, strict=True):
        margin = NORMAL_95 * deviation
        choices.append(JudgedMove(play, worth, cost, cost - margin, cost + margin))
    best, *others = sorted(choices, key=lambda choice: -choice.worth)
    return JudgedMove(best.move, best.worth, 0.0, 0.0, 0.0), *others
