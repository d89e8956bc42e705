"""What the commands do, from Python: the same answers, as values."""

from __future__ import annotations

import csv
import doctest
import importlib
import io
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tavola
from tavola.core.tables import ShownNumber, Table, percent
from tavola.library.results import Result

SEVEN: Any = 7  # what nobody should ask for
PAGE = Path(__file__).parents[2] / "docs/library.md"
MODULES = ["tavola", "tavola.core.match", "tavola.core.tables", "tavola.core.bounded", "tavola.games.typed"]
MODULES += ["tavola.core.record", "tavola.core.errors", "tavola.games"]
MODULES += [
    f"tavola.library.{each}" for each in ("playing", "simulating", "analysing", "replaying", "tournaments")
]


def command(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tavola", *words], capture_output=True, text=True, encoding="utf-8", check=True
    )
    return done.stdout


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_are_true(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(name))
    assert tried.attempted
    assert not tried.failed


def test_the_page_is_true() -> None:
    tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried.attempted > 10
    assert not tried.failed


def test_import_is_light() -> None:
    code = (
        "import sys; before = set(sys.modules); import tavola; new = set(sys.modules) - before;"
        "print(sorted(m for m in new if m.split('.')[0] not in sys.stdlib_module_names))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['tavola']"


def test_every_name_is_there_and_says_what_it_is() -> None:
    assert set(tavola.__all__) <= set(dir(tavola))
    for name in tavola.__all__:
        found = getattr(tavola, name)
        assert not callable(found) or found.__doc__, name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        tavola.nothing  # noqa: B018


# ---- a match ----


def test_a_match_takes_text_and_goes_on_by_itself() -> None:
    match = tavola.match("421", "you:Ada,house", seed=7)
    assert match.names == ("Ada", "house")
    assert match.actor == 0
    step = match.play("stop")
    assert match.actor in (0, tavola.OVER)
    assert any(getattr(event, "seat", None) == 1 for event in step.events)  # the house has played too
    assert "Ada may play: " in str(match)
    assert "Ada decides" in repr(match)


def test_what_is_not_legal_is_explained() -> None:
    match = tavola.match("5000", "you,random", seed=2)
    legal = [str(move) for move in match.legal]
    assert match.explain().count("\n") == len(legal) - 1
    assert match.explain(legal[0])
    state = match.state
    for wrong in ("nonsense", "play 66666", ""):
        assert match.explain(wrong)
        assert match.explain(wrong, "fr") != match.explain(wrong)
        with pytest.raises(tavola.TavolaError):
            match.play(wrong)
    assert match.state == state


def test_a_match_that_is_over_says_so_and_refuses() -> None:
    match = tavola.match("5000", "you:Ada,house", seed=2)
    match.resign(0)
    assert match.legal == ()
    assert "Won by house" in str(match)
    assert "it is over" in repr(match)
    assert match.explain("bank")
    with pytest.raises(tavola.TavolaError):
        match.play("bank")


def test_a_hand_of_cards_is_that_of_the_one_who_decides() -> None:
    match = tavola.match("scopetta", "you:Ada,house", seed=3)
    own = str(match).split("Your hand")[1]
    assert all(str(card) in own for card in match.rules.view(match.state, 0).table.hand)


@pytest.mark.parametrize("game", tavola.game_names())
def test_every_game_prints_its_table_with_rich_or_without(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = tavola.match(game, seed=1)
    drawn = str(match)
    monkeypatch.setattr("tavola.core.showing.DRAWN", "no_such_module:lines")
    told = str(match)
    assert drawn.splitlines()[0] == told.splitlines()[0]
    assert drawn.splitlines()[-1] == told.splitlines()[-1]
    assert drawn != told


def test_a_game_between_bots_is_that_of_the_command() -> None:
    played = tavola.play("dice-poker", "house,random", seed=5)
    told = command("play", "dice-poker", "--players", "house,random", "--seed", "5", "--json").splitlines()
    assert json.loads(told[-1])["record"] == json.loads(json.dumps(played.record().as_json()))
    assert tavola.play("dice-poker", "house,random", seed=5).moves == played.moves


class First:
    def choose(self, view: Any) -> Any:
        return view.moves[0]


def last(view: Any) -> Any:
    return view.moves[-1]


class Breaks:
    def choose(self, _view: Any) -> Any:
        raise ZeroDivisionError("oh")


def test_bots_of_ones_own() -> None:
    assert tavola.play("5000", [First(), First, "house"], seed=1).outcome is not None
    assert tavola.match("5000", ["you", First()], seed=1).names == ("Player", "First")
    assert tavola.bot(last, "5000").choose(tavola.match("5000", seed=1).rules.view(_state(), 0))
    with pytest.raises(tavola.TavolaError, match="the bot Breaks broke down"):
        tavola.play("5000", [Breaks(), "house"], seed=1)


def _state() -> Any:
    return tavola.match("5000", seed=1).state


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: tavola.play("chess"), "no game called 'chess'"),
        (lambda: tavola.play("5000", "house,nobody"), "no bot called 'nobody'"),
        (lambda: tavola.play("5000", "you,house"), "bots only"),
        (lambda: tavola.play("421", "house"), "takes 2 to 8 players"),
        (lambda: tavola.play("5000", "house,,house"), "such as"),
        (lambda: tavola.play("5000", SEVEN), "players are"),
        (lambda: tavola.play("5000", [SEVEN, SEVEN]), "int"),
        (lambda: tavola.play(SEVEN), "a game is its name or its rules"),
        (lambda: tavola.play("5000", seed=-1), "seed takes a whole number"),
        (lambda: tavola.play("5000", seed=SEVEN * 1.5), "seed takes a whole number"),
        (lambda: tavola.simulate("5000", games=0), "games takes a whole number"),
        (lambda: tavola.simulate("5000", workers=0), "workers takes a whole number"),
        (lambda: tavola.simulate("5000", [First, "house"], 10, workers=2), "by name alone"),
        (lambda: tavola.odds("scopetta"), "nobody has worked out the odds"),
        (lambda: tavola.odds("421", policy="house"), "is for 5000"),
        (lambda: tavola.explain("5000", "xyzzy"), "positions look like"),
        (lambda: tavola.explain("5000", "54263", lang="xx"), "no language"),
        (lambda: tavola.review("no such file"), "no such file"),
        (lambda: tavola.review(SEVEN), "a record is"),
        (lambda: tavola.replay("[Game"), "should look like"),
        (lambda: tavola.tournament("5000", "house", sets=1), "entrants"),
        (lambda: tavola.tournament(None, "house,random"), "games are a text"),  # type: ignore[arg-type]
        (lambda: tavola.tournament("5000", ["house", SEVEN]), "entrants are a text"),
        (lambda: tavola.bot(SEVEN, "5000"), "^int is no bot; a bot is"),
        (lambda: tavola.tournament("5000", "house,random", sets=0), "sets takes a whole number"),
    ],
)
def test_what_can_t_be_done_is_said(ask: Any, said: str) -> None:
    with pytest.raises(tavola.TavolaError, match=said):
        ask()


# ---- results ----


def same_as(found: Result, *words: str) -> None:
    """What the command prints, plain and as JSON."""
    assert command(*words, "--plain") == f"{found}\n"
    assert command(*words, "--json") == f"{found.to_json()}\n"


def test_a_simulation_is_that_of_the_command(tmp_path: Path) -> None:
    told: list[int] = []
    found = tavola.simulate("5000", "house,random", 2000, seed=7, progress=told.append)
    assert told[0] == 0
    assert told[-1] == 2000
    same_as(found, "simulate", "5000", "--players", "house,random", "--games", "2000", "--seed", "7")
    assert found.report["compiled"]
    figure = found.plot(tmp_path / "figure.svg")
    assert (tmp_path / "figure.svg").exists()
    assert figure.axes
    assert "<svg" in figure._repr_svg_()  # type: ignore[attr-defined]
    assert "<table>" in found._repr_html_()


def test_a_bot_of_ones_own_is_compiled_if_it_says_so() -> None:
    class Tabled(First):
        tabled = True

    slow = tavola.simulate("dice-poker", [First, "house"], 200, seed=3)
    fast = tavola.simulate("dice-poker", [Tabled, "house"], 200, seed=3)
    assert (slow.report["compiled"], fast.report["compiled"]) == (False, True)
    assert "not declared as `tabled`" in slow.report["why_slow"]
    assert slow.report["seats"][0]["won"] == fast.report["seats"][0]["won"]


def test_stopped_before_the_first_game() -> None:
    with pytest.raises(tavola.TavolaError, match="stopped before the first game"):
        tavola.simulate("5000", "house,random", 2000, seed=7, stop=lambda: True)


def test_odds_are_those_of_the_command() -> None:
    found = tavola.odds("dice-poker", strategy="smart")
    same_as(found, "odds", "dice-poker", "--strategy", "smart")


def test_a_replay_is_that_of_the_command(tmp_path: Path) -> None:
    played = tavola.play("421", "house,random,random", seed=5)
    file = tmp_path / "game.txt"
    file.write_text(str(played.record()), encoding="utf-8")
    again = tavola.replay(file)
    assert command("replay", str(file), "--json") == f"{again.to_json()}\n"
    assert again.match.outcome == played.outcome
    assert len(list(again)) == len(played.moves) + 1
    assert tavola.replay(str(played.record())).record == played.record() == tavola.replay(played).record
    assert again.tables[0].values()["move"][-1] == len(played.moves)
    damaged = str(played.record()).replace("* roll", "* rolls", 1)
    with pytest.raises(tavola.TavolaError, match="stops making sense at move"):
        tavola.replay(damaged)


def test_a_tournament_is_that_of_the_command(tmp_path: Path) -> None:
    found = tavola.tournament("5000", "house,random", sets=6, seed=4, out=tmp_path / "kept")
    words = ("arena", "--games", "5000", "--entrants", "house,random", "--sets", "6", "--seed", "4")
    same_as(found, *words)
    assert (tmp_path / "kept/report.html").read_text(encoding="utf-8") == found.page()
    again = tavola.tournament("5000", "house,random", sets=6, out=tmp_path / "kept")
    assert again.to_dict() == found.to_dict()
    with pytest.raises(tavola.TavolaError):
        tavola.tournament("5000", "house,random", sets=7, out=tmp_path / "kept")


# ---- tables ----


TABLE = Table(
    "A & B", ("what", "won", "±", "score", "±"), (("x", percent(1 / 3), percent(0.01), "12", ""),), "so"
)


def test_a_table_goes_to_csv_with_its_numbers(tmp_path: Path) -> None:
    text = TABLE.to_csv(tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_text(encoding="utf-8") == text
    head, row = csv.reader(io.StringIO(text))
    assert head == ["what", "won", "won ±", "score", "score ±"]
    assert float(row[1]) == 1 / 3
    assert row[3:] == ["12", ""]
    with pytest.raises(tavola.TavolaError, match="can't write"):
        TABLE.to_csv(tmp_path / "no" / "t.csv")


def test_what_is_only_written_is_read() -> None:
    table = Table("", ("a", "b", "c"), (("1", "+5,25 %", "x"), ("2.5", "-3 %", "")))
    assert table.values() == {"a": [1, 2.5], "b": [0.0525, -0.03], "c": ["x", None]}


def test_a_table_goes_to_a_data_frame_where_there_is_one() -> None:
    pandas = pytest.importorskip("pandas")
    frame = TABLE.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame["won"][0] == 1 / 3
    assert Table("", ("a", "b"), ()).to_pandas().empty


def test_where_there_is_none_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavola.core.extras._is_there", lambda _: False)
    for ask, name in ((TABLE.to_pandas, "pandas"), (TABLE.to_polars, "polars")):
        with pytest.raises(tavola.TavolaError, match=f"pip install '{name}'"):
            ask()


def test_a_figure_is_what_people_read_and_the_number() -> None:
    figure = percent(-0.00001)
    assert (figure, figure.value) == ("0.00 %", -0.00001)
    assert pickle.loads(pickle.dumps(figure)).value == figure.value
    assert isinstance(figure, ShownNumber)
    assert "A &amp; B" in TABLE._repr_html_()
