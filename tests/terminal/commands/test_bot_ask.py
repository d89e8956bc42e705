"""`tavola bot ask`: a bot asked again at a move of a game, as a person or a script does it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import tavola
from tavola.client.checking import TableHere
from tavola.client.loading import load
from tavola.client.thinking import Times, decide
from tavola.core.record import Record
from tavola.games import rules as rules_named
from tests.terminal.commands.test_bot import EXAMPLES, run

RECORDER = """
import json, os

def choose(moves, sight):
    with open({path!r}, "a") as file:
        file.write(json.dumps([moves, sight]) + "\\n")
    return len(moves) // 2
"""


def record_in(folder: Path, game: str, players: str = "house,random", seed: int = 3) -> tuple[Path, Record]:
    record = tavola.play(game, players, seed=seed).record()
    path = folder / "game.txt"
    path.write_text(str(record), encoding="utf-8")
    return path, record


def decision(record: Record, seat: int, which: int) -> int:
    return [number for number, (who, _) in enumerate(record.moves, 1) if who == seat][which]


def test_then_now_and_the_coach(tmp_path: Path) -> None:
    path, record = record_in(tmp_path, "dice-poker")
    number = decision(record, 1, 2)
    code, out, err = run("ask", "optimal", str(path), "--move", str(number), "--json")
    assert code == 0, err
    told = json.loads(out)
    assert (told["move"], told["seat"], told["name"]) == (number, 1, "random")
    assert told["then"] == record.moves[number - 1][1]
    assert told["now"] in told["legal"]
    review = tavola.review(record).to_dict()["decisions"]
    reviewed = next(each for each in review if each["number"] == number)
    assert told["coach"]["cost"]["then"] == pytest.approx(reviewed["cost"])
    assert told["coach"]["best"] == reviewed["best"]
    code, out, _ = run("ask", "optimal", str(path), "--move", str(number))
    assert f"move {number}, random then: {told['then']}" in out
    assert f"optimal now: {told['now']}" in out


@pytest.mark.parametrize(
    ("bot", "game"),
    [
        ("house", "421"),
        (f"{EXAMPLES / 'first_bot.py'}:choose", "tombolon"),
        (f"{EXAMPLES / 'cautious_5000.py'}:Cautious", "5000"),
        (f"{EXAMPLES / 'collector.py'}:Collector", "spazzino"),
        (f"exec:sh {EXAMPLES / 'bot.sh'}", "scopetta"),
    ],
)
def test_every_kind_of_bot(tmp_path: Path, bot: str, game: str) -> None:
    players = "house,random,house,random" if game == "tombolon" else "house,random"
    path, record = record_in(tmp_path, game, players)
    number = decision(record, 0, -1)
    code, out, err = run("ask", bot, str(path), "--move", str(number), "--no-coach", "--json")
    assert code == 0, err
    told = json.loads(out)
    assert told["now"] in told["legal"]
    assert told["coach"] is None


@pytest.mark.parametrize("game", ["5000", "421", "scopetta"])
def test_it_hears_and_sees_what_it_did_then(tmp_path: Path, game: str) -> None:
    """Played at a table as a server has it, and asked again: question by question the same."""
    now, then = tmp_path / "now.jsonl", tmp_path / "then.jsonl"
    (tmp_path / "then_bot.py").write_text(RECORDER.format(path=str(then)), encoding="utf-8")
    (tmp_path / "now_bot.py").write_text(RECORDER.format(path=str(now)), encoding="utf-8")
    here = TableHere(rules_named(game), ["ada", "bo"], Random(5))
    mind = load(f"{tmp_path / 'then_bot.py'}:choose", game, Random(1))(here.setting(0))
    asked, other = 0, Random(6)
    while (actor := here.actor) is not None and asked < 9:
        here.tell({0: mind})
        if actor == 0:
            asked += 1
            here.play(0, decide("then", mind, here.sight(0), Times()))
        else:
            here.play(actor, other.choice(here.sight(actor).moves))
    assert here.table.match is not None
    record = here.table.match.record()
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record.as_json()), encoding="utf-8")
    number = decision(record, 0, -1)
    bot = f"{tmp_path / 'now_bot.py'}:choose"
    code, out, err = run("ask", bot, str(path), "--move", str(number), "--no-coach", "--json")
    assert code == 0, err
    told = json.loads(out)
    assert told["same"]
    assert told["otherwise"] == []
    assert now.read_text(encoding="utf-8") == then.read_text(encoding="utf-8")
    assert asked > 0


def test_over_the_line_protocol_it_sees_its_own_points_only(tmp_path: Path) -> None:
    _, record = record_in(tmp_path, "5000", "house,house")
    tagged = Record(record.game, {}, 1, record.seats, record.moves, record.result, {"Arena": "battle"})
    path = tmp_path / "battle.txt"
    path.write_text(str(tagged), encoding="utf-8")
    seen = tmp_path / "seen.jsonl"
    (tmp_path / "bot.py").write_text(RECORDER.format(path=str(seen)), encoding="utf-8")
    number = decision(record, 0, -1)
    code, _, err = run("ask", f"{tmp_path / 'bot.py'}:choose", str(path), "--move", str(number), "--no-coach")
    assert code == 0, err
    questions = [json.loads(line)[1] for line in seen.read_text(encoding="utf-8").splitlines()]
    assert questions[-1]["score"][0] > 0
    assert {question["score"][1] for question in questions} == {0}
    assert all(question["happened"] == [] for question in questions)


def test_where_a_game_was_left(tmp_path: Path) -> None:
    _, record = record_in(tmp_path, "5000")
    number = decision(record, 0, 4)
    left = Record(record.game, {}, 1, record.seats, record.moves[: number - 1])
    path = tmp_path / "left.txt"
    path.write_text(str(left), encoding="utf-8")
    code, out, err = run("ask", "house", str(path), "--move", str(number), "--no-coach", "--json")
    assert code == 0, err
    assert json.loads(out)["then"] is None


BAD = """
import os, time

def loops(moves, sight):
    while True:
        pass

def crashes(moves, sight):
    return moves[99]

def ends(moves, sight):
    os._exit(3)

def flies(moves, sight):
    return "fly"

def prints(moves, sight):
    print("x" * 200_000)
    return 0
"""


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("loops", "had not answered at move 2, on the way there, after 2 seconds and was ended"),
        ("crashes", "bad.py, line 9: IndexError"),
        ("ends", "ended the process it ran in, with code 3"),
        ("flies", "chose 'fly', which is not one of its moves"),
    ],
)
def test_a_bot_without_an_answer(tmp_path: Path, bot: str, says: str) -> None:
    path, record = record_in(tmp_path, "5000")
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    args = [str(path), "--move", str(decision(record, 0, 3)), "--no-coach", "--seconds", "2"]
    code, out, err = run("ask", f"{tmp_path / 'bad.py'}:{bot}", *args)
    assert code == 1, err
    assert f"{bot} now: no move: " in out
    if bot != "loops":  # how far it gets in its time is not ours to say
        assert says in out
    assert "was ended" in out or bot != "loops"
    code, out, _ = run("ask", f"{tmp_path / 'bad.py'}:{bot}", *args, "--json")
    assert code == 1
    told = json.loads(out)
    assert told["now"] is None
    assert told["fault"]


def test_what_it_prints_is_no_answer(tmp_path: Path) -> None:
    path, record = record_in(tmp_path, "5000")
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    number = str(decision(record, 0, 3))
    code, out, err = run(
        "ask", f"{tmp_path / 'bad.py'}:prints", str(path), "--move", number, "--no-coach", "--json"
    )
    assert code == 0
    assert json.loads(out)["now"]
    assert "x" * 1000 in err


def test_moves_that_are_nobodys(tmp_path: Path) -> None:
    path, record = record_in(tmp_path, "5000")
    for move, says in (("1", "is dice or a deal"), (str(len(record.moves) + 5), "is not in this game")):
        code, out, err = run("ask", "house", str(path), "--move", move)
        assert (code, out) == (2, "")
        assert says in err
        assert "decisions are moves 2 to" in err
