"""The protocol between a server and its log writer: batches, answers, and the log writer's lock."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from tavola.server.table_log.appending import Batch

# The log writer's answers. After a failure of the disk: FAILED, a byte of length, and why.
READY, WRITTEN, NOT_WRITTEN, FAILED = b"r", b"w", b"n", b"f"
LENGTH = 4  # bytes of the length before each batch
BUSY = 10.0  # seconds to wait for another process that has locked the file, such as an export
PATIENCE = 10.0  # seconds a new server waits for the log writer of an old one

PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # a commit is on the disk when it returns
    "PRAGMA fullfsync=ON",  # on macOS too, where it might otherwise still be in the disk's cache
    "PRAGMA foreign_keys=ON",
    "PRAGMA wal_autocheckpoint=8000",  # pages; usually the server checkpoints earlier (store/engine.py)
)

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Batch).decode


def encoded(batch: Batch) -> bytes:
    """A batch as it is sent: its length, then MessagePack."""
    body = _encode(batch)
    return len(body).to_bytes(LENGTH, "big") + body


def failed(why: str) -> bytes:
    said = why.encode("utf-8", "replace")[:255]
    return FAILED + bytes([len(said)]) + said


def read(stream: BinaryIO) -> Batch | None:
    """The next batch; None when the server is gone, also in the middle of a batch."""
    head = stream.read(LENGTH)
    length = int.from_bytes(head, "big")
    if len(head) < LENGTH or len(body := stream.read(length)) < length:
        return None
    return _decode(body)


if sys.platform == "win32":
    POSSIBLE = False  # a socket can't be handed to a child there

    @contextmanager
    def exclusive(file: Path) -> Iterator[None]:
        raise NotImplementedError

    def is_free(file: Path) -> bool:  # noqa: ARG001 - there never is one
        return True

else:
    import fcntl

    POSSIBLE = True

    @contextmanager
    def exclusive(file: Path) -> Iterator[None]:
        """Hold the lock that only one log writer of a file can have."""
        lock = os.open(_lock_beside(file), os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.lockf(lock, fcntl.LOCK_EX)
        try:
            yield
        finally:
            os.close(lock)

    def is_free(file: Path) -> bool:
        """Is there no log writer?"""
        if not _lock_beside(file).exists():
            return True
        lock = os.open(_lock_beside(file), os.O_RDWR)
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        finally:
            os.close(lock)
        return True


def wait_until_free(file: Path) -> bool:
    """Wait for the log writer of a server that is gone to end; False if it does not."""
    until = time.monotonic() + PATIENCE
    while not is_free(file):
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def _lock_beside(file: Path) -> Path:
    return file.with_name(
        file.name + ".scribe"
    )  # the name older versions use, whose log writer a new server may have to wait for
