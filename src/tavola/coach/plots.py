"""The course of a game as a figure: what it was worth to each side, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tavola.analysis import plots
from tavola.coach import words
from tavola.coach.judging import Unit
from tavola.coach.report import remarks
from tavola.coach.reviewing import Review
from tavola.core.words import Lang, Phrase
from tavola.games import game_class

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOVES = Phrase(
    "moves made, dice and deals included", "coups joués, dés et donnes compris", "mosse fatte, dadi compresi"
)
PER_CENT = Phrase("{what}, per cent", "{what}, pour cent", "{what}, per cento")

LONGEST_TITLE = 64  # characters


def figure(review: Review, lang: Lang = "en") -> Figure:
    record, unit = review.record, review.unit
    title = _plain(_short(f"{record.game}: {', '.join(record.seats)}"))
    note = remarks(review)[0].in_(lang)
    what = words.UNITS[unit]  # the unit alone: there is little room, and the note says the rest
    y = PER_CENT.fill(what=what) if unit == Unit.WIN else what
    return plots.steps(title, _courses(review), MOVES.in_(lang), y.in_(lang), note)


def _courses(review: Review) -> dict[str, list[tuple[float, float]]]:
    """One curve for each side."""
    record = review.record
    scale = 100.0 if review.unit == Unit.WIN else -1.0
    found = {}
    for number, (seat, *partners) in enumerate(game_class(record.game).info.sides_of(len(record.seats))):
        points = [(float(move), scale * values[seat]) for move, values in review.course]
        if review.finished and review.unit == Unit.WIN and not review.exact:
            points.append((float(len(record.moves)), scale * review.balances[seat].result))
        found[_curve(number, [record.seats[each] for each in (seat, *partners)])] = _held(points)
    return found


def _held(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A value stays until the next one; the steps are drawn towards the point before."""
    held = [(after, value) for (_, value), (after, _) in pairwise(points)]
    return [*points[:1], *held, *points[-1:]]


def _curve(side: int, members: Sequence[str]) -> str:
    """A unique name for the legend."""
    return _plain(f"{side + 1}: {', '.join(members)}")


def _short(title: str) -> str:
    """As much as there is room for above the figure; the legend has all the names."""
    return title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1]}…"


def _plain(text: str) -> str:
    """Escaped, so that Matplotlib takes no name for a formula."""
    return text.replace("$", r"\$")
