"""Rated tables: who may sit there, and what counts for nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tavola.server.serve import restore
from tavola.server.setting_kinds import Rate
from tavola.server.store import Store
from tavola.server.tables.manager import TableManager
from tests.server.tables.guests import Someone, a_hall, mover, settled, someone, two_at_a_table


async def play(manager: TableManager, table: str, *people: Someone, moves: int = 30) -> None:
    for _ in range(moves):
        legal = len(manager.live[table].table.legal())
        await mover(manager, table, *people).ask("play", table=table, index=legal - 1)


async def counts(store: Store, table: str) -> str:
    record = await store.record(table)
    assert record is not None
    return record.tags["Counts"]


def test_a_rated_seat_needs_a_claimed_name_and_says_how_to_get_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada = await someone(manager, "ada", lang="fr")
            table = (await ada.ask("create", game="421", rated=True))["table"]
            refused = await ada.ask("join", table=table)
            assert refused["code"] == "claim_first"
            assert "claim" in refused["why"]
            assert "réservez" in refused["why"]
            assert (await ada.ask("claim", name="ada"))["type"] == "done"
            assert (await ada.ask("join", table=table))["you"] == 0
            # Somebody else under an unclaimed name, and under hers.
            eve = await someone(manager, "eve")
            assert (await eve.ask("join", table=table))["code"] == "claim_first"
            assert (await eve.ask("claim", name="ADA"))["code"] == "taken"
            assert (await eve.ask("join", table=table))["code"] == "claim_first"
            welcome = await ada.ask("hello", name="ada", token="the long token of ada")
            assert welcome["claimed"]

    asyncio.run(story())


@pytest.mark.parametrize(
    ("address", "settings", "counted"),
    [
        ("192.0.2.1", {}, "0 same_address"),
        ("192.0.2.2", {}, "1"),
        ("192.0.2.1", {"rated_same_address": True}, "1"),
    ],
)
def test_those_of_one_address_do_not_count(
    tmp_path: Path, address: str, settings: dict[str, bool], counted: str
) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, **settings) as (manager, store):
            ada, bo, table = await two_at_a_table(manager, rated=True, other=address)
            await play(manager, table, ada, bo)
            assert address.encode() not in (tmp_path / "tavola.db").read_bytes()
            await bo.ask("resign", table=table)
            await settled(manager)
            assert await counts(store, table) == counted
            found = await store.listing(table)
            assert found is not None
            assert found.details.places == {}, "nothing of where they came from is left"

    asyncio.run(story())


def test_one_who_comes_home_and_plays_on_is_noticed_after_a_restart_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, bo, table = await two_at_a_table(manager, rated=True)
            await play(manager, table, ada, bo)
        async with a_hall(tmp_path) as (manager, store):
            await restore(manager)
            ada = await someone(manager, "ada", address="192.0.2.7")
            bo = await someone(manager, "bo", address="192.0.2.1")  # where ada sat down
            await bo.ask("resume", table=table)
            await ada.ask("resign", table=table)
            await settled(manager)
            assert await counts(store, table) == "0 same_address"

    asyncio.run(story())


def test_two_hundred_instant_wins_are_worth_nothing(tmp_path: Path) -> None:
    """Two tokens of one person, from two addresses: resigning at once counts for nothing, ever."""

    async def story() -> None:
        at_will = dict.fromkeys(("log_rate", "connection_rate", "name_rate"), Rate(1_000_000, 1))
        async with a_hall(tmp_path, **at_will) as (manager, store):
            ada, bo, table = await two_at_a_table(manager, rated=True)

            async def said(who: Someone, kind: str, **fields: Any) -> Any:
                answer = await who.ask(kind, **fields)
                assert answer["type"] != "refused", (kind, answer)
                return answer

            for _ in range(200):
                await said(bo, "resign", table=table)
                table = (await said(ada, "create", game="5000", rated=True))["table"]
                await said(ada, "join", table=table)
                await said(bo, "join", table=table)
            await settled(manager)
            assert len(await store.records(limit=1000)) == 200
            assert await store.standings("5000") == []

    asyncio.run(story())
