"""The app at a real server: two people to the end, a server that dies in between, a lobby, a spectator."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from bench.chaos_house import quiet_ports
from tavola.client.client import Client
from tavola.client.errors import Refused
from tavola.table import messages as m
from tavola.terminal.app import around
from tavola.terminal.app.app import TavolaApp
from tavola.terminal.app.away import Away, Journey
from tavola.terminal.app.lobby import Lobby
from tavola.terminal.app.place import ServerPlace, read_place
from tavola.terminal.app.remote import Remote
from tavola.terminal.app.source import TimeLeft
from tavola.terminal.app.table import Preferences
from tests.client.house import House, house
from tests.terminal.app.person import Person, run


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose seats are whose is kept in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@asynccontextmanager
async def visitor(
    url: str,
    name: str,
    *,
    watch: bool = False,
    claim: bool = False,
    sits: bool = True,
    size: tuple[int, int] = (100, 30),
) -> AsyncIterator[Person]:
    """Somebody who runs `tavola join`, and sits down if he is asked whether he wants to."""
    away = Away(Journey(read_place(url), name, None, watch, claim))
    app = TavolaApp(away.story, Preferences(delay=0))
    async with app.run_test(size=size) as pilot:
        person = Person(pilot)
        if sits and away.journey.place.table is not None:
            await person.until(lambda: person.has_table() or person.dialog is not None or not app.is_running)
            if asks_to_sit(person):
                await person.press("enter")
        yield person


def asks_to_sit(person: Person) -> bool:
    return person.dialog is not None and "Do you sit down?" in map(str, person.dialog.lines)


@asynccontextmanager
async def waiting_table(
    there: House, game: str, **options: str
) -> AsyncIterator[tuple[Client, str]]:  # pragma: no branch
    async with Client.connect(there.websocket, name="opener") as opener:
        table = await opener.create(game, options=options)
        yield opener, f"http://127.0.0.1:{there.settings.http_port}/table/{table.id}"


async def play_out(person: Person, luck: Random) -> None:
    """At a server one may be asked long after; a dialog with one answer is the end of a hand."""
    for _ in range(3000):
        await person.ready()
        if person.dialog is None:
            await person.decide(luck)
            await person.pilot.pause()
        elif len(person.dialog.answers) == 1:
            await person.press("enter")
        else:
            return


def test_two_people_play_to_the_end_and_once_more(tmp_path: Path) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            there = await stack.enter_async_context(house(tmp_path))
            _, url = await stack.enter_async_context(waiting_table(there, "dice-poker", goal="60"))
            ada = await stack.enter_async_context(visitor(url, "ada"))
            await ada.until(ada.has_table)
            bob = await stack.enter_async_context(visitor(url, "bob"))
            await asyncio.gather(play_out(ada, Random(1)), play_out(bob, Random(2)))
            for person in (ada, bob):
                source = person.table.source
                assert isinstance(source, Remote)
                assert source.table.over is not None
                winners = {source.names[seat] for seat in source.table.over.winners}
                assert person.dialog is not None
                assert any(name in str(person.dialog.lines[1]) for name in winners)
            old = ada.table
            await ada.press("v")
            await bob.press("r")
            for person in (ada, bob):
                await person.until(lambda who=person: who.log.count("bob wants a rematch") == 1)  # type: ignore[misc]
            await ada.until(lambda: " r  rematch " in ada.seen())
            await ada.press("r")  # whoever only looked at the table may say yes after all
            for person in (ada, bob):
                await person.until(lambda who=person: who.has_table() and who.table.board.view is not None)  # type: ignore[misc]
            await ada.until(lambda: ada.has_table() and ada.table is not old)
            await ada.until(lambda: ada.is_asked or bob.is_asked)

    run(story())


def test_cards_stay_hidden_and_who_gives_up_has_lost(tmp_path: Path) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            there = await stack.enter_async_context(house(tmp_path))
            _, url = await stack.enter_async_context(waiting_table(there, "scopetta"))
            ada = await stack.enter_async_context(visitor(url, "ada"))
            await ada.until(ada.has_table)
            watcher = await stack.enter_async_context(visitor(url, "eve", watch=True))
            await watcher.until(watcher.has_table)
            bob = await stack.enter_async_context(visitor(url, "bob"))
            for _ in range(4):
                await ada.until(lambda: ada.is_asked or bob.is_asked)
                who = ada if ada.is_asked else bob
                await who.decide(Random(1))
                await who.until(lambda who=who: not who.is_asked)  # type: ignore[misc]
            await bob.press("f5", "y")
            for person in (ada, bob, watcher):
                await person.until(lambda who=person: who.dialog is not None)  # type: ignore[misc]
                assert "ada wins" in str(person.dialog.lines[1])  # type: ignore[union-attr]
            assert "ada gets" in ada.log
            assert "bob gets" not in ada.log
            assert "ada gets" not in watcher.log
            assert "bob gets" not in watcher.log
            assert watcher.table.board.view is not None
            assert watcher.table.board.view.seat is None

    run(story())


class Serving:
    """`tavola serve` as a process of its own, that can be killed and started again at the same place."""

    def __init__(self, folder: Path) -> None:
        (self.port,) = quiet_ports()
        doors = [f"--{door}-port=0" for door in ("lines", "training", "battle", "tournament")]
        storage = f"--storage=sqlite:///{folder / 'tavola.db'}"
        self._args = [sys.executable, "-m", "tavola", "serve", f"--http-port={self.port}", *doors, storage]
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(self._args, stdin=quiet, stdout=quiet, stderr=quiet)
        async with asyncio.timeout(60):
            while True:
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    writer.close()
                    return
                await asyncio.sleep(0.1)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Serving]:
    there = Serving(folder)
    await there.start()
    try:
        yield there
    finally:
        there.kill()


def test_a_server_that_is_killed_and_comes_back_loses_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            there = await stack.enter_async_context(serving(tmp_path))
            url = f"ws://127.0.0.1:{there.port}/ws"
            async with Client.connect(url, name="opener") as opener:
                table = await opener.create("dice-poker", options={"goal": "100"})
                link = ServerPlace(url).link(table.id)
            ada = await stack.enter_async_context(visitor(link, "ada"))
            await ada.until(ada.has_table)
            bob = await stack.enter_async_context(visitor(link, "bob"))
            await bob.until(bob.has_table)
            await ada.until(lambda: " rolls " in ada.log and " rolls " in bob.log)  # both heard how it begins
            await ada.until(lambda: ada.is_asked or bob.is_asked)
            first = ada if ada.is_asked else bob
            there.kill()
            await first.decide(Random(1))  # into the void: it is said again when there is somebody to hear it
            await first.until(lambda: "connection lost" in first.seen())
            await there.start()
            await asyncio.gather(play_out(ada, Random(1)), play_out(bob, Random(2)))
            await first.until(lambda: "The connection is back." in first.log)
            source = first.table.source
            assert isinstance(source, Remote)
            assert source.table.over is not None
            assert source.table.over.how == "played"
            assert bob.log.count(" rolls ") == ada.log.count(" rolls ")

    run(story())


def test_the_lobby_opens_a_table_and_a_bot_sits_down(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as there:
            url = f"127.0.0.1:{there.settings.http_port}"
            async with visitor(url, "ada") as ada:
                await ada.until(lambda: isinstance(ada.app.screen, Lobby) and "No table" in ada.seen())
                await ada.press("n")
                await ada.until(lambda: "Which game?" in ada.seen())
                await ada.press("down", "enter")
                await ada.until(lambda: "open the table" in ada.seen())
                await ada.press("enter")
                await ada.until(lambda: ada.has_table() and "/table/" in ada.log)
                await ada.press("b")
                await ada.ready()
                assert ada.table.source.rules.info.name == "5000"
                await ada.press("c", *"ciao", "enter")
                await ada.until(lambda: "ada: ciao" in ada.log)
                await ada.press("f5", "y")
                await ada.until(lambda: ada.dialog is not None and "resignation" in ada.seen())
                await ada.press("q")
                await ada.until(lambda: isinstance(ada.app.screen, Lobby))

    run(story())


def test_the_lobby_has_room_for_its_keys_and_the_address_one_typed(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as there:
            url = f"http://127.0.0.1:{there.settings.http_port}"
            async with visitor(url, "ada", size=(80, 24)) as ada:
                for last in ("q quit", "q quitter", "q esci"):
                    await ada.until(lambda last=last: f"{last} " in ada.seen())  # type: ignore[misc]
                    assert f" {url} " in ada.seen()
                    await ada.press("f2")
                await ada.press("n")
                await ada.until(lambda: "Which game?" in ada.seen())
                await ada.press("enter")
                await ada.until(lambda: "F10 open the table" in ada.seen())

    run(story())


def test_a_clock_runs_and_who_is_out_of_time_loses(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as there, Client.connect(there.websocket, name="opener") as opener:
            table = await opener.create("dice-poker", clock=m.Clock(decision=8.0))
            async with visitor(ServerPlace(there.websocket).link(table.id), "ada") as ada:
                await ada.until(ada.has_table)
                await ada.press("b")
                await ada.ready()
                await ada.until(lambda: " s left" in ada.seen())
                await ada.until(lambda: ada.dialog is not None)
                assert ada.table.source.names[1] in str(ada.dialog.lines[1])  # type: ignore[union-attr]

    run(story())


def test_without_a_clock_none_is_shown_though_the_last_answer_was_timed(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as there, Client.connect(there.websocket, name="opener") as opener:
            table = await opener.create("dice-poker")
            async with visitor(ServerPlace(there.websocket).link(table.id), "ada") as ada:
                await ada.until(ada.has_table)
                await ada.press("b")
                await ada.ready()
                ada.table.lookout.set(TimeLeft(None, None))  # what a time with `last` alone becomes
                ada.table.lookout.tick()
                assert ada.table.clock == ""
                assert " s left" not in ada.seen()

    run(story())


def test_one_comes_back_to_ones_seat_by_name(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as there, waiting_table(there, "dice-poker") as (_, url):
            async with visitor(url, "ada") as ada:
                await ada.until(ada.has_table)
                await ada.press("b")
                await ada.ready()
                turn = ada.table.board.view
            async with visitor(url, "ada") as ada:
                await ada.ready()
                assert ada.table.source.humans == {0}
                assert turn is not None
                assert ada.table.board.view is not None
                assert ada.table.board.view.table == turn.table

    run(story())


def test_nobody_there_is_said_in_words() -> None:
    async def story() -> None:
        async with visitor("ws://127.0.0.1:9/ws", "ada") as ada:
            await ada.until(lambda: not ada.app.is_running)
            assert "nobody listens" in str(ada.app.trouble)  # type: ignore[attr-defined]

    run(story())


def told(person: Person) -> str:
    """All that stands around the board."""
    if not person.has_table():
        return ""
    return "\n".join(text.plain for text in around.words(person.table, person.table.pen).values())


def test_somebody_goes_and_the_game_is_called_off(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            house(tmp_path, away_seconds=0.5, claim_seconds=600.0) as there,
            Client.connect(there.websocket, name="opener") as opener,
        ):
            table = await opener.create("5000", options={"goal": "1000000"}, clock=m.Clock(decision=600.0))
            await table.join()
            url = f"http://127.0.0.1:{there.settings.http_port}/table/{table.id}"
            async with visitor(url, "Ada") as ada:
                await ada.until(lambda: ada.has_table() and ada.table.board.view is not None)
                await opener.close()
                await ada.until(lambda: "call the game off" in told(ada))
                assert "go on with a bot in " in told(ada)
                await ada.until(lambda: "opener is away." in ada.log)
                await ada.until(lambda: "call the game off in" not in told(ada))
                await ada.press("f6")
                await ada.until(lambda: ada.dialog is not None)
                assert "called off" in ada.log

    run(story())


def test_who_waits_sees_who_is_away_and_to_what_one_sits_down(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as there, Client.connect(there.websocket, name="opener") as opener:
            clock = m.Clock(decision=30.0)
            table = await opener.create("5000", seats=3, options={"goal": "1234"}, clock=clock, rated=True)
            with pytest.raises(Refused, match="claim"):
                await table.join()
            await opener.claim("opener")
            await table.join()
            place = f"http://127.0.0.1:{there.settings.http_port}"
            away = Away(Journey(read_place(f"{place}/table/{table.id}"), "opener", None, False))
            async with Client.connect(there.websocket, name="di") as di:
                with pytest.raises(Refused, match=r"tavola join .* --name opener --claim"):
                    await away._open(di, table.id, watch=False)
            async with (
                visitor(f"{place}/table/{table.id}", "Ada", claim=True) as ada,
                visitor(place, "Eve") as eve,
            ):
                await ada.until(lambda: "Ada (you)" in told(ada))
                assert "the points that win: 1234, 30 s a move, counts for the standings" in told(ada)
                await opener.close()
                await ada.until(lambda: "opener (away) · Ada (you) · (free)" in told(ada))

                def line() -> str:
                    lobby = eve.app.screen
                    shown = lobby.shown if isinstance(lobby, Lobby) else []
                    return "" if not isinstance(lobby, Lobby) or not shown else lobby._line(shown[0]).plain

                wanted = "opener (away) · Ada · (free)  the points that win: 1234, 30 s a move"
                await eve.until(lambda: wanted in line())

    run(story())


def test_who_comes_by_a_link_sees_the_terms_before_he_sits_down(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as there, Client.connect(there.websocket, name="opener") as opener:
            table = await opener.create("5000", options={"goal": "1234"}, clock=m.Clock(decision=30.0))
            url = f"http://127.0.0.1:{there.settings.http_port}/table/{table.id}"

            def sitting() -> list[str]:
                return [chair.name for chair in table.state.seats if chair.name]

            async with visitor(url, "ada", sits=False) as ada:
                await ada.until(lambda: asks_to_sit(ada) and "Do you sit down?" in ada.seen())
                wanted = "the points that win: 1234, 30 s a move, does not count for the standings"
                assert wanted in ada.seen()
                assert not sitting()
                await ada.press("escape")
                await ada.until(lambda: not ada.app.is_running)
            async with visitor(url, "eve", sits=False) as eve:
                await eve.until(lambda: asks_to_sit(eve))
                await eve.press("w")
                await eve.until(lambda: eve.has_table() and "sit down" in told(eve))
                assert eve.table.source.humans == frozenset()
            assert not sitting()
            async with visitor(url, "bob", sits=False) as bob:
                await bob.until(lambda: asks_to_sit(bob))
                await table.join()
                await table.seat_bot()  # the last seat, while he reads
                await bob.press("enter")
                await bob.until(lambda: bob.dialog is not None and not asks_to_sit(bob))
                assert [answer.key for answer in bob.dialog.answers] == ["w", "q"]  # type: ignore[union-attr]
                await bob.press("enter")
                await bob.until(lambda: bob.has_table() and bob.table.board.view is not None)
                assert bob.table.source.humans == frozenset()

    run(story())


def complaints(folder: Path) -> list[tuple[str, str, str]]:
    """As the file of the database has them."""
    with contextlib.closing(sqlite3.connect(folder / "tavola.db")) as database:
        return database.execute("SELECT said, name, by_name FROM reports").fetchall()


def test_a_line_of_chat_is_reported_and_only_the_house_hears_of_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as there, waiting_table(there, "dice-poker") as (opener, url):
            table = await opener.open(url.rpartition("/")[2])
            async with visitor(url, "ada") as ada:
                await ada.until(ada.has_table)
                await ada.press("f10")
                await ada.until(lambda: "Nobody else has said anything here." in ada.log)
                await ada.press("c", *"ciao", "enter")
                await ada.until(lambda: "ada: ciao" in ada.log)
                await ada.press("f10")  # one's own line is none to complain of
                await ada.until(lambda: ada.log.count("Nobody else has said anything here.") == 2)
                await table.chat("first")
                await table.chat("an insult")
                await ada.until(lambda: "opener: an insult" in ada.log)
                await ada.press("f10")
                await ada.until(lambda: "2 opener: first" in ada.seen())
                await ada.press("enter")  # meant for something else
                await ada.until(lambda: ada.dialog is None)
                assert complaints(tmp_path) == []
                await ada.press("f10")
                await ada.until(lambda: "1 opener: an insult" in ada.seen())
                await ada.press("1")
                await ada.until(lambda: "Reported: what opener said." in ada.log)
                assert complaints(tmp_path) == [("an insult", "opener", "ada")]

    run(story())
