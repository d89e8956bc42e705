"""Several nodes, as real processes, with a real NATS and a real PostgreSQL: playing, dying, coming back."""

from __future__ import annotations

import asyncio
import json
import re
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tavola.server.nodes.lease import LEASE
from tavola.server.retention import Keep, prune
from tavola.server.store import Store
from tests.server.nodes.cluster import Cluster, cluster
from tests.server.nodes.guest import Guest, Refused
from tests.server.nodes.proofs import all_is_well
from tests.server.store.samples import opened

Story = Callable[[Cluster, Store], Awaitable[None]]


def tell(story: Story, *names: str) -> None:
    async def all_of_it() -> None:
        async with asyncio.timeout(300), cluster(*names) as house, opened(house.storage) as store:
            await story(house, store)

    asyncio.run(all_of_it())


async def begin(table: str, *people: Guest) -> list[asyncio.Task[None]]:
    """They sit down and play, each by himself."""
    for guest in people:
        await guest.ask("join", table=table, salt=f"salt of {guest.name}")
    return [asyncio.create_task(guest.plays(table)) for guest in people]


async def some_news(guest: Guest, table: str, many: int) -> None:
    while len(guest.news(table)) < many:
        await guest.until(lambda one: one["type"] in ("news", "table"), len(guest.heard))


async def closing(guest: Guest, type_: str, **fields: object) -> None:
    """That is refused for now."""
    with pytest.raises(Refused) as caught:
        await guest.asks_once(type_, **fields)
    assert caught.value.message["code"] == "closing"
    assert caught.value.message["retry_after"] > 0


def test_players_on_different_nodes_sit_at_one_table() -> None:
    async def story(house: Cluster, store: Store) -> None:
        ada, bo = await house["one"].enter("ada"), await house["two"].enter("bo")
        eye = await house["three"].enter("eye")
        for opener, game in ((ada, "spazzino"), (bo, "421")):
            table = await opener.open(game)
            await eye.ask("watch", table=table)
            await asyncio.gather(*await begin(table, ada, bo))
            await eye.sees_the_end(table)
            await all_is_well(store, table, ada, bo, eye)
        await what_people_say(ada, bo, eye)
        assert 'tavola_forwarded_total{way="out"}' in await house["three"].page("/metrics")
        await handed_over(house, store, ada, bo)

    tell(story, "one", "two", "three")


async def what_people_say(ada: Guest, bo: Guest, eye: Guest) -> None:
    """Chat, a bot, refusals, leaving, the same wish twice: all the same over another node."""
    table = await ada.open("421", seats=3, id="the one I want")
    again = await bo.ask("watch", table=table)
    assert again["status"] == "waiting"
    with pytest.raises(Refused) as caught:
        await eye.ask("seat_bot", table=table)
    assert caught.value.message["code"] == "not_your_seat"
    assert (await bo.ask("join", table=table))["you"] == 0
    assert (await bo.ask("seat_bot", table=table, seat=1))["type"] == "done"
    with pytest.raises(Refused) as caught:
        await bo.ask("play", table=table, index=0)
    assert caught.value.message["code"] == "bad_request"
    await eye.ask("watch", table=table)
    said = await eye.ask("chat", table=table, text="buona fortuna")
    assert said["type"] == "done"
    assert (await ada.until(lambda one: one["type"] == "said"))["text"] == "buona fortuna"
    assert (await eye.ask("leave", table=table))["type"] == "done"
    heard = len(eye.heard)
    await bo.ask("leave", table=table)
    await ada.until(lambda one: one["type"] == "seated" and not one["seats"][0].get("name"))
    await eye.ask("ping")
    assert [one for one in eye.heard[heard:] if one.get("table") == table] == []  # of others he may
    with pytest.raises(Refused) as caught:
        await eye.ask("watch", table="no such table")
    assert caught.value.message["code"] == "unknown_table"


async def handed_over(house: Cluster, store: Store, ada: Guest, bo: Guest) -> None:
    """SIGTERM: its tables go on elsewhere without anybody waiting for the lease."""
    host = await house["three"].enter("host")
    table = await host.open("scopetta")  # which no luck ends so soon
    playing = await begin(table, ada, bo)
    await some_news(bo, table, 5)
    house["three"].signal(signal.SIGTERM)
    await asyncio.gather(*playing)
    assert await house["three"].ended() == 0
    assert (await host.until(lambda one: one["type"] == "closing"))["retry_after"] > 0
    await all_is_well(store, table, ada, bo)


def test_limits_hold_for_all_nodes_together() -> None:
    async def story(house: Cluster, store: Store) -> None:
        del store
        ada = await house["one"].enter("ada")
        for _ in range(20):  # as many as --tables-per-holder allows
            await ada.ask("create", game="421")
        again, opened_there, code = await house["two"].enter("ada"), 0, ""
        while opened_there < 20:  # as many as it would allow by itself
            try:
                await again.ask("create", game="421", id=f"another {opened_there}")
            except Refused as refused:
                code = refused.message["code"]
                break
            opened_there += 1
            await asyncio.sleep(0.3)  # until the next heartbeat
        assert (code, opened_there < 20) == ("too_much", True)
        bo = await house["two"].enter("bo")
        await bo.ask("create", game="421")

    tell(story, "one", "two")


def test_a_node_is_killed() -> None:
    games = ("421", "spazzino", "dice-poker", "scopetta")

    async def story(house: Cluster, store: Store) -> None:
        host = await house["three"].enter("host")
        pairs, playing = [], []
        for number, game in enumerate(games):
            pair = await house["one"].enter(f"ada{number}"), await house["two"].enter(f"bo{number}")
            table = await host.open(game)
            pairs.append((table, pair))
            playing += await begin(table, *pair)
        alone = await host.open("421", clock={"decision": 600})
        await host.ask("join", table=alone)
        await host.ask("seat_bot", table=alone)
        await some_news(pairs[-1][1][0], pairs[-1][0], 8)
        house["three"].kill()
        await asyncio.gather(*playing)
        for table, pair in pairs:
            await all_is_well(store, table, *pair)
        await comes_back_elsewhere(house, store, alone)
        assert {(await store.owner(table) or ("", 0))[0].partition("-")[0] for table, _ in pairs} <= {
            "one",
            "two",
        }

    tell(story, "one", "two", "three")


async def comes_back_elsewhere(house: Cluster, store: Store, table: str) -> None:
    """Whose own node died connects to another one, by his token."""
    host = await house["one"].enter("host")
    assert (await host.ask("resume", table=table, since=0))["you"] == 0
    await host.plays(table)
    await all_is_well(store, table)


def test_a_command_counts_once_whichever_node_has_the_table() -> None:
    """A move, then more moves than a table remembers; its node dies, and the first one is sent again.

    Even when the game is over and its log is folded it does not count twice.
    """

    async def story(house: Cluster, store: Store) -> None:
        host, ada = await house["two"].enter("host"), await house["one"].enter("ada")
        table = await host.open("5000", seats=1, options={"goal": "1000000"})
        await ada.ask("join", table=table)
        first = await ada.ask("play", table=table, move="trash", id="the first")
        for number in range(150):
            await ada.ask("play", table=table, move="trash", id=f"move {number}")
        for last in (False, True):
            since = len(ada.heard)
            ada.send("play", table=table, move="trash", id="the first")
            again = await ada.until(lambda one: one.get("id") == "the first", since)
            assert (again["type"], again["version"]) == ("done", first["version"])
            if not last:
                house["two"].kill()
                await ada.ask("play", table=table, move="trash", id="one more")
        moves = [entry for entry in await store.log(table) if b'"entry":"moved"' in entry]
        assert len(moves) == 152
        await ada.ask("resign", table=table)
        assert (await prune(store, Keep(-60.0), pause=0)).tables == 1  # while the table is in memory there
        for _ in range(2):
            since = len(ada.heard)
            ada.send("play", table=table, move="trash", id="the first")
            late = await ada.until(lambda one: one.get("id") == "the first", since)
            assert (late["type"], late["code"]) == ("refused", "unknown_table")
            assert "record" in late["why"]
        assert await store.log(table) == []

    tell(story, "one", "two")


async def lobby(guest: Guest, wanted: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    """The list of tables, as soon as it is as it should be."""
    async with asyncio.timeout(60):
        while not wanted(found := list((await guest.ask("tables"))["tables"])):
            await asyncio.sleep(0.1)
    return found


def test_who_is_away_is_seen_from_every_node(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ada waits at a table of node one, and Eve looks for a table at node two."""
    monkeypatch.setenv("TAVOLA_AWAY_SECONDS", "1.5")
    ada_there, ada_away = [{"name": "ada", "connected": True}, {}], [{"name": "ada"}, {}]

    async def story(house: Cluster, store: Store) -> None:
        ada, eve = await house["one"].enter("ada"), await house["two"].enter("eve")
        table = await ada.open("5000", clock={"decision": 45.0})
        await ada.ask("join", table=table)
        (told,) = await lobby(eve, lambda found: [one["seats"] for one in found] == [ada_there])
        assert told["clock"] == {"decision": 45.0}
        await ada.close()
        await lobby(eve, lambda found: [one["seats"] for one in found] == [ada_away])
        await lobby(eve, lambda found: found == [])
        back = await house["three"].enter("ada")
        assert (await back.ask("resume", table=table))["you"] == 0
        await lobby(eve, lambda found: [one["seats"] for one in found] == [ada_there])
        house["one"].kill()  # another has the table then, and she is sent to it again
        await back.until(lambda one: one["type"] == "table", len(back.heard))
        await lobby(eve, lambda found: [one["seats"] for one in found] == [ada_there])
        await back.close()
        await lobby(eve, lambda found: found == [])
        assert [one.table for one in await store.listed(public=None) if one.status == "waiting"] == [table]

    tell(story, "one", "two", "three")


def test_a_node_that_comes_back_late_cannot_write() -> None:
    async def story(house: Cluster, store: Store) -> None:
        ada, bo = await house["two"].enter("ada"), await house["three"].enter("bo")
        host, late = await house["one"].enter("host"), await house["one"].enter("ada")
        table = await host.open("scopetta")
        await late.ask("watch", table=table)
        playing = await begin(table, ada, bo)
        await some_news(ada, table, 4)
        house["one"].signal(signal.SIGSTOP)
        # Waits in the sleeping node's socket; it will be carried out on a table that moved on long ago.
        ids = [late.send("chat", table=table, text="am I late?", id=f"late-{n}") for n in range(3)]
        await asyncio.gather(*playing)
        await all_is_well(store, table, ada, bo)
        written = await store.log(table)
        fence = (await store.owner(table) or ("", -1))[1]
        assert fence > 0
        house["one"].signal(signal.SIGCONT)
        for id_ in ids:
            answer = await late.until(lambda one, id_=id_: one.get("id") == id_)
            assert answer["type"] in ("refused", "done"), answer
        await host.until(lambda one: one["type"] == "refused" and one["table"] == table)
        log = await store.log(table)
        assert log[: len(written)] == written
        assert (await store.owner(table) or ("", -1))[0].partition("-")[0] != "one"
        assert (await late.ask("resume", table=table, since=0))["status"] == "over"
        async with asyncio.timeout(60):  # and it is a node like any other again
            while not re.search(
                r"^tavola_leases_lost_total [1-9]", await house["one"].page("/metrics"), re.M
            ):
                await asyncio.sleep(0.1)
        again = await host.open("421")
        await asyncio.gather(*await begin(again, late, bo))
        await all_is_well(store, again, late, bo)

    tell(story, "one", "two", "three")


def test_nats_is_restarted() -> None:
    async def story(house: Cluster, store: Store) -> None:
        ada, bo = await house["one"].enter("ada"), await house["two"].enter("bo")
        host = await house["one"].enter("host")
        table, local = await ada.open("spazzino"), await host.open("421")
        await host.ask("join", table=local)
        playing = await begin(table, ada, bo)
        await some_news(bo, table, 5)
        await house.nats.stop()
        stranger = await house["two"].enter("stranger")
        await closing(stranger, "watch", table=local)
        await host.ask("seat_bot", table=local)
        await host.plays(local)  # what is here goes on
        await all_is_well(store, local, host)
        await house.nats.start()
        await asyncio.gather(*playing)
        await all_is_well(store, table, ada, bo)

    tell(story, "one", "two")


def test_the_database_is_gone_for_longer_than_a_lease() -> None:
    async def story(house: Cluster, store: Store) -> None:
        ada, bo = await house["one"].enter("ada"), await house["two"].enter("bo")
        table, other = await ada.open("spazzino"), await bo.open("421")
        playing = await begin(table, ada, bo)
        await some_news(bo, table, 5)
        await house.wall.shut()
        await closing(bo, "chat", table=other, text="does anybody write this down?")
        await asyncio.sleep(LEASE + 1)
        await house.wall.open()
        await asyncio.gather(*playing)
        await all_is_well(store, table, ada)

    tell(story, "one", "two")


def test_many_want_the_tables_of_a_dead_node_at_once() -> None:
    async def story(house: Cluster, store: Store) -> None:
        host = await house["three"].enter("host")
        tables = [await host.open("421") for _ in range(20)]
        people = [await house[node].enter(f"{node}{n}") for n in range(4) for node in ("one", "two")]
        house["three"].kill()
        wishes = [(guest, table) for table in tables for guest in people]
        states = await asyncio.gather(*(guest.ask("watch", table=table) for guest, table in wishes))
        assert all(state["status"] == "waiting" for state in states)
        owners = [await store.owner(table) for table in tables]
        assert {owner[0].partition("-")[0] for owner in owners if owner} <= {"one", "two"}
        for number, table in enumerate(tables):
            await people[number % 8].ask("chat", table=table, text=f"here {number}")
        for guest in people:
            while len([one for one in guest.heard if one["type"] == "said"]) < len(tables):
                await guest.until(lambda one: one["type"] == "said", len(guest.heard))
            assert len({one["text"] for one in guest.heard if one["type"] == "said"}) == len(tables)
        assert {len(await store.log(table)) for table in tables} == {2}

    tell(story, "one", "two", "three")


def test_the_tournament_is_at_one_node() -> None:
    async def story(house: Cluster, store: Store) -> None:
        del store
        open_ = {name: house[name].ports["tournament"] for name in ("one", "two")}
        (has, port), (other, closed) = sorted(open_.items(), key=lambda each: -each[1])
        assert port
        assert not closed
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"NAME ada\n")
        board = json.loads(await house[has].page("/api/scoreboards/tournament"))
        while not board["waiting"]:
            await asyncio.sleep(0.05)
            board = json.loads(await house[has].page("/api/scoreboards/tournament"))
        house[has].kill()
        async with asyncio.timeout(60):
            while not json.loads(await house[other].page("/api/scoreboards/tournament"))["next"]:
                await asyncio.sleep(0.1)
        writer.close()
        del reader

    tell(story, "one", "two")
