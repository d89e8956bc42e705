"""Bots among themselves stop when nobody looks on, go on when somebody does, and are put away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from tavola.server.tables.housekeeping import tidy
from tavola.server.tables.manager import TableManager
from tests.server.tables.guests import Someone, a_hall, settled, someone

ENDLESS = {"goal": "1000000"}


async def bots(ada: Someone) -> str:
    table = str((await ada.ask("create", game="5000", seats=2, options=ENDLESS))["table"])
    for seat in (0, 1):
        await ada.ask("seat_bot", table=table, seat=seat, bot="random")
    return table


def in_a_hall(folder: Path, story: Callable[[TableManager], Awaitable[None]], **settings: float) -> None:
    async def run() -> None:
        async with a_hall(folder, **settings) as (manager, _):
            await story(manager)

    asyncio.run(run())


async def stops(manager: TableManager, table: str) -> int:
    """Its version, once its bots play no more."""
    live = manager.live[table]
    while not live.stopped:
        await asyncio.sleep(0.005)
    await settled(manager)
    return live.table.version


def test_they_stop_and_go_on_when_somebody_looks(tmp_path: Path) -> None:
    async def story(manager: TableManager) -> None:
        ada = await someone(manager, "ada")
        table = await bots(ada)
        await ada.until(lambda said: said.get("version", 0) > 30)
        ada.disconnected()
        version = await stops(manager, table)
        await asyncio.sleep(0.05)
        assert manager.live[table].table.version == version
        bo = await someone(manager, "bo")
        await bo.ask("watch", table=table)
        await bo.until(lambda said: said.get("version", 0) > version + 5)
        bo.disconnected()
        await stops(manager, table)

    in_a_hall(tmp_path, story, unwatched_seconds=0.0)


def test_then_they_are_put_away_and_whoever_asks_is_told(tmp_path: Path) -> None:
    async def story(manager: TableManager) -> None:
        ada = await someone(manager, "ada")
        table = await bots(ada)
        ada.disconnected()
        await stops(manager, table)
        since = manager.live[table].quiet_since
        tidy(manager, since + 9)
        assert table in manager.live
        tidy(manager, since + 11)
        assert table not in manager.live
        bo = await someone(manager, "bo")
        said = await bo.ask("watch", table=table)
        assert (said["code"], said["why"]) == ("unknown_table", "the table was put away")

    in_a_hall(tmp_path, story, unwatched_seconds=0.0, waiting_seconds=10.0)


def test_a_bot_that_plays_with_a_person_does_not_stop(tmp_path: Path) -> None:
    async def story(manager: TableManager) -> None:
        ada = await someone(manager, "ada")
        table = str((await ada.ask("create", game="5000", seats=2, options=ENDLESS))["table"])
        await ada.ask("seat_bot", table=table, seat=0, bot="random")
        await ada.ask("join", table=table, seat=1)
        ada.disconnected()
        live = manager.live[table]
        while live.table.actor != 1:  # the bot plays until it is her turn
            await asyncio.sleep(0.005)
        assert not live.stopped
        tidy(manager, live.quiet_since + 1000)
        assert live.table.status == "playing"

    in_a_hall(tmp_path, story, unwatched_seconds=0.0, waiting_seconds=10.0)
