"""A whole table as lines of text, for whoever prints a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavola.core.contract import Rules
from tavola.terminal.drawings.pen import Pen
from tavola.terminal.drawings.render import AnyView, renderer_of


def table_lines(rules: Rules[Any, Any], view: AnyView, names: Sequence[str]) -> list[str]:
    """Where the game stands, and what lies before the one who decides."""
    pen = Pen("en", tuple(names), lambda event: rules.say(event, "en", names))
    look = renderer_of(rules)
    before = [*look.hand(pen, view), *look.status(pen, view)] if view.moves else []
    table = [] if before and look.redraws else look.table(pen, view)  # such a hand shows the table too
    return [line.plain.rstrip() for line in (*table, *before) if line.plain.strip()]
