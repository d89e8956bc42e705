"""Tables of figures, for a terminal or for a pipe."""

from __future__ import annotations

from collections.abc import Iterable

from tavola.core.tables import Table
from tavola.terminal.drawings.screen import Screen


def print_tables(screen: Screen, tables: Iterable[Table]) -> None:
    for number, table in enumerate(tables):
        if number:
            print()
        print_table(screen, table)


def print_table(screen: Screen, table: Table) -> None:
    if screen.plain:
        print(table)
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table as Grid

    grid = Grid(
        title=table.title,
        box=box.SIMPLE_HEAD,
        title_justify="left",
        title_style="bold",
        caption=table.note or None,
    )
    grid.caption_justify = "left"
    for number, column in enumerate(table.columns):
        grid.add_column(column, justify="right" if table.is_number(number) else "left")
    for row in table.rows:
        grid.add_row(*row)
    Console(highlight=False, markup=False, emoji=False).print(grid)
