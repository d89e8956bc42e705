"""Resuming an unfinished game: the same rules, players and names, at the move where it stopped.

What has fallen stays: every throw and deal is in the record before anybody sees it. What comes is drawn anew,
from luck that is in no file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from tavola.bots.characters import PLAYERS, bots_in, display_names
from tavola.core.contract import OVER
from tavola.core.errors import BadOption, TavolaError, Trouble
from tavola.core.match import replay
from tavola.core.record import Record
from tavola.core.words import Lang
from tavola.library.reading import NO_FILE
from tavola.library.seats import NamedSeat
from tavola.terminal import words
from tavola.terminal.commands.reading import read_game
from tavola.terminal.drawings.pen import clean
from tavola.terminal.drawings.screen import Screen
from tavola.terminal.lines.replaying import rules_for
from tavola.terminal.lines.sitting import AnyMatch
from tavola.terminal.saved.folder import Lock, games_folder, unfinished
from tavola.terminal.saved.keeping import Keeper


@dataclass(frozen=True, slots=True)
class Begun:
    """An unfinished game, and its file."""

    match: AnyMatch
    seated: tuple[NamedSeat, ...]
    keeper: Keeper


def last_unfinished() -> Path:
    """The latest unfinished game; a TavolaError if there is none."""
    found = next(iter(unfinished()), None)
    if found is None:
        raise TavolaError(words.NOTHING_TO_RESUME.fill(folder=repr(str(games_folder()))))
    return found[0]


def begun(path: Path, lang: Lang) -> Begun:
    """The game in a file; its lock is taken by this process."""
    if not path.is_file():
        raise TavolaError(NO_FILE.fill(path=repr(str(path))))
    lock = Lock(path)  # before it is read, so that no other process writes to it
    try:
        record = read_game(str(path))
        if not isinstance(record, Record):
            raise Trouble(words.SAVED_MATCH)
        keeper = Keeper(path, force=True)
        keeper.lock, keeper.passing = lock, path.parent == games_folder()
        return Begun(_match(record, lang), seated_in(record), keeper)
    except BaseException:
        lock.release()
        raise


def seated_in(record: Record) -> tuple[NamedSeat, ...]:
    """The players, as the record has them."""
    if len(record.tags.get(PLAYERS, "").split(",")) != len(record.seats):
        raise BadOption(words.NOBODY_KNOWN)
    told = zip(display_names(record), bots_in(record), record.seats, strict=True)
    return tuple(NamedSeat(name, bot, label) for name, bot, label in told)


def _match(record: Record, lang: Lang) -> AnyMatch:
    *_, (match, _) = replay(rules_for(record, lang), record)
    if match.actor == OVER or match.outcome is not None:
        raise TavolaError(words.IS_OVER)
    return match


def show_unfinished(screen: Screen | None, lang: Lang) -> None:
    """The unfinished games, for people or, without a screen, for programs."""
    found = list(unfinished())
    if screen is None:
        told = [
            {"path": str(path), "game": record.game, "seats": record.seats, "moves": len(record.moves)}
            for path, record in found
        ]
        print(json.dumps(told, indent=1))
        return
    for path, record in found:
        who = ", ".join(map(clean, display_names(record)))
        said = words.LEFT.fill(game=record.game, seats=who, moves=len(record.moves), path=str(path))
        screen.show([said.in_(lang)])
    if not found:
        screen.show([words.NOTHING_LEFT.in_(lang)])
