from __future__ import annotations

import pytest

from tavola.analysis import BadPosition
from tavola.games.fourtwentyone.analysis import reasons as position
from tavola.games.fourtwentyone.moves import Throw
from tests.games.fourtwentyone.analysis.brute import rules_of

VARIANT = rules_of().options.variant


@pytest.mark.parametrize("text", position.EXAMPLES)
def test_the_examples_are_positions_of_the_rules(text: str) -> None:
    s = position.read(VARIANT, text)
    game = rules_of()
    assert game.actor(s) == s.go.seat
    assert sum(s.tokens.held) == 21
    assert game.moves(s)


def test_a_position_in_full() -> None:
    s = position.read(VARIANT, "Second 5-4-6 throws=1 of 2 target=116 total=9 tokens=8/13")
    assert (s.go.seat, s.go.dice, s.go.throws, s.turn.limit, s.turn.total) == (1, 654, 1, 2, 9)
    assert s.round.shown[0] == 611
    assert s.tokens.held[:2] == (8, 13)
    # One throw left: nothing to announce.
    assert all(not move.hit for move in rules_of().moves(s) if isinstance(move, Throw))


def test_what_is_left_out() -> None:
    s = position.read(VARIANT, "first 442")
    assert (s.go.throws, s.turn.total, s.tokens.held[:2]) == (1, 1, (10, 11))
    s = position.read(VARIANT, "second target=421")
    assert (s.go.throws, s.turn.limit, s.turn.total) == (0, 3, 10)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "who decides"),
        ("fifteenth 442", "who decides"),
        ("first 44", "three dice"),
        ("first 447", "three dice"),
        ("first 442 throws=3", "nothing to decide"),
        ("first", "nothing to decide"),
        ("first 442 throws=1 of 2", "up to three throws"),
        ("second 442 throws=1 of 4 target=116", "the limit"),
        ("second 442 throws=1", "target is 1"),
        ("first 442 target=116", "no target"),
        ("second target=116 throws=0 of 1", "nothing to decide"),
        ("second 442 throws=0 target=116", "after a throw"),
        ("first 442 tokens=8/14", "21 in all"),
        ("first 442 tokens=21/0", "at least one"),
        ("first 442 tokens=21", "21 in all"),
        ("third 442 target=116,665", "21 in all"),
        ("first 442 total=1 total=2", "given twice"),
        ("first 442 total=1000", "0 to 999"),
        ("first 442 " + "x" * 300, "too long"),
        ("first 442 speed=9", "three dice"),
    ],
)
def test_what_is_no_position(text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        position.read(VARIANT, text)
