"""The log writer process: python -m tavola.server.table_log FILE SOCKET

It ends when its server does, however that ends: then the socket is closed. Until then it holds a lock beside
the file. The next server waits for that lock, so that it reads everything an old log writer still writes.
"""

from __future__ import annotations

import signal
import socket
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path

from tavola.server.table_log import batches
from tavola.server.table_log.appending import Batch, append


def main(file: Path, conversation: socket.socket) -> None:
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)  # meant for the server, which may have more to write
    with batches.exclusive(file):
        driver = sqlite3.connect(file, timeout=batches.BUSY, isolation_level=None)
        for pragma in batches.PRAGMAS:
            driver.execute(pragma)
        # The server may be gone at any moment: then this process just ends.
        with suppress(OSError), conversation.makefile("rb") as stream:
            conversation.sendall(batches.READY)
            while (batch := batches.read(stream)) is not None:
                conversation.sendall(answer(driver, batch))
        driver.close()


def answer(driver: sqlite3.Connection, batch: Batch) -> bytes:
    """Write a batch, and say how it went. An empty one is a ping."""
    try:
        return batches.WRITTEN if not any(batch) or append(driver, batch) else batches.NOT_WRITTEN
    except sqlite3.Error as error:
        return batches.failed(str(error))


if __name__ == "__main__":
    main(Path(sys.argv[1]), socket.socket(fileno=int(sys.argv[2])))
