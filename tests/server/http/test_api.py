"""What REST says: games, tables, records, scores, odds."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tavola
from tavola.core.record import Record
from tavola.server.http.api import api
from tavola.server.setting_kinds import Rate
from tavola.server.store import Change
from tavola.server.tables.bot_pool import BotPool
from tavola.server.telemetry.metrics import Metrics
from tavola.table.fair_check import check
from tavola.terminal.drawings import catalogue
from tests.server.http.running import Running, finish, listing, running

OF_THIS_HOUSE = ("bots", "bots_absent", "no_coach", "opponents", "seat_fields")
Test = Callable[[Running], Awaitable[None]]


def with_server(folder: Path, test: Test, **settings: Any) -> None:
    async def run() -> None:
        async with running(folder, **settings) as server:
            await test(server)

    asyncio.run(run())


def test_games_are_what_the_command_tells(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        told = (await server.ask("/api/games?lang=it")).json["games"]
        games = [{k: v for k, v in game.items() if k not in OF_THIS_HOUSE} for game in told]
        assert games == catalogue.games_json("it")
        assert all("house" in game["bots"] for game in told)
        page = (await server.ask("/api/games/421", accept_language="de, fr-CH;q=0.8, en;q=0.5")).json
        assert page["text"] == catalogue.rules_text(catalogue.info_of("421"), "fr")
        heard = await server.ask("/api/games/bridge")
        assert (heard.status, heard.code) == (404, "unknown_game")
        assert "421" in heard.json["error"]["why"]
        assert (await server.ask("/api/games?lang=de")).status == 400

    with_server(tmp_path, test)


@pytest.mark.parametrize("seconds", [5.0, 0.01])
def test_every_opponent_that_is_offered_is_let_in(tmp_path: Path, seconds: float) -> None:
    """By its words as they stand, also where the house lets nobody think for long."""
    found: dict[str, list[dict[str, str]]] = {}

    async def test(server: Running) -> None:
        told = (await server.ask("/api/games?lang=it")).json["games"]
        found.update({game["name"]: game["opponents"] for game in told})

    with_server(tmp_path, test, bot_seconds=seconds)
    bench = BotPool(Metrics(), seconds)
    for game, opponents in found.items():
        assert opponents[0]["bot"] == "house"
        for each in opponents:
            bench.check(each["bot"], tavola.rules(game))
    levels = [each["bot"] for each in found["scopetta"] if each["bot"].startswith("master")]
    assert levels == [f"master:{level}" for level in ("12345" if seconds > 1 else "123")]
    assert {"bot": "match:two_pair", "choice": "Doppia coppia"} in found["dice-poker"]
    assert "match" not in [each["bot"] for each in found["dice-poker"]]


def test_tables(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for each in (
            listing("open", changed=5.0),
            listing("closed", status="closed"),
            listing("private", public=False),
            listing("cards", game="scopetta", status="playing", seats=["ada", "bob"]),
        ):
            await server.store.commit([Change(each.table, 1, (b"{}",), listing=each)])
        told = (await server.ask("/api/tables")).json["tables"]
        assert [table["table"] for table in told] == ["open", "cards"]
        assert told[0]["seats"] == ["ada", ""]
        told = (await server.ask("/api/tables?game=scopetta&status=playing")).json["tables"]
        assert [table["table"] for table in told] == ["cards"]
        assert (await server.ask("/api/tables?game=bridge")).status == 404
        assert (await server.ask("/api/tables?status=closed")).status == 400

    with_server(tmp_path, test)


def test_records_page_by_page(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for number in range(7):
            await finish(server.store, f"t{number}", at=float(number // 2), public=number != 3)
        seen, target = [], "/api/records?limit=2&name=ada"
        while target:
            page = (await server.ask(target)).json
            seen += [record["table"] for record in page["records"]]
            target = page["next"]
        assert sorted(seen) == ["t0", "t1", "t2", "t4", "t5", "t6"]
        assert (await server.ask("/api/records?name=nobody")).json == {"records": [], "next": None}
        assert (await server.ask("/api/records?game=421")).json["records"] == []

    with_server(tmp_path, test)


def test_a_record_in_both_forms(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        record = await finish(server.store, "t1", at=1.0)
        told = await server.ask("/api/records/t1")
        assert Record.from_json(told.json) == record
        for heard in (
            await server.ask("/api/records/t1?form=text"),
            await server.ask("/api/records/t1", accept="text/plain, application/json"),
        ):
            assert heard.headers["content-type"].startswith("text/plain")
            assert Record.parse(heard.text) == record
            assert check(Record.parse(heard.text)).fits
        assert "json" in (await server.ask("/api/records/t1", accept="*/*")).headers["content-type"]

    with_server(tmp_path, test)


def test_a_running_game_has_no_record_yet(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        playing = listing("t1", status="playing", seats=["a", "b"])
        await server.store.commit([Change("t1", 1, (b'{"seed":"hidden"}',), listing=playing)])
        for target in ("/api/records/t1", "/api/records/t1/fair"):
            heard = await server.ask(target)
            assert (heard.status, heard.code) == (404, "still_playing")
            assert "still being played" in heard.text
            assert "hidden" not in heard.text
        assert (await server.ask("/api/records/t2")).code == "unknown_table"

    with_server(tmp_path, test)


def test_fair_dice_can_be_checked(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        record = await finish(server.store, "t1", at=1.0)
        told = (await server.ask("/api/records/t1/fair")).json
        assert (told["table"], told["seed"], told["salts"]) == ("t1", "ab" * 32, ["", ""])
        assert (await server.ask("/api/fair")).status == 200
        for text in (str(record), json.dumps(record.as_json())):
            assert (await server.ask("/api/verify", "POST", text.encode())).json["fits"] is True
        forged = str(record).replace("* roll ", "* roll 6", 1).replace("66", "6", 1)
        lie = str(record).replace("ab" * 32, "cd" * 32)
        assert (await server.ask("/api/verify", "POST", lie.encode())).json["fits"] is False
        assert forged != str(record)
        for body in (b"\xff\xfe", b"nothing", b"{}", b'{"format": 1' + b"[" * 5000):
            heard = await server.ask("/api/verify", "POST", body)
            assert (heard.status, heard.code) == (400, "bad_record")

    with_server(tmp_path, test)


def test_scoreboards_and_who_is_there(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        await server.store.count("battle", {"titou": (2, 3), "rosa": (-1, 1)}, None, 1.0)
        port = server.app.ports["battle"]
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(200):
            told = (await server.ask("/api/scoreboards/battle")).json
            if told["waiting"]:
                break
            await asyncio.sleep(0.01)
        assert [(s["name"], s["score"], s["games"]) for s in told["scores"]] == [
            ("titou", 2, 3),
            ("rosa", -1, 1),
        ]
        assert len(told["waiting"]) == 1
        assert told["connect"] == {"host": "127.0.0.1", "port": port}
        assert told["seats"] == 2
        assert len(told["next"]["commitment"]) == 64
        writer.close()
        heard = await server.ask("/api/scoreboards/nowhere")
        assert (heard.status, heard.code) == (404, "unknown_environment")

    with_server(tmp_path, test, request_rate=Rate(1000, 1))


def test_standings(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        record = await finish(server.store, "t1", at=1.0)
        assert record.result is not None
        told = (await server.ask("/api/standings/dice-poker")).json
        winners = {record.seats[seat] for seat in record.result["winners"]}
        assert {line["name"]: line["wins"] for line in told["standings"]} == {
            name: int(name in winners) for name in record.seats
        }
        assert (await server.ask("/api/standings/bridge")).status == 404

    with_server(tmp_path, test)


def test_standings_tell_ratings(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        record = await finish(server.store, "t1", at=1.0)
        assert record.result is not None
        told = (await server.ask("/api/standings/dice-poker?by=rating")).json["standings"]
        assert told[0]["name"] in {record.seats[seat] for seat in record.result["winners"]}
        for line in told:
            assert line["rating"] == pytest.approx(line["mu"] - 3 * line["sigma"])
        assert told[0]["rating"] > told[-1]["rating"]
        assert (await server.ask("/api/standings/dice-poker?by=luck")).status == 400

    with_server(tmp_path, test)


def test_answers_are_of_the_types_openapi_is_made_from(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        await finish(server.store, "t1", at=1.0)
        blanks = {"game": "dice-poker", "table": "t1", "environment": "training", "name": "ada"}
        for route in api():
            worked_out = route.path.startswith(("/api/odds", "/api/solve", "/api/explain"))
            if route.method != "GET" or worked_out or route.path.endswith("/review"):
                continue
            token = "Bearer the long token of somebody"  # some are for the token of a player
            heard = await server.ask(route.path.format(**blanks), authorization=token)
            assert heard.status == 200, route.path
            told = msgspec.json.decode(heard.body, type=route.gives)
            assert msgspec.to_builtins(told).keys() <= heard.json.keys() | {"choices", "low", "high"}

    with_server(tmp_path, test)
