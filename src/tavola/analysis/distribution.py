"""An exact distribution: each outcome with its chance as a fraction, all of them together exactly one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
MOST_BARS = 40  # in a picture


@dataclass(frozen=True, slots=True)
class Distribution(Generic[T]):
    """Outcomes and their chances, in an order of their own. Make one with `of` or `counted`."""

    pairs: tuple[tuple[T, Fraction], ...]

    def __post_init__(self) -> None:
        if len({outcome for outcome, _ in self.pairs}) != len(self.pairs):
            raise ValueError("an outcome is named twice")
        if any(chance < 0 for _, chance in self.pairs):
            raise ValueError("a chance is negative")
        if (total := sum(chance for _, chance in self.pairs)) != 1:
            raise ValueError(f"the chances add up to {total}, not 1")

    @classmethod
    def of(cls, chances: Mapping[T, Fraction]) -> Distribution[T]:
        """From chances that add up to one."""
        return cls(tuple(chances.items()))

    @classmethod
    def counted(cls, ways: Mapping[T, int]) -> Distribution[T]:
        """From the number of equally likely ways of each outcome."""
        total = sum(ways.values())
        return cls(tuple((outcome, Fraction(n, total)) for outcome, n in ways.items()))

    def __getitem__(self, outcome: T) -> Fraction:
        """The chance of an outcome, 0 if it never happens."""
        return next((chance for other, chance in self.pairs if other == outcome), Fraction(0))

    def __iter__(self) -> Iterator[T]:
        return (outcome for outcome, _ in self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def mean(self: Distribution[int]) -> Fraction:
        return sum((outcome * chance for outcome, chance in self.pairs), Fraction(0))

    def variance(self: Distribution[int]) -> Fraction:
        mean = self.mean()
        return sum(((outcome - mean) ** 2 * chance for outcome, chance in self.pairs), Fraction(0))

    def at_least(self: Distribution[int], least: int) -> Fraction:
        return sum((chance for outcome, chance in self.pairs if outcome >= least), Fraction(0))

    def map(self, change: Callable[[T], U]) -> Distribution[U]:
        """The distribution of something that follows from the outcome."""
        return self.then(lambda outcome: Distribution(((change(outcome), Fraction(1)),)))

    def then(self, more: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """The distribution when each outcome leads on to a distribution of its own."""
        found: dict[U, Fraction] = {}
        for outcome, chance in self.pairs:
            for last, share in more(outcome).pairs:
                found[last] = found.get(last, Fraction(0)) + chance * share
        return Distribution.of(found)

    def sorted(self: Distribution[int]) -> Distribution[int]:
        return Distribution(tuple(sorted(self.pairs)))

    def as_json(self) -> dict[str, dict[str, Any]]:
        """{"pair": {"exact": "10/27", "p": 0.370...}}"""
        return {
            str(outcome): {"exact": f"{chance.numerator}/{chance.denominator}", "p": float(chance)}
            for outcome, chance in self.pairs
        }

    def _repr_svg_(self) -> str:
        """For notebooks: a bar for each outcome, the likeliest ones if there are many."""
        from tavola.core.drawing import bars

        shown = self.pairs
        if len(shown) > MOST_BARS:
            likely = sorted((chance for _, chance in self.pairs), reverse=True)[:MOST_BARS]
            shown = tuple(pair for pair in self.pairs if pair[1] >= likely[-1])[:MOST_BARS]
        rows = [(str(outcome), float(chance), f"{float(chance):.4%}") for outcome, chance in shown]
        return bars(rows, f"{len(self.pairs)} outcomes").svg()

    def __str__(self) -> str:
        width = max(len(str(outcome)) for outcome, _ in self.pairs)
        lines = (f"{outcome!s:>{width}}  {float(p):9.4%}  {p}" for outcome, p in self.pairs)
        return "\n".join(lines)
