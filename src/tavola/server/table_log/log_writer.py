"""The server's end of the socket pair to the log writer process."""

from __future__ import annotations

import asyncio
import logging
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import cast

from tavola.server.child_process import ended
from tavola.server.table_log import batches
from tavola.server.table_log.appending import Row

log = logging.getLogger(__name__)
STARTS, ENDS = 30.0, 15.0  # seconds it may take to

Answered = Callable[[bool], None]  # True: it is safe on the disk. False: nothing was written, or nobody knows


class LogWriter(asyncio.Protocol):
    """A process that appends to the log. Made by `start`."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._transport: asyncio.Transport | None = None
        self._asked: deque[Answered] = deque()
        self._ready: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.running = False

    @classmethod
    async def start(cls, file: Path) -> LogWriter | None:
        """A log writer that is ready to write to that file; None where there can be none."""
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
        log_writer = cls(process)
        await asyncio.get_running_loop().create_connection(lambda: log_writer, sock=ours)
        with suppress(TimeoutError):
            log_writer.running = await asyncio.wait_for(log_writer._ready, STARTS)
        if not log_writer.running:
            log.warning("the log writer did not start; moves are written without it")
            await log_writer.close()
            return None
        return log_writer

    def submit(self, rows: Sequence[Row], answered: Answered) -> bool:
        """Have rows written, all or none. False if the process is gone; else `answered` hears how it went."""
        if self._transport is None:
            return False
        self._asked.append(answered)
        self._transport.write(batches.written(rows))
        return True

    async def append(self, rows: Sequence[Row]) -> bool:
        """The same for a caller that waits."""
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def answered(said: bool) -> None:
            if not written.done():
                written.set_result(said)

        return self.submit(rows, answered) and await written

    async def close(self) -> None:
        """What was submitted is written, then the process ends."""
        self.running = False
        if self._transport is not None:
            self._transport.close()
        await ended(self._process, ENDS)

    # ---- what comes from the process ----

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        for said in data:
            if said == batches.READY[0]:
                self._ready.set_result(True)
            else:
                self._asked.popleft()(said == batches.WRITTEN[0])

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if self.running:
            log.warning("the log writer is gone; moves are written without it from now on")
        self.running, self._transport = False, None
        if not self._ready.done():
            self._ready.set_result(False)
        while self._asked:
            self._asked.popleft()(False)
