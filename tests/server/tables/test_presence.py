"""Who looks on is counted, and everyone at the table hears how many there are."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.tables.guests import a_hall, someone, two_at_a_table


def test_everyone_hears_how_many_look_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            cy, dee = await someone(manager, "cy"), await someone(manager, "dee")
            assert (await cy.ask("watch", table=table))["watchers"] == 1
            assert (await dee.ask("watch", table=table))["watchers"] == 2
            for who in (ada, bo, cy, dee):
                await who.until(lambda said: said["type"] == "seated" and said.get("watchers") == 2)
            start = len(ada.heard)
            cy.disconnected()
            await dee.ask("leave", table=table)
            await ada.until(lambda said: said["type"] == "seated" and not said.get("watchers"), start)
            assert (await bo.ask("watch", table=table)).get("watchers", 0) == 0, "he plays"

    asyncio.run(story())


def test_a_crowd_that_comes_at_once_is_told_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, _bo, table = await two_at_a_table(manager)
            crowd = [await someone(manager, f"looker {n}") for n in range(30)]
            for who in crowd:
                who.say("watch", table=table)
            told = await ada.until(lambda said: said["type"] == "seated" and said.get("watchers") == 30)
            counts = [said.get("watchers", 0) for said in ada.of("seated")]
            assert [count for count in counts if count] == [30]
            assert told["version"] == manager.live[table].table.version

    asyncio.run(story())
