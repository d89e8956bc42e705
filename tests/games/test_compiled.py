"""The rules compile as they stand, and the compiled ones do the same.

Random games are played with every rule function watched; then each function is compiled and asked the same
questions again.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections import defaultdict
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import pytest

import tavola
from tavola.fast.compile import jit
from tavola.fast.kernel import kernel_of
from tavola.pieces import dice, seats

# What people and exact arithmetic use, which never runs compiled.
FOR_PEOPLE = {"faces", "from_faces", "read_dice", "mask_of", "throws", "ways"}
GAMES = {
    "421": ["tavola.games.fourtwentyone.combinations", "tavola.games.fourtwentyone.rules"],
    "5000": ["tavola.games.five_thousand.rules"],
    "dice-poker": ["tavola.games.dice_poker.patterns", "tavola.games.dice_poker.rules"],
}
QUESTIONS = 60  # asked of each function


def functions(module: ModuleType) -> dict[str, Callable[..., Any]]:
    return {
        name: f
        for name, f in vars(module).items()
        if inspect.isfunction(f) and f.__module__ == module.__name__ and name not in FOR_PEOPLE
    }


Calls = dict[Callable[..., Any], list[tuple[tuple[Any, ...], Any]]]


def watch(game: str, modules: list[ModuleType], monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Play random games, writing down what every rule function was asked and what it answered."""
    calls: Calls = defaultdict(list)

    def watched(f: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*args: Any) -> Any:
            answer = f(*args)
            calls[f].append((args, answer))
            return answer

        return asked

    with monkeypatch.context() as patched:
        stand_ins = {f: watched(f) for module in modules for f in functions(module).values()}
        for module in [*modules, *users(modules[-1])]:
            for name, thing in list(vars(module).items()):
                if inspect.isfunction(thing) and thing in stand_ins:
                    patched.setattr(module, name, stand_ins[thing])
                elif hasattr(thing, "cache_clear"):
                    thing.cache_clear()  # what is remembered is not asked again
        play(game)
    return calls


def users(module: ModuleType) -> list[ModuleType]:
    """The modules of the same game, which use the rules by name."""
    package = module.__name__.rpartition(".")[0]
    return [m for name, m in list(sys.modules.items()) if name.startswith(f"{package}.")]


def play(game: str) -> None:
    rules = tavola.rules(game)
    tables = rules.info.seats
    for seed in range(12):
        rng, state = Random(seed), rules.start(tables[seed % len(tables)])
        for _ in range(150):
            actor = rules.actor(state)
            if actor == tavola.OVER:
                break
            chance = actor == tavola.CHANCE
            move = rules.chance(state).sample(rng) if chance else rng.choice(rules.moves(state))
            state = rules.play(state, move).state


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_compiles_and_agrees(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tavola.rules(game)  # so that every module of the game is loaded,
    kernel_of(game)  # and what is looked up in tables when it is compiled
    modules = [seats, dice, *map(importlib.import_module, GAMES[game])]
    calls = watch(game, modules, monkeypatch)
    for module in modules[2:]:
        for name, f in functions(module).items():
            if name == "start":
                continue  # runs once a game, before any kernel
            asked = Random(0).sample(calls[f], min(QUESTIONS, len(calls[f])))
            assert asked, f"{name} is never used: is it a rule?"
            for args, answer in asked:
                assert jit(f)(*args) == answer, f"{name}{args}"
