"""What is written down: moves in their notation, and whole games as records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tavola.core.contract import CHANCE, OVER
from tavola.core.errors import BadNotation, TavolaError
from tavola.core.match import Match
from tavola.core.match import replay as play_again
from tavola.core.record import RESIGNS, Record
from tavola.testing.walk import Luck, Position

SAMPLED = 3
NONSENSE = ("¿que?", "no such move in any game", "x" * 1000)


def notation(at: Position) -> Iterator[str]:
    """Every move has one notation, one line of text, which reads back as that move and no other."""
    if at.index == 0:
        yield from _refuses_nonsense(at)
    moves = list(at.moves)
    if at.actor == CHANCE:
        luck, now = Luck(at.luck("notation")), at.rules.chance(at.state)
        moves = list(dict.fromkeys(now.sample(luck) for _ in range(SAMPLED)))
    if at.before is not None:
        yield from _reads_back(at, at.move)
    for move in moves:
        yield from _reads_back(at, move)
    written = {str(move): move for move in moves}
    if len(written) < len(moves):
        yield f"two different moves are written alike: {', '.join(map(str, moves[:20]))}"


def _reads_back(at: Position, move: Any) -> Iterator[str]:
    text = str(move)
    if not text or text != text.strip() or not text.isprintable():
        yield f"the notation {text!r} is not one plain line"
    if text == RESIGNS:
        yield f"the notation {text!r} is the one of giving up, in every game"
    try:
        back = at.rules.parse(text)
    except TavolaError as error:
        yield f"{move!r} is written {text!r}, which does not read back: {error}"
        return
    if back != move:
        yield f"{move!r} is written {text!r}, which reads back as {back!r}"


def _refuses_nonsense(at: Position) -> Iterator[str]:
    for text in NONSENSE:
        try:
            move = at.rules.parse(text)
        except BadNotation:
            continue
        except Exception as error:
            yield f"reading {text[:40]!r} raised {error!r} instead of BadNotation"
        else:
            yield f"{text[:40]!r} reads as the move {move!r}"


def replay(at: Position) -> Iterator[str]:
    """The record of a game, as text and as JSON, reads back as itself and replays to the same state."""
    if not at.last:
        return
    yield from _reproduced(at, at.match)
    if at.actor == OVER:
        return
    given_up = Match(at.rules, at.match.names)
    given_up.moves, given_up.state = list(at.match.moves), at.state
    given_up.resign(at.luck("replay").randrange(at.seats))
    yield from _reproduced(at, given_up)


def _reproduced(at: Position, match: Match[Any, Any]) -> Iterator[str]:
    record = match.record()
    text, data = str(record), json.dumps(record.as_json())
    for form, written in (("text", text), ("JSON", data)):
        try:
            read = Record.parse(written)
        except TavolaError as error:
            yield f"the record as {form} does not read back: {error}"
            return
        if read != record:
            yield f"the record as {form} reads back as another one: {read} instead of {record}"
            return
    try:
        again = [played for played, _ in play_again(at.rules, Record.parse(text))][-1]
    except TavolaError as error:
        yield f"the record does not replay: {error}"
        return
    if again.state != match.state or again.outcome != match.outcome:
        yield f"replayed, the game ends in {again.state}, not in {match.state}"
