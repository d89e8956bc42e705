"""The hall with a real database: first the log, then the people; and nobody where he does not belong."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from tavola.games import OURS
from tavola.server.setting_kinds import Rate
from tavola.server.tables.housekeeping import tidy
from tavola.server.tables.manager import TableManager
from tavola.table.entries import decode_entry
from tavola.table.opening import rebuild
from tests.server.tables.guests import FULL_DISK, Someone, a_hall, mover, settled, someone, two_at_a_table
from tests.table.sitting import portrait

FAST = {name: Rate(1_000_000, 1) for name in ("chat_rate", "connection_rate", "address_rate", "name_rate")}

# ---- first the log ----


def test_nobody_hears_of_what_is_not_written(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada, bo, table = await two_at_a_table(manager)
            looker = await someone(manager, "cy")
            await looker.ask("watch", table=table)
            await settled(manager)
            player = mover(manager, table, ada, bo)
            written = len(await store.log(table))
            store.hold()  # and from here to the move nothing else can happen
            before = [len(who.heard) for who in (ada, bo, looker)]
            player.say("play", table=table, index=0, id="m")
            looker.say("resume", table=table, since=0, id="r")
            late = await someone(manager, "dee")
            late.say("watch", table=table, id="w")
            late.say("ping", id="p")
            bo.disconnected()
            for _ in range(20):
                await asyncio.sleep(0.005)
            assert [len(who.heard) for who in (ada, bo, looker)] == before
            assert len(late.heard) == 1
            assert len(await store.log(table)) == written
            store.let()
            await player.until(lambda said: said.get("id") == "m") if player is ada else None
            seen = await late.until(lambda said: said.get("id") == "w")
            assert seen["version"] == written + 1 == len(await store.log(table))
            await late.until(lambda said: said.get("id") == "p")
            kinds = [said["type"] for said in late.heard]
            assert kinds.index("table") < kinds.index("pong"), "in the order asked"

    asyncio.run(story())


@pytest.mark.parametrize("error", [FULL_DISK, RuntimeError("no")], ids=["trouble", "a fault"])
def test_what_can_not_be_written_did_not_happen(
    error: Exception, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada, bo, table = await two_at_a_table(manager)
            await settled(manager)
            player = mover(manager, table, ada, bo)
            other = bo if player is ada else ada
            before = portrait(manager.live[table].table)
            news = len(ada.of("news")) + len(bo.of("news"))
            store.hold()
            store.broken = error
            player.say("play", table=table, index=0, id="m")
            other.say("chat", table=table, text="well?", id="c")
            looker = await someone(manager, "cy")
            looker.say("watch", table=table, id="w")
            store.let()
            for who, id_ in ((player, "m"), (other, "c"), (looker, "w")):
                said = await who.until(lambda said, id_=id_: said.get("id") == id_)  # type: ignore[misc]
                assert (said["type"], said["code"]) == ("refused", "closing")
                assert said["retry_after"] > 0
            assert table not in manager.live
            assert len(ada.of("news")) + len(bo.of("news")) == news
            store.broken = None
            state = await other.ask("resume", table=table, since=0)
            assert portrait(manager.live[table].table) == before
            assert state["version"] == before["version"]
            again = await player.ask("play", table=table, index=0, id="m")
            assert (again["type"], again["version"]) == ("news", before["version"] + 1)
            twice = await player.ask("play", table=table, index=0, id="m")
            assert (twice["type"], twice["version"]) == ("done", again["version"])
            heard = await other.until(
                lambda said: said["type"] == "news" and said["version"] == again["version"]
            )
            assert "id" not in heard

    asyncio.run(story())
    assert "could not be written" in caplog.text


def test_a_new_table_that_can_not_be_written_is_none(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, tables_per_holder=1) as (manager, store):
            ada = await someone(manager, "ada")
            store.broken = FULL_DISK
            assert (await ada.ask("create", game="421", id="c"))["code"] == "closing"
            assert not manager.live
            store.broken = None
            made = await ada.ask("create", game="421", id="c")
            assert made["type"] == "table"
            assert len(await store.log(made["table"])) == 1

    asyncio.run(story())


# ---- the same thing twice ----


def test_a_wish_for_a_table_counts_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, again = await someone(manager, "ada"), await someone(manager, "ada")
            ada.say("create", game="421", id="c")
            again.say("create", game="421", id="c")
            states = [await who.until(lambda said: said.get("id") == "c") for who in (ada, again)]
            assert states[0]["table"] == states[1]["table"]
            assert len(manager.live) == 1
            other = await (await someone(manager, "bo")).ask("create", game="421", id="c")
            assert other["table"] != states[0]["table"]
            await ada.ask("join", table=states[0]["table"], seat=1)
            seen = await ada.ask("create", game="421", id="c")
            assert seen["you"] == 1

    asyncio.run(story())


def test_a_wish_for_a_table_put_away_disturbs_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, waiting_seconds=10.0) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            cy = await someone(manager, "cy")
            gone = (await cy.ask("create", game="421", id="c"))["table"]
            await cy.ask("leave", table=gone)
            tidy(manager, manager.live[gone].quiet_since + 11)
            refused = await cy.ask("create", game="421", id="c")
            assert refused["code"] == "unknown_table"
            said = await mover(manager, table, ada, bo).ask("play", table=table, index=0)
            assert said["type"] == "news"

    asyncio.run(story())


def test_a_repeated_join_brings_one_back_to_the_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            await ada.ask("chat", table=table, text="x")
            back = await someone(manager, "bo")
            state = await back.ask("join", table=table, id="bo sits")
            assert (state["type"], state["you"]) == ("table", 1)
            await ada.ask("chat", table=table, text="heard?")
            assert await back.until(lambda said: said.get("text") == "heard?")
            assert bo.heard

    asyncio.run(story())


@pytest.mark.parametrize("restart", [False, True], ids=["at once", "after a restart"])
def test_a_move_counts_once_however_much_was_said_since(restart: bool, tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, **FAST) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            player = mover(manager, table, ada, bo)
            moved = await player.ask("play", table=table, move="trash", id="m")
            watcher = await someone(manager, "cy")
            for number in range(150):
                await watcher.ask("chat", table=table, text="blah", id=f"{number}")
            if not restart:
                await only_once(manager, player, table, moved["version"])
        if restart:
            async with a_hall(tmp_path, **FAST) as (manager, _):
                again = await someone(manager, "ada" if player is ada else "bo")
                await again.ask("resume", table=table)
                await only_once(manager, again, table, moved["version"])

    asyncio.run(story())


async def only_once(manager: TableManager, player: Someone, table: str, version: int) -> None:
    before = manager.live[table].table.version
    for _ in range(2):
        again = await player.ask("play", table=table, move="trash", id="m")
        assert (again["type"], again["version"]) == ("done", version)
    again = await (await someone(manager, "cy")).ask("chat", table=table, text="blah", id="3")
    assert again["type"] == "done"
    assert manager.live[table].table.version == before


def test_ten_thousand_commands_later(tmp_path: Path) -> None:
    """The first of them again, and it counts for nothing; and a new one is as good as ever."""

    async def story() -> None:
        async with a_hall(tmp_path, **FAST) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            first, begins = mover(manager, table, ada, bo), manager.live[table].table.version
            for number in range(10_000):
                mover(manager, table, ada, bo).say("play", table=table, move="trash", id=f"{number}")
                while (
                    manager.live[table].table.version == begins + number
                ):  # the log had to be asked, by chance
                    await asyncio.sleep(0.001)
            await settled(manager)
            assert manager.live[table].table.version == begins + 10_000
            for number in (0, 2, 4998, 9998):
                again = await first.ask("play", table=table, move="trash", id=f"{number}")
                assert (again["type"], again["version"]) == ("done", begins + 1 + number)
            new = await mover(manager, table, ada, bo).ask("play", table=table, move="trash", id="new")
            assert (new["type"], new["version"]) == ("news", begins + 10_001)

    asyncio.run(story())


def test_the_log_is_asked_while_others_play_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, **FAST) as (manager, store):
            ada, bo, table = await two_at_a_table(manager)
            for number in range(200):
                await ada.ask("chat", table=table, text="blah", id=f"{number}")
            player = mover(manager, table, ada, bo)
            other = bo if player is ada else ada
            store.hold()
            heard = len(ada.heard)
            player.say("play", table=table, move="trash", id="m")
            ada.say("chat", table=table, text="blah", id="0")  # is in the log since long
            other.say("chat", table=table, text="meanwhile", id="n")
            ada.say("chat", table=table, text="after it", id="o")
            store.let()
            done = await ada.until(lambda said: said.get("id") == "0", heard)
            assert done["type"] == "done"
            assert (await ada.until(lambda said: said.get("id") == "o", heard))["type"] == "done"
            texts = [line.text for line in manager.live[table].table.chat][-2:]
            assert texts == ["meanwhile", "after it"]

    asyncio.run(story())


# ---- who hears what ----


def test_who_stood_up_hears_no_more_as_that_seat_on_any_connection(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, second = await someone(manager, "ada"), await someone(manager, "ada")
            table = (await ada.ask("create", game="spazzino"))["table"]
            await ada.ask("join", table=table, seat=0)
            assert (await second.ask("watch", table=table))["you"] == 0
            await ada.ask("leave", table=table)
            bo, cy = await someone(manager, "bo"), await someone(manager, "cy")
            await bo.ask("join", table=table, seat=0)
            await cy.ask("join", table=table, seat=1)
            news = await second.until(lambda said: said["type"] == "news")
            assert news["sight"]["table"]["hand"] == []
            assert "moves" not in news["sight"]
            dealt = [e for step in news["steps"] for e in step["events"] if e["event"] == "Dealt"]
            assert dealt
            assert all(event["cards"] is None for event in dealt)
            assert not ada.of("news"), "he left"

    asyncio.run(story())


def test_all_connections_of_a_player_hear_as_his_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, second, bo = [await someone(manager, name) for name in ("ada", "ada", "bo")]
            table = (await ada.ask("create", game="spazzino"))["table"]
            await second.ask("watch", table=table)
            await ada.ask("join", table=table)
            await bo.ask("join", table=table)
            hand = (await second.until(lambda said: said["type"] == "news"))["sight"]["table"]["hand"]
            assert len(hand) == 3
            assert hand == ada.of("news")[0]["sight"]["table"]["hand"]
            await bo.ask("resume", table=table)
            player = mover(manager, table, second, bo)
            assert (await player.ask("play", table=table, index=0, id="p"))["type"] == "news"
            ada.disconnected()
            await settled(manager)
            assert manager.live[table].table.chairs[0].connected, "his other connection is there"
            second.disconnected()
            gone = await bo.until(
                lambda said: said["type"] == "seated" and not said["seats"][0].get("connected")
            )
            assert gone["seats"][1]["connected"]

    asyncio.run(story())


def test_who_plays_without_looking_on_hears_of_his_move(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            name = "ada" if mover(manager, table, ada, bo) is ada else "bo"
            fresh = await someone(manager, name)
            assert (await fresh.ask("play", table=table, index=0))["type"] == "news"

    asyncio.run(story())


def test_the_figure_to_watch_counts_commands_once_they_are_written(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada, bo, table = await two_at_a_table(manager)
            counted = manager.metrics.command_seconds.count
            assert counted >= 3  # opening the table, and two who sat down
            who = mover(manager, table, ada, bo)
            store.hold()
            asked = asyncio.create_task(who.ask("play", table=table, index=0))
            await asyncio.sleep(0)
            assert manager.metrics.command_seconds.count == counted
            store.let()
            assert (await asked)["type"] == "news"
            assert manager.metrics.command_seconds.count == counted + 1

    asyncio.run(story())


def test_back_after_a_while_brings_exactly_what_was_missed(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, output_bytes=1 << 24) as (manager, store):
            ada, bo, table = await two_at_a_table(manager)
            ada.session.lang = bo.session.lang = "fr"
            await ada.ask("resume", table=table)
            for _ in range(90):
                if manager.live[table].table.status == "over":
                    break
                await mover(manager, table, ada, bo).ask("play", table=table, index=0)
            plays = ada.of("news")
            assert len(plays) > 70
            cy = await someone(manager, "ada", lang="fr")
            for since in (plays[3]["version"], plays[-5]["version"], plays[-1]["version"], 10**9):
                state = await cy.ask("resume", table=table, since=since)
                wanted = [{**said, "id": ""} for said in plays if said["version"] > since]
                assert [{**said, "id": ""} for said in state.get("missed", [])] == wanted
            assert await store.log(table)

    asyncio.run(story())


def test_what_was_missed_is_cut_before_it_drowns_the_reader(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, output_bytes=16_384) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            for _ in range(60):
                await mover(manager, table, ada, bo).ask("play", table=table, index=0)
            state = await ada.ask("resume", table=table, since=0)
            missed = [said["version"] for said in state["missed"]]
            assert 0 < len(missed) < 60
            assert missed == list(range(missed[0], state["version"] + 1)), "the latest, without a hole"

    asyncio.run(story())


# ---- the server starts again ----


def test_every_table_stands_where_it_stood(tmp_path: Path) -> None:
    async def story() -> None:
        clock = {"decision": 500.0, "game": 5000.0}
        async with a_hall(tmp_path) as (manager, _):
            ada, bo, table = await two_at_a_table(manager, clock=clock)
            for _ in range(4):
                await mover(manager, table, ada, bo).ask("play", table=table, index=0)
            waiting = (await ada.ask("create", game="tombolon", public=False))["table"]
            portraits = {name: portrait(live.table) for name, live in manager.live.items()}
        async with a_hall(tmp_path) as (manager, store):
            for name in await store.running():
                await manager.find(name)
            assert {name: portrait(live.table) for name, live in manager.live.items()} == portraits
            assert set(portraits) == {table, waiting}
            live = manager.live[table]
            assert live.held
            assert live.table.deadline is None, "the clocks stand still"
            ada, bo = await someone(manager, "ada"), await someone(manager, "bo")
            player = mover(manager, table, ada, bo)
            other = bo if player is ada else ada
            await other.ask("resume", table=table)
            assert live.held
            await player.ask("resume", table=table)
            assert not live.held
            assert live.table.deadline is not None
            assert (await player.ask("play", table=table, index=0))["type"] == "news"

    asyncio.run(story())


# ---- time ----


def test_time_runs_out_by_itself(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada, bo, table = await two_at_a_table(manager, clock={"decision": 0.1})
            slow = "ada" if mover(manager, table, ada, bo) is ada else "bo"
            cy = await someone(manager, "cy")
            cy.say("watch", table=table)
            for who in (ada, bo, cy):
                over = (await who.until(lambda said: "over" in said))["over"]
                assert (over["how"], over["reason"]) == ("time", f"{slow} was too slow")
            record = await store.record(table)
            assert record is not None
            assert record.result is not None
            assert (record.tags["Ended"], record.result["reason"]) == ("time", f"{slow} was too slow")

    asyncio.run(story())


# ---- bots ----


def test_a_bot_that_breaks_down_loses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def __init__(self, _: Any, argument: str) -> None:
            self.moves = {"none": None, "text": "keep 1"}.get(argument, argument)
            self.raises = argument == "raise"

        def choose(self, _: Any) -> Any:
            if self.raises:
                raise KeyError("what?")
            return self.moves

    monkeypatch.setitem(OURS["scopetta"].bots, "broken", "broken:Broken")
    monkeypatch.setattr("tavola.bots._load", lambda *_: Broken)

    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            for kind in ("raise", "none", "text"):
                ada = await someone(manager, f"ada {kind}")
                table = (await ada.ask("create", game="scopetta"))["table"]  # where everyone has a turn
                await ada.ask("join", table=table)
                await ada.ask("seat_bot", table=table, bot=f"broken:{kind}")
                while "over" not in (state := await ada.ask("resume", table=table)):
                    live = manager.live[table].table
                    if live.actor == 0:
                        await ada.ask("play", table=table, index=0)
                    await asyncio.sleep(0.001)
                over = state["over"]
                assert (over["how"], over["winners"]) == ("left", [0])
            assert not manager.bots._bots

    asyncio.run(story())
    assert "broke down" in caplog.text
    assert "keep 1" not in caplog.text


def test_bots_alone_play_to_the_end_and_are_forgotten(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada = await someone(manager, "ada")
            table = (await ada.ask("create", game="421"))["table"]
            for _ in range(2):
                await ada.ask("seat_bot", table=table, bot="random")
            await ada.until(lambda said: "over" in said)
            assert await store.record(table) is not None
            assert not manager.bots._bots
            assert not manager.limits.shares.counts
            log = await store.log(table)
            assert portrait(rebuild(map(decode_entry, log))[0]) == portrait(manager.live[table].table)

    asyncio.run(story())


# ---- rules that break down ----


def test_a_table_that_breaks_down_half_way_goes_on_from_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            before = portrait(manager.live[table].table)
            player = mover(manager, table, ada, bo)
            with monkeypatch.context() as broken:
                broken.setattr("tavola.table.table.Table._draws", lambda *_: 1 / 0)
                said = await player.ask("play", table=table, index=0, id="m")
            assert said["code"] == "closing"
            assert "division" not in str(said)
            await player.ask("resume", table=table)
            assert portrait(manager.live[table].table) == before
            assert (await player.ask("play", table=table, index=0, id="m"))["type"] == "news"

    with caplog.at_level(logging.ERROR):
        asyncio.run(story())
    assert "ZeroDivisionError" in caplog.text
