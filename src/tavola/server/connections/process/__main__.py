"""The porter himself: python -m tavola.server.connections.process SERVER NEWCOMERS FRAME_BYTES OUTPUT_BYTES

The first two are sockets he is given. He ends when his server does, whichever way that ended.
"""

from __future__ import annotations

import gc
import signal
import socket
import sys

from tavola.server.connections.process.loop import ConnectionLoop, Limits


def main(server: int, newcomers: int, limits: Limits) -> None:
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)  # meant for the server, which may have last words to say
    gc.disable()  # nothing here knows itself, and to look for what does would keep thousands waiting
    ConnectionLoop(socket.socket(fileno=server), socket.socket(fileno=newcomers), limits).run()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Limits(int(sys.argv[3]), int(sys.argv[4])))
