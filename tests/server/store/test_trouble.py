"""A full disk, a file held by somebody else, a task that gives up waiting: the store goes on afterwards."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest

from tavola.server.store import Change, StorageTrouble, Store, engine
from tavola.server.store.address import read
from tests.server.store.samples import new, opened, with_store


def test_a_full_disk(sqlite: str) -> None:
    async def story(store: Store) -> None:
        async def allow(pages: int) -> None:
            await store._runner.write(lambda c: c.exec_driver_sql(f"PRAGMA max_page_count={pages}").scalar())

        await store.commit([new("t", b"1")])
        await allow(1)  # fewer than there are means: no more
        with pytest.raises(StorageTrouble, match="full"):
            await store.commit([Change("t", 2, (b"x" * 500_000,)), new("u")])
        assert await store.log("t") == [b"1"]
        await allow(1_000_000)
        assert await store.commit([Change("t", 2, (b"2",))]) == frozenset()
        assert await store.log("t") == [b"1", b"2"]

    with_store(sqlite, story)


def test_a_file_held_by_another_program(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "BUSY", 0.1)

    async def story(store: Store) -> None:
        await store.commit([new("t", b"1")])
        other = sqlite3.connect(str(read(sqlite).file), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            with pytest.raises(StorageTrouble, match="locked"):
                await store.commit([Change("t", 2, (b"2",))])
        assert await store.log("t") == [b"1"]
        other.execute("ROLLBACK")
        other.close()
        assert await store.commit([Change("t", 2, (b"2",))]) == frozenset()
        assert await store.log("t") == [b"1", b"2"]

    with_store(sqlite, story)


def test_a_writer_that_is_cancelled(url: str) -> None:
    """Whether its batch got through or not, it is whole, and the next one works."""

    async def story(store: Store) -> None:
        await store.commit([new("t", b"0"), new("u", b"0")])
        for number in range(1, 40):
            version = len(await store.log("t")) + 1
            changes = [Change(table, version, (b"%d" % number,)) for table in ("t", "u")]
            writing = asyncio.create_task(store.commit(changes))
            await asyncio.sleep(number * 0.0001)
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            assert await store.claim(f"name {number}", "somebody")
        assert len(await store.names_of("somebody")) == 39
        # PostgreSQL may still be at the last one; halves would stay halves.
        while await store.log("t") != await store.log("u"):
            await asyncio.sleep(0.01)
        assert await store.commit([new("v", b"0")]) == frozenset()

    with_store(url, story)


def test_closing_finishes_what_was_begun(url: str) -> None:
    async def story() -> None:
        store = await Store.open(url)
        await store.commit([new("t", b"1")])
        await store.close()
        await store.close()  # once more does no harm
        async with opened(url) as again:
            assert await again.log("t") == [b"1"]

    asyncio.run(story())
