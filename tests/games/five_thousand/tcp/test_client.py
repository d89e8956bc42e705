"""The line protocol of 5000: its lines read in any pieces, and games at a real arena."""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tavola
from tavola.client.bot_log import StandardError
from tavola.client.errors import BadAddress, ClientError, Interrupted, NoConnection, NotOpenYet
from tavola.client.loading import load, of_object
from tavola.client.minds import GameSetup, Mind
from tavola.client.playing import BotGame
from tavola.client.running import play_on
from tavola.core.errors import TavolaError
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.rules import State, start
from tavola.games.five_thousand.tcp.client import (
    Asked,
    Error,
    Kick,
    ServerLines,
    Starting,
    Winner,
    command,
    play_over_tcp,
    tcp_address,
)
from tavola.games.five_thousand.tcp.service import TcpSettings
from tavola.games.five_thousand.tcp.settings import ENVIRONMENTS
from tavola.table.identity import holder_of
from tavola.table.messages import Sight
from tests.client.house import House, house

TALK = (
    b'STARTING ["127.0.0.1:5", "b"]\n'
    b'STATE: {"dices": [1, 5, 2, 3, 3], "played_hands": 0, "played_turns": 0, "total_score": 0, '
    b'"turn_score": 0}\n>> ERROR: no such die\nTRASH\nWINNER: b c\nKICK\n'
)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_lines_in_pieces(size: int) -> None:
    lines = ServerLines()
    said = [one for at in range(0, len(TALK), size) for one in lines.feed(TALK[at : at + size])]
    state = {
        "dices": [1, 5, 2, 3, 3],
        "played_hands": 0,
        "played_turns": 0,
        "total_score": 0,
        "turn_score": 0,
    }
    expected = [Starting(["127.0.0.1:5", "b"]), Asked(state), Error("no such die"), Winner("b c"), Kick()]
    assert said == expected


@pytest.mark.parametrize("line", [b"STARTING banana\n", b"STATE: [1\n", b"STATE: 7\n", b"x" * 70_000])
def test_what_is_no_5000(line: bytes) -> None:
    with pytest.raises(ClientError):
        list(ServerLines().feed(line))


def test_moves_as_the_protocol_writes_them() -> None:
    rules = FiveThousand()
    state: State = start(2)._replace(dice=15233, in_hand=0)
    assert command(rules, state, "play 51") == "PLAY [0, 1]"
    assert command(rules, state, "play 5") == "PLAY [1]"
    assert command(rules, state, "bank") == "BANK"
    assert command(rules, state, "trash") == "TRASH"


def test_every_legal_move_says_the_dice_it_means() -> None:
    rules, rng = tavola.rules("5000"), Random(3)
    assert isinstance(rules, FiveThousand)
    for _ in range(500):
        dice = int("".join(rng.choice("123456") for _ in range(rng.randint(1, 5))))
        state = start(2)._replace(dice=dice, in_hand=0)
        for move in rules.moves(state):
            said = command(rules, state, str(move))
            if said.startswith("PLAY"):
                faces = sorted((str(dice)[int(at)] for at in said[6:-1].split(", ")), reverse=True)
                assert f"play {''.join(faces)}" == str(move)


@pytest.mark.parametrize(
    "url", ["5000://", "5000://host", "5000://host:x", "5000://host:99999", "5000://:8999"]
)
def test_wrong_addresses(url: str) -> None:
    with pytest.raises(BadAddress, match="5000://HOST:PORT"):
        tcp_address(url)


def test_battles_and_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patient = tuple(replace(each, seconds=60.0) for each in ENVIRONMENTS)  # a second may be too short
    monkeypatch.setattr("tavola.games.five_thousand.tcp.settings.ENVIRONMENTS", patient)

    async def one(url: str, bot: str, name: str) -> BotGame:
        return await play_over_tcp(url, bot, load(bot, "5000", Random(bot)), name, None)

    async def main() -> None:
        async with house(tmp_path) as it:
            battle = f"5000://127.0.0.1:{it.own.battle_port}"
            for _ in range(3):
                first, second = await asyncio.gather(
                    one(battle, "house", "ada"), one(battle, "random", "bob")
                )
                assert first.won is not second.won
                assert {first.seat, second.seat} == {0, 1}
                assert first.how == second.how == "played"
                assert max(first.decisions, second.decisions) > 0  # whoever has won
            training = f"5000://127.0.0.1:{it.own.training_port}"
            alone = await one(training, "house", "ada")
            assert alone.won
            url = battle
        with pytest.raises(NoConnection, match="nobody listens"):
            await one(url, "house", "ada")

    asyncio.run(asyncio.wait_for(main(), 90))


def test_before_the_day_of_a_contest_it_is_told_from_a_game_that_came_to_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        doors = {"5000": TcpSettings(0, 0, 0, tournament=False)}
        async with house(tmp_path, services=doors) as it:
            assert it.server is not None
            url = f"5000://127.0.0.1:{it.server.ports['tournament']}"
            with pytest.raises(NotOpenYet, match="the tournament is not open yet"):
                await play_over_tcp(url, "house", load("house", "5000", Random(1)), "ada", "a-secret-of-mine")

    asyncio.run(asyncio.wait_for(main(), 60))


def test_a_claimed_name_needs_its_token(tmp_path: Path) -> None:
    async def one(url: str, token: str | None) -> BotGame:
        return await play_over_tcp(url, "house", load("house", "5000", Random(1)), "titou", token)

    async def main() -> None:
        async with house(tmp_path) as it:
            url = f"5000://127.0.0.1:{it.own.training_port}"
            assert (await one(url, "a-secret-of-mine")).won
            assert (await one(url, "a-secret-of-mine")).won
            with pytest.raises(TavolaError, match="does not take the name 'titou'") as refused:
                await one(url, "another-secret")
            assert "another-secret" not in str(refused.value)

    asyncio.run(asyncio.wait_for(main(), 60))


@pytest.mark.parametrize(
    ("name", "token"), [("two words", None), ("a\nBANK", None), ("ada", "a b"), (None, "x")]
)
def test_names_the_protocol_can_not_say(name: str | None, token: str | None) -> None:
    make = load("house", "5000", Random(1))
    with pytest.raises(TavolaError, match="one word"):
        asyncio.run(play_over_tcp("5000://127.0.0.1:1", "house", make, name, token))


def test_who_is_too_slow_is_told_so_and_the_other_plays_on(tmp_path: Path) -> None:
    def dawdle(moves: list[str], sight: object) -> str:
        del sight
        print("I think of everything", file=sys.stderr)
        time.sleep(2.5)
        return moves[-1]

    async def main() -> None:
        async with house(tmp_path) as it:
            url = f"5000://127.0.0.1:{it.own.battle_port}"
            token = "a-secret-of-mine"
            slow, quick = of_object("slow", dawdle, Random(1)), load("random", "5000", Random(2))
            with StandardError():  # as bot run --log has it
                late, other = await asyncio.gather(
                    play_over_tcp(url, "slow", slow, "tortoise", token),
                    play_over_tcp(url, "random", quick, "hare", None),
                    return_exceptions=True,
                )
            assert isinstance(late, BotGame)
            assert (late.how, late.won, late.winners) == ("time", False, [])
            assert late.reason.startswith("tortoise was too slow")
            assert isinstance(other, Interrupted)
            assert it.server is not None
            (record,) = [one async for one in it.server.store.export()]
            assert record.result is not None
            seat = record.seats.index("tortoise")
            assert (record.tags["Ended"], record.tags["Dropped"]) == ("time", str(seat))
            assert (record.result["reason"], record.result["winners"]) == ("tortoise was too slow", [])
            assert await it.server.store.scoreboard("battle") == [("tortoise", -1, 1)]
            async with asyncio.timeout(20):
                while not (said := await it.server.store.bot_log(record.tags["Table"], holder_of(token))):
                    await asyncio.sleep(0.02)
            assert said[-1].text == "I think of everything"  # also where nothing came of it

    asyncio.run(asyncio.wait_for(main(), 60))


def test_games_go_on_after_the_server_was_away(tmp_path: Path) -> None:
    async def main() -> None:
        notes: list[str] = []
        async with house(tmp_path) as it:
            url = f"5000://127.0.0.1:{it.own.training_port}"
            make = of_object("unhurried", unhurried, Random(1))
            found: list[BotGame] = []
            again: asyncio.Task[None] | None = None
            async for result in play_on(
                lambda: play_over_tcp(url, "unhurried", make, "ada", None), "5000", 4, notes.append
            ):
                found.append(result)
                if again is None:
                    again = asyncio.create_task(restart(it))
            assert again is not None
            await again
            assert [result.how for result in found] == ["played"] * 4
            assert it.server is not None
            assert await it.server.store.scoreboard("training") == [("ada", 4, 4)]

    async def restart(it: House) -> None:
        await asyncio.sleep(0.2)
        await it.close()
        await asyncio.sleep(0.5)
        await it.open()

    asyncio.run(asyncio.wait_for(main(), 80))


def test_a_bot_is_ready_before_it_is_asked_to_play(tmp_path: Path) -> None:
    """Making it may take longer than a decision may: nobody's clock runs meanwhile."""
    made: list[bool] = []

    class Heavy:
        def __init__(self) -> None:
            time.sleep(1.5)
            made.append(True)

        def choose(self, moves: list[str], sight: dict[str, Any]) -> str:
            return "bank" if "bank" in moves and sight["table"]["turn_score"] else moves[0]

    async def main() -> None:
        async with house(tmp_path) as it:
            url = f"5000://127.0.0.1:{it.own.battle_port}"
            heavy, other = of_object("heavy", Heavy, Random(1)), load("house", "5000", Random(2))
            games = await asyncio.gather(
                play_over_tcp(url, "heavy", heavy, "heavy", None),
                play_over_tcp(url, "house", other, "light", None),
            )
            assert [game.how for game in games] == ["played", "played"]
            assert [game.names for game in games] == [games[0].names] * 2
            assert made == [True]

    asyncio.run(asyncio.wait_for(main(), 60))


@pytest.mark.parametrize("bot", ["house", "optimal"])
def test_a_bot_of_tavola_has_decided_once_before_it_is_asked_to_play(bot: str) -> None:
    """Some work out what they know when they decide for the first time."""
    maker, asked = load(bot, "5000", Random(1)), list[object]()

    def make(setting: GameSetup) -> Mind:
        mind = maker(setting)
        choose = mind.choose

        def noted(sight: Sight) -> object:
            asked.append(sight)
            return choose(sight)

        mind.choose = noted  # type: ignore[method-assign]
        return mind

    with pytest.raises(NoConnection):
        asyncio.run(play_over_tcp("5000://127.0.0.1:1", bot, make, "ada", None))
    assert len(asked) == 1


def unhurried(moves: list[str], sight: dict[str, Any]) -> str:
    """Not so quick that nothing could happen in the middle of a game."""
    time.sleep(0.01)
    return "bank" if "bank" in moves and sight["table"]["turn_score"] else moves[0]
