"""What a player of 421 may say and do, and what the dice do, each with its one notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tavola.core.chance import Weighted
from tavola.core.errors import BadNotation
from tavola.games.fourtwentyone.rules import HIT, STOP
from tavola.pieces.dice import FACES, faces, from_faces, high_to_low, mask_of, pick, read_dice, throws


@dataclass(frozen=True, slots=True)
class Stop:
    """The first player stops: the dice on the table stand."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class Throw:
    """Keep some dice, perhaps none, and throw the others; with `hit` it is the last throw."""

    keep: int = 0
    hit: bool = False

    def __str__(self) -> str:
        return (f"keep {self.keep}" if self.keep else "throw") + (" hit" if self.hit else "")


@dataclass(frozen=True, slots=True)
class Fall:
    """The thrown dice as they fell; perhaps one knocked a kept die from one face to another."""

    dice: int
    knocked: tuple[int, int] | None = None

    def __str__(self) -> str:
        knock = f" knock {self.knocked[0]}-{self.knocked[1]}" if self.knocked else ""
        return f"roll {self.dice}{knock}"

    def on_table(self, kept: int) -> int | None:
        """All the dice after the fall, sorted; None if the knocked die was not there."""
        return _on_table(self.dice, self.knocked, kept)


@lru_cache(maxsize=4096)
def _on_table(thrown: int, knocked: tuple[int, int] | None, kept: int) -> int | None:
    lying = list(faces(kept))
    if knocked:
        if knocked[0] not in lying:
            return None
        lying.remove(knocked[0])
        lying.append(knocked[1])
    return high_to_low(from_faces([*lying, *faces(thrown)]))


Move = Stop | Throw | Fall

EXAMPLES = ("stop", "throw", "throw hit", "keep 42", "keep 42 hit", "roll 521")
_MOVE = re.compile(
    r"(?P<stop>stop)"
    r"|(?:throw|keep(?P<keep>[\s,1-6-]+?))(?P<hit>\s*hit)?"
    r"|(?P<alone>hit)"
    r"|roll(?P<roll>[\s,1-6-]+?)(?:\s*knock\s*(?P<old>[1-6])\s*-\s*(?P<new>[1-6]))?"
)


def parse(text: str) -> Move:
    found = _MOVE.fullmatch(text.strip().lower()) if len(text) <= 80 else None
    if found is None:
        raise BadNotation(text, EXAMPLES)
    if found["stop"]:
        return Stop()
    if found["alone"]:
        return Throw(0, True)
    written = found["roll"] if found["roll"] is not None else found["keep"]
    if written is None:
        return Throw(0, bool(found["hit"]))
    dice = read_dice(written)
    if dice is None or dice > 666:
        raise BadNotation(text, EXAMPLES)
    if found["roll"] is None:
        return Throw(high_to_low(dice), bool(found["hit"]))
    knocked = (int(found["old"]), int(found["new"])) if found["old"] else None
    return Fall(high_to_low(dice), knocked)


def action_of(dice: int, move: Stop | Throw) -> int | None:
    """The rules' number of a decision, None if the dice can't be kept: not there, or none left to throw."""
    if isinstance(move, Stop):
        return STOP
    kept = mask_of(dice, move.keep)
    return None if kept is None or kept == STOP else kept | (HIT if move.hit else 0)


@lru_cache(maxsize=4096)
def moves_of(dice: int, legal: int) -> tuple[Move, ...]:
    """The decisions in a set of bits. Stopping first, then the keeps with most dice; a hit after its plain
    throw."""
    masks = sorted(
        (mask for mask in range(HIT * 2) if (legal >> mask) & 1),
        key=lambda mask: (-(mask & STOP).bit_count(), mask & STOP, mask),
    )
    return tuple(Stop() if mask == STOP else Throw(pick(dice, mask & STOP), mask >= HIT) for mask in masks)


def falls(kept: int, in_hand: int, knock: Fraction) -> Weighted[Fall]:
    """Every way the dice in hand may fall, those that knock a kept die included."""
    return _falls(kept, in_hand, knock.numerator, knock.denominator)  # hashing a fraction takes long


@lru_cache(maxsize=1024)
def _falls(kept: int, in_hand: int, knocks: int, out_of: int) -> Weighted[Fall]:
    """Each thrown die hits a kept die with the chance `knock`; all kept dice are equally likely.

    With three dice that is one kept die and two chances to hit it, or two kept dice and one chance to hit
    either.
    """
    knock, lying = Fraction(knocks, out_of), faces(kept)
    missed = (1 - knock) ** in_hand
    if not lying or not knock:
        return Weighted((Fall(dice), n) for dice, n in throws(in_hand))
    unit = missed.denominator * len(lying) * FACES
    weights: dict[Fall, int] = {}
    for fall, share in _knocks(lying, missed):
        for dice, n in throws(in_hand):
            key = Fall(dice, fall)
            weights[key] = weights.get(key, 0) + int(n * share * unit)
    return Weighted((fall, n) for fall, n in weights.items() if n)


def _knocks(lying: tuple[int, ...], missed: Fraction) -> Iterator[tuple[tuple[int, int] | None, Fraction]]:
    """No knock, or each kept die to each new face, with its chance."""
    yield None, missed
    for old in lying:
        for new in range(1, FACES + 1):
            yield (old, new), (1 - missed) / len(lying) / FACES
