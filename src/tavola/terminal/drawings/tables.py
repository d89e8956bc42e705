"""Tables of figures, for a terminal or for a pipe."""

from __future__ import annotations

import re

from tavola.terminal.drawings.screen import Screen

# As people write it, the point a comma where that is the custom; give or take; and in what it is counted.
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?( ± \d+([.,]\d+)?)?( %| [a-z]+)?")


def print_table(
    screen: Screen, title: str, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...], note: str
) -> None:
    if screen.plain:
        _print_plain(title, columns, rows, note)
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(
        title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold", caption=note or None
    )
    table.caption_justify = "left"
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if _is_number(rows, number) else "left")
    for row in rows:
        table.add_row(*row)
    Console(highlight=False, markup=False, emoji=False).print(table)


def _print_plain(title: str, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...], note: str) -> None:
    widths = [max(len(row[number]) for row in (columns, *rows)) for number in range(len(columns))]
    right = [_is_number(rows, number) for number in range(len(columns))]
    print(title)
    for row in (columns, *rows):
        cells = (cell.rjust(w) if r else cell.ljust(w) for cell, w, r in zip(row, widths, right, strict=True))
        print("  ".join(cells).rstrip())
    if note:
        print(note)


def _is_number(rows: tuple[tuple[str, ...], ...], column: int) -> bool:
    """Does a column hold numbers, which stand one under the other?"""
    return column > 0 and all(NUMBER.fullmatch(row[column]) for row in rows if row[column])
