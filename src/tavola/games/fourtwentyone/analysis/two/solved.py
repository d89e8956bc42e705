"""The solved unload of two players, kept on disk once computed."""

from __future__ import annotations

from dataclasses import dataclass

from tavola.analysis import Progress, silent
from tavola.analysis.store import Label, StoredResult, label_of, remembered
from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats
from tavola.games.fourtwentyone.analysis.two.chain import ends_of, solve_unload
from tavola.games.fourtwentyone.analysis.two.turn import Ends, Solution, TurnPlan, solve_turn
from tavola.games.fourtwentyone.chances import Chances, chances
from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.state import MAX_THROWS, TOKENS

SOURCES = (
    "tavola.games.fourtwentyone.analysis",
    "tavola.games.fourtwentyone.analysis.two",
    "tavola.games.fourtwentyone.analysis.more",
    "tavola.games.fourtwentyone",
    "tavola.pieces.dice",
    "tavola.pieces.seats",
    "tavola.core.chance",
)
MOST_AT_HAND = 4  # results kept in memory, 3 MB each


@dataclass(frozen=True, eq=False)
class Solved:
    """The plan of both, and `loss[a - 1]`: the chance that the first player of a turn, holding a, loses the
    set."""

    options: Options
    loss: Floats
    plan: TurnPlan
    residual: float
    rounds: int

    @property
    def chances(self) -> Chances:
        return chances(self.options)

    def work(self) -> Dicework:
        return Dicework(self.chances, len(self.loss))

    def turn(self, held: int) -> Solution:
        """The value of every choice when the first player holds so many; the last axis has length 1."""
        ends = ends_of(self.loss, len(self.loss) + 1)
        one = slice(held - 1, held)
        return solve_turn(self.work(), Ends(ends.lost[:, one], ends.won[:, one]), MAX_THROWS)


def label(name: str, options: Options) -> Label:
    """The name and key under which a result is stored."""
    return label_of(name, options, SOURCES)


_at_hand: dict[Options, Solved] = {}


def solved(options: Options, progress: Progress = silent) -> Solved:
    """Solved once on this machine, loaded once in this process."""
    if options not in _at_hand:
        if len(_at_hand) == MOST_AT_HAND:
            _at_hand.clear()
        _at_hand[options] = _remembered(options, progress)
    return _at_hand[options]


def _remembered(options: Options, progress: Progress) -> Solved:
    kept = remembered(label("421-unload", options), lambda: _solve(options, progress))
    plan = TurnPlan(
        *({int(n): kept.arrays[f"{what}{n}"] for n in ns} for what, ns in kept.data["plan"].items())
    )
    return Solved(options, kept.arrays["loss"], plan, kept.data["residual"], kept.data["rounds"])


def _solve(options: Options, progress: Progress) -> StoredResult:
    found = solve_unload(chances(options), TOKENS, MAX_THROWS, progress)
    parts = {"first": found.turn.plan.first, "opens": found.turn.plan.opens, "second": found.turn.plan.second}
    arrays = {
        f"{what}{n}": np.ascontiguousarray(part) for what, ns in parts.items() for n, part in ns.items()
    }
    data = {
        "residual": found.residual,
        "rounds": found.rounds,
        "plan": {what: list(ns) for what, ns in parts.items()},
    }
    return StoredResult(data, {"loss": found.loss, **arrays})
