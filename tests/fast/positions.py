"""Thinks about random positions of the capture games, and writes down what came of it: run in two processes,
with Numba in one and WebAssembly in the other."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import tavola
from tavola.core.contract import CHANCE, OVER

VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("scopetta", 2, {}),
    ("scopetta", 2, {"primiera": "sevens"}),
    ("scopetta", 2, {"napola": False, "target": 21}),
    ("spazzino", 2, {}),
    ("spazzino", 2, {"target": 11}),
    ("tombolon", 2, {}),
    ("tombolon", 4, {"colour": "any_three"}),
    ("tombolon", 2, {"padova": True}),
]
EACH = 260  # positions of a variant
JUDGED = 40  # one of so many, by the coach too


def thought_about() -> list[Any]:
    from tavola.bots.search.budget import Budget
    from tavola.bots.search.guide import guide_of
    from tavola.bots.search.thinking import weigh
    from tavola.coach.finding import judge_of

    found: list[Any] = []
    for game, seats, options in VARIANTS:
        rules, luck, guide = tavola.rules(game, **options), Random(7), guide_of(game)
        judge, state, number = judge_of(rules, seats), rules.start(seats), 0
        while number < EACH:
            actor = rules.actor(state)
            if actor == OVER:
                state = rules.start(seats)
            elif actor == CHANCE:
                state = rules.play(state, rules.chance(state).sample(luck)).state
            else:
                view = rules.view(state, actor)
                number += 1
                if len(view.moves) > 1:
                    w = weigh(guide, view, Budget(iterations=40), Random(number))
                    found.append([str(w.best), w.exact, list(w.visits), list(w.values), list(w.errors)])
                if number % JUDGED == 0:
                    found.append([[str(j.move), j.worth, j.cost, j.low, j.high] for j in judge.weigh(view)])
                state = rules.play(state, luck.choice(view.moves)).state
    return found


if __name__ == "__main__":
    if sys.argv[1] == "wasm":
        from tavola.fast.wasm.twins import stand_in

        assert stand_in(), "nothing was built, or there is nothing to run it"
    Path(sys.argv[2]).write_text(json.dumps(thought_about()), encoding="utf-8")
