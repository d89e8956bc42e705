"""A server as a process that can be killed and started again at the same ports, on the same storage."""

from __future__ import annotations

import json
import os
import random
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

HOST = "127.0.0.1"
DOORS = ("http", "lines", "training", "battle", "tournament")
PATIENCE = 60.0

# Everyone comes from one address here: the limits are not what is tried out.
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
    "chat_rate": "1000000/1",
    "request_rate": "1000000/1",
}


class NotUp(Exception):
    """The server ended, or was ended, before it listened."""


def quiet_ports(many: int = 1) -> list[int]:
    """Free ports, each another, below those the system lends, which others could get while we are down."""
    found: list[int] = []
    with ExitStack() as held:  # until all are found: the same one is not free twice
        while len(found) < many:
            probe, port = held.enter_context(socket.socket()), random.randrange(10_000, 30_000)
            with suppress(OSError):
                probe.bind((HOST, port))
                found.append(port)
    return found


class House:
    """One server, life after life. What it says on its error stream is kept in one file."""

    def __init__(
        self,
        folder: Path,
        storage: str = "",
        command: Sequence[str] = (),
        settings: dict[str, str] = UNLIMITED,
    ) -> None:
        self.folder, self.errors = folder, folder / "errors"
        self.storage = storage or f"sqlite:///{folder}/chaos.db"
        self.ports = dict(zip(DOORS, quiet_ports(len(DOORS)), strict=True))
        self.lives = 0
        self._command = [*(command or (sys.executable, "-m", "tavola")), "serve", "--json", "--host", HOST]
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "it was never started"
        return self._process

    def launch(self) -> None:
        """Start it, and don't wait."""
        given = {"storage": self.storage, "drain_seconds": "0", "log_level": "warning", **self._settings}
        environment = os.environ | {f"TAVOLA_{name.upper()}": value for name, value in given.items()}
        ports = [text for door in DOORS for text in (f"--{door}-port", str(self.ports[door]))]
        with self.errors.open("ab") as errors:
            self._process = subprocess.Popen(
                [*self._command, *ports], env=environment, stdout=subprocess.PIPE, stderr=errors
            )
        self.lives += 1

    def listens(self) -> None:
        """Until it says where; NotUp if it ends instead."""
        out = self.process.stdout
        assert out is not None
        ready, _, _ = select.select([out], [], [], PATIENCE)
        line = out.readline() if ready else b""
        if not line:
            self.kill()
            raise NotUp(self.errors.read_text(errors="replace")[-2000:])
        json.loads(line)

    def start(self) -> None:
        self.launch()
        self.listens()

    def kill(self) -> None:
        """kill -9, and it is gone."""
        self.process.send_signal(signal.SIGKILL)
        self._ended(PATIENCE)

    def stop(self) -> int:
        """Politely; the code it ends with."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self._ended(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            return -9

    def _ended(self, patience: float) -> int:
        code = self.process.wait(patience)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def rss(self) -> float:
        """Megabytes in memory now."""
        shown = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(self.process.pid)], capture_output=True, check=True
        )
        return int(shown.stdout) / 1024

    def complaints(self) -> list[str]:
        """What its error stream says that should not be there: tracebacks, and errors of its own."""
        said = self.errors.read_text(errors="replace") if self.errors.exists() else ""
        lines = said.splitlines()
        return [line for line in lines if "Traceback" in line or "ERROR" in line or "Error" in line]

    def exported(self) -> list[str]:
        """All records, as `tavola db export` gives them."""
        asked = [sys.executable, "-m", "tavola", "db", "export", "--storage", self.storage]
        done = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=300)
        return done.stdout.splitlines()
