"""One connection's side: commands in order, a limit to what may wait, names and who claimed them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tavola.server.connections.session import MOST_WAITING
from tavola.server.setting_kinds import Rate
from tavola.table.identity import guest_name, holder_of
from tests.server.tables.guests import Someone, a_hall, someone


def test_commands_wait_for_the_one_before_them(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada = Someone(manager)
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
        async with a_hall(tmp_path) as (manager, _):
            ada = Someone(manager)
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
        async with a_hall(tmp_path) as (manager, store):
            ada = await someone(manager, "ada")
            table = (await ada.ask("create", game="421"))["table"]
            store.hold()
            ada.say("chat", table=table, text="wait")
            bo = await someone(manager, "bo")
            bo.say("watch", table=table)
            bo.say("tables")
            bo.say("ping")
            bo.disconnected()
            heard = len(bo.heard)
            store.let()
            await manager.journal.flush()
            assert len(bo.heard) == heard
            assert list(manager.live[table].guests) == [ada.session]

    asyncio.run(story())


def test_a_guest_without_a_token_is_given_one_and_is_the_same_with_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            welcome = await Someone(manager).ask("hello")
            token = welcome["token"]
            assert welcome["name"] == guest_name(holder_of(token))
            again = await Someone(manager).ask("hello", token=token)
            assert (again["name"], again.get("token")) == (welcome["name"], None)

    asyncio.run(story())


def test_a_protocol_that_is_not_spoken_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            refused = await Someone(manager).ask("hello", protocol=2, lang="it")
            assert (refused["type"], refused["code"]) == ("refused", "bad_request")
            assert "versione 2" in refused["why"]
            assert (await Someone(manager).ask("hello", protocol=0))["type"] == "refused"
            for spoken in ({"protocol": 1}, {}):
                welcome = await Someone(manager).ask("hello", **spoken)
                assert (welcome["type"], welcome["protocol"]) == ("welcome", 1)

    asyncio.run(story())


def test_a_claimed_name_is_its_holders(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, names_per_holder=2) as (manager, _):
            ada, bo = Someone(manager), await someone(manager, "y")
            await ada.ask("hello", name="x", token="x, by a long token")
            assert (await ada.ask("claim", name=" Ada  Lovelace "))["type"] == "done"
            assert (await bo.ask("claim", name="ada lovelace"))["code"] == "taken"
            assert (await Someone(manager).ask("hello", name="ADA LOVELACE"))["code"] == "taken"
            assert (await Someone(manager).ask("hello", token="x, by a long token"))["name"] == "Ada Lovelace"
            await ada.ask("claim", name="two")
            assert (await ada.ask("claim", name="three"))["code"] == "too_much"
            assert (await ada.ask("claim", name="TWO"))["type"] == "done", "his already"

    asyncio.run(story())


NOBODYS = [
    "house",
    "ADMIN",
    "House (2)",
    "Ｍaster",
    "master:5",
    "Pia",
    "Lulu",
    "аdmin",
    "tavoIa",
    "Bistrò",
]


@pytest.mark.parametrize("name", NOBODYS)
def test_a_name_of_the_house_or_of_a_bot_is_nobodys(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, reserved_names=("bistrò",), claim_rate=Rate(3, 3600)) as (manager, store):
            said = await Someone(manager).ask("hello", name=name, lang="it")
            assert said["code"] == "taken"
            assert "della casa" in said["why"]
            ada = Someone(manager)
            await ada.ask("hello", name="ada", token="a token of ada's own")
            for _ in range(3):  # it is no guess at a token, and not counted as one
                again = await Someone(manager).ask("hello", name=name, token="a token of ada's own")
                assert again["code"] == "taken"
            assert (await ada.ask("claim", name=name))["code"] == "taken"
            assert await store.owner_of(name) is None
            await store.give(name, holder_of("a token of ada's own"))
            given = await Someone(manager).ask("hello", name=name, token="a token of ada's own")
            assert given["type"] == "welcome", "whoever runs the house may give it away"

    asyncio.run(story())


@pytest.mark.parametrize("name", ["ada", "titou", "Sophie M.", "modesty", "Olympia", "maestro"])
def test_a_name_that_only_reminds_of_a_bot_is_free(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            assert (await Someone(manager).ask("hello", name=name))["name"] == name

    asyncio.run(story())


@pytest.mark.parametrize("name", [" ", "\n", "a\x00", "\u202eada", "\u200b", "\u3164", "\u2800"])
def test_names_that_are_none(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            assert (await Someone(manager).ask("hello", name=name))["code"] == "bad_request"
            ada = await someone(manager, "ada")
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
        async with a_hall(tmp_path) as (manager, _):
            ada = await someone(manager, "ada")
            assert (await ada.ask("create", **wish))["code"] == code
            assert not manager.live

    asyncio.run(story())


def test_what_is_no_command_is_told_which_there_are(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            why = (await Someone(manager).ask("dance"))["why"]
            assert "'dance'" in why
            assert all(word in why for word in ("hello", "create", "seat_bot", "resume"))

    asyncio.run(story())


def test_refusals_come_in_the_guests_language(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            heard = set()
            for lang in ("en", "fr", "it"):
                who = await someone(manager, "ada", lang=lang)
                heard.add((await who.ask("watch", table="nowhere"))["why"])
            assert len(heard) == 3

    asyncio.run(story())


def test_whoever_guesses_at_the_token_of_a_claimed_name_is_soon_not_heard(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, claim_rate=Rate(3, 3600)) as (manager, _):
            owner = Someone(manager)
            await owner.ask("hello", name="ada", token="the right one, long enough")
            await owner.ask("claim", name="Ada")
            wrong = [Someone(manager).ask("hello", name="ADA", token=f"a wrong one {n}") for n in range(5)]
            codes = [said["code"] for said in await asyncio.gather(*wrong)]  # at once is no way around it
            assert sorted(codes) == ["taken"] * 3 + ["too_much"] * 2
            said = await Someone(manager).ask("hello", name="Ada", token="the right one, long enough")
            assert said["code"] == "too_much"  # or the guessing could go on
            assert said["retry_after"] > 60
            elsewhere = Someone(manager, "192.0.2.77")
            said = await elsewhere.ask("hello", name="Ada", token="the right one, long enough")
            assert said["name"] == "Ada"
            assert (await Someone(manager).ask("hello", name="bo", token="a wrong one 1"))["name"] == "bo"

    asyncio.run(story())


def test_short_tokens_are_not_guessed_at_by_whose_seats_they_have(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, claim_rate=Rate(3, 3600)) as (manager, _):
            owner = Someone(manager)
            await owner.ask("hello", name="pin", token="password")
            await owner.ask("claim", name="pin")
            guesser = Someone(manager, "192.0.2.77")
            names: list[dict[str, str]] = [{}, {"name": "x"}, {}, {"name": "y"}, {}]
            heard = [
                await guesser.ask("hello", token=f"guess {n:02}", **name) for n, name in enumerate(names)
            ]
            assert [said["type"] for said in heard] == ["welcome"] * 3 + ["refused"] * 2
            assert heard[-1]["code"] == "too_much"
            assert (await guesser.ask("hello", token="of sixteen chars"))["type"] == "welcome"
            for _ in range(5):  # who proves his name is not counted
                assert (await Someone(manager).ask("hello", name="pin", token="password"))["name"] == "pin"

    asyncio.run(story())


def test_a_clock_nobody_can_keep_is_refused_with_what_one_may_have(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada = Someone(manager)
            await ada.ask("hello", name="ada")
            for clock in ({"decision": 1e-9}, {"game": 0.0}, {"decision": 1e9}):
                said = await ada.ask("create", game="421", clock=clock)
                assert said["code"] == "bad_message"
                assert said["why"].endswith("; a clock has from 0.1 to 604800 seconds")
            assert (await ada.ask("create", game="421", clock={"decision": 0.1}))["type"] == "table"

    asyncio.run(story())


def test_a_short_token_says_nobodys_name(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            for token, found in [("password", False), ("longer than sixteen", True)]:
                owner = Someone(manager)
                await owner.ask("hello", token=token)
                await owner.ask("claim", name=f"holder of {token}")
                said = await Someone(manager).ask("hello", token=token)
                assert (said["name"] == f"holder of {token}") is found
                said = await Someone(manager).ask("hello", token=token, name=f"holder of {token}")
                assert said["type"] == "welcome"

    asyncio.run(story())


def test_nobody_counts_for_the_standings_alone(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada = await someone(manager, "ada")
            said = await ada.ask("create", game="5000", seats=1, rated=True)
            assert said["code"] == "bad_request"
            assert "two players" in said["why"]
            assert (await ada.ask("create", game="5000", seats=1))["type"] == "table"

    asyncio.run(story())
