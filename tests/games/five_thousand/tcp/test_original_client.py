"""Clients as they were written for the original server, unchanged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from bench.original_client import Game, Player, State, cautious
from tavola.games.five_thousand.tcp.dice import TableDice
from tests.games.five_thousand.tcp.people import HOST, Hall, hall, run

GAMES = 12


def known() -> Callable[[int], TableDice]:
    """The same luck every time: with five fives one wins before the others are asked at all."""
    luck = Random(1)
    return lambda seats: TableDice(f"table of {seats}", "", luck, dict)


async def play(here: Hall, environment: str, name: str, decide: object = cautious) -> Game:
    assert callable(decide)
    return await asyncio.to_thread(lambda: Player(name, HOST, here.ports[environment], decide).play())


def test_they_play_game_after_game() -> None:
    async def story() -> None:
        async with hall(dice=known()) as here:
            for environment, names in (
                ("training", ["ada"]),
                ("battle", ["ada", "bob"]),
                ("tournament", ["ada", "bob", "eve"]),
            ):
                won = dict.fromkeys(names, 0)
                for _ in range(GAMES):
                    games = await asyncio.gather(*(play(here, environment, name) for name in names))
                    winners = {game.winner for game in games}
                    assert len(winners) == 1
                    assert all(not game.errors and game.kicked and game.decisions for game in games)
                    assert all(game.players == games[0].players for game in games)
                    won[winners.pop() or ""] += 1
                assert here.scores(environment) == {name: (won[name], GAMES) for name in names}
            assert here.arena.counters.faults == here.arena.counters.bad_commands == 0

    run(story)


def stubborn(state: State) -> str:
    """Plays all the dice, whatever they are; learns from nothing."""
    return "PLAY [0, 1, 2, 3, 4]" if state["played_turns"] < 2 else cautious(state)


def test_one_who_makes_mistakes_goes_on() -> None:
    async def story() -> None:
        async with hall(dice=known()) as here:
            game = await play(here, "training", "eve", stubborn)
            assert game.winner == "eve"
            assert game.trashed
            assert len(game.errors) >= 3 * game.trashed

    run(story)
