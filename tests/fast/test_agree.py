from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import tavola
from tavola.fast import agree, kernel
from tavola.fast.compile import jit
from tavola.fast.fourtwentyone import KERNEL
from tavola.games.fourtwentyone import rules as fourtwentyone
from tavola.games.fourtwentyone.combinations import Variant
from tavola.games.fourtwentyone.state import State

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("421", 2, {}),
    ("421", 8, {}),
    ("421", 3, {"suites": False, "nenette": "lowest", "others_value": 0, "count": "last_throw"}),
    ("421", 2, {"knock": "1/3"}),
    ("5000", 1, {}),
    ("5000", 3, {"brelan_of_aces": "best", "goal": 1000}),
    ("dice-poker", 2, {}),
    ("dice-poker", 8, {"points": "recalibrated", "rerolls": 3, "goal": 300}),
]


@pytest.mark.parametrize(("game", "seats", "options"), GAMES, ids=str)
def test_compiled_and_interpreted_rules_agree(game: str, seats: int, options: dict[str, Any]) -> None:
    assert agree.check(tavola.rules(game, **options), seats, games=6, moves=300) > 300


def one_token_more(step: Callable[..., Any]) -> Callable[..., Any]:
    """A step that pays the loser of a turn one token too many."""

    def wrong(variant: Variant, s: State, action: int) -> Any:
        after, news = step(variant, s, action)
        end = news.ending
        return after, news._replace(ending=end._replace(tokens=end.tokens + (end.loser >= 0)))

    return wrong


def test_a_difference_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tavola.rules("421")
    mutant = replace(KERNEL, step=one_token_more(fourtwentyone.step))

    def half_broken(function: Any) -> Any:  # only the interpreted side is
        return jit(fourtwentyone.step if function is mutant.step else function)

    monkeypatch.setattr(agree, "kernel_of", lambda _: mutant)
    monkeypatch.setattr(agree, "jit", half_broken)
    with pytest.raises(AssertionError, match="interpreted rules say"):
        agree.check(rules, 2)


def test_a_game_without_a_compiled_form_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "KERNELS", {})
    rules = tavola.rules("5000")
    s = rules.start(2)
    assert list(agree.differences(rules, s, rules.parse("roll 12345"))) == []
