"""A game being played: the rules, the state, and every move so far. The one thing here that remembers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

from tavola.core.chance import Source
from tavola.core.contract import CHANCE, OVER, Outcome, Rules, Seat, Step
from tavola.core.errors import BrokenRecord, TavolaError
from tavola.core.options import changed
from tavola.core.record import MAX_MOVES, RESIGNS, Record
from tavola.core.words import GAME_IS_OVER, same

S = TypeVar("S")
M = TypeVar("M")


@lru_cache(maxsize=65536, typed=True)
def _made(actor: Seat, move: Any) -> tuple[Seat, Any]:
    """A thousand games remember much the same moves: each is kept once."""
    return actor, move


class Match(Generic[S, M]):
    """One game at one table. `play` and `draw` go forward; `record` tells all of it."""

    def __init__(self, rules: Rules[S, M], names: Sequence[str]) -> None:
        self.rules = rules
        self.names = tuple(names)
        self.state = rules.start(len(self.names))
        self.actor = rules.actor(self.state)  # asked for again and again, so worked out once a move
        self.moves: list[tuple[Seat, M]] = []
        self.resigned: Seat | None = None

    @property
    def outcome(self) -> Outcome | None:
        if self.resigned is not None:
            return self.rules.concede(self.state, self.resigned)
        return self.rules.outcome(self.state) if self.actor == OVER else None

    def play(self, move: M) -> Step[S]:
        """Make the actor's move, or chance's."""
        if self.resigned is not None:
            raise TavolaError(str(GAME_IS_OVER))
        step = self.rules.play(self.state, move)
        self.moves.append(_made(self.actor, move))
        self.state = step.state
        self.actor = self.rules.actor(step.state)
        return step

    def draw(self, rng: Source) -> Step[S]:
        """Let chance make its move."""
        return self.play(self.rules.chance(self.state).sample(rng))

    def resign(self, seat: Seat) -> None:
        if self.actor == OVER:
            raise TavolaError(str(GAME_IS_OVER))
        if not 0 <= seat < len(self.names):
            raise TavolaError(f"there is no seat {seat}; seats are 0 to {len(self.names) - 1}")
        self.resigned, self.actor = seat, OVER

    def _repr_html_(self) -> str:
        """For notebooks."""
        from tavola.core.showing import match_html

        return match_html(self)

    def record(self, tags: Mapping[str, str] | None = None) -> Record:
        moves = [(who, str(move)) for who, move in self.moves]
        if self.resigned is not None:
            moves.append((self.resigned, RESIGNS))
        return Record(
            game=self.rules.info.name,
            options=changed(self.rules.options),
            rules_version=self.rules.info.rules_version,
            seats=self.names,
            moves=tuple(moves),
            result=None if (end := self.outcome) is None else end.as_dict(),
            tags=dict(tags or {}),
        )


def replay(rules: Rules[Any, Any], record: Record) -> Iterator[tuple[Match[Any, Any], Step[Any] | None]]:
    """Play a record again. Yields the match at its start (no step yet) and after each move.

    BrokenRecord says at which move the record stops making sense.
    """
    if len(record.moves) > MAX_MOVES:
        raise BrokenRecord(0, f"a record holds at most {MAX_MOVES} moves")
    try:
        match = Match(rules, record.seats)
    except TavolaError as error:
        raise BrokenRecord(0, str(error)) from None
    yield match, None
    for number, (who, text) in enumerate(record.moves, 1):
        yield match, _again(match, number, who, text)
    _compare(record, match)


def _again(match: Match[Any, Any], number: int, who: Seat, text: str) -> Step[Any]:
    try:
        if text == RESIGNS and who != CHANCE:
            match.resign(who)
            return Step(match.state, ())
        if match.actor == OVER:
            raise TavolaError(str(GAME_IS_OVER))
        if who != match.actor:
            raise TavolaError(f"{_who(who)} moves, but it is the turn of {_who(match.actor)}")
        return match.play(match.rules.parse(text))
    except TavolaError as error:
        raise BrokenRecord(number, str(error)) from None


def _who(seat: Seat) -> str:
    return "chance" if seat == CHANCE else f"seat {seat}"


def _compare(record: Record, match: Match[Any, Any]) -> None:
    if record.result is None:
        return
    end = match.outcome
    if end is None and not record.result["winners"]:  # it was broken off, and nobody has won
        end = Outcome(same(record.result["reason"]), match.rules.score(match.state), ())
    if end is None:
        raise BrokenRecord(len(record.moves), "the result is given, but the moves do not reach an end")
    if list(end.winners) != record.result["winners"] or list(end.scores) != record.result["scores"]:
        told = f"winners {record.result['winners']}, scores {record.result['scores']}"
        true = f"winners {list(end.winners)}, scores {list(end.scores)}"
        raise BrokenRecord(len(record.moves), f"the result says {told}, but the moves give {true}")
