"""Finding games by name."""

import json
from pathlib import Path
from random import Random

import pytest

import tavola
from tavola.core.errors import BadOption, BadSeats, TavolaError, UnknownGame
from tavola.games import OURS
from tests import plugged


def test_the_dice_games_are_there() -> None:
    assert tavola.game_names()[:3] == ("421", "5000", "dice-poker")


def test_rules_with_options_and_presets() -> None:
    assert tavola.rules("421").options.suites is True
    assert tavola.rules("421", suites=False).options.suites is False
    assert tavola.rules("421", preset="classic") == tavola.rules("421", suites="off")
    assert tavola.rules("421", preset="classic", suites="on") == tavola.rules("421")


def test_what_is_not_there_is_refused_with_what_is() -> None:
    with pytest.raises(UnknownGame, match=r"no game called 'chess'; there are: 421, 5000, dice-poker"):
        tavola.rules("chess")
    with pytest.raises(BadOption, match=r"421 has no option 'suits'; it has suites: on \| off; nenette:"):
        tavola.rules("421", suits=True)
    with pytest.raises(BadOption, match=r"421 has no preset 'modern'; there are: standard, classic"):
        tavola.rules("421", preset="modern")
    with pytest.raises(BadOption, match=r"option knock takes a chance from 0 to 1"):
        tavola.rules("421", knock=2)


@pytest.mark.parametrize(
    ("game", "seats"), [("421", 1), ("421", 9), ("5000", 0), ("5000", 9), ("dice-poker", 9)]
)
def test_seats_are_bounded(game: str, seats: int) -> None:
    with pytest.raises(BadSeats, match=f"{game} takes [12] to 8 players, not {seats}"):
        tavola.rules(game).start(seats)


@pytest.mark.parametrize("game", OURS)
def test_nothing_is_drawn_while_somebody_decides(game: str) -> None:
    rules = tavola.rules(game)
    match, luck = tavola.Match(rules, ["ada", "bo"]), Random(1)
    while match.actor == tavola.CHANCE:
        match.draw(luck)
    with pytest.raises(TavolaError):
        rules.chance(match.state)


def test_a_record_names_options_only() -> None:
    record = tavola.Record("421", {"preset": "classic"}, 1, ("a", "b"), ())
    with pytest.raises(BadOption, match="no option 'preset'"):
        tavola.rules_of(record)


# ---- games of other packages ----


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """One good game among bad company."""
    plugged.install(tmp_path, "exits", "import sys\nsys.exit(0)", games="exiter = exits:Game")
    plugged.install(tmp_path, "raises", "raise ValueError('boom')", games="raiser = raises:Game")
    plugged.install(tmp_path, "number", "Game = 7", games="number = number:Game")
    plugged.install(tmp_path, "better421", "raise ValueError", games="421 = better421:Game")
    plugged.install(tmp_path, "goodgame", plugged.GOOD_GAME.format(name="good"), games="good = goodgame:Game")
    plugged.register(tmp_path, "garbled", b"[tavola.games]\nbad = \xff\xfe\n")
    return tmp_path


def test_the_list_holds_whatever_is_installed(packages: Path) -> None:
    done = plugged.tavola(packages, "games", "--json")
    assert done.returncode == 0
    assert [game["name"] for game in json.loads(done.stdout)] == [*OURS, "good"]
    garbled, *others = done.stderr.splitlines()
    assert garbled.startswith("warning: the package garbled can't be looked into for plug-ins: UnicodeDecode")
    assert others == [
        "warning: the game exiter can't be loaded: SystemExit: 0",
        "warning: the game number can't be loaded: it is no class of a game but an int",
        "warning: the game raiser can't be loaded: ValueError: boom",
    ]


@pytest.mark.parametrize("command", [["rules"], ["play"], ["simulate", "--players", "random"]])
def test_a_broken_game_is_refused_in_one_line(packages: Path, command: list[str]) -> None:
    done = plugged.tavola(packages, *command, "exiter")
    assert done.returncode != 0
    assert done.stdout == ""
    assert done.stderr == "error: the game exiter can't be loaded: SystemExit: 0\n"


def test_a_good_game_is_played(packages: Path) -> None:
    done = plugged.tavola(packages, "play", "good", "--players", "random,random", "--seed", "1")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.startswith("A good game: Gigi, Toto")
