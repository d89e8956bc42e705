"""How a record ended, as `tavola replay` tells it: by whose doing, in three languages and as JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import tavola
from tavola.cli import app
from tavola.core.match import Match
from tavola.core.record import Record
from tavola.games.five_thousand.tcp.table import TcpTable


def given_up(how: str) -> Record:
    """A table's record: by the rules the other has won."""
    match = Match(tavola.rules("5000"), ("ada", "bo"))
    match.draw(Random(1))
    match.resign(0)
    return match.record({"Ended": how})


def broken_off() -> Record:
    """One of 5000 over TCP: nobody has."""
    table = TcpTable(["ada", "bo"], Random(1))
    table.begin()
    table.lose(0, "time")
    return table.record({"Arena": "battle"})


def told(folder: Path, record: Record, *options: str) -> str:
    file = folder / "game.txt"
    file.write_text(str(record), encoding="utf-8")
    done = CliRunner().invoke(app, ["replay", str(file), *options])
    assert done.exit_code == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("lang", "slow", "gone"),
    [
        ("en", "ada was too slow", "ada has left"),
        ("fr", "ada n'a pas joué à temps", "ada a quitté la table"),
        ("it", "ada non ha giocato in tempo", "ada ha lasciato il tavolo"),
    ],
)
def test_by_whose_doing(tmp_path: Path, lang: str, slow: str, gone: str) -> None:
    assert slow in told(tmp_path, given_up("time"), "--lang", lang)
    assert gone in told(tmp_path, given_up("left"), "--lang", lang)
    assert slow in told(tmp_path, broken_off(), "--lang", lang)


def test_who_resigned_is_not_called_slow(tmp_path: Path) -> None:
    for record in (given_up("resigned"), replace(given_up(""), tags={})):
        said = told(tmp_path, record)
        assert "ada resigns." in said
        assert "slow" not in said
    assert "resigns" not in told(tmp_path, given_up("time"))


def test_nobody_has_won_what_was_broken_off(tmp_path: Path) -> None:
    assert "Nobody wins." in told(tmp_path, broken_off())
    outcome = json.loads(told(tmp_path, broken_off(), "--json"))["outcome"]
    assert (outcome["how"], outcome["winners"], outcome["reason"]) == ("time", [], "ada was too slow")
    outcome = json.loads(told(tmp_path, given_up("time"), "--json"))["outcome"]
    assert (outcome["how"], outcome["winners"]) == ("time", [1])
