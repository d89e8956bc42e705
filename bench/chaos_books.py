"""The books a person keeps: of each command what became of it, of each table what was heard.

What was heard is kept as a digest of all that must not differ from what the log says. Left out is only what
no log holds: the clocks' hands, who is connected and looks on just now, what may be done about who is not, to
whose command a picture of the table answered.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from dataclasses import dataclass, field

from msgspec import structs

from tavola.table import messages as m


def bare(said: m.AnyMessage) -> m.AnyMessage:
    """The message without what the log does not know."""
    match said:
        case m.News():
            return structs.replace(said, time=None)
        case m.Seated():
            seats = [structs.replace(chair, connected=False) for chair in said.seats]
            return structs.replace(said, seats=seats, watchers=0, gone=[])
        case m.State():
            seats = [structs.replace(chair, connected=False) for chair in said.seats]
            return structs.replace(said, time=None, seats=seats, missed=[], watchers=0, gone=[], id="")
    return said


def digest(said: m.AnyMessage) -> bytes:
    return hashlib.blake2b(m.encode(bare(said)), digest_size=12).digest()


def news_in(said: m.AnyMessage) -> str:
    return type(said).__name__.lower()


@dataclass(slots=True)
class Sent:
    """A command, and what became of it."""

    command: m.Command
    move: str  # the notation, if it is one
    answer: asyncio.Future[m.AnyMessage]
    times: int = 0
    outcome: str = ""  # "accepted" or "refused"
    version: int | None = None  # of the table, where the answer says so
    began: float = field(default_factory=time.perf_counter)
    took: float = 0.0  # seconds to the first answer

    @property
    def answered(self) -> bool:
        return bool(self.outcome)

    def take(self, said: m.AnyMessage) -> str | None:
        """An answer, perhaps not the first. What is wrong, if it contradicts another."""
        outcome = "refused" if isinstance(said, m.Refused) else "accepted"
        version = said.version if isinstance(said, m.News | m.Done) else None
        if isinstance(self.command, m.Seat_Bot | m.Leave):
            version = None  # a bot's is where it sat down or what began with it; who leaves changes nothing
        if not self.answer.done():
            self.answer.set_result(said)
        if not self.outcome:
            self.outcome, self.took = outcome, time.perf_counter() - self.began
        elif self.outcome != outcome:
            return f"{self.command} was {self.outcome}, then {outcome}"
        if self.version is not None and version is not None and self.version != version:
            return f"{self.command} was done at {self.version}, then at {version}"
        self.version = self.version or version
        return None


@dataclass
class Book:
    """One person's book of one table."""

    table: str
    version: int = 0  # the last heard without a gap
    present: bool = False  # over this connection, so that everything must be heard from here on
    current: bool = True  # to be resumed
    seat: int | None = None
    moved_at: int = -1  # the turn of the last move made or about to be
    pace: float = 0.3
    asked_since: int = 0
    new_table: str = ""
    over: asyncio.Event = field(default_factory=asyncio.Event)
    again: asyncio.Event = field(default_factory=asyncio.Event)
    heard: list[tuple[int, str, bytes]] = field(default_factory=list)  # version, kind, digest
    resumed: list[tuple[int, int, list[int]]] = field(default_factory=list)  # since, version, missed

    def renewed(self, table: str) -> None:
        self.new_table = table
        self.again.set()
