"""A small network in NumPy that says what a position is worth: one hidden layer, trained by Adam."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tavola.core.errors import Trouble

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
            "straight": np.zeros(width, np.float32),  # past the hidden layer: each number's own worth
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
        """One step towards these worths; how far off it was, on average squared."""
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
