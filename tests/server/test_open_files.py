"""A server that may open few files lets in as many as fit, tells the others, and still says how it is."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tavola.server.limits import open_files
from tavola.server.limits.connections import SPARE

resource = pytest.importorskip("resource")
FILES = 200


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[dict[str, Any], Path]]:
    """`tavola serve` under a limit of its own: where it listens, and its log."""
    ports = [f"--{door}-port=0" for door in ("http", "lines", "training", "battle", "tournament")]
    command = [sys.executable, "-m", "tavola", "serve", "--json", *ports]
    command += ["--storage", f"sqlite:///{tmp_path / 'tavola.db'}", "--drain-seconds", "0"]
    log = tmp_path / "log"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=errors,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (100, FILES)),
        )
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())["ports"], log
        finally:
            process.terminate()
            process.wait(60)
            process.stdout.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody tells how many files are open")
def test_more_come_than_may_be_open(served: tuple[dict[str, Any], Path]) -> None:
    ports, log = served
    with ExitStack() as held:
        for _ in range(FILES + 50):  # one address, and each door accepts and answers all of them
            held.enter_context(socket.create_connection(("127.0.0.1", ports["lines"]), 20))
        for path in ("healthz", "readyz", "metrics"):
            with urllib.request.urlopen(f"http://127.0.0.1:{ports['http']}/{path}", timeout=20) as answer:
                text = answer.read().decode()
        figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert float(figures["process_open_fds"]) < FILES - SPARE
        assert 0 < float(figures["tavola_connections_most"]) < FILES - open_files.RESERVE
        assert float(figures["tavola_connections_closed_total"]) > 50
        newcomer = held.enter_context(socket.create_connection(("127.0.0.1", ports["lines"]), 20))
        newcomer.sendall(b'{"type":"hello","id":"1"}\n')
        assert b'"welcome"' in newcomer.recv(4096)
    assert f"this process may open only {FILES} files" in log.read_text()


def test_as_many_as_are_wanted_if_they_fit() -> None:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert open_files.fitting(5) == 5
    assert open_files.fitting(soft) < soft
