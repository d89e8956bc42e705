"""`tavola play`: the players, their luck, the front for people or programs, and the last words."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any

from tavola.bots import Bot
from tavola.bots.characters import bot_of, character
from tavola.core.contract import Rules, Seat
from tavola.core.errors import TavolaError, Trouble
from tavola.core.extras import APP
from tavola.core.match import Match
from tavola.core.record import Record
from tavola.core.words import Lang, Phrase
from tavola.games import game_names
from tavola.library.seats import NamedSeat, bots_of, default_players, luck, sitters, tags_of
from tavola.terminal import words
from tavola.terminal.drawings.screen import Screen, print_tables, warn
from tavola.terminal.drawings.waiting import waiting
from tavola.terminal.lines.hints import Hints
from tavola.terminal.lines.json_lines import Lines
from tavola.terminal.lines.sitting import Leaves, Sitting
from tavola.terminal.lines.talk import Talk, pen_of
from tavola.terminal.saved.folder import Lock, games_folder
from tavola.terminal.saved.keeping import Keeper, passing
from tavola.terminal.saved.resuming import Begun


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """The options of the command line."""

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
    begun: Begun | None = None  # a game to go on with


def opens_app(plain: bool | None, as_json: bool = False) -> bool:
    """Is there a person at a screen that can be drawn on, who has not chosen otherwise?

    The app draws on the standard error. --no-plain asks for the drawn table line by line.
    """
    if plain is not None or as_json or os.environ.get("TERM", "") in ("", "dumb", "unknown"):
        return False
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def app_is_here(lang: Lang) -> bool:
    """Is the app installed? If not, says how to install it, and the game is played line by line."""
    if (missing := APP.why_not(words.APP_TABLE)) is None:
        return True
    warn(words.LINES_INSTEAD.fill(why=missing.said).in_(lang))
    return False


def company(seated: Sequence[NamedSeat], game: str) -> list[Phrase]:
    """A line on each bot at the table; one for all bots of a family."""
    families: dict[str, list[NamedSeat]] = {}
    for sitter in seated:
        if sitter.bot:
            families.setdefault(bot_of(sitter.bot), []).append(sitter)
    return [
        words.PLAYS_LIKE.fill(who=", ".join(each.name for each in those), line=character(game, bot).line)
        for bot, those in families.items()
    ]


def needs_game(game: str | None) -> str:
    """Without a list to choose from, a game must be named."""
    if game is None:
        raise TavolaError(words.WHICH_GAME.fill(known=", ".join(game_names())))
    return game


def play_game(ask: PlayRequest) -> None:
    seated = _seated(ask)
    bots = bots_of(seated, ask.rules, ask.seed)
    _prepare(bots, ask.rules, len(seated))
    match = ask.begun.match if ask.begun else Match(ask.rules, [sitter.label for sitter in seated])
    front = _front(ask, tuple(sitter.name for sitter in seated), seated)
    keeper = _keeper(ask, front)
    # The seed is in the record, so that the game can be played again; it is not shown before the end.
    tags = tags_of(seated, None if ask.begun else ask.seed)
    sitting = Sitting(match, bots, luck(ask.seed, "dice"), front, keeper, tags)
    forget = False
    try:
        sitting.play()
    except Leaves as leaves:
        forget = leaves.forget
    except KeyboardInterrupt:
        _say_goodbye(ask, None if sitting.unsaved else keeper)
        raise
    except BaseException:  # a kill, a closed window, a bot that broke down
        if keeper is not None:
            keeper.close()
        raise
    _end(ask, sitting, front, forget)


def _seated(ask: PlayRequest) -> tuple[NamedSeat, ...]:
    if ask.begun:
        return ask.begun.seated
    players = default_players(ask.rules.info) if ask.players is None else ask.players
    return sitters(players, ask.rules.info, ask.lang)


def _keeper(ask: PlayRequest, front: Lines | Talk) -> Keeper | None:
    """The keeper of the record: the resumed file, the file asked for, or, for a person at a terminal, a
    temporary one."""
    if ask.begun:
        if isinstance(front, Talk) and ask.begun.keeper.passing:
            front.keeper = ask.begun.keeper
        return ask.begun.keeper
    if ask.record is not None:
        keeper = Keeper(ask.record, ask.force)
        keeper.lock = Lock(keeper.path)
        return keeper
    if isinstance(front, Talk) and front.pen.humans and front.screen.is_live:
        front.keeper = passing(ask.rules.info.name)
        return front.keeper
    return None


def _end(ask: PlayRequest, sitting: Sitting, front: Lines | Talk, forget: bool) -> None:
    """The result, the offers after it, and the record."""
    match, keeper, tags, trouble = sitting.match, sitting.keeper, sitting.tags, sitting.unsaved
    if keeper is not None and trouble is not None:
        _save_somewhere(keeper, sitting)
    if isinstance(front, Lines):
        front.ends(match, tags)
    else:
        shown = keeper is not None and not sitting.unsaved and not keeper.passing
        front.ends(match, tags.get("Seed", ""), str(keeper.path) if keeper and shown else "")
        if match.outcome is None and keeper is not None and not forget and not sitting.unsaved:
            front.screen.show([front.pen.word(words.GO_ON, command=resume_command(keeper))])
        kept = offer_review(front, sitting, ask.lang) if match.outcome is not None else not forget
        forget = not kept
    if keeper is not None:
        keeper.close(forget=keeper.passing and forget)
    if trouble is not None:
        raise trouble


def resume_command(keeper: Keeper) -> str:
    """The command that resumes it: without a name it is the last unfinished game."""
    ours = keeper.path.parent == games_folder()
    return "tavola resume" if ours else f"tavola resume {quote(str(keeper.path))}"


def offer_review(front: Talk, sitting: Sitting, lang: Lang) -> bool:
    """After the end, to a person at a terminal: review it, save it. Is the record to be kept?"""
    kept = False
    if not (front.pen.humans and front.screen.is_live):
        return kept
    saves = sitting.keeper is not None and sitting.keeper.passing
    question = front.pen.word(words.REVIEW_OR_SAVE if saves else words.REVIEW_PERHAPS)
    while True:
        try:
            answer = front.screen.ask(question).casefold()
        except EOFError:
            return kept
        if answer == "s" and saves and sitting.keeper is not None and not sitting.unsaved:
            kept = True
            front.screen.show([front.pen.word(words.KEPT_IN, path=str(sitting.keeper.path))])
        elif answer == "r":
            _review(front, sitting.record(), lang)
        else:
            return kept


def _review(front: Talk, record: Record, lang: Lang) -> None:
    from tavola.terminal.commands.review import reviewed

    try:
        found = reviewed(record, lang)
    except TavolaError as error:
        warn(error.said.in_(lang))
        return
    print_tables(front.screen, found.tables)
    front.screen.show(found.remarks)


def _prepare(bots: Mapping[Seat, Bot], rules: Rules[Any, Any], seats: int) -> None:
    """A bot that has to solve the game does it now, not before its first move."""
    for bot in bots.values():
        if prepare := getattr(bot, "prepare", None):
            with waiting() as progress:
                prepare(rules, seats, progress)


def _save_somewhere(keeper: Keeper, sitting: Sitting) -> None:
    try:
        keeper.last_resort(sitting.record())
        sitting.unsaved = None
    except (Trouble, OSError):
        return  # no file can be written; that was reported


def _front(ask: PlayRequest, names: tuple[str, ...], seated: tuple[NamedSeat, ...]) -> Lines | Talk:
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


def _say_goodbye(ask: PlayRequest, keeper: Keeper | None) -> None:
    """After Ctrl-C, on a line of its own, and not in a program's output."""
    warn("")
    warn(words.GOODBYE.in_(ask.lang))
    if keeper is not None:
        if not keeper.passing:
            warn(words.KEPT_IN.fill(path=str(keeper.path)).in_(ask.lang))
        warn(words.GO_ON.fill(command=resume_command(keeper)).in_(ask.lang))
        keeper.close()
