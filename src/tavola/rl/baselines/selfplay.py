"""A card game learned by playing against oneself: what is a position worth after my play?

Each legal play is looked at one step ahead, by the compiled rules: what it gains at once, and what the table
looks like then. A small network learns what such a table is worth until the end of the hand: as much as the
next play, the other side's, turns out to be worth to them, with the sign turned round (Tesauro: "Temporal
difference learning and TD-Gammon", 1995).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import tavola.rl as rl
from tavola.core.errors import BadOption
from tavola.fast.compile import jit
from tavola.fast.env_kernel import environment_of
from tavola.fast.sums import Ints
from tavola.games import OURS
from tavola.rl.baselines.worth import Array, WorthNetwork
from tavola.rl.batching import Batch
from tavola.rl.specs import Spec

Progress = Callable[[int, float], None]  # told how many plays were made, and how far off the worths were


@dataclass(frozen=True)
class Training:
    plays: int = 3_000_000
    games: int = 512
    hidden: int = 64
    rate: float = 2e-3
    curious: float = 0.1  # how often any legal play is tried; less and less
    seed: int = 1


class OneAhead(NamedTuple):
    """Every legal play of every row, one after the other, looked at one step ahead."""

    rows: Ints
    actions: Ints
    starts: Ints  # where each row's begin
    seen: Array
    gained: Array
    goes_on: NDArray[np.int8]

    def worths(self, worth: WorthNetwork) -> Array:
        return self.gained + self.goes_on * worth(self.seen)


def learnable() -> tuple[str, ...]:
    """Our games whose plays can be looked at one step ahead."""
    known = ((name, environment_of(name)) for name in OURS)
    return tuple(name for name, found in known if found is not None and found.look_ahead is not None)


def ahead(spec: Spec, states: Ints, masks: Any) -> OneAhead:
    rows, actions = np.nonzero(masks)
    n = len(rows)
    seen, gained = np.empty((n, spec.width), np.float32), np.empty(n, np.float32)
    goes_on = np.empty(n, np.int8)
    assert spec.environment.look_ahead is not None  # `train` has asked
    jit(spec.environment.look_ahead)(spec.variant, spec.tables, states, rows, actions, seen, gained, goes_on)
    return OneAhead(rows, actions, np.searchsorted(rows, np.arange(len(masks))), seen, gained, goes_on)


def best(found: OneAhead, worths: Array) -> Ints:
    """The place of each row's best play among all of them."""
    highest = np.maximum.reduceat(worths, found.starts)[found.rows]
    among = np.flatnonzero(worths >= highest)
    _, first = np.unique(found.rows[among], return_index=True)
    return among[first]


def train(
    game: str, how: Training | None = None, progress: Progress = lambda *_: None, **options: Any
) -> WorthNetwork:
    """A network that has played against itself for so many plays."""
    if (environment := environment_of(game)) is None or environment.look_ahead is None:
        raise BadOption(f"self-play is for {', '.join(learnable())}, not {game[:40]}")
    t = how or Training()
    batch = rl.batch(game, t.games, 2, seed=t.seed, **options)
    worth, rng = WorthNetwork(batch.spec.width, t.hidden, t.seed), np.random.default_rng(t.seed)
    steps = max(2, t.plays // t.games)
    before: tuple[Array, NDArray[np.bool_], Ints] | None = None  # seen after the last play, by whom
    for step in range(steps):
        left = 1 - step / steps
        found = ahead(batch.spec, batch.arrays.states, batch.now.masks)
        worths = found.worths(worth)
        top = best(found, worths)
        if before is not None:
            seen, lives, who = before
            sign = np.where(batch.now.actors == who, 1.0, -1.0)
            target = (sign * worths[top])[lives].astype(np.float32)
            if lives.any():
                progress((step + 1) * t.games, worth.train(seen[lives], target, t.rate * left))
        chosen = _tried(found, top, t.curious * left, rng)
        before = (found.seen[chosen], found.goes_on[chosen] == 1, batch.now.actors.copy())
        batch.step(found.actions[chosen])
    return worth


def _tried(found: OneAhead, top: Ints, curious: float, rng: np.random.Generator) -> Ints:
    """The best play of each row; now and then any other."""
    counts = np.diff(np.append(found.starts, len(found.rows)))
    other = found.starts + (rng.random(len(top)) * counts).astype(np.int64)
    return np.where(rng.random(len(top)) < curious, other, top)


class Learned:
    """A worth at the table: what it plays in all rows of a batch, and, as a bot, from a view."""

    def __init__(self, spec: Spec, worth: WorthNetwork) -> None:
        self.spec, self.worth = spec, worth
        self._rng, self._rows = Random(0), np.zeros((1, spec.environment.width), np.int64)

    def decide(self, batch: Batch, rows: Ints) -> Ints:
        """Decisions for some rows of a batch. It looks only at what the deciding seat may know: what comes
        after its own play, before anything more is dealt, depends on nothing else."""
        found = ahead(self.spec, batch.arrays.states[rows], batch.now.masks[rows])
        return found.actions[best(found, found.worths(self.worth))]

    def choose(self, view: Any) -> Any:
        """As a bot: any state that looks like the view will do, for the same reason."""
        spec, environment = self.spec, self.spec.environment
        state = spec.rules.guess(view, self._rng)
        environment.pack(state, self._rows, 0)
        numbers = {environment.index(spec.rules, state, move): move for move in view.moves}
        masks = np.zeros((1, spec.actions), np.int8)
        masks[0, list(numbers)] = 1
        found = ahead(spec, self._rows, masks)
        return numbers[int(found.actions[best(found, found.worths(self.worth))[0]])]
