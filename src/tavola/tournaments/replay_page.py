"""A game of a tournament as a page beside the report: every move in words, with an address of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from tavola.core.contract import CHANCE
from tavola.core.driver import moves_of
from tavola.core.errors import TavolaError
from tavola.core.record import Record
from tavola.core.words import clean
from tavola.games import rules_of

REPLAYS = "replays"
MOST_MOVES = 5000  # on a page; longer games are cut, which is said
LONGEST = 300  # characters of a text that a bot may have written

Blunders = Mapping[int, Mapping[str, Any]]  # by the number of the move


def replay_name(number: int) -> str:
    """The address of a game's page, from the report."""
    return f"{REPLAYS}/{number}.html"


def replay_link(number: int | None, move: int | None = None, linked: bool = True) -> str:
    """A link to a game, or to a move of it; only the text if it is not `linked`."""
    if number is None:
        return ""
    words = f"game {number}" if move is None else f"game {number}, move {move}"
    if not linked:
        return words
    return f'<a href="{replay_name(number)}{"" if move is None else f"#move-{move}"}">{words}</a>'


def blunders_by_game(found: Mapping[str, Any] | None) -> dict[int, dict[int, Mapping[str, Any]]]:
    """The coach's findings, by game and move."""
    sorted_: dict[int, dict[int, Mapping[str, Any]]] = {}
    for bot in () if found is None else found["entrants"]:
        for each in bot["worst"]:
            sorted_.setdefault(each["number"], {})[each["move"]] = each
    return sorted_


def replay_body(number: int, record: Record, blunders: Blunders) -> str:
    """The content of a game's page."""
    names = seat_names(record.seats)
    head = f"{record.game}, game {number}: {', '.join(names)}"
    parts = [
        '<p><a href="../report.html">the tournament</a></p>',
        f"<h1>{_safe(head)}</h1>",
        *(f"<p>{_safe(each)}</p>" for each in _ending(record, names)),
        f"<p class=note>Line {number} of games.jsonl is the record of this game.</p>",
        "<table><thead><tr><th class=n>move</th><th>who</th><th>plays</th><th>what happens</th></tr></thead>",
        f"<tbody>{''.join(_rows(record, names, blunders))}</tbody></table>",
    ]
    if (more := len(record.moves) - MOST_MOVES) > 0:
        parts.append(f"<p class=note>{more:,} more moves are in the record.</p>")
    return "".join(parts)


def seat_names(seats: Sequence[str]) -> list[str]:
    """The names, with the seat if partners share one."""
    twice = len(set(seats)) < len(seats)
    return [f"{name} ({seat})" if twice else name for seat, name in enumerate(seats, 1)]


def _ending(record: Record, names: Sequence[str]) -> Iterable[str]:
    set_, rotation = record.tags.get("Set", ""), record.tags.get("Rotation", "")
    yield f"Set {set_}, rotation {rotation}."
    if record.result is not None:
        won = [names[seat] for seat in record.result["winners"]]
        scores = ", ".join(
            f"{name} {score}" for name, score in zip(names, record.result["scores"], strict=False)
        )
        yield f"{'Won by ' + ', '.join(won) if won else 'Nobody won'}: {record.result['reason']}. {scores}."
    if (fault := record.tags.get("Fault")) is not None:
        seat, _, why = fault.partition(" ")
        yield f"{names[int(seat)]} lost it by its own doing: {why}"


def _rows(record: Record, names: Sequence[str], blunders: Blunders) -> Iterator[str]:
    try:
        rules = rules_of(record)
        for _, move in moves_of(rules, record):
            if move is None:
                continue
            if move.number > MOST_MOVES:
                return
            who = "" if move.actor == CHANCE else names[move.actor]
            said = "; ".join(filter(None, (rules.say(each, "en", names) for each in move.events)))
            yield _row(move.number, who, move.text, said, blunders.get(move.number))
    except TavolaError as error:
        yield f"<tr><td colspan=4>From here on it can't be played again: {_safe(str(error))}</td></tr>"


def _row(number: int, who: str, text: str, said: str, blunder: Mapping[str, Any] | None) -> str:
    cells = "".join(f"<td>{_safe(each)}</td>" for each in (who, text))
    coach = "" if blunder is None else f"<br><b>{_safe(_priced(blunder))}</b>"
    mark = "" if blunder is None else " class=blunder"
    cells += f"<td class=said>{_safe(said)}{coach}</td>"
    return f'<tr id="move-{number}"{mark}><td class=n>{number}</td>{cells}</tr>'


def _priced(blunder: Mapping[str, Any]) -> str:
    why = f" ({blunder['why']})" if blunder["why"] else ""
    return f"The coach: this cost {blunder['says']}; best was {blunder['best']}{why}."


def _safe(text: str) -> str:
    """Escaped: names, moves and reasons may come from anybody's bot."""
    return escape(clean(text if len(text) <= LONGEST else f"{text[:LONGEST]}…"))
