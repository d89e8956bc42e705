"""Exact chance: what may happen, and how likely each of it is, as fractions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Protocol, TypeVar

M_co = TypeVar("M_co", covariant=True, bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Source(Protocol):
    """Where luck comes from: random.Random will do, and so will dice that can be verified."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to `stop`, without `stop`, each as likely."""
        ...


class Chance(Protocol[M_co]):
    """What may happen at a moment that no player decides."""

    def sample(self, rng: Source) -> M_co:
        """One outcome, each as often as its chance says."""

    def prob(self, outcome: object) -> Fraction:
        """The chance of an outcome, 0 for what can't happen."""

    def outcomes(self) -> Iterator[tuple[M_co, Fraction]]:
        """Every outcome with its chance; they sum to exactly 1."""


class Stepwise(Chance[M_co], Protocol[M_co]):
    """A chance with too many outcomes to list, made of small steps with few: die by die, card by card."""

    def next_step(self, taken: tuple[int, ...]) -> Sequence[int]:
        """What may come next, as numbers, each as likely as the other."""

    def whole(self, taken: tuple[int, ...]) -> M_co | None:
        """The outcome these steps make; None while some are missing."""

    def say_step(self, number: int) -> str:
        """A step in words."""


class Weighted(Chance[M]):
    """A chance written out: outcomes with whole-number weights."""

    def __init__(self, weights: Iterable[tuple[M, int]]) -> None:
        self._weights = dict(weights)
        self._moves = tuple(self._weights)
        self._ends = tuple(accumulate(self._weights.values()))

    def sample(self, rng: Source) -> M:
        return self._moves[bisect_right(self._ends, rng.randrange(self._ends[-1]))]

    def prob(self, outcome: object) -> Fraction:
        return Fraction(self._weights.get(outcome, 0), self._ends[-1])  # type: ignore[arg-type]

    def allows(self, outcome: object) -> bool:
        """Can this happen?"""
        return outcome in self._weights

    def outcomes(self) -> Iterator[tuple[M, Fraction]]:
        for move, weight in self._weights.items():
            yield move, Fraction(weight, self._ends[-1])

    def __repr__(self) -> str:
        return f"<{len(self._moves)} outcomes>"
