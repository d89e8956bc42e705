"""Limits, and people who behave badly."""

from __future__ import annotations

import asyncio
import socket
from random import Random

from tavola.games.five_thousand.tcp.settings import TcpLimits
from tavola.server.limits.rates import TokenBuckets
from tavola.server.setting_kinds import Rate
from tests.games.five_thousand.tcp.people import HOST, PATIENCE, Hall, Peer, environments, hall, run, scripted


def test_so_many_from_one_address() -> None:
    async def story() -> None:
        async with hall(settings=TcpLimits(linger=0.3, per_address=3)) as here:
            inside = [await here.join() for _ in range(3)]
            for peer in inside:
                await peer.prompted()
            outside = await here.join()
            told = await outside.rest()
            assert told.startswith("ERROR: there are already 3 connections from your address")
            assert told.endswith("\nKICK\n")
            await inside[0].close()
            await here.until(lambda: here.arena.counters.disconnections == 1)
            assert "STATE" in await (await here.join()).prompted()
            assert here.arena.counters.refused == 1

    run(story)


def test_so_many_waiting() -> None:
    async def story() -> None:
        async with hall(settings=TcpLimits(linger=0.3, waiting=1)) as here:
            await here.join("tournament")
            await here.until(lambda: here.arena.status()["tournament"]["waiting"])
            assert "1 players are waiting already" in await (await here.join("tournament")).rest()

    run(story)


def test_so_many_in_all_and_players_keep_their_seats() -> None:
    async def story() -> None:
        async with hall(settings=TcpLimits(linger=0.3, connections=6, per_address=6)) as here:
            await here.sit("battle")
            alone = [await here.join() for _ in range(4)]
            for peer in alone:
                await peer.prompted()
            newcomer = await here.join()
            await newcomer.prompted()  # takes the place of one who trains
            ended = [asyncio.ensure_future(peer.rest()) for peer in alone]
            done, still = await asyncio.wait(ended, return_when=asyncio.FIRST_COMPLETED)
            assert "connections are running short" in done.pop().result()
            for task in still:
                task.cancel()
            for peer in (*alone, newcomer):
                peer.vanish()
            await here.until(lambda: here.arena._shared.gate.count == 2)  # type: ignore[attr-defined]
            await here.sit("battle")
            await here.sit("battle")
            assert "the house is full" in await (await here.join()).rest()

    run(story)


def test_who_leaves_game_after_game_has_to_wait() -> None:
    """Each leaves a record behind, and costs him nothing but a connection."""

    async def story() -> None:
        async with hall(written=TokenBuckets(Rate(5000, 3600))) as here:
            counters = here.arena.counters
            while counters.tables < 100:
                peer = await here.join()
                if not (await peer.line()).startswith("STARTING"):
                    break
                await peer.close()
                await here.until(lambda: counters.disconnections == counters.tables)
            assert 2 < counters.tables < 50
            told = await (await here.join("battle")).rest()
            assert told.startswith("ERROR: too many games were left from your address; come back in ")
            assert told.endswith(" seconds\nKICK\n")

    run(story)


def test_a_full_house_of_tables_makes_people_wait() -> None:
    async def story() -> None:
        async with hall(settings=TcpLimits(linger=0.3, tables=1)) as here:
            first = await here.join()
            await first.prompted()
            second = await here.join()
            await here.until(lambda: here.arena.status()["training"]["waiting"])
            await first.close()
            assert "STATE" in await second.prompted()

    run(story)


def test_who_never_reads_is_dropped() -> None:
    """He asks for more and more and takes nothing in: the server does not keep it all for him."""

    async def story() -> None:
        settings = TcpLimits(linger=0.3, output_bytes=4096, decisions=10**9)
        async with hall(settings=settings) as here:
            raw = socket.socket()
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            raw.connect((HOST, here.ports["training"]))
            raw.setblocking(False)
            other = await here.join()
            await other.prompted()
            loop = asyncio.get_running_loop()
            try:
                async with asyncio.timeout(PATIENCE):
                    while not here.arena.counters.slow_readers:
                        await loop.sock_sendall(raw, b"TRASH\n" * 2000)
                        assert "STATE" in await other.ask("TRASH\n")
            except (ConnectionError, TimeoutError):
                pass
            finally:
                raw.close()
            await here.until(lambda: here.arena.counters.disconnections == 1)
            assert here.arena.counters.slow_readers == 1
            assert "STATE" in await other.ask("TRASH\n")

    run(story)


def test_a_flood_before_the_game_is_shown_the_door() -> None:
    async def story() -> None:
        async with hall() as here:
            flood = await here.join("battle")
            flood.send(b"BANK\n" * 10_000)
            assert (await flood.rest()).endswith("KICK\n")
            assert here.scores("battle") == {}
            await here.until(lambda: not here.arena.status()["battle"]["waiting"])
            first, _ = await here.sit("battle")
            assert "STATE" in await first.prompted()

    run(story)


def test_much_typed_ahead_waits_in_the_pipe() -> None:
    """Ten thousand commands at once: all are answered, in order, and nothing is lost or held in memory."""

    async def story() -> None:
        async with hall(settings=TcpLimits(linger=0.3, decisions=10**9)) as here:
            peer = await here.join()
            await peer.prompted()
            many = 10_000
            peer.send(b"TRASH\n" * many)
            for n in range(1, many + 1):
                assert f'"played_turns": {n},' in await peer.prompted()

    run(story)


def test_one_table_full_of_commands_leaves_the_others_their_turn() -> None:
    async def story() -> None:
        async with hall(settings=TcpLimits(linger=0.3, decisions=10**9)) as here:
            greedy, modest = await here.join(), await here.join()
            await modest.prompted()
            greedy.send(b"TRASH\n" * 20_000)
            before = here.arena.counters.decisions
            await modest.ask("TRASH\n")
            assert here.arena.counters.decisions - before < 20_000

    run(story)


def test_a_game_that_goes_nowhere_ends_without_blame() -> None:
    async def story() -> None:
        async with hall(settings=TcpLimits(linger=0.3, decisions=20)) as here:
            peer = await here.join()
            await peer.prompted()
            peer.send(b"TRASH\n" * 20)
            assert (await peer.rest()).endswith("KICK\n")
            assert here.scores("training") == {}

    run(story)


WORDS = [
    *(b"PLAY [", b"]", b"0", b"1, 2", b",", b"BANK", b"TRASH", b"\n", b"\r\n", b"NAME ", b"titou", b" "),
    *(
        b"\x00",
        b"\xff\xfe",
        "é🎲".encode(),
        b"[[[[",
        b"{}",
        b"play [0]\n",
        b"PLAY [0,1,2,3,4]\n",
        b"x" * 2000,
    ),
]


def rubbish(rng: Random) -> bytes:
    pieces = [
        rng.choice(WORDS) if rng.random() < 0.8 else rng.randbytes(rng.randrange(30))
        for _ in range(rng.randrange(1, 20))
    ]
    return b"".join(pieces) + (b"\n" if rng.random() < 0.7 else b"")


def well_formed(heard: str, name: str) -> None:
    """Every line is one the protocol knows."""
    for line in heard.replace(">> ", "\n").split("\n"):
        known = ("STATE: {", "ERROR: ", "WINNER: ", f'STARTING ["{name}"]')
        assert line in ("", "TRASH", "KICK") or line.startswith(known), line
        assert line.isprintable()


async def pester(here: Hall, seed: int) -> int:
    """One hostile player; how many lines he sent."""
    rng = Random(seed)
    peer = await here.join()
    sent = 0
    heard = b""
    for _ in range(60):
        data = rubbish(rng)
        sent += data.count(b"\n") + 1
        peer.send(data)
        await asyncio.sleep(0)
        if peer.reader.at_eof():
            break
    if rng.random() < 0.5 and peer.writer.can_write_eof():
        peer.writer.write_eof()
    try:
        async with asyncio.timeout(0.3):
            while piece := await peer.reader.read(65536):
                heard += piece
    except (TimeoutError, ConnectionError):
        pass
    well_formed(heard.decode(), peer.name)
    if rng.random() < 0.5:
        peer.vanish()
    await peer.close()
    return sent


async def plays_on(peer: Peer, done: asyncio.Event) -> int:
    turns = 0
    await peer.prompted()
    while not done.is_set():
        turns += 1
        assert f'"played_turns": {turns},' in await peer.ask("TRASH\n")
        await asyncio.sleep(0.002)
    return turns


def test_rubbish_is_answered_in_good_form_and_disturbs_nobody() -> None:
    async def story() -> None:
        settings = TcpLimits(linger=0.2, quiet=0.01, decisions=10**9)
        async with hall(settings=settings, environments=environments(training=5.0)) as here:
            done = asyncio.Event()
            honest = asyncio.create_task(plays_on(await here.join(), done))
            sent = 0
            for start in range(0, 40, 10):
                sent += sum(await asyncio.gather(*(pester(here, seed) for seed in range(start, start + 10))))
            done.set()
            assert await honest > 1
            assert sent > 1000
            assert here.arena.counters.faults == 0
            assert here.arena.counters.bad_commands > 100

    run(story)


def test_what_lies_unfinished_when_time_is_up_counts() -> None:
    async def story() -> None:
        settings = TcpLimits(linger=0.3, quiet=60.0)
        async with hall(
            settings=settings,
            environments=environments(battle=0.3),
            dice=scripted("22346"),
            shuffle=lambda _: None,
        ) as here:
            peer = await here.join("battle")
            peer.send("NAME slow")
            await here.until(lambda: any(len(d.lines) for d in here.arena._matchmakings["battle"].waiting))
            await here.join("battle")  # now the time runs, and what he said lies there
            assert "ERROR" not in await peer.prompted()
            assert "ERROR" not in await peer.prompted()
            assert (await peer.rest()) == "KICK\n"
            assert here.scores("battle") == {"slow": (-1, 1)}

    run(story)
