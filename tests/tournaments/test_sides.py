"""Sides and points."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.tournaments import pairings
from tavola.tournaments.pairings import points_of, sides_of
from tests.testing.high_card import HighCard


def test_four_at_a_card_table_play_in_pairs() -> None:
    assert sides_of("tombolon", 4) == ((0, 2), (1, 3))
    assert sides_of("tombolon", 2) == ((0,), (1,))
    assert sides_of("5000", 4) == ((0,), (1,), (2,), (3,))


def test_the_sides_of_a_game_from_elsewhere_are_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    info = replace(HighCard.info, sides={3: ((0,), (1, 2))})
    monkeypatch.setattr(HighCard, "info", info)
    monkeypatch.setattr(pairings, "game_class", lambda _: HighCard)
    assert sides_of("high-card", 3) == ((0,), (1, 2))
    assert sides_of("high-card", 2) == ((0,), (1,))


@pytest.mark.parametrize(
    ("seats", "winners", "points"),
    [
        (2, [0], (1, 0)),
        (2, [], (0.5, 0.5)),
        (2, [0, 1], (0.5, 0.5)),
        (3, [1], (0.25, 1, 0.25)),
        (3, [0, 2], (0.75, 0, 0.75)),
    ],
)
def test_points(seats: int, winners: list[int], points: tuple[float, ...]) -> None:
    assert points_of(sides_of("421", seats), winners) == points


def test_a_pair_wins_together() -> None:
    assert points_of(sides_of("tombolon", 4), [1, 3]) == (0, 1)


@given(st.integers(2, 8), st.sets(st.integers(0, 7)))
def test_points_are_a_half_on_the_average(seats: int, winners: set[int]) -> None:
    points = points_of(sides_of("421", seats), winners)
    assert sum(points) == pytest.approx(seats / 2)
    assert all(0 <= each <= 1 for each in points)
