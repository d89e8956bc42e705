"""Nodes, their leases, and whose table it is."""

from __future__ import annotations

import asyncio
from collections import Counter

from tavola.server.store import Change, Store
from tests.server.store.samples import listing, new, opened, with_store

SHORT, LONG = 0.05, 60.0


async def until_dead(store: Store, *nodes: str) -> None:
    async with asyncio.timeout(90):
        while await store.dead() != list(nodes):
            await asyncio.sleep(0.01)


def test_a_lease_runs_out(url: str) -> None:
    async def story(store: Store) -> None:
        assert not await store.beat("one", LONG)  # its first
        assert await store.beat("one", LONG)
        assert not await store.beat("two", SHORT)
        await until_dead(store, "two")
        assert not await store.beat("two", LONG)  # it had run out
        assert await store.dead() == []
        assert await store.beat("two", SHORT)  # a lease may also be made shorter
        await until_dead(store, "two")

    with_store(url, story)


def test_taking_a_table(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([new("t"), new("u")])
        assert await store.owner("t") == ("one", 0)
        await store.beat("one", LONG)
        assert await store.take("t", "two") is None  # its owner lives
        assert await store.take("t", "one") == 1  # one's own, after a restart
        assert await store.owner("t") == ("one", 1)
        await store.release("one")
        assert await store.take("t", "two") == 2
        assert await store.take("t", "three") == 3  # two never said that it lives
        await store.beat("three", LONG)
        assert await store.take("t", "two") is None
        assert await store.owner("t") == ("three", 3)
        assert await store.owner("u") == ("one", 0)
        assert await store.take("nowhere", "one") is None
        assert await store.owner("nowhere") is None

    with_store(url, story, node="one")


def test_taking_over_from_the_dead(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([new("a"), new("b", status="waiting"), new("c", status="over")])
        await store.beat("one", LONG)
        await store.beat("two", LONG)
        assert await store.take_over("one", "two") == []  # it lives
        assert await store.take_over("two", "two") == []  # nobody takes over from himself
        await store.beat("one", SHORT)
        await until_dead(store, "one")
        assert await store.take_over("one", "two") == [("a", 1), ("b", 1)]
        assert await store.dead() == []
        assert await store.take_over("one", "three") == []
        assert sorted(await store.running(node="two")) == ["a", "b"]
        assert await store.owner("c") == ("one", 0)
        # It wakes up and writes: too late.
        assert await store.commit([Change("a", 2, (b"late",)), Change("b", 2, (b"late",))]) == {"a", "b"}
        assert not await store.beat("one", LONG)
        assert await store.running(node="one") == []

    with_store(url, story, node="one")


def test_going_in_good_order(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([new("a")])
        await store.beat("one", LONG)
        await store.beat("idle", LONG)
        await store.release("idle")
        assert await store.dead() == []
        await store.release("one")
        assert await store.dead() == ["one"]
        assert await store.take_over("one", "two") == [("a", 1)]
        await store.release("never seen")
        assert await store.dead() == []

    with_store(url, story, node="one")


def test_the_dead_node_is_taken_over_once(url: str) -> None:
    tables = [f"t{n:02}" for n in range(40)]

    async def story(store: Store) -> None:
        await store.commit([new(table) for table in tables])
        heirs = [f"heir-{n}" for n in range(6)]
        for heir in heirs:
            await store.beat(heir, LONG)
        got = await asyncio.gather(*(store.take_over("one", heir) for heir in heirs))
        assert sorted(taken for each in got for taken in each) == [(table, 1) for table in tables]
        assert sum(map(bool, got)) == 1

    with_store(url, story, node="one")


def test_many_take_one_table(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([new("t")])
        heirs = [f"heir-{n}" for n in range(10)]
        for heir in heirs:
            await store.beat(heir, LONG)
        fences = await asyncio.gather(*(store.take("t", heir) for heir in heirs))
        assert Counter(fences) == {None: 9, 1: 1}
        assert await store.owner("t") == (heirs[fences.index(1)], 1)

    with_store(url, story, node="gone")


def test_two_nodes_fight_for_their_tables(postgresql: str) -> None:
    """Each takes tables from the other all the time, as if leases ran out at once, and writes to them.

    Whatever happens, every table has one line of versions, and each of its entries was written by whoever
    owned it under the fence the entry tells.
    """
    tables = [f"t{n}" for n in range(6)]

    async def fighter(store: Store, rounds: int) -> dict[str, list[bytes]]:
        wrote: dict[str, list[bytes]] = {table: [] for table in tables}
        for number in range(rounds):
            table = tables[number % len(tables)]
            fence = await store.take(table, store.node)  # the other one never beats, so it always may
            assert fence is not None
            for _ in range(3):
                version = len(await store.log(table)) + 1
                entry = f"{store.node} {fence}".encode()
                if await store.commit([Change(table, version, (entry,), fence)]):
                    break
                wrote[table].append(entry)
        return wrote

    async def story() -> None:
        async with (
            opened(postgresql, node="one") as one,
            opened(postgresql, node="two") as two,
            asyncio.timeout(100),
        ):
            await one.commit([new(table) for table in tables])
            first, second = await asyncio.gather(fighter(one, 60), fighter(two, 60))
            for table in tables:
                log = (await one.log(table))[1:]
                assert [entry for entry in log if entry.startswith(b"one")] == first[table]
                assert [entry for entry in log if entry.startswith(b"two")] == second[table]
                fences = [int(entry.split()[1]) for entry in log]
                assert fences == sorted(fences)

    asyncio.run(story())


def test_a_write_under_way_is_not_overtaken(postgresql: str) -> None:
    """Batches of many tables against a taker of the same tables: no deadlock, and nothing after the loss."""
    tables = [f"t{n:03}" for n in range(100)]

    async def story() -> None:
        async with (
            opened(postgresql, node="one") as one,
            opened(postgresql, node="two") as two,
            asyncio.timeout(100),
        ):
            await one.commit([new(table) for table in tables])
            version, mine = 2, set(tables)

            async def write() -> None:
                nonlocal version
                while mine:
                    changes = [
                        Change(table, version, (b"one",), listing=listing(table))
                        for table in sorted(mine, reverse=True)
                    ]
                    mine.difference_update(await one.commit(changes))
                    version += 1

            async def take() -> dict[str, int]:
                lengths = {}
                for table in tables:
                    assert await two.take(table, "two") == 1
                    lengths[table] = len(await two.log(table))
                return lengths

            _, lengths = await asyncio.gather(write(), take())
            assert {table: len(await one.log(table)) for table in tables} == lengths

    asyncio.run(story())
