"""The servers that are measured, each a process of its own, and what they use."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

HOST = "127.0.0.1"
PEER = Path(__file__).parent / "peer"
PATIENCE = 30.0
CHILDREN = {"tavola.server.table_log": "log writer"}

# Everyone comes from one address here, and plays as fast as he can: the limits must not be what is measured.
UNLIMITED = {
    "max_connections": "100000",
    "connections_per_address": "100000",
    "tables_per_holder": "1000",
    "tables_per_address": "100000",
    "create_rate": "1000000/1",
    "log_rate": "1000000/0.01",
    "address_log_rate": "1000000/0.01",
    "connection_rate": "1000000/1",
    "address_rate": "1000000/1",
    "name_rate": "1000000/1",
}


class Running:
    """A server's process: where it listens, its memory and its processor's time. Leaving ends it."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process, self.port = process, port

    @property
    def rss(self) -> float:
        """Megabytes in memory now, with its children's."""
        pid = str(self.process.pid)
        shown = subprocess.run(
            ["ps", "-o", "rss=", "-p", pid, "--ppid", pid], capture_output=True, check=True
        )
        return sum(map(int, shown.stdout.split())) / 1024

    @property
    def cpu(self) -> dict[str, float]:
        """Seconds of processor used so far by the server and each of its children; nothing where the system
        does not tell it."""
        pid, used = self.process.pid, defaultdict[str, float](float)
        with suppress(OSError):
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            for each in (str(pid), *children):
                fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
                who = "server" if each == str(pid) else _child_name(each)
                used[who] += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return dict(used)

    def __enter__(self) -> Running:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _child_name(pid: str) -> str:
    """What a child of the server does, by the module it runs."""
    command = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    return next((name for module, name in CHILDREN.items() if module in command), "other")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def tavola(command: list[str] | None = None) -> Iterator[Running]:
    """Our server with a new SQLite file, as anyone would start it, but for the limits."""
    with tempfile.TemporaryDirectory(prefix="tavola-load-") as folder:
        port = free_port()
        environment = os.environ | {f"TAVOLA_{name.upper()}": value for name, value in UNLIMITED.items()}
        asked = command or [sys.executable, "-m", "tavola", "serve"]
        asked += ["--host", HOST, "--http-port", str(port), "--storage", f"sqlite:///{folder}/load.db"]
        for door in ("lines", "training", "battle", "tournament"):
            asked += [f"--{door}-port", "0"]
        asked += ["--drain-seconds", "0", "--log-level", "warning"]
        with Path(folder, "out").open("wb") as out:
            process = subprocess.Popen(asked, env=environment, stdout=out, stderr=out)
        with Running(process, port) as running:
            _listens(process, port, Path(folder, "out"))
            yield running


def sync_milliseconds(times: int = 50) -> float:
    """What it takes here to have a page safe on the disk, the median: no durable move is heard of sooner."""
    found = []
    with tempfile.TemporaryFile(prefix="tavola-load-") as file:
        for _ in range(times):
            file.write(b"x" * 4096)
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            found.append(time.perf_counter() - began)
    return 1e3 * sorted(found)[times // 2]


def _listens(process: subprocess.Popen[bytes], port: int, out: Path) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection((HOST, port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit(f"the server did not start:\n{out.read_text(errors='replace')[-2000:]}")


def install_peer() -> None:
    """The peer's packages, exactly as locked; once."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise SystemExit(
            "boardgame.io and Colyseus need Node 18 or newer, with npm; or leave them out with --no-peer"
        )
    if not (PEER / "node_modules" / "@colyseus").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], cwd=PEER, check=True)


def in_node(*what: str, **options: Any) -> subprocess.Popen[bytes]:
    """A script of bench/peer, in production mode: its other one checks and logs every move."""
    environment = os.environ | {"NODE_ENV": "production"}
    return subprocess.Popen([node(), *what], cwd=PEER, env=environment, stdout=subprocess.PIPE, **options)


@cache
def node() -> str:
    """Node itself: a launcher of that name would leave it behind when it is ended."""
    said = subprocess.run(["node", "-p", "process.execPath"], capture_output=True, text=True, check=True)
    return said.stdout.strip()


@contextmanager
def in_node_serving(*what: str) -> Iterator[Running]:
    """A peer's server: its first line says at which port."""
    process = in_node(*what)
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        process.wait()
        raise SystemExit(f"{what[0]} did not start")
    with Running(process, int(msgspec.json.decode(line)["port"])) as running:
        yield running
    process.stdout.close()


def many_files(wanted: int) -> None:
    """Let this process, and the servers it starts, open so many sockets."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = hard if hard != resource.RLIM_INFINITY else max(soft, wanted)
    if most < wanted:
        raise SystemExit(f"{wanted} open files are needed and {most} allowed: see ulimit -n")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(wanted, most)), hard))
