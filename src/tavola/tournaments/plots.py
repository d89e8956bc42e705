"""The pictures of a report, written as SVG: they need no library, and look the same every time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import accumulate
from typing import Any

# Okabe and Ito's palette, which keeps its differences for all common kinds of colour vision.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#B8AA00", "#777777")
LEFT, WIDTH, ROW, TOP = 230, 760, 26, 14
MOST_DRAWN = 40  # entrants in one picture
MOST_STEPS = 200  # points of a line


def reach(
    lines: Sequence[tuple[str, Mapping[str, float]]], low: float, high: float, label: str, *, percent: bool
) -> str:
    """A dot for each mean, and how far its interval reaches."""
    lines = lines[:MOST_DRAWN]
    span = high - low or 1.0
    height = TOP + ROW * len(lines) + 40

    def x(value: float) -> float:
        return LEFT + (value - low) / span * (WIDTH - LEFT - 60)

    parts = [_axis(x, low, high, TOP + ROW * len(lines), label, percent)]
    for place, (name, told) in enumerate(lines):
        y = TOP + ROW * place + ROW / 2
        colour = COLOURS[place % len(COLOURS)]
        parts.append(_text(LEFT - 10, y + 4, name, "end"))
        parts.append(
            f'<line x1="{x(told["low"]):.1f}" x2="{x(told["high"]):.1f}" y1="{y}" y2="{y}" '
            f'stroke="{colour}" stroke-width="3"/>'
            f'<circle cx="{x(told["mean"]):.1f}" cy="{y}" r="5" fill="{colour}"/>'
        )
    return _svg(height, parts, label)


def _axis(x: Any, low: float, high: float, y: float, label: str, percent: bool) -> str:
    parts = []
    for step in range(5):
        value = low + (high - low) * step / 4
        text = f"{100 * value:.0f} %" if percent else f"{value:.1f}"
        at = f"{x(value):.1f}"
        parts.append(f'<line x1="{at}" x2="{at}" y1="{TOP}" y2="{y}" stroke="#8885" stroke-width="1"/>')
        parts.append(_text(x(value), y + 16, text, "middle"))
    parts.append(_text(LEFT, y + 34, label, "start", 60))
    return "".join(parts)


def race(lines: Sequence[tuple[str, Sequence[float]]]) -> str:
    """The mean of the points so far, set by set; "" if no entrant has played two sets."""
    lines = [(name, list(_means(values))) for name, values in lines[: len(COLOURS)] if len(values) > 1]
    if not lines:
        return ""
    height, right, bottom = 300, WIDTH - 190, 260
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = bottom - share * (bottom - TOP)
        parts.append(f'<line x1="50" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" stroke="#8885"/>')
        parts.append(_text(44, y + 4, f"{100 * share:.0f} %", "end"))
    for place, (name, values) in enumerate(lines):
        colour = COLOURS[place]
        points = " ".join(
            f"{50 + i / max(1, len(values) - 1) * (right - 50):.1f},{bottom - v * (bottom - TOP):.1f}"
            for i, v in enumerate(values)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        y = TOP + 18 * place + 8
        parts.append(f'<rect x="{right + 14}" y="{y - 9}" width="12" height="12" fill="{colour}"/>')
        parts.append(_text(right + 32, y + 2, name, "start"))
    parts.append(_text(50, bottom + 30, "mean points a game, set by set", "start"))
    return _svg(height, parts, "mean points set by set", right + 32 + LEFT)


def _means(values: Sequence[float]) -> list[float]:
    means = [total / n for n, total in enumerate(accumulate(values), 1)]
    step = max(1, len(means) // MOST_STEPS)
    return [*means[:-1:step], means[-1]]


def heat(names: Sequence[str], told: Mapping[tuple[str, str], Mapping[str, Any]]) -> str:
    """Who beats whom: row against column, blue for winning, orange for losing, bold where it is certain."""
    names = names[:MOST_DRAWN]
    side = 46
    parts = []
    for i, a in enumerate(names):
        y = TOP + side * i
        parts.append(_text(LEFT - 10, y + side / 2 + 4, f"{i + 1}. {a}", "end"))
        parts.append(_text(LEFT + side * i + side / 2, TOP + side * len(names) + 16, str(i + 1), "middle"))
        for j, b in enumerate(names):
            if i != j:
                parts.append(_square(LEFT + side * j, y, side, *_of(told, a, b)))
    width = max(WIDTH, LEFT + side * len(names) + 20)
    return _svg(TOP + side * len(names) + 30, parts, "who beats whom", width)


def _of(told: Mapping[tuple[str, str], Mapping[str, Any]], a: str, b: str) -> tuple[float | None, bool]:
    if (a, b) in told:
        return told[a, b]["mean"], told[a, b]["separated"]
    if (b, a) in told:
        return -told[b, a]["mean"], told[b, a]["separated"]
    return None, False


def _square(x: float, y: float, side: int, mean: float | None, certain: bool) -> str:
    if mean is None:
        return ""
    shown = f"{100 * mean:+.0f}"
    shown = "0" if shown in ("+0", "-0") else shown
    colour = "#0072B2" if mean >= 0 else "#E69F00"
    weight = ' style="font-weight:bold"' if certain else ""
    middle = f'x="{x + side / 2 - 1}" y="{y + side / 2 + 4}"'
    return (
        f'<rect x="{x}" y="{y}" width="{side - 2}" height="{side - 2}" fill="{colour}" '
        f'fill-opacity="{0.05 + 0.65 * abs(mean):.2f}"/>'
        f'<text {middle} text-anchor="middle"{weight}>{shown}</text>'
    )


def _text(x: float, y: float, text: str, anchor: str, most: int = 30) -> str:
    shown = text if len(text) <= most else f"{text[: most - 1]}…"
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(shown)}</text>'


def _svg(height: float, parts: Sequence[str], label: str, width: float = WIDTH) -> str:
    head = (
        f'<svg viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img" aria-label="{escape(label)}">'
    )
    return f"{head}{''.join(parts)}</svg>"
