"""What goes into the store and comes out of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

import msgspec

from tavola.bots.characters import bot_of
from tavola.core.record import RESIGNS, Record
from tavola.server.store.rating_rule import COUNTS, Weight
from tavola.table.messages import Clock
from tavola.tournaments.ratings import Rating

Status = Literal["waiting", "playing", "over", "closed"]
BOT_LOG_BYTES = 1 << 18  # of one bot about one game
RUNNING: tuple[Status, ...] = ("waiting", "playing")
ENDED: tuple[Status, ...] = ("over", "closed")  # with their logs
FOLDED = ("folding", "folded")  # over, and the log is being deleted, or is gone (pruning.py)


class Details(msgspec.Struct, frozen=True, omit_defaults=True):
    """More about a table for lists, and for a restart."""

    clock: Clock = Clock()
    bots: dict[int, str] = {}  # by seat
    away: list[int] = []  # seats whose players are not connected
    watchers: int = 0
    thought: float = 0.0  # seconds of the decision under way when the server went down
    thought_at: int = 0  # the version at which that was: at any other it is void
    quiet: bool = False  # without chat
    ladder: bool = False  # the players have met on the ladder: nobody else may sit down
    accounts: list[int] = []  # seats of bots with a claimed name
    places: dict[int, list[str]] = {}  # address fingerprints of a rated game, by seat (tables/changes.py)


@dataclass(frozen=True, slots=True)
class Listing:
    """A table as a list of tables shows it. An empty name is a free seat; times are seconds since 1970."""

    table: str
    game: str
    options: dict[str, str]
    status: Status
    public: bool
    rated: bool
    seats: list[str]
    created: float
    changed: float
    details: Details = field(default_factory=Details)
    offered: bool = True  # False: its people have gone, and the lobby does not show it


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that ended, and how: played out, resigned, out of time."""

    record: Record
    at: float
    rated: bool
    how: str
    bots: tuple[bool, ...] = ()  # which seats were bots
    same_address: bool = False  # did two opponents come from one address?
    weight: Weight | None = None  # how much it counts, once that is known
    accounts: tuple[bool, ...] = ()  # which seats were bots with a claimed name
    paired: bool = False  # were the opponents chosen by the ladder?
    after: Mapping[str, Rating] = field(default_factory=dict)  # by folded name, once that is known

    @property
    def decisions(self) -> list[int]:
        """How many each person made."""
        made = Counter(seat for seat, move in self.record.moves if move != RESIGNS)
        people = (seat for seat in range(len(self.record.seats)) if not self.counted_as(seat)[1])
        return [made[seat] for seat in people]

    def counted(self, weight: Weight) -> Finished:
        """The same game, with its weight, also in its record."""
        tags = {**self.record.tags, COUNTS: str(weight)}
        return replace(self, record=replace(self.record, tags=tags), weight=weight)

    def counted_as(self, seat: int) -> tuple[str, bool]:
        """Under which name a seat counts, and is it a bot's? The house is one player on all its seats."""
        name = self.record.seats[seat]
        bot = seat < len(self.bots) and self.bots[seat]
        return (bot_of(name), True) if bot else (name, False)


class Change(msgspec.Struct, frozen=True):
    """What happened to one table: new entries of its log, and what they mean for the lists and the records.

    `version` is the number of the first entry, counting from 1. `fence` is the number under which the writer
    owns the table. The first change of a table must bring its listing.
    """

    table: str
    version: int
    entries: tuple[bytes, ...]
    fence: int = 0
    listing: Listing | None = None
    finished: Finished | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished game in a list of games: everything but its moves."""

    table: str
    game: str
    seats: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    at: float
    rated: bool
    how: str
    bots: tuple[bool, ...]
    weight: Weight | None = None  # how much it counted; None: it was not rated
    accounts: tuple[bool, ...] = ()  # bots with a claimed name


class Account(NamedTuple):
    """A claimed name: whose it is, and is it a bot's?"""

    holder: str
    bot: bool = False


class Score(NamedTuple):
    """A line of a scoreboard."""

    name: str
    score: int
    games: int


class Standing(NamedTuple):
    """A line of a game's standings. A person with the name of a bot has a line of their own."""

    name: str
    games: int
    wins: int
    bot: bool
    mu: float | None = None  # None: not rated yet
    sigma: float | None = None
    account: bool = False  # a bot with a claimed name


class LadderGame(NamedTuple):
    """A rated game of a player, and the rating after it."""

    table: str
    at: float
    seats: tuple[str, ...]
    winners: tuple[int, ...]
    how: str
    won: bool
    mu: float
    sigma: float
    weight: float | None


class Rival(NamedTuple):
    """An opponent in rated games: how many games, and how many of them the player asked about has won."""

    key: str  # the folded name
    games: int
    wins: int


class Loaded(NamedTuple):
    """What a table is rebuilt from, and the fencing token under which it is written to now."""

    entries: list[bytes]
    fence: int
    folded: bool  # its log was deleted


class Pruned(NamedTuple):
    """How much was deleted, or would be."""

    tables: int = 0  # logs folded
    entries: int = 0  # of logs
    records: int = 0
    bot_logs: int = 0  # pieces of what bots have said of their games

    def __add__(self, other: Pruned) -> Pruned:  # type: ignore[override]
        return Pruned(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


class Size(NamedTuple):
    """Bytes of a database, and how many of them are free to be used again."""

    bytes: int
    free: int = 0

    @property
    def used(self) -> int:
        return self.bytes - self.free


@dataclass(frozen=True, slots=True)
class Info:
    """What a database holds, in numbers."""

    storage: str
    schema: str
    tables: Mapping[str, int] = field(default_factory=dict)  # by status
    entries: int = 0
    records: int = 0
    names: int = 0
    nodes: int = 0
    bytes: int = 0  # of the file; with PostgreSQL, of the rows
    free: int = 0  # of these


What = Literal["ban", "mute"]
Kind = Literal["holder", "name", "address"]


class Sanction(msgspec.Struct, frozen=True):
    """A ban or a mute. `subject` is a holder, a folded name, or a network."""

    what: What
    kind: Kind
    subject: str
    why: str = ""
    until: float | None = None  # seconds since 1970; None: for good
    at: float = 0.0
    by: str = ""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A report of a line of chat."""

    number: int = 0
    at: float = 0.0
    table: str
    version: int  # of the line
    name: str  # who said it
    holder: str
    said: str
    by_name: str
    by_holder: str
    why: str = ""
    open: bool = True


class AuditLine(msgspec.Struct, frozen=True):
    """Who did what as an administrator, to whom or what, and why."""

    who: str
    what: str
    subject: str = ""
    why: str = ""
    details: dict[str, Any] = {}
    at: float = 0.0
    number: int = 0
