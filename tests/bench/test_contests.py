"""Small contests of bots whose order is known, and of some who spoil it."""

from __future__ import annotations

from collections import Counter

import pytest

import tavola
from bench.contest_games import HELPS, ILLEGAL, LEAVES, SEATS, Seated, winner
from bench.contests import ATTACKS, contest

TEAMS, ROUNDS = 4, 512


@pytest.mark.parametrize("attack", ["", *ATTACKS])
def test_whoever_spoils_it_all_end_in_the_right_order(attack: str) -> None:
    found = contest(0, TEAMS, ROUNDS, attack)
    assert found.wrong == 0
    assert found.apart > 0
    assert found.right == 1


def test_twenty_teams_that_are_told_apart_are_in_the_right_order() -> None:
    found = contest(0, 20, 256)
    assert found.apart > 0
    assert found.wrong == 0


def test_the_games_are_those_that_simulate_plays() -> None:
    games = 20_000
    by_seat = Counter(winner(Seated((0.0, 0.0, 0.0)), 7, game, game) for game in range(games))
    told = tavola.simulate("5000", ["house"] * 3, games, seed=3).report
    for seat, row in enumerate(told["seats"]):
        # The first throw is the same for all here; the rest is luck, a few parts of a thousand.
        assert by_seat[seat] / games == pytest.approx(row["won"]["p"], abs=0.02)


def test_the_luck_belongs_to_the_seat_and_the_set() -> None:
    seated = Seated((0.0, 0.0, 0.0))
    of_sets = [{winner(seated, 1, set_, game) for game in range(3)} for set_ in range(20)]
    assert all(len(won) == 1 for won in of_sets)  # nobody plays at random: the dice alone decide
    assert len(set.union(*of_sets)) == SEATS


@pytest.mark.parametrize(("way", "friend"), [(LEAVES, -1), (HELPS, 0), (ILLEGAL, -1)])
def test_who_spoils_a_game_leaves_it_or_never_wins_it(way: int, friend: int) -> None:
    won = Counter(winner(Seated((0.2, 0.2, 0.2), 2, way, friend), 1, game, game) for game in range(300))
    assert (won[SEATS] > 0) == (way != ILLEGAL)
    assert (won[2] > 0) == (way == LEAVES)
