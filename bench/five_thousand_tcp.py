"""How many decisions a second the 5000 arena takes: battle tables, the clients in a process of their own.

    python -m bench.five_thousand_tcp --tables 100 --seconds 20
    python -m bench.five_thousand_tcp --tables 100 --seconds 20 --storage sqlite:///arena.db

Latency is from sending a decision to being asked for the next one, where the same player goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time
from typing import Any, cast

import uvloop

from bench.original_client import cautious
from tavola.games.five_thousand.tcp.memory import MemoryStore
from tavola.games.five_thousand.tcp.server import TcpServer
from tavola.games.five_thousand.tcp.settings import TcpLimits

HOST = "127.0.0.1"
WARM = 3.0  # seconds: the rules remember what they found out about each throw


# ---- the server's process ----


async def serve(storage: str) -> None:
    store: Any = MemoryStore(keep_records=False)
    if storage:
        from tavola.server.store import Store

        store = await Store.open(storage)
    arena = TcpServer(scores=store, names=store, settings=TcpLimits(per_address=10_000))
    ports = await arena.start(HOST, {"training": 0, "battle": 0, "tournament": 0})
    print(json.dumps(ports), flush=True)
    done = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, done.set)
    await done.wait()
    print(json.dumps(arena.counters.as_dict()), flush=True)
    await arena.stop()
    if storage:
        await store.close()


# ---- the clients' process ----


@cache
def decision(dices: str, fresh: bool) -> bytes:
    """The answer to a STATE, remembered, so that the clients are not what is measured."""
    return cautious({"dices": json.loads(dices), "turn_score": 0 if fresh else 1}).encode() + b"\n"


@dataclass
class Measured:
    decisions: int = 0
    games: int = 0
    broken: int = 0
    waits: list[float] = field(default_factory=list)


class Bot(asyncio.Protocol):
    def __init__(self, port: int, measured: Measured) -> None:
        self.port, self.measured = port, measured
        self.sent = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        text = data.decode()
        if "KICK" in text:
            self.measured.games += 1
            self.measured.broken += "WINNER" not in text
            self.transport.close()
        elif text.endswith(">> "):
            now = perf_counter()
            if self.sent:
                self.measured.waits.append(now - self.sent)
            state = text[text.rindex("[") + 1 : text.rindex("]")] if "STARTING" not in text else ""
            dices = f"[{state}]" if state else text[text.rindex('"dices": ') + 9 : text.rindex("]") + 1]
            fresh = '"turn_score": 0}' in text
            answer = decision(dices, fresh)
            self.measured.decisions += 1
            self.sent = now if answer.startswith(b"PLAY") else 0.0
            self.transport.write(answer)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        asyncio.get_running_loop().create_task(connect(self.port, self.measured))


async def connect(port: int, measured: Measured) -> None:
    try:
        await asyncio.get_running_loop().create_connection(lambda: Bot(port, measured), HOST, port)
    except OSError:
        measured.broken += 1


async def drive(port: int, tables: int, seconds: float, pid: int) -> None:
    measured = Measured()
    for _ in range(2 * tables):
        await connect(port, measured)
    await asyncio.sleep(WARM)
    memory_before, cpu_before, own_before = memory(pid), cpu(pid), process_time()
    measured.decisions, measured.games, measured.broken = 0, 0, 0
    measured.waits.clear()
    began = perf_counter()
    await asyncio.sleep(seconds)
    took = perf_counter() - began
    busy, own = (cpu(pid) - cpu_before) / took, (process_time() - own_before) / took
    cuts = quantiles(measured.waits, n=100)
    print(
        f"{tables} tables, {took:.0f} s: {measured.decisions / took:,.0f} decisions/s, "
        f"{measured.games // 2 / took:,.0f} games/s ({measured.broken} broken off), "
        f"p50 {cuts[49] * 1e3:.1f} ms, p99 {cuts[98] * 1e3:.1f} ms, "
        f"memory {memory_before:.0f} -> {memory(pid):.0f} MB, "
        f"server {busy:.0%} of a core, clients {own:.0%}"
    )


def memory(pid: int) -> float:
    """Resident megabytes of a process, where the system tells."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0.0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def cpu(pid: int) -> float:
    """Processor seconds a process has used, where the system tells."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    words = stat.read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("--tables", type=int, default=100)
    reader.add_argument("--seconds", type=float, default=20.0)
    reader.add_argument("--storage", default="", help="sqlite:///FILE or postgresql://...; default: memory")
    reader.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = reader.parse_args()
    if given.serve:
        uvloop.run(serve(given.storage))
        return
    command = [sys.executable, "-m", "bench.five_thousand_tcp", "--serve", "--storage", given.storage]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ)) as server:
        assert server.stdout is not None
        ports = json.loads(server.stdout.readline())
        try:
            uvloop.run(drive(ports["battle"], given.tables, given.seconds, server.pid))
        finally:
            server.terminate()
            print(server.stdout.readline().strip())


if __name__ == "__main__":
    main()
