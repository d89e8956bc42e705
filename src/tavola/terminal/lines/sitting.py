"""A game being played: people and bots in turn, dice in between, the record kept. Nothing here prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from tavola.bots import Bot
from tavola.core.chance import Source
from tavola.core.contract import CHANCE, OVER, Event, Seat, Step, View
from tavola.core.errors import IllegalMove, TavolaError, Trouble
from tavola.core.match import Match
from tavola.core.plugins import KILLED
from tavola.core.record import MAX_MOVES, Record
from tavola.terminal.saved.keeping import Keeper

AnyMatch = Match[Any, Any]
SEED = "Seed"  # the tag


class Leaves(Exception):
    """Somebody goes; the game stays unfinished, perhaps never to be gone on with."""

    def __init__(self, *, forget: bool = False) -> None:
        self.forget = forget


class Resigns(Exception):
    """Somebody gives up."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat


@dataclass(frozen=True, slots=True)
class Move:
    """A move that was made, as the one who looks on may know it."""

    number: int  # from 1
    actor: Seat
    text: str
    before: View[Any, Any]
    after: View[Any, Any]
    events: tuple[Event, ...]


class Front(Protocol):
    """Who tells people or programs what happens, and asks them."""

    viewer: Seat | None  # through whose eyes the table is shown

    def begins(self, match: AnyMatch) -> None: ...

    def tells(self, match: AnyMatch, move: Move) -> None: ...

    def asks(self, match: AnyMatch, seat: Seat) -> Any:
        """The move a person wants; Leaves or Resigns instead of one."""

    def refuses(self, match: AnyMatch, seat: Seat, error: IllegalMove) -> None: ...

    def throws(self, match: AnyMatch) -> Seat | None:
        """The person who is to throw the dice with his own hand, if somebody is."""

    def waits(self, match: AnyMatch, seat: Seat) -> None:
        """For that person's throw. Leaves or Resigns may come here too."""

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
    _saved: int = -1  # how many moves the file has

    def play(self) -> None:
        """To the end, or until somebody leaves. Whatever happens, the record so far is kept."""
        if self.keeper is not None:
            self._begin(self.keeper)
        try:
            self.front.begins(self.match)
            while self.match.actor != OVER:
                self._go_on()
        finally:
            self._save()

    def _begin(self, keeper: Keeper) -> None:
        """A place that can't be written is refused, if somebody asked for it."""
        try:
            keeper.begin(self.record())
        except TavolaError:
            if not keeper.passing:
                raise
            keeper.close()
            self.keeper = None

    def _go_on(self) -> None:
        if len(self.match.moves) >= MAX_MOVES:
            raise Trouble(f"the game does not end: {MAX_MOVES} moves are all a record holds")
        actor = self.match.actor
        try:
            if actor == CHANCE:
                if (seat := self.front.throws(self.match)) is not None:
                    self._save()
                    self.front.waits(self.match, seat)
                self._made(self.match.rules.chance(self.match.state).sample(self.luck))
            elif actor in self.bots:
                self._bot_moves(actor)
            else:
                self._person_moves(actor)
        except Resigns as resigns:
            self.match.resign(resigns.seat)

    def _person_moves(self, seat: Seat) -> None:
        self._save()
        while True:
            move = self.front.asks(self.match, seat)
            try:
                return self._made(move)
            except IllegalMove as error:
                self.front.refuses(self.match, seat, error)

    def _bot_moves(self, seat: Seat) -> None:
        name, view = self.match.names[seat], self.match.rules.view(self.match.state, seat)
        try:
            move = self.bots[seat].choose(view)
        except (Exception, SystemExit) as error:
            if isinstance(error, SystemExit) and error.code in KILLED:
                raise  # not the bot's doing
            raise Trouble(f"the bot {name} broke down: {type(error).__name__}: {error}") from error
        try:
            self._made(move)
        except IllegalMove as error:
            raise Trouble(f"the bot {name} tried {move}: {error}") from None

    def _made(self, move: Any) -> None:
        match, viewer = self.match, self.front.viewer
        actor, before = match.actor, match.rules.view(match.state, viewer)
        step = match.play(move)
        if len(self.bots) < len(match.names):  # before a person sees it: nobody leaves to have it otherwise
            self._save()
        self.front.tells(match, seen(match, viewer, actor, before, move, step))

    def record(self) -> Record:
        """As it stands. The seed is told when it is over: before, the file would tell what falls next."""
        secret = () if self.match.outcome is not None or len(self.bots) == len(self.match.names) else (SEED,)
        return self.match.record({name: tag for name, tag in self.tags.items() if name not in secret})

    def _save(self) -> None:
        """A disk that is full now may not be later: the game goes on, and the front says so once."""
        if self.keeper is None or (self._saved == len(self.match.moves) and self.match.outcome is None):
            return
        try:
            self.keeper.save(self.record())
            self.unsaved, self._saved = None, len(self.match.moves)
        except Trouble as trouble:
            if self.unsaved is None:
                self.front.warns(trouble)
            self.unsaved = trouble


def seen(
    match: AnyMatch, viewer: Seat | None, actor: Seat, before: View[Any, Any], move: Any, step: Step[Any]
) -> Move:
    """The one place where a step is cut to what the viewer may know."""
    hides = match.rules.info.hidden and actor == CHANCE
    return Move(
        number=len(match.moves),
        actor=actor,
        text="" if hides else str(move),
        before=before,
        after=match.rules.view(match.state, viewer),
        events=only_seen(step.events, viewer),
    )


def only_seen(events: Sequence[Event], viewer: Seat | None) -> tuple[Event, ...]:
    return tuple(known for event in events if (known := event.seen_by(viewer)) is not None)
