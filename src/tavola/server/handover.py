"""Handing over to a new process on the same machine, so that a deploy refuses no connection.

    old server                                   tavola serve --take-over
      listening sockets          ------------->  shares them; new connections wait in the backlog
                                 <-------------  "go", once all else is ready
      says "come back at once",
      writes, unlocks the file   - - - - - - ->  locks the file, accepts the waiting connections

Both talk over a Unix socket beside the database, which only its owner may use. Tables go by the log.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tavola.core.errors import BadOption, Trouble
from tavola.server.connections.sockets import UnixSocket
from tavola.server.store import address as addresses

log = logging.getLogger(__name__)
GO = b"go"
MOST = 8  # sockets
ANSWERS = 10.0  # seconds the old server has to send its sockets
POSSIBLE = sys.platform != "win32" and hasattr(socket, "send_fds")

Listening = dict[str, socket.socket]  # by the option that sets the port


def place(storage: str) -> Path | None:
    """The path of their socket; None if the database is no file."""
    return addresses.beside(storage, ".handover") if POSSIBLE else None


class Offer:
    """The old server's side: waits for a successor."""

    def __init__(self, path: Path, listening: Listening, stop: Callable[[], None]) -> None:
        self._path, self._listening, self._stop = path, listening, stop
        self._loop = asyncio.get_running_loop()
        self._unix: UnixSocket | None = None
        self._successors: set[socket.socket] = set()

    def open(self) -> None:
        """If the socket can't be opened, the server logs that and runs without handover."""
        try:
            self._unix = UnixSocket(self._path)
        except OSError as error:
            why = error.strerror or error
            log.warning("no other process can take over from this one: %s: %s", self._path, why)
            return
        self._unix.sock.listen(1)
        self._unix.sock.setblocking(False)
        self._loop.add_reader(self._unix.sock, self._accept, self._unix.sock)

    def _accept(self, sock: socket.socket) -> None:
        try:
            successor, _ = sock.accept()
        except OSError:
            return
        successor.setblocking(False)
        names = list(self._listening)
        try:
            files = [self._listening[name].fileno() for name in names]
            socket.send_fds(successor, [json.dumps(names).encode()], files)
        except OSError as error:
            log.warning("the sockets could not be handed over: %s", error)
            successor.close()
            return
        self._successors.add(successor)
        self._loop.add_reader(successor, self._hear, successor)

    def _hear(self, successor: socket.socket) -> None:
        try:
            said = successor.recv(len(GO))
        except OSError:
            said = b""
        self._loop.remove_reader(successor)
        self._successors.discard(successor)
        successor.close()
        if said == GO:
            self._stop()

    def close(self) -> None:
        if self._unix is not None:
            self._loop.remove_reader(self._unix.sock)
            self._unix.sock.close()
            self._unix.remove()
            self._unix = None
        for successor in tuple(self._successors):
            self._loop.remove_reader(successor)
            successor.close()


class Successor:
    """The new server's side. Made by `of`."""

    def __init__(self, conversation: socket.socket, listening: Listening) -> None:
        self._conversation = conversation
        self.listening = listening

    @classmethod
    def of(cls, storage: str) -> Successor | None:
        """With the sockets of the server that uses that database; None if there is none."""
        if (path := place(storage)) is None:
            raise BadOption("--take-over is for a database in a file; several nodes take over by themselves")
        conversation = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        conversation.settimeout(ANSWERS)
        try:
            conversation.connect(str(path))
        except OSError:
            conversation.close()
            return None
        try:
            said, files, _, _ = socket.recv_fds(conversation, 4096, MOST)
            names = json.loads(said)
        except (OSError, ValueError):
            conversation.close()
            raise Trouble("the server that runs does not hand over; stop it, then start this one") from None
        return cls(conversation, {n: socket.socket(fileno=f) for n, f in zip(names, files, strict=True)})

    def go(self) -> None:
        """Tell the old server to stop. It may have stopped already."""
        with suppress(OSError):
            self._conversation.sendall(GO)
        self._conversation.close()
