"""Sockets to listen on, and what to say when one can't be had."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tavola.core.errors import TavolaError

BACKLOG = 1024
# TCP keepalive: a peer that vanished is noticed within half a minute, whether we send something or not. A
# system without these options keeps its own times, which may be hours.
NOTICED = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 25_000}


def listening(
    host: str, port: int, option: str, inherited: Mapping[str, socket.socket] | None = None
) -> socket.socket:
    """A listening socket; port 0 is any free one. The error names the option that would help.

    `inherited` are sockets of another process, by option: one that has the wanted port is used.
    """
    if (theirs := (inherited or {}).get(option)) is not None:
        if port in (0, theirs.getsockname()[1]):
            theirs.setblocking(False)
            return theirs
        theirs.close()
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise TavolaError(f"--host {host}: there is no such address here") from None
    family, kind, protocol, _, address = found[0]
    sock = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share the port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        disable_pacing(sock)
        sock.bind(address)
        sock.listen(BACKLOG)
        sock.setblocking(False)
    except OSError as error:
        sock.close()
        raise TavolaError(reason(error, host, port, option)) from None
    return sock


class UnixSocket:
    """A Unix socket that only its owner may use; OSError if it can't be had.

    A file at its path is replaced: it belongs to a server that was killed, or is handing over.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        before = os.umask(0o177)
        try:
            path.unlink(missing_ok=True)
            self.sock.bind(str(path))
            self._bound = path.stat().st_ino
        except OSError:
            self.sock.close()
            raise
        finally:
            os.umask(before)

    def remove(self) -> None:
        """Delete the path, unless the next server has put its own socket there."""
        with suppress(OSError):
            if self._path.stat().st_ino == self._bound:
                self._path.unlink()


def disable_pacing(sock: socket.socket) -> None:
    """Messages to connections accepted here are sent at once, without a pacing timer for each.

    BBR, where a system has chosen it, paces what it sends, which helps long downloads. A message of ours is a
    few hundred bytes, and the timer costs more than sending it.
    """
    option = getattr(socket, "TCP_CONGESTION", None)
    if option is not None:
        with suppress(OSError):  # then it stays as it is
            if sock.getsockopt(socket.IPPROTO_TCP, option, 16).startswith(b"bbr"):
                sock.setsockopt(socket.IPPROTO_TCP, option, b"reno")


def set_keepalive(sock: socket.socket | None) -> None:
    """TCP keepalive for a line connection: a seat must not look taken by a player whose machine sleeps."""
    if sock is None:
        return
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in NOTICED.items():
        if (option := getattr(socket, name, None)) is not None:
            with suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, option, value)


def reason(error: OSError, host: str, port: int, option: str) -> str:
    """Why this process can't listen there, and what to do."""
    if error.errno == errno.EADDRINUSE:
        return f"{option} {port} is in use on {host}, perhaps by another server; choose another, or 0 for any"
    if error.errno == errno.EACCES:
        return f"{option} {port} may not be opened by you; ports from 1024 on may"
    if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        return f"--host {host} is not an address of this machine"
    return f"can't listen on {host} for {option} {port}: {error.strerror or error}"
