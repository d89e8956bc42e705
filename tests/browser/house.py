"""The whole server as a process of its own, that can be killed and started again where it was."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

PORTS = ("http", "lines", "training", "battle", "tournament")
PATIENCE = 60.0


class House:
    """`tavola serve` on free ports, with a database that outlives it."""

    def __init__(
        self,
        folder: Path,
        http: int = 0,
        *,
        env: dict[str, str] | None = None,
        program: str = "tavola",
        more: tuple[str, ...] = ("--no-offline",),  # what else it is told; else pages fetch some megabytes
    ) -> None:
        self.folder = folder
        self._program, self._more = program, more
        self._env = {**(os.environ if env is None else env), "PYTHONUNBUFFERED": "1"}
        self.ports: dict[str, int] = dict.fromkeys(PORTS, 0) | {"http": http}
        self._process: subprocess.Popen[bytes] | None = None
        self._times = 0
        atexit.register(self.kill)  # also where the test that opened it has failed

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.ports['http']}"

    def open(self) -> House:
        """Opens, the second time where the page was the first. Returns when it listens."""
        self._times += 1
        told, log = (self.folder / f"{name}{self._times}.txt" for name in ("told", "log"))
        ports = [f"--{name}-port={port if name == 'http' else 0}" for name, port in self.ports.items()]
        storage = f"--storage=sqlite:///{self.folder / 'tavola.db'}"
        # One address plays and loads pages here for a whole room of people.
        command = ["serve", "--json", storage, *ports, "--request-rate=100000/1", "--odds-rate=1000/1"]
        command += self._more
        with told.open("wb") as out, log.open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self._program, *command],
                stdout=out,
                stderr=errors,
                env=self._env,
            )
        self.ports = self._listening(told, log)
        return self

    def _listening(self, told: Path, log: Path) -> dict[str, int]:
        assert self._process is not None
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            text = told.read_text(encoding="utf-8")
            if text.endswith("\n"):
                heard: dict[str, Any] = json.loads(text.splitlines()[0])
                return {name: int(heard["ports"][name]) for name in PORTS}
            time.sleep(0.05)
        raise TimeoutError(f"the server does not listen: {log.read_text(encoding='utf-8')}")

    def kill(self) -> None:
        """At once and without a word."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
