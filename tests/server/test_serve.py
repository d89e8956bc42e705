"""The whole server as a process: killed in the middle and started again, asked to stop, nothing lost."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tavola.table.fair_check import check
from tests.server.running import DOORS, LinesGuest, by_lines, running

PORTS = ("http", "lines", "training", "battle", "tournament")
KILLS = 4


@asynccontextmanager
async def a_process(
    folder: Path, start: tuple[str, ...] = ("-m", "tavola"), /, **options: Any
) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """`tavola serve` on free ports, and where its lines are."""
    arguments = [f"--{name}-port=0" for name in PORTS]
    arguments += [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *(*start, "serve", "--json", f"--storage=sqlite:///{folder / 'tavola.db'}", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(60):
            told = json.loads(await process.stdout.readline())
        yield process, int(told["ports"]["lines"])
    finally:
        if process.returncode is None:
            killed(process)
        await process.communicate()


def killed(process: asyncio.subprocess.Process) -> None:
    """At once and without a word, as by kill -9."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGKILL)


async def connected(port: int, name: str) -> LinesGuest:
    guest = LinesGuest(*await asyncio.open_connection("127.0.0.1", port, limit=1 << 22))
    try:
        await guest.hello(token=f"the long token of {name}", name=name)
    except OSError:  # the server was killed first: nobody else will close it
        await guest.close()
        raise
    return guest


class Player:
    """Plays at random, remembers the last thing it heard, sends again what was not answered."""

    def __init__(self, name: str, rng: Random) -> None:
        self.name, self.rng = name, rng
        self.version = 0
        self.seen: dict[int, Any] = {}  # every news by its version: none may ever change
        self.unanswered: dict[str, Any] | None = None
        self.number = 0

    @property
    def had_enough(self) -> bool:
        """Does it give up now?"""
        return False

    def hears(self, news: dict[str, Any]) -> None:
        """The same version always tells the same."""
        told = {key: news[key] for key in ("turn", "steps", "sight")}
        assert self.seen.setdefault(news["version"], told) == told
        self.version = max(self.version, news["version"])

    async def plays(self, port: int, table: str) -> bool:
        """Until the game is over (True) or the server is gone (False)."""
        guest = None
        try:
            guest = await connected(port, self.name)
            state = await guest.ask("resume", table=table, since=self.version, id=f"back {self.rng.random()}")
            missed = [news["version"] for news in state.get("missed", [])]
            assert missed == list(range(self.version + 1, state["version"] + 1)) or not self.version
            for news in state.get("missed", []):
                self.hears(news)
            if self.unanswered is not None:
                await guest.send(**self.unanswered)
                said = await guest.until(lambda said: said.get("id") == self.unanswered["id"])  # type: ignore[index]
                assert said["type"] in ("news", "done"), said
                self.unanswered = None
            return await self._goes_on(guest, table)
        except (ConnectionError, OSError):
            return False
        finally:
            if guest is not None:
                await guest.close()

    async def _goes_on(self, guest: LinesGuest, table: str) -> bool:
        state = await guest.ask("resume", table=table, id=f"now {self.rng.random()}")
        at, read = guest.heard.index(state) + 1, 0  # news may have come right behind it
        while True:
            for news in guest.heard[read:]:
                if news["type"] == "news":
                    self.hears(news)
            read = len(guest.heard)
            if "over" in state:
                return True
            moves = state["sight"].get("moves")
            if moves and self.had_enough:  # in its turn: nobody else is about to move
                await guest.ask("resign", table=table, id=f"{self.name} gives up")
                return True
            if moves:
                self.number += 1
                id_ = f"{self.name} {self.number}"
                self.unanswered = {"type": "play", "table": table, "move": self.rng.choice(moves), "id": id_}
                await guest.send(**self.unanswered)
                state = await guest.until(lambda said, id_=id_: said.get("id") == id_, read)  # type: ignore[misc]
                assert state["type"] == "news", state
                self.unanswered = None
            else:
                state = await guest.until(lambda said: said["type"] == "news", at)
            at = guest.heard.index(state, at) + 1


@pytest.mark.parametrize("game", ["scopetta", "5000"])
def test_killed_again_and_again_a_game_goes_on_where_it_was(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        rng = Random(game)
        players = [Player("ada", Random(1)), Player("bo", Random(2))]
        table, done = "", [False, False]
        for life in range(200):
            # Two who answer at once are quicker than people may be.
            async with a_process(tmp_path, connection_rate="100000/1", name_rate="100000/1") as (
                process,
                port,
            ):
                if not table:
                    opener = await connected(port, "ada")
                    options = {"goal": "2000"} if game == "5000" else {}  # 5000 by chance takes minutes
                    table = (await opener.ask("create", game=game, options=options))["table"]
                    for player in players:
                        sitting = await connected(port, player.name)
                        await sitting.ask("join", table=table, id="sit")
                        await sitting.close()
                    await opener.close()
                playing = asyncio.gather(*(player.plays(port, table) for player in players))
                if life < KILLS:
                    await asyncio.sleep(rng.uniform(0.05, 0.6))
                    killed(process)
                async with asyncio.timeout(120):
                    done = await playing
            if all(done):
                break
        assert all(done)
        async with running(tmp_path) as server:
            record = await server.store.record(table)
            assert record is not None
            assert check(record).fits
            guest = await by_lines(server)
            await guest.hello(token="the long token of ada")
            state = await guest.ask("resume", table=table)
            assert state["version"] == players[0].version == players[1].version
            played = [move for who, move in record.moves if who >= 0]
            assert len(played) == sum(player.number for player in players), "none lost, none doubled"
            await guest.close()

    asyncio.run(story())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT] if sys.platform != "win32" else [])
def test_asked_to_stop_it_says_goodbye_and_ends_with_0(how: int, tmp_path: Path) -> None:
    async def story() -> None:
        async with a_process(tmp_path, drain_seconds=0) as (process, port):
            guest = await connected(port, "ada")
            table = (await guest.ask("create", game="421"))["table"]
            process.send_signal(how)
            async with asyncio.timeout(30):
                await guest.over.wait()
            assert guest.heard[-1]["type"] == "closing"
            async with asyncio.timeout(30):
                assert await process.wait() == 0
            assert process.stderr is not None
            assert b"Traceback" not in await process.stderr.read()
            await guest.close()
        async with a_process(tmp_path) as (_, port):
            guest = await connected(port, "ada")
            assert (await guest.ask("watch", table=table))["status"] == "waiting"
            await guest.close()

    asyncio.run(story())


def test_games_may_finish_while_it_drains(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, drain_seconds=60.0) as server:
            ada, bo = await (await by_lines(server)).hello(), await (await by_lines(server)).hello()
            table = (await ada.ask("create", game="scopetta"))["table"]  # 421 may be over at once
            for guest in (ada, bo):
                await guest.ask("join", table=table)
            server.stop()
            closed = asyncio.create_task(server.closed())
            while not server.manager.draining:
                await asyncio.sleep(0.01)
            assert (await ada.ask("create", game="421"))["code"] == "closing"
            assert (await ada.ask("chat", table=table, text="still here"))["type"] == "done"
            assert not closed.done()
            await bo.ask("resign", table=table)
            async with asyncio.timeout(30):
                await closed
            assert ada.heard[-1]["type"] == "closing"
            for guest in (ada, bo):
                await guest.close()

    asyncio.run(story())


def test_while_it_drains_players_come_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, drain_seconds=60.0) as server:
            ada, bo = [await (await by_lines(server)).hello() for _ in range(2)]
            table = (await ada.ask("create", game="scopetta", clock={"decision": 30}))["table"]
            for guest in (ada, bo):
                await guest.ask("join", table=table)
            server.stop()
            closed = asyncio.create_task(server.closed())
            while not server.manager.draining:
                await asyncio.sleep(0.01)
            await bo.close()
            for door in DOORS.values():
                again = await (await door(server)).hello(token=bo.token)
                state = await again.ask("resume", table=table)
                assert (state["you"], state["status"]) == (1, "playing")
                await again.close()
            server.stop()
            async with asyncio.timeout(30):
                await closed
            await ada.close()

    asyncio.run(story())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM")
def test_a_stop_with_games_in_play_takes_seconds_and_clocks_go_on_where_they_stood(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_process(tmp_path) as (process, port):
            ada, bo = await connected(port, "ada"), await connected(port, "bo")
            clock = {"decision": 20, "game": 100}
            table = (await ada.ask("create", game="scopetta", clock=clock))["table"]
            await ada.ask("join", table=table, seat=0)
            actor = (await bo.ask("join", table=table, seat=1))["sight"]["actor"]
            await asyncio.sleep(2.0)
            stopped = time.monotonic()
            process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(30):
                assert await process.wait() == 0
            took = time.monotonic() - stopped
            assert took < 10.0, took  # 3 of them for games that end; the rest is the machine's
            assert [guest.heard[-1]["type"] for guest in (ada, bo)] == ["closing", "closing"]
            for guest in (ada, bo):
                await guest.close()
        await asyncio.sleep(1.0)
        async with a_process(tmp_path) as (_, port):
            await asyncio.sleep(1.0)  # tables are back, players are not
            ada, bo = await connected(port, "ada"), await connected(port, "bo")
            waits, moves = (bo, ada) if actor == 0 else (ada, bo)
            assert "decision" not in (await waits.ask("resume", table=table))["time"]  # it stands still
            left = (await moves.ask("resume", table=table))["time"]
            assert 20 - 2 - took - 1 < left["decision"] <= 18.1, (left, took)
            assert left["game"][actor] == pytest.approx(80 + left["decision"], abs=0.1)
            assert left["game"][1 - actor] == 100
            for guest in (ada, bo):
                await guest.close()

    asyncio.run(story())


def test_asked_twice_it_waits_for_no_game_and_nothing_is_left_undone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with running(tmp_path, drain_seconds=60.0) as server:
            ada, bo = await (await by_lines(server)).hello(), await (await by_lines(server)).hello()
            table = (await ada.ask("create", game="scopetta"))["table"]
            for guest in (ada, bo):
                await guest.ask("join", table=table)
            reader, writer = await asyncio.open_connection("127.0.0.1", server.ports["training"])
            await reader.readuntil(b">> ")
            closed = asyncio.create_task(server.closed())
            server.stop()
            while not server.manager.draining:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.2)
            server.stop()
            async with asyncio.timeout(30):
                await closed
            writer.close()
            for guest in (ada, bo):
                await guest.close()
        gc.collect()  # what nobody asked about says so now

    asyncio.run(story())
    assert "never retrieved" not in caplog.text


# What the event loop of Windows says, said by this one.
NO_HANDLERS = """
import asyncio, sys
def refused(*_):
    raise NotImplementedError
asyncio.SelectorEventLoop.add_signal_handler = refused
sys.modules["uvloop"] = None
from tavola.__main__ import main
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT] if sys.platform != "win32" else [])
def test_a_loop_without_signal_handlers_stops_as_well(how: int, tmp_path: Path) -> None:
    async def story() -> None:
        async with a_process(tmp_path, ("-c", NO_HANDLERS)) as (process, port):
            guest = await connected(port, "ada")
            process.send_signal(how)
            async with asyncio.timeout(60):
                assert await process.wait() == 0
            await guest.close()

    asyncio.run(story())
