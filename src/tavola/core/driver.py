"""The one loop that plays a match. Its host says who decides in each seat and where luck comes from.

    driver = Driver(Match(rules, ["Ada", "house"]), Random(1), {1: bot})
    for made in driver:               # dice, deals and the bot's moves, until Ada is to decide or it is over
        show(made.seen_by(0))         # what Ada may know of it
    driver.asked                      # her view; None when nobody is asked
    driver.play(0, "keep 5 5")        # her move. Then go through the moves again

Nothing here waits, prints or knows a thread. A host that can wait gives a person a player whose `choose`
waits; a host that can't, as on an event loop, leaves the seat empty and calls `play` when the answer comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from tavola.core.chance import Source
from tavola.core.contract import CHANCE, OVER, Event, Rules, Seat, Step, View
from tavola.core.errors import IllegalMove, TavolaError, Trouble
from tavola.core.match import Match, replay
from tavola.core.plugins import KILLED, reason
from tavola.core.record import MAX_MOVES, Record
from tavola.core.words import GAME_IS_OVER, Phrase

S = TypeVar("S")
M = TypeVar("M")
T = TypeVar("T")

NO_MOVE = Phrase(
    "{what} is no move of this game", "{what} n'est pas un coup de ce jeu", "{what} non è una mossa del gioco"
)
NOT_ASKED = Phrase(
    "seat {seat} is not asked now", "ce n'est pas à la place {seat} de jouer", "non tocca al posto {seat}"
)


class Bot(Protocol):
    """Anything that chooses among a view's moves.

    A bot may also have `refused(move, error)`: it is called when a move is illegal, and the bot is asked
    again, unless it raises something there. Without it the game ends with the error.
    """

    def choose(self, view: View[Any, Any], /) -> Any:
        """One of view.moves, or its notation."""


class Resigns(Exception):
    """A seat gives up: raised by a host's own player instead of choosing, or by luck that waits for a
    person."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


@dataclass(frozen=True, slots=True)
class Seen:
    """A move that was made, as a seat or a spectator may know it."""

    number: int  # from 1
    actor: Seat
    text: str  # "" for a deal of a game with secrets: its notation names the cards
    before: View[Any, Any]
    after: View[Any, Any]
    events: tuple[Event, ...]


class Made(NamedTuple, Generic[S, M]):
    """A move that was made, secrets and all: for the host only. Others are told what they may know of it."""

    rules: Rules[S, M]
    number: int  # from 1
    actor: Seat
    move: M
    before: S
    step: Step[S]

    def after(self, seat: Seat | None) -> View[Any, M]:
        """The table now, as that seat sees it; None is a spectator."""
        return self.rules.view(self.step.state, seat)

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        return seen_by(self.step.events, seat)

    def seen_by(self, seat: Seat | None) -> Seen:
        hides = self.actor == CHANCE and self.rules.info.hidden
        return Seen(
            number=self.number,
            actor=self.actor,
            text="" if hides else str(self.move),
            before=self.rules.view(self.before, seat),
            after=self.after(seat),
            events=self.events_for(seat),
        )


def seen_by(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    """The events as a seat may know them."""
    return tuple(known for event in events if (known := event.seen_by(seat)) is not None)


def moves_of(rules: Rules[Any, Any], record: Record) -> Iterator[tuple[Match[Any, Any], Seen | None]]:
    """A record's match at its start and after each move, each move with what a spectator saw of it."""
    before = None
    for number, (match, step) in enumerate(replay(rules, record)):
        if step is None:
            yield match, None
        else:
            actor, text = record.moves[number - 1]
            seen = Made(rules, number, actor, text, before, step).seen_by(None)
            yield match, replace(seen, text=text)  # a recorded game has no secrets any more
        before = match.state


class Driver(Generic[S, M]):
    """Plays a match, from its start or from wherever it stands.

    `luck` is a source of numbers, or a function from the state to what falls there. A game in which players
    have decided `most` times is left unfinished: two players who only ever pass would go on for ever.
    """

    def __init__(
        self,
        match: Match[S, M],
        luck: Source | Callable[[S], M],
        players: Mapping[Seat, Bot] | None = None,
        most: int = MAX_MOVES,
    ) -> None:
        self.match = match
        self.players = players or {}
        self.most = most
        self.decisions = 0
        self._fall = luck if callable(luck) else lambda s: match.rules.chance(s).sample(luck)

    def __iter__(self) -> Iterator[Made[S, M]]:
        """Move by move, until it is over or a seat without a player is asked."""
        while (made := self.step()) is not None:
            yield made

    def run(self) -> Match[S, M]:
        """All of it at once."""
        for _ in self:
            pass
        return self.match

    def step(self) -> Made[S, M] | None:
        """The next move; None if it is over, or a seat without a player is to decide."""
        match = self.match
        actor, before = match.actor, match.state
        if actor == OVER or self.decisions >= self.most:
            return None
        try:
            if actor == CHANCE:
                move = self._fall(before)
                step = match.play(move)
                return Made(match.rules, len(match.moves), actor, move, before, step)
            if (player := self.players.get(actor)) is not None:
                return self._ask(actor, player)
        except Resigns as resigns:
            match.resign(resigns.seat)
        return None

    # ---- for seats without a player ----

    @property
    def asked(self) -> View[Any, M] | None:
        """The view of the seat that is to decide, if no player sits there."""
        seat = self.match.actor
        if seat < 0 or seat in self.players or self.decisions >= self.most:
            return None
        return self.match.rules.view(self.match.state, seat)

    def play(self, seat: Seat, move: M | str) -> Made[S, M]:
        """The move of the seat that is asked, or its notation; IllegalMove says why not."""
        if self.match.actor == OVER or self.decisions >= self.most:
            raise TavolaError(GAME_IS_OVER)
        if seat < 0 or seat != self.match.actor or seat in self.players:
            raise TavolaError(NOT_ASKED.fill(seat=seat))
        return self._decided(move)

    def resign(self, seat: Seat) -> None:
        """At any time, on any seat's turn."""
        self.match.resign(seat)

    # ---- inside ----

    def _ask(self, seat: Seat, player: Bot) -> Made[S, M] | None:
        view = self.match.rules.view(self.match.state, seat)
        while True:
            move = player.choose(view)
            if self.match.actor != seat:  # a seat has resigned meanwhile
                return None
            try:
                return self._decided(move)
            except IllegalMove as error:
                refused = getattr(player, "refused", None)
                if refused is None:
                    raise
                refused(move, error)

    def _decided(self, move: Any) -> Made[S, M]:
        """A player's move. A text or an object that is no move is refused as an illegal move is."""
        match = self.match
        rules, actor, before = match.rules, match.actor, match.state
        try:
            if isinstance(move, str):
                move = rules.parse(move)
            step = match.play(move)
        except IllegalMove:
            raise
        except Exception as error:
            legal = rules.moves(before)
            if move in legal:  # then it is the rules' fault
                raise
            why = error.said if isinstance(error, TavolaError) else NO_MOVE.fill(what=_shown(move))
            raise IllegalMove(why, legal) from error
        self.decisions += 1
        return Made(rules, len(match.moves), actor, move, before, step)


def _shown(move: object) -> str:
    try:
        return str(move)[:60]
    except Exception:  # a class of the bot's own
        return type(move).__name__


# ---- players whose code may fail ----


class BotFails(Trouble):
    """A bot that broke down or did what is not allowed: the game can't go on."""


class Guarded:
    """A bot whose code is not trusted: whatever goes wrong is a BotFails that names it."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name, self.bot = name, bot

    def choose(self, view: View[Any, Any], /) -> Any:
        try:
            return self.bot.choose(view)
        except (Exception, SystemExit) as error:
            raise _failed(self.name, error) from error

    def refused(self, move: object, error: IllegalMove) -> None:
        raise BotFails(f"the bot {self.name} tried {_shown(move)}: {error}") from None


def guarded(name: str, does: Callable[[], T]) -> T:
    """The result of a bot's code; whatever it raises, BotFails names the bot."""
    try:
        return does()
    except (Exception, SystemExit) as error:
        raise _failed(name, error) from error


def _failed(name: str, error: Exception | SystemExit) -> BotFails:
    if isinstance(error, SystemExit) and error.code in KILLED:
        raise error  # not the bot's doing
    return BotFails(f"the bot {name} broke down: {reason(error)}")
