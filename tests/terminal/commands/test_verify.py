"""tavola verify: one record or many, from files or a pipe, for people and for programs."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tavola.cli import app
from tavola.client.fairness import words as proof_words
from tavola.core.record import Record
from tavola.core.words import Phrase
from tavola.table import fair_check
from tavola.terminal.commands import verify as verifying
from tests.table.fair_vectors import FILE

RECORDS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["records"]
GOOD = RECORDS[0]
COMMITMENT = GOOD["tags"]["Commitment"]
LIE = {**GOOD, "moves": [["*", "roll 11111"], *GOOD["moves"][1:]]}
BARE = {**GOOD, "tags": {"Seed": "42", "Players": "you,house"}}  # as `tavola play` writes it


def run(*args: str, given: str | bytes = "") -> Result:
    result = CliRunner().invoke(app, ["verify", *args], input=given, env={"COLUMNS": "80"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def lines(*records: dict[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


# ---- one record ----


@pytest.mark.parametrize("data", RECORDS, ids=lambda data: data["tags"]["Table"])
def test_every_form_of_a_record(data: dict[str, Any], tmp_path: Path) -> None:
    forms = {
        "a.txt": str(Record.from_json(data)),
        "b.json": json.dumps(data),
        "c.json": json.dumps(data, indent=1),
        "d.json": "\ufeff\n" + json.dumps(data) + "\r\n\n",
        "e.txt": "\ufeff" + str(Record.from_json(data)).replace("\n", "\r\n"),
    }
    for name, form in forms.items():
        (tmp_path / name).write_text(form, encoding="utf-8", newline="")
        result = run(str(tmp_path / name))
        assert result.exit_code == 0, (name, result.output)
        assert f"{name}: the seed fits the commitment in the record" in result.stdout
        assert "nobody here saw it before the game" in result.stdout
        assert data["tags"]["Commitment"] in result.stdout


def test_a_pipe() -> None:
    result = run("-", given=json.dumps(GOOD))
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "the standard input: the seed fits the commitment in the record, and all "
    )


def test_a_lie_is_told_with_its_place() -> None:
    result = run("-", given=json.dumps(LIE))
    assert result.exit_code == 1
    true = GOOD["moves"][0][1]
    assert f"NOT verified, move 1: the seed gives “{true}”, the record says “roll 11111”" in result.stdout


def test_nothing_to_verify_is_told_apart() -> None:
    result = run("-", given=json.dumps(BARE))
    assert result.exit_code == 1
    assert "no commitment in this record; nothing to verify" in result.stdout
    assert "NOT" not in result.stdout


def test_an_unfinished_record() -> None:
    result = run("-", given=json.dumps({**GOOD, "moves": GOOD["moves"][:4], "result": None}))
    assert result.exit_code == 0
    assert "the game is not finished" in result.stdout


def test_the_commitment_one_was_shown() -> None:
    assert run("-", "--commitment", COMMITMENT, given=json.dumps(GOOD)).exit_code == 0
    other = run("-", "--commitment", RECORDS[1]["tags"]["Commitment"], given=json.dumps(GOOD))
    assert other.exit_code == 1
    assert f"not the one you were shown but {COMMITMENT}" in other.stdout
    wrong = run("-", "--commitment", "banana", given=json.dumps(GOOD))
    assert wrong.exit_code == 2
    assert "64 hexadecimal digits" in wrong.stderr


@pytest.mark.parametrize(("lang", "word"), [("en", "verified"), ("fr", "vérifiée"), ("it", "verificata")])
def test_three_languages(lang: str, word: str) -> None:
    assert word in run("-", "--lang", lang, "--commitment", COMMITMENT, given=json.dumps(GOOD)).stdout
    assert word in run("-", "--lang", lang, given=json.dumps(LIE)).stdout


@pytest.mark.parametrize("module", [fair_check, verifying, proof_words], ids=lambda module: module.__name__)
def test_every_phrase_in_every_language(module: Any) -> None:
    phrases = [value for value in vars(module).values() if isinstance(value, Phrase)]
    assert phrases
    for phrase in phrases:
        assert all(phrase)
        blanks = [sorted({name for _, name, _, _ in Formatter().parse(text) if name}) for text in phrase]
        assert blanks[0] == blanks[1] == blanks[2], phrase


# ---- many ----


def test_many_in_one_file(tmp_path: Path) -> None:
    (tmp_path / "all.jsonl").write_text(lines(*RECORDS), encoding="utf-8")
    result = run(str(tmp_path / "all.jsonl"))
    assert result.exit_code == 0
    n = len(RECORDS)
    assert (
        result.stdout == f"records: {n}; verified: 0; fit themselves: {n}; wrong: 0; nothing to verify: 0\n"
    )


def test_what_is_wrong_among_many_is_found_and_the_rest_still_checked() -> None:
    broken = '{"format": "tavola-record/1"}\n{"never ends": \n'
    result = run("-", given=lines(GOOD, LIE) + broken + "\n" + lines(BARE, GOOD))
    assert result.exit_code == 1
    told = result.stdout.splitlines()
    assert told[0].startswith("the standard input, record 2 (table 5000-2-goal-100): NOT verified, move 1: ")
    assert told[1].startswith("the standard input, record 3: NOT verified: the record lacks")
    assert told[2].startswith("the standard input, record 4: NOT verified: the record is not valid JSON")
    assert told[3] == "the standard input, record 5: no commitment in this record; nothing to verify"
    assert told[4:] == ["records: 6; verified: 0; fit themselves: 2; wrong: 3; nothing to verify: 1"]


def test_many_files(tmp_path: Path) -> None:
    for name, data in (("good", GOOD), ("lie", LIE)):
        (tmp_path / name).write_text(json.dumps(data), encoding="utf-8")
    names = [str(tmp_path / name) for name in ("good", "nowhere", "lie", "good")]
    result = run(*names)
    assert result.exit_code == 1
    assert "nowhere: NOT verified: can't be read: No such file" in result.stdout
    assert result.stdout.endswith(
        "records: 4; verified: 0; fit themselves: 2; wrong: 2; nothing to verify: 0\n"
    )
    assert run(names[0], names[3]).exit_code == 0


def test_for_programs() -> None:
    result = run("-", "--json", given=lines(GOOD, LIE, BARE) + "nonsense\n")
    assert result.exit_code == 1
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["finding"] for one in told] == ["fits", "wrong", "nothing", "wrong"]
    assert [one["record"] for one in told] == [1, 2, 3, 4]
    assert told[0] == {
        "file": "-",
        "record": 1,
        "game": "5000",
        "table": GOOD["tags"]["Table"],
        "commitment": COMMITMENT,
        "finding": "fits",
        "kept": False,
        "why": None,
        "move": 0,
        "draws": sum(who == "*" for who, _ in GOOD["moves"]),
        "numbers": sum(len(move) - len("roll ") for who, move in GOOD["moves"] if who == "*"),
        "finished": True,
    }
    assert (told[1]["move"], told[1]["draws"]) == (1, 0)
    assert told[3]["game"] is None


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"\n\n",
        b"\xff\xfe\x00",
        b"{}",
        b"[]",
        b"hello",
        b"{" * 100_000,
        b"[Game",
        b"{" * 50_000 + b"}" * 50_000,
    ],
)
def test_what_is_no_record_is_not_verified(given: bytes) -> None:
    for form in ([], ["--json"]):
        result = run("-", *form, given=given)
        assert result.exit_code == 1
        assert len(result.stdout.splitlines()) == 1
        assert len(result.stdout) < 500


def test_a_line_too_long_is_not_read_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "LARGEST", 20_000)
    assert run("-", given=lines(GOOD)).exit_code == 0
    long = lines({**GOOD, "tags": {"Comment": "x" * 30_000}})
    for given in (long, lines(GOOD) + long, str(Record.from_json(GOOD)) + "\n" * 30_000):
        result = run("-", given=given)
        assert result.exit_code == 1
        assert "too large for a record" in result.stdout


def test_signs_that_would_move_the_cursor_are_not_printed() -> None:
    told = {**GOOD, "tags": {**GOOD["tags"], "Table": "\x1b[2Jx", "Commitment": "\x1b[31m"}}
    result = run("-", given=lines(told, told))
    assert result.exit_code == 1
    assert "\x1b" not in result.stdout


# ---- as a process ----


def tavola(*args: str, given: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tavola", "verify", *args]
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=120, check=False)


def test_the_command_itself() -> None:
    done = tavola("-", given=lines(GOOD))
    assert (done.returncode, done.stderr) == (0, "")
    done = tavola("-", given=lines(LIE))
    assert (done.returncode, done.stderr) == (1, "")


def test_progress_is_for_people_only() -> None:
    """At a terminal the count comes and goes on the standard error; what is found stays clean."""
    head, tail = pty.openpty()
    command = [sys.executable, "-m", "tavola", "verify", "-"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=tail, text=True, encoding="utf-8"
    )
    os.close(tail)
    try:
        found, _ = process.communicate(lines(*RECORDS) * 4, timeout=120)
        pieces = []
        with suppress(OSError):  # how Linux says that all is read
            while piece := os.read(head, 1 << 16):
                pieces.append(piece)
        shown = b"".join(pieces).decode()
    finally:
        process.kill()
        process.wait()
        os.close(head)
    n = 4 * len(RECORDS)
    assert found == f"records: {n}; verified: 0; fit themselves: {n}; wrong: 0; nothing to verify: 0\n"
    assert " record" in shown
    assert shown.endswith("\r\x1b[2K")
