"""The choices at a prompt, numbered, and what a typed line means among them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from tavola.pieces.dice import faces, high_to_low, read_dice
from tavola.terminal.drawings.pen import Pen

_NUMBER = re.compile(r"([0-9]{1,4})\s*([^\W\d]*)")


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move as it is offered. `dice`: the dice it names, which may be typed alone."""

    move: Any
    label: str
    dice: int = 0


def numbered(choices: Sequence[Choice]) -> dict[int, Choice]:
    """The choices by number, from 1. A die, typed alone, always means that die: its face is its number.

    Otherwise 1 could mean the first choice or the ace on the table, and a throw can't be undone.
    """
    own = {c.dice: c for c in choices if 0 < c.dice <= len(choices)}
    rest = iter([c for c in choices if own.get(c.dice) is not c])
    return {n: own[n] if n in own else next(rest) for n in range(1, len(choices) + 1)}


def lines(pen: Pen, choices: Sequence[Choice]) -> list[Text]:
    """The numbered choices in columns; in plain words one a line."""
    cells = [Text.assemble((f"{n:>2}", "bold"), f" {c.label}") for n, c in numbered(choices).items()]
    if pen.plain:
        return [Text(cell.plain.strip()) for cell in cells]
    across = max((cell_len(cell.plain) for cell in cells), default=1) + 3
    per_line = max(1, min(4, (pen.width - 2) // across))
    found = []
    for start in range(0, len(cells), per_line):
        row = cells[start : start + per_line]
        for cell in row[:-1]:
            cell.pad_right(across - cell_len(cell.plain))
        found.append(Text(" ") + Text("").join(row))
    return found


def meant(text: str, choices: Sequence[Choice], suffixes: Mapping[str, str]) -> str | None:
    """The notation of the choice with that number, dice or words; None if there is none."""
    told = " ".join(text.casefold().split())
    for choice in choices:
        if told in (choice.label.casefold(), str(choice.move).casefold()):
            return str(choice.move)
    if found := _NUMBER.fullmatch(told):
        ending = suffixes.get(found[2]) if found[2] else ""
        by_number = numbered(choices).get(int(found[1]))
        if ending is not None and by_number is not None:
            return f"{by_number.move}{ending}"
    dice = read_dice(told) if told[:1].isdigit() else None
    if dice is None:
        return None
    same = [c for c in choices if c.dice and high_to_low(c.dice) == high_to_low(dice)]
    return str(same[0].move) if same else None


def dice_in(text: str, words: Sequence[str]) -> tuple[int, str] | None:
    """Dice typed without a verb, and the word after them if it is one of these: "42 h" -> (42, "h")."""
    found = re.fullmatch(r"([1-6][1-6\s,-]*?)\s*([^\W\d]*)", text.strip().casefold())
    if found is None or found[2] not in ("", *words):
        return None
    dice = read_dice(found[1])
    return None if dice is None or not faces(dice) else (dice, found[2])
