"""The figure of `tavola simulate`: how final scores and lengths of games are spread."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tavola.core.contract import Rules

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def figure(rules: Rules[Any, Any], found: dict[str, Any]) -> Figure:
    from tavola.fast.report import bins
    from tavola.odds import plots

    matplotlib: Any = import_module("matplotlib")
    with matplotlib.rc_context(plots.STYLE):
        from matplotlib.figure import Figure

        sheet = Figure(figsize=(9.0, 7.0), layout="constrained")
        scores, lengths = sheet.subplots(2, 1)
        games, parts = found["games"], found["histograms"]
        names = [f"{seat['seat']} {seat['player']}" for seat in found["seats"]]
        for number, (name, counts) in enumerate(zip(names, parts["score"]["seats"], strict=True)):
            _outline(scores, parts["score"]["width"], counts, games, name, number)
        unit = rules.info.score.counts.en
        _label(scores, f"{rules.info.title}: final scores", unit, parts["score"]["width"])
        scores.legend(loc=plots.WHERE)
        counts = parts["length"]["counts"]
        _outline(lengths, parts["length"]["width"], counts, games, "", len(names))
        _label(lengths, "Length of a game", "decisions", parts["length"]["width"])
        lengths.set_xlim(0, len(bins(1, counts)) * parts["length"]["width"])
        note = f"{games:,} games between {', '.join(found['players'])}; seed {found['seed']}"
        sheet.supxlabel(note, fontsize=8, color="#555555", x=0.01, ha="left")
    return sheet


def _outline(axes: Axes, width: int, counts: list[int], games: int, name: str, number: int) -> None:
    """A histogram as an outline with a light fill, so that several can lie on one another."""
    from tavola.odds import plots

    edges = [width * place for place in range(len(counts) + 1)]
    shares = [100 * count / games for count in counts]
    colour = plots.COLOURS[number % len(plots.COLOURS)]
    line = ("-", "--", "-.", ":")[number % 4] if name else "-"
    axes.stairs(shares, edges, color=colour, alpha=0.15, fill=True)
    axes.stairs(shares, edges, color=colour, linestyle=line, linewidth=1.6, label=name)
    last = max((place for place, count in enumerate(counts) if count), default=0)
    axes.set_xlim(0, max(edges[last + 1], axes.get_xlim()[1] if number else 0))


def _label(axes: Axes, title: str, unit: str, width: int) -> None:
    axes.set_title(title)
    axes.set_xlabel(unit if width == 1 else f"{unit}, in steps of {width}")
    axes.set_ylabel("% of games")
