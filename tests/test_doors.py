"""A game from elsewhere that has nothing but its rules: every door plays it, or says in words why not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugged import register, tavola

HIGH_CARD = Path(__file__).parent / "testing" / "high_card.py"
TRAINED = """
import tavola, tavola.rl as rl
for make in (rl.env, lambda game: rl.batch(game, 4), rl.spec):
    try:
        make("high-card")
    except tavola.TavolaError as error:
        print(error)
"""


@pytest.fixture
def here(tmp_path: Path) -> Path:
    shutil.copy(HIGH_CARD, tmp_path)
    register(tmp_path, "high_card", b"[tavola.games]\nhigh-card = high_card:HighCard\n")
    return tmp_path


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (("odds", "high-card"), "nobody has worked out the odds of high-card yet, they are known for: 421"),
        (("odds", "high-card", "--ask", "x=1"), "nobody has worked out the odds of high-card yet"),
        (("odds", "high-card", "--policy", "house"), "nobody has worked out the odds of high-card yet"),
        (("odds", "5000", "--ask", "colour=red"), "colour is nothing that the odds of 5000 take"),
        (("odds", "5000", "--ask", "total=much"), "total takes a whole number, not 'much'"),
        (("odds", "5000", "--ask", "total"), "--ask takes NAME=VALUE, not 'total'"),
        (("solve", "high-card"), "nobody has worked out the odds of high-card yet"),
        (("explain", "high-card", "7"), "nobody has worked out the odds of high-card yet"),
    ],
)
def test_what_it_lacks_is_said_in_one_line(here: Path, asked: tuple[str, ...], why: str) -> None:
    done = tavola(here, *asked)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert why in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_it_is_played_and_simulated_and_only_the_coach_is_missing(here: Path) -> None:
    record = str(here / "game.txt")
    assert tavola(here, "play", "high-card", "--players", "random,random", "--record", record).returncode == 0
    reviewed = tavola(here, "review", record, "--lang", "fr")
    assert reviewed.stderr.startswith("erreur : il n'y a pas d'entraîneur pour high-card")
    simulated = tavola(here, "simulate", "high-card", "--players", "random,random", "--games", "5")
    assert simulated.returncode == 0
    assert "interpreted, which is slow: high-card has no compiled form" in simulated.stderr
    hints = tavola(here, "play", "high-card", "--players", "you,random", "--hint", "--plain")
    assert "no coach for high-card" in hints.stdout


def test_it_is_no_environment_and_says_so(here: Path) -> None:
    path = os.pathsep.join([str(here), os.environ.get("PYTHONPATH", "")])
    told = subprocess.run(
        [sys.executable, "-c", TRAINED],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    said = [line.partition(";")[0] for line in told.stdout.splitlines()]
    assert said == ["high-card has no environment"] * 3
