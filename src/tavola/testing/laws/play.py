"""How a game runs: the number of players, whose turn it is, what may be played, and nothing remembered."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from tavola.core.chance import Chance
from tavola.core.contract import CHANCE, OVER, Outcome
from tavola.core.errors import BadSeats, IllegalMove, numbers
from tavola.core.words import LANGS
from tavola.testing.walk import Luck, Position, hash_of

COPY_EVERY = 8  # a full copy of the state is slow to make
TRIED = 12  # moves tried at a position, when there are many
GLANCE = 16  # outcomes compared when a chance is asked twice


def seats(at: Position) -> Iterator[str]:
    """A game starts with as many players as it says, and refuses fewer and more."""
    if at.index:
        return
    allowed = at.rules.info.seats
    high = max(allowed)
    for number in {-1, *range(high + 2), high + 1000} - set(allowed):
        try:
            at.rules.start(number)
        except BadSeats:
            continue
        except Exception as error:
            yield f"start({number}) raised {error!r}; for {numbers(allowed)} players it should be BadSeats"
        else:
            yield f"start({number}) was accepted, but the game says it takes {numbers(allowed)} players"


# ---- pure ----


def pure(at: Position) -> Iterator[str]:
    """The same question gets the same answer, and asking changes nothing."""
    outside = random.getstate()
    if at.hashed is None:
        yield f"the state can't be hashed: {at.shown}"
    yield from _unchanged(at)
    if at.before is not None:
        yield from _played_again(at, at.before)
    yield from _asked_again(at)
    yield from _unchanged(at)
    if random.getstate() != outside:
        yield "the rules draw from Python's global random numbers, not from the source they are given"


def _played_again(at: Position, before: Position) -> Iterator[str]:
    if repr(before.state) != before.shown or hash_of(before.state) != before.hashed:
        yield f"playing {at.move} changed the state it was played on"
    twin = copy.deepcopy(before.state) if at.index % COPY_EVERY == 0 else before.state
    again = at.rules.play(before.state, at.move)
    if twin != before.state:
        yield f"playing {at.move} changed the state it was played on"
    if again != at.step:
        yield f"playing {at.move} twice from the same state gave {at.step} and then {again}"


def _asked_again(at: Position) -> Iterator[str]:
    rules, s = at.rules, at.state
    asked: list[tuple[str, Any, Any]] = [
        ("actor", at.actor, rules.actor(s)),
        ("moves", at.moves, tuple(rules.moves(s))),
        ("outcome", rules.outcome(s), rules.outcome(s)),
        ("score", rules.score(s), rules.score(s)),
        ("holdings", dict(rules.holdings(s)), dict(rules.holdings(s))),
    ]
    asked += [(f"view of {seat}", rules.view(s, seat), rules.view(s, seat)) for seat in at.everyone]
    if at.actor == CHANCE:
        one, two = rules.chance(s), rules.chance(s)
        asked.append(("chance", _glance(one), _glance(two)))
        asked.append(("sample with the same luck", one.sample(Luck(at.seed)), two.sample(Luck(at.seed))))
    if at.index == 0:
        asked.append(("start", s, rules.start(at.seats)))
    for what, first, second in asked:
        if first != second:
            yield f"{what}, asked twice, was {first} and then {second}"


def _unchanged(at: Position) -> Iterator[str]:
    if repr(at.state) != at.shown or hash_of(at.state) != at.hashed:
        yield "the state was changed by asking about it or by trying a move on it"


def _glance(chance: Chance[Any]) -> list[Any]:
    return list(islice(chance.outcomes(), GLANCE))


# ---- turns ----


def turns(at: Position) -> Iterator[str]:
    """Someone moves, or chance does, or the game is over: legal moves and the outcome say the same."""
    if at.actor not in (CHANCE, OVER) and not 0 <= at.actor < at.seats:
        yield f"the actor is {at.actor}, who does not sit at a table of {at.seats}"
    if at.actor >= 0 and not at.moves:
        yield f"seat {at.actor} is to move and has no legal move"
    if at.actor < 0 and at.moves:
        who = "chance moves" if at.actor == CHANCE else "the game is over"
        yield f"{who}, and yet there are legal moves: {_few(at.moves)}"
    for move in at.moves:
        if hash_of(move) is None:
            yield f"the move {move} can't be hashed"
            return
    if len(set(at.moves)) < len(at.moves):
        yield f"the same move is listed twice: {_few(at.moves)}"
    yield from _ending(at, at.rules.outcome(at.state))


def _ending(at: Position, end: Outcome | None) -> Iterator[str]:
    if end is None:
        if at.actor == OVER:
            yield "the game is over and has no outcome"
        return
    if at.actor != OVER:
        yield f"the game has an outcome, {end}, and yet it goes on"
    if len(end.scores) != at.seats:
        yield f"the outcome has {len(end.scores)} scores for {at.seats} seats"
    if not end.winners:
        yield "the game is over and nobody has won; if all are equal, all have"
    if not set(end.winners) <= set(range(at.seats)) or len(set(end.winners)) < len(end.winners):
        yield f"the winners {end.winners} are not so many seats of a table of {at.seats}"
    if not all(end.reason.in_(lang) for lang in LANGS):
        yield f"the reason of the outcome, {end.reason!r}, lacks a language"
    score = at.rules.info.score
    if not all(score.counts.in_(lang) for lang in LANGS):
        yield f"what the scores count, {score.counts!r}, lacks a language"


# ---- legality ----


def legality(at: Position) -> Iterator[str]:
    """What is listed can be played; all else is refused with an IllegalMove, with words in each language."""
    rng = at.luck("legality")
    legal = at.moves if len(at.moves) <= TRIED else rng.sample(at.moves, TRIED)
    for move in legal:
        try:
            at.rules.play(at.state, move)
        except Exception as error:
            yield f"{move} is listed as legal, but playing it raised {error!r}"
    earlier = list(at.seen)
    for move in earlier if len(earlier) <= TRIED else rng.sample(earlier, TRIED):
        if not _may_happen(at, move):
            yield from _refusal(at, move)


def _may_happen(at: Position, move: Any) -> bool:
    if at.actor == CHANCE:
        return bool(at.rules.chance(at.state).prob(move) > 0)
    return move in at.moves


def _refusal(at: Position, move: Any) -> Iterator[str]:
    try:
        at.rules.play(at.state, move)
    except IllegalMove as error:
        if not all(error.why.in_(lang).strip() for lang in LANGS):
            yield f"{move} is refused, but why is not said in every language: {error.why!r}"
        if any("{" in error.why.in_(lang) for lang in LANGS):
            yield f"{move} is refused with a blank left open: {error.why!r}"
    except Exception as error:
        yield f"{move} is not legal here; playing it raised {error!r} instead of IllegalMove"
    else:
        listed = {CHANCE: "what chance may do", OVER: "nothing: the game is over"}.get(
            at.actor, _few(at.moves)
        )
        yield f"{move} was accepted, but it is not legal here; legal is {listed}"


def _few(moves: tuple[Any, ...]) -> str:
    return ", ".join(map(str, moves[:20])) + (", ..." if len(moves) > 20 else "")
