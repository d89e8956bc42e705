"""Bots of every kind, at a table in this process, which tells what a server tells."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tavola
from tavola.client.checking import TableHere, check
from tavola.client.errors import BotTrouble
from tavola.client.loading import load
from tavola.client.minds import PlainMind, ThinkingTime, time_left
from tavola.core.contract import OVER
from tavola.core.driver import seen_by
from tavola.core.errors import UnknownBot
from tavola.core.match import replay
from tavola.games.capture.bots.player import Player, Teller
from tavola.games.capture.client import PlayerMind
from tavola.table import messages as m

EXAMPLES = Path(__file__).parents[2] / "examples"


class Listener(Player):
    """Writes down everything it is told, and plays the last move."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name.startswith("_") or not callable(found):
            return found

        def noted(*given: Any) -> Any:
            self.calls.append((name, *given))
            return found(*given)

        return noted

    def have_to_play(self, player: int, moves: Any) -> Any:  # noqa: ARG002
        return moves[-1]


@pytest.mark.parametrize("game", ["spazzino", "scopetta", "tombolon"])
def test_a_player_at_the_far_end_of_a_wire_is_told_the_same(game: str) -> None:
    rules, rng = tavola.rules(game), Random(game)
    here, heard = TableHere(rules, ["ada", "bob"], rng), Listener()
    mind = PlayerMind(here.setting(0), heard)
    while (actor := here.actor) is not None:
        here.tell({0: mind})
        sight = here.sight(actor)
        here.play(actor, str(mind.choose(sight)) if actor == 0 else rng.choice(sight.moves))
    here.tell({0: mind})
    assert here.ending is not None
    mind.end(here.ending)
    record = here.table.record()
    assert record is not None
    assert heard.calls == told_in_process(rules, record)


def told_in_process(rules: Any, record: Any) -> list[tuple[Any, ...]]:
    """What the same player is told by the rules themselves, the game being played again."""
    player = Listener()
    teller = Teller(player)
    teller.begin(0, ("ada", "bob"), rules.options, rules.info.name)
    for match, step in replay(rules, record):
        if step is not None:
            teller.tell(rules.view(match.state, 0), seen_by(step.events, 0))
        if match.actor == 0:
            teller.choose(rules.view(match.state, 0))
        if match.actor == OVER:
            assert match.outcome is not None
            teller.end(match.outcome)
    return player.calls


def tried(spec: str, game: str, games: int = 4) -> Any:
    rules = tavola.rules(game)
    seats = next(number for number in rules.info.seats if number > 1)
    return check(spec, load(spec, game, Random(1)), rules, games, seats, Random(2), 60)


@pytest.mark.parametrize("game", tavola.game_names())
@pytest.mark.parametrize("spec", ["house", "random", f"{EXAMPLES / 'first_bot.py'}:choose"])
def test_bots_of_every_game(spec: str, game: str) -> None:
    report = tried(spec, game)
    assert report.fine, report.mistakes
    assert report.finished == 4
    assert len(report.times.each) > 4


@pytest.mark.parametrize(
    ("spec", "game"),
    [("cautious_5000.py:Cautious", "5000"), ("collector.py:Collector", "tombolon")],
)
def test_the_examples(spec: str, game: str) -> None:
    report = tried(str(EXAMPLES / spec), game)
    assert report.fine, report.mistakes


@pytest.mark.parametrize("game", ["421", "scopetta"])
def test_a_program_in_shell(game: str) -> None:
    report = tried(f"exec:sh {EXAMPLES / 'bot.sh'}", game, 2)
    assert report.fine, report.mistakes
    assert report.finished == 2


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_a_program_in_javascript() -> None:
    report = tried(f"exec:node {EXAMPLES / 'bot.js'}", "scopetta", 2)
    assert report.fine, report.mistakes


# ---- what can be wrong with a bot ----

BROKEN = {
    "import numbers_of_the_sun\n": r"can't be imported: bot.py, line 1: .*numbers_of_the_sun",
    "def choose(moves, sight):\n    return )\n": r"can't be imported: bot.py, line 2: ",
    "raise SystemExit(3)\n": r"can't be imported: bot.py, line 1: SystemExit",
    "def choos(moves, sight): ...\n": "has no choose; there are: choos",
    "choose = 7\n": "is no bot but int",
    "class choose: pass\n": "has no choose, so it can't play",
    "def choose(): ...\n": r"takes \(\); a bot's choose takes",
    "class choose:\n    def choose(self): ...\n": "a bot's choose takes",
}


@pytest.mark.parametrize("code", BROKEN)
def test_bots_that_can_not_be_loaded(tmp_path: Path, code: str) -> None:
    file = tmp_path / "bot.py"
    file.write_text(code, encoding="utf-8")
    with pytest.raises(BotTrouble, match=BROKEN[code]):
        load(f"{file}:choose", "421", Random(1))


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("def choose(moves, sight):\n    x = 1\n    return x / 0\n", "bot.py, line 3: ZeroDivisionError"),
        ("def choose(moves, sight):\n    raise SystemExit\n", "bot.py, line 2: SystemExit"),
        (
            "class choose:\n    def __init__(self, rng, argument):\n        self.x = {}['y']\n"
            "    def choose(self, view): ...\n",
            "bot.py, line 3: KeyError",
        ),
        (
            "class choose:\n    def __init__(self, a, b, c): ...\n    def choose(self, view): ...\n",
            "__init__",
        ),
    ],
)
def test_bots_that_break_down(tmp_path: Path, code: str, why: str) -> None:
    file = tmp_path / "bot.py"
    file.write_text(code, encoding="utf-8")
    report = tried(f"{file}:choose", "421", 20)
    assert report.broke_down == 5  # it is enough
    assert not report.fine
    assert why in report.mistakes[0]


@pytest.mark.parametrize("answer", ["'fly'", "None", "-1", "10000", "True", "[]", "object()"])
def test_moves_that_are_none(tmp_path: Path, answer: str) -> None:
    file = tmp_path / "bot.py"
    file.write_text(f"def choose(moves, sight):\n    return {answer}\n", encoding="utf-8")
    report = tried(f"{file}:choose", "421", 2)
    assert report.illegal == len(report.times.each) > 0
    assert report.finished == 2
    assert "which is not one of its moves; legal were: " in report.mistakes[0]


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("exec:", "followed by a command"),
        ("exec:/no/such/program", "can't be started: No such file"),
        ("exec:false", "has ended instead of answering, with code 1"),
        ("exec:'", "can't be read as a command"),
    ],
)
def test_programs_that_do_not_play(command: str, why: str) -> None:
    try:
        report = tried(command, "421", 1)
    except BotTrouble as trouble:
        found = str(trouble)
    else:
        found = report.mistakes[0]
    assert why in found


def test_names_nobody_has() -> None:
    with pytest.raises(UnknownBot, match="MODULE:CLASS"):
        load("huose", "421", Random(1))
    with pytest.raises(BotTrouble, match="there is no module no_such_module"):
        load("no_such_module:Bot", "421", Random(1))
    with pytest.raises(BotTrouble, match=r"there is no file gone\.py"):
        load("gone.py:Bot", "421", Random(1))


def test_a_card_player_does_not_throw_dice() -> None:
    report = tried(f"{EXAMPLES / 'collector.py'}:Collector", "421", 1)
    assert "is a card player; 421 is no game for one" in report.mistakes[0]


def test_a_bot_hears_what_is_left_of_its_time_and_how_long_its_last_answer_took() -> None:
    here = TableHere(tavola.rules("421"), ["a", "b"], Random(3))
    seen: list[Any] = []

    def choose(moves: list[str], sight: dict[str, Any]) -> str:
        seen.append(sight["time"])
        return moves[0]

    mind = PlainMind(here.setting(0), choose)
    while len(seen) < 2:
        seat = here.actor
        assert seat is not None
        mind.time = here.time(seat)
        move = mind.choose(here.sight(seat)) if seat == 0 else here.sight(seat).moves[0]
        here.play(seat, str(move))
    assert seen[0] == {"left": None, "last": None}
    assert seen[1]["left"] is None
    assert seen[1]["last"] >= 0
    assert time_left(m.Time(decision=3.0, game=[9.0, 2.0], last=0.5), 1) == ThinkingTime(2.0, 0.5)
