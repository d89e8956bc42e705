"""The texts around the board: whose turn it is, the score, what may be done, the keys."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from tavola.core.contract import OVER
from tavola.core.words import Phrase
from tavola.terminal.app import words as w
from tavola.terminal.app.card_board import CardBoard
from tavola.terminal.app.dice_board import DiceBoard
from tavola.terminal.app.remote import WAYS
from tavola.terminal.app.source import Way
from tavola.terminal.drawings.pen import Pen

if TYPE_CHECKING:
    from tavola.terminal.app.table import TableScreen

KEY, LABEL = "bold black on #d9a441", "on #3a4a40"
LEFT_OUT = (
    "f2",
    "f3",
    "f9",
)  # dropped first where the foot is too narrow: seldom pressed, and in the help


def words(screen: TableScreen, pen: Pen) -> dict[str, Text]:
    """All texts, by the names of their widgets."""
    view = screen.board.view
    score = [] if view is None else screen.board.look.table(pen, view)
    return {
        "sign": sign(screen, pen),
        "score": Text("\n").join(score),
        "status": status(screen, pen),
        "actions": actions(screen, pen),
        "foot": foot(screen, pen),
    }


def sign(screen: TableScreen, pen: Pen) -> Text:
    title = Text.assemble((f" {screen.source.rules.info.title} ", "bold reverse"), "  ", _turn(screen, pen))
    if screen.clock:
        title.append(f"   {screen.clock}", "bold yellow")
    if screen.note:
        title.append(f"   {screen.note}", "bold red")
    title.truncate(max(10, screen.size.width - 1), overflow="ellipsis")
    return title


def _turn(screen: TableScreen, pen: Pen) -> str:
    view, board = screen.board.view, screen.board
    if view is None:
        return pen.word(w.WAITING)
    if board.asked is not None:
        return pen.word(w.YOUR_TURN, who=pen.names[board.asked])
    if view.actor == OVER or screen.follower.over:
        return pen.word(w.IS_OVER)
    seat = board.look.on_turn(view)
    return pen.word(w.DEALING) if seat is None else pen.word(w.TURN_OF, who=pen.names[seat])


def status(screen: TableScreen, pen: Pen) -> Text:
    board = screen.board
    if board.view is None and screen.source.remote:
        return Text("\n").join(Text(line) for line in screen.far.room(pen.lang))
    lines = [line for line in (board.status(), Text(board.prompt(), "bold cyan")) if line.plain]
    return Text("\n").join(lines)


def actions(screen: TableScreen, pen: Pen) -> Text:
    """The buttons: those of the board, and after the end the next steps."""
    named = {"enter": pen.word(w.KEY_ENTER), **{key: key.upper() for key in WAYS}}
    wanted = [(action.key, action.label) for action in screen.board.actions()]
    wanted += [(answer.key, answer.label) for answer in screen.follower.endings]
    wanted += [(way.key, _in_time(way, pen)) for way in _ways(screen)]
    pieces = []
    for press, label in wanted:
        shown = f" {label or pen.word(w.THROW_DICE)} "
        piece = Text.assemble((f" {named.get(press, press)} ", KEY), (shown, LABEL))
        pieces.append(_clickable(piece, press))
    return Text("  ").join(pieces)


def _ways(screen: TableScreen) -> list[Way]:
    """What may be done about a player who has gone."""
    return screen.far.ways() if screen.source.remote and not screen.follower.over else []


def _in_time(way: Way, pen: Pen) -> str:
    said = pen.word(way.label)
    return f"{said} {pen.word(w.IN_SECONDS, n=ceil(way.wait))}" if way.wait > 0 else said


def foot(screen: TableScreen, pen: Pen) -> Text:
    """The keys that always mean the same."""
    source = screen.source
    board, over = screen.board, screen.follower.over
    cards = isinstance(board, CardBoard)
    plays = board.view is not None and bool(source.humans) and not over
    keys = [("1-5" if isinstance(board, DiceBoard) else "1-9", w.FOOT_PICK, "")] if plays else []
    keys += [(pen.word(w.KEY_SPACE), w.FOOT_WAYS, "space")] if plays and cards else []
    keys += [("q", w.FOOT_QUIT, "q"), *(_far_keys(screen) if source.remote else [])]
    keys += [("F1", w.FOOT_HELP, "f1"), ("F2", w.FOOT_LANGUAGE, "f2"), ("F3", w.FOOT_RULES, "f3")]
    keys += [("F4", w.FOOT_HINT, "f4")] if screen.adviser.may and not over else []
    keys += [("F5", w.FOOT_RESIGN, "f5")] if plays else []
    keys += [("F9", w.FOOT_DICE, "f9")] if source.remote else []
    parts = {press: _key_and_word(key, pen.word(word), press) for key, word, press in keys}
    line = Text("  ").join(parts.values())
    while len(parts) > 1 and line.cell_len > screen.size.width - 2:
        del parts[next((key for key in LEFT_OUT if key in parts), [*parts][-1])]
        line = Text("  ").join(parts.values())
    return line


def _key_and_word(key: str, word: str, press: str) -> Text:
    part = Text.assemble((key, "bold yellow"), (f" {word}", "dim"))
    return _clickable(part, press) if press else part


def _far_keys(screen: TableScreen) -> list[tuple[str, Phrase, str]]:
    free = "" in screen.source.names
    keys = [("c", w.FOOT_CHAT, "c"), *([("b", w.FOOT_BOT, "b")] if free else [])]
    return keys + ([("j", w.FOOT_SIT, "j")] if free and not screen.source.humans else [])


def _clickable(text: Text, key: str) -> Text:
    text.stylize(Style(meta={"@click": f"screen.press('{key}')"}))
    return text
