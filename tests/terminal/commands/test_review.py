"""`tavola review`, and hints at the prompt."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tavola.cli import app
from tests.coach.games import played, rules_of


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.rec"
    file.write_text(str(played(rules_of("5000", goal=500), "house,random", 2)), encoding="utf-8")
    return file


def test_tables_for_people(game: Path) -> None:
    done = run("review", str(game))
    assert done.exit_code == 0, done.output
    for word in ("Decisions", "cost", "Luck and play", "result", "house 0", "add up"):
        assert word in done.stdout
    in_italian = run("review", str(game), "--lang", "it", "--worst", "1").stdout
    assert "Fortuna e gioco" in in_italian
    assert in_italian.count("house 0") + in_italian.count("random 1") < done.stdout.count("house 0")


@pytest.mark.parametrize(("lang", "bank"), [("en", "bank"), ("fr", "encaisser"), ("it", "incassa")])
def test_moves_are_told_in_the_language_and_written_as_ever_for_programs(
    game: Path, lang: str, bank: str
) -> None:
    told = run("review", str(game), "--lang", lang).stdout
    assert f" {bank} " in told
    assert (" bank " in told or " trash" in told) == (lang == "en")
    found = json.loads(run("review", str(game), "--lang", lang, "--json").stdout)
    assert "bank" in {decision["move"] for decision in found["decisions"]}


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_figures_stand_one_under_the_other(game: Path, lang: str) -> None:
    """With a comma or a point, with a sign or none."""
    lines = run("review", str(game), "--lang", lang).stdout.splitlines()
    head = next(n for n, line in enumerate(lines) if line.startswith(("who ", "qui ", "chi ")))
    ends = [[part.end() for part in re.finditer(r"%", line)] for line in lines[head + 1 : head + 3]]
    assert len(ends[0]) == 5
    assert ends[0] == ends[1]


def test_json_for_programs_in_both_forms_of_a_record(game: Path, tmp_path: Path) -> None:
    told = json.loads(run("review", str(game), "--json").stdout)
    as_json = tmp_path / "game.json"
    record = played(rules_of("5000", goal=500), "house,random", 2)
    as_json.write_text(json.dumps(record.as_json()), encoding="utf-8")
    assert json.loads(run("review", str(as_json), "--json").stdout) == told
    assert (told["game"], told["unit"], told["exact"]) == ("5000", "win", True)
    for b in told["balances"]:
        assert b["start"] + b["luck"] + b["play"] + b["others"] == pytest.approx(b["result"], abs=1e-9)


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_the_course_as_a_figure(game: Path, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"course.{ending}"
    assert run("review", str(game), "--plot", str(file), "--worst", "0").exit_code == 0
    assert file.stat().st_size > 5000


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        (lambda text: text.replace("* roll", "* rool", 1), 1, "at move 1"),
        (lambda text: text.replace('"5000"', '"6000"', 1), 1, "no game called"),
        (lambda _: "", 1, "lacks"),
        (lambda _: "{", 1, "not valid JSON"),
    ],
)
def test_a_damaged_record_says_where(game: Path, change: Any, code: int, says: str) -> None:
    game.write_text(change(game.read_text(encoding="utf-8")), encoding="utf-8")
    done = run("review", str(game))
    assert (done.exit_code, "Traceback" in done.output) == (code, False)
    assert says in done.output


def test_what_can_not_be_asked(game: Path, tmp_path: Path) -> None:
    assert run("review", str(tmp_path / "nothing")).exit_code == 1
    assert run("review", str(game), "--lang", "de").exit_code == 2
    done = run("review", str(game), "--plot", str(tmp_path / "course.txt"))
    assert (done.exit_code, ".svg or .png" in done.output) == (2, True)
    saved = tmp_path / "match.yaml"
    saved.write_text("---\n", encoding="utf-8")
    assert run("review", str(saved)).exit_code == 1


# ---- hints ----


def test_a_hint_before_every_decision() -> None:
    words = ("play", "5000", "--players", "you,house", "--seed", "3", "--plain", "--set", "goal=500")
    done = run(*words, "--hint", typed="trash\nquit\n")
    assert done.exit_code == 0, done.output
    assert done.stdout.count("Best: ") >= 2
    assert "Others cost: " in done.stdout


def test_a_hint_when_asked_for() -> None:
    words = ("play", "5000", "--players", "you,house", "--seed", "3", "--plain", "--set", "goal=500")
    done = run(*words, "--lang", "fr", typed="help\nconseil\nquit\n")
    assert done.exit_code == 0, done.output
    assert done.stdout.count("Le mieux : ") == 1
    assert "le meilleur coup" in done.stdout


def test_hints_for_programs() -> None:
    words = ("play", "5000", "--players", "you,house", "--seed", "3", "--json", "--set", "goal=500")
    lines = [json.loads(line) for line in run(*words, "--hint", typed="quit\n").stdout.splitlines()]
    turn = next(line for line in lines if line["type"] == "turn")
    assert turn["hint"]["exact"] is True
    assert {choice["move"] for choice in turn["hint"]["choices"]} == set(turn["moves"])
    without = [json.loads(line) for line in run(*words, typed="quit\n").stdout.splitlines()]
    assert "hint" not in next(line for line in without if line["type"] == "turn")


def test_an_optimal_bot_sits_down() -> None:
    words = ("play", "dice-poker", "--players", "optimal,none", "--seed", "1", "--plain", "--set", "goal=50")
    done = run(*words)
    assert (done.exit_code, "game is over" in done.stdout) == (0, True), done.output
