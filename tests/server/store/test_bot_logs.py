"""What bots say of their own games: for their token only, bounded, and gone with what it belongs to."""

from __future__ import annotations

from tavola.server.retention import Keep, prune, would_prune
from tavola.server.store import Store
from tavola.server.store.renaming import Renaming
from tavola.server.store.values import BOT_LOG_BYTES, AuditLine
from tavola.table.messages import LogLine
from tests.server.store.samples import new, over, with_store

SAID = LogLine(2, 0.25, "two ones\0 and \N{SNOWMAN}")


def test_only_its_holder_reads_it_in_the_order_of_the_game(url: str) -> None:
    async def story(store: Store) -> None:
        assert await store.add_bot_log("t", "ada", [LogLine(5), SAID])
        assert await store.add_bot_log("t", "ada", [LogLine(3, text="late")])
        assert await store.add_bot_log("t", "bo", [LogLine(4)])
        assert await store.bot_log("t", "ada") == [SAID, LogLine(3, text="late"), LogLine(5)]
        assert await store.bot_log("t", "bo") == [LogLine(4)]
        assert await store.bot_log("t", "eve") == []
        assert await store.bot_log("another", "ada") == []

    with_store(url, story)


def test_a_game_has_so_many_bytes_and_no_more(sqlite: str) -> None:
    async def story(store: Store) -> None:
        line = LogLine(1, text="x" * 2000)
        kept = 0
        while await store.add_bot_log("t", "ada", [line] * 10):
            kept += 10
        assert 120 <= kept <= BOT_LOG_BYTES // 2000
        assert len(await store.bot_log("t", "ada")) == kept
        assert await store.add_bot_log("t", "bo", [line])

    with_store(sqlite, story)


def test_it_goes_by_age_with_its_record_and_when_there_is_no_room(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([new("t", b"1"), new("u", b"1")])
        await store.commit([over("t", 2, at=10.0), over("u", 2, at=20.0)])
        for table in ("t", "u", "plays"):
            await store.add_bot_log(table, "ada", [SAID])
        while any(await store.fold(1e9)):
            pass
        assert (await store.drop_records(15.0)).records == 1
        assert await store.bot_log("t", "ada") == []
        assert await store.bot_log("u", "ada") == [SAID]
        assert (await would_prune(store, Keep(logs=1e9, bot_logs=-60))).bot_logs == 2
        assert (await prune(store, Keep(logs=1e9, bot_logs=60), pause=0)).bot_logs == 0
        assert (await prune(store, Keep(logs=1e9, bot_logs=-60), pause=0)).bot_logs == 2
        await store.add_bot_log("plays", "ada", [SAID])
        assert (await prune(store, Keep(logs=1e9, bytes=1), pause=0)).bot_logs == 1

    with_store(url, story)


def test_it_goes_with_one_who_is_erased_and_moves_to_a_new_token(url: str) -> None:
    async def story(store: Store) -> None:
        await store.claim("red", "old")
        await store.add_bot_log("t", "old", [SAID])
        await store.add_bot_log("t", "another", [SAID])
        await store.give("red", "new")
        assert await store.bot_log("t", "old") == []
        assert await store.bot_log("t", "new") == [SAID]
        gone = Renaming(frozenset({"red"}), "new", "erased-1", erase=True)
        await store.rename(gone, AuditLine("test", "erase", "erased-1", "asked"))
        assert await store.bot_log("t", "new") == []
        assert await store.bot_log("t", "another") == [SAID]

    with_store(url, story)
