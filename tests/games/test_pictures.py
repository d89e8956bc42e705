"""What goes over the wire of a dice game is all there is: reading it gives the state back."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import tavola
from tavola.core.contract import OVER
from tavola.core.match import Match


@pytest.mark.parametrize("seats", [2, 3, 8])
@pytest.mark.parametrize("game", ["421", "5000", "dice-poker"])
def test_a_picture_reads_back(game: str, seats: int) -> None:
    rules: Any = tavola.rules(game)
    for seed in range(3):
        rng = Random(seed)
        match = Match(rules, [str(n) for n in range(seats)])
        for _ in range(600):
            told = json.loads(json.dumps(rules.picture(match.state)))
            assert rules.read_picture(told) == match.state
            if match.actor == OVER:
                break
            if match.actor < 0:
                match.draw(rng)
            else:
                match.play(rng.choice(rules.moves(match.state)))


def test_the_picture_of_421_uses_the_words_of_the_game() -> None:
    rules: Any = tavola.rules("421")
    match = Match(rules, ["ada", "bob"])
    told = rules.picture(match.state)
    assert (told["kitty"], told["tokens"], told["round"]["kind"]) == (21, [0, 0], "opening")
    assert told["round"]["waiting"] == [0, 1]
