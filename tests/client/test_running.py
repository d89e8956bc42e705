"""Game after game, and what may break between them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tavola.client import running
from tavola.client.errors import BotTrouble, BrokenOff, Interrupted, NoConnection, NoMoreGames, NotOpenYet
from tavola.client.playing import BotGame
from tavola.client.running import play_on

Told = BotGame | Exception


def game(how: str = "played") -> BotGame:
    return BotGame("5000", "", 0, ["ada"], how == "played", [], [], how, 1, 0.0, 0.0, f"{how}!")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "SOON", 0.001)
    monkeypatch.setattr(running, "LATE", 0.002)


def played(story: Iterator[Told], games: int) -> tuple[list[str], list[str]]:
    """How each game ended, and what was remarked."""
    notes: list[str] = []

    async def play() -> BotGame:
        told = next(story)
        if isinstance(told, Exception):
            raise told
        return told

    async def all_of_them() -> list[str]:
        return [each.how async for each in play_on(play, "5000", games, notes.append)]

    return asyncio.run(all_of_them()), notes


def test_a_game_that_came_to_nothing_is_played_again() -> None:
    story: list[Told] = [game(), Interrupted("hung up"), NoConnection("away"), NoConnection("away"), game()]
    assert played(iter(story), 2) == (["played", "played"], ["hung up; it is played again"])


def test_a_server_that_was_never_there_is_not_waited_for() -> None:
    with pytest.raises(NoConnection, match="nobody listens"):
        played(iter([NoConnection("nobody listens")]), 5)


def test_a_server_that_stays_away_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PATIENCE", 0.02)

    def story() -> Iterator[Told]:
        yield game()
        while True:
            yield NoConnection("away")

    with pytest.raises(NoConnection, match="away"):
        played(story(), 5)


def test_who_comes_before_the_day_waits_for_it_and_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    story: list[Told] = [*(NotOpenYet("not open yet") for _ in range(50)), NoConnection("away"), game()]
    assert played(iter(story), 1) == (["played"], ["not open yet; the bot waits for 10 minutes"])
    monkeypatch.setattr(running, "PATIENCE", 0.0)
    with pytest.raises(NotOpenYet):
        played(iter([NotOpenYet("not open yet")]), 1)


def test_a_breakdown_costs_its_game_and_no_more() -> None:
    story: list[Told] = [game(), BotTrouble("x"), BotTrouble("x"), game(), BotTrouble("x")]
    assert played(iter(story), 5)[0] == ["played", "broke_down", "broke_down", "played", "broke_down"]


def test_of_one_game_or_of_the_first_ones_it_is_told_at_once() -> None:
    with pytest.raises(BotTrouble, match="x"):
        played(iter([BotTrouble("x")]), 1)
    with pytest.raises(BotTrouble, match="x"):
        played((BotTrouble("x") for _ in range(5)), 100)
    with pytest.raises(BotTrouble, match="the first 5 games was lost"):
        played((game("time") for _ in range(5)), 100)


def test_one_that_has_played_well_goes_on_through_a_bad_hour() -> None:
    story: list[Told] = [
        game(),
        *(BotTrouble("x") for _ in range(9)),
        *(game("time") for _ in range(9)),
        game(),
    ]
    hows = ["played", *9 * ["broke_down"], *9 * ["time"], "played"]
    assert played(iter(story), 20)[0] == hows


def test_whatever_others_break_off_is_played_again_however_often() -> None:
    story: list[Told] = [*(BrokenOff("left") for _ in range(50)), game()]
    assert played(iter(story), 1)[0] == ["played"]


def test_when_there_is_nothing_left_to_play_it_ends() -> None:
    story: list[Told] = [game(), NoMoreGames("the day is over")]
    assert played(iter(story), 100) == (["played"], ["the day is over"])
    with pytest.raises(NoMoreGames):
        played(iter([NoMoreGames("the day is over")]), 100)


def test_not_for_ever_in_vain() -> None:
    with pytest.raises(Interrupted):
        played((Interrupted("nobody won") for _ in range(1000)), 1)
