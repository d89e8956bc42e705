"""The batched environment is the interpreted game, at every step and for every eye."""

from __future__ import annotations

import copy
import pickle
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tavola.rl as rl
from tavola.core.contract import OVER
from tavola.core.errors import BadOption, BadSeats
from tavola.rl.batching import Batch
from tavola.testing import LawBroken, check_environment
from tests.rl.tables import GAMES, NAMES


@pytest.mark.parametrize(("game", "seats", "options"), GAMES, ids=NAMES)
def test_batch_and_interpreted_rules_agree(game: str, seats: int, options: dict[str, Any]) -> None:
    ends = check_environment(game, seats, **options)
    assert ends > 0 or game in ("5000", "spazzino", "scopetta", "tombolon")  # their matches are long


def test_an_environment_that_shows_too_much_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def peeking(v: Any, rows: Any, row: int, me: int, out: Any) -> None:  # noqa: ARG001
        out[0, 0] = rows[row, 2 - me]  # the other hand

    spec = rl.spec("scopetta")
    monkeypatch.setattr(rl.specs.Spec, "environment", replace(spec.environment, observe_row=peeking))
    with pytest.raises(LawBroken, match="looks the same"):
        check_environment("scopetta", steps=5)


def count(batch: Batch, state: Any, seat: int) -> int:
    """What `points` go by: tokens are bad ones, and those of lost sets stay lost."""
    if batch.spec.game == "421":
        return -int(state.tokens.held[seat] + 21 * state.tokens.sets_lost[seat])
    return int(batch.spec.rules.score(state)[seat])


@pytest.mark.parametrize("game", rl.VERSIONS)
def test_points_are_the_change_of_the_count(game: str) -> None:
    options = {"goal": 400} if game == "5000" else {}
    batch = rl.batch(game, 1, 2, seed=2, rewards="points", again=False, **options)
    begun = [count(batch, batch.state(0), seat) for seat in range(2)]
    gained = np.zeros(2)
    while not batch.now.terminated[0]:
        gained += batch.step(batch.random_actions()).rewards[0]
        state = batch.state(0)
        assert gained.tolist() == [count(batch, state, seat) - begun[seat] for seat in range(2)]
    assert gained.any()


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads() -> None:
    one, two = (rl.batch("scopetta", 9, seed=3, threads=threads) for threads in (1, 2))
    for _ in range(60):
        actions = one.random_actions()
        assert np.array_equal(actions, two.random_actions())
        left: list[Any] = list(one.step(actions))
        right: list[Any] = list(two.step(actions))
        assert all(np.array_equal(a, b) for a, b in zip(left, right, strict=True))
    other = rl.batch("scopetta", 9, seed=4)
    assert (other.now.observations != rl.batch("scopetta", 9, seed=3).now.observations).any()


def test_random_decisions_are_spread_evenly() -> None:
    batch = rl.batch("scopetta", 4000, seed=8)
    places, actions = [], batch.random_actions()
    for row in range(4000):
        legal = np.flatnonzero(batch.now.masks[row])
        assert actions[row] in legal
        places.append(np.searchsorted(legal, actions[row]) / len(legal))
    # The place among the legal ones is uniform on 0, 1/n, .., (n-1)/n: its mean is (1 - 1/n) / 2.
    counts = batch.now.masks.sum(axis=1)
    expected = ((1 - 1 / counts) / 2).mean()
    assert abs(np.mean(places) - expected) < 5 * np.sqrt(1 / 12 / 4000)


def test_an_illegal_decision_is_refused_and_changes_nothing() -> None:
    for threads in (1, 2):
        batch = rl.batch("scopetta", 4, seed=3, threads=threads)
        before = [batch.state(row) for row in range(4)]
        actions = batch.random_actions()
        illegal = int(np.flatnonzero(batch.now.masks[2] == 0)[0])
        actions[2] = illegal
        with pytest.raises(BadOption, match=f"game 2 can't do {illegal}; legal now: "):
            batch.step(actions)
        assert [batch.state(row) for row in range(4)] == before
        with pytest.raises(BadOption, match="one decision for each of 4 games"):
            batch.step(actions[:3])
        with pytest.raises(BadOption, match="decisions are whole numbers"):
            batch.step(actions * 0.5)
        with pytest.raises(BadOption, match="one decision for each of 4 games"):
            batch.step([[1], [1, 2], 3, 4])
        with pytest.raises(BadOption, match="game 0 can't do"):
            batch.step(np.full(4, 2**64 - 1, np.uint64))
        assert [batch.state(row) for row in range(4)] == before


def test_numbers_of_numpy_are_numbers() -> None:
    three: Any = np.int64(3)
    two: Any = np.int64(2)
    batch = rl.batch("421", three, two, seed=np.uint64(5))
    same = rl.batch("421", 3, 2, seed=5)
    for row in np.flatnonzero(batch.now.masks.any(axis=1)):
        assert batch.state(row) == same.state(int(row))
        assert batch.moves(row) == same.moves(int(row))
    with pytest.raises(BadOption, match="a row is a whole number from 0 to 2"):
        list(batch.chance_moves(3, None))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copy_goes_its_own_way(copied: Any, threads: int) -> None:
    batch = rl.batch("scopetta", 5, seed=3, threads=threads)
    batch.step(batch.random_actions())
    other, before = copied(batch), batch.now.observations.copy()
    for _ in range(20):
        other.step(other.random_actions())
    assert (batch.now.observations == before).all()
    for _ in range(20):
        batch.step(batch.random_actions())
    left: list[Any] = list(batch.now)
    right: list[Any] = list(other.now)
    assert all(np.array_equal(a, b) for a, b in zip(left, right, strict=True))


@pytest.mark.parametrize("seats", [2, 8])
def test_there_is_always_something_to_decide(seats: int) -> None:
    """Throws alone decide one game of 421 in a thousand: a policy is never shown such a one."""
    batch = rl.batch("421", 4000, seats, seed=1)
    ends = 0
    for _ in range(40):
        assert batch.now.masks.any(axis=1).all()
        assert (batch.now.actors >= 0).all()
        ends += int(batch.step(batch.random_actions()).terminated.sum())
    assert ends > 1000


def test_what_is_passed_over_is_told_too() -> None:
    batch, once = (rl.batch("421", 4000, 2, seed=1, logged=2000, again=again) for again in (True, False))
    passed = np.flatnonzero(once.now.actors == OVER)
    assert len(passed) > 0
    for row in passed:
        states = [after for _, after in batch.chance_moves(row, batch.spec.rules.start(2))]
        assert once.state(row) in states
        assert batch.state(row) == states[-1]


@pytest.mark.parametrize("game", rl.VERSIONS)
def test_a_number_that_means_nothing_here_is_refused(game: str) -> None:
    batch = rl.batch(game, 1, 2, seed=3)
    spec, state = batch.spec, batch.state(0)
    for number in range(-2, batch.actions + 2):
        if number in batch.moves(0):
            assert spec.move(state, np.int64(number)) == batch.moves(0)[number]
        else:
            with pytest.raises(BadOption, match=f"^{number} is no decision here; legal now: "):
                spec.move(state, number)
    wrong: list[Any] = [None, 2.5, "7"]
    for each in wrong:
        with pytest.raises(BadOption, match="is no decision here"):
            spec.move(state, each)


def test_a_game_that_takes_too_long_is_given_up() -> None:
    batch = rl.batch("5000", 2, 2, seed=1, longest=5)
    given_up = 0
    for _ in range(20):
        now = batch.step(batch.random_actions())
        given_up += int(now.truncated.sum())
        assert not (now.truncated & now.terminated).any()
    assert given_up == 8


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "chess"}, "there is no game called 'chess'"),
        ({"games": 0}, "games is a whole number from 1"),
        ({"games": 10**9}, "games is a whole number from 1"),
        ({"rewards": "gold"}, "rewards are wins or points"),
        ({"threads": 0}, "threads is a whole number"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"longest": 0}, "longest is a whole number"),
        ({"target": "high"}, "option target takes"),
    ],
)
def test_what_can_not_be_is_refused_in_words(wrong: dict[str, Any], said: str) -> None:
    settings: dict[str, Any] = {"game": "scopetta", "games": 2} | wrong
    game, games = settings.pop("game"), settings.pop("games")
    with pytest.raises(Exception, match=said):
        rl.batch(game, games, **settings)


def test_games_without_decisions_and_wrong_seats_are_refused() -> None:
    with pytest.raises(BadOption, match="nothing to decide"):
        rl.spec("dice-poker", 2, rerolls=0)
    with pytest.raises(BadSeats):
        rl.spec("scopetta", 3)
    with pytest.raises(BadOption, match="too fine"):
        rl.spec("421", 2, knock="0.123456789012345")


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tavola.rl.aec", None)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(rl.NotInstalled, match="not installed here \\(pettingzoo\\): pip install 'tavola"):
        rl.env("421")
