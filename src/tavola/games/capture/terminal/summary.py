"""The points of a hand of a capture game, line by line, the sides next to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from tavola.core.words import Phrase
from tavola.games.capture.terminal import words as w
from tavola.games.capture.words import points_name
from tavola.pieces.cardset import CardSet
from tavola.terminal.drawings.pen import LOUD, QUIET, Pen, fit

RARE = frozenset({"extra_onori", "tombolon"})  # get a line only if a side has them
SUITS = {"spade": "s", "denari": "d"}
NOTHING = "·"


@dataclass(frozen=True, slots=True)
class Summary:
    """What is shown of a hand. `piles` is empty if nothing was counted."""

    title: str
    sides: tuple[str, ...]
    points: tuple[Mapping[str, int], ...]
    totals: tuple[int, ...]
    goal: int
    piles: tuple[CardSet, ...] = ()
    padova: bool = False


def side_names(names: Sequence[str]) -> tuple[str, ...]:
    """Two players, or four as two pairs."""
    return tuple(names) if len(names) < 4 else tuple(" + ".join(names[side::2]) for side in range(2))


def lines(pen: Pen, hand: Summary) -> list[Text]:
    return _plainly(pen, hand) if pen.plain else _drawn(pen, hand)


def _shown(hand: Summary) -> list[str]:
    return [what for what in hand.points[0] if what not in RARE or any(side[what] for side in hand.points)]


def _counted(hand: Summary, what: str, side: int) -> int | None:
    """How many cards stand behind points for having most of them."""
    if not hand.piles or (what != "carte" and what not in SUITS):
        return None
    pile = hand.piles[side]
    return len(pile if what == "carte" else pile & CardSet.suit(SUITS[what]))


# ---- in words ----


def _plainly(pen: Pen, hand: Summary) -> list[Text]:
    found = [hand.title + "."]
    for what in _shown(hand):
        parts = []
        for side, name in enumerate(hand.sides):
            n, cards = hand.points[side][what], _counted(hand, what, side)
            said = str(n) if cards is None else pen.word(w.OF_CARDS, n=n, cards=cards)
            parts.append(f"{name} {said}")
        found.append(pen.word(w.LISTED, what=points_name(what, hand.padova), numbers=", ".join(parts)))
    made = [sum(points.values()) for points in hand.points]
    for word, numbers in ((w.THIS_HAND, made), (w.MATCH, hand.totals)):
        told = ", ".join(f"{name} {n}" for name, n in zip(hand.sides, numbers, strict=True))
        found.append(pen.word(w.LISTED, what=word, numbers=told))
    return [Text(line) for line in found]


# ---- in a box ----


def _drawn(pen: Pen, hand: Summary) -> list[Text]:
    rows = [_row(pen, hand, what) for what in _shown(hand)]
    made = [str(sum(points.values())) for points in hand.points]
    match = _match_word(pen, hand)
    words = [pen.word(w.THIS_HAND), match, *(row[0] for row in rows)]
    label = max(cell_len(word) for word in words)
    # A long title widens the box, as far as the screen goes.
    title = min(cell_len(hand.title), pen.width - 8)
    label = max(label, title + 1 - _columns(pen, hand, rows, label))
    column = _columns(pen, hand, rows, label) // len(hand.sides) - 2
    inside = label + (column + 2) * len(hand.sides) + 2
    body = [
        _line("", [fit(side, column) for side in hand.sides], label, column, QUIET),
        *(_line(word, numbers, label, column) for word, numbers in rows),
        Text("─" * (inside - 2), QUIET),
        _line(pen.word(w.THIS_HAND), made, label, column),
        _line(match, [str(total) for total in hand.totals], label, column, LOUD),
    ]
    return _boxed(hand.title, body, inside)


def _columns(pen: Pen, hand: Summary, rows: Sequence[tuple[str, list[str]]], label: int) -> int:
    """The total width of the numbers of all sides, beside a label of that width."""
    room = (pen.width - 6 - label) // len(hand.sides) - 2
    cells = max(cell_len(cell) for cell in (*hand.sides, *(cell for row in rows for cell in row[1])))
    return (max(4, min(cells, room, 24)) + 2) * len(hand.sides)


def _match_word(pen: Pen, hand: Summary) -> str:
    return f"{pen.word(w.MATCH)} {pen.word(w.TO_TARGET, n=hand.goal)}"


def _row(pen: Pen, hand: Summary, what: str) -> tuple[str, list[str]]:
    name: Phrase = points_name(what, hand.padova)
    cells = []
    for side, points in enumerate(hand.points):
        shown = str(points[what]) if points[what] else NOTHING
        cards = _counted(hand, what, side)
        cells.append(shown if cards is None else f"({cards}) {shown}")
    return pen.word(name), cells


def _line(word: str, cells: Sequence[str], label: int, column: int, style: str = "") -> Text:
    line = Text(fit(word, label), style)
    for cell in cells:
        line.append("  " + " " * (column - cell_len(cell.strip())) + cell.strip(), _style(cell, style))
    return line


def _style(cell: str, style: str) -> str:
    return style or (QUIET if cell.endswith(NOTHING) else LOUD)


def _boxed(title: str, body: Sequence[Text], inside: int) -> list[Text]:
    title = fit(title, min(cell_len(title), inside - 3))
    found = [Text.assemble("  ╭─ ", (title, LOUD), " " + "─" * (inside - 3 - cell_len(title)) + "╮")]
    for line in body:
        line.pad_right(inside - 2 - cell_len(line.plain))
        found.append(Text("  │ ") + line + Text(" │"))
    return [*found, Text("  ╰" + "─" * inside + "╯")]
