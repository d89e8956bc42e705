"""The optimal dice players: what they choose, at which tables, and that nobody does better."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from typing import Any

import pytest

import tavola
from tavola.bots import bot_names, make_bot
from tavola.bots import optimal as shelf
from tavola.core.errors import BadOption
from tavola.games.fourtwentyone.analysis import policy
from tavola.games.fourtwentyone.bots.optimal import policy_of
from tests.coach.games import played

SMALL: dict[str, dict[str, Any]] = {"421": {}, "5000": {"goal": 1000}, "dice-poker": {"goal": 200}}


@pytest.mark.parametrize("game", SMALL)
@pytest.mark.parametrize("seats", [1, 2, 3, 8])
def test_it_plays_at_every_table(game: str, seats: int) -> None:
    rules = tavola.rules(game, **SMALL[game])
    assert "optimal" in bot_names(game)
    if seats in rules.info.seats:
        record = played(rules, ",".join(["optimal"] * seats), seats, most=40)
        assert record.moves


@pytest.mark.parametrize(("game", "spec"), [("5000", "optimal:turns"), ("dice-poker", "optimal:points")])
def test_other_aims(game: str, spec: str) -> None:
    rules = tavola.rules(game, **SMALL[game])
    assert played(rules, f"{spec},random", 2).result is not None


def test_aims_differ_where_it_matters() -> None:
    """Far behind, one who plays to win must dare what one who plays for turns need not."""
    rules = tavola.rules("5000", goal=1000)
    to_win, to_be_quick = (make_bot(spec, rules, Random(0)) for spec in ("optimal", "optimal:turns"))
    s, rng, differs = rules.start(2), Random(1), 0
    for _ in range(400):
        if rules.actor(s) == tavola.CHANCE:
            s = rules.play(s, rules.chance(s).sample(rng)).state
            continue
        view = rules.view(s, rules.actor(s))
        chosen = to_win.choose(view)
        differs += chosen != to_be_quick.choose(view)
        s = rules.play(s, chosen).state
        if rules.actor(s) == tavola.OVER:
            s = rules.start(2)
    assert differs > 0


@pytest.mark.parametrize(
    ("game", "spec"), [("421", "optimal:turns"), ("5000", "optimal:glory"), ("dice-poker", "optimal:x")]
)
def test_what_it_does_not_aim_at(game: str, spec: str) -> None:
    with pytest.raises(BadOption, match="optimal"):
        make_bot(spec, tavola.rules(game), Random(0))


def test_a_goal_too_far_to_be_solved_is_raced_to() -> None:
    rules = tavola.rules("5000", goal=60_000)
    bot: Any = make_bot("optimal", rules, Random(0))
    bot.prepare(rules, 2, lambda _what, _done: None)
    assert bot._policy.aim == "turns"
    assert played(rules, "optimal,optimal", 1, most=20).moves


@pytest.mark.parametrize(
    "options", [{}, {"count": "last_throw", "others_value": 0, "suites": False}], ids=str
)
def test_among_more_it_weighs_as_the_odds_do(options: dict[str, Any]) -> None:
    rules: Any = tavola.rules("421", **options)
    slow, quick = policy(rules), policy_of(rules.options)
    rng = Random(2)
    for seats in (3, 5, 8):
        s, looked_at = rules.start(seats), 0
        while looked_at < 4 * seats:
            actor = rules.actor(s)
            if actor == tavola.OVER:
                s = rules.start(seats)
            elif actor == tavola.CHANCE:
                s = rules.play(s, rules.chance(s).sample(rng)).state
            else:
                if s.round.members.bit_count() > 2:
                    looked_at += 1
                    assert quick.values(s) == pytest.approx(slow.values(s), abs=1e-12)
                s = rules.play(s, rng.choice(rules.moves(s))).state


def test_it_beats_the_house() -> None:
    """Over games of Dice Poker with seats changed it wins more than half, by more than luck explains."""
    rules = tavola.rules("dice-poker", goal=200)
    won = 0.0
    games = 400
    for number in range(games):
        players = "optimal,none" if number % 2 else "none,optimal"
        result = played(rules, players, number).result
        assert result is not None
        mine = 0 if number % 2 else 1
        won += (mine in result["winners"]) / len(result["winners"])
    assert won / games > 0.5 + 3 * (0.25 / games) ** 0.5


def test_making_one_loads_nothing_heavy() -> None:
    code = (
        "import sys, tavola; from random import Random; from tavola.bots import make_bot\n"
        "for game in ('421', '5000', 'dice-poker'): make_bot('optimal', tavola.rules(game), Random(0))\n"
        "print([m for m in ('numpy', 'numba') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_policy_is_fetched_once_however_many_want_it() -> None:
    made, together = [], Barrier(4)

    def make() -> str:
        made.append(1)
        return "policy"

    def want(_: int) -> str:
        together.wait()
        return shelf.fetch(("test", "once"), make)

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(want, range(4))) == ["policy"] * 4
    assert len(made) == 1
    for number in range(shelf.MOST):
        shelf.fetch(("test", number), lambda: "another")
    assert shelf.fetch(("test", "once"), make) == "policy"
    assert len(made) == 2
