"""Tables of figures: what people read, and the numbers behind it, for programs.

>>> table = Table("Throws", ("dice", "chance"), (("111", percent(1 / 216)), ("421", percent(6 / 216))))
>>> print(table)
Throws
dice  chance
111   0.46 %
421   2.78 %
>>> print(table.to_csv(), end="")
dice,chance
111,0.004629629629629629
421,0.027777777777777776
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from tavola.core.errors import TavolaError
from tavola.core.extras import Needs

# A number as people write it: a point or a comma, perhaps a margin, perhaps a unit.
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?( ± \d+([.,]\d+)?)?( %| [a-z]+)?")
PLAIN_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
PER_CENT = re.compile(r"([+-]?\d+)(?:[.,](\d+))? %")
SPREAD = "±"
PANDAS, POLARS = Needs("pandas", ("pandas",)), Needs("polars", ("polars",))


class ShownNumber(str):
    """A number as people read it; `value` is the number."""

    __slots__ = ("value",)
    value: float

    def __new__(cls, shown: str, value: float) -> ShownNumber:
        figure = super().__new__(cls, shown)
        figure.value = value
        return figure

    def __reduce__(self) -> tuple[type[ShownNumber], tuple[str, float]]:
        return type(self), (str(self), self.value)


def percent(share: float | Mapping[str, Any], digits: int = 2) -> ShownNumber:
    """A chance in per cent, or the one under "p" of an exact chance in a report."""
    p = share if isinstance(share, int | float) else share["p"]
    return ShownNumber(f"{100 * p:z.{digits}f} %", p)  # z: never -0.0


class Table(NamedTuple):
    """Part of a report as people read it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def __str__(self) -> str:
        """Columns of plain text, numbers one under the other."""
        widths = [max(len(row[n]) for row in (self.columns, *self.rows)) for n in range(len(self.columns))]
        right = [self.is_number(number) for number in range(len(self.columns))]
        lines = [self.title]
        for row in (self.columns, *self.rows):
            cells = (c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, widths, right, strict=True))
            lines.append("  ".join(cells).rstrip())
        return "\n".join([*lines, self.note] if self.note else lines)

    def is_number(self, column: int) -> bool:
        """Does a column hold numbers, which stand one under the other?"""
        return column > 0 and all(NUMBER.fullmatch(row[column]) for row in self.rows if row[column])

    def _repr_html_(self) -> str:
        """For notebooks."""
        sides = ["right" if self.is_number(number) else "left" for number in range(len(self.columns))]
        head = _html_row("th", self.columns, sides)
        body = "".join(_html_row("td", row, sides) for row in self.rows)
        note = f"<p><small>{escape(self.note)}</small></p>" if self.note else ""
        return f"<h4>{escape(self.title)}</h4><table>{head}{body}</table>{note}"

    # ---- the numbers behind it, for programs ----

    @property
    def names(self) -> tuple[str, ...]:
        """The columns, each with a name of its own: what comes after `won` as `±` is `won ±`."""
        found: list[str] = []
        for column in self.columns:
            name = f"{found[-1]} {SPREAD}" if column == SPREAD and found else column
            found.append(name if name not in found else f"{name} {sum(n == column for n in found) + 1}")
        return tuple(found)

    def values(self) -> dict[str, list[Any]]:
        """The columns with their numbers: 0.5 where people read 50.00 %; None where a cell is empty."""
        columns = zip(*self.rows, strict=True) if self.rows else ((),) * len(self.columns)
        return {name: _values(cells) for name, cells in zip(self.names, columns, strict=True)}

    def to_csv(self, path: str | Path | None = None) -> str:
        """The numbers as CSV, written to a file too if one is named."""
        out = io.StringIO()
        writer, columns = csv.writer(out, lineterminator="\n"), self.values()
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
        if path is not None:
            try:
                Path(path).write_text(out.getvalue(), encoding="utf-8", newline="")
            except OSError as error:
                raise TavolaError(f"can't write {str(path)[:200]!r}: {error.strerror or error}") from None
        return out.getvalue()

    def to_pandas(self) -> Any:
        """The numbers as a pandas DataFrame."""
        PANDAS.check("to_pandas")
        return import_module("pandas").DataFrame(self.values())

    def to_polars(self) -> Any:
        """The numbers as a Polars DataFrame."""
        POLARS.check("to_polars")
        return import_module("polars").DataFrame(self.values())


def _values(cells: Sequence[str]) -> list[Any]:
    """Numbers if all cells are, else texts as they stand."""
    numbers = [_number(cell) for cell in cells]
    if all(number is not None for number, cell in zip(numbers, cells, strict=True) if cell):
        return numbers
    return [str(cell) or None for cell in cells]


def _number(cell: str) -> float | None:
    if isinstance(cell, ShownNumber):
        return cell.value
    if PLAIN_NUMBER.fullmatch(cell):
        return float(cell) if "." in cell else int(cell)
    found = PER_CENT.fullmatch(cell)  # as exact as it is written
    return float(f"{found[1]}.{found[2] or 0}e-2") if found else None


def _html_row(tag: str, cells: Sequence[str], sides: Sequence[str]) -> str:
    told = zip(cells, sides, strict=True)
    return "<tr>" + "".join(f'<{tag} style="text-align:{s}">{escape(c)}</{tag}>' for c, s in told) + "</tr>"
