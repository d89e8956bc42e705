"""The process that works out odds: a question a line comes in, an answer a line goes out.

Started by odds_desk.py as `python -m tavola.server.http.odds_worker SERVER`, the number of the server's
process. It ends when its input does or the server is gone, and gives way to everything else on the machine.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
import time

import msgspec

from tavola.core.errors import TavolaError
from tavola.server.http.odds_answers import Question, answer

NICE = 10
WATCH = 2.0  # seconds between two looks whether the server is still there


def main(server: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this one
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)
    if os.name == "posix":  # elsewhere a process may be started by another one than asked for it
        threading.Thread(target=_end_with_the_server, args=(server,), daemon=True).start()
    decode = msgspec.json.Decoder(Question).decode
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a solver may print must not look like an answer
    for line in sys.stdin.buffer:
        out.write(json.dumps(reply(decode(line))).encode() + b"\n")
        out.flush()


def _end_with_the_server(server: int) -> None:
    """A question may take minutes, and nobody would hear the answer."""
    while os.getppid() == server:
        time.sleep(WATCH)
    os._exit(1)


def reply(question: Question) -> dict[str, object]:
    try:
        return {"answer": answer(question)}
    except TavolaError as error:
        return {"refused": str(error)[:1000]}
    except Exception as error:  # the desk logs it, and the next question gets its chance
        return {"failed": f"{type(error).__name__}: {error}"[:1000]}


if __name__ == "__main__":
    main(int(sys.argv[1]))
