"""Bots of other packages: found by game and name, and named when they are no good."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

import tavola
from tavola.bots import bot_names, make_bot, opponents
from tavola.cli import app
from tavola.core.contract import View
from tavola.core.driver import BotFails
from tavola.core.errors import UnknownBot
from tavola.fast.interpreted import bot_moves
from tests import plugged

CHOOSING = "class Bot:\n    def __init__(self, rng, argument): pass\n    def choose(self, view): "


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    plugged.install(
        tmp_path, "goodbot", plugged.GOOD_BOT, bots="dice-poker/last = goodbot:Bot\n*/any = goodbot:Bot\n"
    )
    plugged.install(tmp_path, "noslash", plugged.GOOD_BOT, bots="dice-poker = noslash:Bot")
    plugged.install(tmp_path, "ownrandom", "raise ValueError", bots="*/random = ownrandom:Bot")
    plugged.install(tmp_path, "exitbot", "raise SystemExit(0)", bots="*/bexit = exitbot:Bot")
    plugged.install(tmp_path, "boombot", "raise ValueError('boom')", bots="*/bboom = boombot:Bot")
    plugged.install(tmp_path, "nobot", "def Bot(rng, argument): return 5", bots="*/bfive = nobot:Bot")
    plugged.install(tmp_path, "late", CHOOSING + "raise ValueError('oh')", bots="*/late = late:Bot")
    plugged.install(tmp_path, "leaves", CHOOSING + "raise SystemExit(0)", bots="*/leaves = leaves:Bot")
    plugged.install(tmp_path, "cheat", CHOOSING + "return 'all'", bots="*/cheat = cheat:Bot")
    stray = "from tavola.games.dice_poker.moves import Reroll\n" + CHOOSING + "return Reroll(7)"
    plugged.install(tmp_path, "stray", stray, bots="dice-poker/stray = stray:Bot")
    plugged.register(tmp_path, "garbled", b"[tavola.bots]\nbad = \xff\xfe\n")
    return tmp_path


def test_bots_are_found_by_game(packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(packages)
    assert {"random", "house", "last", "any"} <= set(bot_names("dice-poker"))
    assert "any" in bot_names("421")
    assert "last" not in bot_names("421")
    assert "" not in bot_names("dice-poker")
    assert type(make_bot("random", tavola.rules("421"), Random(1))).__name__ == "RandomBot"
    with pytest.raises(UnknownBot, match="no bot called 'last' plays 421; there are: random, house, "):
        make_bot("last", tavola.rules("421"), Random(1))


def test_a_list_of_opponents_has_what_can_be_chosen_and_leaves_out_what_is_broken(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choosy = "choices = {'slow': Phrase('slowly', 'lentement', 'piano')}"
    choosy = f"from tavola.core.words import Phrase\n{CHOOSING}pass\n    {choosy}"
    plugged.install(packages, "choosy", choosy, bots="dice-poker/choosy = choosy:Bot")
    monkeypatch.syspath_prepend(packages)
    found = dict(opponents("dice-poker"))
    assert next(iter(found)) == "house"
    assert [*found][-1] == "random"
    assert str(found["match:mega"]) == "Méga"
    assert found["any"] is None
    assert found["choosy:slow"] == ("slowly", "lentement", "piano")
    assert not {"match", "choosy", "bboom", "bexit"} & found.keys()
    for spec in found:
        if spec != "bfive":
            make_bot(spec, tavola.rules("dice-poker"), Random(1))


@pytest.mark.parametrize("game", ["421", "5000", "dice-poker", "spazzino", "scopetta", "tombolon"])
def test_a_player_with_two_names_is_offered_once(game: str) -> None:
    bots = [make_bot(spec, tavola.rules(game), Random(1)) for spec, _ in opponents(game) if ":" not in spec]
    assert len({type(bot) for bot in bots}) == len(bots)
    for name in {"careful", "smart"} & set(bot_names(game)):
        make_bot(name, tavola.rules(game), Random(1))  # whoever asks for it by name gets it


def test_a_good_bot_plays(packages: Path) -> None:
    ask = ["dice-poker", "--players", "last,any", "--seed", "1"]
    assert plugged.tavola(packages, "play", *ask).returncode == 0
    done = plugged.tavola(packages, "simulate", *ask, "--games", "5", "--json")
    assert done.returncode == 0
    assert [seat["player"] for seat in json.loads(done.stdout)["seats"]] == ["last", "any"]


@pytest.mark.parametrize(
    ("command", "bot", "why"),
    [
        ("play", "bexit", "SystemExit: 0"),
        ("play", "bboom", "ValueError: boom"),
        ("play", "bfive", "what it makes, an int, has no choose"),
        ("simulate", "bexit", "SystemExit: 0"),
    ],
)
def test_a_bot_that_cant_be_loaded_is_named(packages: Path, command: str, bot: str, why: str) -> None:
    done = plugged.tavola(packages, command, "dice-poker", "--players", f"random,{bot}")
    assert done.returncode != 0
    assert done.stdout == ""
    assert done.stderr == f"error: the bot {bot} can't be loaded: {why}\n"


def errors(stderr: str) -> list[str]:
    """All that was said but what is being compiled, which is told where nothing is compiled yet."""
    return [line for line in stderr.splitlines() if not line.startswith("compiling ")]


def test_a_bot_that_leaves_in_a_simulation_is_named(packages: Path) -> None:
    done = plugged.tavola(packages, "simulate", "dice-poker", "--players", "random,leaves", "--games", "5")
    assert (done.returncode, done.stdout) == (1, "")
    assert errors(done.stderr) == ["error: the bot leaves broke down: SystemExit: 0"]


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("late", "error: the bot late broke down: ValueError: oh"),
        ("stray", "error: the bot stray tried "),
        ("cheat", "error: the bot cheat tried "),
    ],
)
def test_a_bot_that_fails_in_a_simulation_is_named(
    packages: Path, monkeypatch: pytest.MonkeyPatch, bot: str, said: str
) -> None:
    monkeypatch.syspath_prepend(packages)
    done = CliRunner().invoke(app, ["simulate", "dice-poker", "--players", f"random,{bot}", "--games", "5"])
    assert (done.exit_code, done.stdout) == (1, "")
    (line,) = errors(done.stderr)
    assert line.startswith(said)


def test_a_bot_that_fails_in_a_worker_is_named_too(tmp_path: Path) -> None:
    away = "1 / (multiprocessing.parent_process() is None) and view.moves[0]"
    plugged.install(
        tmp_path, "shy", f"import multiprocessing\n{CHOOSING}return {away}", bots="*/shy = shy:Bot"
    )
    ask = ["dice-poker", "--players", "shy", "--games", "40", "--workers", "2"]
    done = plugged.tavola(tmp_path, "simulate", *ask)
    assert done.returncode == 1
    assert (
        done.stderr.splitlines()[-1] == "error: the bot shy broke down: ZeroDivisionError: division by zero"
    )


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), SystemExit(143)])
def test_a_simulation_can_be_stopped_while_a_bot_thinks(stop: BaseException) -> None:
    class Thinker:
        def choose(self, _: View[Any, Any]) -> Any:
            raise stop

    rules = tavola.rules("dice-poker")
    rolled = rules.play(rules.start(1), rules.parse("roll 12345")).state
    with pytest.raises(type(stop)):
        bot_moves(rules, rolled, "thinker", Thinker())


def test_the_failure_travels_between_processes() -> None:
    again = pickle.loads(pickle.dumps(BotFails("the bot odd tried 7: no")))
    assert isinstance(again, BotFails)
    assert str(again) == "the bot odd tried 7: no"
