"""The house player of 421 follows the solution, and needs nothing to do it."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest
from tools.losses import every_variant

import tavola
from tavola.bots import make_bot
from tavola.games.fourtwentyone.analysis import policy
from tavola.games.fourtwentyone.analysis.dicework import Dicework
from tavola.games.fourtwentyone.analysis.more.book import Book
from tavola.games.fourtwentyone.analysis.two.chain import ends_of
from tavola.games.fourtwentyone.analysis.two.solved import solved
from tavola.games.fourtwentyone.analysis.two.turn import solve_turn
from tavola.games.fourtwentyone.bots.solution import SLACK, losses
from tavola.games.fourtwentyone.chances import chances
from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.state import MAX_THROWS, TOKENS


@pytest.mark.parametrize("options", every_variant(), ids=lambda o: str(o.variant[:]))
def test_what_is_written_down_is_the_solution(options: Options) -> None:
    """A turn played as well as can be, with these chances after it, has these chances before it."""
    loss = np.array(losses(options))
    turn = solve_turn(Dicework(chances(options), TOKENS - 1), ends_of(loss, TOKENS), MAX_THROWS)
    assert np.abs(turn.value - loss).max() < SLACK / 10


def decisions(rules: Any, seats: int, count: int) -> list[Any]:
    """Positions of unloads, by any legal move."""
    found: list[Any] = []
    rng, s = Random(seats), rules.start(seats)
    while len(found) < count:
        actor = rules.actor(s)
        if actor == tavola.OVER:
            s = rules.start(seats)
        elif actor == tavola.CHANCE:
            s = rules.play(s, rules.chance(s).sample(rng)).state
        else:
            found.append(s)
            s = rules.play(s, rng.choice(rules.moves(s))).state
    return found


@pytest.mark.parametrize(
    "options",
    [{}, {"suites": False}, {"count": "last_throw", "others_value": 0, "nenette": "lowest"}],
    ids=str,
)
def test_no_choice_of_two_is_better_than_its_own(options: dict[str, Any]) -> None:
    rules: Any = tavola.rules("421", **options)
    solution, house = policy(rules), make_bot("house", rules, Random(0))
    for s in decisions(rules, 2, 150):
        worth = solution.values(s)
        assert worth[house.choose(rules.view(s, rules.actor(s)))] <= min(worth.values()) + SLACK


def test_among_more_it_plays_by_the_book() -> None:
    """The same choice, or one worth the same to the two of the even set the book looks at."""
    rules: Any = tavola.rules("421")
    book, house = Book(solved(rules.options)), make_bot("house", rules, Random(0))
    there = decisions(rules, 4, 200)
    same = sum(house.choose(rules.view(s, rules.actor(s))) == book.move(s) for s in there)
    assert same > 0.9 * len(there)


def test_dice_that_knock_others() -> None:
    """The turn is worked out with them, the rest of the set as without: a little is lost."""
    rules: Any = tavola.rules("421", knock="1/4")
    solution, house = policy(rules), make_bot("house", rules, Random(0))
    for s in decisions(rules, 2, 60):
        worth = solution.values(s)
        assert worth[house.choose(rules.view(s, rules.actor(s)))] <= min(worth.values()) + 0.01


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
import tavola
from random import Random
from tavola.bots import make_bot
for name in ("house", "published"):
    rules = tavola.rules("421")
    match, luck, bot = tavola.Match(rules, ["a", "b"]), Random(3), make_bot(name, rules, Random(0))
    while match.actor != tavola.OVER:
        if match.actor == tavola.CHANCE:
            match.draw(luck)
        else:
            match.play(bot.choose(rules.view(match.state, match.actor)))
print("played")
"""


def test_it_plays_where_only_the_core_is_installed() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_NUMPY], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "played", done.stderr
