"""The source of a game: what a screen is told of it, and what it may ask of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Protocol

from tavola.client.fairness.proof import Proof
from tavola.core.contract import Event, Outcome, Rules, Seat, View
from tavola.core.words import Lang, Phrase

AnyView = View[Any, Any]
AnyRules = Rules[Any, Any]

# ---- news ----


@dataclass(frozen=True, slots=True)
class Stands:
    """The state without new events: at the start, or after a reconnect."""

    view: AnyView | None  # None while other players are missing


@dataclass(frozen=True, slots=True)
class StepShown:
    """A move, throw or deal, as the people at this screen may know it."""

    before: AnyView | None
    after: AnyView
    events: tuple[Event, ...]
    said: tuple[str, ...] = ()  # in words, where the events themselves could not be read
    fresh: bool = True  # it happens now and is shown slowly; history is not


@dataclass(frozen=True, slots=True)
class Asks:
    """A person at this screen is to decide; `view` is for that person only."""

    seat: Seat
    view: AnyView


@dataclass(frozen=True, slots=True)
class Throws:
    """A person at this screen is to throw the dice."""

    seat: Seat
    view: AnyView


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over, with a reason in words."""

    outcome: Outcome
    dice: Proof | None = None  # at a server: were they the promised ones?


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat at the table; `version` is its number there."""

    name: str
    text: str
    version: int = 0
    ours: bool = False  # said by a person at this screen


@dataclass(frozen=True, slots=True)
class Noted:
    """A message that is no move: a warning, or players who come and go."""

    what: Phrase
    bad: bool = False


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """The players by seat now: an empty name is an empty seat."""

    names: tuple[str, ...]
    you: Seat | None


@dataclass(frozen=True, slots=True)
class Way:
    """What may be done about a player who has gone: its key, and in how many seconds."""

    key: str
    label: Phrase
    wait: float


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time left, in seconds: for this decision, and for each seat in all."""

    decision: float | None
    game: tuple[float, ...] | None


@dataclass(frozen=True, slots=True)
class MovedOn:
    """All players want a rematch: there is a new table."""

    source: GameSource


@dataclass(frozen=True, slots=True)
class WorkProgress:
    """A long computation: what, and its progress from 0 to 1."""

    what: str
    done: float


@dataclass(frozen=True, slots=True)
class Broke:
    """The game can't continue, and why."""

    why: str


News = (
    Stands
    | StepShown
    | Asks
    | Throws
    | GameEnded
    | ChatLine
    | Noted
    | SeatsChanged
    | TimeLeft
    | MovedOn
    | WorkProgress
    | Broke
)


# ---- commands ----


class GameSource(Protocol):
    """A game, wherever it is played."""

    rules: AnyRules
    names: tuple[str, ...]
    humans: frozenset[Seat]  # the people at this screen
    remote: bool

    @property
    def link(self) -> str:
        """The link to the table for others; empty at home."""

    def news(self) -> AsyncIterator[News]:
        """All news, until no more can come."""

    async def answer(self, move: Any) -> None:
        """The decision asked for; None throws the dice. TavolaError says why it is refused."""

    async def resign(self, seat: Seat) -> None: ...

    async def leave(self) -> None:
        """The screen closes."""


class Far(GameSource, Protocol):
    """A table of a server, which takes more commands than moves."""

    async def chat(self, text: str) -> None: ...

    async def report(self, line: ChatLine) -> None:
        """Report it to the operator of the server."""

    async def rematch(self) -> None: ...

    async def seat_bot(self) -> None: ...

    async def sit(self) -> None: ...

    def room(self, lang: Lang) -> list[str]:
        """The players and the terms of the table, shown while waiting."""

    def dice(self, lang: Lang) -> str:
        """A page about the dice: what was promised, what was revealed, and the result of the check."""

    def ways(self) -> list[Way]:
        """What may be done about a player who has gone."""

    async def take(self, key: str) -> None:
        """Do it."""

    async def reachable(self) -> bool:
        """Does the server answer now?"""
