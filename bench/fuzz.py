"""A million bad words at every door, while honest tables play on: python -m bench.fuzz --help

Bad guests come in sessions, each with a number; what a session says comes from the seed and that number. In
other processes, so that what honest people notice is the server's doing. Everything answered must be
well-formed, the server must live, complain of nothing, forget who left, and not grow; and the honest games
must verify.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random

from bench.chaos_check import Reckoning, reckon
from bench.chaos_house import HOST, UNLIMITED, House
from bench.chaos_parties import Party
from bench.chaos_people import World
from bench.fuzz_doors import SESSIONS, Tally
from bench.fuzz_words import Words
from bench.load_process import many_files
from tavola.server.store import Store

AT_ONCE = 8  # sessions in one process
MOST_CONNECTIONS = 150
SETTINGS = UNLIMITED | {
    "connections_per_address": str(MOST_CONNECTIONS),
    "tables_per_holder": "20",
    "max_tables": "3000",
    "waiting_seconds": "10",
    "abandoned_seconds": "20",
    "hello_seconds": "10",
}


@dataclass(frozen=True)
class Plan:
    count: int = 1_000_000
    seed: int = 0
    workers: int = 2
    job: int = 60  # sessions handed out at a time
    honest: int = 8  # tables
    think: float = 0.1
    seconds: float = 540.0  # after which it is enough
    storage: str = ""


@dataclass
class Story:
    """What came of it."""

    tally: Tally
    world: World
    found: Reckoning = field(default_factory=Reckoning)
    memory: list[float] = field(default_factory=list)  # megabytes, as time went by
    connections: list[int] = field(default_factory=list)  # before, at the most allowed, after
    arrivals: int = 0  # honest people who came through the door; more than there are: somebody was thrown out

    @property
    def violations(self) -> list[str]:
        return self.tally.violations + self.world.violations + self.found.violations

    @property
    def latencies(self) -> list[float]:
        """Of honest commands, in order of size."""
        return sorted(sent.took for person in self.world.people for sent in person.ledger.values())


def attack(ports: dict[str, int], seed: int, first: int, sessions: int, others: list[str]) -> Tally:
    """Some sessions, a few at a time; in a process of its own."""
    return asyncio.run(_attack(ports, seed, range(first, first + sessions), others))


async def _attack(ports: dict[str, int], seed: int, numbers: range, others: list[str]) -> Tally:
    tally, door = Tally(), asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        kind, session, count = SESSIONS[number % len(SESSIONS)]
        words = Words(Random(f"{seed} {number}"), others)
        async with door:
            mine = Tally()
            try:
                await session(ports, words, count, mine)
            except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                mine.replies[f"{kind} broken off: {type(error).__name__}"] += 1
            mine.doors[kind] = mine.shots
            tally.add(mine)

    await asyncio.gather(*map(one, numbers))
    return tally


async def fuzz(plan: Plan, folder: Path, say: Callable[[str], None] = lambda _: None) -> Story:
    """The whole of it."""
    house = House(folder, plan.storage, settings=SETTINGS)
    world = World(house.ports, Random(plan.seed), plan.think)
    story = Story(Tally(), world)
    house.start()
    try:
        parties = [Party(world, number) for number in range(plan.honest)]
        lives = [asyncio.create_task(person.live()) for person in world.people]
        games = [asyncio.create_task(party.live()) for party in parties]
        await _all_play(parties)
        story.connections.append(await _connections(house))
        await _storm(plan, house, story, parties, say)
        await _crowd(house, story)
        await _empty_again(house, story)
        await _play_out(story, parties, games)
        world.closed = True
        for person in world.people:
            person.leave()
        await asyncio.gather(*lives)
        await asyncio.to_thread(_no_faults, house, story)
    finally:
        code = await asyncio.to_thread(house.stop) if house.alive else house.process.poll()
    if code != 0:
        story.tally.wrong(f"the server ended with {code}")
    await _reckon(house, story, parties)
    return story


async def _all_play(parties: list[Party]) -> None:
    until = time.monotonic() + 60.0
    while time.monotonic() < until and not all(_in_play(party) for party in parties):
        await asyncio.sleep(0.05)


def _in_play(party: Party) -> list[str]:
    """Tables of a party nobody else can sit down at any more."""
    books = party.players[0].books
    return [k.table for k in party.tables if k.table in books and books[k.table].moved_at >= 0]


# ---- the storm ----


async def _storm(
    plan: Plan, house: House, story: Story, parties: list[Party], say: Callable[[str], None]
) -> None:
    jobs: set[Future[Tally]] = set()
    first, began = 0, time.monotonic()
    with ProcessPoolExecutor(plan.workers, get_context("spawn")) as pool:
        while story.tally.shots < plan.count and house.alive and time.monotonic() - began < plan.seconds:
            while len(jobs) < plan.workers:
                others = [table for party in parties for table in _in_play(party)[-2:]]
                jobs.add(pool.submit(attack, house.ports, plan.seed, first, plan.job, others))
                first += plan.job
            waiting = [asyncio.wrap_future(job) for job in jobs]
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for job in [job for job in jobs if job.done()]:
                jobs.discard(job)
                story.tally.add(job.result())
            if house.alive:
                story.memory.append(await asyncio.to_thread(lambda: house.rss))
            say(_progress(plan, story, time.monotonic() - began))
        for job in jobs:
            story.tally.add(await asyncio.wrap_future(job))
    if not house.alive:
        story.tally.wrong("the server died")


def _progress(plan: Plan, story: Story, seconds: float) -> str:
    shots = story.tally.shots
    rate = shots / max(seconds, 0.001)
    memory = story.memory[-1] if story.memory else 0.0
    return (
        f"{shots:,} of {plan.count:,}, {rate:,.0f} a second, {memory:.0f} MB, "
        f"{story.world.counts['games']} honest games, {len(story.violations)} violations"
    )


# ---- who is in ----


def _metrics(house: House) -> str:
    with urllib.request.urlopen(f"http://{HOST}:{house.ports['http']}/metrics", timeout=20) as answer:
        text: str = answer.read().decode()
        return text


def _sum(text: str, name: str) -> int:
    found = re.findall(rf"^{name}(?:{{[^}}]*}})? ([0-9.e+-]+)$", text, re.MULTILINE)
    return int(sum(map(float, found)))


async def _connections(house: House) -> int:
    """How many there are, without the one that asks."""
    return _sum(await asyncio.to_thread(_metrics, house), "tavola_connections") - 1


async def _crowd(house: House, story: Story) -> None:
    """More connections than one address may have: the house stays at its limit."""
    if not house.alive:
        return
    inside, told, honest = [], 0, len(story.world.people)
    for _ in range(MOST_CONNECTIONS + 20):
        inside.append(await asyncio.open_connection(HOST, house.ports["lines"]))
    until = time.monotonic() + 20.0
    while told < 20 + honest and time.monotonic() < until:  # a busy server takes a moment to say so
        await asyncio.sleep(0.1)
        told = sum(b"too_much" in reader._buffer for reader, _ in inside)  # type: ignore[attr-defined]
    for _, writer in inside:
        writer.close()
    story.connections.append(MOST_CONNECTIONS + 20 - told)
    if MOST_CONNECTIONS + 20 - told + honest > MOST_CONNECTIONS:
        story.tally.wrong(f"{len(inside) - told} more were let in, beside {honest}, of {MOST_CONNECTIONS}")
    await asyncio.gather(*(writer.wait_closed() for _, writer in inside), return_exceptions=True)


async def _empty_again(house: House, story: Story) -> None:
    """Only honest people are left: nobody who is gone is counted."""
    honest, now, until = len(story.world.people), -1, time.monotonic() + 60.0
    while house.alive and now != honest and time.monotonic() < until:
        await asyncio.sleep(0.5)
        now = await _connections(house)
    story.connections.append(now)
    if now != honest:
        story.tally.wrong(f"{now} connections are counted, and {honest} are there")
    early = story.memory[len(story.memory) // 4] if story.memory else 0.0
    if story.memory and story.memory[-1] > early * 1.5 + 50:
        story.tally.wrong(f"memory grew from {early:.0f} MB to {story.memory[-1]:.0f} MB")


def _no_faults(house: House, story: Story) -> None:
    if faults := _sum(_metrics(house), "tavola_faults_total"):
        story.tally.wrong(f"tavola_faults_total is {faults}")


# ---- the honest ----


async def _play_out(story: Story, parties: list[Party], games: list[asyncio.Task[None]]) -> None:
    world = story.world
    world.winding_up = True
    _, left = await asyncio.wait(games, timeout=10.0)
    for party in parties:
        party.give_up()
    if left:
        _, left = await asyncio.wait(left, timeout=30.0)
    for task in left:
        task.cancel()
        world.violation("an honest game came to no end")
    await world.quiet()
    story.arrivals = world.counts["arrived"]
    if story.arrivals != len(world.people):
        world.violation(f"honest people were thrown out {story.arrivals - len(world.people)} times")


async def _reckon(house: House, story: Story, parties: list[Party]) -> None:
    kept = [each for party in parties for each in party.tables]
    store = await Store.open(house.storage)
    try:
        logs = {each.table: await store.log(each.table) for each in kept}
    finally:
        await store.close()
    honest = {each.table for each in kept}
    records = [line for line in await asyncio.to_thread(house.exported) if _table_in(line) in honest]
    story.found = reckon(story.world.people, kept, logs, records)
    for line in house.complaints()[:20]:
        story.found.wrong(f"the server's log: {line}")


def _table_in(line: str) -> str:
    found = re.search(r'"Table": ?"([^"]*)"', line)
    return found[1] if found else ""


# ---- the report ----


def report(story: Story, seconds: float) -> str:
    tally, found, times = story.tally, story.found.counts, story.latencies
    middle, late = (1e3 * times[int(len(times) * part)] for part in (0.5, 0.99))
    memory = story.memory or [0.0]
    lines = [
        f"bad words: {tally.shots:,} in {seconds:.0f} s ({_listed(tally.doors)})",
        f"answers: {_listed(tally.replies)}",
        f"memory: {memory[0]:.0f} MB at first, {max(memory):.0f} MB at most, {memory[-1]:.0f} MB at last",
        f"connections: before, let in of a crowd, after: {story.connections}",
        f"honest games: {story.world.counts['games']}, verified {found['verified']}",
        f"honest moves: {found['moves']:,}",
        f"honest answers: p50 {middle:.1f} ms, p99 {late:.1f} ms, longest {1e3 * times[-1]:.0f} ms",
        f"violations: {len(story.violations)}",
    ]
    return "\n".join([*lines, *story.violations[:40]])


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{what} {number:,}" for what, number in counts.most_common())


def main() -> None:
    about = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz", description=about[2])
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, help="of what is said; else a new one, which is told")
    parser.add_argument("--workers", type=int, default=2, help="processes of bad guests")
    parser.add_argument(
        "--storage", default="", help="an empty database; else a SQLite file that is thrown away"
    )
    parser.add_argument("--seconds", type=float, default=3600.0, help="stop after so long")
    given = parser.parse_args()
    many_files(2000)
    seed = given.seed if given.seed is not None else Random().getrandbits(32)
    print(f"--seed {seed}", flush=True)
    plan = Plan(given.count, seed, given.workers, seconds=given.seconds, storage=given.storage)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tavola-fuzz-") as folder:
        story = asyncio.run(fuzz(plan, Path(folder), lambda text: print(text, flush=True)))
    print(report(story, time.monotonic() - began))
    sys.exit(1 if story.violations else 0)


if __name__ == "__main__":
    main()
