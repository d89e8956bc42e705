"""A bot's own log over REST: with the token it played with, and no other."""

from __future__ import annotations

from pathlib import Path

from tavola.server.setting_kinds import Rate
from tavola.table.identity import holder_of
from tavola.table.messages import LogLine
from tests.server.http.running import Running
from tests.server.http.test_odds import with_server

TOKEN = "the long token of team red"
LOG = "/api/records/t1/log"


def test_who_has_the_token_reads_it(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        await server.store.add_bot_log("t1", holder_of(TOKEN), [LogLine(3, 0.5, "why"), LogLine(1)])
        heard = await server.ask(LOG, authorization=f"Bearer {TOKEN}")
        assert heard.json == {"lines": [{"turn": 1}, {"turn": 3, "seconds": 0.5, "text": "why"}]}
        assert heard.headers["cache-control"] == "no-store"
        for other in ("Bearer another long token of somebody", f"bearer {TOKEN}x"):
            assert (await server.ask(LOG, authorization=other)).json == {"lines": []}
        assert (await server.ask("/api/records/no-such/log", authorization=f"Bearer {TOKEN}")).json == {
            "lines": []
        }

    with_server(tmp_path, test)


def test_without_a_token_it_is_said_how_and_short_ones_are_not_guessed(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for said in ("", "Basic x", "Bearer " + "x" * 129):
            heard = await server.ask(LOG, authorization=said)
            assert (heard.status, heard.code) == (401, "no_token")
            assert heard.headers["www-authenticate"] == "Bearer"
        for status in (200, 200, 429):
            assert (await server.ask(LOG, authorization="Bearer short")).status == status
        assert (await server.ask(LOG, authorization=f"Bearer {TOKEN}")).status == 200

    with_server(tmp_path, test, claim_rate=Rate(2, 3600))
