"""Everyone meets everyone equally often, in every seat."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice
from math import comb

import pytest

from tavola.games.five_thousand.tcp.schedule import fixtures, orbits, rounds


@pytest.mark.parametrize("number", [3, 4, 5, 6, 7, 8, 9, 12, 15])
def test_in_a_cycle_every_triple_plays_once_and_in_a_round_all_play_as_often(number: int) -> None:
    teams = [f"team{i}" for i in range(number)]
    played = list(islice(rounds(teams, "seed"), len(orbits(number))))
    for each in played:
        games = Counter(team for triple in each for team in triple)
        assert set(games) == set(teams)
        assert len(set(games.values())) == 1
    triples = Counter(frozenset(triple) for each in played for triple in each)
    assert len(triples) == comb(number, 3)
    assert set(triples.values()) == {1}
    met = Counter(pair for triple in triples for pair in combinations(sorted(triple), 2))
    assert set(met.values()) == {number - 2}


def test_a_set_has_each_team_in_each_seat_once() -> None:
    seatings = [each.seating for each in fixtures(1, [("a", "b", "c")])]
    assert [set(seat) for seat in zip(*seatings, strict=True)] == [{"a", "b", "c"}] * 3


def test_the_same_teams_and_seed_give_the_same_schedule_and_others_another() -> None:
    teams = list("abcdefg")
    assert list(islice(rounds(teams, "x"), 8)) == list(islice(rounds(teams, "x"), 8))
    assert list(islice(rounds(teams, "x"), 8)) != list(islice(rounds(teams, "y"), 8))
