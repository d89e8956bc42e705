"""The terms of a table: the options that are not the usual ones, the clock, and whether it is rated."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tavola.core.errors import TavolaError
from tavola.core.options import describe
from tavola.core.words import Lang, colon
from tavola.table import messages as m
from tavola.terminal.app import words as w
from tavola.terminal.drawings.catalogue import info_of
from tavola.terminal.drawings.pen import clean


def terms(game: str, options: Mapping[str, str], clock: m.Clock, rated: bool, lang: Lang) -> list[str]:
    """The unusual terms of a table, each in a few words."""
    told = [clean(said) for said in rules_told(game, options, lang)]
    if clock.decision is not None:
        told.append(w.CLOCK_DECISION.fill(seconds=f"{clock.decision:g}").in_(lang))
    if clock.game is not None:
        told.append(w.CLOCK_GAME.fill(seconds=f"{clock.game:g}").in_(lang))
    return [*told, *([w.RATED.in_(lang)] if rated else [])]


def all_terms(state: m.State, lang: Lang) -> list[str]:
    """All terms of a table, the usual ones too."""
    rules = terms(state.game, state.options, m.Clock(), False, lang) or [w.USUAL.in_(lang)]
    clock = terms(state.game, {}, state.clock, False, lang) or [w.NO_CLOCK.in_(lang)]
    quiet = [w.QUIET.in_(lang)] if state.quiet else []
    return [*rules, *clock, (w.RATED if state.rated else w.UNRATED).in_(lang), *quiet]


def rules_told(game: str, options: Mapping[str, str], lang: Lang) -> list[str]:
    """Options by their help, up to its first colon: `where 221 ranks: lowest`."""
    try:
        known = describe(info_of(game).options)
    except TavolaError:  # a plug-in that can't be loaded here
        known = {}
    return [
        colon(_head(known[name][1].help.in_(lang)), _value(value, lang), lang)
        if name in known
        else f"{name} {value}"
        for name, value in options.items()
    ]


def _head(help: str) -> str:
    return re.split(r"\s*[:;]", help, maxsplit=1)[0]


def _value(value: str, lang: Lang) -> str:
    said = {"on": w.YES, "off": w.NO}.get(value)
    return value.replace("_", " ") if said is None else said.in_(lang)


def seats(chairs: Sequence[m.Chair], lang: Lang, you: int | None = None) -> list[str]:
    """The players by seat, and which of them are away."""
    return [_seat(chair, lang, mine=seat == you) for seat, chair in enumerate(chairs)]


def _seat(chair: m.Chair, lang: Lang, *, mine: bool) -> str:
    if not chair.name:
        return f"({w.FREE.in_(lang)})"
    note = w.YOU if mine else w.AWAY if not chair.connected else None
    return clean(chair.name) + ("" if note is None else f" ({note.in_(lang)})")
