from __future__ import annotations

from random import Random

import pytest

import tavola
from tavola.bots import bot_names, make_bot
from tavola.bots.search.budget import LEVELS, Budget, read_budget
from tavola.core.errors import BadOption


def test_levels() -> None:
    assert [read_budget(str(level)) for level in LEVELS] == list(LEVELS.values())
    assert read_budget("") == read_budget("5")
    assert read_budget("5").seconds == 1
    assert sorted(LEVELS) == [1, 2, 3, 4, 5]


def test_higher_levels_think_longer_and_err_less() -> None:
    first, second, third, fourth, fifth = LEVELS.values()
    assert first.iterations < second.iterations < third.iterations < fourth.iterations
    assert first.mistakes > second.mistakes > third.mistakes == fourth.mistakes == fifth.mistakes == 0


def test_budgets() -> None:
    assert read_budget("iterations=2000") == Budget(iterations=2000)
    assert read_budget("seconds=0.3") == Budget(seconds=0.3)
    assert read_budget(" Seconds=0.5 + threads=2 ") == Budget(seconds=0.5, threads=2)


@pytest.mark.parametrize(
    "argument",
    [
        "0",
        "6",
        "55",
        "strong",
        "iterations",
        "iterations=",
        "iterations=0",
        "iterations=-5",
        "iterations=1e9",
        "iterations=99999999999999999999",
        "iterations=²",
        "seconds=0",
        "seconds=nan",
        "seconds=inf",
        "seconds=31",
        "seconds=1+seconds=2",
        "seconds=1+iterations=3",
        "threads=2",
        "seconds=1+threads=0",
        "seconds=1+threads=1000",
        "seconds=1+hurry=2",
        "seconds=1,threads=2",
        "5," * 5000,
    ],
)
def test_what_is_refused_says_what_would_be_right(argument: str) -> None:
    with pytest.raises(BadOption, match="master") as refused:
        make_bot(f"master:{argument}", tavola.rules("scopetta"), Random(0))
    assert len(str(refused.value)) < 200
    assert any(word in str(refused.value) for word in ("1 to", "0.001 to 30"))


@pytest.mark.parametrize("game", ["spazzino", "scopetta", "tombolon"])
def test_who_plays(game: str) -> None:
    assert "master" in bot_names(game)
    assert "master" not in bot_names("421")
