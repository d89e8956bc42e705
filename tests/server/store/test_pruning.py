"""Folding logs into records, dropping old records, and what stays for ever."""

from __future__ import annotations

import asyncio
from pathlib import Path
from secrets import token_hex

import pytest
from sqlalchemy import Connection

from tavola.server.retention import Keep, give_back, look, prune, would_prune
from tavola.server.settings import GRACE
from tavola.server.store import Change, StorageTrouble, Store, pruning
from tavola.server.store.address import read
from tavola.server.store.values import Pruned
from tavola.server.telemetry.metrics import Metrics
from tests.server.store.samples import all_records, listing, new, opened, over, with_store

LATER = 1e9  # long after all of these games


async def folded(store: Store, before: float = LATER) -> Pruned:
    done = Pruned()
    while any(found := await store.fold(before)):
        done += found
    return done


async def dropped(store: Store, before: float | None) -> int:
    done = 0
    while found := (await store.drop_records(before)).records:
        done += found
    return done


def test_the_log_goes_and_the_record_stays(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([new("t", b"1", b"2"), new("plays", b"1"), new("waits", b"1", status="waiting")])
        await store.commit([over("t", 3, at=10.0), over("late", at=20.0)])
        kept = await store.record("t")
        assert await store.prunable(15.0, None) == Pruned(1, 3)
        assert await folded(store, before=15.0) == Pruned(1, 3)
        assert await store.log("t") == []
        assert await store.record("t") == kept is not None
        loaded = await store.loaded("t")
        assert loaded is not None
        assert (loaded.entries, loaded.folded) == ([], True)
        there = await store.listing("t")
        assert there is not None
        assert there.status == "over"
        assert {each.table for each in await store.listed(public=None)} == {"plays", "waits", "late"}
        for table in ("plays", "waits", "late"):
            assert len(await store.log(table)) == 1, table
        assert await folded(store, before=15.0) == Pruned()
        assert not await store.buried("t")

    with_store(url, story)


def test_who_has_it_in_memory_can_not_write_to_it(url: str) -> None:
    """Nothing of it comes back, and the others in the same batch are written."""

    async def story(store: Store) -> None:
        await store.commit([over("t"), new("gone", status="closed", changed=1.0), new("u", b"1")])
        await folded(store)
        late = [
            Change("t", 2, (b"chat",)),
            Change("gone", 2, (b"chat",)),
            Change("gone", 3, (), listing=listing("gone")),
        ]
        assert await store.commit([*late, Change("u", 2, (b"2",))]) == {"t", "gone"}
        assert await store.log("u") == [b"1", b"2"]
        for each in late:
            assert await store.commit([each]) == {each.table}
            assert await store.log(each.table) == []
        assert await store.listing("gone") is None

    with_store(url, story)


def test_without_a_record_a_tombstone_is_left(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit(
            [
                new("away", status="closed", changed=1.0),
                new("aborted", status="over", changed=1.0),
                Change("a lease of a service", 1, (), listing=listing("a lease of a service", "closed")),
            ]
        )
        assert await folded(store) == Pruned(2, 2)
        for table in ("away", "aborted"):
            assert await store.loaded(table) is None
            assert await store.buried(table)
        assert await store.owner("a lease of a service") is not None
        assert not await store.buried("never was")
        await store.commit([new("next")])  # whose number may be one of theirs
        assert await store.log("next") == [b"opened"]

    with_store(url, story)


def test_a_long_log_goes_in_steps(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "ENTRIES", 4)

    async def story(store: Store) -> None:
        await store.commit([new("t", *[b"x"] * 9), new("u", *[b"x"] * 2)])
        await store.commit([over("t", 10, at=5.0), over("u", 3, at=6.0)])
        assert await store.fold(LATER) == Pruned(0, 4)
        loaded = await store.loaded("t")
        assert loaded is not None
        assert loaded.folded, "nobody rebuilds a table from half a log"
        assert await store.fold(0.0) == Pruned(0, 4), "what was begun goes on"
        assert await folded(store) == Pruned(2, 5)
        assert (await store.info()).tables == {"folded": 2}

    with_store(url, story)


def test_records_go_by_age_and_standings_stay(url: str) -> None:
    async def story(store: Store) -> None:
        games = [over(f"t{n:03}", at=float(n), seats=("ada", f"bo{n}")) for n in range(60)]
        await store.commit(games)
        before = await store.standings("421", limit=100)
        assert await dropped(store, 30.0) == 0, "its log is still there"
        await folded(store)
        assert await store.prunable(0.0, 30.0) == Pruned(records=30)
        assert await dropped(store, 30.0) == 30
        assert [each.at for each in await all_records(store)] == [float(n) for n in range(59, 29, -1)]
        assert len(await store.records(name="ada", limit=100)) == 30
        assert await store.records(name="bo3") == []
        assert await store.listing("t003") is None
        assert await store.buried("t003")
        assert not await store.buried("t030")
        assert await store.standings("421", limit=100) == before

    with_store(url, story)


def test_a_private_game_is_never_listed_for_want_of_its_table(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([new("t", public=False)])
        end = over("t", 2)
        private = listing("t", "over", public=False)
        await store.commit([Change("t", 2, end.entries, listing=private, finished=end.finished)])
        await folded(store)
        assert await store.records(public=True) == []
        assert len(await store.records()) == 1

    with_store(url, story)


def test_by_size_the_oldest_go(url: str) -> None:
    async def story(store: Store) -> None:
        for n in range(0, 300, 50):
            games = [over(f"t{k:03}", at=float(k), Note=token_hex(2000)) for k in range(n, n + 50)]
            await store.commit(games)
        await prune(store, Keep(GRACE), pause=0)
        used = (await store.size()).used
        assert (await would_prune(store, Keep(GRACE))) == Pruned()
        keep = Keep(GRACE, bytes=used // 2)
        guess = (await would_prune(store, keep)).records
        done = await prune(store, keep, pause=0)
        assert (await store.size()).used <= used // 2
        left = [each.at for each in await all_records(store)]
        assert left == [float(n) for n in range(299, 299 - len(left), -1)]
        assert done.records == 300 - len(left)
        assert 0.5 < guess / done.records < 2.0

    with_store(url, story)


def test_what_is_not_old_stays_however_large_it_is(url: str) -> None:
    async def story(store: Store) -> None:
        import time

        await store.commit([over("t", at=time.time(), Note="x" * 5000), new("u")])
        assert await prune(store, Keep(GRACE, bytes=1.0), pause=0) == Pruned()
        assert await store.record("t") is not None

    with_store(url, story)


def test_two_at_once(url: str) -> None:
    """Beside a server, and a second one of the same kind: everything goes once, and play goes on."""

    async def story() -> None:
        async with opened(url) as server, opened(url, beside=True) as one, opened(url, beside=True) as two:
            await server.commit([over(f"t{n:03}", at=float(n)) for n in range(200)])
            await server.commit([new("plays", b"1")])

            async def play() -> None:
                for version in range(2, 40):
                    assert await server.commit([Change("plays", version, (b"x",))]) == frozenset()

            keep = Keep(GRACE, GRACE)
            found = await asyncio.gather(prune(one, keep, pause=0), prune(two, keep, pause=0), play())
            assert found[0] + found[1] == Pruned(200, 200, 200)
            assert len(await server.log("plays")) == 39
            assert (await server.info()).tables == {"playing": 1}

    asyncio.run(story())


def test_free_space_goes_back_to_the_file_system(sqlite: str) -> None:
    file = read(sqlite).file
    assert file is not None

    async def story() -> None:
        async with opened(sqlite) as store:
            await store.commit([over(f"t{n}", at=1.0, Note="x" * 20_000) for n in range(100)])
        large = file.stat().st_size
        async with opened(sqlite) as store:
            await prune(store, Keep(GRACE, GRACE), pause=0)
            assert (await store.size()).free > large // 2
            assert await give_back(store, pause=0)
            assert (await store.size()).free == 0
        assert file.stat().st_size < large // 4

    asyncio.run(story())


def test_a_file_of_an_older_version_is_made_smaller_by_writing_it_anew(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.db'}"

    def old(connection: Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE something (x)")

    async def story() -> None:
        from tavola.server.store.engine import OnSQLite

        runner = OnSQLite(read(url))  # which is how a file was made before: without a word about its pages
        await runner.write(old)
        await runner.close()
        async with opened(url) as store:
            await store.commit([over(f"t{n}", at=1.0, Note="x" * 20_000) for n in range(50)])
            await prune(store, Keep(GRACE, GRACE), pause=0)
            assert (await store.size()).free > 0
            assert not await give_back(store, pause=0)
            await store.vacuum()
            assert (await store.size()).free == 0
            assert await store._runner.shrink(1)

    asyncio.run(story())


def test_a_database_that_may_not_grow_is_pruned(sqlite: str) -> None:
    """And can be written to again."""

    async def story(store: Store) -> None:
        await store.commit([over(f"t{n}", at=1.0, Note=token_hex(2000)) for n in range(50)])
        await store._runner.write(lambda c: c.exec_driver_sql("PRAGMA max_page_count=1").scalar())
        large = [new("u", b"x" * 100_000)]
        with pytest.raises(StorageTrouble, match="full"):
            await store.commit(large)
        assert await prune(store, Keep(GRACE, GRACE), pause=0) == Pruned(50, 50, 50)
        assert await store.commit(large) == frozenset()

    with_store(sqlite, story)


def test_a_disk_too_full_even_to_delete(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what to do; a server counts it and goes on."""

    async def story(store: Store) -> None:
        async def full(_: float) -> Pruned:
            raise StorageTrouble("database or disk is full")

        monkeypatch.setattr(store, "fold", full)
        with pytest.raises(StorageTrouble, match=r"full; to delete takes .* free a few megabytes"):
            await prune(store, Keep(GRACE))
        metrics = Metrics()
        await look(store, Keep(GRACE), metrics)
        assert 'tavola_faults_total{where="pruning"} 1' in metrics.text()

    with_store(sqlite, story)
