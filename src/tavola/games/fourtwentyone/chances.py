"""Every combination of 421 in order, every way to keep dice, and where a throw beside them leads.

All of it is derived from the rules: which dice can fall, what beats what, what may be kept. Chances are whole
numbers over one common denominator (216, unless kept dice can be knocked), so that sums of them are exact and
still fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

from tavola.games.fourtwentyone.combinations import Variant, rank, value
from tavola.games.fourtwentyone.moves import falls
from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.rules import STOP
from tavola.games.fourtwentyone.state import TOKENS, State
from tavola.pieces.dice import is_canonical, pick, size, throws

NOTHING = 0  # the first of `keeps`: all three dice are thrown
EVEN = TOKENS // 2  # tokens of the first player of an even set of two
PAYABLE = TOKENS - EVEN  # the most any player of such a set can pay


@dataclass(frozen=True, eq=False)
class Chances:
    """The dice of 421 as numbers. A combination is its index in `combos`, a keep its index in `keeps`."""

    variant: Variant
    combos: tuple[int, ...]  # lowest first, so that the higher place wins
    values: tuple[int, ...]
    keeps: tuple[int, ...]
    keeps_of: tuple[tuple[int, ...], ...]  # keeps_of[combination]: what may be kept of it
    falls: tuple[tuple[tuple[int, int], ...], ...]  # falls[keep]: (combination, ways out of `whole`)
    whole: int

    def place(self, dice: int) -> int:
        """The index of a combination, 0 being the lowest."""
        return self.combos.index(dice)

    def ways(self, keep: int) -> list[int]:
        """For each combination the ways, out of `whole`, to get it in one throw beside what is kept."""
        found = [0] * len(self.combos)
        for combo, n in self.falls[keep]:
            found[combo] = n
        return found

    def expect(self, worth: Sequence[int]) -> list[int]:
        """For each keep the mean of `worth` over one throw, times `whole`."""
        return [sum(n * worth[combo] for combo, n in fall) for fall in self.falls]


@lru_cache(maxsize=64)
def chances(options: Options) -> Chances:
    variant = options.variant
    combos = tuple(sorted((dice for dice, _ in throws(3)), key=lambda dice: rank(variant, dice)))
    place = {dice: n for n, dice in enumerate(combos)}
    sub = {dice: sorted({pick(dice, m) for m in range(STOP) if is_canonical(dice, m)}) for dice in combos}
    keeps = tuple(sorted({keep for found in sub.values() for keep in found}))
    exact = [_fall(place, keep, options.knock) for keep in keeps]
    whole = lcm(*(p.denominator for fall in exact for p in fall.values()))
    whole = lcm(whole, 216)  # so that one throw of three dice reads as its ways of 216
    return Chances(
        variant=variant,
        combos=combos,
        values=tuple(value(variant, dice) for dice in combos),
        keeps=keeps,
        keeps_of=tuple(tuple(keeps.index(keep) for keep in sub[dice]) for dice in combos),
        falls=tuple(tuple((c, int(p * whole)) for c, p in sorted(fall.items())) for fall in exact),
        whole=whole,
    )


def _fall(place: dict[int, int], keep: int, knock: Fraction) -> dict[int, Fraction]:
    """The chance of each combination after a throw beside the kept dice."""
    found: dict[int, Fraction] = {}
    for fall, p in falls(keep, 3 - size(keep), knock).outcomes():
        dice = fall.on_table(keep)
        assert dice is not None
        found[place[dice]] = found.get(place[dice], Fraction(0)) + p
    return found


def open_total(variant: Variant, s: State) -> int:
    """The total as a solver counts it: capped at what can be paid and, if only the last throw of a go counts,
    without dice that may still be thrown again."""
    again = value(variant, s.go.dice) if variant.last_throw_counts and s.go.dice else 0
    return min(s.turn.total - again, TOKENS - 1)
