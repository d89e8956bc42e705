"""A game being played: people and bots in turn, dice in between, the record kept. Nothing here prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tavola.core.chance import Source
from tavola.core.contract import OVER, Seat, View
from tavola.core.driver import Bot, Driver, Guarded, Seen
from tavola.core.errors import IllegalMove, TavolaError, Trouble
from tavola.core.match import Match
from tavola.core.record import MAX_MOVES, Record
from tavola.terminal.saved.keeping import Keeper

AnyMatch = Match[Any, Any]
SEED = "Seed"  # the tag


class Leaves(Exception):
    """A person leaves; the game stays unfinished, perhaps never to be resumed."""

    def __init__(self, *, forget: bool = False) -> None:
        self.forget = forget


class Front(Protocol):
    """Shows people or programs what happens, and asks them."""

    viewer: Seat | None  # the seat whose view is shown

    def begins(self, match: AnyMatch) -> None: ...

    def tells(self, match: AnyMatch, move: Seen) -> None: ...

    def asks(self, match: AnyMatch, seat: Seat) -> Any:
        """The move of a person; may raise Leaves or Resigns instead."""

    def refuses(self, match: AnyMatch, seat: Seat, error: IllegalMove) -> None: ...

    def throws(self, match: AnyMatch) -> Seat | None:
        """The person who is to throw the dice, if any."""

    def waits(self, match: AnyMatch, seat: Seat) -> None:
        """Waits for that person's throw. May raise Leaves or Resigns too."""

    def warns(self, trouble: Trouble) -> None: ...


@dataclass
class Sitting:
    match: AnyMatch
    bots: Mapping[Seat, Bot]
    luck: Source
    front: Front
    keeper: Keeper | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    unsaved: Trouble | None = None
    _saved: int = -1  # number of moves in the file

    def play(self) -> None:
        """To the end, or until a person leaves. The record so far is kept in any case."""
        if self.keeper is not None:
            self._begin(self.keeper)
        players = {seat: self._player(seat) for seat in range(len(self.match.names))}
        try:
            self.front.begins(self.match)
            self._must_end()
            for made in Driver(self.match, self._falls, players):
                if len(self.bots) < len(players):
                    self.save()  # before a person sees it: leaving must not give another throw
                self.front.tells(self.match, made.seen_by(self.front.viewer))
                self._must_end()
        finally:
            self.save()

    def _player(self, seat: Seat) -> Bot:
        if (bot := self.bots.get(seat)) is not None:
            return Guarded(self.match.names[seat], bot)
        return _Person(self, seat)

    def _falls(self, state: Any) -> Any:
        if (seat := self.front.throws(self.match)) is not None:
            self.save()
            self.front.waits(self.match, seat)
        return self.match.rules.chance(state).sample(self.luck)

    def _must_end(self) -> None:
        if len(self.match.moves) >= MAX_MOVES and self.match.actor != OVER:
            raise Trouble(f"the game does not end: {MAX_MOVES} moves are all a record holds")

    def _begin(self, keeper: Keeper) -> None:
        """A file that can't be written is refused if the user asked for it."""
        try:
            keeper.begin(self.record())
        except TavolaError:
            if not keeper.passing:
                raise
            keeper.close()
            self.keeper = None

    def record(self) -> Record:
        """The record so far. The seed is added at the end: before, it would tell what falls next."""
        secret = () if self.match.outcome is not None or len(self.bots) == len(self.match.names) else (SEED,)
        return self.match.record({name: tag for name, tag in self.tags.items() if name not in secret})

    def save(self) -> None:
        """If the disk is full now, it may not be later: the game goes on, and the front reports it once."""
        if self.keeper is None or (self._saved == len(self.match.moves) and self.match.outcome is None):
            return
        try:
            self.keeper.save(self.record())
            self.unsaved, self._saved = None, len(self.match.moves)
        except Trouble as trouble:
            if self.unsaved is None:
                self.front.warns(trouble)
            self.unsaved = trouble


@dataclass(frozen=True, slots=True)
class _Person:
    """A person at the front, asked until the answer is a move."""

    sitting: Sitting
    seat: Seat

    def choose(self, _: View[Any, Any], /) -> Any:
        self.sitting.save()
        return self.sitting.front.asks(self.sitting.match, self.seat)

    def refused(self, _: object, error: IllegalMove) -> None:
        self.sitting.front.refuses(self.sitting.match, self.seat, error)
