"""Environments of others, stepped by random legal moves: pgx's on JAX, PettingZoo's own card games."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

AEC_STEPS = 1500


def pgx_steps(name: str, games: int, steps: int) -> Callable[[], float]:
    """Many games in one compiled call: `steps` of all of them, moves drawn by JAX, ended games begun anew."""
    jax: Any = import_module("jax")
    jnp: Any = import_module("jax.numpy")
    pgx: Any = import_module("pgx")
    env = pgx.make(name)
    auto_reset = import_module("pgx.experimental.wrappers").auto_reset
    again = auto_reset(env.step, env.init)

    def one(carried: Any, _: Any) -> Any:
        state, key = carried
        key, choosing, chance = jax.random.split(key, 3)
        weights = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(choosing, weights, axis=-1)
        return (jax.vmap(again)(state, action, jax.random.split(chance, games)), key), None

    @jax.jit  # type: ignore[untyped-decorator]
    def all_steps(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, (state, key), None, length=steps)[0]

    carried = (
        jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games)),
        jax.random.PRNGKey(1),
    )

    def play() -> float:
        nonlocal carried
        carried = jax.block_until_ready(all_steps(*carried))
        return games * steps

    return play


def aec_steps(env: Any, steps: int = AEC_STEPS) -> Callable[[], float]:
    """One game at a time through PettingZoo's interface, as everyone uses it."""
    rng = random.Random(1)
    env.reset(seed=1)

    def play() -> float:
        for _ in range(steps):
            told, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            mask = told["action_mask"]
            env.step(rng.choice(np.flatnonzero(mask).tolist()))
        return steps

    return play


def classic_steps(name: str) -> Callable[[], float]:
    return aec_steps(import_module(f"pettingzoo.classic.{name}").env())
