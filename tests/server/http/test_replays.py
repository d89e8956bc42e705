"""Finished games over REST, step by step."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tavola
from tavola.core.match import Match
from tavola.core.options import in_force
from tavola.core.record import Record
from tavola.games import rules_of
from tavola.server.http.kept import Kept
from tavola.server.http.record_answers import Bookmarks, Reading, opened, page, played
from tests.server.http.running import Running, finish
from tests.server.http.test_api import with_server

GAMES = ("421", "5000", "dice-poker", "spazzino", "scopetta", "tombolon")


def at_random(game: str, moves: int = 10_000, resigns: bool = False) -> Record:
    rules, rng = tavola.rules(game), Random(5)
    match = Match(rules, ("ada", "bob"))
    for _ in range(moves):
        if match.actor == tavola.OVER:
            break
        if match.actor == tavola.CHANCE:
            match.draw(rng)
        else:
            match.play(rng.choice(rules.moves(match.state)))
    if resigns:
        match.resign(1)
    return match.record()


@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_there_and_the_end_is_the_records(game: str) -> None:
    record = at_random(game)
    told = page(opened(record), None, "en", 0, 10_000)
    assert [news.version for news in told] == list(range(len(record.moves) + 1))
    assert not told[0].steps
    assert all(len(news.steps) == 1 for news in told[1:])
    assert [news.over is not None for news in told].index(True) == len(record.moves)
    assert told[-1].over is not None
    assert record.result is not None
    assert told[-1].over.scores == record.result["scores"]


def test_what_a_seat_could_not_see_it_does_not_see() -> None:
    """Who looks on sees no hand; a seat its own one only: as at the table, by the same function."""
    record = at_random("scopetta", 12)
    looking_on, mine, his = (page(opened(record), seat, "en", 0, 100) for seat in (None, 0, 1))
    dealt = [fact for fact in played(record) if fact.steps and fact.steps[0].actor == tavola.CHANCE]
    assert dealt
    assert not looking_on[-1].sight.table["hand"]
    assert mine[-1].sight.table["hand"]
    assert mine[-1].sight.table["hand"] != his[-1].sight.table["hand"]


def test_who_resigns_ends_it() -> None:
    record = at_random("5000", 8, resigns=True)
    last = page(opened(record), None, "it", 0, 100)[-1]
    assert last.over is not None
    assert (last.over.how, last.over.winners, last.steps) == ("resigned", [0], [])


def test_over_the_wire(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        record = await finish(server.store, "done", 5.0)
        whole = (await server.ask("/api/records/done/steps?lang=fr&limit=400")).json
        assert (whole["moves"], whole["start"]) == (len(record.moves), 0)
        assert len(whole["steps"]) == len(record.moves) + 1
        assert whole["in_force"] == in_force(rules_of(record).options)
        rest = (await server.ask("/api/records/done/steps?lang=fr&start=3&limit=2")).json
        assert rest["steps"] == whole["steps"][3:5]
        assert (await server.ask("/api/records/done/steps?lang=fr&start=3&limit=2")).json == rest
        for start in (5, 0, 9, 7, 9):  # on, back, over some, and again
            part = (await server.ask(f"/api/records/done/steps?lang=fr&start={start}&limit=3")).json
            assert part["steps"] == whole["steps"][start : start + 3]
        assert (await server.ask("/api/records/done/steps?start=5000")).json["steps"] == []
        assert (await server.ask("/api/records/done/steps?seat=2")).status == 409
        assert (await server.ask("/api/records/done/steps?limit=401")).status == 400
        assert (await server.ask("/api/records/other/steps")).status == 404

    with_server(tmp_path, test)


def test_a_record_one_brings(tmp_path: Path) -> None:
    record = at_random("tombolon", 30)

    async def bring(server: Running, text: str) -> Any:
        return await server.ask("/api/replay?seat=0", "POST", text.encode())

    async def test(server: Running) -> None:
        for text in (str(record), json.dumps(record.as_json())):
            heard = await bring(server, text)
            assert heard.status == 200
            assert heard.json["record"] == record.as_json()
            assert len(heard.json["replay"]["steps"]) == 31
        for bad, status in (
            ("nonsense", 400),
            (str(record).replace("dealer", "dancer"), 409),
            (str(record).replace("tombolon", "x"), 409),
        ):
            heard = await bring(server, bad)
            assert (heard.status, heard.code) == (status, "bad_record")
        assert (await bring(server, " " * 70_000)).status == 413

    with_server(tmp_path, test)


def test_no_more_is_kept_than_there_is_room() -> None:
    kept: Kept[bytes] = Kept(10)
    for key in "abc":
        kept.keep(key, b"1234", 4)
    kept.keep("c", b"1234", 4)
    assert [kept.get(key) for key in "abc"] == [None, b"1234", b"1234"]


def counted(record: Record, made: list[int]) -> Iterator[Any]:
    for fact in played(record):
        made.append(fact.version)
        yield fact


def test_page_after_page_no_step_is_made_twice() -> None:
    record, made = at_random("421"), list[int]()
    marks, whole = Bookmarks(), page(opened(record), None, "en", 0, 10_000)
    marks.put("t", Reading(record, counted(record, made)))
    told = []
    for start in range(0, len(whole), 7):
        reading = marks.take("t", start)
        assert reading is not None
        told += page(reading, None, "en", start, 7)
        marks.put("t", reading)
    assert told == whole
    assert made == list(range(len(whole)))
    assert marks.take("t", 3) is None  # what lies behind is begun anew
    assert marks.take("u", 10_000) is None


def test_nobody_shares_a_reading_and_the_nearest_is_taken() -> None:
    record, marks = at_random("5000", 20), Bookmarks()
    for at in (3, 9, 15):
        marks.put("t", Reading(record, played(record), at))
    found = [marks.take("t", 10) for _ in range(3)]
    assert [reading and reading.at for reading in found] == [9, 3, None]


def test_only_so_many_readings_are_kept() -> None:
    record = at_random("5000", 20)  # 20 moves each
    few, light = Bookmarks(most=2), Bookmarks(moves=30)
    for table in "abc":
        for marks in (few, light):
            marks.put(table, opened(record))
    assert [few.take(table, 0) is not None for table in "abc"] == [False, True, True]
    assert [light.take(table, 0) is not None for table in "abc"] == [False, False, True]
