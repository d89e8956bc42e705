"""Who meets whom, for any number of entrants and any results."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.tournaments.pairings import everybody, first_round, next_round, rounds_needed, swiss

many = st.integers(2, 33)
seeds = st.integers(0, 10_000)


def names_of(number: int) -> list[str]:
    return [f"p{n}" for n in range(number)]


def test_everybody() -> None:
    assert everybody("abc", 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(everybody(names_of(6), 3)) == 20


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (33, 6)])
def test_rounds_needed(players: int, rounds: int) -> None:
    assert rounds_needed(players) == rounds


@given(many, seeds)
def test_a_swiss_pairs_everybody_once_a_round_and_nobody_twice(players: int, seed: int) -> None:
    names, rng = names_of(players), Random(seed)
    scores, met, byes = dict.fromkeys(names, 0.0), set[frozenset[str]](), list[str]()
    for _ in range(min(rounds_needed(players), players - 1)):
        pairs, bye = swiss(names, scores, met, byes)
        seated = [name for pair in pairs for name in pair] + ([] if bye is None else [bye])
        assert sorted(seated) == sorted(names)
        assert (bye is None) == (players % 2 == 0)
        assert bye not in byes
        assert not met & {frozenset(pair) for pair in pairs}
        met |= {frozenset(pair) for pair in pairs}
        if bye is not None:
            byes.append(bye)
            scores[bye] += 1
        for pair in pairs:
            scores[rng.choice(pair)] += 1


def test_equal_scores_meet() -> None:
    scores = {"a": 2.0, "b": 1.0, "c": 2.0, "d": 1.0}
    assert swiss("abcd", scores, set(), []).pairs == [("a", "c"), ("b", "d")]


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    scores = {"a": 2.0, "b": 1.0, "c": 0.0}
    assert swiss("abc", scores, set(), []).bye == "c"
    assert swiss("abc", scores, set(), ["c"]).bye == "b"


def test_when_all_have_met_old_opponents_meet_again() -> None:
    met = {frozenset(pair) for pair in everybody("abcd", 2)}
    assert len(swiss("abcd", {}, met, []).pairs) == 2
    met = {frozenset(pair) for pair in everybody("abc", 2)}
    again = swiss("abc", {}, met, list("abc"))
    assert again.bye == "c"
    assert again.pairs == [("a", "b")]


@given(many)
def test_a_bracket_has_everybody_once_and_byes_for_the_best(players: int) -> None:
    names = names_of(players)
    bracket = first_round(names)
    seated = [name for pair in bracket for name in pair if name is not None]
    assert sorted(seated) == sorted(names)
    byes = [a for a, b in bracket if b is None]
    assert sorted(byes, key=names.index) == names[: len(byes)]
    assert len(bracket) & (len(bracket) - 1) == 0


@given(many, seeds)
def test_one_is_left_and_everybody_else_lost_once(players: int, seed: int) -> None:
    rng, lost = Random(seed), list[str]()
    bracket = first_round(names_of(players))
    while True:
        winners = [a if b is None else rng.choice((a, b)) for a, b in bracket]
        lost += [name for pair in bracket for name in pair if name is not None and name not in winners]
        if len(winners) == 1:
            break
        bracket = next_round(winners)
    assert sorted([*winners, *lost]) == sorted(names_of(players))


@given(many)
def test_if_the_better_seed_always_wins_the_first_two_meet_in_the_final(players: int) -> None:
    names = names_of(players)
    bracket = first_round(names)
    while len(bracket) > 1:
        bracket = next_round([a if b is None else min(a, b, key=names.index) for a, b in bracket])
    assert set(bracket[0]) == {"p0", "p1"}
