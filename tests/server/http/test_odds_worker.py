"""The process that works out odds: it does not outlive a server that was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PATIENCE = 60.0
# A server that does nothing but have a worker. The worker's questions come from the test, so its input does
# not end when the server does: like one that is busy, it has to notice by itself.
SERVER = """
import os, subprocess, sys
command = [sys.executable, "-m", "tavola.server.http.odds_worker", str(os.getpid())]
worker = subprocess.Popen(command, stdout=subprocess.DEVNULL)
print(worker.pid, flush=True)
worker.wait()
"""


@pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="nothing tells here whether a process is alive"
)
@pytest.mark.parametrize("stopped", [False, True])
def test_it_ends_with_its_server(stopped: bool) -> None:
    questions, ask = os.pipe()
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdin=questions, stdout=subprocess.PIPE)
    os.close(questions)
    try:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        assert is_alive(worker)
        if stopped:  # in the middle of its work, because it is another's turn
            until = time.monotonic() + PATIENCE
            while not is_ready(worker):
                assert time.monotonic() < until
                time.sleep(0.05)
            os.kill(worker, signal.SIGSTOP)
        server.kill()
        server.wait()
        server.stdout.close()
        until = time.monotonic() + PATIENCE
        while is_alive(worker):
            assert time.monotonic() < until, "it works on for nobody"
            time.sleep(0.05)
    finally:
        os.close(ask)


def is_ready(process: int) -> bool:
    """It has begun: it ignores SIGINT, which is the second thing it does."""
    status = Path(f"/proc/{process}/status").read_text()
    return bool(int(status.partition("SigIgn:")[2].split()[0], 16) & 1 << signal.SIGINT - 1)


def is_alive(process: int) -> bool:
    try:
        return not Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].lstrip().startswith("Z")
    except OSError:
        return False
