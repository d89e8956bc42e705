"""One connection's side: commands in order, a limit to what may wait, names and who claimed them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tavola.server.session import MOST_WAITING
from tavola.table.people import guest_name, holder_of
from tests.server.at_the_hall import Someone, a_hall, someone


def test_commands_wait_for_the_one_before_them(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (hall, _):
            ada = Someone(hall)
            ada.say("hello", id="1")
            ada.say("create", game="421", id="2")
            ada.say("tables", id="3")
            ada.say("watch", table="nowhere", id="4")
            ada.say("games", id="5")
            ada.say("ping", id="6")
            await ada.until(lambda said: said.get("id") == "6")
            assert [said["id"] for said in ada.heard] == ["1", "2", "3", "4", "5", "6"]
            assert ada.heard[3]["code"] == "unknown_table"

    asyncio.run(story())


def test_not_any_number_may_wait(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (hall, _):
            ada = Someone(hall)
            ada.say("hello")
            for _ in range(MOST_WAITING):
                ada.say("ping")
            assert not ada.closed
            ada.say("ping", id="one too many")
            assert ada.closed
            assert ada.heard[-1]["code"] == "too_much"

    asyncio.run(story())


def test_whoever_hangs_up_in_the_middle_leaves_nothing_behind(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (hall, store):
            ada = await someone(hall, "ada")
            table = (await ada.ask("create", game="421"))["table"]
            store.hold()
            ada.say("chat", table=table, text="wait")
            bo = await someone(hall, "bo")
            bo.say("watch", table=table)
            bo.say("tables")
            bo.say("ping")
            bo.goes()
            heard = len(bo.heard)
            store.let()
            await hall.journal.flush()
            assert len(bo.heard) == heard
            assert list(hall.live[table].guests) == [ada.session]

    asyncio.run(story())


def test_a_guest_without_a_token_is_given_one_and_is_the_same_with_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (hall, _):
            welcome = await Someone(hall).ask("hello")
            token = welcome["token"]
            assert welcome["name"] == guest_name(holder_of(token))
            again = await Someone(hall).ask("hello", token=token)
            assert (again["name"], again.get("token")) == (welcome["name"], None)

    asyncio.run(story())


def test_a_claimed_name_is_its_holders(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, names_per_holder=2) as (hall, _):
            ada, bo = await someone(hall, "x"), await someone(hall, "y")
            assert (await ada.ask("claim", name=" Ada  Lovelace "))["type"] == "done"
            assert (await bo.ask("claim", name="ada lovelace"))["code"] == "taken"
            assert (await Someone(hall).ask("hello", name="ADA LOVELACE"))["code"] == "taken"
            assert (await Someone(hall).ask("hello", token="token of x"))["name"] == "Ada Lovelace"
            await ada.ask("claim", name="two")
            assert (await ada.ask("claim", name="three"))["code"] == "too_much"
            assert (await ada.ask("claim", name="TWO"))["type"] == "done", "his already"

    asyncio.run(story())


@pytest.mark.parametrize("name", [" ", "\n", "a\x00", "\u202eada", "\u200b"])
def test_names_that_are_none(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (hall, _):
            assert (await Someone(hall).ask("hello", name=name))["code"] == "bad_request"
            ada = await someone(hall, "ada")
            assert (await ada.ask("claim", name=name))["code"] == "bad_request"

    asyncio.run(story())


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "421", "seats": 40}, "bad_request"),
        ({"game": "421", "options": {"colour": "red"}}, "bad_request"),
        ({"game": "421", "preset": "none such"}, "bad_request"),
        ({"game": "421", "options": {"preset": "x"}}, "bad_request"),
        ({"game": "../421"}, "unknown_game"),
        ({"game": "421", "seats": 0}, "bad_message"),
    ],
)
def test_tables_that_can_not_be(wish: dict[str, Any], code: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (hall, _):
            ada = await someone(hall, "ada")
            assert (await ada.ask("create", **wish))["code"] == code
            assert not hall.live

    asyncio.run(story())


def test_what_is_no_command_is_told_which_there_are(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (hall, _):
            why = (await Someone(hall).ask("dance"))["why"]
            assert "'dance'" in why
            assert all(word in why for word in ("hello", "create", "seat_bot", "resume"))

    asyncio.run(story())


def test_refusals_come_in_the_guests_language(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (hall, _):
            heard = set()
            for lang in ("en", "fr", "it"):
                who = await someone(hall, "ada", lang=lang)
                heard.add((await who.ask("watch", table="nowhere"))["why"])
            assert len(heard) == 3

    asyncio.run(story())
