"""One player's connection: bytes to commands, lines to bytes, backpressure, and an orderly close."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from tavola.games.five_thousand.tcp.commands import CommandReader, Named
from tavola.server.connections.cross_protocol import NO_WEB, begins, is_http
from tavola.server.connections.sockets import set_keepalive
from tavola.server.limits.connections import PRESENT, SEATED, Stake
from tavola.table.identity import holder_of

if TYPE_CHECKING:
    from tavola.games.five_thousand.tcp.doorstep import Doorstep
    from tavola.games.five_thousand.tcp.matchmaking import Matchmaking
    from tavola.games.five_thousand.tcp.running_game import RunningGame
    from tavola.server.limits.connections import Place


class PlayerConnection(asyncio.Protocol):
    """A player's connection: waiting in a room, playing at a table, or on its way out."""

    __slots__ = (
        "_begins",
        "_out",
        "_paused",
        "_timer",
        "address",
        "ended",
        "game",
        "holder",
        "leaving",
        "lines",
        "matchmaking",
        "name",
        "place",
        "proven",
        "team",
        "told",
        "transport",
    )

    def __init__(self, matchmaking: Matchmaking) -> None:
        self.matchmaking = matchmaking
        self.lines = CommandReader(matchmaking.settings.line_bytes)
        self.game: RunningGame | Doorstep | None = None
        self.name = self.address = ""
        self.place: Place | None = None  # as the connection limit counts it
        self.holder = ""  # of the token given with the name
        self.proven = False  # in a contest: has it shown the token of its team?
        self.team = ""  # the team it has proved before its game, folded
        self.told = False  # was it told STARTING before its game?
        self.ended = False  # nothing more will come
        self.leaving = False  # input is ignored
        self._begins: bytes | None = b""  # the first bytes, while it may still be a browser
        self._out: list[str] = []
        self._paused = False
        self._timer: asyncio.TimerHandle | None = None

    # ---- what asyncio calls ----

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.set_write_buffer_limits(high=self.matchmaking.settings.output_bytes)
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        port = peer[1] if peer else 0
        self.name = f"[{self.address}]:{port}" if ":" in self.address else f"{self.address}:{port}"
        set_keepalive(transport.get_extra_info("socket"))
        self.matchmaking.arrived(self)

    def data_received(self, data: bytes) -> None:
        if self.leaving:
            return
        if self._begins is not None and self._is_browser(data):
            return
        self.lines.feed(data)
        if self.game is not None:
            self.game.heard(self)
        elif len(self.lines) > self.matchmaking.settings.ahead_bytes:
            self.dismiss("ERROR: you say too much before the game begins\nKICK\n")
            self.matchmaking.left(self)
        if len(self.lines) > self.matchmaking.settings.ahead_bytes and not self._paused and not self.leaving:
            self._paused = True
            self.transport.pause_reading()

    def _is_browser(self, data: bytes) -> bool:
        """A browser that some page sent here is treated as a lost connection."""
        assert self._begins is not None
        said = begins(self._begins + data)
        browser = is_http(said)
        self._begins = said if browser is None else None
        if browser:
            game = self.game
            self.dismiss(f"ERROR: {NO_WEB}\nKICK\n")
            self.ended = True
            if game is not None:
                game.disconnected(self)
            self.matchmaking.left(self)
        return bool(browser)

    def eof_received(self) -> bool:
        if self.leaving:
            return False
        self.ended = True
        if self.game is None:
            self.matchmaking.left(self)
            return False
        self.game.heard(self)
        return True  # commands sent before the end are still answered

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - why does not matter
        self.ended = self.leaving = True
        self._calm()
        if self.game is not None:
            self.game.disconnected(self)
        self.matchmaking.left(self)
        self.matchmaking.closed(self)

    def pause_writing(self) -> None:
        if not self.leaving:
            self.matchmaking.counters.slow_readers += 1
        self.transport.abort()

    # ---- what the connection limit asks ----

    def stake(self) -> Stake:
        """A connection that plays against others, or has proved its team, counts as a person with a seat; all
        others of an address count as one person."""
        playing = self.game is not None and self.game.seated and self.matchmaking.environment.seats > 1
        if self.proven or playing:
            return Stake(SEATED, f"connection {id(self)}")
        return Stake(PRESENT)

    def give_way(self) -> None:
        game = self.game
        self.dismiss("ERROR: connections are running short; come back in a minute\nKICK\n")
        self.ended = True
        if game is not None:
            game.disconnected(self)
        self.matchmaking.left(self)

    @property
    def playing_as(self) -> str:
        """The player's name: the one given, else the address."""
        return self.name if self.game is None else self.game.name_of(self)

    # ---- what the table calls ----

    def say(self, text: str) -> None:
        """Queue text for the next `flush`, so that what belongs together is one packet."""
        self._out.append(text)

    def flush(self) -> None:
        if self._out and not self.transport.is_closing():
            self.transport.write("".join(self._out).encode())
        self._out.clear()

    def listen_on(self) -> None:
        """Resume reading, if there is room for input again."""
        if (
            self._paused
            and len(self.lines) <= self.matchmaking.settings.ahead_bytes
            and not self.transport.is_closing()
        ):
            self._paused = False
            self.transport.resume_reading()

    def await_quiet(self) -> None:
        """The input is unfinished: look again when nothing has followed for a moment."""
        self._calm()
        self._timer = self.matchmaking.loop.call_later(self.matchmaking.settings.quiet, self._is_quiet)

    def _is_quiet(self) -> None:
        self._timer = None
        if self.game is not None:
            self.game.heard(self, quiet=True)

    def _calm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def dismiss(self, text: str) -> None:
        """Send a last text, then close.

        Closing at once with unread input would reset the connection, and the last text might be lost on its
        way. So only our half is closed, and the rest when the client closes, or after `linger` seconds.
        """
        if self.leaving:
            return
        self.say(text)
        self.flush()
        self.leaving = True
        self.game = None
        self._calm()
        if self.transport.is_closing():
            return
        if self.ended:
            self.transport.close()
            return
        try:
            self.transport.write_eof()
        except OSError:  # the client closed first
            self.transport.abort()
            return
        if self._paused:
            self.transport.resume_reading()
        self._timer = self.matchmaking.loop.call_later(self.matchmaking.settings.linger, self.transport.abort)

    def turn_away(self, text: str) -> None:
        """Refuse the connection. There is no unread input yet, so it can be closed at once."""
        self.leaving = True
        self.transport.write(text.encode())
        self.transport.close()


def holder_given(said: Named) -> str:
    """The holder of the token given with a name; "" without one."""
    return holder_of(said.token) if said.token else ""
