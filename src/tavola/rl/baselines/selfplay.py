"""A card game learned by self-play: what is a position worth after my play?

Each legal play is looked at one step ahead, by the compiled rules: what it gains at once, and the table after
it. A small network learns what such a table is worth until the end of the hand: minus what the next play
turns out to be worth to the other side (Tesauro: "Temporal difference learning and TD-Gammon", 1995).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import tavola.rl as rl
from tavola.core.errors import BadOption, Trouble
from tavola.fast.compile import jit
from tavola.fast.env_kernel import environment_of
from tavola.fast.sums import Ints
from tavola.games import OURS
from tavola.rl.batching import Batch
from tavola.rl.players import as_numbers
from tavola.rl.specs import Spec

# ---- a small network in NumPy that estimates the worth of a position ----


Array = NDArray[np.float32]


class WorthNetwork:
    """Numbers in, one number out."""

    def __init__(self, width: int, hidden: int = 64, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        into = rng.standard_normal((width, hidden)) * 1.4 / np.sqrt(width)
        self.weights: dict[str, Array] = {
            "into": into.astype(np.float32),
            "bias": np.zeros(hidden, np.float32),
            "out": np.zeros(hidden, np.float32),
            "straight": np.zeros(width, np.float32),  # skips the hidden layer: the linear part
        }
        self._first = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._second = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._steps = 0

    def __call__(self, seen: Array) -> Array:
        return self._look(seen)[0]

    def _look(self, seen: Array) -> tuple[Array, Array]:
        w = self.weights
        hidden = np.maximum(seen @ w["into"] + w["bias"], 0)
        return hidden @ w["out"] + seen @ w["straight"], hidden

    def train(self, seen: Array, worths: Array, rate: float) -> float:
        """One step towards these worths; returns the mean squared error before it."""
        guessed, hidden = self._look(seen)
        miss = ((guessed - worths) / len(seen)).astype(np.float32)
        back = np.outer(miss, self.weights["out"]) * (hidden > 0)
        slopes = {
            "into": seen.T @ back,
            "bias": back.sum(axis=0),
            "out": miss @ hidden,
            "straight": miss @ seen,
        }
        self._steps += 1
        for name, slope in slopes.items():  # Adam (Kingma, Ba, 2015)
            first, second = self._first[name], self._second[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            far = first / (1 - 0.9**self._steps)
            wide = np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8
            self.weights[name] -= (rate * far / wide).astype(np.float32)
        return float(((guessed - worths) ** 2).mean())

    # ---- on disk ----

    def save(self, path: Path) -> None:
        np.savez_compressed(path, **self.weights)  # type: ignore[arg-type]

    @classmethod
    def load(cls, path: Path) -> WorthNetwork:
        try:
            with np.load(path, allow_pickle=False) as kept:
                weights = {name: kept[name] for name in ("into", "bias", "out", "straight")}
            made = cls(*weights["into"].shape)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Trouble(f"{path} holds no network: {error}") from None
        made.weights = weights
        return made


Progress = Callable[[int, float], None]  # (plays made, mean squared error)


@dataclass(frozen=True)
class Training:
    plays: int = 3_000_000
    games: int = 512
    hidden: int = 64
    rate: float = 2e-3
    curious: float = 0.1  # probability of a random play, falling to 0
    seed: int = 1


class OneAhead(NamedTuple):
    """All legal plays of all rows in one list, looked at one step ahead."""

    rows: Ints
    actions: Ints
    starts: Ints  # array[row]: where its plays begin
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
    """The index of each row's best play in the list."""
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
    # Observations after the last play, whether the hand goes on, and whose play it was.
    before: tuple[Array, NDArray[np.bool_], Ints] | None = None
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
    """The best play of each row; with the probability `curious` a random one."""
    counts = np.diff(np.append(found.starts, len(found.rows)))
    other = found.starts + (rng.random(len(top)) * counts).astype(np.int64)
    return np.where(rng.random(len(top)) < curious, other, top)


class Learned:
    """A trained network as a player: it decides in all rows of a batch, or, as a bot, from a view."""

    def __init__(self, spec: Spec, worth: WorthNetwork) -> None:
        self.spec, self.worth = spec, worth
        self._rng, self._rows = Random(0), np.zeros((1, spec.environment.width), np.int64)

    def decide(self, batch: Batch, rows: Ints) -> Ints:
        """Decisions for some rows of a batch. They depend only on what the deciding seat may know: the
        observation after its own play, before anything more is dealt, depends on nothing else."""
        found = ahead(self.spec, batch.arrays.states[rows], batch.now.masks[rows])
        return found.actions[best(found, found.worths(self.worth))]

    def choose(self, view: Any) -> Any:
        """As a bot: any state that looks like the view will do, for the same reason."""
        numbers, masks = as_numbers(self.spec, view, self._rng, self._rows)
        found = ahead(self.spec, self._rows, masks)
        return numbers[int(found.actions[best(found, found.worths(self.worth))[0]])]
