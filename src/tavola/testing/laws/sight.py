"""What each seat sees, and what it must not be able to tell.

The test of a secret: ask the rules for other states that the seat takes for possible, and see whether
anything that reaches the seat distinguishes them from the true one. The states that `guess` varies define
what is secret; so a view that leaks a secret which `guess` faithfully copies is not found out, unless it
leaks everything.

Secrets come to light only by moves, with two exceptions: an event that `reveals`, such as a showdown, and the
end of the game, when everything may be shown. A seat that is told such an event only in part learns nothing
more from it than that it happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from tavola.core.contract import CHANCE, OVER, Event, Seat, Step, View
from tavola.testing.walk import CheckMemory, Luck, Position

GUESSES = 2
TRIED = 3  # moves tried on each guessed state
DEEP = 6  # how deep a view is searched for the state


def view(at: Position) -> Iterator[str]:
    """Everyone's view shows who moves, and the legal moves to the one who moves, to nobody else."""
    for seat in at.everyone:
        seen = at.rules.view(at.state, seat)
        if seen.seat != seat or seen.options != at.rules.options:
            yield f"the view of {who(seat)} is for {who(seen.seat)}, with options {seen.options}"
        if seen.actor != at.actor:
            yield f"the view of {who(seat)} says that {who(seen.actor)} moves, but it is {who(at.actor)}"
        due = at.moves if seat is not None and seat == at.actor else ()
        if seen.moves != due:
            yield f"the view of {who(seat)} lists the moves {seen.moves}, not {due}"


def secrecy(at: Position) -> Iterator[str]:
    """States that differ only in what a seat can't see give it equal views, moves and events."""
    hidden = at.rules.info.hidden
    if not hidden:
        yield from _all_see_the_same(at)
    rng = at.luck("secrecy")
    for seat in at.everyone:
        seen = at.rules.view(at.state, seat)
        if hidden and _holds(seen, at.state, DEEP):
            yield f"the view of {who(seat)} holds the whole state"
        for _ in range(GUESSES if hidden else 1):
            guessed = at.rules.guess(seen, Luck(rng))
            yield from _tells_apart(at, seat, seen, guessed, rng)
        yield from _hears_more(at, seat, rng)


def something_hidden(memory: CheckMemory) -> Iterator[str]:
    """If guesses are always right there are no secrets, and the law of secrecy has checked nothing."""
    if memory.rules.info.hidden and memory.positions and not memory.guessed_otherwise:
        yield "seats are said to know different things, but every guess was the true state: nothing is hidden"


def _all_see_the_same(at: Position) -> Iterator[str]:
    spectator = at.rules.view(at.state, None)
    for seat in range(at.seats):
        seen = at.rules.view(at.state, seat)
        if replace(seen, seat=None, moves=()) != spectator:
            yield f"nothing is hidden in this game, yet {who(seat)} and a spectator see different things"


def _tells_apart(
    at: Position, seat: Seat | None, seen: View[Any, Any], guessed: Any, rng: Random
) -> Iterator[str]:
    """Does anything tell the seat that a guessed state is not the true one?"""
    if guessed == at.state:
        return
    at.memory.guessed_otherwise = True
    rules = at.rules
    in_guess = rules.view(guessed, seat)
    if in_guess != seen:
        yield f"{who(seat)} sees {seen}, but in a state guessed from that it would see {in_guess}"
        return
    if dict(rules.holdings(guessed)) != dict(rules.holdings(at.state)):
        yield f"{who(seat)} guesses a state in which something was lost or made: {guessed}"
    if seat == at.actor and tuple(rules.moves(guessed)) != at.moves:
        yield f"{who(seat)} could tell a guessed state from the true one by its legal moves"
    for move in _some_moves(at, rng):
        if _can_happen(at, guessed, move):
            true, other = rules.play(at.state, move), rules.play(guessed, move)
            yield from _differs(at, seat, true, other, f"after {move}, in a state it guessed")


def _hears_more(at: Position, seat: Seat | None, rng: Random) -> Iterator[str]:
    """Two moves that leave a seat with the same view must give it the same events, unless nothing was
    hidden."""
    if seat == at.actor or not at.rules.info.hidden:
        return
    steps = [(move, at.rules.play(at.state, move)) for move in _some_moves(at, rng)]
    for (one, first), (two, second) in pairwise(steps):
        alike = at.rules.view(first.state, seat) == at.rules.view(second.state, seat)
        if alike and first.state != second.state:
            yield from _differs(at, seat, first, second, f"{one} and {two} look alike to it:")


def _differs(at: Position, seat: Seat | None, one: Step[Any], two: Step[Any], when: str) -> Iterator[str]:
    rules = at.rules
    if OVER in (rules.actor(one.state), rules.actor(two.state)):
        return
    heard, otherwise = _heard(one.events, seat), _heard(two.events, seat)
    if heard != otherwise and not _revealed_otherwise(heard, otherwise):
        yield f"{who(seat)} hears what it can't know; {when} it hears {otherwise} instead of {heard}"
    elif _shown_down(one.events):
        return
    if rules.view(one.state, seat) != rules.view(two.state, seat):
        yield f"{who(seat)} sees what it can't know; {when} it has another view than in truth"


class LaidOpen(NamedTuple):
    """A revealing event as one seat is told it: its kind, and the event itself if that is told only in
    part."""

    kind: str
    told: Event | None


def _heard(events: Iterable[Event], seat: Seat | None) -> list[Event | LaidOpen]:
    """The events that a seat is told, up to the first that reveals."""
    heard: list[Event | LaidOpen] = []
    for event in events:
        seen = event.seen_by(seat)
        if event.reveals:
            return [*heard, LaidOpen(type(event).__name__, None if seen == event else seen)]
        if seen is not None:
            heard.append(seen)
    return heard


def _revealed_otherwise(heard: list[Event | LaidOpen], otherwise: list[Event | LaidOpen]) -> bool:
    """Do both begin alike up to revealing events of different kinds? Which kind comes is part of the
    secret."""
    if not heard or not otherwise or heard[:-1] != otherwise[:-1]:
        return False
    one, two = heard[-1], otherwise[-1]
    return isinstance(one, LaidOpen) and isinstance(two, LaidOpen) and one.kind != two.kind


def _shown_down(events: Iterable[Event]) -> bool:
    return any(event.reveals for event in events)


def _some_moves(at: Position, rng: Random) -> list[Any]:
    if at.actor == CHANCE:
        now, luck = at.rules.chance(at.state), Luck(rng)
        return list(dict.fromkeys(now.sample(luck) for _ in range(TRIED)))
    return rng.sample(at.moves, min(TRIED, len(at.moves)))


def _can_happen(at: Position, state: Any, move: Any) -> bool:
    if at.actor == CHANCE:
        return bool(at.rules.chance(state).prob(move) > 0)
    return move in at.rules.moves(state)


def _holds(value: object, wanted: object, depth: int) -> bool:
    """Is the very same object somewhere inside?"""
    if value is wanted:
        return True
    if depth == 0 or isinstance(value, (str, int)):
        return False
    inside: Iterable[object] = ()
    if isinstance(value, Mapping):
        inside = (*value.keys(), *value.values())
    elif isinstance(value, (tuple, list, set, frozenset)):
        inside = value
    elif is_dataclass(value):
        inside = [getattr(value, f.name, None) for f in fields(value)]
    return any(_holds(part, wanted, depth - 1) for part in inside)


def who(seat: Seat | None) -> str:
    names = {None: "a spectator", CHANCE: "chance", OVER: "nobody"}
    return names.get(seat, f"seat {seat}")
