"""Drawn dice: as faces with pips, or small in a line of text."""

from __future__ import annotations

from typing import NamedTuple

from rich.text import Text

from tavola.core.words import Phrase
from tavola.pieces.dice import faces
from tavola.terminal.drawings.pen import QUIET, Pen

DICE_ARE = Phrase("Your dice: {dice}", "Vos dés : {dice}", "I tuoi dadi: {dice}")
KEPT = Phrase("kept", "gardés", "tenuti")
THROWN = Phrase("thrown", "lancés", "tirati")

# Where the pips are: nine places, row by row.
_PIPS = {
    1: "    o    ",
    2: "o       o",
    3: "o   o   o",
    4: "o o   o o",
    5: "o o o o o",
    6: "o oo oo o",
}
_GAP = "   "


class Group(NamedTuple):
    """Dice that lie together, with a word beneath."""

    dice: int
    word: str = ""
    style: str = ""


def draw(groups: list[Group], width: int) -> list[Text]:
    """Groups of dice side by side, five lines high, and their words; narrower faces on a narrow screen."""
    shown = [group for group in groups if group.dice]
    blocks = [_block(group, wide=_fits(shown, width)) for group in shown]
    lines = [Text("  ") + Text(_GAP).join(row) for row in zip(*blocks, strict=True)]
    return lines if any(group.word for group in shown) else lines[:-1]


def lying(pen: Pen, dice: int) -> list[Text]:
    """The dice on the table of the player who decides."""
    if not dice:
        return []
    return [Text(pen.word(DICE_ARE, dice=digits(dice)))] if pen.plain else draw([Group(dice)], pen.width)


def own_throw(pen: Pen, thrown: int, kept: int) -> list[Text]:
    """A player's own throw, large; the kept dice to the left, apart."""
    words = (pen.word(KEPT), pen.word(THROWN)) if kept else ("", "")
    return draw([Group(kept, words[0], QUIET), Group(thrown, words[1])], pen.width)


def _fits(groups: list[Group], width: int) -> bool:
    n = sum(len(faces(group.dice)) for group in groups)
    return 10 * n + len(_GAP) * len(groups) <= width


def _block(group: Group, *, wide: bool) -> list[Text]:
    dice = [_face(face, wide=wide) for face in faces(group.dice)]
    rows = [" ".join(row) for row in zip(*dice, strict=True)]
    across = len(rows[0])
    word = Text(group.word.center(across), "dim")
    return [*(Text(row, group.style) for row in rows), word]


def _face(value: int, *, wide: bool) -> list[str]:
    pips = _PIPS[value].replace("o", "●")
    rows = [pips[0:3], pips[3:6], pips[6:9]]
    if not wide:
        return ["╭───╮", *(f"│{row}│" for row in rows), "╰───╯"]
    return ["╭───────╮", *(f"│ {' '.join(row)} │" for row in rows), "╰───────╯"]


def inline(dice: int, style: str = "reverse") -> Text:
    """Dice in a line: 4 2 1, each like a small tile."""
    return Text(" ").join(Text(f" {face} ", style) for face in faces(dice))


def digits(dice: int) -> str:
    """4 2 1"""
    return " ".join(str(face) for face in faces(dice))
