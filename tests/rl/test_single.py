"""One seat against bots, by Gymnasium's own checker and some tests of ours."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tavola.rl as rl
from tavola.core.errors import BadOption, BadSeats, UnknownBot
from tavola.core.match import replay
from tavola.games import OURS

IDS = [f"Tavola/{OURS[game].environment_name}-v{version}" for game, version in rl.VERSIONS.items()]


def play(env: Any, seed: int) -> tuple[float, int]:
    """A whole game at random; what came of it, and after how many decisions."""
    rng, got, decisions = random.Random(seed), 0.0, 0
    _, info = env.reset(seed=seed)
    while True:
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        _, reward, terminated, truncated, info = env.step(action)
        got += reward
        decisions += 1
        if terminated or truncated:
            return got, decisions


@pytest.mark.parametrize("known", IDS)
def test_it_passes_the_checker(known: str) -> None:
    check_env(gymnasium.make(known, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("known", IDS)
def test_a_game_against_bots_leaves_its_record(known: str) -> None:
    options: dict[str, Any] = {"goal": 600} if "Thousand" in known else {}
    env: Any = gymnasium.make(known, bots="house", **options).unwrapped
    got, decisions = play(env, 5)
    record = env.record()
    assert got in (-1.0, 0.0, 1.0)
    assert sum(who == env.seat for who, _ in record.moves) == decisions
    assert record.result is not None
    assert (env.seat in record.result["winners"]) == (got >= 0)
    assert len(list(replay(env.wanted.rules, record))) == len(record.moves) + 1


def test_the_seat_is_drawn_or_fixed_and_bots_have_the_others() -> None:
    env: Any = gymnasium.make("Tavola/Tombolon-v1", seats=4, bots=["greedy", "random", "careful"]).unwrapped
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 1, 2, 3}
    fixed: Any = gymnasium.make("Tavola/Tombolon-v1", seats=4, seat=2).unwrapped
    assert fixed.reset(seed=1)[1]["seat"] == 2
    assert fixed.record().seats == ("house", "house", "you", "house")


def test_an_illegal_decision_loses() -> None:
    env = gymnasium.make("Tavola/Scopetta-v1")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"]


def test_nobody_saves_tokens_by_an_illegal_decision() -> None:
    env: Any = gymnasium.make(IDS[0], rewards="points").unwrapped
    dearest = min(play(env, seed)[0] for seed in range(20))
    env.reset(seed=1)
    assert -42 == env.step(env.action_space.n)[1] <= dearest


@pytest.mark.parametrize("wrong", [2.0, float("nan"), None, "7", np.array([3])])
def test_what_is_no_number_is_said_to_be_none(wrong: Any) -> None:
    env = gymnasium.make("Tavola/Scopetta-v1").unwrapped
    env.reset(seed=1)
    with pytest.raises(BadOption, match="a decision is a whole number, not"):
        env.step(wrong)


def test_the_page_of_the_class_says_where_the_fields_are() -> None:
    env: Any = gymnasium.make("Tavola/Scopetta-v1").unwrapped
    assert env.observation_space.shape == (sum(field.size for field in env.wanted.fields),)
    assert "`env.unwrapped.wanted`" in str(type(env).__doc__)


def test_masks_are_where_trainers_look_for_them() -> None:
    env: Any = gymnasium.make("Tavola/Scopetta-v1")
    _, info = env.reset(seed=1)
    assert (env.unwrapped.action_masks() == info["action_mask"]).all()


def test_what_can_not_be_is_refused_in_words() -> None:
    for wrong, error, said in (
        ({"bots": "nobody"}, UnknownBot, "no bot called 'nobody'"),
        ({"bots": ["house", "house"]}, BadOption, "1 bots are wanted"),
        ({"seat": 2}, BadOption, "there is no seat 2"),
        ({"seat": 0.5}, BadOption, "there is no seat 0.5"),
        ({"seats": 2.0}, BadSeats, "scopetta takes 2 players, not 2.0"),
    ):
        with pytest.raises(error, match=said):
            gymnasium.make("Tavola/Scopetta-v1", **wrong)
