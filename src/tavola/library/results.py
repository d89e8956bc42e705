"""The result of a verb: a value that prints as its command does, and can be passed on to other tools."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tavola.core.tables import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Result(ABC):
    """`print(result)` shows what the command shows; `to_dict()` is what its `--json` writes."""

    @property
    @abstractmethod
    def tables(self) -> tuple[Table, ...]:
        """The figures, each table with `to_csv`, `to_pandas` and `to_polars`."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data."""

    @abstractmethod
    def figure(self) -> Figure:
        """A figure of it, by Matplotlib."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences that stand below the tables."""
        return ()

    def to_json(self) -> str:
        """The same as text."""
        return json.dumps(self.to_dict(), indent=1)

    def plot(self, path: str | Path | None = None) -> Figure:
        """A figure of it; with a path it is written there too, as .svg or .png."""
        from tavola.analysis import plots

        plots.check(Path("figure.svg") if path is None else Path(path))
        figure = self.figure()
        if path is not None:
            plots.save(figure, Path(path))
        figure.__dict__["_repr_svg_"] = partial(plots.svg, figure)  # for notebooks, without pyplot
        return figure

    def __str__(self) -> str:
        tables = "\n\n".join(map(str, self.tables))
        return "\n".join([tables, *self.remarks])

    def _repr_html_(self) -> str:
        """For notebooks."""
        said = "".join(f"<p>{escape(each)}</p>" for each in self.remarks)
        return "".join(table._repr_html_() for table in self.tables) + said
