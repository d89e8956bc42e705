"""The server's end of the socket pair to the log writer process."""

from __future__ import annotations

import asyncio
import logging
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import cast

from tavola.server.table_log import batches
from tavola.server.table_log.appending import Batch

log = logging.getLogger(__name__)
STARTS, ENDS = 30.0, 15.0  # seconds it may take to start, and to end

OnFailure = Callable[[str], None]
Answered = Callable[[bool], None]  # True: it is on the disk. False: nothing was written, or it is not known


class LogWriter(asyncio.Protocol):
    """A process that appends to the log. Made by `start`. `on_failure`: why a batch was not written."""

    def __init__(self, process: subprocess.Popen[bytes], on_failure: OnFailure) -> None:
        self._process = process
        self._transport: asyncio.Transport | None = None
        self.unanswered = 0  # pings since its last answer
        self._on_failure = on_failure
        self._asked: deque[Answered] = deque()
        self._ready: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._said = b""
        self._stays = False  # True: if it ends now, that is a fault

    @property
    def running(self) -> bool:
        return self._transport is not None

    @classmethod
    async def start(cls, file: Path, on_failure: OnFailure = lambda _: None) -> LogWriter | None:
        """A log writer that is ready to write to that file; None where that is not possible."""
        if not batches.POSSIBLE:
            return None
        ours, theirs = socket.socketpair()
        try:
            command = [sys.executable, "-m", "tavola.server.table_log", str(file), str(theirs.fileno())]
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=(theirs.fileno(),))
        except OSError as error:
            log.warning("no log writer: %s", error.strerror)
            ours.close()
            return None
        finally:
            theirs.close()
        ours.setblocking(False)
        log_writer = cls(process, on_failure)
        await asyncio.get_running_loop().create_connection(lambda: log_writer, sock=ours)
        with suppress(TimeoutError):
            async with asyncio.timeout(STARTS):
                log_writer._stays = await log_writer._ready
        if not log_writer._stays:
            log.warning("the log writer did not start; moves are written without it")
            await log_writer.close()
            return None
        return log_writer

    def submit(self, batch: Batch, answered: Answered) -> bool:
        """Have a batch written, all or nothing. False if the process is gone; else `answered` is called."""
        if self._transport is None:
            return False
        self._asked.append(answered)
        self._transport.write(batches.encoded(batch))
        return True

    async def append(self, batch: Batch) -> bool:
        """`submit`, and wait for the answer."""
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def answered(said: bool) -> None:
            if not written.done():
                written.set_result(said)

        return self.submit(batch, answered) and await written

    def ping(self) -> None:
        """An empty batch, which writes nothing."""
        self.submit(Batch([]), lambda _: None)

    async def close(self) -> None:
        """End the process, after what was submitted is written."""
        self._stays = False
        if self._transport is not None:
            self._transport.close()
        await _ended(self._process, ENDS)

    def kill(self) -> None:
        self._process.kill()

    # ---- what comes from the process ----

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.unanswered = 0
        said, at = self._said + data, 0
        while at < len(said):
            if (what := said[at : at + 1]) == batches.FAILED:
                end = at + 2 + (said[at + 1] if at + 1 < len(said) else 255)
                if end > len(said):
                    break
                self._on_failure(said[at + 2 : end].decode("utf-8", "replace"))
                at = end
            else:
                at += 1
            if what == batches.READY:
                self._ready.set_result(True)
            else:
                self._asked.popleft()(what == batches.WRITTEN)
        self._said = said[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if self._stays:
            log.error("the log writer is gone; moves are written without it until there is another")
        self._transport = None
        if not self._ready.done():
            self._ready.set_result(False)
        while self._asked:
            self._asked.popleft()(False)


async def _ended(process: subprocess.Popen[bytes], patience: float) -> None:
    """Wait until the process has ended; kill it after so many seconds."""
    try:
        await asyncio.to_thread(process.wait, patience)
    except subprocess.TimeoutExpired:
        process.kill()
        with suppress(subprocess.TimeoutExpired):  # blocked in the kernel by a disk: it can't be killed
            await asyncio.to_thread(process.wait, patience)
