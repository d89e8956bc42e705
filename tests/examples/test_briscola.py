"""The package in examples/tavola-briscola, built and installed by pip: a game of which nothing here knows."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.plugged import environment_with, pip_install, tavola

PACKAGE = Path(__file__).resolve().parents[2] / "examples" / "tavola-briscola"
PATIENCE = 60


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("site")
    pip_install(PACKAGE, where)
    return where


@pytest.fixture
def here(installed: Path) -> Path:
    return installed


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


@pytest.mark.parametrize("players", ["house,greedy", "master:2,random,greedy,random"])
def test_it_is_played_and_its_record_replays(here: Path, tmp_path: Path, players: str) -> None:
    record = str(tmp_path / "game.txt")
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


def test_four_play_in_pairs_also_in_a_tournament(here: Path, tmp_path: Path) -> None:
    """Two entrants are enough for a table of four, and every set has each of them on either side."""
    asked = ("arena", "--games", "briscola", "--seats", "4", "--entrants", "greedy,random", "--sets", "2")
    assert tavola(here, *asked, "--seed", "1", "--out", str(tmp_path / "out")).returncode == 0
    lines = (tmp_path / "out" / "games.jsonl").read_text(encoding="utf-8").splitlines()
    kept = [json.loads(line)["seats"] for line in lines]
    assert kept == [["greedy", "random"] * 2, ["random", "greedy"] * 2] * 2


def test_a_million_games_are_played_compiled(here: Path) -> None:
    players = ("--players", "random,random", "--games", "20000", "--seed", "3", "--json")
    done = tavola(here, "simulate", "briscola", *players)
    assert done.returncode == 0, done.stderr
    assert "interpreted" not in done.stderr
    assert json.loads(done.stdout)["compiled"] is True


def ran(here: Path, code: str) -> str:
    """What a program says that runs where the package is installed."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env=environment_with(here),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_keeps_the_laws(here: Path) -> None:
    code = """
import tavola
from tavola.testing import check_environment, check_rules
for seats in (2, 4):
    rules = tavola.rules("briscola", target=1, trump_swap=True)
    checked = check_rules(rules, seats=seats, games=3, effort=3000)
    print(checked.positions > 50, check_environment("briscola", seats, rows=2, steps=60, target=1) > 0)
"""
    assert ran(here, code) == "True True\n" * 2


def test_it_is_an_environment_like_ours(here: Path) -> None:
    code = """
import gymnasium, tavola.rl
from pettingzoo.test import api_test
for seats in (2, 4):
    api_test(tavola.rl.env("briscola", seats), num_cycles=30)
env = gymnasium.make("Tavola/Briscola-v1", bots="greedy")
seen, told = env.reset(seed=1)
print(seen.shape == env.observation_space.shape, int(told["action_mask"].sum()))
"""
    assert ran(here, code).splitlines()[-1] == "True 3"


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (("odds", "briscola"), "nobody has worked out the odds of briscola yet"),
        (("review",), "no coach for briscola"),
    ],
)
def test_what_it_lacks_is_said_in_words(
    here: Path, tmp_path: Path, asked: tuple[str, ...], answer: str
) -> None:
    if asked == ("review",):
        record = str(tmp_path / "game.txt")
        said(here, "play", "briscola", "--players", "greedy,random", "--seed", "5", "--record", record)
        asked = ("review", record)
    done = tavola(here, *asked)
    assert done.returncode == 2
    assert answer in done.stderr
    assert "Traceback" not in done.stderr


@contextmanager
def serving(here: Path, folder: Path) -> Iterator[dict[str, Any]]:
    """A server with the game, in a process of its own: where it listens."""
    ports = [f"--{door}-port=0" for door in ("http", "lines", "training", "battle", "tournament")]
    command = ["serve", "--json", "--drain-seconds=0", f"--storage=sqlite:///{folder / 'tavola.db'}", *ports]
    server = subprocess.Popen(
        [sys.executable, "-m", "tavola", *command],
        env=environment_with(here),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    try:
        yield json.loads(server.stdout.readline())
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


def test_it_is_served_to_bots_and_to_the_page(here: Path, tmp_path: Path) -> None:
    with serving(here, tmp_path) as server:
        with urlopen(f"{server['http']}/api/games", timeout=PATIENCE) as answer:
            games = {game["name"]: game for game in json.load(answer)["games"]}
        assert {"house", "greedy", "master"} <= {bot.partition(":")[0] for bot in games["briscola"]["bots"]}
        run = ("bot", "run", "greedy", "--game", "briscola", "--url", server["websocket"], "--json")
        for against in ("house", "master:2,house,master:2"):
            seats = str(against.count(",") + 2)
            done = tavola(here, *run, "--against", against, "--set", "target=1", "--seats", seats)
            assert done.returncode == 0, done.stderr
            assert json.loads(done.stdout.splitlines()[-1])
