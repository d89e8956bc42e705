"""What is compiled at the first answer is compiled when a bot is prepared."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import tavola
from tavola.bots import make_bot
from tavola.bots.optimal import rehearse
from tavola.games.fourtwentyone.bots import optimal as fourtwentyone
from tavola.games.race import bots as race


def asked_of(rules: Any, decisions: int) -> list[Any]:
    """The states at which a player of 5000 who takes whatever counts most was asked."""
    asked = []

    def move(state: Any) -> Any:
        asked.append(state)
        return max(rules.moves(state), key=lambda move: sum(rules.play(state, move).state.scores))

    rehearse(rules, rules.start(1), move, decisions)
    return asked


@pytest.mark.parametrize("decisions", [1, 4])
def test_so_many_decisions_are_asked_for(decisions: int) -> None:
    assert len(asked_of(tavola.rules("5000"), decisions)) == decisions


def test_it_ends_with_the_game() -> None:
    assert 0 < len(asked_of(tavola.rules("dice-poker"), 10_000)) < 10_000


@pytest.mark.parametrize(
    ("rules", "module", "seats"),
    [(tavola.rules("5000", goal=450), race, 2), (tavola.rules("421", nenette="lowest"), fourtwentyone, 3)],
    ids=["5000", "421"],
)
def test_a_bot_rehearses_once(rules: Any, module: Any, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def rehearsed(rules: Any, state: Any, move: Any, decisions: int) -> None:
        rehearse(rules, state, move, decisions)
        asked.append(decisions)

    monkeypatch.setattr(module, "rehearse", rehearsed)
    for _ in range(2):
        bot: Any = make_bot("optimal", rules, Random(0))
        bot.prepare(rules, seats)
    assert asked == [module.DECISIONS]
