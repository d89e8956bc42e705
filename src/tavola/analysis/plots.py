"""Figures for reports: titled, labelled, in colours that colour-blind readers can tell apart.

The same report gives the same file, byte for byte, as SVG; PNG for where SVG can't go.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tavola.core.errors import TavolaError
from tavola.core.extras import PLOTS
from tavola.core.words import Phrase

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENDINGS = (".svg", ".png")
MOST_MOVES = 12  # bars of one figure
PLOT = Phrase("a plot", "un graphique", "un grafico")
# Okabe and Ito's palette, which keeps its differences for all common kinds of colour vision.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")
# Matplotlib's default; given explicitly, it prints no warning that finding a place is slow.
WHERE: Final = "best"
HATCHES = ("", "//", "..", "xx", "\\\\", "--", "++", "oo")  # and in print without colours
STYLE = {
    "svg.hashsalt": "tavola",
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.titlesize": 13,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "legend.frameon": False,
}


class BadPlot(TavolaError):
    def __init__(self, path: Path) -> None:
        super().__init__(f"a plot is written as {' or '.join(ENDINGS)}, not as {path.name[:60]!r}")


def check(path: Path) -> None:
    """Refuse early what could not be written after a long computation."""
    if path.suffix.lower() not in ENDINGS:
        raise BadPlot(path)
    if not path.parent.is_dir():
        raise TavolaError(f"there is no folder {str(path.parent)[:200]!r} to write the plot into")
    if path.is_dir():
        raise TavolaError(f"{str(path)[:200]!r} is a folder, not a file")
    _matplotlib()


def _matplotlib() -> Any:
    PLOTS.check(PLOT)
    import matplotlib

    return matplotlib


def sheet(title: str, x: str, y: str, size: tuple[float, float] = (9.0, 5.0)) -> tuple[Figure, Axes]:
    """An empty figure with its title and labels. Not a window: nothing is ever shown on a screen."""
    with _matplotlib().rc_context(STYLE):
        from matplotlib.figure import Figure

        figure = Figure(figsize=size, layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(title)
        axes.set_xlabel(x)
        axes.set_ylabel(y)
    return figure, axes


def bars(
    title: str, series: Mapping[str, Mapping[str, float]], y: str, x: str = "", note: str = ""
) -> Figure:
    """Groups of bars: one group for each category, one colour and hatch for each series. A nameless series
    needs no legend."""
    figure, axes = sheet(title, x, y)
    with _matplotlib().rc_context(STYLE):
        categories = list(next(iter(series.values())))
        width = 0.8 / len(series)
        for number, (name, values) in enumerate(series.items()):
            places = [i - 0.4 + width * (number + 0.5) for i in range(len(categories))]
            axes.bar(
                places,
                [values[category] for category in categories],
                width,
                label=name,
                color=COLOURS[number % len(COLOURS)],
                hatch=HATCHES[number % len(HATCHES)],
                edgecolor="white",
                linewidth=0.5,
            )
        many = len(categories) > 8
        axes.set_xticks(
            range(len(categories)), categories, rotation=45 if many else 0, ha="right" if many else "center"
        )
        if any(series):
            axes.legend(loc=WHERE)
        _sign(figure, note)
    return figure


def moves(title: str, found: Sequence[Any], unit: str, chances: bool, note: str = "") -> Figure:
    """What moves are worth, the best first; chances in per cent. The note says what is left out."""
    scale = 100.0 if chances else 1.0
    shown = {each["move"]: scale * abs(each["value"]["p"]) for each in found[:MOST_MOVES]}
    if len(found) > MOST_MOVES:
        note = f"The best {MOST_MOVES} of {len(found)} moves. {note}".strip()
    return bars(title, {"": shown}, f"{unit}, per cent" if chances else unit, note=note)


def steps(
    title: str,
    series: Mapping[str, Sequence[tuple[float, float]]],
    x: str,
    y: str,
    note: str = "",
    log: bool = False,
) -> Figure:
    """Curves that go in steps, such as the chance to have at least so many points."""
    figure, axes = sheet(title, x, y)
    with _matplotlib().rc_context(STYLE):
        lines = ("-", "--", "-.", ":")
        for number, (name, points) in enumerate(series.items()):
            axes.step(
                [at for at, _ in points],
                [value for _, value in points],
                where="pre",
                label=name,
                color=COLOURS[number % len(COLOURS)],
                linestyle=lines[number % len(lines)],
                linewidth=1.8,
            )
        if log:
            axes.set_yscale("log")
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.grid(True, axis="both")
        axes.set_xlim(left=0)
        axes.legend(loc=WHERE)
        _sign(figure, note)
    return figure


def heat(
    title: str, values: Any, extent: tuple[float, float], x: str, y: str, colours: str, note: str = ""
) -> Figure:
    """A map of chances by two scores, in per cent, with lines of equal height."""
    figure, axes = sheet(title, x, y, (7.5, 6.2))
    with _matplotlib().rc_context(STYLE):
        low, high = extent
        box = (low, high, low, high)
        image = axes.imshow(
            100 * values, origin="lower", extent=box, cmap="cividis", vmin=0, vmax=100, aspect="equal"
        )
        levels = list(range(10, 100, 10))
        lines = axes.contour(100 * values, levels=levels, extent=box, colors="white", linewidths=0.8)
        axes.clabel(lines, fmt=lambda height: f"{height:.0f} %", fontsize=8)
        axes.grid(False)
        figure.colorbar(image, ax=axes, label=colours)
        _sign(figure, note)
    return figure


def _sign(figure: Figure, note: str) -> None:
    if note:
        figure.supxlabel(note, fontsize=8, color="#555555", x=0.01, ha="left")


def svg(figure: Figure) -> str:
    """The figure as text, for notebooks."""
    out = io.StringIO()
    with _matplotlib().rc_context(STYLE):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": "tavola"})
    return out.getvalue()


def save(figure: Figure, path: Path) -> None:
    """Write it in the format of the path's ending; no date goes in, so that equal figures are equal files."""
    check(path)
    kind = path.suffix.lower().removeprefix(".")
    metadata = {"Date": None, "Creator": "tavola"} if kind == "svg" else {"Software": "tavola"}
    with _matplotlib().rc_context(STYLE):
        try:
            figure.savefig(path, format=kind, dpi=160, metadata=metadata)
        except OSError as trouble:
            raise TavolaError(
                f"the plot can't be written to {str(path)[:200]!r}: {trouble.strerror}"
            ) from None
