"""How a game ended that was not played out, and by whose doing: in words, and as tags of a record.

A seat that gives up loses by the rules; in the record it resigns. A game that is broken off has no winner.
That happens in protocols that can't resume, when a player is too slow or leaves. Its record has the scores so
far, no winners, and in the tag `Dropped` the seat that caused it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tavola.core.contract import Outcome, Seat
from tavola.core.match import Match
from tavola.core.record import Record
from tavola.core.words import Phrase, same
from tavola.table.words import ENDED

HOW, DROPPED = "Ended", "Dropped"  # tags of a record
OLDER = {
    "won": "played",
    "timeout": "time",
    "disconnected": "left",
}  # values in records of older versions


def reason_of(how: str, who: str, otherwise: Phrase) -> Phrase:
    """Why a game is over, with the name of whoever ended it."""
    return ENDED[how].fill(who=who) if how in ENDED else otherwise


def broken_off(record: Record, how: str, seat: Seat, scores: Sequence[int]) -> Record:
    """The record of a game that a seat broke off: nobody has won."""
    reason = reason_of(how, record.seats[seat], same(how))
    result = {"reason": reason.en, "scores": list(scores), "winners": []}
    return replace(record, result=result, tags={**record.tags, HOW: how, DROPPED: str(seat)})


def ending_of(record: Record, match: Match[Any, Any], names: Sequence[str]) -> tuple[str, Outcome] | None:
    """How a replayed record ended, and its outcome; None if the game, or the replay so far, has no end."""
    outcome, seat = match.outcome, match.resigned
    said = record.tags.get(HOW, "")
    how = OLDER.get(said, said)
    if outcome is None:
        if record.result is None or len(match.moves) < len(record.moves):
            return None
        outcome = Outcome(same(record.result["reason"]), tuple(record.result["scores"]), ())
        seat = _dropped(record)
    if seat is not None:
        outcome = replace(outcome, reason=reason_of(how, names[seat], outcome.reason))
    if how not in ("played", "resigned", *ENDED):
        how = "played" if match.resigned is None else "resigned"
    return how, outcome


def _dropped(record: Record) -> Seat | None:
    text = record.tags.get(DROPPED, "")
    seat = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else len(record.seats)
    return seat if seat < len(record.seats) else None
