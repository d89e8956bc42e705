"""Records played again, for people to follow or for programs to read."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from tavola.bots.characters import display_names
from tavola.core.contract import CHANCE, Rules
from tavola.core.driver import moves_of
from tavola.core.record import RESIGNS, Record
from tavola.core.words import Lang
from tavola.library.reading import outdated, rules_then
from tavola.table.endings import HOW, ending_of
from tavola.terminal import words
from tavola.terminal.drawings.pen import LOUD, Pen, clean
from tavola.terminal.drawings.render import renderer_of
from tavola.terminal.drawings.screen import Screen, warn
from tavola.terminal.lines.sitting import AnyMatch
from tavola.terminal.lines.talk import pen_of, result_lines

# The viewer of a finished game may see all that a spectator sees.
SPECTATOR = None


def rules_for(record: Record, lang: Lang) -> Rules[Any, Any]:
    """The rules of a record, with a word if they have changed since it was played."""
    rules = rules_then(record)
    if (changed := outdated(record, rules)) is not None:
        warn(words.WARNING.fill(what=changed).in_(lang))
    return rules


def show_replay(record: Record, screen: Screen, lang: Lang, step: bool) -> None:
    rules = rules_for(record, lang)
    names = tuple(map(clean, display_names(record)))
    pen = pen_of(rules, names, lang, screen, frozenset())
    look = renderer_of(rules)
    match = None
    for match, move in moves_of(rules, record):
        if move is None:
            screen.show([Text(pen.colon(rules.info.title, ", ".join(names)), "" if pen.plain else LOUD)])
            screen.show([f"{key}={clean(value)}" for key, value in record.options.items()])
            continue
        if (
            move.actor != CHANCE
            and match.resigned == move.actor
            and move.text == RESIGNS
            and _resigned(record)
        ):
            screen.show([pen.word(words.RESIGNS, who=names[move.actor])])
        lines = look.told(pen, move.before, move.after, move.events)
        lines = [line for line in lines if line.plain] if pen.plain else lines
        screen.show(lines)
        if step and lines and screen.is_live and wants_no_more(screen, pen):
            return
    assert match is not None  # the replay of any record begins with its start
    _show_end(record, match, screen, pen)


def _resigned(record: Record) -> bool:
    """Did the player resign? A player who was too slow, or left, is named at the end instead."""
    return record.tags.get(HOW, "resigned") == "resigned"


def wants_no_more(screen: Screen, pen: Pen) -> bool:
    """Asked between two steps: stop here?"""
    try:
        return screen.ask(pen.colon(pen.word(words.ENTER_GOES_ON))).casefold() in ("q", "quit")
    except EOFError:
        return True


def _show_end(record: Record, match: AnyMatch, screen: Screen, pen: Pen) -> None:
    screen.gap()
    if (ending := ending_of(record, match, pen.names)) is not None:
        screen.show(result_lines(pen, ending[1], match.rules.info.score.counts))
        return
    look, view = renderer_of(match.rules), match.rules.view(match.state, SPECTATOR)
    screen.show([*look.table(pen, view), pen.word(words.UNFINISHED)])
