from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import tavola
from tavola.fast import agree
from tavola.fast.compile import jit
from tavola.games import OURS
from tavola.games.fourtwentyone import rules as fourtwentyone
from tavola.games.fourtwentyone.combinations import Variant
from tavola.games.fourtwentyone.fast.kernel import KERNEL
from tavola.games.fourtwentyone.state import State


@pytest.mark.parametrize(("game", "seats"), [("421", 8), ("5000", 1), ("dice-poker", 2), ("tombolon", 4)])
def test_compiled_and_interpreted_rules_agree(game: str, seats: int) -> None:
    """Under every option they are held to it as a law, in tests/games/test_laws.py."""
    assert agree.check(tavola.rules(game), seats, games=2, moves=250) > 100


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
    monkeypatch.setitem(OURS, "5000", replace(OURS["5000"], kernel=""))
    rules = tavola.rules("5000")
    s = rules.start(2)
    assert list(agree.differences(rules, s, rules.parse("roll 12345"))) == []
