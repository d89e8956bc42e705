"""Where a game comes from: what a screen is told of it, and what it may say to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Protocol

from tavola.client.fairness.proof import Proof
from tavola.core.contract import Event, Outcome, Rules, Seat, View
from tavola.core.words import Lang, Phrase

AnyView = View[Any, Any]
AnyRules = Rules[Any, Any]

# ---- what is told ----


@dataclass(frozen=True, slots=True)
class Stands:
    """How it stands, with nothing new having happened: at the start, or back after a lost connection."""

    view: AnyView | None  # None while others are waited for


@dataclass(frozen=True, slots=True)
class StepShown:
    """Something was played, thrown or dealt, as those at this screen may know it."""

    before: AnyView | None
    after: AnyView
    events: tuple[Event, ...]
    said: tuple[str, ...] = ()  # in words, where the events themselves could not be read
    fresh: bool = True  # it happens now, and deserves a look; history does not


@dataclass(frozen=True, slots=True)
class Asks:
    """Somebody at this screen is to decide; `view` is for his eyes only."""

    seat: Seat
    view: AnyView


@dataclass(frozen=True, slots=True)
class Throws:
    """Somebody at this screen is to throw the dice with his own hand."""

    seat: Seat
    view: AnyView


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over, with a reason in words."""

    outcome: Outcome
    dice: Proof | None = None  # at a server: were they those that were promised?


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Somebody said something at the table; `version` is its number there."""

    name: str
    text: str
    version: int = 0
    ours: bool = False  # who sits at this screen said it


@dataclass(frozen=True, slots=True)
class Noted:
    """Something to be read, that is no move: a warning, or who came and went."""

    what: Phrase
    bad: bool = False


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """Who sits where now: an empty name is an empty seat."""

    names: tuple[str, ...]
    you: Seat | None


@dataclass(frozen=True, slots=True)
class Way:
    """What may be done about somebody who has gone, by a key, in so many seconds."""

    key: str
    label: Phrase
    wait: float


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What time is left, in seconds: for this decision, and for each seat in all."""

    decision: float | None
    game: tuple[float, ...] | None


@dataclass(frozen=True, slots=True)
class MovedOn:
    """Everyone wants another game: there is a new table."""

    source: GameSource


@dataclass(frozen=True, slots=True)
class WorkProgress:
    """Something takes its time: what, and how much of it is done, from 0 to 1."""

    what: str
    done: float


@dataclass(frozen=True, slots=True)
class Broke:
    """It can't go on; why."""

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


# ---- what is asked ----


class GameSource(Protocol):
    """A game, wherever it is played."""

    rules: AnyRules
    names: tuple[str, ...]
    humans: frozenset[Seat]  # who sits at this screen
    remote: bool

    @property
    def link(self) -> str:
        """Where others find the table; empty at home."""

    def news(self) -> AsyncIterator[News]:
        """All that happens, until nothing more can."""

    async def answer(self, move: Any) -> None:
        """The decision that was asked for; None throws the dice. TavolaError says why not."""

    async def resign(self, seat: Seat) -> None: ...

    async def leave(self) -> None:
        """Nobody looks any more."""


class Far(GameSource, Protocol):
    """A table of a server, where more can be said than moves."""

    async def chat(self, text: str) -> None: ...

    async def report(self, line: ChatLine) -> None:
        """Complain of it to whoever runs the server."""

    async def rematch(self) -> None: ...

    async def seat_bot(self) -> None: ...

    async def sit(self) -> None: ...

    def room(self, lang: Lang) -> list[str]:
        """Who sits at the table, and to what: for those who wait there."""

    def dice(self, lang: Lang) -> str:
        """What was promised about them, what was kept of it, and what came of it: a page to read."""

    def ways(self) -> list[Way]:
        """What may be done about somebody who has gone."""

    async def take(self, key: str) -> None:
        """Do it."""

    async def reachable(self) -> bool:
        """Does the server answer just now?"""
