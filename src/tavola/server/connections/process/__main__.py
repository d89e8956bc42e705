"""The connection process.

    python -m tavola.server.connections.process SERVER NEWCOMERS FRAME_BYTES OUTPUT_BYTES

The first two are file descriptors of sockets. The process ends when its server does, however that ended.
"""

from __future__ import annotations

import gc
import signal
import socket
import sys

from tavola.server.connections.process.loop import ConnectionLoop
from tavola.server.connections.websocket_peer import WebSocketLimits


def main(server: int, newcomers: int, limits: WebSocketLimits) -> None:
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)  # meant for the server, which may have last words to say
    gc.disable()  # no reference cycles here; a collection would pause every connection
    ConnectionLoop(socket.socket(fileno=server), socket.socket(fileno=newcomers), limits).run()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), WebSocketLimits(int(sys.argv[3]), int(sys.argv[4])))
