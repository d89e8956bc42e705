"""Drawn cards: as small boxes, or as tiles in a line of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from tavola.pieces.cards import SUIT_SIGNS, Card
from tavola.terminal.drawings.pen import Pen

# By suit: bastoni, coppe, denari, spade. The letter is typed; sign and colour are only shown.
SIGNS = "♣♥♦♠"
COLOURS = ("green", "red", "yellow", "bright_blue")
ACROSS = 6  # columns of a box


def ordered(cards: Iterable[int]) -> list[Card]:
    """As held in a hand: by rank, equal ranks side by side."""
    return sorted((Card(card) for card in cards), key=lambda card: (card.rank, card.suit))


def texts(cards: Iterable[int]) -> str:
    """7d 5c As"""
    return " ".join(str(card) for card in ordered(cards))


def style(card: Card) -> str:
    return COLOURS[card.suit]


def tile(card: Card) -> Text:
    """A card within a line."""
    return Text(f" {card} ", f"reverse {style(card)}")


def tiles(cards: Iterable[int]) -> Text:
    """Cards side by side, in order."""
    return Text(" ").join(tile(card) for card in ordered(cards))


def boxes(pen: Pen, cards: Iterable[int]) -> list[Text]:
    """Cards side by side, in as many rows as the screen needs; without their signs where it is narrow."""
    return _rows(pen, [box(card, sign=not pen.narrow) for card in ordered(cards)])


def played_and_taken(pen: Pen, card: Card, taken: Iterable[int]) -> list[Text]:
    """The card that was played, and after it what it took."""
    drawn = [box(each, sign=not pen.narrow) for each in (card, *ordered(taken))]
    blank = Text(" " * ACROSS)
    takes = [blank, Text("×".center(ACROSS)), *[blank] * (len(drawn[0]) - 2)]
    return _rows(pen, [drawn[0], takes, *drawn[1:]] if len(drawn) > 1 else drawn)


def _rows(pen: Pen, drawn: Sequence[list[Text]]) -> list[Text]:
    margin = 2
    per_row = max(1, (pen.width - margin) // ACROSS)
    found: list[Text] = []
    for start in range(0, len(drawn), per_row):
        row = drawn[start : start + per_row]
        found += [Text(" " * margin) + Text("").join(parts) for parts in zip(*row, strict=True)]
    return found


def box(card: Card, *, sign: bool = True) -> list[Text]:
    """╭────╮
    │ 7d │
    │  ♦ │
    ╰────╯
    """
    edge = style(card)
    face = f"{card!s:>3} "
    lines = [Text("╭────╮", edge), Text.assemble(("│", edge), (face, f"bold {edge}"), ("│", edge))]
    if sign:
        lines.append(Text(f"│  {SIGNS[card.suit]} │", edge))
    return [*lines, Text("╰────╯", edge)]


def on_old_screens() -> dict[str, str]:
    """The letters that replace the signs of the suits on a screen that lacks them."""
    return dict(zip(SIGNS, SUIT_SIGNS, strict=True))
