"""`tavola play`: who sits down, with which luck, before which front, and what is said at the end."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tavola.bots import Bot
from tavola.core.contract import Rules, Seat
from tavola.core.errors import TavolaError, Trouble
from tavola.core.match import Match
from tavola.core.words import Lang
from tavola.games import game_names
from tavola.terminal import words
from tavola.terminal.keeping import Keeper
from tavola.terminal.lines import Lines
from tavola.terminal.review_hints import Hints
from tavola.terminal.screen import Screen, warn
from tavola.terminal.seats import Sitter, bots_of, company, default_players, luck, sitters, tags_of
from tavola.terminal.sitting import AnyMatch, Leaves, Sitting
from tavola.terminal.talk import Talk, pen_of
from tavola.terminal.waiting import waiting


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asked for."""

    rules: Rules[Any, Any]
    players: str | None
    seed: int
    lang: Lang
    record: Path | None
    force: bool
    plain: bool | None
    as_json: bool
    delay: float
    hint: bool = False


def opens_app(plain: bool | None, as_json: bool = False) -> bool:
    """Does a person sit before a screen that can be drawn on, and has said nothing against it?

    The app draws on the standard error. --no-plain asks for the drawn table line by line.
    """
    if plain is not None or as_json or os.environ.get("TERM", "") in ("", "dumb", "unknown"):
        return False
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def needs_game(game: str | None) -> str:
    """Where there is no list to choose from, a game must be named."""
    if game is None:
        raise TavolaError(f"which game? tavola play GAME; there are: {', '.join(game_names())}")
    return game


def play_game(ask: Request) -> None:
    players = default_players(ask.rules.info) if ask.players is None else ask.players
    seated = sitters(players, ask.rules.info, ask.lang)
    bots = bots_of(seated, ask.rules, ask.seed)
    _prepare(bots, ask.rules, len(seated))
    match = Match(ask.rules, [sitter.label for sitter in seated])
    front = _front(ask, tuple(sitter.name for sitter in seated), seated)
    keeper = None if ask.record is None else Keeper(ask.record, ask.force)
    # The seed stands in the record, so that the game can be had again; nobody is shown it before the end.
    tags = tags_of(seated, ask.seed)
    sitting = Sitting(match, bots, luck(ask.seed, "dice"), front, keeper, tags)
    try:
        sitting.play()
    except Leaves:
        pass
    except KeyboardInterrupt:
        _say_goodbye(ask, "" if keeper is None or sitting.unsaved else str(keeper.path))
        raise
    trouble = sitting.unsaved
    if keeper is not None and trouble is not None:
        _save_somewhere(keeper, sitting, match)
    if isinstance(front, Lines):
        front.ends(match, tags)
    else:
        front.ends(match, tags["Seed"], "" if keeper is None or sitting.unsaved else str(keeper.path))
    if trouble is not None:
        raise trouble


def _prepare(bots: Mapping[Seat, Bot], rules: Rules[Any, Any], seats: int) -> None:
    """A bot that has to solve the game first does it now, not before its first move."""
    for bot in bots.values():
        if prepare := getattr(bot, "prepare", None):
            with waiting() as progress:
                prepare(rules, seats, progress)


def _save_somewhere(keeper: Keeper, sitting: Sitting, match: AnyMatch) -> None:
    try:
        keeper.last_resort(match.record(sitting.tags))
        sitting.unsaved = None
    except (Trouble, OSError):
        return  # there is no place at all; the trouble is told


def _front(ask: Request, names: tuple[str, ...], seated: tuple[Sitter, ...]) -> Lines | Talk:
    humans = frozenset(seat for seat, sitter in enumerate(seated) if not sitter.bot)
    hints = Hints(ask.rules, len(names), ask.lang, ask.hint)
    if ask.as_json:
        viewer = next(iter(humans)) if len(humans) == 1 else None
        return Lines(ask.rules, names, ask.lang, viewer, hints if ask.hint else None)
    screen = Screen(ask.plain, ask.delay)
    pen = pen_of(ask.rules, names, ask.lang, screen, humans)
    return Talk(
        ask.rules,
        pen,
        screen,
        keeps=ask.record is not None,
        hints=hints,
        company=company(seated, ask.rules.info.name),
    )


def _say_goodbye(ask: Request, path: str) -> None:
    """After Ctrl-C, on a line of its own, and not among what a program reads."""
    where = " " + words.KEPT_IN.fill(path=path).in_(ask.lang) if path else ""
    warn("")
    warn(words.GOODBYE.in_(ask.lang) + where)
