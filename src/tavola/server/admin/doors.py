"""The ways in for an administrator: a Unix socket only its owner may use, and a path of HTTP with a token.

Over the socket a line of JSON is asked and a line answered. HTTP takes the same object as a body.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import socket
import struct
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from tavola.core.errors import TavolaError
from tavola.server.admin import asks
from tavola.server.admin.administration import Administration
from tavola.server.connections.sockets import UnixSocket
from tavola.server.limits.addresses import address_key
from tavola.server.limits.rates import RateLimits
from tavola.server.store import StorageTrouble
from tavola.server.store import address as addresses
from tavola.server.telemetry.logs import happened

log = logging.getLogger(__name__)
MOST_BYTES = 65_536
SILENT = 600.0  # seconds a connection may be idle
POSSIBLE = sys.platform != "win32"


def place(storage: str, chosen: str = "") -> Path | None:
    """Where the socket is: as chosen, else beside the database, if that is a file."""
    if chosen:
        return Path(chosen) if POSSIBLE else None
    return addresses.beside(storage, ".admin") if POSSIBLE else None


async def answer(administration: Administration, who: str, data: bytes) -> dict[str, Any]:
    """The answer to one ask; if it can't be done, the error."""
    try:
        ask: asks.AnyAsk = asks.decode(data)
        return await administration.do(who, ask)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return {"error": {"code": "bad_request", "why": str(error)[:300]}}
    except StorageTrouble as trouble:
        log.warning("%s", trouble)
        return {"error": {"code": "storage", "why": "the database does not answer; try again"}}
    except TavolaError as error:
        return {"error": {"code": "refused", "why": str(error)}}
    except Exception:
        log.exception("something an administrator asked for failed")
        return {"error": {"code": "our_fault", "why": "something went wrong here; it is in the server's log"}}


class AdminSocket:
    """Listens while the server runs."""

    def __init__(self, path: Path, administration: Administration) -> None:
        self._path, self._administration = path, administration
        self._server: asyncio.Server | None = None
        self._unix: UnixSocket | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        """If the socket can't be opened, the server logs that and runs without it."""
        try:
            self._unix = UnixSocket(self._path)
        except OSError as error:
            log.warning("no socket for tavola admin: %s: %s", self._path, error.strerror or error)
            return
        self._server = await asyncio.start_unix_server(self._serve, sock=self._unix.sock, limit=MOST_BYTES)

    async def close(self) -> None:
        if self._server is None or self._unix is None:
            return
        self._server.close()
        for writer in tuple(self._open):
            writer.close()
        self._unix.remove()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        who = f"{_user(writer.get_extra_info('socket'))} (socket)"
        try:
            while data := await _next_line(reader):
                writer.write(asks.encode(await answer(self._administration, who, data)) + b"\n")
                await writer.drain()
        except (TimeoutError, ValueError, OSError):
            pass  # idle too long, the line is too long, or the client is gone
        finally:
            self._open.discard(writer)
            writer.close()


async def _next_line(reader: asyncio.StreamReader) -> bytes:
    async with asyncio.timeout(SILENT):
        return await reader.readline()


def _user(sock: Any) -> str:
    """The user at the other end, according to the operating system."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None or sock is None:
        return "owner"
    _, uid, _ = struct.unpack("3i", sock.getsockopt(socket.SOL_SOCKET, option, struct.calcsize("3i")))
    return user_name(uid)


def user_name(uid: int) -> str:
    try:
        import pwd

        return pwd.getpwuid(uid).pw_name
    except (ImportError, KeyError):
        return f"user {uid}"


class AdminHttp:
    """Administration over HTTP, for clients that send the token of the settings."""

    def __init__(self, administration: Administration, token: str, rates: RateLimits) -> None:
        self._administration, self._token = administration, token.encode()
        self._tries = rates.of_kind("claim")

    def check(self, address: str, authorization: str) -> float | None:
        """None: allowed. 0: the token is wrong. More: seconds until a token from there is looked at again.

        Wrong tokens are rate-limited. Beyond the limit even the right one is refused, so that guessing ends.
        """
        key, now = f"{address_key(address)} admin", time.monotonic()
        if wait := self._tries.wait(key, now):
            return wait
        kind, _, given = authorization.partition(" ")
        if kind.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), self._token):
            return None
        self._tries.take(key, now)
        happened(log, "a wrong token for the administration", address=address)
        return 0.0

    async def answer(self, address: str, data: bytes) -> dict[str, Any]:
        return await answer(self._administration, f"{address} (http)", data)
