"""What one sits down to: the options that are not the usual ones, the clock, and whether it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tavola.core.words import Lang
from tavola.table import messages as m
from tavola.terminal.app import words as w
from tavola.terminal.pen import clean


def terms(options: Mapping[str, str], clock: m.Clock, rated: bool, lang: Lang) -> list[str]:
    """What is not as usual at a table, each in a few words."""
    told = [clean(f"{name} {value}") for name, value in options.items()]
    if clock.decision is not None:
        told.append(w.CLOCK_DECISION.fill(seconds=f"{clock.decision:g}").in_(lang))
    if clock.game is not None:
        told.append(w.CLOCK_GAME.fill(seconds=f"{clock.game:g}").in_(lang))
    return [*told, *([w.RATED.in_(lang)] if rated else [])]


def seats(chairs: Sequence[m.Chair], lang: Lang, you: int | None = None) -> list[str]:
    """Who sits where, and who of them is away."""
    return [_seat(chair, lang, mine=seat == you) for seat, chair in enumerate(chairs)]


def _seat(chair: m.Chair, lang: Lang, *, mine: bool) -> str:
    if not chair.name:
        return f"({w.FREE.in_(lang)})"
    note = w.YOU if mine else w.AWAY if not chair.connected else None
    return clean(chair.name) + ("" if note is None else f" ({note.in_(lang)})")
