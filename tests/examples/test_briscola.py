"""The package in examples/tavola-briscola, as an installer leaves it: a game of which nothing here knows."""

from __future__ import annotations

import json
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.plugged import register, tavola

PACKAGE = Path(__file__).resolve().parents[2] / "examples" / "tavola-briscola"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder in which Python finds the package, by the entry points it declares."""
    declared = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [
        "\n".join([f"[{group}]", *(f"{name} = {where}" for name, where in points.items())])
        for group, points in declared["entry-points"].items()
    ]
    (tmp_path / "tavola_briscola").symlink_to(PACKAGE / "src" / "tavola_briscola")
    register(tmp_path, "tavola_briscola", "\n".join(groups).encode())
    return tmp_path


def said(here: Path, *arguments: str) -> str:
    done: subprocess.CompletedProcess[str] = tavola(here, *arguments)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "briscola: 2/4 players, 2 options. Take the tricks that hold the points"),
        ("fr", "briscola : 2/4 joueurs, 2 options. Prenez les plis qui portent les points"),
        ("it", "briscola: 2/4 giocatori, 2 opzioni. Fai le prese che valgono punti"),
    ],
)
def test_it_is_among_the_games(here: Path, lang: str, line: str) -> None:
    assert line in said(here, "games", "--lang", lang)
    assert said(here, "rules", "briscola", "--lang", lang).startswith("# Briscola\n")


@pytest.mark.parametrize("players", ["house,greedy", "house,random,greedy,random"])
def test_it_is_played_and_its_record_replays(here: Path, players: str) -> None:
    record = str(here / "game.txt")
    played = said(here, "play", "briscola", "--players", players, "--seed", "5", "--record", record)
    end = next(line for line in played.splitlines() if " the match, 3 to " in line)
    assert end in said(here, "replay", record)


def test_bots_of_others_play_it_too(here: Path) -> None:
    assert "nothing wrong was found" in said(
        here, "bot", "check", "random", "--game", "briscola", "--games", "3"
    )


def test_in_a_tournament_nobody_breaks_down(here: Path) -> None:
    told = said(
        here, "arena", "--games", "briscola", "--entrants", "greedy,random", "--sets", "3", "--seed", "1"
    )
    assert "greedy" in told
    assert "crash" not in told


def test_four_play_in_pairs_also_in_a_tournament(here: Path) -> None:
    """Two entrants are enough for a table of four, and every set has each of them on either side."""
    asked = ("arena", "--games", "briscola", "--seats", "4", "--entrants", "greedy,random", "--sets", "2")
    assert tavola(here, *asked, "--seed", "1", "--out", str(here / "out")).returncode == 0
    lines = (here / "out" / "games.jsonl").read_text(encoding="utf-8").splitlines()
    kept = [json.loads(line)["seats"] for line in lines]
    assert kept == [["greedy", "random"] * 2, ["random", "greedy"] * 2] * 2


def test_a_million_games_are_played_compiled(here: Path) -> None:
    players = ("--players", "random,random", "--games", "20000", "--seed", "3", "--json")
    done = tavola(here, "simulate", "briscola", *players)
    assert done.returncode == 0, done.stderr
    assert "interpreted" not in done.stderr
    assert json.loads(done.stdout)["compiled"] is True
