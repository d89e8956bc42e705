"""Somebody is renamed, or erased: names, standings, ratings, records, logs, chat."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tavola.core.errors import TavolaError
from tavola.server.admin import asks
from tavola.server.admin.acting import Acting
from tavola.server.admin.administration import Administration
from tavola.server.store import Store
from tavola.server.tables.manager import TableManager
from tavola.table.fair_check import check
from tests.server.tables.guests import Someone, a_hall, mover, settled, two_at_a_table


async def a_game(manager: TableManager) -> tuple[Someone, Someone, str]:
    """Ada and bo, rated, to the end; both have talked."""
    ada, bo, table = await two_at_a_table(manager, rated=True)
    for who in (ada, bo):
        await who.ask("chat", table=table, text=f"a secret of {who.session.person.name}")  # type: ignore[union-attr]
    for _ in range(20):
        legal = len(manager.live[table].table.legal())
        await mover(manager, table, ada, bo).ask("play", table=table, index=legal - 1)
    await bo.ask("resign", table=table)
    await settled(manager)
    return ada, bo, table


def do(manager: TableManager, store: Store, ask: asks.AnyAsk) -> Any:
    return Administration(store, Acting(manager)).do("test", ask)


async def all_bytes(store: Store) -> bytes:
    """All that is in the tables of the database: freed pages of the file may hold what was there."""
    from sqlalchemy import text

    found = []
    for table in (
        "tables",
        "log",
        "records",
        "record_names",
        "names",
        "standings",
        "ratings",
        "reports",
        "audit",
    ):
        rows = await store.read(lambda c: c.execute(text(f"SELECT * FROM {table}")).all())  # noqa: B023
        found += [repr(tuple(row)).encode() for row in rows]
    return b"\n".join(found)


def test_nothing_of_one_who_is_erased_remains(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada, bo, table = await a_game(manager)
            await ada.ask("claim", name="Ada the Second")
            holder = await store.owner_of("ada") or ""
            _, _, going_on = await two_at_a_table(manager)
            line = (await bo.ask("resume", table=table))["chat"][0]["version"]
            await bo.ask("report", table=table, version=line)
            await do(manager, store, asks.Mute(subject="ada", why="x"))
            await do(manager, store, asks.Unmute(subject="ada"))
            found = await do(manager, store, asks.Erase(name="ADA", why="she asked"))
            pseudonym = found["name"]
            assert (found["records"], found["unfinished"]) == (2, 0)
            assert ada.closed
            assert ada.heard[-1]["why"].startswith("the operator has erased")
            await settled(manager)

            left = await all_bytes(store)
            assert b"secret of bo" in left
            for word in (b"'ada'", b'"ada"', b"secret of ada", b"Ada the Second", holder.encode()):
                assert word not in left, word
            record = await store.record(table)
            assert record is not None
            assert sorted(record.seats) == sorted(["bo", pseudonym])
            assert check(record).fits
            assert [line.name for line in await store.standings("5000")] == ["bo"]
            assert [each.table for each in await store.records(name=pseudonym)] == [going_on, table]
            lost = await store.record(going_on)
            assert lost is not None, "what she had not finished she has lost"
            assert lost.result is not None
            assert pseudonym in lost.result["reason"]
            state = await bo.ask("resume", table=table)  # from its log
            assert [said["text"] for said in state["chat"]] == ["a secret of bo"]
            assert await store.owner_of("ada") is None
            (line,) = (await do(manager, store, asks.Audit(limit=1)))["audit"]
            assert (line["what"], line["subject"], line["why"]) == ("erase", pseudonym, "she asked")

    asyncio.run(story())


def test_one_who_is_renamed_keeps_all_but_the_name(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada, bo, table = await a_game(manager)
            before = {line.name: line.mu for line in await store.standings("5000")}
            with pytest.raises(TavolaError, match="somebody else"):
                await do(manager, store, asks.Rename(name="ada", to="BO", why="x"))
            await do(manager, store, asks.Rename(name="ada", to="Lovelace", why="not her name"))
            assert "Lovelace" in ada.heard[-1]["why"]
            assert ada.closed
            await manager.moderation.load(store)
            assert {line.name: line.mu for line in await store.standings("5000")} == {
                "Lovelace": before["ada"],
                "bo": before["bo"],
            }
            record = await store.record(table)
            assert record is not None
            assert sorted(record.seats) == ["Lovelace", "bo"]
            back = Someone(manager)
            # The old name is nobody's any more, hers neither; without a name she is who she is.
            token = "the long token of ada"
            assert (await back.ask("hello", name="ada", token=token))["code"] == "taken"
            welcome = await back.ask("hello", token=token)
            assert (welcome["name"], welcome["claimed"]) == ("Lovelace", True)
            state = await back.ask("resume", table=table)
            assert state["you"] is not None
            assert [said["text"] for said in state["chat"]] == ["a secret of ada", "a secret of bo"]
            assert bo.session.connected

    asyncio.run(story())


def test_in_both_databases(url: str) -> None:
    """The same statements; what they do is looked at above."""
    from tests.server.store.samples import over, with_store

    async def story(store: Store) -> None:
        await store.commit([over("t1"), over("t2", seats=("bo", "Ada"), winners=(1,))])
        await store.claim("ada", "a" * 32)
        await store.count("battle", {"ada": (100, 1)}, None, 1.0)
        house = Administration(store)
        found = await house.do("test", asks.Rename(name="ada", to="Lovelace", why=""))
        assert found["records"] == 2
        assert await store.names_of("a" * 32) == ["Lovelace"]
        assert [line.name for line in await store.scoreboard("battle")] == ["Lovelace"]
        assert {line.name: line.games for line in await store.standings("421")} == {"Lovelace": 2, "bo": 2}
        await house.do("test", asks.Ban(subject="lovelace", why="x", seconds=60.0))
        await house.do("test", asks.Ban(subject="Lovelace", why="longer", seconds=600.0))
        assert [each.why for each in await store.sanctions()] == ["longer", "longer"]
        found = await house.do("test", asks.Erase(name="lovelace", why=""))
        assert [line.name for line in await store.standings("421")] == ["bo"]
        assert await store.scoreboard("battle") == []
        assert {seat for each in await store.records() for seat in each.seats} == {"bo", found["name"]}
        told = await house.do("test", asks.Audit())
        assert [line["what"] for line in told["audit"]] == ["erase", "ban", "ban", "rename", "reserve"]
        assert msgspec.json.encode(told)

    with_store(url, story)
