"""Tables whose people have gone: not offered until they are back, and put away in the end; and games."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from tavola.server.serve import restore
from tavola.server.tables.housekeeping import tidy
from tavola.server.tables.manager import TableManager
from tests.server.tables.guests import Message, Someone, a_hall, mover, settled, someone, two_at_a_table

AGES = 1e6


def later(manager: TableManager, seconds: float) -> None:
    """As if so much time had passed for everybody who is away."""
    for live in manager.live.values():
        if live.deserted_since is not None:
            live.deserted_since -= seconds
        for seat in live.table.presence.away():
            live.table.presence._since[seat] -= seconds


async def lobby(who: Someone, **asked: Any) -> list[Message]:
    return list((await who.ask("tables", **asked))["tables"])


async def one_waits(manager: TableManager, **wishes: Any) -> tuple[Someone, str]:
    ada = await someone(manager, "ada", claims=bool(wishes.get("rated")))
    table = (await ada.ask("create", game="5000", **wishes))["table"]
    await ada.ask("join", table=table)
    return ada, table


async def everyone_has_moved(manager: TableManager, table: str, *people: Someone, times: int = 1) -> None:
    def made() -> list[int]:
        match = manager.live[table].table.match
        assert match is not None
        return [sum(actor == seat for actor, _ in match.moves) for seat in range(len(people))]

    while min(made()) < times:
        moves = len(manager.live[table].table.legal())
        await mover(manager, table, *people).ask("play", table=table, index=moves - 1)


def test_the_table_of_one_who_has_gone_leaves_the_lobby_and_comes_back_with_him(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada, table = await one_waits(manager)
            eve = await someone(manager, "eve")
            assert [each["seats"][0] for each in await lobby(eve)] == [{"name": "ada", "connected": True}]
            ada.disconnected()
            assert [each["seats"][0] for each in await lobby(eve)] == [{"name": "ada"}], "a reload"
            later(manager, 20)
            assert await lobby(eve) == []
            tidy(manager, time.monotonic())
            await settled(manager)
            assert await store.listed(status="waiting") == []
            back = await someone(manager, "ada")
            assert (await back.ask("resume", table=table))["you"] == 0
            await settled(manager)
            assert [each["table"] for each in await lobby(eve)] == [table]
            assert [each.table for each in await store.listed(status="waiting")] == [table]

    asyncio.run(story())


def test_many_ghosts_keep_no_living_table_out_of_the_list(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, tables_per_holder=1000) as (manager, _):
            _ada, table = await one_waits(manager)
            ghost = await someone(manager, "ghost")
            for _ in range(205):
                await ghost.ask("create", game="5000")
            ghost.disconnected()
            later(manager, 20)
            tidy(manager, time.monotonic())
            await settled(manager)
            assert [each["table"] for each in await lobby(await someone(manager, "eve"))] == [table]

    asyncio.run(story())


def test_who_opened_a_table_and_looks_on_is_enough_and_who_only_looks_on_is_not(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada = await someone(manager, "ada")
            table = (await ada.ask("create", game="421"))["table"]
            eve = await someone(manager, "eve")
            await eve.ask("watch", table=table)
            later(manager, 30)
            assert [each["table"] for each in await lobby(eve)] == [table]
            ada.disconnected()
            later(manager, 30)
            assert await lobby(eve) == []
            later(manager, AGES)
            tidy(manager, time.monotonic())
            await eve.until(lambda said: said.get("code") == "unknown_table")
            assert table not in manager.live

    asyncio.run(story())


def test_after_a_restart_the_tables_of_those_who_do_not_come_back_leave(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            _ada, waiting = await one_waits(manager, rated=True, clock={"decision": 30.0})
            *_, playing = await two_at_a_table(manager)
        async with a_hall(tmp_path) as (manager, _):
            eve = await someone(manager, "eve")
            told = {each["table"]: each for each in await lobby(eve)}
            assert set(told) == {waiting, playing}
            assert told[waiting]["seats"] == [{"name": "ada"}, {}], "not back yet, so nobody is there"
            assert (told[waiting]["clock"], told[waiting]["rated"]) == ({"decision": 30.0}, True)
            await restore(manager)
            later(manager, 20)
            bo = await someone(manager, "bo")
            await bo.ask("resume", table=playing)
            assert [each["table"] for each in await lobby(eve)] == [playing]
            later(manager, AGES)
            tidy(manager, time.monotonic())
            await settled(manager)
            assert waiting not in manager.live
            refused = await eve.ask("watch", table=waiting)
            assert refused["code"] == "unknown_table"

    asyncio.run(story())


def test_a_game_does_not_begin_with_one_who_has_long_gone(tmp_path: Path) -> None:
    async def story(public: bool) -> list[str]:
        async with a_hall(tmp_path / str(public)) as (manager, _):
            ada, table = await one_waits(manager, seats=3, public=public)
            bo = await someone(manager, "bo")
            await bo.ask("join", table=table)
            bo.disconnected()
            later(manager, 60)
            tidy(manager, time.monotonic())
            await settled(manager)
            return [chair.get("name", "") for chair in (await ada.ask("watch", table=table))["seats"]]

    for folder in ("True", "False"):
        (tmp_path / folder).mkdir()
    assert asyncio.run(story(True)) == ["ada", "", ""]
    assert asyncio.run(story(False)) == ["ada", "bo", ""]


def test_a_game_hardly_begun_is_called_off(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada, table = await one_waits(manager, rated=True)
            ada.disconnected()
            bo = await someone(manager, "bo", claims=True)
            state = await bo.ask("join", table=table)
            assert state["status"] == "playing"
            assert not state["seats"][0].get("connected")
            assert state["gone"][0]["seat"] == 0
            early = await bo.ask("abort", table=table)
            assert early["code"] == "too_early"
            assert 0 < early["retry_after"] <= 20
            later(manager, 20)
            bo.say("abort", table=table, id="off")
            news = await bo.until(lambda said: said["type"] == "news" and said.get("id") == "off")
            assert (news["over"]["how"], news["over"]["winners"]) == ("aborted", [])
            await settled(manager)
            assert await store.record(table) is None
            assert await store.standings("5000") == []
            assert [each.status for each in await store.listed()] == ["over"]

    asyncio.run(story())


def test_a_game_against_one_who_has_gone_is_claimed(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada, bo, table = await two_at_a_table(manager, rated=True)
            await everyone_has_moved(manager, table, ada, bo, times=2)
            start = len(ada.heard)
            bo.disconnected()
            told = await ada.until(lambda said: said["type"] == "seated" and "gone" in said, start)
            assert not told["seats"][1].get("connected")
            assert 59 < told["gone"][0]["claim"] <= 60
            assert (await ada.ask("claim_win", table=table))["code"] == "too_early"
            later(manager, 60)
            ada.say("claim_win", table=table, id="mine")
            news = await ada.until(lambda said: said.get("id") == "mine")
            assert news["type"] in ("news", "done")
            await settled(manager)
            record = await store.record(table)
            assert record is not None
            assert record.result is not None
            assert record.result["winners"] == [0]
            assert [(each.name, each.wins) for each in await store.standings("5000")] == [
                ("ada", 1),
                ("bo", 0),
            ]

    asyncio.run(story())


def test_a_bot_goes_on_for_one_who_has_gone(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            while mover(manager, table, ada, bo) is not bo:
                moves = len(manager.live[table].table.legal())
                await ada.ask("play", table=table, index=moves - 1)
            bo.disconnected()
            later(manager, 60)
            assert (await ada.ask("seat_bot", table=table, bot="no such"))["code"] == "unknown_bot"
            start = len(ada.heard)
            await ada.ask("seat_bot", table=table, bot="random")
            await ada.until(lambda said: said["type"] == "news", start)
            back = await someone(manager, "bo")
            state = await back.ask("resume", table=table)
            assert state["you"] is None
            assert state["seats"][1]["bot"] == "random"
            assert state["seats"][1]["connected"]

    asyncio.run(story())


def test_one_goes_and_keeps_the_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            start = len(ada.heard)
            assert (await bo.ask("leave", table=table, keep=True))["type"] == "done"
            await ada.until(lambda said: said["type"] == "seated" and "gone" in said, start)
            assert (await bo.ask("resume", table=table))["you"] == 1

    asyncio.run(story())


def test_what_may_be_done_is_told_anew_when_it_changes(tmp_path: Path) -> None:
    """The one who is there makes his first move: now the game has really begun."""

    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            first = mover(manager, table, ada, bo)
            second = bo if first is ada else ada
            while mover(manager, table, ada, bo) is first:
                moves = len(manager.live[table].table.legal())
                await first.ask("play", table=table, index=moves - 1)
            first.disconnected()
            start = len(second.heard)
            told = await second.until(lambda said: "gone" in said)
            assert "abort" in told["gone"][0]
            second.say("play", table=table, index=0)
            told = await second.until(lambda said: "claim" in said.get("gone", [{}])[0], start)
            assert "abort" not in told["gone"][0]

    asyncio.run(story())


def test_who_comes_back_as_his_seat_is_given_away_hears_as_one_who_looks_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada, bo, table = await two_at_a_table(manager, "scopetta")
            bo.disconnected()
            later(manager, 60)
            back = await someone(manager, "bo")
            store.hold()
            ada.say("chat", table=table, text="wait")
            back.say("resume", table=table, id="back")
            ada.say("seat_bot", table=table, bot="random")
            store.let()
            await back.until(lambda said: said.get("id") == "back")
            await settled(manager)
            live = manager.live[table]
            assert [seat for guest, seat in live.guests.items() if guest is back.session] == [None]
            assert live.table.presence.here == {0}

    asyncio.run(story())
