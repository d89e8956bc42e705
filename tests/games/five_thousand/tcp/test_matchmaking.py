"""Who waits, who plays, who is counted."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from tavola.core.errors import Trouble
from tavola.games.five_thousand.tcp.memory import MemoryStore
from tavola.games.five_thousand.tcp.server import TcpServer
from tavola.games.five_thousand.tcp.settings import TcpLimits
from tavola.table.fair_check import check
from tests.games.five_thousand.tcp.people import HOST, PATIENCE, Peer, environments, hall, run, scripted

WIN = "55555 22346"  # five fives and a bank


async def win(peer: Peer, name: str) -> None:
    await peer.prompted()
    await peer.ask(f"NAME {name}\n")
    await peer.ask("PLAY [0, 1, 2, 3, 4]\n")
    peer.send("BANK\n")


def test_too_slow() -> None:
    async def story() -> None:
        async with hall(environments=environments(battle=0.2)) as here:
            first, second = await here.sit("battle")
            assert (await first.rest()).endswith(">> KICK\n")
            assert await second.rest() == "KICK\n"
            assert here.scores("battle") == {first.name: (-1, 1)}
            assert here.arena.counters.timeouts == 1

    run(story)


def test_the_clock_runs_only_for_the_one_who_is_asked() -> None:
    """The second waits longer than his own time while the first, asked again and again, thinks."""

    async def story() -> None:
        async with hall(environments=environments(battle=1.5)) as here:
            first, second = await here.sit("battle")
            await first.prompted()
            for _ in range(4):
                await asyncio.sleep(0.5)
                await first.ask("NAME a\n")
            first.send("TRASH\n")
            assert "STATE" in await second.prompted()
            second.send("TRASH\n")
            assert "STATE" in await first.prompted()

    run(story)


@pytest.mark.parametrize("how", ["close", "vanish"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_gone(how: str, seat: int) -> None:
    async def story() -> None:
        async with hall() as here:
            peers = await here.sit("tournament")
            gone = peers[seat]
            name = gone.name
            if how == "close":
                gone.writer.close()
            else:
                gone.vanish()
            for peer in peers:
                if peer is not gone:
                    assert (await peer.rest()).endswith("KICK\n")
            assert here.scores("tournament") == {name: (-1, 1)}
            assert here.arena.counters.disconnections == 1

    run(story)


def test_gone_alone() -> None:
    async def story() -> None:
        async with hall() as here:
            peer = await here.join()
            await peer.prompted()
            await peer.ask("NAME ada")
            await peer.close()
            await here.until(lambda: here.scores("training"))
            assert here.scores("training") == {"ada": (-1, 1)}

    run(story)


def test_who_leaves_the_queue_loses_nothing() -> None:
    async def story() -> None:
        async with hall() as here:
            early = await here.join("battle")
            await here.until(lambda: here.arena.status()["battle"]["waiting"])
            await early.close()
            await here.until(lambda: not here.arena.status()["battle"]["waiting"])
            first, second = await here.sit("battle")
            assert early.name not in (first.name, second.name)
            assert here.scores("battle") == {}

    run(story)


def test_the_tournament_has_one_table_and_the_others_wait_in_order() -> None:
    async def story() -> None:
        async with hall(dice=scripted(WIN)) as here:
            peers = []
            for _ in range(7):
                peers.append(await here.join("tournament"))
                await here.until(lambda: here.arena.counters.connections == len(peers))
            status = here.arena.status()["tournament"]
            assert len(status["tables"]) == 1
            assert status["waiting"] == [peer.name for peer in peers[3:]]
            for group in (peers[:3], peers[3:6]):
                (names,) = [table["names"] for table in here.arena.status()["tournament"]["tables"]]
                assert sorted(names) == sorted(peer.name for peer in group)
                first = next(peer for peer in group if peer.name == names[0])
                await win(first, "ada")
                for peer in group:
                    assert (await peer.rest()).endswith("WINNER: ada\nKICK\n")
                await here.until(lambda: len(here.arena.status()["tournament"]["waiting"]) < 4)
            await here.until(lambda: here.arena.counters.won == 2)
            await here.until(lambda: not here.arena.status()["tournament"]["tables"])
            assert here.arena.status()["tournament"]["waiting"] == [peers[6].name]

    run(story)


def test_the_seats_are_drawn() -> None:
    """Who came first does not always play first: 30 coins all alike would be one chance in half a billion."""

    async def story() -> None:
        firsts: Counter[bool] = Counter()
        async with hall() as here:
            for _ in range(30):
                early = await here.join("battle")
                late = await here.join("battle")
                line = await early.line()
                firsts[line.startswith(f'STARTING ["{early.name}"')] += 1
                early.vanish()
                await late.rest()
        assert len(firsts) == 2

    run(story)


class Failing(MemoryStore):
    async def count(self, *_: Any) -> None:
        raise OSError("the disk with the password hunter2 is full")


def test_a_store_that_fails_spoils_no_game(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with hall(Failing(), dice=scripted(WIN)) as here:
            peer = await here.join()
            await win(peer, "ada")
            assert await peer.rest() == "WINNER: ada\nKICK\n"
            assert here.arena.counters.store_failures == 1
            again = await here.join()
            assert "STATE" in await again.prompted()

    run(story)
    assert "could not be kept" in caplog.text
    assert "hunter2" not in caplog.text


class Slow(MemoryStore):
    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.go = asyncio.Event()

    async def count(self, *given: Any) -> None:
        self.asked.set()
        await self.go.wait()
        await super().count(*given)


def test_nobody_hears_of_a_win_before_it_is_kept() -> None:
    async def story() -> None:
        slate = Slow()
        async with hall(slate, dice=scripted(WIN)) as here:
            peer = await here.join()
            await win(peer, "ada")
            async with asyncio.timeout(PATIENCE):
                await slate.asked.wait()
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await peer.reader.read(1)
            slate.go.set()
            assert await peer.rest() == "WINNER: ada\nKICK\n"
            assert here.scores("training") == {"ada": (1, 1)}

    run(story)


def test_who_hangs_up_after_the_winning_bank_has_won() -> None:
    async def story() -> None:
        async with hall(dice=scripted(WIN)) as here:
            peer = await here.join()
            await peer.prompted()
            peer.send("NAME ada\nPLAY [0, 1, 2, 3, 4]\nBANK\n")
            await peer.close()
            await here.until(lambda: here.scores("training"))
            assert here.scores("training") == {"ada": (1, 1)}

    run(story)


def test_a_store_that_never_answers_is_not_waited_for_for_ever() -> None:
    async def story() -> None:
        settings = TcpLimits(linger=0.3, patience=0.1)
        async with hall(Slow(), dice=scripted(WIN), settings=settings) as here:
            peer = await here.join()
            await win(peer, "ada")
            assert await peer.rest() == "WINNER: ada\nKICK\n"
            assert here.arena.counters.store_failures == 1

    run(story)


def test_records_prove_their_dice() -> None:
    async def story() -> None:
        async with hall() as here:
            shown = here.arena.status()["battle"]["next"]
            first, second = await here.sit("battle")
            (table,) = here.arena.status()["battle"]["tables"]
            assert (table["table"], table["commitment"]) == (shown["table"], shown["commitment"])
            assert "seed" not in str(here.arena.status()).lower()
            await first.prompted()
            first.send("NAME ada\nTRASH\n")
            await second.prompted()
            second.vanish()
            await first.rest()
            (record,) = here.slate.records
            assert record.tags["Commitment"] == shown["commitment"]
            assert record.tags["Arena"] == "battle"
            assert record.tags["Ended"] == "left"
            assert record.seats == ("ada", second.name)
            assert check(record).fits

    run(story)


def test_stopping_lets_games_finish() -> None:
    async def story() -> None:
        async with hall(dice=scripted(WIN)) as here:
            waiting = await here.join("battle")
            peer = await here.join()
            await peer.prompted()
            await here.until(lambda: here.arena.status()["battle"]["waiting"])
            stopping = asyncio.create_task(here.arena.stop(grace=PATIENCE))
            assert await waiting.rest() == "KICK\n"
            with pytest.raises(ConnectionRefusedError):
                await asyncio.open_connection(HOST, here.ports["training"])
            await peer.ask("PLAY [0, 1, 2, 3, 4]\n")
            peer.send("BANK\n")
            assert await peer.rest() == f"WINNER: {peer.name}\nKICK\n"
            await stopping
            assert here.scores("training") == {peer.name: (1, 1)}

    run(story)


def test_stopping_blames_nobody() -> None:
    async def story() -> None:
        async with hall() as here:
            peers = await here.sit("battle")
            await peers[0].prompted()
            await here.arena.stop(grace=0.05)
            assert [await peer.rest() for peer in peers] == ["KICK\n", "KICK\n"]
            assert here.scores("battle") == {}
            assert here.arena.counters.stopped == 1

    run(story)


def test_a_port_that_is_taken_is_said_in_words() -> None:
    async def story() -> None:
        async with hall() as here:
            slate = MemoryStore()
            other = TcpServer(environments(), scores=slate, names=slate)
            with pytest.raises(Trouble, match=r"--training-port .* is in use"):
                await other.start(HOST, here.ports)
            await other.stop()

    run(story)
