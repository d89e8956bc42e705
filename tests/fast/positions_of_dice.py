"""Solves dice games, plays them and judges what is played, and writes down what came of it: run in two
processes, with Numba and NumPy in one and WebAssembly in the other."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tavola
from tavola.bots import make_bot
from tavola.core.contract import CHANCE, OVER
from tavola.games import game_of

VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("5000", 2, {"goal": 1500}),
    ("5000", 2, {"goal": 800, "brelan_of_aces": "best"}),
    ("5000", 3, {"goal": 2000}),
    ("dice-poker", 2, {}),
    ("dice-poker", 2, {"points": "recalibrated", "goal": 400, "rerolls": 2}),
    ("dice-poker", 3, {"points": "linear"}),
    ("421", 2, {}),
    ("421", 2, {"count": "last_throw", "suites": False}),
    ("421", 4, {}),
]
EACH = 240  # decisions of a variant
JUDGED = 16  # one of so many, by the coach
OF_MORE = 120  # and of games of more at 421, where each takes seconds


def worked_out() -> list[Any]:
    from tavola.coach.finding import judge_of

    found: list[Any] = []
    for game, seats, options in VARIANTS:
        rules, luck = tavola.rules(game, **options), Random(5)
        judge, one_of = judge_of(rules, seats), OF_MORE if game == "421" and seats > 2 else JUDGED
        bot, state, number = make_bot("optimal", rules, luck), rules.start(seats), 0
        if "goal" in options:
            found.append(solved_anew(rules))
        while number < EACH:
            actor = rules.actor(state)
            if actor == OVER:
                state = rules.start(seats)
            elif actor == CHANCE:
                state = rules.play(state, rules.chance(state).sample(luck)).state
            else:
                view, number = rules.view(state, actor), number + 1
                found.append([game, str(view.table), str(bot.choose(view))])
                if number % one_of == 0:
                    weighed = {str(j.move): [j.worth, j.cost, j.low, j.high] for j in judge.weigh(view)}
                    found.append(sorted(weighed.items()))
                state = rules.play(state, luck.choice(view.moves)).state
    return found


POSITIONS = {
    "5000": (
        "54263",
        "6634 hand=1 turn=100",
        "54263 hand=2 turn=350 total=1200 opponent=3000",
        "11423 total=0",
    ),
    "dice-poker": (
        "54263",
        "5-5-1-2-3 total=600",
        "54263 total=600 opponent=700 second=1",
        "54263 opponent=0",
    ),
    "421": (
        "first 442 throws=1 total=3 tokens=8/13",
        "second 654 throws=1 of 3 target=116 total=9 tokens=8/13",
        "third throws=0 of 2 target=116,665 total=9 tokens=8/6/7",
    ),
}


def asked() -> list[Any]:
    """All that the odds of a game tell."""
    found: list[Any] = []
    for game, positions in POSITIONS.items():
        rules, package = tavola.rules(game), game_of(game).part("odds")
        found += [package.odds(rules), package.solve(rules)]
        found += [package.explain(rules, position, "en") for position in positions]
        if game_of(game).bank:
            found.append(game_of(game).part("bank")(rules))
    return found


def solved_anew(rules: Any) -> Any:
    """As if it were not on disk."""
    from tavola.analysis import store

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "remembered", lambda _, compute: compute())
        return game_of(rules.info.name).part("odds").solve(rules)


def a_round_of_421() -> Any:
    """One step of its solver: what a turn is worth, how it goes, what comes of that for ever."""
    from tavola.games.fourtwentyone.analysis.two import chain, solved, turn
    from tavola.games.fourtwentyone.options import Options
    from tavola.games.fourtwentyone.state import MAX_THROWS, TOKENS

    found = solved.solved(Options())
    ends = chain.ends_of(found.loss, TOKENS)
    value = turn.solve_turn(found.work(), ends, MAX_THROWS).value
    return [value.tolist(), chain.worth_of(found.work(), found.plan, TOKENS, MAX_THROWS).tolist()]


if __name__ == "__main__":
    if sys.argv[1] == "wasm":
        from tavola.fast.wasm.twins import stand_in

        assert stand_in(), "nothing was built, or there is nothing to run it"
    Path(sys.argv[2]).write_text(json.dumps([a_round_of_421(), *asked(), *worked_out()]), encoding="utf-8")
