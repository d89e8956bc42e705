"""A network that learns a game of two by playing against itself: advantage actor-critic on the batch.

All positions are seen from the seat that decides. Whatever one gains the other loses, so what the next
position is worth to the other seat counts against this one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tavola.rl as rl
from tavola.core.errors import BadOption
from tavola.rl.baselines.network import Array, Network
from tavola.rl.batching import Batch

Progress = Callable[[int, float], None]  # told how many decisions were made, and the points won by each


@dataclass(frozen=True)
class Training:
    decisions: int = 20_000_000
    games: int = 512
    steps: int = 32  # before each lesson
    hidden: int = 128
    rate: float = 1e-3
    spread: float = 0.01
    discount: float = 0.98
    trace: float = 0.9
    seed: int = 1


@dataclass
class Lesson:
    """What was seen and done in some steps, by step and game."""

    seen: Array
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    gained: Array  # by whoever decided, less what the other gained
    same: NDArray[np.bool_]  # does the same seat decide next?
    ended: NDArray[np.bool_]
    worths: Array  # with one more at the end


def train(
    game: str, how: Training | None = None, progress: Progress = lambda *_: None, **options: Any
) -> Network:
    """A network that has played against itself for so many decisions."""
    t = how or Training()
    batch = rl.batch(game, t.games, 2, seed=t.seed, rewards="points", **options)
    if batch.seats != 2:
        raise BadOption("self-play is for games of two")
    network = Network(batch.spec.width, batch.actions, t.hidden, t.seed)
    rng = np.random.default_rng(t.seed)
    lessons = max(1, t.decisions // (t.games * t.steps))
    for number in range(lessons):
        lesson = play(batch, network, t.steps, rng)
        better = advantages(lesson, t.discount, t.trace)
        scale = better.std() + 1e-6
        flat = t.steps * t.games
        network.train(
            lesson.seen.reshape(flat, -1),
            lesson.masks.reshape(flat, -1),
            lesson.actions.reshape(flat),
            (better / scale).reshape(flat).astype(np.float32),
            (better + lesson.worths[:-1]).reshape(flat).astype(np.float32),
            t.rate * (1 - number / lessons),
            t.spread,
        )
        progress((number + 1) * flat, float(np.abs(lesson.gained).mean()))
    return network


def play(batch: Batch, network: Network, steps: int, rng: np.random.Generator) -> Lesson:
    """Some steps of all games, decided by chance as the network weighs it."""
    games = batch.games
    lesson = Lesson(
        np.empty((steps, games, batch.spec.width), np.float32),
        np.empty((steps, games, batch.actions), np.int8),
        np.empty((steps, games), np.int64),
        np.empty((steps, games), np.float32),
        np.empty((steps, games), np.bool_),
        np.empty((steps, games), np.bool_),
        np.empty((steps + 1, games), np.float32),
    )
    rows = np.arange(games)
    for step in range(steps):
        now = batch.now
        lesson.seen[step], lesson.masks[step] = now.observations, now.masks
        actions, lesson.worths[step] = network.sample(lesson.seen[step], lesson.masks[step], rng)
        actors = now.actors.copy()
        now = batch.step(actions)
        lesson.actions[step] = actions
        lesson.gained[step] = now.rewards[rows, actors] - now.rewards[rows, 1 - actors]
        lesson.same[step] = now.actors == actors
        lesson.ended[step] = now.terminated | now.truncated
    lesson.worths[steps] = network.forward(batch.now.observations, batch.now.masks)[1]
    return lesson


def advantages(lesson: Lesson, discount: float, trace: float) -> Array:
    """How much better each decision went than was expected, looking ahead with a fading trace."""
    better = np.zeros_like(lesson.gained)
    ahead = np.zeros_like(lesson.gained[0])
    for step in range(len(better) - 1, -1, -1):
        sign = np.where(lesson.same[step], 1.0, -1.0) * ~lesson.ended[step]
        surprise = lesson.gained[step] + discount * sign * lesson.worths[step + 1] - lesson.worths[step]
        ahead = surprise + discount * trace * sign * ahead
        better[step] = ahead
    return better
