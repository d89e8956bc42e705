"""A house without sockets or a database: it plays, keeps, comes back, and its records are a server's."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tavola.server
from tavola.core.record import Record
from tavola.games import game_names
from tavola.server.connections.worker import WorkerDoor
from tavola.server.offline.shelf import BrowserStore
from tavola.table.entries import decode_entry
from tavola.table.fair_check import check
from tavola.table.opening import rebuild


class Drawer:
    """What a browser keeps, as IndexedDB does it."""

    def __init__(self) -> None:
        self.kinds: dict[str, dict[Any, str]] = {"log": {}, "tables": {}, "records": {}, "summaries": {}}

    async def write(self, operations: str) -> bool:
        asked = [(do, kind, tuple(key) if isinstance(key, list) else key, *text)
                 for do, kind, key, *text in json.loads(operations)]  # fmt: skip
        if any(do == "add" and key in self.kinds[kind] for do, kind, key, *_ in asked):
            return False
        for do, kind, key, *text in asked:
            if do == "clear":
                self.kinds[kind] = {k: v for k, v in self.kinds[kind].items() if k[0] != key}
            else:
                self.kinds[kind][key] = text[0]
        return True

    async def log(self, table: str) -> str:
        return json.dumps([text for key, text in sorted(self.kinds["log"].items()) if key[0] == table])

    async def one(self, kind: str, key: str) -> str | None:
        return self.kinds[kind].get(key)

    async def every(self, kind: str) -> str:
        return json.dumps(list(self.kinds[kind].values()))


class Page:
    """One tab: what it says over a line, and what it hears."""

    def __init__(self, drawer: Drawer) -> None:
        self.heard: list[tuple[int, dict[str, Any]]] = []
        self.door = WorkerDoor(drawer, lambda line, text: self.heard.append((line, json.loads(text or "{}"))))

    async def say(self, line: int, **command: Any) -> dict[str, Any]:
        """The answer to a command."""
        name = f"{line}-{len(self.heard)}-{command['type']}-{id(self)}"
        begun = len(self.heard)
        self.door.take(line, json.dumps({**command, "id": name}))
        for _ in range(10_000):
            for said, message in self.heard[begun:]:
                if said == line and message.get("id") == name:
                    return message
            await asyncio.sleep(0)
        raise AssertionError(f"no answer to {command}")

    async def opened(self, line: int, token: str) -> None:
        self.door.open(line)
        assert (await self.say(line, type="hello", token=token, name=f"Player {line}", lang="en"))[
            "type"
        ] == "welcome"

    async def ask(self, method: str, target: str, body: str = "") -> tuple[int, Any]:
        status, kind, text = json.loads(await self.door.ask(method, target, body))
        return status, json.loads(text) if kind == "application/json" else text


async def opens(page: Page, game: str, people: int = 1, bot: str = "house") -> tuple[str, int]:
    table = await page.say(0, type="create", game=game, public=False)
    for seat in range(people):
        await page.say(seat, type="join", table=table["table"], seat=seat, salt=f"salt {seat}")
    for seat in range(people, len(table["seats"])):
        await page.say(0, type="seat_bot", table=table["table"], bot=bot, seat=seat)
    return table["table"], len(table["seats"])


async def plays_out(page: Page, table: str, people: int = 1, most: int = 100_000) -> None:
    """Everybody plays the first legal move, until it is over or so many were made."""
    made = 0
    for _ in range(200_000):
        state = await page.say(0, type="resume", table=table)
        actor = -2 if state["status"] == "over" else state["sight"]["actor"]
        if actor == -2 or (made >= most and actor == 0):
            return
        if 0 <= actor < people:
            mine = await page.say(actor, type="resume", table=table)
            await page.say(actor, type="play", table=table, move=mine["sight"]["moves"][0])
            made += 1
        await asyncio.sleep(0.001)
    raise AssertionError("it does not end")


@pytest.mark.parametrize("game", game_names())
def test_a_game_is_played_out_and_its_record_is_what_a_table_makes_of_the_same(game: str) -> None:
    async def story() -> None:
        drawer = Drawer()
        page = Page(drawer)
        await page.door.start()
        await page.opened(0, "somebody with a browser")
        table, _ = await opens(page, game)
        await plays_out(page, table)
        status, text = await page.ask("GET", f"/api/records/{table}?form=text")
        assert status == 200
        # Independent: the log alone, played by the rules as any server's table would.
        rebuilt, _ = rebuild(decode_entry(e.encode()) for e in json.loads(await drawer.log(table)))
        assert text == str(rebuilt.record())
        assert check(Record.parse(text)).fits
        assert (await page.ask("POST", "/api/verify", text))[1]["fits"]
        _, steps = await page.ask("GET", f"/api/records/{table}/steps?lang=it&limit=5")
        assert len(steps["steps"]) == 5
        _, listed = await page.ask("GET", "/api/records")
        assert [each["table"] for each in listed["records"]] == [table]
        await page.door.house.manager.stop()

    asyncio.run(story())


def test_a_reload_loses_nothing_and_of_two_tabs_one_looks_again() -> None:
    async def story() -> None:
        drawer = Drawer()
        first = Page(drawer)
        await first.door.start()
        await first.opened(0, "somebody with a browser")
        table, _ = await opens(first, "scopetta")
        await plays_out(first, table, most=2)
        before = await first.say(0, type="resume", table=table)
        second = Page(drawer)
        await second.door.start()
        await second.opened(0, "somebody with a browser")
        after = await second.say(0, type="resume", table=table)
        assert (before["sight"], before["version"]) == (after["sight"], after["version"])
        # Both tabs have it open. What the second plays the first does not know, and its own move is refused.
        move = {"type": "play", "table": table, "move": after["sight"]["moves"][0]}
        assert (await second.say(0, **move))["type"] == "news"
        refused = await first.say(0, **move)
        assert (refused["type"], refused["code"]) == ("refused", "closing")
        assert (await first.say(0, type="resume", table=table))["turn"] > before["turn"]
        for each in (first, second):
            await each.door.house.manager.stop()

    asyncio.run(story())


def test_people_at_one_screen_each_see_their_own_hand() -> None:
    async def story() -> None:
        page = Page(Drawer())
        await page.door.start()
        for line, token in enumerate(("ada at the screen", "bruno at the screen")):
            await page.opened(line, token)
        table, _ = await opens(page, "scopetta", people=2)
        hands = [(await page.say(line, type="resume", table=table))["sight"]["table"] for line in (0, 1)]
        assert hands[0] != hands[1]
        actor = (await page.say(0, type="resume", table=table))["sight"]["actor"]
        other = 1 - actor
        refused = await page.say(other, type="play", table=table, index=0)
        assert refused["code"] == "not_your_turn"
        await page.door.house.manager.stop()

    asyncio.run(story())


def test_what_is_not_kept_is_said() -> None:
    class Full(Drawer):
        async def write(self, operations: str) -> bool:
            if json.loads(operations):
                raise OSError("QuotaExceededError")
            return True

    async def story() -> None:
        page = Page(Full())
        await page.door.start()
        await page.opened(0, "somebody with a browser")
        refused = await page.say(0, type="create", game="421", public=False)
        assert (refused["type"], refused["code"]) == ("refused", "closing")
        assert (await page.ask("GET", "/api/nothing"))[0] == 404
        assert (await page.ask("POST", "/api/admin", "{}"))[0] == 404
        await page.door.house.manager.stop()

    asyncio.run(story())


def test_the_store_has_what_tables_and_rest_ask_of_one() -> None:
    server = Path(tavola.server.__file__).parent
    paths = [*server.glob("tables/*.py"), *server.glob("connections/*.py"), *server.glob("http/*.py")]
    paths = [path for path in paths if path.name != "ladder.py"]  # there is none
    asked = {name for path in paths for name in re.findall(r"\bstore\.(\w+)\(", path.read_text("utf-8"))}
    assert {"loaded", "record"} <= asked
    assert not {name for name in asked if not hasattr(BrowserStore, name)}


def test_it_needs_nothing_that_a_browser_has_not() -> None:
    absent = (
        "sqlalchemy alembic uvicorn httptools uvloop numpy numba openskill yaml rich typer websockets ssl"
    )
    absent += " sqlite3 multiprocessing fcntl resource"
    code = f"""
import sys
for name in {absent.split()}: sys.modules[name] = None
import tavola.server.connections.worker
from tavola.server.http.games import briefs
assert len(briefs("en", 4.0)) == {len(game_names())}
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_is_kept_of_a_start_has_all_that_a_table_asks_for() -> None:
    """A browser keeps the memory of Python as it is after `load_all`."""
    code = """
import asyncio, sys
from tavola.core import extras
extras.in_a_browser = True
from tavola.server.connections.worker import load_all
load_all()
from tests.server.offline.test_house import Drawer, Page, game_names, opens, plays_out
loaded = set(sys.modules)

async def story():
    page = Page(Drawer())
    await page.door.start()
    await page.opened(0, "somebody with a browser")
    for game in game_names():
        table, _ = await opens(page, game)
        await plays_out(page, table, most=2)
    await page.door.house.manager.stop()

asyncio.run(story())
print(*(name for name in sys.modules if name.startswith("tavola") and name not in loaded))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stdout + done.stderr
