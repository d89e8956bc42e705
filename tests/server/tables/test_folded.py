"""What somebody hears who comes to a table whose log was folded; his old commands do not count again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tavola.server.retention import Keep, look
from tavola.server.store import Store
from tavola.server.tables.housekeeping import tidy
from tavola.server.tables.manager import TableManager
from tavola.server.telemetry.metrics import Metrics
from tavola.table import fair_check
from tests.server.tables.guests import a_hall, mover, settled, someone, two_at_a_table

SOON = -60.0  # seconds a log is kept, if it is to be folded at once
AT_ONCE = Keep(SOON)


async def forgotten(manager: TableManager, table: str) -> None:
    """Out of memory, as a finished table is after a while."""
    await settled(manager)
    tidy(manager, manager.live[table].quiet_since + 1e6)
    assert table not in manager.live


def test_a_late_command_is_told_the_truth_and_counts_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada, bo, table = await two_at_a_table(manager)
            moved = await mover(manager, table, ada, bo).ask("play", table=table, index=0, id="m")
            assert moved["type"] == "news"
            await ada.ask("chat", table=table, text="well played", id="c")
            await bo.ask("resign", table=table, id="r")
            for who in (ada, bo):
                who.disconnected()
            await forgotten(manager, table)

            await look(store, Keep(3600.0), Metrics())  # within the grace time all is as it was
            ada, bo = await someone(manager, "ada"), await someone(manager, "bo")
            assert (await bo.ask("resign", table=table, id="r"))["type"] == "done"
            state = await ada.ask("resume", table=table, since=0)
            assert (state["status"], state["you"], len(state["chat"])) == ("over", 0, 1)
            ada.disconnected()
            bo.disconnected()
            await forgotten(manager, table)

            metrics = Metrics()
            await look(store, AT_ONCE, metrics)
            assert 'tavola_pruned_total{what="tables"} 1' in metrics.text()
            record = await store.record(table)
            assert record is not None
            assert fair_check.check(record).fits
            for lang, word in (("en", "record"), ("fr", "enregistrement"), ("it", "registrazione")):
                late = await someone(manager, "bo", lang=lang)
                for type_, fields in (
                    ("play", {"index": 0, "id": "m"}),
                    ("resign", {"id": "r"}),
                    ("chat", {"text": "hello", "id": "c"}),
                    ("rematch", {}),
                    ("resume", {"since": 0}),
                    ("watch", {}),
                ):
                    said = await late.ask(type_, table=table, **fields)
                    assert (said["type"], said["code"]) == ("refused", "unknown_table"), type_
                    assert word in said["why"]
            assert await store.record(table) == record
            assert await store.log(table) == []

    asyncio.run(story())


@pytest.mark.parametrize("keep", [Keep(SOON), Keep(SOON, SOON)], ids=["folded", "dropped"])
def test_a_wish_for_a_table_counts_once_for_ever(tmp_path: Path, keep: Keep) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, waiting_seconds=10.0) as (manager, store):
            ada, _, table = await two_at_a_table(manager, id="played")
            cy = await someone(manager, "cy")
            nobody_came = (await cy.ask("create", game="421", id="waited"))["table"]
            await cy.ask("leave", table=nobody_came)
            await ada.ask("resign", table=table)
            tidy(manager, manager.live[nobody_came].quiet_since + 11)
            await settled(manager)
            await look(store, keep, Metrics())
            for live in tuple(manager.live.values()):
                manager.drop(live)
            for who, id_, name in ((ada, "played", "5000"), (cy, "waited", "421")):
                said = await who.ask("create", game=name, id=id_)
                assert (said["type"], said["code"]) == ("refused", "unknown_table")
            assert not manager.live
            assert (await cy.ask("create", game="421", id="another"))["type"] == "table"

    asyncio.run(story())


def test_a_table_that_is_folded_while_somebody_is_at_it(tmp_path: Path) -> None:
    """It can't be written to any more, and nothing of it comes back; who sends again hears why."""

    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada, bo, table = await two_at_a_table(manager)
            other, _, plays = await two_at_a_table(manager)
            await bo.ask("resign", table=table)
            await settled(manager)
            await look(store, AT_ONCE, Metrics())
            ada.say("chat", table=table, text="still here?", id="late")
            moving = other.ask("chat", table=plays, text="we go on")
            said = await ada.until(lambda said: said.get("id") == "late")
            assert (said["type"], said["code"]) == ("refused", "closing")
            again = await ada.ask("chat", table=table, text="still here?", id="late")
            assert again["code"] == "unknown_table"
            assert (await moving)["type"] == "done"
            assert await store.log(table) == []

    asyncio.run(story())


def test_who_missed_much_of_a_folded_table_does_not_wait_for_ever(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada, bo, table = await two_at_a_table(manager)
            for _ in range(20):
                await mover(manager, table, ada, bo).ask("play", table=table, index=0)
            await bo.ask("resign", table=table)
            await settled(manager)
            await look(store, AT_ONCE, Metrics())
            said = await ada.ask("resume", table=table, since=0)
            assert (said["type"], said["code"]) == ("refused", "unknown_table")
            assert table not in manager.live

    asyncio.run(story())


def test_a_database_that_several_nodes_have_used(tmp_path: Path) -> None:
    """A server alone writes under the fence a table has, whatever number that is."""

    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada, bo, table = await two_at_a_table(manager)
            await settled(manager)
            manager.drop(manager.live[table])
            for node in ("one", "two"):
                assert await Store.take(store, table, node) is not None
            state = await ada.ask("resume", table=table, since=0)
            assert state["status"] == "playing"
            said = await mover(manager, table, ada, bo).ask("play", table=table, index=0)
            assert said["type"] == "news"

    asyncio.run(story())
