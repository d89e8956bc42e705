"""The journal: in order, in batches, and what could not be written is told to nobody but who wrote it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random

import pytest

from tavola.core.errors import TavolaError
from tavola.core.words import Phrase
from tavola.server.store import Change, Clash
from tavola.server.table_log.journal import MOST_IN_A_BATCH, TOLD_AT_ONCE, Journal
from tavola.server.telemetry.metrics import Metrics
from tavola.table.words import ELSEWHERE_NOW, NOT_WRITTEN


class Book:
    """What a journal writes into: remembers batches, fails or loses tables when told to."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.fails: Exception | None = None
        self.loses: frozenset[str] = frozenset()
        self.meanwhile: Callable[[], None] = lambda: None

    def submit(self, changes: Sequence[Change], answered: Callable[[bool], None], /) -> bool:  # noqa: ARG002
        return False

    async def commit(self, changes: Sequence[Change], /) -> frozenset[str]:
        await asyncio.sleep(0)
        self.meanwhile()
        if self.fails is not None:
            raise self.fails
        self.batches.append([change.table for change in changes])
        return self.loses


def change(table: str) -> Change:
    return Change(table, 1, (b"x",))


class Desk:
    """A journal, and everything it does, in order."""

    def __init__(self) -> None:
        self.book, self.done = Book(), list[str]()
        self.journal = Journal(self.book, Metrics(), self.on_lost)

    def on_lost(self, tables: frozenset[str], why: Phrase) -> None:
        self.done.append(f"lost {'+'.join(sorted(tables))}: {why.en}")

    def write(self, table: str, what: str, *changes: str) -> None:
        self.journal.write(
            table,
            map(change, changes or (table,)),
            lambda: self.done.append(what),
            lambda why: self.done.append(f"not {what}: {why.en}"),
        )

    def after(self, table: str, what: str) -> None:
        self.journal.after(
            table, lambda: self.done.append(what), lambda why: self.done.append(f"not {what}: {why.en}")
        )

    async def __aenter__(self) -> Desk:
        self.journal.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.book.meanwhile = lambda: None
        await self.journal.stop()


def test_everything_is_done_in_the_order_it_came() -> None:
    async def story() -> None:
        async with asyncio.timeout(20), Desk() as batches:
            batches.after("a", "at once")
            assert batches.done == ["at once"]
            batches.write("a", "1")
            batches.after("", "2")
            batches.write("b", "3")
            batches.after("a", "4")
            assert batches.done == ["at once"]
            await batches.journal.flush()
            assert batches.done == ["at once", "1", "2", "3", "4"]
            assert batches.book.batches == [["a", "b"]]

    asyncio.run(story())


def test_what_is_asked_for_while_telling_comes_after_what_was_written_before() -> None:
    async def story() -> None:
        async with asyncio.timeout(20), Desk() as batches:
            batches.journal.write("a", [change("a")], lambda: batches.after("a", "from within"))
            batches.write("a", "written before")
            await batches.journal.flush()
            await batches.journal.flush()
            assert batches.done == ["written before", "from within"]

    asyncio.run(story())


def test_a_large_crowd_is_written_in_batches() -> None:
    async def story() -> None:
        async with asyncio.timeout(20), Desk() as batches:
            many = MOST_IN_A_BATCH * 2 + 7
            for n in range(many):
                batches.write("a", str(n))
            await batches.journal.flush()
            assert batches.done == [str(n) for n in range(many)]
            assert [len(batch) for batch in batches.book.batches] == [MOST_IN_A_BATCH, MOST_IN_A_BATCH, 7]

    asyncio.run(story())


def test_waiting_for_it_ends_though_it_never_rests() -> None:
    async def story() -> None:
        async with asyncio.timeout(20), Desk() as batches:
            batches.book.meanwhile = lambda: batches.write("b", "more")  # with every batch the next begins
            batches.write("a", "mine")
            await batches.journal.flush()
            assert "mine" in batches.done

    asyncio.run(story())


@pytest.mark.parametrize("error", [TavolaError("no"), OSError("no")])
def test_a_batch_that_fails_is_told_to_whoever_wrote_it(error: Exception) -> None:
    async def story() -> None:
        async with asyncio.timeout(20), Desk() as batches:
            batches.book.fails = error
            batches.write("a", "1")
            batches.after("a", "2")
            batches.after("", "a pong")
            batches.book.meanwhile = lambda: (
                batches.write("a", "3, on top of 1") if len(batches.done) == 0 else None
            )
            await batches.journal.flush()
            why = NOT_WRITTEN.en
            assert batches.done == [
                "a pong",
                f"lost a: {why}",
                *(f"not {n}: {why}" for n in ("1", "2", "3, on top of 1")),
            ]
            batches.book.fails = None
            batches.write("a", "again")
            await batches.journal.flush()
            assert batches.done[-1] == "again"

    asyncio.run(story())


def test_a_table_another_node_has_is_lost_alone() -> None:
    async def story() -> None:
        async with asyncio.timeout(20), Desk() as batches:
            batches.book.loses = frozenset({"b"})
            batches.write("a", "1")
            batches.write("b", "2")
            await batches.journal.flush()
            assert batches.done == ["1", f"lost b: {ELSEWHERE_NOW.en}", f"not 2: {ELSEWHERE_NOW.en}"]

    asyncio.run(story())


class Dictated(Book):
    """One for whom a scribe writes; what he answers, and when, is up to the test."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[list[str], Callable[[bool], None]]] = []

    def submit(self, changes: Sequence[Change], answered: Callable[[bool], None], /) -> bool:
        self.asked.append(([change.table for change in changes], answered))
        return True


async def _a_moment() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


def test_the_next_batch_is_dictated_before_the_one_that_is_safe_is_told() -> None:
    async def story() -> None:
        batches = Desk()
        book = batches.book = batches.journal.store = Dictated()
        async with asyncio.timeout(20):
            batches.journal.start()
            batches.journal.write(
                "a", [change("a")], lambda: batches.done.append(f"told beside {len(book.asked)}")
            )
            await _a_moment()
            batches.write("b", "2")
            batches.write("c", "3")
            await _a_moment()
            assert [tables for tables, _ in book.asked] == [["a"]]  # one at a time
            book.asked[0][1](True)
            assert [tables for tables, _ in book.asked] == [["a"], ["b", "c"]]
            assert batches.done == ["told beside 2"]
            book.asked[1][1](True)
            assert batches.done == ["told beside 2", "2", "3"]
            assert book.batches == []  # nothing went the general way
            await batches.journal.stop()

    asyncio.run(story())


def test_what_the_scribe_could_not_write_is_committed() -> None:
    async def story() -> None:
        batches = Desk()
        book = batches.book = batches.journal.store = Dictated()
        book.loses = frozenset({"b"})
        async with asyncio.timeout(20):
            batches.journal.start()
            batches.write("a", "1")
            batches.write("b", "2")
            await _a_moment()
            book.asked[0][1](False)
            await _a_moment()
            assert book.batches == [["a", "b"]]
            assert batches.done == ["1", f"lost b: {ELSEWHERE_NOW.en}", f"not 2: {ELSEWHERE_NOW.en}"]
            await batches.journal.stop()

    asyncio.run(story())


def test_what_was_safe_before_is_told_before_a_table_is_lost() -> None:
    """Though it is told a few at a time, and the next batch may be back in between."""

    async def story() -> None:
        batches = Desk()
        book = batches.book = batches.journal.store = Dictated()
        async with asyncio.timeout(20):
            batches.journal.start()
            crowd = [str(n) for n in range(3 * TOLD_AT_ONCE)]
            for number in crowd:
                batches.write("a", number)
            await _a_moment()
            batches.write("b", "too late")
            book.asked[0][1](True)
            assert batches.done == crowd[:TOLD_AT_ONCE]
            book.fails = OSError("no")
            book.asked[1][1](False)
            await batches.journal.flush()
            why = NOT_WRITTEN.en
            assert batches.done == [*crowd, f"lost b: {why}", f"not too late: {why}"]
            await batches.journal.stop()

    asyncio.run(story())


class Fickle(Book):
    """Dictates or not, writes or not, loses tables or clashes: as the dice of the test say."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self.rng = rng
        self.safe: set[int] = set()  # versions, here the numbers of all that was handed in

    def submit(self, changes: Sequence[Change], answered: Callable[[bool], None], /) -> bool:
        if self.rng.random() < 0.3:
            return False
        self._later(lambda: answered(self._written(changes) if self.rng.random() < 0.8 else False))
        return True

    async def commit(self, changes: Sequence[Change], /) -> frozenset[str]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._later(lambda: done.set_result(None))
        await done
        tables = sorted({change.table for change in changes})
        match self.rng.randrange(8):
            case 0:
                raise TavolaError("no")
            case 1:
                raise Clash({self.rng.choice(tables)})
            case 2:
                lost = frozenset({self.rng.choice(tables)})
            case _:
                lost = frozenset()
        self._written([change for change in changes if change.table not in lost])
        return lost

    def _later(self, what: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(self.rng.choice([0, 0, 0.001]), what)

    def _written(self, changes: Sequence[Change]) -> bool:
        self.safe.update(change.version for change in changes)
        return True


@pytest.mark.parametrize("seed", range(30))
def test_whatever_happens_everything_is_told_once_in_order_and_only_what_is_safe(seed: int) -> None:
    """Against a book that goes wrong in every way it can, with more handed in all the time."""
    rng, number, table_of = Random(seed), 0, dict[int, str]()
    told, refused, let_go = list[int](), list[int](), set[str]()

    async def story() -> None:
        nonlocal number
        book = Fickle(rng)
        journal = Journal(book, Metrics(), lambda tables, _: let_go.update(tables))
        journal.start()

        def hand_in() -> None:
            nonlocal number
            number += 1
            mine, table = number, rng.choice("abcd")
            changes = [Change(table, mine, (b"x",))] if rng.random() < 0.8 else []
            table_of[mine] = table

            def then() -> None:
                assert mine in book.safe or not changes
                told.append(mine)
                if rng.random() < 0.2 and number < 300:
                    hand_in()

            journal.write(table, changes, then, lambda _: refused.append(mine))

        while number < 250:
            for _ in range(rng.randrange(40)):
                hand_in()
            await asyncio.sleep(rng.choice([0, 0, 0.001]))
        while len(told) + len(refused) < number:  # the last ones may have brought more
            await journal.flush()
        await journal.stop()

    asyncio.run(asyncio.wait_for(story(), 60))
    assert sorted(told + refused) == list(range(1, number + 1))  # each once
    assert told == sorted(told)
    assert {table_of[mine] for mine in refused} <= let_go


def test_what_goes_wrong_in_the_telling_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with asyncio.timeout(20), Desk() as batches:
            batches.journal.write("a", [change("a")], lambda: batches.done.append(str(1 // 0)))
            batches.write("a", "next")
            await batches.journal.flush()
            assert batches.done == ["next"]

    asyncio.run(story())
    assert "telling" in caplog.text


def test_stopping_writes_what_is_waiting() -> None:
    async def story() -> None:
        batches = Desk()
        async with asyncio.timeout(20), batches:
            batches.write("a", "last")
        assert batches.done == ["last"]

    asyncio.run(story())


def test_a_table_somebody_else_wrote_to_is_lost_and_the_others_are_written() -> None:
    class Contested(Book):
        async def commit(self, changes: Sequence[Change], /) -> frozenset[str]:
            if taken := {each.table for each in changes} & {"b"}:
                raise Clash(taken)
            return await super().commit(changes)

    async def story() -> None:
        batches = Desk()
        batches.book = batches.journal.store = Contested()
        batches.journal.start()
        for table in "abc":
            batches.write(table, f"told {table}")
        await batches.journal.flush()
        assert batches.book.batches == [["a", "c"]]
        assert batches.done[:2] == ["told a", "told c"]
        assert batches.done[2:] == [f"lost b: {NOT_WRITTEN.en}", f"not told b: {NOT_WRITTEN.en}"]
        await batches.journal.stop()

    asyncio.run(story())


def test_while_the_next_batch_is_written_the_one_before_is_told() -> None:
    async def story() -> None:
        async with asyncio.timeout(20), Desk() as batches:
            told_by_then: list[list[str]] = []
            batches.book.meanwhile = lambda: told_by_then.append(list(batches.done))
            batches.write("a", "1")
            await asyncio.sleep(0)  # the first batch is begun
            await asyncio.sleep(0)
            batches.write("a", "2")
            batches.write("a", "3")
            await batches.journal.flush()
            assert batches.done == ["1", "2", "3"]
            assert batches.book.batches == [["a"], ["a", "a"]]
            assert told_by_then == [[], ["1"]]  # the first one before the second was safe, but never itself

    asyncio.run(story())
