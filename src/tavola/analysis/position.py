"""Positions as people write them: dice, then what else is known, as name=number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tavola.analysis import BadPosition
from tavola.pieces.dice import read_dice

LONGEST = 200


@dataclass(frozen=True, slots=True)
class Written:
    """The dice of a position and the numbers given with it."""

    dice: int
    given: Mapping[str, int]


def read(text: str, most_dice: int, names: tuple[str, ...], examples: tuple[str, ...]) -> Written:
    """54263 hand=2 turn=350, the dice also as 5-4-2-6-3 or 5 4 2 6 3. BadPosition says what is wrong."""
    if len(text) > LONGEST:
        raise BadPosition("that is too long for a position", examples)
    parts = text.replace(" = ", "=").split()
    shown = " ".join(part for part in parts if "=" not in part)
    dice = read_dice(shown) if shown else None
    if dice is None or dice >= 10**most_dice:
        raise BadPosition(f"{shown[:40]!r} is not one to {most_dice} dice, each from 1 to 6", examples)
    given: dict[str, int] = {}
    for part in parts:
        name, sign, value = part.partition("=")
        if not sign:
            continue
        if name.lower() not in names:
            raise BadPosition(f"{name[:40]!r} is nothing one can say here, only {', '.join(names)}", examples)
        if not (value.isascii() and value.isdigit()) or len(value) > 9:
            raise BadPosition(f"{name} needs a whole number, not {value[:40]!r}", examples)
        if name.lower() in given:
            raise BadPosition(f"{name} is given twice", examples)
        given[name.lower()] = int(value)
    return Written(dice, given)
