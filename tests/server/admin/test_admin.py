"""`tavola admin` at a real server: who is banned before, during and after; closed tables, mutes, reports."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tavola.core.errors import TavolaError
from tavola.server.admin import asks
from tavola.server.admin.reaching import administer
from tavola.server.serve import Server
from tests.server.running import DOORS, PATIENCE, Guest, fetched, running

TOKEN = "a-token-nobody-guesses-42"
Admin = Callable[..., Awaitable[dict[str, Any]]]


def asked(do: str, **fields: Any) -> asks.AnyAsk:
    ask: asks.AnyAsk = asks.decode(json.dumps({"do": do, **fields}))
    return ask


def admin_of(folder: Path, **way: Any) -> Admin:
    """As `tavola admin` does it: another process would find the same socket."""
    way = way or {"storage": f"sqlite:///{folder / 'tavola.db'}"}

    async def admin(do: str, **fields: Any) -> dict[str, Any]:
        return await asyncio.to_thread(administer, asked(do, **fields), **way)

    return admin


INSIDE: list[Guest] = []


@asynccontextmanager
async def house(folder: Path, **settings: Any) -> AsyncIterator[Server]:
    """A server; who is still there at the end goes."""
    async with running(folder, **settings) as server:
        try:
            yield server
        finally:
            for guest in INSIDE:
                await guest.close()
            INSIDE.clear()


async def enter(server: Server, door: str = "lines") -> Guest:
    INSIDE.append(await DOORS[door](server))
    return INSIDE[-1]


async def come(server: Server, name: str, token: str = "", door: str = "lines", **more: Any) -> Guest:
    guest = await enter(server, door)
    return await guest.hello(name=name, token=token or f"the long token of {name}", **more)


async def refused(
    server: Server, name: str, token: str = "", door: str = "lines", **more: Any
) -> dict[str, Any]:
    """What somebody hears who is not let in, and that the connection ends."""
    guest = await enter(server, door)
    said = await guest.ask("hello", name=name, token=token or f"the long token of {name}", **more)
    async with asyncio.timeout(PATIENCE):
        await guest.over.wait()
    return said


class Tcp:
    """5000 over TCP, alone."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def enter(cls, server: Server) -> Tcp:
        return cls(*await asyncio.open_connection("127.0.0.1", server.ports["training"]))

    async def all(self, *lines: str) -> str:
        """Until the server hangs up."""
        self.writer.write("".join(f"{line}\n" for line in lines).encode())
        async with asyncio.timeout(PATIENCE):
            said = await self.reader.read()
        self.writer.close()
        return said.decode()


def test_a_ban_before_during_and_after(tmp_path: Path) -> None:
    async def story() -> None:
        admin = admin_of(tmp_path)
        async with house(tmp_path) as server:
            assert stat.S_IMODE((tmp_path / "tavola.db.admin").stat().st_mode) == 0o600
            eve = await come(server, "eve")
            bo, web = await come(server, "bo"), await come(server, "bo", door="websocket", lang="fr")
            await bo.ask("claim", name="bo")
            plays = await Tcp.enter(server)
            plays.writer.write(
                b"NAME bo the_wrong_one\nNAME bo\n"
            )  # which is not his, so he plays without a name
            other = await Tcp.enter(server)
            other.writer.write(b"NAME guest\n")
            await other.reader.readuntil(b">> STATE")

            await admin("ban", subject="bo", why="insults", seconds=3600.0)
            await admin("ban", subject="guest", why="insults")
            for guest in (bo, web):
                said = await guest.until(lambda said: said.get("code") == "banned")
                assert 3590 < said["retry_after"] <= 3600
                assert "insults" in said["why"]
                async with asyncio.timeout(PATIENCE):
                    await guest.over.wait()
            assert "l'accès à ce serveur vous est interdit" in web.heard[-1]["why"]
            assert "ERROR: you are banned from this server: insults" in await other.all()
            assert (await eve.ask("ping"))["type"] == "pong"

            for door in DOORS:
                assert (await refused(server, "bo", door=door))["code"] == "banned"
                # Another name does not help, nor another token under the name.
                assert (await refused(server, "bob", "the long token of bo", door))["code"] == "banned"
                assert (await refused(server, "BO", "a new token of his own", door, lang="it"))[
                    "why"
                ].startswith("l'accesso")
            assert "banned" in await (await Tcp.enter(server)).all("NAME bo")
            new = await come(server, "sorry", "a new token of his own")  # somebody else, for all we know

            await admin("ban", subject="sorry", why="him again", and_address=True)
            async with asyncio.timeout(PATIENCE):
                await new.over.wait()
            async with asyncio.timeout(PATIENCE):
                await eve.over.wait()  # who comes from there as well
            assert (await refused(server, "anybody"))["code"] == "banned"
            assert "banned" in await (await Tcp.enter(server)).all()
            assert (await fetched(server, "/api/games"))[0] == 403
            assert (await fetched(server, "/healthz"))[0] == 200

        async with house(tmp_path) as server:  # it holds after a restart
            assert (await refused(server, "anybody"))["code"] == "banned"
            await admin("unban", subject="127.0.0.1")
            assert (await refused(server, "bo"))["code"] == "banned"
            await admin("unban", subject="bo", why="he is sorry")
            back = await come(server, "bo")
            assert back.heard[0]["claimed"]
            with pytest.raises(TavolaError, match="no ban of 'bo'"):
                await admin("unban", subject="bo")
            done = [(line["what"], line["subject"], line["why"]) for line in (await admin("audit"))["audit"]]
            assert done[:2] == [("unban", "bo", "he is sorry"), ("unban", "127.0.0.1", "")]
            assert ("ban", "bo", "insults") in done
            plays.writer.close()

    asyncio.run(story())


def test_a_ban_ends_by_itself(tmp_path: Path) -> None:
    async def story() -> None:
        admin = admin_of(tmp_path)
        async with house(tmp_path) as server:
            await admin("ban", subject="bo", why="x", seconds=0.5)
            while (await (await enter(server)).ask("hello", name="bo"))["type"] == "refused":
                await asyncio.sleep(0.1)
            assert (await admin("sanctions"))["sanctions"] == []

    asyncio.run(story())


def test_tables_mutes_reports_and_names(tmp_path: Path) -> None:
    async def story() -> None:
        admin = admin_of(tmp_path)
        async with house(tmp_path) as server:
            ada, bo = await come(server, "ada"), await come(server, "bo")
            table = (await ada.ask("create", game="421", public=False))["table"]
            for guest in (ada, bo):
                await guest.ask("join", table=table)
            await bo.ask("chat", table=table, text="what a bad game")
            line = (await ada.until(lambda said: said["type"] == "said"))["version"]
            assert (await ada.ask("report", table=table, version=line, why="rude"))["type"] == "done"
            await ada.ask("report", table=table, version=line)  # the same again counts once
            assert (await bo.ask("report", table=table, version=line))["code"] == "bad_request"
            assert (await ada.ask("report", table=table, version=99))["code"] == "bad_request"
            (report,) = (await admin("reports"))["reports"]
            assert (report["name"], report["said"], report["by_name"]) == ("bo", "what a bad game", "ada")
            assert (await admin("person", name=report["holder"]))["connected"][0]["name"] == "bo"
            await admin("settle", number=report["number"], why="muted")
            assert (await admin("reports"))["reports"] == []
            assert len((await admin("reports", all=True))["reports"]) == 1

            await admin("mute", subject="bo", why="be kind")
            muted = await bo.ask("chat", table=table, text="but")
            assert (muted["code"], "be kind" in muted["why"]) == ("muted", True)
            assert (await ada.ask("chat", table=table, text="hello"))["type"] == "done"
            await admin("unmute", subject="bo")
            assert (await bo.ask("chat", table=table, text="thanks"))["type"] == "done"

            assert [each["table"] for each in (await admin("tables"))["tables"]] == [table]
            assert [said["name"] for said in (await admin("table", table=table))["chat"]] == [
                "bo",
                "ada",
                "bo",
            ]
            await admin("close", table=table, why="it is late")
            for guest in (ada, bo):
                said = await guest.until(lambda said: said.get("code") == "unknown_table")
                assert "closed the table: it is late" in said["why"]
            assert "it is late" in (await ada.ask("resume", table=table))["why"]
            assert (await admin("tables"))["tables"] == []
            with pytest.raises(TavolaError, match="late"):
                await admin("close", table=table, why="again")

            await admin("reserve", name="Titou")
            assert (await (await enter(server)).ask("hello", name="t1tou"))["code"] == "taken"
            await admin("unreserve", name="titou")
            assert (await (await enter(server)).ask("hello", name="Titou"))["type"] == "welcome"

    asyncio.run(story())


def test_without_chat(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as server:
            ada = await come(server, "ada")
            state = await ada.ask("create", game="421", quiet=True)
            assert state["quiet"]
            said = await ada.ask("chat", table=state["table"], text="hello")
            assert (said["code"], said["why"]) == ("bad_request", "there is no chat at this table")
            assert (await ada.ask("tables"))["tables"][0]["quiet"]
            loud = (await ada.ask("create", game="421"))["table"]
        async with house(tmp_path, chat=False) as server:
            ada = await come(server, "ada")
            assert (await ada.ask("resume", table=loud))["quiet"]
            assert "server" in (await ada.ask("chat", table=loud, text="hello"))["why"]

    asyncio.run(story())


def test_over_http_with_the_token_only(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with house(tmp_path, admin_token=TOKEN) as server:
            url = f"http://127.0.0.1:{server.ports['http']}"
            far = admin_of(tmp_path, url=url, token=TOKEN)
            await far("reserve", name="Titou", why="of old")
            (line,) = (await far("audit"))["audit"]
            assert (line["who"], line["what"], line["why"]) == ("127.0.0.1 (http)", "reserve", "of old")
            await far("ban", subject="127.0.0.1", why="no way back in but this one")
            assert (await far("unban", subject="127.0.0.1"))["lifted"] == [["address", "127.0.0.1/32"]]
            with pytest.raises(TavolaError, match="no ban"):
                await far("unban", subject="127.0.0.1")
            wrong = admin_of(tmp_path, url=url, token="a-wrong-one-a-wrong-one-x")
            heard = set()
            for _ in range(25):
                with pytest.raises(TavolaError) as caught:
                    await wrong("people")
                heard.add(str(caught.value))
            assert heard == {"a wrong token", "too many wrong tokens from your address"}
            with pytest.raises(TavolaError, match="too many"):  # or the guessing would go on
                await far("people")
        async with house(tmp_path) as server:
            far = admin_of(tmp_path, url=f"http://127.0.0.1:{server.ports['http']}", token=TOKEN)
            with pytest.raises(TavolaError, match="no administration over HTTP"):
                await far("people")

    with caplog.at_level("DEBUG", logger="tavola"):
        asyncio.run(story())
    assert TOKEN not in caplog.text
    assert "a-wrong-one" not in caplog.text


def test_without_a_server_the_database_is_asked(tmp_path: Path) -> None:
    async def story() -> None:
        admin = admin_of(tmp_path)
        with pytest.raises(TavolaError, match="no database"):
            await admin("people")
        assert not list(tmp_path.iterdir()), "asking leaves nothing behind"
        async with house(tmp_path) as server:
            ada = await come(server, "ada")
            await ada.ask("claim", name="ada")
            tables = [(await ada.ask("create", game="421"))["table"] for _ in range(2)]
        assert not (tmp_path / "tavola.db.admin").exists()
        assert [each["name"] for each in (await admin("people"))["names"]] == ["ada"]
        await admin("ban", subject="ada", why="while it slept")
        await admin("close", table=tables[0], why="while it slept")
        with pytest.raises(TavolaError, match="only to a server that runs"):
            await admin("ban", subject="ada", why="x", and_address=True)
        async with house(tmp_path) as server:
            assert (await refused(server, "ada"))["code"] == "banned"
            bo = await come(server, "bo")
            assert "while it slept" in (await bo.ask("watch", table=tables[0]))["why"]
            assert (await bo.ask("watch", table=tables[1]))["type"] == "table"
            assert {line["who"].split()[1] for line in (await admin("audit"))["audit"]} == {"(database)"}

    asyncio.run(story())


@pytest.mark.parametrize("wrong", ["0.0.0.0/0", "::/8", "address:nonsense", "holder:abc", "\u200b"])
def test_subjects_that_are_none(tmp_path: Path, wrong: str) -> None:
    async def story() -> None:
        async with house(tmp_path):
            with pytest.raises(TavolaError):
                await admin_of(tmp_path)("ban", subject=wrong, why="x")
            assert (await admin_of(tmp_path)("audit"))["audit"] == []

    asyncio.run(story())


def test_an_ipv6_address_stands_for_its_network(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as server:
            await admin_of(tmp_path)("ban", subject="2001:db8:1:2:3::4", why="x")
            find = server.manager.moderation.find
            assert find("ban", address="2001:db8:1:2:ffff::1") is not None
            assert find("ban", address="2001:db8:1:3::4") is None
            await admin_of(tmp_path)("ban", subject="198.51.100.0/24", why="x")
            assert find("ban", address="::ffff:198.51.100.7") is not None
            assert find("mute", address="198.51.100.7") is None

    asyncio.run(story())


def test_a_damaged_ask_is_refused_in_words(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path):
            reader, writer = await asyncio.open_unix_connection(tmp_path / "tavola.db.admin")
            for line in (b"nonsense\n", b'{"do": "fly"}\n', b'{"do": "ban"}\n', b'{"do": "audit", "x": 1}\n'):
                writer.write(line)
                assert json.loads(await reader.readline())["error"]["code"] == "bad_request"
            writer.write(b"x" * 100_000)
            assert await reader.read() == b""
            writer.close()

    asyncio.run(story())
