"""The PettingZoo environments, by PettingZoo's own tests and some of ours."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import tavola.rl as rl
from tavola.core.contract import OVER
from tavola.core.errors import BadOption, IllegalMove
from tavola.core.match import replay
from tavola.core.record import Record
from tests.rl.tables import GAMES, NAMES

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # its tests import its own games the old way
    from pettingzoo.test import api_test, performance_benchmark, seed_test
    from pettingzoo.test.state_test import test_state_space as check_state_space

# PettingZoo says this of every environment with masks, its own card games too.
OF_MASKS = ("Observation space for each agent probably should be", "Observation is not a NumPy array")


@contextmanager
def masks_allowed() -> Iterator[None]:
    with warnings.catch_warnings():
        for message in OF_MASKS:
            warnings.filterwarnings("ignore", message)
        yield


def play_at_random(env: Any, seed: int) -> dict[str, float]:
    """A whole game; what each agent got in it."""
    rng, got = random.Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        told, reward, terminated, truncated, _ = env.last()
        got[agent] += reward
        legal = np.flatnonzero(told["action_mask"]).tolist()
        env.step(None if terminated or truncated else rng.choice(legal))
    return got


@pytest.mark.parametrize(("game", "seats", "options"), GAMES, ids=NAMES)
def test_it_passes_the_api_test(game: str, seats: int, options: dict[str, Any]) -> None:
    with masks_allowed():
        api_test(rl.env(game, seats, **options), num_cycles=60)


@pytest.mark.parametrize(("seats", "seed"), [(2, 762), (5, 60)])
def test_there_is_always_something_to_decide(seats: int, seed: int) -> None:
    """The throws alone decide the first game of these seeds: it is passed over, the same way each time."""
    env = rl.env("421", seats)
    played = [play_at_random(env, seed) for _ in range(2)]
    assert played[0] == played[1]
    env.reset(seed=seed)
    assert env.last()[0]["action_mask"].any()


@pytest.mark.parametrize("game", rl.VERSIONS)
def test_it_passes_the_seed_test(game: str) -> None:
    seed_test(lambda: rl.env(game), num_cycles=40)


def test_it_passes_the_performance_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(rl.env("scopetta"))
    assert "Finished performance benchmark" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "seats", "options"), GAMES, ids=NAMES)
def test_a_game_leaves_a_record_that_says_the_same(game: str, seats: int, options: dict[str, Any]) -> None:
    env = rl.env(game, seats, **options)
    got = play_at_random(env, 3)
    record = Record.parse(str(env.record()))
    assert record.result is not None
    *_, (match, _) = replay(env.spec.rules, record)
    assert match.actor == OVER
    winners = {env.possible_agents[seat] for seat in record.result["winners"]}
    everyone = set(env.possible_agents)
    expected = {agent: (1.0 if agent in winners else -1.0) for agent in everyone}
    assert got == (expected if winners != everyone else dict.fromkeys(everyone, 0.0))


def test_only_the_agent_on_turn_has_decisions() -> None:
    env = rl.env("tombolon", 4)
    env.reset(seed=1)
    for agent in env.agents:
        told = env.observe(agent)
        assert env.observation_space(agent).contains(told)
        assert bool(told["action_mask"].any()) == (agent == env.agent_selection)
    assert env.state().shape == (4 * env.spec.width,)


@pytest.mark.parametrize(("game", "seats", "options"), GAMES, ids=NAMES)
def test_what_all_know_together_has_its_space(game: str, seats: int, options: dict[str, Any]) -> None:
    env = rl.env(game, seats, **options)
    check_state_space(env)
    env.reset(seed=1)
    for _ in range(60):
        assert env.state_space.contains(env.state())
        if env.terminations[env.agent_selection]:
            break
        step_first(env)


def test_observations_are_ones_own_to_keep() -> None:
    env = rl.env("scopetta")
    env.reset(seed=1)
    told = env.observe(env.agent_selection)
    kept = told["observation"].copy()
    env.step(int(np.flatnonzero(told["action_mask"])[0]))
    env.observe(env.agent_selection)
    assert (told["observation"] == kept).all()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize(("game", "seats", "options"), GAMES, ids=NAMES)
def test_a_copy_goes_its_own_way(copied: Any, game: str, seats: int, options: dict[str, Any]) -> None:
    env = rl.env(game, seats, **options)
    env.reset(seed=1)
    step_first(env)
    before = env.state()
    other = copied(env)
    step_first(other)
    assert (env.state() == before).all()
    step_first(env)
    assert (env.state() == other.state()).all()
    assert env.last()[1:] == other.last()[1:]
    assert str(env.record()) == str(other.record())
    assert env.game.legal() == other.game.legal()
    env.reset(seed=2)
    other.reset(seed=2)
    assert (env.state() == other.state()).all()


def test_a_copy_wakes_up_elsewhere() -> None:
    env = rl.env("scopetta")
    env.reset(seed=1)
    load = "import pickle, sys; env = pickle.load(sys.stdin.buffer)"
    play = "env.step(min(env.game.legal())); print(env.record())"
    command = [sys.executable, "-c", f"{load}; {play}"]
    found = subprocess.run(command, input=pickle.dumps(env), stdout=subprocess.PIPE, check=True)
    step_first(env)
    assert found.stdout.decode() == f"{env.record()}\n"


def step_first(env: Any) -> None:
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))


def test_an_illegal_decision_is_refused_and_changes_nothing() -> None:
    env = rl.env("scopetta")
    env.reset(seed=1)
    told = env.observe(env.agent_selection)
    illegal = int(np.flatnonzero(told["action_mask"] == 0)[0])
    legal = int(np.flatnonzero(told["action_mask"])[0])
    none_of_them: list[Any] = [illegal, -1, 10**6, None, float(legal), float("nan"), str(legal)]
    for wrong in none_of_them:
        with pytest.raises(IllegalMove, match="is not the number of a legal decision; legal now: "):
            env.step(wrong)
    assert (env.observe(env.agent_selection)["observation"] == told["observation"]).all()


def test_the_table_can_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    for game in rl.VERSIONS:
        env = rl.env(game, render_mode="ansi")
        env.reset(seed=1)
        assert "Your " in str(env.render())
        env = rl.env(game, render_mode="svg")
        env.reset(seed=1)
        assert ElementTree.fromstring(str(env.render())).tag.endswith("svg")
        env = rl.env(game, render_mode="human")
        env.reset(seed=1)
        assert env.render() is None
        assert "Your " in capsys.readouterr().out
    with pytest.raises(BadOption, match="render modes are ansi, human, svg"):
        rl.env("421", render_mode="smoke")


@pytest.mark.parametrize("game", rl.VERSIONS)
def test_what_is_said_of_the_table_is_said_once(game: str) -> None:
    env = rl.env(game, render_mode="ansi")
    env.reset(seed=1)
    for _ in range(4):
        *lines, last = str(env.render()).splitlines()
        said = [part for line in lines for part in line.split(", ")]
        assert len(said) == len(set(said))
        assert last == f"{env.agent_selection.replace('_', ' ')} decides"
        step_first(env)


def test_the_agents_and_their_name_tell_the_game_and_its_version() -> None:
    env = rl.env("dice-poker", 3)
    assert str(env) == f"tavola_dice_poker_v{rl.VERSIONS['dice-poker']}"
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
