"""What a notebook shows of a table, a match and a record, and what a match prints.

No game is known here: a table is its facts. Games draw theirs in the terminal, by Rich; where Rich is
installed, a match prints so too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from tavola.core.contract import CHANCE
from tavola.core.drawing import Drawing, below, beside, cards, dice, text
from tavola.core.game import load

if TYPE_CHECKING:
    from tavola.core.contract import View
    from tavola.core.match import Match
    from tavola.core.record import Record

CARD = re.compile(r"(10|[A2-9FCR])[bcds]")
DICE_NAMES = {"dice", "kept", "shown"}
LABEL = 90  # the column of names
LINE = 100  # characters in a line of words
BETWEEN = "  ·  "
NOT_YET = ("winner", -1)  # how the rules of dice say that nobody has won
LAST_MOVES = 12
DRAWN = "tavola.terminal.drawings.render:table_lines"  # found by its path, as a game's parts are
MOST_MOVES = 2000  # of a record; the rest is said to be there


# ---- a table ----


def view_svg(view: View[Any, Any]) -> str:
    """What a seat sees."""
    who = "a spectator" if view.seat is None else f"seat {view.seat}"
    rows = [text(f"as {who} sees it", 12, "#7a6f60"), *_rows(facts(view.table))]
    if view.moves:
        rows.append(_row("may play", text(_some(view.moves))))
    return below(rows, f"the table as {who} sees it").svg()


def facts(table: Any) -> dict[str, Any]:
    """The fields of a table by name, whatever type it is."""
    if hasattr(table, "to_data"):
        return dict(table.to_data())
    if hasattr(table, "_asdict"):
        return _flat(table._asdict())
    if is_dataclass(table):
        return {field.name: getattr(table, field.name) for field in fields(table)}
    return {"table": table}


def _flat(named: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in named.items():
        found.update(_flat(value._asdict()) if hasattr(value, "_asdict") else {name: value})
    return found


def _rows(told: Mapping[str, Any]) -> Iterator[Drawing]:
    """What can be drawn, each in a row of its own; then the rest as text, in few lines."""
    seats, words = told.get("seats", 0), []
    for name, value in told.items():
        shown = value[:seats] if isinstance(value, tuple) and seats and len(value) > seats else value
        drawn, label = _drawn(name, shown), name.replace("_", " ")
        if drawn is not None:
            yield _row(label, drawn)
        elif is_there(shown) and (name, shown) != NOT_YET:
            words.append(f"{label} {value_text(shown)}")
    for line in _lines(words):
        yield text(line, 12, "#7a6f60")


def _lines(words: Sequence[str]) -> Iterator[str]:
    """As many in a line as there is room for; none is broken in two."""
    line = ""
    for word in words:
        longer = f"{line}{BETWEEN}{word}" if line else word
        if line and len(longer) > LINE:
            yield line
            longer = word
        line = longer
    if line:
        yield line


def _row(name: str, drawn: Drawing) -> Drawing:
    label = text(name, 12, "#7a6f60")
    return beside((Drawing(LABEL, label.height, label.shapes, name), drawn))


def _drawn(name: str, value: Any) -> Drawing | None:
    """A drawing of dice or cards; None for anything else, and for empty values."""
    if name in DICE_NAMES and isinstance(value, int):
        return dice(str(value)) if value else None
    if name in DICE_NAMES and isinstance(value, tuple):
        return beside([dice(str(each)) for each in value if each], name, 18) if any(value) else None
    if isinstance(value, str) and CARD.fullmatch(value):
        return cards([value])
    if not isinstance(value, list) or not value:
        return None
    if all(isinstance(each, list) for each in value):
        drawn = [part for each in value if (part := _drawn(name, each)) is not None]
        return beside(drawn, name, 18) if drawn else None
    return cards(value) if all(isinstance(each, str) and CARD.fullmatch(each) for each in value) else None


def is_there(value: Any) -> bool:
    """Is there something to show? None, an empty hand, and lists of these are nothing."""
    return any(map(is_there, value)) if isinstance(value, list | tuple) else value is not None


def value_text(value: Any) -> str:
    """A value as people read it: what a list holds, with spaces between."""
    return " ".join(map(value_text, value)) if isinstance(value, list | tuple) else str(value)


def _some(moves: Sequence[Any]) -> str:
    shown = ", ".join(str(move) for move in moves[:10])
    return shown + (f" and {len(moves) - 10} more" if len(moves) > 10 else "")


# ---- a match and a record ----


def match_text(match: Match[Any, Any]) -> str:
    """The names, the table as the seat that decides sees it, and the legal moves; or how it ended."""
    names, end, actor = match.names, match.outcome, match.actor
    head = f"{match.rules.info.title}: {', '.join(names)}"
    if end is not None:
        winners = ", ".join(names[seat] for seat in end.winners) or "nobody"
        scores = ", ".join(f"{name} {score}" for name, score in zip(names, end.scores, strict=False))
        counts = match.rules.info.score.counts.en.capitalize()
        return f"{head}\nThe game is over: {end.reason.en}. Won by {winners}.\n{counts}: {scores}"
    view = match.rules.view(match.state, actor if actor >= 0 else None)
    turn = "Chance is next." if actor == CHANCE else f"{names[actor]} may play: {_some(match.legal)}"
    return "\n".join([head, *_table_lines(match, view), turn])


def _table_lines(match: Match[Any, Any], view: View[Any, Any]) -> list[str]:
    try:
        lines: list[str] = load(DRAWN)(match.rules, view, match.names)
    except ModuleNotFoundError:  # there is no Rich
        told = facts(view.table).items()
        return [f"  {name.replace('_', ' ')}: {value_text(value)}" for name, value in told if is_there(value)]
    return lines


def match_html(match: Match[Any, Any]) -> str:
    """The names, the scores, what lies open, and what was played last."""
    rules, end = match.rules, match.outcome
    scores = end.scores if end else rules.score(match.state)
    turn = match.actor
    heads = [f"<b>{escape(name)}</b>{' ▸' if seat == turn else ''}" for seat, name in enumerate(match.names)]
    winners = ", ".join(match.names[seat] for seat in end.winners) if end else ""
    result = f"<p>{escape(end.reason.en)}: {escape(winners or 'nobody wins')}</p>" if end else ""
    last = match.moves[-LAST_MOVES:]
    skipped = len(match.moves) - len(last)
    moves = _moves_html(_without_secrets(match, last), match.names, skipped + 1)
    before = f"<p>{skipped} moves before these</p>" if skipped else ""
    picture = "" if end else view_svg(rules.view(match.state, None))
    head = f"<h4>{escape(rules.info.title)}</h4>{_table(heads, map(str, scores))}"
    return f"{head}{result}{picture}{before}{moves}"


def _without_secrets(match: Match[Any, Any], moves: Sequence[tuple[int, Any]]) -> list[tuple[int, str]]:
    """The moves; while a match goes on, each dealt card that is still unseen becomes "?"."""
    told = {} if match.outcome else facts(match.rules.view(match.state, None).table)
    hidden = set(told.get("unseen", ()))
    return [
        (who, CARD.sub(lambda card: "?" if card[0] in hidden else card[0], str(move))) for who, move in moves
    ]


def record_html(record: Record) -> str:
    """The head of a record, its result, and all of its moves folded away."""
    names = [f"<b>{escape(name)}</b>" for name in record.seats]
    options = " ".join(f"{name}={value}" for name, value in record.options.items())
    scores = record.result["scores"] if record.result else ["…"] * len(names)
    won = ""
    if record.result:
        winners = [record.seats[seat] for seat in record.result["winners"]]
        won = f"<p>{escape(record.result['reason'])}: {escape(', '.join(winners) or 'nobody wins')}</p>"
    moves = _moves_html(record.moves[:MOST_MOVES], record.seats)
    more = len(record.moves) - MOST_MOVES
    rest = f"<p>and {more} more</p>" if more > 0 else ""
    return (
        f"<h4>{escape(record.game)} {escape(options)}</h4>{_table(names, map(str, scores))}{won}"
        f"<details><summary>{len(record.moves)} moves</summary>{moves}{rest}</details>"
    )


def _table(heads: Sequence[str], cells: Any) -> str:
    head = "".join(f"<th>{each}</th>" for each in heads)
    body = "".join(f"<td>{escape(each)}</td>" for each in cells)
    return f"<table><tr>{head}</tr><tr>{body}</tr></table>"


def _moves_html(moves: Sequence[tuple[int, str]], names: Sequence[str], first: int = 1) -> str:
    lines = (
        f"<li>{escape(names[who]) if 0 <= who < len(names) else '<i>chance</i>'}: {escape(move)}</li>"
        for who, move in moves
    )
    return f'<ol start="{first}">{"".join(lines)}</ol>'
