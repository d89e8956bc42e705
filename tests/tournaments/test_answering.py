"""A bot as a program that answers: what is asked wrongly, what is left behind, what goes on beside."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from tavola.tournaments import entrants
from tavola.tournaments.answering import AnsweringBot, QuestionLine
from tavola.tournaments.entrants import Entrant
from tavola.tournaments.players import dismiss_all
from tavola.tournaments.sitting import play
from tests.tournaments import bots
from tests.tournaments.bots import RANDOM, task, written

ASKED = {
    "game": "5000",
    "seat": 0,
    "names": ["a", "b"],
    "actor": 0,
    "table": {},
    "score": [0, 0],
    "happened": [],
    "moves": ["bank", "trash"],
}


@contextmanager
def listening(spec: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    command = [sys.executable, "-m", "tavola.tournaments.answering", spec, "--listen", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline().split()[-1]), process
        finally:
            process.kill()


def said_to(port: int, line: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), 20) as guest:
        guest.sendall(line + b"\n")
        guest.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: guest.recv(1000), b""))


@pytest.mark.parametrize(
    "wrong",
    [
        b"[]",
        b"5",
        b"nonsense",
        b"[" * 100_000,
        msgspec.json.encode({**ASKED, "names": 5}),
        msgspec.json.encode({**ASKED, "options": 5}),
        msgspec.json.encode({**ASKED, "options": {"preset": "x"}}),
        msgspec.json.encode({**ASKED, "seed": [1]}),
        msgspec.json.encode({**ASKED, "game": "nogame"}),
        msgspec.json.encode(ASKED)[:-1] + b',"more":' + b"[" * 100_000,
    ],
)
def test_what_is_no_question_is_said_to_be_none(tmp_path: Path, wrong: bytes) -> None:
    with listening(written(tmp_path, "good", bots.GOOD).spec) as (port, process):
        assert said_to(port, wrong) == b""
        assert said_to(port, msgspec.json.encode(ASKED)) == b"bank\n"
        process.kill()
        assert process.stderr is not None
        told = process.stderr.read()
    assert told.strip()
    assert "Traceback" not in told


def test_a_program_that_is_remote_ends_with_its_game(tmp_path: Path) -> None:
    """Or with its connection, if the game is broken off."""
    ends = tmp_path / "ends"
    ends.mkdir()
    file = tmp_path / "bot.sh"
    file.write_text(f"#!/bin/sh\nwhile read -r question; do echo 0; done\n: >{ends}/$$\n", encoding="utf-8")
    file.chmod(0o755)
    over = {"reason": "won", "how": "played", "winners": [0], "scores": [1, 0], "seed": "", "salts": []}
    answers = AnsweringBot(f"exec:{file}")
    for number in (1, 2):
        assert answers.answer(msgspec.convert(ASKED, QuestionLine)) == "bank"
        assert answers.answer(msgspec.convert({**ASKED, "over": over}, QuestionLine)) is None
        assert len(list(ends.iterdir())) == number
    assert answers.answer(msgspec.convert(ASKED, QuestionLine)) == "bank"
    answers.close()
    assert len(list(ends.iterdir())) == 3


THREAD = "import threading\nthreading.Thread(target=threading.Event().wait).start()\n"
CHILD = "import subprocess\nsubprocess.Popen(['sleep', '20'])\n"


@pytest.mark.parametrize("beside", [THREAD, CHILD])
def test_a_module_may_start_threads_and_programs_of_its_own(
    tmp_path: Path, beside: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrants, "SECONDS_TO_LOAD", 15.0)
    bot = written(tmp_path, "busy", beside + bots.GOOD)
    entrants._loads(bot.spec, "5000")
    assert play(task(bot, RANDOM)).fault is None
    dismiss_all()


def test_what_cant_be_written_is_an_answer_that_is_refused(tmp_path: Path) -> None:
    bad = written(tmp_path, "odd", "def choose(moves, sight):\n    return '\\ud800'\n")
    played = play(task(bad, Entrant("too", "random")))
    assert played.fault is not None
    assert played.fault.kind == "cheated"
