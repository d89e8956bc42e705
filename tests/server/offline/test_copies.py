"""A game that was begun at a server goes on in a browser, as a copy that says so."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tavola.core.position import FROM
from tavola.core.record import Record
from tavola.games import game_names, rules
from tavola.table.fair_check import check
from tests.server.offline.test_house import Drawer, Page, opens, plays_out


def wish(state: dict[str, Any]) -> dict[str, Any]:
    """What the page of the server knows, as it takes it along."""
    sight = state["sight"]
    told = {name: state[name] for name in ("game", "options", "rules_version", "table", "turn")}
    told |= {"seats": len(state["seats"]), "seat": state["you"]}
    return {**told, "actor": sight["actor"], "seen": sight["table"]}


async def somewhere(game: str) -> tuple[Page, dict[str, Any]]:
    """A game at a server, in the middle."""
    page = Page(Drawer())
    await page.door.start()
    await page.opened(0, "somebody with a browser")
    while True:
        table, _ = await opens(page, game)
        await plays_out(page, table, most=4)
        state = await page.say(0, type="resume", table=table)
        if state["status"] == "playing":
            return page, state


async def goes_on(page: Page, wanted: dict[str, Any]) -> dict[str, Any]:
    """Asks for the copy, sits down there, and lets bots sit down."""
    status, told = await page.ask("POST", "/api/copies", json.dumps(wanted))
    assert status == 200, told
    table = told["table"]
    state = await page.say(0, type="resume", table=table)
    if state["status"] == "waiting":
        await page.say(0, type="join", table=table, seat=wanted["seat"], salt="salt")
        for seat in range(wanted["seats"]):
            if seat != wanted["seat"]:
                done = await page.say(0, type="seat_bot", table=table, bot="house", seat=seat)
                assert done["type"] == "done"
    return await page.say(0, type="resume", table=table)


@pytest.mark.parametrize("game", game_names())
def test_a_game_goes_on_where_it_stood_and_its_record_says_from_where(game: str) -> None:
    async def story() -> None:
        server, there = await somewhere(game)
        page = Page(Drawer())
        await page.door.start()
        await page.opened(0, "the same browser")
        here = await goes_on(page, wish(there))
        assert (here["copy_of"], here["you"], here["rated"]) == (there["table"], there["you"], False)
        if there["sight"]["actor"] == there["you"]:  # nothing has happened since
            assert here["sight"] == there["sight"]
        assert (await goes_on(page, wish(there)))["table"] == here["table"]  # the same wish, the same table
        await plays_out(page, here["table"])
        _, text = await page.ask("GET", f"/api/records/{here['table']}?form=text")
        record = Record.parse(text)
        assert json.loads(record.tags[FROM])["table"] == there["table"]
        assert check(record).fits
        assert (await page.ask("POST", "/api/verify", text))[1]["fits"]
        forged = text.replace(json.loads(record.tags[FROM])["luck"], "0" * 64)
        assert not (await page.ask("POST", "/api/verify", forged))[1]["fits"]
        _, steps = await page.ask("GET", f"/api/records/{here['table']}/steps?limit=3&seat={there['you']}")
        assert steps["steps"][0]["sight"]["table"] == there["sight"]["table"]
        # It is over: the same wish is a new game now.
        assert (await goes_on(page, wish(there)))["table"] != here["table"]
        # And once more is a game from its beginning.
        again = await page.say(0, type="rematch", table=here["table"])
        assert again["type"] == "done"
        over = await page.say(0, type="resume", table=here["table"])
        next_one = await page.say(0, type="resume", table=over["new_table"])
        assert "copy_of" not in next_one
        for each in (server, page):
            await each.door.house.manager.stop()

    asyncio.run(story())


def test_a_reload_finds_the_copy_again() -> None:
    async def story() -> None:
        server, there = await somewhere("scopetta")
        drawer = Drawer()
        tables = []
        for _ in range(2):  # the second time as another tab, or after the browser was closed
            page = Page(drawer)
            await page.door.start()
            await page.opened(0, "the same browser")
            tables.append((await goes_on(page, wish(there)))["table"])
            await page.door.house.manager.stop()
        assert tables[0] == tables[1]
        await server.door.house.manager.stop()

    asyncio.run(story())


def test_what_can_not_go_on_here_is_refused_in_words() -> None:
    async def story() -> None:
        server, there = await somewhere("421")
        wanted = wish(there)
        page = Page(Drawer())
        await page.door.start()
        newer = {**wanted, "rules_version": rules("421").info.rules_version + 1}
        status, told = await page.ask("POST", "/api/copies?lang=fr", json.dumps(newer))
        assert (status, told["error"]["code"]) == (409, "other_rules")
        wrong: list[dict[str, Any]] = [{"seen": {}}, {"game": "chess"}, {"seat": 63}, {"seats": 64}]
        wrong.append({"options": {"suites": "?"}})
        for damaged in ("", "[]", "{", *(json.dumps(wanted | each) for each in wrong)):
            status, told = await page.ask("POST", "/api/copies", damaged)
            assert (status, told["error"]["code"]) == (400, "bad_request"), damaged
        assert page.door.house.manager.live == {}
        for each in (server, page):
            await each.door.house.manager.stop()

    asyncio.run(story())
