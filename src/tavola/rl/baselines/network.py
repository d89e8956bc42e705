"""A small network in NumPy: one hidden layer, a decision and a worth at its end, trained by Adam."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavola.core.errors import Trouble

Array = NDArray[np.float32]


class Legal(NamedTuple):
    """The legal decisions of all rows, one after the other; they are few, so only they are weighed."""

    rows: NDArray[np.int64]
    actions: NDArray[np.int64]
    starts: NDArray[np.int64]  # where each row's begin
    chances: Array


class Network:
    """Numbers in; out come how likely each decision is, and what the position is worth."""

    def __init__(self, width: int, actions: int, hidden: int = 128, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)

        def layer(rows: int, columns: int, scale: float) -> Array:
            return (rng.standard_normal((rows, columns)) * scale).astype(np.float32)

        self.weights: dict[str, Array] = {
            "in": layer(width, hidden, 1.4 / np.sqrt(width)),
            "in_bias": np.zeros(hidden, np.float32),
            "act": layer(actions, hidden, 0.1 / np.sqrt(hidden)),
            "act_bias": np.zeros(actions, np.float32),
            "worth": layer(hidden, 1, 0.1 / np.sqrt(hidden)),
            "worth_bias": np.zeros(1, np.float32),
        }
        self._first = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._second = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._steps = 0

    def forward(self, seen: Array, masks: Any) -> tuple[Legal, Array, Array]:
        """Chances of the legal decisions, worths, and the hidden layer, which training wants."""
        w = self.weights
        hidden = np.maximum(seen @ w["in"] + w["in_bias"], 0)
        rows, actions = np.nonzero(masks)
        starts = np.searchsorted(rows, np.arange(len(seen)))
        liked = np.einsum("ij,ij->i", hidden[rows], w["act"][actions]) + w["act_bias"][actions]
        liked = np.exp(liked - np.maximum.reduceat(liked, starts)[rows])
        chances = liked / np.add.reduceat(liked, starts)[rows]
        return Legal(rows, actions, starts, chances), (hidden @ w["worth"] + w["worth_bias"])[:, 0], hidden

    def act(self, seen: Array, masks: Any) -> NDArray[np.int64]:
        """What it thinks best, in each row."""
        legal, _, _ = self.forward(seen, masks)
        highest = np.maximum.reduceat(legal.chances, legal.starts)[legal.rows]
        among = np.flatnonzero(legal.chances >= highest)
        _, first = np.unique(legal.rows[among], return_index=True)
        return legal.actions[among[first]]

    def sample(self, seen: Array, masks: Any, rng: np.random.Generator) -> tuple[NDArray[np.int64], Array]:
        """A decision in each row, as often as it is likely; and what the rows are worth."""
        legal, worths, _ = self.forward(seen, masks)
        ends = np.cumsum(legal.chances, dtype=np.float64)
        begins = ends[legal.starts] - legal.chances[legal.starts]
        last = np.append(legal.starts[1:], len(ends)) - 1
        place = np.searchsorted(ends, begins + rng.random(len(seen)), side="right")
        return legal.actions[np.clip(place, legal.starts, last)], worths

    def train(
        self,
        seen: Array,
        masks: Any,
        actions: NDArray[np.int64],
        better: Array,
        worths: Array,
        rate: float,
        spread: float,
    ) -> None:
        """One step: decisions that went better than expected become likelier, worths truer.

        `spread` rewards being undecided, so that it does not settle too early.
        """
        (rows, each, starts, chances), guessed, hidden = self.forward(seen, masks)
        logs = np.log(np.maximum(chances, 1e-8))
        entropy = -np.add.reduceat(chances * logs, starts)
        push = (chances - (each == actions[rows])) * better[rows] + spread * chances * (logs + entropy[rows])
        push = (push / len(seen)).astype(np.float32)
        miss = ((guessed - worths) / len(seen)).astype(np.float32)[:, None]
        back = np.add.reduceat(push[:, None] * self.weights["act"][each], starts, axis=0)
        back = (back + miss @ self.weights["worth"].T) * (hidden > 0)
        self._descend(
            {
                "in": seen.T @ back,
                "in_bias": back.sum(axis=0),
                "act": _summed(each, push[:, None] * hidden[rows], len(self.weights["act"])),
                "act_bias": np.bincount(each, push, len(self.weights["act"])).astype(np.float32),
                "worth": hidden.T @ miss,
                "worth_bias": miss.sum(axis=0),
            },
            rate,
        )

    def _descend(self, slopes: dict[str, Array], rate: float) -> None:
        """Adam (Kingma, Ba, 2015)."""
        self._steps += 1
        for name, slope in slopes.items():
            first, second = self._first[name], self._second[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            far = first / (1 - 0.9**self._steps)
            wide = np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8
            self.weights[name] -= (rate * far / wide).astype(np.float32)

    # ---- on disk ----

    def save(self, path: Path) -> None:
        np.savez_compressed(path, **self.weights)  # type: ignore[arg-type]

    @classmethod
    def load(cls, path: Path) -> Network:
        try:
            with np.load(path, allow_pickle=False) as kept:
                weights = {name: kept[name] for name in kept.files}
            made = cls(weights["in"].shape[0], weights["act"].shape[0], weights["in"].shape[1])
        except (OSError, ValueError, KeyError, IndexError) as error:
            raise Trouble(f"{path} holds no network: {error}") from None
        made.weights = weights
        return made


def _summed(places: NDArray[np.int64], numbers: Array, length: int) -> Array:
    """The rows of some numbers, added up by the place each belongs to."""
    order = np.argsort(places, kind="stable")
    at, begins = np.unique(places[order], return_index=True)
    found = np.zeros((length, numbers.shape[1]), np.float32)
    found[at] = np.add.reduceat(numbers[order], begins, axis=0)
    return found
