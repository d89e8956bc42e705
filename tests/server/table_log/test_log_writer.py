"""A scribe that is a real process, and what becomes of it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tavola.server.store import Change, Clash, Store
from tavola.server.table_log import batches
from tavola.server.table_log.appending import Batch
from tavola.server.table_log.log_writer import LogWriter
from tavola.server.telemetry.metrics import Metrics
from tests.server.store.samples import new, opened

pytestmark = pytest.mark.skipif(not batches.POSSIBLE, reason="no scribes on this system")
TABLES = [f"t{number}" for number in range(5)]


def log_writer_of(store: Store) -> LogWriter:
    log_writer = store._runner._log_writer  # type: ignore[attr-defined]
    assert isinstance(log_writer, LogWriter)
    return log_writer


async def begin(store: Store) -> None:
    await store.commit([new(table, b"0") for table in TABLES])
    await store.start_log_writer()


def moves(version: int) -> list[Change]:
    return [Change(table, version, (b"%d" % version,)) for table in TABLES]


def test_what_it_writes_is_read_here_and_the_two_ways_take_turns(sqlite: str) -> None:
    async def main() -> None:
        async with opened(sqlite) as store:
            await begin(store)
            for version in range(2, 40):
                more = [new(f"other{version}", b"0")] if version % 3 == 0 else []
                await store.commit([*moves(version), *more])
            assert log_writer_of(store).running
            for table in TABLES:
                assert await store.log(table) == [b"0", *(b"%d" % version for version in range(2, 40))]

    asyncio.run(main())


def test_a_clash_is_told_as_ever(sqlite: str) -> None:
    async def main() -> None:
        async with opened(sqlite) as store:
            await begin(store)
            await store.commit(moves(2))
            with pytest.raises(Clash) as caught:
                await store.commit([Change("t1", 3, (b"x",)), Change("t2", 2, (b"y",))])
            assert caught.value.tables == {"t2"}
            assert await store.log("t1") == [b"0", b"2"]

    asyncio.run(main())


def test_without_its_scribe_the_store_writes_by_itself(sqlite: str) -> None:
    async def main() -> None:
        async with opened(sqlite) as store:
            await begin(store)
            log_writer = log_writer_of(store)
            log_writer._process.send_signal(signal.SIGTERM)  # which is not for him
            await store.commit(moves(2))
            assert log_writer.running
            log_writer._process.kill()
            written = 2
            while log_writer.running:  # a batch may be on its way when he goes: the store writes it then
                written += 1
                await store.commit(moves(written))
            await store.commit(moves(written + 1))
            for table in TABLES:
                assert await store.log(table) == [b"0", *(b"%d" % v for v in range(2, written + 2))]

    asyncio.run(main())


def test_a_batch_it_had_written_when_it_went_is_a_clash(sqlite: str) -> None:
    """Nobody knows whether it is written; the log does."""

    async def main() -> None:
        async with opened(sqlite) as store:
            await begin(store)
            log_writer = log_writer_of(store)
            assert await log_writer.append(Batch([("t0", 0, 2, b"2")]))
            log_writer._process.kill()
            while log_writer.running:
                await asyncio.sleep(0.01)
            with pytest.raises(Clash):
                await store.commit([Change("t0", 2, (b"2",))])
            assert await store.log("t0") == [b"0", b"2"]

    asyncio.run(main())


def test_it_ends_with_the_store(sqlite: str) -> None:
    async def main() -> subprocess.Popen[bytes]:
        async with opened(sqlite) as store:
            await begin(store)
            return log_writer_of(store)._process

    assert asyncio.run(main()).returncode == 0
    assert batches.is_free(Path(sqlite.removeprefix("sqlite:///")))


DYING = """
import asyncio, os, sys
from tavola.server.store import Store
async def main():
    store = await Store.open(sys.argv[1])
    await store.start_log_writer()
    print(store._runner._log_writer._process.pid, flush=True)
    os.kill(os.getpid(), 9)
asyncio.run(main())
"""


def test_a_killed_server_leaves_none(sqlite: str) -> None:
    done = subprocess.run([sys.executable, "-c", DYING, sqlite], capture_output=True, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert int(done.stdout) > 0
    assert batches.wait_until_free(Path(sqlite.removeprefix("sqlite:///")))


def test_the_next_server_waits_for_the_scribe_of_the_last(sqlite: str, tmp_path: Path) -> None:
    file = Path(sqlite.removeprefix("sqlite:///"))
    sits = f"""
import pathlib, sys, time
from tavola.server.table_log import batches
from tavola.server.table_log.appending import Batch
with batches.exclusive(pathlib.Path({str(file)!r})):
    print("sits", flush=True)
    time.sleep(0.5)
    pathlib.Path({str(tmp_path / "done")!r}).write_text("done")
"""
    with subprocess.Popen([sys.executable, "-c", sits], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"sits\n"

        async def main() -> None:
            async with opened(sqlite):
                assert (tmp_path / "done").exists()

        asyncio.run(main())


def test_half_a_batch_is_none(tmp_path: Path) -> None:
    batch = Batch([("a", 0, 1, b"x")], [("one", [(1, None)])])
    whole = batches.encoded(batch)
    for length in range(len(whole)):
        path = tmp_path / "dictation"
        path.write_bytes(whole[:length])
        with path.open("rb") as dictation:
            assert batches.read(dictation) is None
    path.write_bytes(whole + whole)
    with path.open("rb") as dictation:
        assert [batches.read(dictation) for _ in range(3)] == [batch] * 2 + [None]


def test_what_is_on_the_disk_needs_no_server(sqlite: str) -> None:
    async def main() -> None:
        async with opened(sqlite) as store:
            await begin(store)
            await store.commit(moves(2))
            assert log_writer_of(store).running
            file = sqlite.removeprefix("sqlite:///")
            with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as other:
                found = other.execute("SELECT count(*) FROM log WHERE version = 2").fetchone()
            other.close()
            assert found == (len(TABLES),)

    asyncio.run(main())


def test_it_says_nothing_when_its_server_is_gone(sqlite: str) -> None:
    """Whatever it is doing then: nobody reads its answers any more."""
    file = Path(sqlite.removeprefix("sqlite:///"))

    async def main() -> None:
        async with opened(sqlite) as store:
            await store.commit([new(table, b"0") for table in TABLES])

    asyncio.run(main())
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-m", "tavola.server.table_log", str(file), str(theirs.fileno())]
    with subprocess.Popen(command, pass_fds=(theirs.fileno(),), stderr=subprocess.PIPE) as process:
        theirs.close()
        assert ours.recv(1) == batches.READY
        for version in range(2, 50):
            ours.sendall(batches.encoded(Batch([("t0", 0, version, b"x")])))
        ours.close()  # with answers unread
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_why_it_could_not_write_comes_in_any_pieces(sqlite: str) -> None:
    async def main() -> None:
        async with opened(sqlite) as store:
            await begin(store)
            log_writer, why, answers = log_writer_of(store), list[str](), list[bool]()
            log_writer._on_failure = why.append
            log_writer._asked.extend([answers.append] * 4)
            said = b"".join(
                [
                    batches.failed("disk I/O error"),
                    batches.WRITTEN,
                    batches.failed("x" * 300),
                    batches.NOT_WRITTEN,
                ]
            )
            for byte in said:
                log_writer.data_received(bytes([byte]))
            assert why == ["disk I/O error", "x" * 255]
            assert answers == [False, True, False, False]

    asyncio.run(main())


def test_what_the_disk_refuses_it_has_a_line_and_a_counter(
    sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Locked for a moment: the log writer gives up, the general way does it."""

    async def main() -> None:
        metrics = Metrics()
        async with opened(sqlite) as store:
            await store.commit([new(table, b"0") for table in TABLES])
            await store.start_log_writer(metrics)
            file = sqlite.removeprefix("sqlite:///")
            other = sqlite3.connect(file, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            with contextlib.closing(other):
                writing = asyncio.create_task(store.commit(moves(2)))
                async with asyncio.timeout(60):
                    while not metrics.faults.values:
                        await asyncio.sleep(0.1)
                        log_writer_of(store).unanswered = 0  # it is not hung, it waits
                other.execute("ROLLBACK")
                await writing
            assert metrics.faults.values == {("append",): 1}
            assert await store.log("t0") == [b"0", b"2"]

    asyncio.run(main())
    assert "not written at the first attempt: database is locked" in caplog.text
