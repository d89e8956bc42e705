"""What a player of 5000 may do, with its one notation."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tavola.core.errors import BadNotation
from tavola.games.five_thousand.rules import BANK, DICE, TRASH
from tavola.pieces.dice import Roll, high_to_low, mask_of, pick, read_dice


@dataclass(frozen=True, slots=True)
class Play:
    """Set dice aside; they count. Which of equal dice does not matter, so only their faces are named."""

    dice: int

    def __str__(self) -> str:
        return f"play {self.dice}"


@dataclass(frozen=True, slots=True)
class Bank:
    """Secure the turn's points."""

    def __str__(self) -> str:
        return "bank"


@dataclass(frozen=True, slots=True)
class Trash:
    """Give the turn's points up."""

    def __str__(self) -> str:
        return "trash"


Move = Play | Bank | Trash | Roll

EXAMPLES = ("play 15", "bank", "trash", "roll 54263")
_MOVE = re.compile(r"bank|trash|(?P<verb>play|roll)(?P<dice>[\s,1-6-]+)")


def parse(text: str) -> Move:
    words = text.strip().lower()
    found = _MOVE.fullmatch(words) if len(words) <= 80 else None
    if found is None:
        raise BadNotation(text, EXAMPLES)
    if not found["verb"]:
        return Bank() if words == "bank" else Trash()
    dice = read_dice(found["dice"])
    if dice is None or dice >= 10**DICE:
        raise BadNotation(text, EXAMPLES)
    return Roll(dice) if found["verb"] == "roll" else Play(high_to_low(dice))


def action_of(dice: int, move: Play | Bank | Trash) -> int | None:
    """The rules' number of a decision, None if the dice are not on the table."""
    if isinstance(move, Play):
        return mask_of(dice, move.dice)
    return BANK if isinstance(move, Bank) else TRASH


def moves_of(dice: int, legal: int) -> tuple[Move, ...]:
    """The decisions in a set of bits: the plays with most dice first, then bank, then trash."""
    masks = [mask for mask in range(1, TRASH) if (legal >> mask) & 1]
    masks.sort(key=lambda mask: (-mask.bit_count(), mask))
    plays = [Play(high_to_low(pick(dice, mask))) for mask in masks]
    ends: list[Move] = [Bank()] if legal >> BANK & 1 else []
    return (*plays, *ends, *((Trash(),) if legal >> TRASH & 1 else ()))
