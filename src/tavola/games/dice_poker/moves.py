"""What a player of Dice Poker may do, with its one notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tavola.core.errors import BadNotation
from tavola.games.dice_poker.patterns import DICE
from tavola.games.dice_poker.rules import STAND, legal
from tavola.pieces.dice import Roll, high_to_low, mask_of, pick, read_dice


@dataclass(frozen=True, slots=True)
class Stand:
    """The dice stay as they are and count."""

    def __str__(self) -> str:
        return "stand"


@dataclass(frozen=True, slots=True)
class Reroll:
    """Throw these dice again. Of equal dice, the first to have fallen."""

    dice: int

    def __str__(self) -> str:
        return f"reroll {self.dice}"


Move = Stand | Reroll | Roll

EXAMPLES = ("stand", "reroll 631", "roll 54263")
_MOVE = re.compile(r"stand|(?P<verb>reroll|roll)(?P<dice>[\s,1-6-]+)")


def parse(text: str) -> Move:
    words = text.strip().lower()
    found = _MOVE.fullmatch(words) if len(words) <= 80 else None
    if found is None:
        raise BadNotation(text, EXAMPLES)
    if not found["verb"]:
        return Stand()
    dice = read_dice(found["dice"])
    if dice is None or dice >= 10**DICE:
        raise BadNotation(text, EXAMPLES)
    return Roll(dice) if found["verb"] == "roll" else Reroll(high_to_low(dice))


def action_of(dice: int, move: Stand | Reroll) -> int | None:
    """The rules' number of a decision, None if the dice are not on the table."""
    return STAND if isinstance(move, Stand) else mask_of(dice, move.dice)


def move_of(dice: int, action: int) -> Stand | Reroll:
    """The decision with that number."""
    return Stand() if action == STAND else Reroll(high_to_low(pick(dice, action)))


@lru_cache(maxsize=8192)
def moves_of(dice: int) -> tuple[Move, ...]:
    """Standing first, then one, two, three dice again."""
    found = legal(dice)
    masks = [mask for mask in range(1 << DICE) if (found >> mask) & 1]
    masks.sort(key=lambda mask: (mask.bit_count(), mask))
    return tuple(move_of(dice, mask) for mask in masks)
