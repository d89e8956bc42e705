"""A game being played: the rules, the state, and every move so far. The one thing here that remembers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

from tavola.core.chance import Source
from tavola.core.contract import CHANCE, OVER, Outcome, Rules, Seat, Step
from tavola.core.errors import BrokenRecord, TavolaError
from tavola.core.options import changed
from tavola.core.position import FROM, StartingPosition, position_of
from tavola.core.record import MAX_MOVES, RESIGNS, Record
from tavola.core.words import GAME_IS_OVER, Lang, Phrase, same

S = TypeVar("S")
M = TypeVar("M")
CHANCE_DECIDES = Phrase("then chance decides", "puis le hasard décide", "poi decide il caso")


@lru_cache(maxsize=65536, typed=True)
def _made(actor: Seat, move: Any) -> tuple[Seat, Any]:
    """A thousand games remember much the same moves: each is kept once."""
    return actor, move


class Match(Generic[S, M]):
    """One game at one table. `play` and `draw` go forward; `record` tells all of it.

    It prints as its table, takes moves as values or as text, and says what is legal and why something is not:

    >>> import random, tavola
    >>> match = tavola.Match(tavola.rules("5000"), ["Ada", "Bob"])
    >>> _ = match.draw(random.Random(3))
    >>> match
    <Match of 5000: Ada, Bob; 1 move made, Ada decides>
    >>> [str(move) for move in match.legal]
    ['play 55', 'play 5', 'bank', 'trash']
    >>> print(match.explain("play 55"))
    Ada plays 5-5 for 100: 100 in this turn
    >>> print(match.explain("play 1"))
    you can't play 1: the dice on the table are 2-5-5-2-3
    >>> _ = match.play("play 55")
    """

    def __init__(
        self, rules: Rules[S, M], names: Sequence[str], position: StartingPosition | None = None
    ) -> None:
        self.rules = rules
        self.names = tuple(names)
        self.position = position  # where it begins, if in the middle of another
        seats = len(self.names)
        self.state: S = rules.start(seats) if position is None else position.state(rules, seats)
        self.actor = rules.actor(self.state)  # asked for again and again, so worked out once a move
        self.moves: list[tuple[Seat, M]] = []
        self.resigned: Seat | None = None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it is being played."""
        if self.resigned is not None:
            return self.rules.concede(self.state, self.resigned)
        return self.rules.outcome(self.state) if self.actor == OVER else None

    @property
    def legal(self) -> tuple[M, ...]:
        """The legal moves of the seat that decides; none when chance moves or the game is over."""
        return tuple(self.rules.moves(self.state)) if self.actor >= 0 else ()

    def play(self, move: M | str) -> Step[S]:
        """Make the actor's move, or chance's: the move itself, or its text."""
        if self.resigned is not None:
            raise TavolaError(str(GAME_IS_OVER))
        if isinstance(move, str):
            move = self.rules.parse(move)
        step = self.rules.play(self.state, move)
        self.moves.append(_made(self.actor, move))
        self.state = step.state
        self.actor = self.rules.actor(step.state)
        return step

    def draw(self, rng: Source) -> Step[S]:
        """Let chance make its move."""
        return self.play(self.rules.chance(self.state).sample(rng))

    def resign(self, seat: Seat) -> None:
        """That seat gives the game up, in turn or not."""
        if self.actor == OVER:
            raise TavolaError(str(GAME_IS_OVER))
        if not 0 <= seat < len(self.names):
            raise TavolaError(f"there is no seat {seat}; seats are 0 to {len(self.names) - 1}")
        self.resigned, self.actor = seat, OVER

    def explain(self, move: M | str | None = None, lang: Lang = "en") -> str:
        """What a move would do, or why it can't be made now; without one, a line for each legal move."""
        if move is not None:
            return self._explain(move, lang)
        return "\n".join(f"{each}: {self._explain(each, lang)}" for each in self.legal)

    def _explain(self, move: M | str, lang: Lang) -> str:
        try:
            if self.resigned is not None:
                raise TavolaError(GAME_IS_OVER)
            made = self.rules.parse(move) if isinstance(move, str) else move
            state, events = self.rules.play(self.state, made)
        except TavolaError as error:
            return error.said.in_(lang)
        known = (event.seen_by(self.actor if self.actor >= 0 else None) for event in events)
        said = (self.rules.say(event, lang, self.names) for event in known if event is not None)
        told = " ".join(filter(None, said))
        return told or (CHANCE_DECIDES.in_(lang) if self.rules.actor(state) == CHANCE else str(made))

    def __repr__(self) -> str:
        made = "1 move" if len(self.moves) == 1 else f"{len(self.moves)} moves"
        turn = {CHANCE: "chance is next", OVER: "it is over"}.get(self.actor)
        turn = turn or f"{self.names[self.actor]} decides"
        kind, game = type(self).__name__, self.rules.info.name
        return f"<{kind} of {game}: {', '.join(self.names)}; {made} made, {turn}>"

    def __str__(self) -> str:
        """The table, as the seat that decides sees it."""
        from tavola.core.showing import match_text

        return match_text(self)

    def _repr_html_(self) -> str:
        """For notebooks."""
        from tavola.core.showing import match_html

        return match_html(self)

    def record(self, tags: Mapping[str, str] | None = None) -> Record:
        """The game so far; `tags` are yours, such as a date or a place."""
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
            tags={**({} if self.position is None else {FROM: str(self.position)}), **(tags or {})},
        )


def replay(rules: Rules[Any, Any], record: Record) -> Iterator[tuple[Match[Any, Any], Step[Any] | None]]:
    """Play a record again. Yields the match at its start (no step yet) and after each move.

    BrokenRecord says at which move the record stops making sense.
    """
    if len(record.moves) > MAX_MOVES:
        raise BrokenRecord(0, f"a record holds at most {MAX_MOVES} moves")
    try:
        match = Match(rules, record.seats, position_of(record.tags))
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
