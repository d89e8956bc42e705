"""Writing: all or nothing, in order, under the right fence."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from tavola.server.store import Change, Clash, StorageTrouble, Store
from tavola.server.store.writing import MOST_MOVES, batch_of
from tavola.server.table_log.appending import AT_ONCE
from tests.server.store.samples import listing, new, opened, over, record, with_store

ODD = bytes(range(256))


def test_a_log_is_read_as_it_was_written(url: str) -> None:
    async def story(store: Store) -> None:
        assert await store.commit([new("t", b"one", ODD)]) == frozenset()
        assert (
            await store.commit([Change("t", 3, (b"three",)), Change("t", 4, (b"", b"five"))]) == frozenset()
        )
        assert await store.log("t") == [b"one", ODD, b"three", b"", b"five"]
        assert await store.log("another") == []

    with_store(url, story)


def test_nothing_to_write(url: str) -> None:
    async def story(store: Store) -> None:
        assert await store.commit([]) == frozenset()
        assert await store.commit([structs.replace(new(), entries=())]) == frozenset()
        assert await store.log("t") == []
        assert await store.running() == ["t"]

    with_store(url, story)


def test_it_is_there_after_opening_again(url: str) -> None:
    async def story() -> None:
        async with opened(url) as store:
            await store.commit([new("t", b"one")])
        async with opened(url) as store:
            assert await store.log("t") == [b"one"]
            assert [each.table for each in await store.listed()] == ["t"]

    asyncio.run(story())


def test_many_tables_in_one_batch(url: str) -> None:
    names = [f"table-{number}" for number in range(500)]

    async def story(store: Store) -> None:
        assert await store.commit([new(name, name.encode()) for name in names]) == frozenset()
        assert await store.commit([Change(name, 2, (b"2",)) for name in names]) == frozenset()
        for name in names[::50]:
            assert await store.log(name) == [name.encode(), b"2"]
        assert (await store.info()).entries == 1000

    with_store(url, story)


def test_a_doubled_version_is_an_error_and_nothing_of_the_batch_is_written(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([new("t", b"1", b"2"), new("u", b"1")])
        with pytest.raises(Clash, match="t") as caught:
            await store.commit([Change("u", 2, (b"2",)), Change("t", 2, (b"other",)), new("v")])
        assert caught.value.tables == {"t"}
        assert await store.log("t") == [b"1", b"2"]
        assert await store.log("u") == [b"1"]
        assert await store.log("v") == []
        assert sorted(await store.running()) == ["t", "u"]
        assert await store.commit([Change("u", 2, (b"2",))]) == frozenset()  # and it goes on

    with_store(url, story)


def test_a_table_begun_twice(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([new("t", b"mine")])
        with pytest.raises(Clash):
            await store.commit([new("t", b"yours")])
        with pytest.raises(Clash):
            await store.commit([new("u", b"mine"), new("u", b"yours")])
        assert await store.log("t") == [b"mine"]
        assert await store.log("u") == []

    with_store(url, story)


def test_a_game_ends_once(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([new(), over(version=2)])
        with pytest.raises(Clash) as caught:
            await store.commit([over(version=3)])
        assert caught.value.tables == {"t"}
        assert [line.games for line in await store.standings("421")] == [1, 1]
        assert len(await store.log("t")) == 2

    with_store(url, story)


def test_a_stranger_without_a_listing(url: str) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(StorageTrouble, match="listing"):
            await store.commit([new("u"), Change("t", 1, (b"1",))])
        assert await store.running() == []

    with_store(url, story)


def test_who_lost_a_table_writes_nothing_to_it(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([new("t", b"1"), new("u", b"1")])
        fence = await store.take("t", "another")
        assert fence == 1
        late = [
            Change("t", 2, (b"late",)),
            Change("u", 2, (b"2",)),
            over("t", 3),
            Change("u", 3, (b"3",), listing=listing("u", "over")),
        ]
        assert await store.commit(late) == {"t"}
        assert await store.log("t") == [b"1"]
        assert await store.log("u") == [b"1", b"2", b"3"]
        assert await store.record("t") is None
        assert await store.standings("421") == []
        assert await store.running() == ["t"]
        assert await store.commit([Change("t", 2, (b"new",), fence=1)]) == frozenset()
        assert await store.commit([Change("t", 3, (b"?",), fence=2)]) == {"t"}
        assert await store.log("t") == [b"1", b"new"]

    with_store(url, story)


def test_a_batch_under_two_fences_is_refused_as_a_whole(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([new("t", b"1")])
        await store.take("t", "another")
        both = [Change("t", 2, (b"old",)), Change("t", 3, (b"new",), fence=1)]
        assert await store.commit(both) == {"t"}
        assert await store.log("t") == [b"1"]

    with_store(url, story)


def test_changes_of_one_table_in_one_batch_leave_the_last_listing(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit(
            [new(), Change("t", 2, (b"2",), listing=listing(status="waiting")), over(version=3)]
        )
        (found,) = await store.listed()
        assert found.status == "over"
        assert await store.record("t") == record(Counts="1")
        assert (await store.owner("t")) == ("here", 0)

    with_store(url, story, node="here")


def test_writers_at_once_do_not_disturb_each_other(url: str) -> None:
    async def story(store: Store) -> None:
        async def table(name: str) -> None:
            await store.commit([new(name, b"1")])
            for version in range(2, 12):
                assert await store.commit([Change(name, version, (b"%d" % version,))]) == frozenset()
                assert len(await store.log(name)) == version

        names = [f"t{number}" for number in range(20)]
        await asyncio.gather(*map(table, names))
        for name in names:
            assert await store.log(name) == [b"%d" % version for version in range(1, 12)]

    with_store(url, story)


def test_an_error_does_not_show_what_was_to_be_written(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([new("t", b"1")])
        with pytest.raises(StorageTrouble) as caught:
            await store.commit([Change("t", 1, (b"the secret seed",))])
        assert "secret" not in str(caught.value)
        assert caught.value.__cause__ is None

        impossible = Change("t", 2**80, (b"the secret seed",))  # no database has such a number
        with pytest.raises((StorageTrouble, OverflowError)) as other:
            await store.commit([impossible])
        assert "secret" not in str(other.value)
        assert await store.log("t") == [b"1"]

    with_store(url, story)


def test_what_goes_the_quick_way() -> None:
    moves = [Change("a", 2, (b"x", b"y"), fence=3), Change("b", 7, (b"z",))]
    rows = [("a", 3, 2, b"x"), ("a", 3, 3, b"y"), ("b", 0, 7, b"z")]
    assert batch_of(moves, "") == (rows, ())
    batch = batch_of([*moves, new("c", b"0")], "")
    assert batch is not None
    assert batch.rows == [*rows, ("c", 0, 1, b"0")]
    assert [len(each) for _, each in batch.others] == [1]
    plain, rated = over("d", at=1, rated=False), over("d", at=1)
    assert batch_of([plain], "") is not None
    assert batch_of([rated], "") is None, "what it counts depends on the games before it"
    assert plain.finished is not None
    long = replace(plain.finished.record, moves=((0, "bank"),) * (MOST_MOVES + 1))
    assert batch_of([structs.replace(plain, finished=replace(plain.finished, record=long))], "") is None


def test_both_ways_write_the_same(tmp_path: Path) -> None:
    """Whatever the quick way takes, row by row."""
    stories = [
        [new("a", b"1", b"2"), new("b", b"1")],
        [Change("a", 3, (b"3",), listing=listing("a", status="waiting"))],
        [Change("a", 4, (), listing=replace(listing("a"), offered=False)), Change("b", 2, (b"2",))],
        [new("c", b"1"), Change("c", 2, (b"2",), listing=listing("c", status="playing"))],
        [over("a", version=4, rated=False), Change("b", 3, (b"3", b"4")), over("c", version=3, rated=False)],
    ]

    async def written(name: str, quick: bool) -> list[list[tuple[object, ...]]]:
        file = tmp_path / name
        async with opened(f"sqlite:///{file}", node="here") as store:
            store._runner.quick = quick
            for changes in stories:
                assert await store.commit(changes) == frozenset()
        with closing(sqlite3.connect(file)) as driver:
            asked = [
                f"SELECT * FROM {table} ORDER BY 1, 2"
                for table in ("tables", "log", "records", "record_names")
            ]
            return [driver.execute(each).fetchall() for each in asked]

    async def main() -> None:
        quick, general = await written("quick.db", True), await written("general.db", False)
        assert quick == general
        assert [len(rows) for rows in quick] == [3, 11, 2, 4]

    asyncio.run(main())


def test_a_table_of_somebody_else_is_lost_alone_by_either_way(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(f"sqlite:///{tmp_path / 'tavola.db'}") as store:
            await store.commit([new("a", b"1"), new("b", b"1")])
            theirs = Change("a", 2, (), fence=7, listing=listing("a", status="over"))
            ours = Change("b", 2, (b"2",), listing=listing("b", status="playing"))
            assert await store.commit([theirs, ours, new("c", b"1")]) == {"a"}
            assert await store.running() == ["a", "b", "c"]
            assert await store.log("b") == [b"1", b"2"]

    asyncio.run(main())


def test_more_rows_than_one_statement_takes(url: str) -> None:
    async def main() -> None:
        async with opened(url) as store:
            tables = [f"t{number}" for number in range(2 * AT_ONCE + 5)]
            await store.commit([new(table, b"0") for table in tables])
            await store.commit([Change(table, 2, (table.encode(), b"then")) for table in tables])
            for table in tables:
                assert await store.log(table) == [b"0", table.encode(), b"then"]

    asyncio.run(main())


def test_a_taken_version_is_told_by_the_general_way(url: str) -> None:
    async def main() -> None:
        async with opened(url) as store:
            await store.commit([new("a", b"0"), new("b", b"0")])
            await store.commit([Change("a", 2, (b"first",))])
            with pytest.raises(Clash) as caught:
                await store.commit([Change("b", 2, (b"x",)), Change("a", 2, (b"second",))])
            assert caught.value.tables == {"a"}
            assert await store.log("a") == [b"0", b"first"]
            assert await store.log("b") == [b"0"]

    asyncio.run(main())
