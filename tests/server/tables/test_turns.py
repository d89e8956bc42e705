"""The clocks of a table, as players of a real server see them."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tavola.server.tables import turns
from tests.server.running import by_lines, running


def test_while_the_server_stands_still_no_clock_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process is starved, or its machine paused: here both share one loop, which sleeps."""
    monkeypatch.setattr(turns, "BEAT", 0.05)
    monkeypatch.setattr(turns, "LATE", 0.1)

    async def story() -> None:
        async with running(tmp_path) as server:
            people = [await (await by_lines(server)).hello() for _ in range(2)]
            made = await people[0].ask("create", game="scopetta", clock={"decision": 1})
            table = made["table"]
            for seat, guest in enumerate(people):
                now = await guest.ask("join", table=table, seat=seat)
            await asyncio.sleep(0.1)  # the loop is being watched
            mover = people[now["sight"]["actor"]]
            await mover.send(type="play", table=table, index=0, id="unread")
            time.sleep(1.5)
            news = await mover.until(lambda one: one.get("id") == "unread")
            assert (news["type"], news.get("over")) == ("news", None)
            time.sleep(1.5)  # now there is nothing to read: an alarm is the first to wake
            said = await people[news["sight"]["actor"]].ask("play", table=table, index=0)
            assert said["type"] == "news", said
            assert "over" not in said
            for guest in people:
                await guest.close()
            late = server.metrics.loop_lag
            assert sum(late.counts[late.bounds.index(1.0) :]) >= 1, "it is noticed"

    asyncio.run(story())
