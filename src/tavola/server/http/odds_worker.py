"""A process that works out questions: one a line comes in, an answer a line goes out.

Started by worker_pool.py as `python -m tavola.server.http.odds_worker SERVER`, the number of the server's
process. It ends when its input does or the server is gone, and gives way to everything else on the machine.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import sys
import threading
import time

import msgspec

from tavola.core.errors import TavolaError
from tavola.server.http.odds_answers import Question, answer
from tavola.server.http.record_answers import RECORDS, record_answer
from tavola.server.http.wire import Refuse, encode

NICE = 5
DIE_WITH_PARENT = 1  # Linux: PR_SET_PDEATHSIG
WATCH = 2.0  # seconds between two looks whether the server still runs


def main(server: int) -> None:
    if sys.platform == "linux":  # works also while this process is stopped (SIGSTOP), when no thread can look
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this one
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)
    if os.name == "posix":  # elsewhere the parent may be a launcher and not the server
        threading.Thread(target=_end_with_the_server, args=(server,), daemon=True).start()
    decode = msgspec.json.Decoder(Question).decode
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a solver's prints must not look like an answer
    for line in sys.stdin.buffer:
        out.write(reply(decode(line)) + b"\n")
        out.flush()


def _end_with_the_server(server: int) -> None:
    """End with the server, even in the middle of a question: that may take minutes."""
    while os.getppid() == server:
        time.sleep(WATCH)
    os._exit(1)


def reply(question: Question) -> bytes:
    """The answer; or why there is none, with the status and the code of HTTP; or that something failed."""
    try:
        found = record_answer(question) if question.what in RECORDS else answer(question)
        told = encode(found) if question.what in RECORDS else json.dumps(found).encode()
        return b'{"answer":%s}' % told
    except Refuse as refused:
        why = refused.why.in_(question.lang)
        return encode({"refused": (why[:1000], refused.status, refused.code)})
    except TavolaError as error:
        code = "bad_record" if question.record else "bad_request"
        return encode({"refused": (error.said.in_(question.lang)[:1000], 400, code)})
    except Exception as error:  # the desk logs it, and the next question gets its chance
        return encode({"failed": f"{type(error).__name__}: {error}"[:1000]})


if __name__ == "__main__":
    main(int(sys.argv[1]))
