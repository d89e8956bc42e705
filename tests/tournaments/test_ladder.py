"""Who plays whom on a ladder: against brute force where there is one, and by whole ladders, played."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tavola.tournaments.ladder import AT_ONCE, BETA, LONG, Climber, Met, apart, fits, interval, pair, tells
from tavola.tournaments.ratings import Rating, rated


def never(_one: str, _other: str) -> int:
    return 0


def exactly(one: Rating, other: Rating) -> float:
    """Mutual information of the result and the difference in strength, by summing over a fine grid."""
    scale, wide = math.sqrt(2) * BETA, math.hypot(one.sigma, other.sigma)
    mean = mixed = total = 0.0
    for step in range(-4000, 4001):
        z = step / 500
        weight = math.exp(-z * z / 2)
        chance = 1 / (1 + math.exp(-(one.mu - other.mu + z * wide) / scale))
        total, mean = total + weight, mean + weight * chance
        mixed += weight * _entropy(chance)
    return _entropy(mean / total) - mixed / total


def _entropy(chance: float) -> float:
    return -sum(p * math.log(p) for p in (chance, 1 - chance) if p > 0)


def test_what_a_game_tells_orders_games_as_the_exact_number_does() -> None:
    ratings = [Rating(mu, sigma) for mu in (5, 20, 25, 28) for sigma in (1, 3, 8)]
    games = [(exactly(*pair), tells(*pair), pair) for pair in combinations(ratings, 2)]
    for (a, told, one), (b, other_told, other) in combinations(games, 2):
        if a > 1.5 * b:  # it is an approximation: what is clearly more is more
            assert told > other_told, (one, other)


def test_two_may_meet_who_take_each_other() -> None:
    weak, strong = Climber("weak", Rating(10, 1)), Climber("strong", Rating(40, 1))
    assert fits(weak, strong)
    assert not fits(weak, Climber("picky", Rating(40, 1), low=20))
    assert not fits(Climber("shy", Rating(10, 1), high=20), strong)
    assert not fits(weak, weak)


def test_two_of_one_owner_or_one_place_do_not_meet() -> None:
    assert not fits(Climber("a", owner="ada"), Climber("b", owner="ada"))
    assert not fits(Climber("a", place="home"), Climber("b", place="home"))
    assert fits(Climber("a"), Climber("b"))


@pytest.mark.parametrize("crowd", [100, 1000])
@pytest.mark.parametrize("how", [{"owner": "greedy"}, {"place": "his room"}, {"low": 1000.0}])
def test_a_crowd_that_can_meet_nobody_is_in_nobodys_way(crowd: int, how: dict[str, Any]) -> None:
    there = [Climber(f"idle {number}", since=float(number), **how) for number in range(crowd)]
    honest = [
        Climber("ada", since=2000.0, low=-1.0, high=1.0),
        Climber("bo", since=2001.0, low=-1.0, high=1.0),
    ]
    if "low" not in how:  # who could meet the two is not to be met by them
        there = [replace(each, low=1000.0) for each in there]
    games = pair([*there, *honest], (), never, 2002.0)
    assert [{each.key for each in game} for game in games] == [{"ada", "bo"}]


def test_newcomers_and_equals_come_first() -> None:
    known = [Climber(name, Rating(mu, 1), since=9) for name, mu in (("low", 5), ("high", 45))]
    new = [Climber(name, since=9) for name in ("one", "two")]
    first, *_ = pair([*known, *new], (), never, now=10)
    assert {each.key for each in first} == {"one", "two"}


def test_a_better_game_is_waited_for_but_not_for_long() -> None:
    a, b, busy = Climber("a", since=0), Climber("b", since=0), Climber("c")
    often: Met = lambda one, other: 5 if {one, other} == {"a", "b"} else 0  # noqa: E731
    assert pair([a, b], [busy], often, now=1) == []
    assert pair([a, b], [], often, now=1) == [(a, b)]
    assert pair([a, b], [busy], often, now=6) == [(a, b)]


def test_who_has_waited_long_goes_first() -> None:
    old = Climber("old", Rating(60, 0.5), since=0)
    new = [Climber(f"new{n}", since=LONG) for n in range(3)]
    games = pair([*new, old], (), never, now=LONG + 1)
    assert old in games[0]
    assert len(games) == 2


def test_a_crowd_is_looked_at_in_parts_and_nobody_is_forgotten() -> None:
    crowd = [Climber(f"{n:03}", since=n) for n in range(3 * AT_ONCE)]
    seen: set[str] = set()
    while crowd:
        games = pair(crowd, (), never, now=1000)
        seen |= {each.key for game in games for each in game}
        crowd = [each for each in crowd if each.key not in seen]
    assert len(seen) == 3 * AT_ONCE


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_has_as_many_as_it_seats(seats: int) -> None:
    games = pair([Climber(str(n)) for n in range(9)], (), never, now=0, seats=seats)
    assert [len(game) for game in games] == [seats] * (9 // seats)
    assert pair([Climber(str(n)) for n in range(seats - 1)], (), never, now=99, seats=seats) == []


def test_no_pair_meets_all_the_time() -> None:
    """Six who always finish together: every pair meets, none much more than twice as often as another."""
    met: Counter[frozenset[str]] = Counter()
    for n in range(60):
        entrants = [Climber(name, Rating(25, 2), since=n) for name in "abcdef"]
        for game in pair(entrants, (), lambda a, b: met[frozenset((a, b))], now=n):
            met[frozenset(each.key for each in game)] += 1
    assert len(met) == 15
    assert max(met.values()) <= 2 * min(met.values()) + 2


def climb(chosen: bool, seed: int, games: int = 120) -> int:
    """How many orders of ten players of known strength are wrong after so many games."""
    luck, strength = Random(seed), {str(n): 20.0 + n for n in range(10)}
    ratings, met = dict.fromkeys(strength, Rating()), Counter[frozenset[str]]()
    for n in range(games):
        entrants = [Climber(name, rating, since=n) for name, rating in ratings.items()]
        one, other = luck.sample(sorted(strength), 2)
        if chosen:
            first, second = pair(entrants, (), lambda a, b: met[frozenset((a, b))] // 4, now=n)[0]
            one, other = first.key, second.key
        met[frozenset((one, other))] += 1
        wins = luck.random() < 1 / (1 + math.exp((strength[other] - strength[one]) / (math.sqrt(2) * BETA)))
        after = rated([[ratings[one]], [ratings[other]]], [wins, not wins])
        ratings[one], ratings[other] = after[0][0], after[1][0]
    return sum(ratings[a].mu > ratings[b].mu for a, b in combinations(sorted(strength), 2))


def test_the_order_is_found_no_worse_than_by_games_drawn_by_lot() -> None:
    assert sum(climb(True, seed) for seed in range(12)) <= sum(climb(False, seed) for seed in range(12))


def test_intervals_say_what_is_known() -> None:
    low, high = interval(Rating(25, 1))
    assert 23 < low < 23.1
    assert 26.9 < high < 27
    assert apart(Rating(30, 1), Rating(25, 1))
    assert not apart(Rating(26, 1), Rating(25, 1))
