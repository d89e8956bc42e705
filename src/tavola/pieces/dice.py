"""Dice as the number their faces make: 54263 is five dice, in the order they fell.

Such a number is small, hashable, readable in any print-out, and compiles as it stands. Positions count from
the left, from 0; a set of positions is an int, position 0 being its lowest bit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import factorial

from tavola.core.chance import Source, Stepwise

FACES = 6
_DICE = re.compile(r"[1-6]{1,9}")

# ---- plain functions, which the rules use and Numba compiles ----


def size(dice: int) -> int:
    """How many dice."""
    n = 0
    while dice > 0:
        dice //= 10
        n += 1
    return n


def pick(dice: int, mask: int) -> int:
    """The dice at the positions of the mask, in their order."""
    picked, weight = 0, 1
    position = size(dice) - 1
    while position >= 0:
        if (mask >> position) & 1:
            picked += dice % 10 * weight
            weight *= 10
        dice //= 10
        position -= 1
    return picked


def others(dice: int, mask: int) -> int:
    """The dice at the other positions."""
    return pick(dice, ((1 << size(dice)) - 1) & ~mask)


def put_back(dice: int, mask: int, rolled: int) -> int:
    """The dice with those of the mask replaced by the rolled ones, in order."""
    result, weight = 0, 1
    position = size(dice) - 1
    while position >= 0:
        if (mask >> position) & 1:
            result += rolled % 10 * weight
            rolled //= 10
        else:
            result += dice % 10 * weight
        weight *= 10
        dice //= 10
        position -= 1
    return result


def counts(dice: int) -> int:
    """How often each face shows, as octal digits: face 1 is the lowest digit. 11456 -> 0o111002."""
    tally = 0
    while dice > 0:
        tally += 1 << 3 * (dice % 10 - 1)
        dice //= 10
    return tally


def count(tally: int, face: int) -> int:
    """How often a face shows among `counts`."""
    return (tally >> 3 * (face - 1)) & 7


def high_to_low(dice: int) -> int:
    """The same dice sorted, highest first: 352 -> 532."""
    tally, result = counts(dice), 0
    for face in range(FACES, 0, -1):
        for _ in range(count(tally, face)):
            result = result * 10 + face
    return result


def is_canonical(dice: int, mask: int) -> bool:
    """Of masks that pick equal dice only one is canonical: the one that picks the leftmost of equals."""
    picked = 0  # faces, as bits, of which a die further right is picked
    position = size(dice) - 1
    while position >= 0:
        face = dice % 10
        if (mask >> position) & 1:
            picked |= 1 << face
        elif (picked >> face) & 1:
            return False
        dice //= 10
        position -= 1
    return True


# ---- for people and exact arithmetic ----


@lru_cache(maxsize=65536)
def faces(dice: int) -> tuple[int, ...]:
    """54263 -> (5, 4, 2, 6, 3)"""
    return tuple(int(face) for face in str(dice)) if dice else ()


def from_faces(shown: tuple[int, ...] | list[int]) -> int:
    """(5, 4, 2, 6, 3) -> 54263"""
    return int("".join(map(str, shown)) or "0")


def dashed(dice: int) -> str:
    """54263 -> 5-4-2-6-3, as people write dice."""
    return "-".join(map(str, faces(dice)))


def read_dice(text: str) -> int | None:
    """Dice a person wrote: 542, 5 4 2 or 5-4-2; None if they are none."""
    joined = re.sub(r"[\s,-]+", "", text)
    return int(joined) if _DICE.fullmatch(joined) else None


def mask_of(dice: int, wanted: int) -> int | None:
    """The canonical mask that picks the wanted faces, None if they are not all there."""
    mask, shown = 0, list(faces(dice))
    for face in faces(wanted):
        if face not in shown:
            return None
        position = shown.index(face)
        shown[position] = 0
        mask |= 1 << position
    return mask


@cache
def throws(n: int) -> tuple[tuple[int, int], ...]:
    """All different throws of n dice, order apart, highest face first, with their ways of falling."""
    found: dict[int, int] = {}
    for shown in product(range(FACES, 0, -1), repeat=n):
        dice = from_faces(sorted(shown, reverse=True))
        found[dice] = found.get(dice, 0) + 1
    return tuple(found.items())


def ways(dice: int) -> int:
    """In how many orders these dice can fall."""
    total, tally = factorial(size(dice)), counts(dice)
    for face in range(1, FACES + 1):
        total //= factorial(count(tally, face))
    return total


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that fell, in order. Chance's move in the dice games."""

    dice: int

    def __str__(self) -> str:
        return f"roll {self.dice}"

    def _repr_svg_(self) -> str:
        """For notebooks: the dice, drawn."""
        from tavola.core.drawing import dice

        return dice(str(self.dice)).svg()


@lru_cache(maxsize=65536)
def _roll(dice: int) -> Roll:
    """A game remembers all its throws, and there are not many different ones: each is made once."""
    return Roll(dice)


@lru_cache(maxsize=65536)
def _can_fall(dice: int, n: int) -> bool:
    return size(dice) == n and all(1 <= face <= FACES for face in faces(dice))


@dataclass(frozen=True, slots=True)
class RollOf(Stepwise[Roll]):
    """Rolling n dice, each face as likely as the other, the order kept."""

    n: int

    def sample(self, rng: Source) -> Roll:
        dice = 0
        for _ in range(self.n):
            dice = dice * 10 + rng.randrange(FACES) + 1
        return _roll(dice)

    def prob(self, outcome: object) -> Fraction:
        return Fraction(1, FACES**self.n) if self.allows(outcome) else Fraction(0)

    def allows(self, outcome: object) -> bool:
        """Can this fall?"""
        return isinstance(outcome, Roll) and _can_fall(outcome.dice, self.n)

    def outcomes(self) -> Iterator[tuple[Roll, Fraction]]:
        for shown in product(range(1, FACES + 1), repeat=self.n):
            yield Roll(from_faces(shown)), Fraction(1, FACES**self.n)

    def next_step(self, taken: tuple[int, ...]) -> Sequence[int]:  # noqa: ARG002 - dice don't mind each other
        return range(FACES)

    def whole(self, taken: tuple[int, ...]) -> Roll | None:
        return Roll(from_faces([face + 1 for face in taken])) if len(taken) == self.n else None

    def say_step(self, number: int) -> str:
        return f"die {number + 1}"


roll_of = cache(RollOf)  # there are hardly any different ones
