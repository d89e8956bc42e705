"""The tournament of a contest at its port: real connections, original clients among them."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tavola.games.five_thousand.tcp import server
from tavola.games.five_thousand.tcp.contest import Roster
from tavola.games.five_thousand.tcp.dice import OPENING
from tavola.games.five_thousand.tcp.memory import MemoryStore
from tavola.games.five_thousand.tcp.scheduled import AFTER_THE_SET, ScheduledMatchmaking, winners_of
from tavola.games.five_thousand.tcp.scheduled import day_of as rebuilt
from tavola.games.five_thousand.tcp.settings import TcpLimits
from tavola.games.five_thousand.tcp.table import TableEnding
from tavola.server.limits.connections import PRESENT, SEATED
from tavola.server.limits.rates import TokenBuckets
from tavola.server.setting_kinds import Rate
from tavola.table.fair_check import check
from tavola.table.identity import holder_of
from tests.games.five_thousand.tcp.people import HOST, Hall, Peer, environments, hall, run

TEAMS = ("red", "blue", "green", "white")
STATE = '"dices": [5, 4, 2, 6, 2], "played_hands": 0, "played_turns": 0, "total_score": 0, "turn_score": 0}'


def slate() -> MemoryStore:
    made = MemoryStore()
    made.owners = {team: holder_of(f"token-of-{team}") for team in TEAMS}
    return made


def limits(**given: Any) -> TcpLimits:
    return TcpLimits(linger=0.3, teams={team: team for team in TEAMS}, **given)


def day_of(here: Hall) -> ScheduledMatchmaking:
    found = here.arena._matchmakings["tournament"]
    assert isinstance(found, ScheduledMatchmaking)
    return found


def decision(said: str) -> str:
    """A plain player: keeps what counts, banks when it may."""
    state = json.loads(said[said.rindex("STATE: ") + 7 : said.rindex("}") + 1])
    dice, count = state["dices"], Counter(state["dices"])
    if len(dice) == 5 and state["turn_score"] >= 300:
        return "BANK\n"
    keep = [i for i, face in enumerate(dice) if face in (1, 5) or count[face] >= 3]
    return f"PLAY {keep[:3] if len(set(dice)) < 3 and len(keep) > 3 else keep}\n" if keep else "TRASH\n"


Choose = Callable[[str], str]


async def plays(
    here: Hall, team: str, games: int, choose: Choose = decision, early: bool = False
) -> list[str]:
    """So many games of a team, each over a connection of its own; what it was told in each."""
    told = []
    for _ in range(games):
        peer = await here.join("tournament")
        told.append(await one_game(peer, team, choose, early))
        await peer.close()
    return told


async def one_game(peer: Peer, team: str, choose: Choose, early: bool) -> str:
    heard, name = "", f"NAME {team} token-of-{team}\n"
    if early:
        peer.send(name)
    with suppress(asyncio.IncompleteReadError):
        if not early:
            heard += await peer.prompted()
            peer.send(name)
        while True:
            heard += (said := await peer.prompted())
            peer.send(choose(said))
    return heard


def story(
    tell: Callable[[Hall], Awaitable[None]],
    kept: MemoryStore | None = None,
    written: TokenBuckets | None = None,
    **given: Any,
) -> None:
    async def whole() -> None:
        settings, doors = limits(**given), environments()
        async with hall(kept or slate(), settings=settings, environments=doors, written=written) as here:
            await tell(here)

    run(whole)


def test_all_meet_all_in_every_seat_and_the_dice_are_verified() -> None:
    async def tell(here: Hall) -> None:
        players = [asyncio.create_task(plays(here, team, 9, early=team < "green")) for team in TEAMS]
        for player in players:
            assert len(await player) == 9
        await here.until(lambda: len(here.slate.records) == 12)
        day = day_of(here).day
        assert (day.round, day.games) == (2, 12)
        assert {line.games for line in day.standings()} == {9}

    kept = slate()
    story(tell, kept)
    seats = Counter((name, seat) for record in kept.records for seat, name in enumerate(record.seats))
    assert set(seats.values()) == {3}
    assert sum(len(winners_of(record)) for record in kept.records) == 12
    assert all(check(record).fits for record in kept.records)
    for first in range(0, 12, 3):  # the same luck in a set: the first decisions of equal players are the same
        sets = [[move for _, move in record.moves[:4]] for record in kept.records[first : first + 3]]
        assert sets[0] == sets[1] == sets[2]
    board = kept.scores["tournament"]
    assert sum(points for points, _ in board.values()) == 12
    assert {games for _, games in board.values()} == {9}


def test_an_original_client_is_asked_as_ever_and_keeps_the_state_it_was_shown() -> None:
    async def tell(here: Hall) -> None:
        others = [asyncio.create_task(plays(here, team, 9, early=True)) for team in TEAMS[1:]]
        peer = await here.join("tournament")
        first = await peer.prompted()
        assert first == f"STARTING {json.dumps([peer.name, '?', '?'])}\nSTATE: {{{STATE}\n>> "
        assert await peer.ask("NAME red token-of-red\n") == f"STATE: {{{STATE}\n>> "
        assert OPENING == "54262"
        for other in others:
            other.cancel()

    story(tell, assembly=0.0)


def test_strangers_and_their_silence_are_in_nobodys_way() -> None:
    async def tell(here: Hall) -> None:
        strangers = [await here.join("tournament") for _ in range(9)]
        for stranger in strangers:
            await stranger.prompted()
        players = [asyncio.create_task(plays(here, team, 9)) for team in TEAMS]
        for player in players:
            await player
        await here.until(lambda: day_of(here).day.games == 12)
        assert "not the token of that team" in await strangers[0].ask("NAME red guess\n")
        assert here.scores("tournament").keys() == set(TEAMS)

    story(tell)


def test_however_many_strangers_there_are_a_team_comes_in() -> None:
    async def tell(here: Hall) -> None:
        strangers = [await here.join("tournament") for _ in range(6)]
        assert "too many wait who have shown no token" in await strangers[0].rest()
        red = await here.join("tournament")
        red.send("NAME red token-of-red\n")
        await here.until(lambda: "red" in day_of(here).present())
        for _ in range(6):
            await here.join("tournament")
        assert "red" in day_of(here).present()

    story(tell, waiting=4)


def test_a_connection_counts_as_seated_once_it_has_shown_its_token() -> None:
    """When connections run short who waits with a token stays, and who has none gives way."""

    async def tell(here: Hall) -> None:
        stranger, red = await here.join("tournament"), await here.join("tournament")
        red.send("NAME red token-of-red\n")
        await stranger.prompted()
        day = day_of(here)
        await here.until(lambda: "red" in day.present())
        standing = {connection.team: connection.stake().standing for connection in day.connections}
        assert standing == {"": PRESENT, "red": SEATED}

    story(tell)


def test_who_leaves_game_after_game_locks_nobody_out_who_shares_his_address() -> None:
    def leave(_: str) -> str:
        raise asyncio.IncompleteReadError(b"", None)

    async def tell(here: Hall) -> None:
        players = [asyncio.create_task(plays(here, team, 18)) for team in TEAMS[1:]]
        players.append(asyncio.create_task(plays(here, "red", 18, leave, early=True)))
        for player in players:
            await player
        assert here.arena.counters.refused == 0
        assert here.scores("tournament")["red"] == (-18, 18)

    story(tell, written=TokenBuckets(Rate(5000, 3600)))


def test_a_team_is_one_entrant_however_many_connections_it_has() -> None:
    async def tell(here: Hall) -> None:
        greedy = [asyncio.create_task(plays(here, "red", 9)) for _ in range(3)]
        players = [asyncio.create_task(plays(here, team, 9)) for team in TEAMS[1:]]
        for player in players:
            await player
        await here.until(lambda: day_of(here).day.games == 12)
        assert {line.games for line in day_of(here).day.standings()} == {9}
        fourth = await here.join("tournament")
        await fourth.prompted()
        assert "ERROR: 3 connections of your team wait already" in await fourth.ask("NAME red token-of-red\n")
        for each in greedy:
            each.cancel()

    story(tell)


def test_who_leaves_loses_that_game_and_who_stays_away_the_rest() -> None:
    async def tell(here: Hall) -> None:
        players = [asyncio.create_task(plays(here, team, 99)) for team in TEAMS[:3]]
        white = await here.join("tournament")
        await white.prompted()
        await white.ask("NAME white token-of-white\n")
        white.vanish()
        await here.until(lambda: day_of(here).day.games >= 12)
        lines = {line.name: line for line in day_of(here).day.standings()}
        assert lines["white"].missed >= 8
        assert lines["white"].rate.mean == 0
        for player in players:
            player.cancel()

    story(tell, assembly=5.0, absence=0.3)


def test_a_killed_server_goes_on_where_it_was() -> None:
    kept = slate()

    async def begin(here: Hall) -> None:
        players = [asyncio.create_task(plays(here, team, 20)) for team in TEAMS]
        await here.until(lambda: len(kept.records) >= 6)
        for player in players:
            player.cancel()

    async def go_on(here: Hall) -> None:
        before = len(kept.records)
        assert before >= 6
        await here.until(lambda: day_of(here).day.games == before)

    story(begin, kept)
    story(go_on, kept)


TIME_IS_UP = "ERROR: the tournament is over: its time is up\nKICK\n"


def test_when_the_time_is_up_it_is_over_and_says_so_also_after_a_restart() -> None:
    async def play(here: Hall) -> None:
        day = day_of(here)
        early = here.arena.status()["tournament"]["day"]
        assert early["ends"] is not None  # as long as the whole day, until it begins
        players = [asyncio.create_task(plays(here, team, 999)) for team in TEAMS[:3]]
        await here.until(lambda: day.over and not day.games)
        for player in players:
            player.cancel()
        assert await (await here.join("tournament")).rest() == TIME_IS_UP

    async def come_again(here: Hall) -> None:
        await here.until(lambda: day_of(here).over)
        assert await (await here.join("tournament")).rest() == TIME_IS_UP

    async def play_on(here: Hall) -> None:
        before = len(kept.records)
        players = [asyncio.create_task(plays(here, team, 999)) for team in TEAMS[:3]]
        await here.until(lambda: len(kept.records) > before)
        for player in players:
            player.cancel()

    kept = slate()
    story(play, kept, day_seconds=2.0, assembly=0.0, absence=0.0)
    assert kept.records
    story(come_again, kept, day_seconds=2.0, assembly=0.0, absence=0.0)
    story(play_on, kept, day_seconds=3600.0, assembly=0.0, absence=0.0)


def test_who_thinks_too_long_in_all_loses_that_game() -> None:
    """Though never too long for one decision: it is the others' day too."""

    def slowly(said: str) -> str:
        time.sleep(0.2)
        return decision(said)

    async def tell(here: Hall) -> None:
        red = asyncio.create_task(asyncio.to_thread(original, here, "red", slowly))
        others = [asyncio.create_task(plays(here, team, 1)) for team in TEAMS[1:3]]
        for player in (red, *others):
            await player
        await here.until(lambda: "red" in here.scores("tournament"))
        assert here.scores("tournament") == {"red": (-1, 1)}

    def original(here: Hall, team: str, choose: Choose) -> None:
        with socket.create_connection((HOST, here.ports["tournament"]), timeout=60) as line:
            line.sendall(f"NAME {team} token-of-{team}\n".encode())
            heard = ""
            while "KICK" not in heard:
                heard += (said := line.recv(4096).decode())
                if said.endswith(">> "):
                    line.sendall(choose(said).encode())

    story(tell, assembly=0.0, thinking=0.5)


def test_who_is_too_slow_again_and_again_has_less_time_each_time() -> None:
    async def tell(here: Hall) -> None:
        day, found = day_of(here), list[float]()
        for ending in (
            *7 * [TableEnding("time", 0)],
            TableEnding("left", 1),
            *4 * [TableEnding("played", 1)],
        ):
            day.note_pace(("red", "blue", "green"), ending)
            found.append(day.thinking("red"))
            assert day.thinking("blue") == day.thinking("white") == 8.0
        assert found == [4.0, 2.0, *6 * [1.0], 2.0, 4.0, 8.0, 8.0]

    story(tell, thinking=8.0)


def test_the_time_that_is_left_is_told_to_who_asks() -> None:
    async def tell(here: Hall) -> None:
        players = [asyncio.create_task(plays(here, team, 1)) for team in TEAMS[1:3]]
        red = await here.join("tournament")
        red.send("NAME red token-of-red\nTIME\n")
        while "TIME: " not in (said := await red.prompted()):
            pass
        left = json.loads(said.partition("TIME: ")[2].partition("\n")[0])["left"]
        assert 0 < left <= 5
        for player in players:
            player.cancel()

    story(tell, assembly=0.0, thinking=5.0)


def test_a_team_that_comes_late_plays_from_the_next_round_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LOOK_AT_TEAMS", 0.05)
    file, kept = tmp_path / "teams.txt", slate()
    file.write_text("red\nblue\ngreen\n", encoding="utf-8")

    async def whole() -> None:
        settings = replace(limits(assembly=0.5), teams=Roster(file))
        async with hall(kept, settings=settings, environments=environments()) as here:
            players = [asyncio.create_task(plays(here, team, 999)) for team in TEAMS[:3]]
            await here.until(lambda: len(kept.records) >= 6)
            early = await here.join("tournament")
            await early.prompted()
            assert "no such team" in await early.ask("NAME white token-of-white\n")
            file.write_text("red\nblue\ngreen\nwhite\n", encoding="utf-8")
            await here.until(lambda: "white" in day_of(here).day.teams)
            players.append(asyncio.create_task(plays(here, "white", 999)))
            await here.until(lambda: any("white" in record.seats for record in kept.records))
            for player in players:
                player.cancel()
        before = day_of(here).day
        again = rebuilt(["red", "blue", "green", "white"], kept.records)
        assert again.games == before.games
        assert again.first == before.first > 1
        lines = {line.name: line.games for line in again.standings()}
        assert lines["red"] >= 6 + lines["white"] > 6

    run(whole)


def test_a_team_that_is_struck_from_the_file_plays_no_more_and_the_day_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LOOK_AT_TEAMS", 0.05)
    file, kept = tmp_path / "teams.txt", slate()
    file.write_text("red\nblue\ngreen\nwhite\n", encoding="utf-8")

    async def whole() -> None:
        settings = replace(limits(assembly=0.5, absence=0.1), teams=Roster(file))
        async with hall(kept, settings=settings, environments=environments()) as here:
            players = [asyncio.create_task(plays(here, team, 999)) for team in (*TEAMS, "white")]
            await here.until(lambda: len(kept.records) >= 3)
            file.write_text("red\nblue\n", encoding="utf-8")  # too few for a game: what is begun goes on
            await here.until(lambda: len(day_of(here).settings.teams) == 2)
            file.write_text("red\nblue\ngreen\n", encoding="utf-8")
            await here.until(lambda: "white" not in day_of(here).day.teams)
            assert "white" not in day_of(here).day_status()["present"]
            assert "white" not in {connection.team for connection in day_of(here).waiting}
            begun = len(kept.records)
            await here.until(lambda: len(kept.records) >= begun + 6)
            assert all("white" not in record.seats for record in kept.records[begun + 3 :])
            assert "white" in {line.name for line in day_of(here).day.standings()}  # what was played counts
            for player in players:
                player.cancel()

    run(whole)


def test_the_dice_of_a_set_are_shown_to_nobody_before_its_last_game_is_over() -> None:
    shown: list[tuple[int, object]] = []  # how many games of its set were over, and what an onlooker saw

    async def tell(here: Hall) -> None:
        day = day_of(here)

        def watching(said: str) -> str:
            for game in day.games:
                shown.append((len(day._records), day.in_play(game.dice.table)))
                assert all(record.tags["Table"] != game.dice.table for record in day.scores.records)  # type: ignore[attr-defined]
                seen = {each.table for each in day.gallery.games}
                assert not seen & {record.tags["Table"] for record in day._records}
            return decision(said)

        players = [asyncio.create_task(plays(here, team, 9, watching)) for team in TEAMS]
        for player in players:
            await player
        await here.until(lambda: day.day.games == 12 and len(day.gallery.games) == 12)
        last = day.gallery.best_first()[0]
        assert day.in_play(last.table) is None  # its record is there
        assert last.began > 0
        assert last.moves > 0
        assert {len(day.gallery.form(team)) for team in TEAMS} == {5}

    story(tell)
    assert {over for over, _ in shown} == {0, 1, 2}
    assert {what for _, what in shown} == {AFTER_THE_SET}
