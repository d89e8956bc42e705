"""What a bot says of its own game at a table: kept for its token, told to nobody, bounded."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from tavola.server.setting_kinds import Rate
from tavola.table.messages import LogLine
from tests.server.tables.guests import a_hall, settled, someone, two_at_a_table

LINES = [{"turn": 1, "seconds": 0.5, "text": "my secret thought"}, {"turn": 3}]


def test_it_is_kept_for_who_plays_and_told_to_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada, bo, table = await two_at_a_table(manager)
            eve = await someone(manager, "eve")
            await eve.ask("watch", table=table)
            assert (await ada.ask("bot_log", table=table, lines=LINES))["type"] == "done"
            refused = await eve.ask("bot_log", table=table, lines=LINES)
            assert (refused["code"], "no seat" in refused["why"]) == ("bad_request", True)
            await bo.ask("resign", table=table)
            await settled(manager)
            assert (await ada.ask("bot_log", table=table, lines=[{"turn": 4}]))["type"] == "done"
            holder = ada.session.person.holder  # type: ignore[union-attr]
            said = [LogLine(1, 0.5, "my secret thought"), LogLine(3), LogLine(4)]
            assert await store.bot_log(table, holder) == said
            record = await store.record(table)
            everything = [ada.heard, bo.heard, eve.heard, str(record), repr(await store.log(table))]
            assert "secret thought" not in json.dumps(everything)

    asyncio.run(story())


def test_it_is_bounded_and_costs_the_bot_nothing_else(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, bot_log_rate=Rate(20_000, 60)) as (manager, _):
            ada, _, table = await two_at_a_table(manager)
            for wrong in ([], [{"turn": -1}], [{"turn": 1, "text": "x" * 2001}], [{"turn": 1}] * 101):
                assert (await ada.ask("bot_log", table=table, lines=wrong))["code"] == "bad_message"
            while (
                said := await ada.ask("bot_log", table=table, lines=[{"turn": 1, "text": "x" * 2000}] * 3)
            )["type"] == "done":
                pass
            assert (said["code"], said["retry_after"] > 0) == ("too_much", True)
            assert (await ada.ask("chat", table=table, text="hello"))["type"] == "done"

    asyncio.run(story())
