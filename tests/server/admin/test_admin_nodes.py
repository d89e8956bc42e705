"""An administrator asks one node, or the database: it holds at all of them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tavola.server.admin import asks
from tavola.server.admin.reaching import administer
from tests.server.nodes.cluster import Cluster, NodeProcess, cluster
from tests.server.nodes.guest import Guest, Refused

TOKEN = "a-token-nobody-guesses-42"


async def ask(ask: asks.AnyAsk, **way: Any) -> dict[str, Any]:
    return await asyncio.to_thread(administer, ask, **way)


async def hears(guest: Guest, code: str) -> str:
    return str((await guest.until(lambda said: said.get("code") == code))["why"])


async def talk(guest: Guest, table: str) -> None:
    """Until the node that has the table does not like it, which it may hear of a moment later."""
    while True:
        await guest.ask("chat", table=table, text="hello")
        await asyncio.sleep(2.0)


async def refusal_at(node: NodeProcess, name: str) -> str:
    """Why somebody is not let in there."""
    guest = Guest(*await asyncio.open_connection("127.0.0.1", node.ports["lines"]))
    try:
        await guest.ask("hello", name=name, token=f"the token of {name}")
    except Refused as no:
        return str(no)
    finally:
        await guest.close()
    return "he is in"


def test_what_one_node_is_asked_holds_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVOLA_ADMIN_TOKEN", TOKEN)

    async def story(house: Cluster) -> None:
        one = {"url": f"http://127.0.0.1:{house['one'].ports['http']}", "token": TOKEN}
        ada, bo = await house["one"].enter("ada"), await house["two"].enter("bo")
        await bo.ask("claim", name="bo")
        table = (await bo.ask("create", game="421"))["table"]  # of node two
        for guest in (ada, bo):
            await guest.ask("join", table=table)
        await ask(asks.Mute(subject="ada", why="hush"), **one)
        with pytest.raises(Refused, match="hush"):
            await talk(ada, table)
        await ask(asks.Close(table=table, why="it is late"), **one)
        for guest in (ada, bo):
            assert "it is late" in await hears(guest, "unknown_table")

        await ask(asks.Ban(subject="bo", why="insults"), **one)
        assert "insults" in await hears(bo, "banned")
        for node in ("one", "two"):
            assert "insults" in await refusal_at(house[node], "bo")
        # Without a server to ask: every node finds it in the database.
        await ask(asks.Unban(subject="bo"), storage=house.storage)
        await ask(asks.Ban(subject="ada", why="by hand"), storage=house.storage)
        assert "by hand" in await hears(ada, "banned")
        while "insults" in await refusal_at(house["two"], "bo"):  # each node looks for itself
            await asyncio.sleep(0.5)
        back = await house["two"].enter("bo")
        await ask(asks.Rename(name="bo", to="Beau", why="as he wished"), **one)
        assert "Beau" in await hears(back, "closing")

    async def all_of_it() -> None:
        async with asyncio.timeout(120), cluster("one", "two") as house:
            await story(house)

    asyncio.run(all_of_it())
