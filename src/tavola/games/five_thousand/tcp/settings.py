"""The environments of 5000 over TCP, their limits and counters, and the interfaces of their stores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Protocol

from tavola.core.record import Record
from tavola.games.five_thousand.tcp.service import TcpSettings
from tavola.games.five_thousand.tcp.table import MOST_DECISIONS, How, TableTally
from tavola.server.limits.connections import Place, Stake
from tavola.server.settings import Settings
from tavola.table.messages import LogLine


@dataclass(frozen=True, slots=True)
class TcpEnvironment:
    """One of the game servers: its number of seats, and how long a decision may take."""

    name: str
    seats: int
    seconds: float
    port: int
    single: bool = False  # only one table at a time; the others wait


ENVIRONMENTS = (
    TcpEnvironment("training", seats=1, seconds=60.0, port=8998),
    TcpEnvironment("battle", seats=2, seconds=1.0, port=8999),
    TcpEnvironment("tournament", seats=3, seconds=1.0, port=9000, single=True),
)


@dataclass(frozen=True, slots=True)
class TcpLimits:
    """Every limit of 5000 over TCP. Bytes are of one connection, seconds are seconds."""

    line_bytes: int = 1024  # the longest line
    ahead_bytes: int = 4096  # how much a player may send before it is their turn
    output_bytes: int = 262_144  # a client with more unread output is dropped
    waiting: int = 500  # players waiting in one environment
    tables: int = 1000  # in play in one environment
    connections: int = 10_000  # at once, all environments together
    per_address: int = 0  # at once, from one address; 0: as many as are free
    decisions: int = MOST_DECISIONS  # of one game; then it is stopped without a winner
    quiet: float = 0.05  # a NAME without newline is complete when nothing followed for so long
    patience: float = 10.0  # how long to wait for the store
    linger: float = 2.0  # how long a connection that was told KICK has to read it
    teams: Mapping[str, str] = field(default_factory=dict)  # of a contest; none: anybody may play
    reserved_names: tuple[str, ...] = ()  # that nobody may take, beside those of the house
    tournament: bool = True  # is it open?
    assembly: float = 60.0  # how long the day of a contest waits for all teams, once there are three
    absence: float = 10.0  # how long a scheduled game waits for a team
    day_seconds: float = 0.0  # how long the day lasts; 0: until all are told apart
    thinking: float = (
        0.0  # how long a player of a scheduled game may think in all of it; 0: each decision alone
    )

    @classmethod
    def of(cls, settings: Settings, chosen: TcpSettings) -> TcpLimits:
        from tavola.games.five_thousand.tcp.contest import Roster

        return cls(
            teams=Roster(chosen.teams) if chosen.teams else {},
            assembly=chosen.tournament_assembly,
            absence=chosen.tournament_absence,
            day_seconds=60 * chosen.tournament_minutes,
            thinking=chosen.tournament_thinking,
            tournament=chosen.tournament,
            reserved_names=settings.reserved_names,
            line_bytes=chosen.arena_line_bytes,
            ahead_bytes=4 * chosen.arena_line_bytes,
            output_bytes=settings.output_bytes,
            waiting=chosen.arena_waiting,
            tables=chosen.arena_tables,
            connections=settings.max_connections,
            per_address=settings.connections_per_address,
        )


@dataclass(slots=True)
class TcpCounters(TableTally):
    """Counts since the start, for the metrics."""

    connections: int = 0  # accepted
    refused: int = 0  # connections
    tables: int = 0  # begun
    won: int = 0
    timeouts: int = 0
    disconnections: int = 0  # from a game
    stopped: int = 0  # games without a winner, by nobody's fault
    slow_readers: int = 0
    store_failures: int = 0
    faults: int = 0  # of our own: a game that could not go on

    def ended(self, how: How) -> None:
        match how:
            case "played":
                self.won += 1
            case "time":
                self.timeouts += 1
            case "left":
                self.disconnections += 1
            case "stopped":
                self.stopped += 1

    def as_dict(self) -> dict[str, int]:
        return {each.name: getattr(self, each.name) for each in fields(self)}


class NameStore(Protocol):
    """The holders of claimed names. A holder is the fingerprint of a token."""

    async def owner_of(self, name: str, /) -> str | None: ...

    async def claim(self, name: str, holder: str, /) -> bool:
        """False if another holder has claimed it already."""


class ScoreStore(Protocol):
    """The scoreboard. When `count` returns, the result is on the disk."""

    async def count(
        self, environment: str, gains: Mapping[str, tuple[int, int]], record: Record | None, at: float, /
    ) -> object: ...

    async def keep(self, records: Sequence[Record], at: float, /) -> object:
        """The records of several games, all of them or none."""

    async def add_bot_log(self, table: str, holder: str, lines: Sequence[LogLine], /) -> object:
        """Keep a player's log of its own decisions, for its token alone."""

    async def kept(self, prefix: str, /) -> list[Record]:
        """The records of tables whose ids have this prefix."""


class ConnectionGate(Protocol):
    """The connection limit; see server/limits/connections.py."""

    def enter(self, address: str, give_way: Callable[[], None], stake: Callable[[], Stake], /) -> Place:
        """Raises TooManyConnections if the connection is refused."""
