"""The reports on 421 as figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tavola.analysis import plots
from tavola.games.fourtwentyone.game import FourTwentyOne

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MARKS = ("o", "s", "^", "D", "v")
LINES = ("-", "--", "-.", ":", "-")


def figure(rules: FourTwentyOne, report: dict[str, Any]) -> Figure:  # noqa: ARG001 - the report says it all
    """The picture that belongs to a report."""
    if "moves" in report:
        return _moves(report)
    if "set_loss_first" in report:
        return _sets(report)
    return _beating(report)


def _moves(report: dict[str, Any]) -> Figure:
    at = report["position"]
    title = f"421: what the {at['player']} player does with {at['dice'] or 'all three dice in hand'}"
    return plots.moves(title, report["moves"], "chance to lose the set", True, report["note"])


def _sets(report: dict[str, Any]) -> Figure:
    first = [100 * p for p in report["set_loss_first"].values()]
    held = range(1, len(first) + 1)
    curves = {"first of the turn": first, "second of the turn": [100 - p for p in reversed(first)]}
    return _curves(
        "421: the chance to lose the set, two players at their best",
        list(map(str, held)),
        curves,
        ("tokens held, of 21", "per cent"),
        note=f"Residual {report['precision']['residual']:.0e}.",
    )


def _beating(report: dict[str, Any]) -> Figure:
    rows = list(reversed(report["beat"]))
    curves = {
        f"{n} throws, {how}" if n > 1 else "one throw": [100 * row[how][str(n)]["p"] for row in rows]
        for how, n in (("looking", 3), ("announcing", 3), ("looking", 2), ("announcing", 2), ("looking", 1))
    }
    return _curves(
        "421: the best chance to end above a combination",
        [str(row["dice"]) for row in rows],
        curves,
        ("combination to beat, lowest first", "per cent"),
        note="Exact. Announcing: one says before a throw that it is the last.",
    )


def _curves(
    title: str, at: Sequence[str], curves: dict[str, list[float]], axes_names: tuple[str, str], note: str
) -> Figure:
    drawn, axes = plots.sheet(title, *axes_names)
    for number, (name, values) in enumerate(curves.items()):
        axes.plot(
            range(len(at)),
            values,
            label=name,
            color=plots.COLOURS[number],
            linestyle=LINES[number],
            marker=MARKS[number],
            markersize=3.5,
        )
    many = len(at) > 30
    axes.set_xticks(range(len(at)), at, rotation=90 if many else 0, fontsize=7 if many else 10)
    axes.set_xlim(-0.5, len(at) - 0.5)
    axes.set_ylim(0, 100)
    axes.legend(loc=plots.WHERE, frameon=False)
    drawn.supxlabel(note, fontsize=8, color="#555555", x=0.01, ha="left")
    return drawn
