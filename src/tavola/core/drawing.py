"""Pictures of dice, cards and chances, as SVG written here: for notebooks, reports and pages.

Dice and cards are named by their notation, `54263` and `7d`, so a text is enough to draw them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

DIE = 36  # the side of a die, and the room around it
GAP = 6
CARD_WIDTH, CARD_HEIGHT = 44, 68
IN_A_ROW = 14
INK, PAPER, LINE = "#2b2622", "#fffdf6", "#b9ad99"
SUITS = {"b": "#2e6b2f", "c": "#a3231f", "d": "#b07d0c", "s": "#1f3f86"}  # bastoni, coppe, denari, spade
SUIT_NAMES = {"b": "bastoni", "c": "coppe", "d": "denari", "s": "spade"}
FIGURES = {"F": "fante", "C": "cavallo", "R": "re"}

# Where the pips of each face are, in quarters of a die.
PIPS = {
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (3, 1), (1, 3), (3, 3)),
    5: ((1, 1), (3, 1), (2, 2), (1, 3), (3, 3)),
    6: ((1, 1), (3, 1), (1, 2), (3, 2), (1, 3), (3, 3)),
}


@dataclass(frozen=True, slots=True)
class Drawing:
    """Some shapes and the room they take. Drawings are put side by side or one under the other."""

    width: float
    height: float
    shapes: str
    title: str = ""

    def svg(self) -> str:
        """The whole of it, as a notebook shows it."""
        width, height = max(self.width, 1), max(self.height, 1)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" role="img" font-family="Georgia, serif">'
            f"<title>{escape(self.title)}</title>{self.shapes}</svg>"
        )


def beside(parts: Iterable[Drawing], title: str = "", gap: float = GAP) -> Drawing:
    """From left to right."""
    shapes, at, height = [], 0.0, 0.0
    for part in parts:
        shapes.append(_moved(part, at, 0))
        at += part.width + gap
        height = max(height, part.height)
    return Drawing(max(at - gap, 0), height, "".join(shapes), title)


def below(parts: Iterable[Drawing], title: str = "", gap: float = GAP) -> Drawing:
    """From top to bottom."""
    shapes, at, width = [], 0.0, 0.0
    for part in parts:
        shapes.append(_moved(part, 0, at))
        at += part.height + gap
        width = max(width, part.width)
    return Drawing(width, max(at - gap, 0), "".join(shapes), title)


def text(words: str, size: float = 14, colour: str = INK) -> Drawing:
    """A line of words; how wide it gets is estimated generously."""
    shape = f'<text x="0" y="{size:g}" font-size="{size:g}" fill="{colour}">{escape(words)}</text>'
    return Drawing(len(words) * size * 0.62, size * 1.4, shape, words)


# ---- dice ----


def die(face: int) -> Drawing:
    pips = "".join(
        f'<circle cx="{x * DIE / 4:g}" cy="{y * DIE / 4:g}" r="3.4" fill="{INK}"/>' for x, y in PIPS[face]
    )
    box = f'<rect x="1" y="1" width="{DIE - 2}" height="{DIE - 2}" rx="7" fill="{PAPER}" stroke="{LINE}"/>'
    return Drawing(DIE, DIE, box + pips, str(face))


def dice(shown: str) -> Drawing:
    """Dice as they lie: 54263."""
    return beside((die(int(face)) for face in shown if face in "123456"), f"dice {shown}")


# ---- cards ----


def card(notation: str) -> Drawing:
    """A card in the colour of its suit: its sign above, the pips or the figure's name, its suit's name."""
    rank, suit = notation[:-1], notation[-1].lower()
    colour, name = SUITS[suit], FIGURES.get(rank)
    face = _figure(name, colour) if name else _pips(1 if rank == "A" else int(rank), suit, colour)
    shapes = (
        f'<rect x="1" y="1" width="{CARD_WIDTH - 2}" height="{CARD_HEIGHT - 2}" rx="5" fill="{PAPER}" '
        f'stroke="{LINE}"/><text x="4" y="13" font-size="12" font-weight="bold" fill="{colour}">{rank}</text>'
        f'{face}<text x="{CARD_WIDTH / 2}" y="{CARD_HEIGHT - 5}" font-size="8" text-anchor="middle" '
        f'fill="{colour}">{SUIT_NAMES[suit]}</text>'
    )
    return Drawing(CARD_WIDTH, CARD_HEIGHT, shapes, notation)


def cards(notations: Sequence[str]) -> Drawing:
    """Cards side by side, in rows if they are many: ["7d", "As"]."""
    rows = [notations[at : at + IN_A_ROW] for at in range(0, len(notations), IN_A_ROW)]
    title = " ".join(notations) or "no cards"
    if len(rows) > 1:
        return below((beside((card(each) for each in row), "", 3) for row in rows), title, 3)
    return beside((card(each) for each in notations), title, 3)


def _figure(name: str, colour: str) -> str:
    middle = CARD_WIDTH / 2
    return (
        f'<path d="M{middle - 10} 26 l5 -7 l5 5 l5 -5 l5 7 z" fill="none" stroke="{colour}"/>'
        f'<text x="{middle}" y="42" font-size="10" font-style="italic" text-anchor="middle" '
        f'fill="{colour}">{name}</text>'
    )


def _pips(number: int, suit: str, colour: str) -> str:
    """So many signs of the suit, in columns of up to four."""
    columns = 1 if number <= 3 else 2 if number <= 8 else 3
    rows = -(-number // columns)
    shapes = []
    for n in range(number):
        x = CARD_WIDTH * (n % columns + 1) / (columns + 1)
        y = 18 + 36 * (n // columns + 0.5) / rows
        shapes.append(_pip(suit, x, y, colour))
    return "".join(shapes)


def _pip(suit: str, x: float, y: float, colour: str) -> str:
    if suit == "d":
        return (
            f'<circle cx="{x:g}" cy="{y:g}" r="3.8" fill="none" stroke="{colour}" stroke-width="1.6"/>'
            f'<circle cx="{x:g}" cy="{y:g}" r="1.2" fill="{colour}"/>'
        )
    if suit == "c":
        return (
            f'<path d="M{x - 3.6:g} {y - 3.6:g} h7.2 q0 5 -3.6 5 t-3.6 -5 M{x:g} {y + 1.4:g} v2.6 '
            f'm-2.4 0 h4.8" fill="none" stroke="{colour}" stroke-width="1.5"/>'
        )
    if suit == "s":
        return (
            f'<path d="M{x:g} {y - 4.4:g} v8.8 M{x - 2.6:g} {y + 1.8:g} h5.2" fill="none" '
            f'stroke="{colour}" stroke-width="1.7"/>'
        )
    return (
        f'<path d="M{x - 2.6:g} {y + 4:g} l5.2 -8" stroke="{colour}" stroke-width="3.2" '
        f'stroke-linecap="round"/>'
    )


# ---- chances ----


def bars(rows: Sequence[tuple[str, float, str]], title: str = "") -> Drawing:
    """A bar for each row (name, length, text after the bar); lengths are relative to the longest."""
    most = max((part for _, part, _ in rows), default=1.0) or 1.0
    column = 7.5 * max((len(name) for name, _, _ in rows), default=0) + 10
    shapes = []
    for place, (name, part, said) in enumerate(rows):
        y, long = 18 * place, 240 * part / most
        shapes.append(
            f'<text x="{column - 8:g}" y="{y + 13}" font-size="12" text-anchor="end" fill="{INK}">'
            f'{escape(name)}</text><rect x="{column:g}" y="{y + 3}" width="{long:.1f}" height="12" '
            f'fill="{SUITS["s"]}"/><text x="{column + long + 5:.1f}" y="{y + 13}" font-size="11" '
            f'fill="{INK}">{escape(said)}</text>'
        )
    return Drawing(column + 240 + 90, 18 * len(rows), "".join(shapes), title)


def _moved(part: Drawing, x: float, y: float) -> str:
    return f'<g transform="translate({x:g} {y:g})"><title>{escape(part.title)}</title>{part.shapes}</g>'
