"""What can be counted: tokens and cards, points and events."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tavola.core.contract import Event, Step
from tavola.core.words import LANGS
from tavola.testing.walk import Position, hash_of


def conservation(at: Position) -> Iterator[str]:
    """Tokens, cards and dice change hands, but none is ever lost or made."""
    had, has = dict(at.rules.holdings(at.first)), dict(at.rules.holdings(at.state))
    for kind in sorted(had.keys() | has.keys()):
        if had.get(kind) != has.get(kind):
            yield f"{kind}: {had.get(kind)} at the start, {has.get(kind)} now"
        elif has[kind] < 0:
            yield f"{kind}: there are {has[kind]}, less than none"


def events(at: Position) -> Iterator[str]:
    """The score changes by what the events say, and events can be kept, sent and told in every language."""
    score = at.rules.score(at.state)
    if len(score) != at.seats:
        yield f"the score has {len(score)} numbers for {at.seats} seats"
    if at.before is None or at.step is None:
        return
    for event in at.step.events:
        if not isinstance(event, Event):
            yield f"{event!r} is among the events and is none"
            return
    yield from _adds_up(at.rules.score(at.before.state), at.step, score)
    for event in at.step.events:
        yield from _can_be_told(at, event)
        for seat in at.everyone:
            seen = event.seen_by(seat)
            if seen is not None and seen is not event:
                yield from _can_be_told(at, seen)


def _adds_up(before: tuple[int, ...], step: Step[object], after: tuple[int, ...]) -> Iterator[str]:
    told = [0] * len(after)
    for event in step.events:
        for seat, change in event.change().items():
            if not 0 <= seat < len(after):
                yield f"{event} changes the score of seat {seat}, which is not at the table"
                return
            told[seat] += change
    changed = [now - then for then, now in zip(before, after, strict=True)]
    if told != changed:
        yield f"the score changed by {changed}, but the events {step.events} say {told}"


def _can_be_told(at: Position, event: Event) -> Iterator[str]:
    if hash_of(event) is None:
        yield f"the event {event!r} can't be hashed"
    try:
        json.dumps(event.as_dict())
    except (TypeError, ValueError) as error:
        yield f"the event {event!r} can't be written as JSON: {error}"
    said = {lang: at.rules.say(event, lang, at.match.names) for lang in LANGS}
    if not all(isinstance(words, str) for words in said.values()):
        yield f"the words for {event!r} are not all texts: {said}"
    if any(said.values()) and not all(said.values()):
        yield f"{event!r} is told in some languages only: {said}"
