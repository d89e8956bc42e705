"""The figure of a simulation: how final scores and lengths of games are spread."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tavola.core.contract import Rules
from tavola.fast.sums import BINS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


FEW = 16  # values that get bars of their own


def figure(rules: Rules[Any, Any], found: dict[str, Any]) -> Figure:
    from tavola.analysis import plots

    matplotlib: Any = import_module("matplotlib")
    with matplotlib.rc_context(plots.STYLE):
        from matplotlib.figure import Figure

        sheet = Figure(figsize=(9.0, 7.0), layout="constrained")
        scores, lengths = sheet.subplots(2, 1)
        games, parts = found["games"], found["histograms"]
        names = [f"{seat['seat']} {seat['player']}" for seat in found["seats"]]
        _spread(scores, parts["score"]["width"], parts["score"]["seats"], games, names)
        _label(
            scores, f"{rules.info.title}: final scores", rules.info.score.counts.en, parts["score"]["width"]
        )
        scores.legend(loc=plots.WHERE)
        _spread(lengths, parts["length"]["width"], [parts["length"]["counts"]], games, [""], len(names))
        _label(lengths, "Length of a game", "decisions", parts["length"]["width"])
        note = f"{games:,} games between {', '.join(found['players'])}; seed {found['seed']}"
        sheet.supxlabel(note, fontsize=8, color="#555555", x=0.01, ha="left")
    return sheet


def _spread(
    axes: Axes, width: int, counted: list[list[int]], games: int, names: list[str], colour: int = 0
) -> None:
    """Few values as bars, each at its value; many as outlines. The last bin is marked if it holds the
    rest."""
    used = max((place for counts in counted for place, count in enumerate(counts) if count), default=0) + 1
    draw = _bars if width == 1 and used <= FEW else _outlines
    draw(axes, width, [[100 * n / games for n in counts[:used]] for counts in counted], names, colour)
    if used == BINS:  # the last bin holds everything higher
        low = (BINS - 1) * width
        axes.axvline(low - (width == 1) / 2, color="#555555", linewidth=0.8, linestyle=":")
        axes.text(
            low - (width == 1) / 2, axes.get_ylim()[1] * 0.6, f"{low} and more ", ha="right", fontsize=8
        )


def _bars(axes: Axes, width: int, shares: list[list[float]], names: list[str], first: int) -> None:
    del width
    from tavola.analysis import plots

    each = 0.8 / len(shares)
    for number, (name, values) in enumerate(zip(names, shares, strict=True)):
        axes.bar(
            [place - 0.4 + each * (number + 0.5) for place in range(len(values))],
            values,
            each,
            label=name,
            color=plots.COLOURS[(first + number) % len(plots.COLOURS)],
            hatch=plots.HATCHES[number % len(plots.HATCHES)],
            edgecolor="white",
            linewidth=0.5,
        )
    axes.set_xticks(range(len(shares[0])))


def _outlines(axes: Axes, width: int, shares: list[list[float]], names: list[str], first: int) -> None:
    """With a light fill, so that several can overlap. A single value has its bin around it."""
    from tavola.analysis import plots

    edges = [width * place - (width == 1) / 2 for place in range(len(shares[0]) + 1)]
    for number, (name, values) in enumerate(zip(names, shares, strict=True)):
        colour = plots.COLOURS[(first + number) % len(plots.COLOURS)]
        line = ("-", "--", "-.", ":")[number % 4]
        axes.stairs(values, edges, color=colour, alpha=0.15, fill=True)
        axes.stairs(values, edges, color=colour, linestyle=line, linewidth=1.6, label=name)
    axes.set_xlim(edges[0], edges[-1])


def _label(axes: Axes, title: str, unit: str, width: int) -> None:
    axes.set_title(title)
    axes.set_xlabel(unit if width == 1 else f"{unit}, in steps of {width}")
    axes.set_ylabel("per cent of games")
