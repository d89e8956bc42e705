"""One question to every path of REST, put to a real server, and what it answers.

`make schema` keeps the answers in docs/rest-examples.json, where the reference of the site finds them. An
answer is written anew only if its form has changed: times and seeds differ each time.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

from tavola.server.serve import Server
from tavola.table.identity import holder_of
from tavola.table.messages import LogLine
from tests.server.http.running import finish, played
from tests.server.running import by_lines, running
from tests.server.store.samples import over

KEPT = Path(__file__).parents[3] / "docs" / "rest-examples.json"
TOKEN = "the long token of somebody"
RECORD = played("t1")
MOST_CHARACTERS, MOST_ITEMS, MOST_FIELDS, MOST_PARTS = 160, 3, 6, 2
LEFT_OUT = "..."


@dataclass(frozen=True)
class Question:
    target: str
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)


BEARER = {"Authorization": f"Bearer {TOKEN}"}
QUESTIONS = {  # by the path in OpenAPI
    "/api/games": Question("/api/games"),
    "/api/games/{game}": Question("/api/games/421?lang=fr"),
    "/api/games/{game}/counts": Question("/api/games/5000/counts"),
    "/api/tables": Question("/api/tables?status=waiting"),
    "/api/records": Question("/api/records?game=dice-poker&limit=1"),
    "/api/records/{table}": Question("/api/records/t1"),
    "/api/records/{table}/steps": Question("/api/records/t1/steps?start=1&limit=2"),
    "/api/replay": Question("/api/replay?limit=1", str(RECORD)),
    "/api/records/{table}/review": Question("/api/records/t1/review"),
    "/api/review": Question("/api/review?lang=it", str(RECORD)),
    "/api/records/{table}/log": Question("/api/records/t1/log", headers=BEARER),
    "/api/records/{table}/fair": Question("/api/records/t1/fair"),
    "/api/fair": Question("/api/fair"),
    "/api/verify": Question("/api/verify", str(RECORD)),
    "/api/standings/{game}": Question("/api/standings/dice-poker?by=rating"),
    "/api/odds/{game}": Question("/api/odds/dice-poker?strategy=smart"),
    "/api/odds/{game}/bank": Question("/api/odds/5000/bank?set=goal=1000"),
    "/api/solve/{game}": Question("/api/solve/5000?set=goal=1000"),
    "/api/explain/{game}": Question("/api/explain/dice-poker?position=54263"),
    "/api/ladder/{game}": Question("/api/ladder/421"),
    "/api/ladder/{game}/{name}": Question("/api/ladder/421/rosa?limit=1"),
    "/api/admin": Question("/api/admin", '{"do": "tables"}', BEARER),
    "/healthz": Question("/healthz"),
    "/readyz": Question("/readyz"),
    "/api/scoreboards/{environment}": Question("/api/scoreboards/training"),
    "/api/scoreboards/{environment}/projector": Question("/api/scoreboards/training/projector"),
}


@asynccontextmanager
async def furnished() -> AsyncIterator[Server]:
    """A server with something to tell: a finished game, a table that waits, bots of a ladder, a bot's log."""
    with TemporaryDirectory() as folder:
        async with running(Path(folder), admin_token=TOKEN, odds_seconds=60.0) as server:
            await finish(server.store, "t1", at=1.8e9)
            await server.store.commit([over("t2", at=1.8e9, seats=("rosa", "titou"), paired=True)])
            for name in ("rosa", "titou"):
                await server.store.claim(name, f"holder of {name}", bot=True)
            await server.store.add_bot_log("t1", holder_of(TOKEN), [LogLine(1, 0.5, "54263 stands")])
            await server.store.count("training", {"titou": (2, 3), "rosa": (-1, 1)}, None, 1.8e9)
            guest = await (await by_lines(server)).hello(name="ada")
            await guest.ask("create", game="421", options={"suites": "off"})
            yield server
            await guest.close()


def answer(server: Server, question: Question) -> Any:
    address = f"http://127.0.0.1:{server.ports['http']}{question.target}"
    request = Request(address, question.body.encode() or None, question.headers)
    with urlopen(request, timeout=120) as heard:  # raises for an error
        assert heard.status == 200, question
        return json.load(heard)


async def answers() -> dict[str, Any]:
    async with furnished() as server:
        return {path: await asyncio.to_thread(answer, server, asked) for path, asked in QUESTIONS.items()}


def shortened(said: Any) -> Any:
    """As much as shows what it is."""
    if isinstance(said, dict):
        kinds = {type(value) for value in said.values()}
        most = len(said) if len(kinds) > 1 else MOST_PARTS if kinds == {dict} else MOST_FIELDS
        more = {LEFT_OUT: LEFT_OUT} if len(said) > most else {}
        return {name: shortened(said[name]) for name in list(said)[:most]} | more
    if isinstance(said, list):
        most = 1 if said and isinstance(said[0], dict) else MOST_ITEMS
        return [shortened(each) for each in said[:most]] + [LEFT_OUT] * (len(said) > most)
    if isinstance(said, str) and len(said) > MOST_CHARACTERS:
        return said[:MOST_CHARACTERS] + LEFT_OUT
    return said


def form(said: Any) -> Any:
    """What does not change from one day to the next: which fields there are, and of what kind."""
    if isinstance(said, dict):
        return {name: form(value) for name, value in said.items()}
    if isinstance(said, list):
        return [form(each) for each in said]
    return "number" if type(said) in (int, float) else type(said).__name__


def kept() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return found


def write() -> None:
    before, now = kept(), {}
    for path, said in asyncio.run(answers()).items():
        asked, short = QUESTIONS[path], shortened(said)
        old = before.get(path, {}).get("answer")
        now[path] = {
            "target": asked.target,
            "body": asked.body,
            "headers": asked.headers,
            "answer": old if form(old) == form(short) else short,
        }
    KEPT.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
