"""A cold environment says what it does: in the log, and in a line at a terminal that goes away again."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

COLD = "import logging, gymnasium, tavola.rl\n{before}\ngymnasium.make('Tavola/DicePoker-v1', seats=1)\n"


def made(folder: Path, before: str = "") -> str:
    """What is heard at a terminal, of an environment nobody has made before."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", COLD.format(before=before)],
        stderr=theirs,
        env={**os.environ, "TAVOLA_CACHE": str(folder)},
    ) as process:
        os.close(theirs)
        heard = b""
        try:
            while more := os.read(ours, 4096):
                heard += more
        except OSError:  # how a terminal ends
            pass
    os.close(ours)
    assert process.returncode == 0
    return heard.decode()


def test_at_a_terminal_a_line_comes_and_goes(tmp_path: Path) -> None:
    heard = made(tmp_path)
    assert "tavola: compiling " in heard
    assert heard.endswith("\r\x1b[2K")
    assert "\n" not in heard
    assert made(tmp_path) == ""  # now it is there


@pytest.mark.parametrize(
    ("before", "says"),
    [
        ("logging.getLogger('tavola').setLevel(logging.ERROR)", ""),
        ("logging.basicConfig(level=logging.INFO)", "INFO:tavola.rl:compiling "),
    ],
)
def test_the_log_decides(tmp_path: Path, before: str, says: str) -> None:
    heard = made(tmp_path, before)
    assert "\x1b" not in heard
    assert heard.startswith(says)
    assert bool(heard) == bool(says)


def test_nothing_is_said_where_nobody_watches(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COLD.format(before="")],
        capture_output=True,
        env={**os.environ, "TAVOLA_CACHE": str(tmp_path)},
        check=True,
    )
    assert (done.stdout, done.stderr) == (b"", b"")
