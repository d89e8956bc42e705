"""Without colours (NO_COLOR): greys that can be told from what lies below them.

Textual turns each colour into the grey of its brightness, and red into one that is nearly that of the table.
"""

from __future__ import annotations

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

ENOUGH = 4.5  # to one: what WCAG asks of text
BLACK, WHITE = Color(0, 0, 0), Color(255, 255, 255)


class Readable(LineFilter):
    """Comes after the colours are gone: makes dark greys on dark lighter, and light ones on light darker."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text, style if style is None else _readable(style, background), control)
            for text, style, control in segments
        ]


@lru_cache(maxsize=1024)
def _readable(style: Style, background: Color) -> Style:
    if style.color is None or style.color.is_default:
        return style
    below = background
    if style.bgcolor is not None and not style.bgcolor.is_default:
        below = Color.from_rich_color(style.bgcolor)
    colour = Color.from_rich_color(style.color)
    towards = WHITE if contrast(below, WHITE) > contrast(below, BLACK) else BLACK
    step = 0
    while contrast(below, colour) < ENOUGH and step < 20:
        step += 1
        colour = colour.blend(towards, step / 20)
    return style + Style.from_color(colour.rich_color) if step else style


def contrast(one: Color, other: Color) -> float:
    """How many times as light the lighter is, by WCAG's formula."""
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


def _light(colour: Color) -> float:
    parts = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
