"""The log writer process: python -m tavola.server.table_log FILE SOCKET

It ends when its server does, however that ended: then the socket is closed. Until then it holds a lock beside
the file, for which the next server waits: what an old log writer still writes, the new server reads.
"""

from __future__ import annotations

import signal
import socket
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path

from tavola.server.table_log import batches
from tavola.server.table_log.appending import append


def main(file: Path, conversation: socket.socket) -> None:
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)  # meant for the server, which may have more to write
    with batches.sitting(file):
        driver = sqlite3.connect(file, timeout=batches.BUSY, isolation_level=None)
        for pragma in batches.PRAGMAS:
            driver.execute(pragma)
        # The server may be gone at any moment, and nobody needs to hear of it.
        with suppress(OSError), conversation.makefile("rb") as dictation:
            conversation.sendall(batches.READY)
            while (rows := batches.read(dictation)) is not None:
                conversation.sendall(batches.WRITTEN if append(driver, rows) else batches.NOT_WRITTEN)
        driver.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), socket.socket(fileno=int(sys.argv[2])))
