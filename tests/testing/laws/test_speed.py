"""The law that compiled and interpreted rules agree, and games that break it."""

from __future__ import annotations

import pytest

from tavola.core.contract import Step
from tavola.fast import agree
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.moves import Move
from tavola.games.fourtwentyone.state import State
from tavola.testing import LawBroken, check_rules


class LowStakes(FourTwentyOne):
    """The game stops counting at five, which its rules know nothing of. No other law minds."""

    def play(self, s: State, move: Move) -> Step[State]:
        step = super().play(s, move)
        turn = step.state.turn
        return Step(step.state._replace(turn=turn._replace(total=min(turn.total, 5))), step.events)


def test_a_game_that_leaves_its_rules_is_found() -> None:
    with pytest.raises(LawBroken) as broken:
        check_rules(LowStakes(), seats=2, games=10)
    assert broken.value.law == "compiled"
    assert "another state than its rules say" in broken.value.why


def test_compiled_rules_that_do_otherwise_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def other_rules(function: object) -> object:
        del function
        return lambda *_: 0

    monkeypatch.setattr(agree, "jit", other_rules)
    with pytest.raises(LawBroken) as broken:
        check_rules(FourTwentyOne(), seats=2, games=5)
    assert broken.value.law == "compiled"
