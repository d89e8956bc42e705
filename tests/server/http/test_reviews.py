"""The coach over REST: the same review as the command's, worked out at the odds desk."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import msgspec
from typer.testing import CliRunner

from tavola.cli import app
from tavola.core.record import Record
from tavola.server.http.odds_answers import MOST_DECISIONS
from tavola.server.http.review_answers import ReviewTold
from tests.server.http.running import Running, finish
from tests.server.http.test_odds import in_the_end, with_server


def by_command(folder: Path, record: Record, lang: str) -> object:
    file = folder / "game.rec"
    file.write_text(str(record), encoding="utf-8")
    done = CliRunner().invoke(app, ["review", str(file), "--json", "--lang", lang])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_a_finished_game(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        record = await finish(server.store, "t1", at=1.0)
        heard = await in_the_end(server, "/api/records/t1/review?lang=fr")
        assert heard.status == 200, heard.text
        assert heard.json == await asyncio.to_thread(by_command, tmp_path, record, "fr")
        told = msgspec.json.decode(heard.body, type=ReviewTold)
        assert (told.unit, told.exact, told.finished) == ("win", True, True)
        for b in told.balances:
            assert abs(b.start + b.luck + b.play + b.others - b.result) < 1e-9
        worked_out = server.app.house.desk.worked_out
        assert (await server.ask("/api/records/t1/review?lang=fr")).body == heard.body
        assert server.app.house.desk.worked_out == worked_out
        missing = await server.ask("/api/records/no-such/review")
        assert (missing.status, missing.code) == (404, "unknown_table")

    with_server(tmp_path, test)


def test_a_record_of_ones_own(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        record = await finish(server.store, "t1", at=1.0)
        body = str(record).encode()
        heard = await server.ask("/api/review", method="POST", body=body)
        assert heard.status == 200, heard.text
        assert msgspec.json.decode(heard.body, type=ReviewTold).moves == len(record.moves)
        for damaged, status in (
            (b"\xff", 400),
            (b"rubbish", 400),
            (body.replace(b"roll", b"rool", 1), 409),
            (body.replace(b"poker", b"whist"), 409),
        ):
            heard = await server.ask("/api/review", method="POST", body=damaged)
            assert heard.status == status, heard.text
        endless = Record("5000", {}, 1, ("a",), ((0, "trash"),) * (MOST_DECISIONS + 1))
        heard = await server.ask("/api/review", method="POST", body=str(endless).encode())
        assert (heard.status, heard.code) == (413, "too_long")

    with_server(tmp_path, test)
