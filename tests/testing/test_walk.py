"""Walks: legal, repeatable, and a shorter one is the beginning of a longer one."""

from __future__ import annotations

import pytest

from tavola.kit import OVER
from tavola.testing import CheckMemory, Luck
from tavola.testing.walk import Position, walk
from tests.testing.high_card import HighCard


def walked(length: int, seed: int = 7) -> tuple[list[Position], CheckMemory]:
    memory = CheckMemory(HighCard())
    return list(walk(memory.rules, 2, length, seed, memory)), memory


def test_a_shorter_walk_is_the_beginning_of_a_longer_one() -> None:
    short, long = (walked(length)[0] for length in (5, 15))
    assert [at.state for at in short] == [at.state for at in long][:6]
    assert [at.last for at in short] == [False] * 5 + [True]


def test_each_position_knows_how_it_came_about() -> None:
    rules = HighCard()
    for at in walk(rules, 2, 15, 7, CheckMemory(rules)):
        if at.before is not None:
            assert rules.play(at.before.state, at.move) == at.step
            assert at.move in at.seen
            assert at.record_text().rstrip().endswith(str(at.move))


def test_a_walk_ends_with_the_game() -> None:
    positions, memory = walked(10_000)
    assert positions[-1].actor == OVER
    assert (memory.walks, memory.ended, memory.positions) == (1, 1, len(positions))


def test_luck_is_repeatable_and_can_do_nothing_but_what_the_contract_says() -> None:
    one, two = Luck(3), Luck(3)
    assert [one.randrange(6) for _ in range(20)] == [two.randrange(6) for _ in range(20)]
    with pytest.raises(AttributeError):
        one.choice([1, 2])  # type: ignore[attr-defined]
