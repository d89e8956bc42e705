"""Lists of tables, records, standings, the export."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

from msgspec import structs

from tavola.core.record import Record
from tavola.server.store import Change, Finished, Standing, Store
from tavola.server.store.reading import MOST
from tests.server.store.samples import all_records, listing, new, over, record, with_store

STRANGE = 'Ève "x" \\ 猫 \u202e \n'


def test_tables_listed(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit(
            [
                new("a", status="waiting", changed=1.0),
                new("b", status="playing", changed=3.0),
                new("c", status="waiting", changed=2.0, game="5000"),
                new("d", status="closed", changed=4.0),
                new("secret", status="waiting", changed=5.0, public=False),
            ]
        )

        async def found(**asked: object) -> list[str]:
            return [each.table for each in await store.listed(**asked)]  # type: ignore[arg-type]

        assert await found() == ["d", "b", "c", "a"]
        assert await found(status="waiting") == ["c", "a"]
        assert await found(game="421", status="waiting") == ["a"]
        assert await found(game="scopetta") == []
        assert await found(limit=2) == ["d", "b"]
        assert await found(limit=-5) == []
        assert await found(public=None, limit=10**30) == ["secret", "d", "b", "c", "a"]
        assert await found(public=False) == ["secret"]
        assert sorted(await store.running()) == ["a", "b", "c", "secret"]

    with_store(url, story)


def test_a_listing_comes_back_as_it_was(url: str) -> None:
    whole = replace(
        listing(), seats=[STRANGE, "", "bo\0"], options={"à": "é"}, rated=True, changed=1.1e9 + 0.123
    )

    async def story(store: Store) -> None:
        await store.commit([Change("t", 1, (b"1",), listing=whole)])
        assert await store.listed() == [whole]
        assert await store.listing("t") == whole
        later = replace(whole, status="closed", seats=[], changed=9.0)
        await store.commit([Change("t", 2, (), listing=later)])
        assert await store.listing("t") == later
        assert await store.listing("u") is None

    with_store(url, story)


def test_running_tables_of_a_node(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([new("a", created=2.0), new("b", created=1.0), new("over", status="over")])
        assert await store.running(node="one") == ["b", "a"]
        assert await store.running(node="two") == []
        await store.take("a", "two")
        assert await store.running(node="one") == ["b"]
        assert await store.running(node="two") == ["a"]

    with_store(url, story, node="one")


def test_a_record_comes_back_as_it_was(url: str) -> None:
    whole = record(("ada", STRANGE, "nul\0"), (0, 2), Table="t", Seed="00ff")

    async def story(store: Store) -> None:
        finished = Finished(whole, 12.5, True, "time", (False, True, False))
        await store.commit([Change("t", 1, (b"1",), listing=listing(), finished=finished)])
        kept = await store.record("t")
        assert kept is not None
        assert kept == replace(whole, tags={**whole.tags, "Counts": kept.tags["Counts"]})
        assert await store.record("u") is None
        (summary,) = await store.records()
        assert (summary.table, summary.game, summary.at, summary.rated) == ("t", "421", 12.5, True)
        assert summary.seats == whole.seats
        assert (summary.winners, summary.scores) == ((0, 2), (1, 0, 1))
        assert (summary.how, summary.bots) == ("time", (False, True, False))

    with_store(url, story)


def test_records_by_game_name_and_page(url: str) -> None:
    async def story(store: Store) -> None:
        changes = [over(f"t{n}", at=float(n // 2), seats=("Ada", "bo" if n % 3 else "cy")) for n in range(10)]
        await store.commit([*changes, over("x", at=99.0, game="5000", seats=("ada", "ada"))])
        everything = [each.table for each in await store.records()]
        assert everything == ["x", "t9", "t8", "t7", "t6", "t5", "t4", "t3", "t2", "t1", "t0"]
        assert [each.table for each in await store.records(game="421", limit=3)] == ["t9", "t8", "t7"]
        assert [each.table for each in await store.records(name=" ADA ")] == everything
        assert [each.table for each in await store.records(name="CY")] == ["t9", "t6", "t3", "t0"]
        assert [each.table for each in await store.records(name="cy", game="5000")] == []
        assert [each.table for each in await store.records(before=2.0)] == ["t3", "t2", "t1", "t0"]
        for name in (None, "ada"):  # two to a page: games that ended in the same moment are on different ones
            assert [each.table for each in await all_records(store, 2, name)] == everything

    with_store(url, story)


async def counted(store: Store, game: str, limit: int = 100) -> list[Standing]:
    """Without ratings, which have tests of their own."""
    return [line._replace(mu=None, sigma=None) for line in await store.standings(game, limit)]


def test_standings_count_rated_games(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit(
            [
                over("a", seats=("Ada", "bo"), winners=(0,)),
                over("b", seats=("bo", "ADA"), winners=(0, 1)),
                over("c", seats=("cy", "ada"), winners=(1,), rated=False),
                over("d", seats=("house", "house"), winners=(1,), bots=(True, False)),
                over("e", seats=("ada", "bo"), winners=(0,), game="5000"),
                over("f", seats=("", "di"), winners=(1,)),
            ]
        )
        assert await counted(store, "421") == [
            Standing("ADA", 2, 2, False),
            Standing("di", 1, 1, False),
            Standing("house", 1, 1, False),
            Standing("bo", 2, 1, False),
            Standing("house", 1, 0, True),
        ]
        assert await counted(store, "5000", 1) == [Standing("ada", 1, 1, False)]
        await store.commit([over("g", seats=("bo", "ada"), winners=(0,))])
        assert (await counted(store, "421"))[:2] == [
            Standing("ada", 3, 2, False),
            Standing("bo", 3, 2, False),
        ]

    with_store(url, story)


def test_export(url: str) -> None:
    async def story(store: Store) -> None:
        assert [each async for each in store.export()] == []
        games = [record(("ada", STRANGE), Table=f"t{n}") for n in range(300)]
        for begin in range(0, 300, 100):
            await store.commit(
                [
                    # All at the same few moments, so that pages end in the middle of one.
                    Change(
                        f"t{n:03}", 1, (), listing=listing(), finished=Finished(games[n], n // 90, False, "")
                    )
                    for n in range(begin, begin + 100)
                ]
            )
        assert [each async for each in store.export()] == games
        assert [Record.parse(line) async for line in store.export_json()] == games

    with_store(url, story)


def test_an_export_holds_only_a_few_records_at_a_time(sqlite: str) -> None:
    long = replace(record(), moves=((0, "keep 421 hit"),) * 2000)
    number = 600

    async def story(store: Store) -> None:
        for n in range(number):
            finished = Finished(long, float(n), False, "")
            await store.commit([Change(f"t{n}", 1, (), listing=listing(), finished=finished)])
        sizes = [len(line) async for line in store.export_json()]
        tracemalloc.start()
        try:
            seen = 0
            async for line in store.export_json():
                seen += len(line)
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert (len(sizes), sum(sizes)) == (number, seen)
        assert most < seen / 2

    with_store(sqlite, story)


def test_an_answer_is_bounded(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([new(f"t{n}") for n in range(MOST + 5)])
        assert len(await store.listed(limit=10**6)) == MOST
        assert len(await store.running()) == MOST + 5

    with_store(url, story)


def test_records_of_private_tables_are_not_listed_but_there(url: str) -> None:
    async def story(store: Store) -> None:
        for number in range(6):
            table = f"t{number}"
            await store.commit([new(table, b"0", public=number % 2 == 0)])
            await store.commit([structs.replace(over(table, version=2, at=float(number)), listing=None)])
        await store.commit([over("unlisted", at=9.0)])  # by default a public one
        shown = await store.records(public=True, limit=3)
        assert [each.table for each in shown] == ["unlisted", "t4", "t2"]
        last = shown[-1]
        rest = await store.records(public=True, before=last.at, beyond=last.table, limit=3)
        assert [each.table for each in rest] == ["t0"]
        assert len(await store.records()) == 7
        assert await store.record("t1") is not None

    with_store(url, story)


def test_what_no_database_can_hold_is_found_nowhere(url: str) -> None:
    async def story(store: Store) -> None:
        for odd in ("\0", "a\0b", "\ud800"):
            assert await store.record(odd) is None
            assert await store.listing(odd) is None
            assert await store.log(odd) == []
            assert await store.owner(odd) is None
            assert await store.take(odd, "n1") is None
            assert await store.listed(game=odd) == []
            assert await store.records(game=odd, name=odd) == []
            assert await store.records(before=1.0, beyond=odd) == []
            assert await store.standings(odd) == []
            assert await store.scoreboard(odd) == []
            assert await store.owner_of(odd) is None
            assert await store.names_of(odd) == []

    with_store(url, story)


def test_entries_are_found_by_what_is_in_them(url: str) -> None:
    async def story(store: Store) -> None:
        entries = (b'{"id":"a"}', b'{"id":"b%_"}', b'{"x":"\xff\x00"}', b'{"id":"a"}')
        await store.commit(
            [structs.replace(new("t"), entries=entries), structs.replace(new("u"), entries=entries)]
        )
        assert await store.search("t", [b'"a"']) == (4, [(1, entries[0]), (4, entries[3])])
        assert await store.search("t", [b"%", b"\x00"]) == (4, [(2, entries[1]), (3, entries[2])])
        assert await store.search("t", [b"nowhere"]) == (4, [])
        assert await store.search("nobody's", [b"a"]) == (0, [])

    with_store(url, story)
