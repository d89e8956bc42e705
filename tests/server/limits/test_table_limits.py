"""The hall's limits, its tidying up, and that nothing is kept of what is gone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tavola.server.setting_kinds import Rate
from tavola.server.tables.housekeeping import OVER_AT_MOST, OVER_LINGERS, tidy
from tests.server.tables.guests import Someone, a_hall, mover, settled, someone, two_at_a_table

# ---- limits ----


def test_tables_are_limited_by_holder_and_in_all_and_finished_ones_do_not_count(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, tables_per_holder=2, max_tables=3, tables_per_address=9) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            await ada.ask("create", game="421")
            refused = await ada.ask("create", game="421")
            assert (refused["code"], refused["retry_after"] > 0) == ("too_much", True)
            await bo.ask("create", game="421")
            cy = await someone(manager, "cy", lang="it")
            full = await cy.ask("create", game="421")
            assert (full["code"], full["why"]) == ("too_much", "ci sono già tutti i tavoli possibili")
            await ada.ask("resign", table=table)
            assert (await cy.ask("create", game="421"))["type"] == "table"

    asyncio.run(story())


def test_one_address_leaves_tables_to_others_and_gets_back_what_it_left(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, max_tables=12, claim_seconds=0.0) as (manager, _):
            hogs = [await someone(manager, f"hog {n}", address="198.51.100.1") for n in range(2)]
            opened = [await hogs[n % 2].ask("create", game="421") for n in range(8)]
            assert [said["type"] for said in opened] == ["table"] * 6 + ["refused"] * 2
            assert (opened[6]["code"], opened[6]["retry_after"]) == ("too_much", 30.0)
            assert "your address" in opened[6]["why"]
            ada = await someone(manager, "ada", address="203.0.113.1")
            mine = (await ada.ask("create", game="421"))["table"]
            for said in opened[:2]:  # nobody is at these any more
                await hogs[0].ask("leave", table=said["table"])
                await hogs[1].ask("leave", table=said["table"])
            neighbour = await someone(manager, "neighbour", address="198.51.100.1")
            assert (await neighbour.ask("create", game="421"))["type"] == "table"
            gone = [said["table"] for said in opened[:6] if said["table"] not in manager.live]
            assert gone == [opened[0]["table"]]
            assert (await hogs[0].ask("watch", table=gone[0]))["code"] == "unknown_table"
            assert mine in manager.live

    asyncio.run(story())


def test_in_a_full_house_what_nobody_is_at_makes_room_and_a_game_can_be_gone_on_with(tmp_path: Path) -> None:
    async def story() -> None:
        settings: dict[str, Any] = {"max_tables": 3, "tables_per_address": 9, "claim_seconds": 0.0}
        async with a_hall(tmp_path, **settings) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            for _ in range(2):
                await bo.ask("create", game="421")
            cy = await someone(manager, "cy", address="203.0.113.1")
            assert (await cy.ask("create", game="421"))["code"] == "too_much", "somebody is everywhere"
            ada.disconnected()
            await bo.ask("leave", table=table, keep=True)
            assert (await cy.ask("create", game="421"))["type"] == "table"
            assert table not in manager.live
            state = await bo.ask("resume", table=table)
            assert (state["status"], state["you"]) == ("playing", 1)

    asyncio.run(story())


def test_after_a_restart_a_table_counts_for_its_address_when_its_owner_is_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada = await someone(manager, "ada", address="203.0.113.1")
            table = (await ada.ask("create", game="421"))["table"]
        async with a_hall(tmp_path) as (manager, _):
            bo, ada = [await someone(manager, name, address="203.0.113.1") for name in ("bo", "ada")]
            await bo.ask("watch", table=table)
            assert manager.limits.shares.of("203.0.113.1") == 0
            await ada.ask("watch", table=table)
            assert manager.limits.shares.of("203.0.113.1") == 1

    asyncio.run(story())


@pytest.mark.parametrize("limit", ["log_rate", "address_log_rate"])
def test_coming_and_going_in_a_loop_writes_only_so_much(limit: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, **{limit: Rate(5000, 3600)}) as (manager, store):
            ada = await someone(manager, "ada")
            table = (await ada.ask("create", game="421"))["table"]
            for turn in range(100):
                said = await ada.ask("join", table=table, salt=f"{turn}")
                if said["type"] == "refused":
                    break
                assert (await ada.ask("leave", table=table))["type"] == "done", "one may always leave"
            assert (said["code"], said["retry_after"] > 0) == ("too_much", True)
            assert 4000 < sum(map(len, await store.log(table))) < 6000
            for command in ("create", "chat"):
                fields = {"game": "421"} if command == "create" else {"table": table, "text": "x"}
                assert (await ada.ask(command, **fields))["code"] == "too_much"
            bo = await someone(manager, "bo")
            allowed = "table" if limit == "log_rate" else "refused"
            assert (await bo.ask("join", table=table))["type"] == allowed
            cy = await someone(manager, "cy", address="203.0.113.1")
            assert (await cy.ask("join", table=table))["type"] == "table"

    asyncio.run(story())


def test_moves_cost_nothing_of_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, log_rate=Rate(1000, 3600)) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            said = [await ada.ask("chat", table=table, text="x" * 200) for _ in range(4)]
            assert (said[0]["type"], said[3]["code"]) == ("done", "too_much")
            for _ in range(30):
                player = mover(manager, table, ada, bo)
                assert (await player.ask("play", table=table, index=0))["type"] == "news"

    asyncio.run(story())


def test_tables_put_away_do_not_count_for_ever(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, tables_per_holder=1, waiting_seconds=10.0) as (manager, store):
            ada = await someone(manager, "ada")
            for _ in range(3):
                table = (await ada.ask("create", game="421"))["table"]
                await ada.ask("leave", table=table)
                tidy(manager, manager.live[table].quiet_since + 11)
                await settled(manager)
                assert table not in manager.live
                assert (await ada.ask("watch", table=table))["code"] == "unknown_table"
            assert not manager.limits.shares.counts
            assert not await store.running()

    asyncio.run(story())


def test_draining_opens_no_tables_not_even_for_a_rematch(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            await ada.ask("resign", table=table)
            await ada.ask("rematch", table=table)
            manager.draining = True
            for said in (await ada.ask("create", game="421"), await bo.ask("rematch", table=table)):
                assert (said["code"], said["retry_after"]) == ("closing", 10.0)
            manager.draining = False
            await bo.ask("rematch", table=table)
            new = (await ada.until(lambda said: "new_table" in said))["new_table"]
            state = await bo.ask("join", table=new)
            assert (state["you"], state["table"]) == (0, new)

    asyncio.run(story())


def test_lookers_on_are_limited_and_players_are_not(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, watchers_per_table=1) as (manager, _):
            _, _, table = await two_at_a_table(manager)
            cy, dee = await someone(manager, "cy"), await someone(manager, "dee")
            await cy.ask("watch", table=table)
            assert (await cy.ask("watch", table=table))["type"] == "table"
            assert (await dee.ask("watch", table=table))["code"] == "too_much"
            assert (await (await someone(manager, "bo")).ask("watch", table=table))["you"] == 1
            cy.disconnected()
            assert (await dee.ask("watch", table=table))["type"] == "table"

    asyncio.run(story())


def test_a_crowd_that_comes_at_once_is_limited_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, watchers_per_table=2) as (manager, store):
            ada, _, table = await two_at_a_table(manager)
            crowd = [await someone(manager, f"guest {number}") for number in range(5)]
            store.hold()
            ada.say("chat", table=table, text="do come in", id="c")  # they come while it is being written
            answers = [asyncio.create_task(guest.ask("watch", table=table)) for guest in crowd]
            await asyncio.sleep(0)
            store.let()
            told = [answer["type"] for answer in await asyncio.gather(*answers)]
            assert sorted(told) == ["refused"] * 3 + ["table"] * 2
            assert manager.live[table].watchers == 2
            assert not manager.live[table].expected

    asyncio.run(story())


def test_one_connection_is_not_at_any_number_of_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tavola.server.limits.table_limits.TABLES_AT_ONCE", 2)

    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, bo = await someone(manager, "ada"), await someone(manager, "bo")
            tables = [(await ada.ask("create", game="421"))["table"] for _ in range(3)]
            for table in tables[:2]:
                await bo.ask("watch", table=table)
            assert (await bo.ask("join", table=tables[2]))["code"] == "too_much"
            assert (await bo.ask("join", table=tables[1]))["type"] == "table"
            await bo.ask("leave", table=tables[0])
            assert (await bo.ask("watch", table=tables[2]))["type"] == "table"

    asyncio.run(story())


def test_private_tables_are_not_listed_but_found_by_who_knows(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, bo = await someone(manager, "ada"), await someone(manager, "bo")
            private = (await ada.ask("create", game="421", public=False))["table"]
            public = (await ada.ask("create", game="421"))["table"]
            for who in (ada, bo):
                listed = (await who.ask("tables"))["tables"]
                assert [told["table"] for told in listed] == [public]
            assert len(private) >= 22
            assert (await bo.ask("watch", table=private))["public"] is False
            assert (await bo.ask("watch", table=private[:-1] + "_"))["code"] == "unknown_table"

    asyncio.run(story())


# ---- nothing grows ----


def test_nothing_is_kept_of_what_is_gone(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            for n in range(20):
                ada, bo, table = await two_at_a_table(manager)
                await ada.ask("watch", table=f"nowhere {n}")
                await ada.ask("resign", table=table)
                ada.disconnected()
                bo.disconnected()
                await settled(manager)
                tidy(manager, manager.live[table].quiet_since + OVER_LINGERS + 1)
            await settled(manager)
            assert (manager.live, manager._loading, manager._tasks) == ({}, {}, set())
            assert not manager.limits.shares.counts
            assert not manager.bots._bots
            assert not manager.journal._waiting

    asyncio.run(story())


def test_a_game_long_over_is_let_go_though_somebody_looks_at_it_and_a_rematch_brings_it_back(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, bo, table = await two_at_a_table(manager)
            await ada.ask("resign", table=table)
            await settled(manager)
            live = manager.live[table]
            tidy(manager, live.quiet_since)
            assert table in manager.live, "it is over only now"
            live.table.changed_at -= OVER_AT_MOST + 1
            tidy(manager, live.quiet_since)
            assert table not in manager.live
            await ada.ask("rematch", table=table)
            await bo.ask("rematch", table=table)
            await settled(manager)
            assert manager.live[table].table.new_table in manager.live

    asyncio.run(story())


def test_a_game_everybody_left_is_lost_by_whose_turn_it_was(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, abandoned_seconds=10.0) as (manager, store):
            ada, bo, table = await two_at_a_table(manager)
            seat, live = manager.live[table].table.actor, manager.live[table]
            ada.disconnected()
            tidy(manager, live.quiet_since + 1e6)
            assert live.table.status == "playing", "Bo is there"
            bo.disconnected()
            tidy(manager, live.quiet_since + 9)
            assert live.table.status == "playing"
            tidy(manager, live.quiet_since + 11)
            await settled(manager)
            record = await store.record(table)
            assert record is not None
            assert record.result is not None
            assert (record.tags["Ended"], seat in record.result["winners"]) == ("left", False)

    asyncio.run(story())


def test_a_table_that_can_not_be_tidied_up_does_not_stop_the_tidying(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with a_hall(tmp_path, waiting_seconds=10.0) as (manager, _):
            ada = await someone(manager, "ada")
            tables = [(await ada.ask("create", game="421"))["table"] for _ in range(2)]
            ada.disconnected()
            live = manager.live[tables[0]]

            def broken(*_: Any) -> None:
                raise ZeroDivisionError

            monkeypatch.setattr(live.table, "happen", broken)
            tidy(manager, live.quiet_since + 100)
            assert not manager.live

    asyncio.run(story())


def test_somebody_else_in_the_middle(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, store):
            ada = await someone(manager, "ada")
            table = (await ada.ask("create", game="421"))["table"]
            store.hold()
            ada.say("join", table=table, id="j")
            ada.say("hello", token="another one's", id="h")
            store.let()
            refused = await ada.until(lambda said: said.get("id") == "h")
            assert refused["code"] == "bad_request"
            assert (await ada.ask("hello", token="the long token of ada", name="ada 2"))["name"] == "ada 2"
            await ada.ask("leave", table=table)
            assert (await ada.ask("hello", token="another one's"))["type"] == "welcome"
            assert isinstance(ada, Someone)

    asyncio.run(story())


@pytest.mark.parametrize(
    ("bot", "code"),
    [("nobody", "unknown_bot"), ("house:x", "bad_request"), ("", "unknown_bot"), ("../x", "unknown_bot")],
)
def test_a_bot_that_is_not_there(bot: str, code: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada = await someone(manager, "ada")
            table = (await ada.ask("create", game="421"))["table"]
            assert (await ada.ask("seat_bot", table=table, bot=bot))["code"] == code

    asyncio.run(story())


@pytest.mark.parametrize(
    "bot", ["master:seconds=30", "master:iterations=2000000", "master:seconds=1+threads=8"]
)
def test_a_bot_that_would_think_for_too_long_is_not_seated(tmp_path: Path, bot: str) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada = await someone(manager, "ada", lang="it")
            table = (await ada.ask("create", game="scopetta"))["table"]
            no = await ada.ask("seat_bot", table=table, bot=bot)
            assert (no["type"], no["code"]) == ("refused", "too_much")
            assert "4 secondi" in no["why"]
            yes = await ada.ask("seat_bot", table=table, bot="master:2")
            assert yes["type"] == "done"

    asyncio.run(story())
