"""Tables in play, and the server killed again and again: python -m bench.chaos --help

Two hundred tables of all six games, over both doors. The server's process is killed with -9 at random
moments, many of them chosen to be bad ones, and started again. Everybody keeps books, and in the end they
must agree with the log and the records: no accepted move lost or doubled, nothing told that was not written,
every record verifies.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.chaos_check import Reckoning, reckon
from bench.chaos_house import UNLIMITED, House
from bench.chaos_parties import Party
from bench.chaos_people import World
from bench.load_process import many_files
from tavola.server.store import Store

# When it is killed: whenever, right after a command of a kind was sent, while people come back or it starts.
MOMENTS = ("any", "play", "join", "rematch", "chat", "waking", "play", "create", "birth", "any")


@dataclass(frozen=True)
class Plan:
    tables: int = 200
    kills: int = 20
    seed: int = 0
    think: float = 0.4  # seconds, on average
    life: tuple[float, float] = (2.0, 8.0)  # seconds between one start and the next death
    patience: float = 10.0  # for a moment to come; then any will do
    ending: float = 120.0  # for the last games
    storage: str = ""
    command: tuple[str, ...] = ()


@dataclass
class Story:
    """What came of it."""

    found: Reckoning
    world: World
    up: list[float] = field(default_factory=list)  # seconds from death to listening again
    back: list[float] = field(default_factory=list)  # and to everybody being back
    moments: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    code: int = 0  # with which the last server ended

    @property
    def violations(self) -> list[str]:
        return self.world.violations + self.found.violations


async def chaos(plan: Plan, folder: Path, say: bool = False) -> Story:
    """The whole of it: play, die, play out, reckon."""
    house = House(folder, plan.storage, plan.command, UNLIMITED)
    world = World(house.ports, Random(plan.seed), plan.think)
    story = Story(Reckoning(), world)
    house.start()
    try:
        parties = [Party(world, number) for number in range(plan.tables)]
        lives = [asyncio.create_task(person.live()) for person in world.people]
        games = [asyncio.create_task(party.live()) for party in parties]
        await _deaths(plan, house, story, say)
        await _play_out(plan, world, parties, games)
        world.closed = True
        for person in world.people:
            person.leave()
        await asyncio.gather(*lives)
    finally:
        if house.alive:
            story.code = await asyncio.to_thread(house.stop)
    await _reckon(house, story, parties)
    return story


async def _deaths(plan: Plan, house: House, story: Story, say: bool) -> None:
    world = story.world
    await asyncio.sleep(world.random.uniform(*plan.life) / 2)
    for number in range(plan.kills):
        moment = MOMENTS[number % len(MOMENTS)]
        await _until(moment, plan, world)
        house.kill()
        began = time.monotonic()
        if moment == "birth":  # and once more before it is born
            house.launch()
            await asyncio.sleep(world.random.uniform(0.1, 2.0))
            house.kill()
        await asyncio.to_thread(house.start)
        story.up.append(time.monotonic() - began)
        story.moments[moment] += 1
        if MOMENTS[(number + 1) % len(MOMENTS)] != "waking":
            await _all_back(world)
            story.back.append(time.monotonic() - began)
        if say:
            told = f"killed {number + 1} ({moment}), up after {story.up[-1]:.1f} s"
            print(f"{told}, {world.counts['games']} games, {len(world.violations)} violations", flush=True)
            print("\n".join(world.violations[:5]), end="\n" if world.violations else "", flush=True)


async def _until(moment: str, plan: Plan, world: World) -> None:
    """Wait for the moment to kill."""
    if moment == "waking":
        return await asyncio.sleep(world.random.uniform(0.0, 1.0))
    await asyncio.sleep(world.random.uniform(*plan.life))
    if moment in ("any", "birth"):
        return None
    try:
        async with asyncio.timeout(plan.patience):
            await world.next_said(moment).wait()
    except TimeoutError:
        return None
    return await asyncio.sleep(world.random.uniform(0.0, 0.004))


async def _all_back(world: World) -> None:
    until = time.monotonic() + 60.0
    while world.away and time.monotonic() < until:
        await asyncio.sleep(0.02)
    if world.away:
        world.violation(f"{world.away} are not back a minute after the server")


async def _play_out(
    plan: Plan, world: World, parties: Sequence[Party], games: list[asyncio.Task[None]]
) -> None:
    """The last games, faster; who is not done in time resigns. Then everybody asks for the whole story."""
    world.winding_up = True
    _, left = await asyncio.wait(games, timeout=plan.ending)
    if left:
        world.counts["out of time"] += len(left)
        for party in parties:
            party.give_up()
        _, left = await asyncio.wait(left, timeout=min(30.0, 2 * plan.ending))
    for task in left:
        task.cancel()
        world.violation("a game came to no end")
    for task in games:
        if task.done() and not task.cancelled() and (error := task.exception()) is not None:
            world.violation(f"a party broke up: {error!r}")
    await world.quiet(most=plan.ending)  # the last words arrive
    for person in world.people:
        for book in person.books.values():
            if book.current and person.awake:
                person.look_back(book)
    await world.quiet(most=plan.ending)


async def _reckon(house: House, story: Story, parties: Sequence[Party]) -> None:
    kept = [each for party in parties for each in party.tables]
    tables = {table for person in story.world.people for table in person.books} | {k.table for k in kept}
    story.tables = len(tables)
    store = await Store.open(house.storage)
    try:
        logs = {table: await store.log(table) for table in tables}
    finally:
        await store.close()
    records = await asyncio.to_thread(house.exported)
    story.found = reckon(story.world.people, kept, logs, records)
    for line in house.complaints()[:20]:
        story.found.wrong(f"the server's log: {line}")
    if story.code != 0:
        story.found.wrong(f"asked to stop, the server ended with {story.code}")


# ---- the report ----


def report(plan: Plan, story: Story, seconds: float) -> str:
    counts, found = story.world.counts, story.found.counts
    back = story.back or [0.0]
    lines = [
        f"tables: {plan.tables} at once, {story.tables} in all; games over: {counts['games']}",
        f"kills: {len(story.up)} ({', '.join(f'{n} {what}' for what, n in story.moments.items())})",
        f"listening again after {_spread(story.up)}; everybody back after {_spread(back)}",
        f"commands accepted: {found['accepted']}, of them moves {found['moves']}",
        f"commands sent again: {counts['resent']}",
        f"messages heard: {counts['heard']}; compared with the log: {found['compared']}",
        f"resumed: {counts['resumed']}; refused: {dict(story.world.refused)}",
        f"ended by resignation: {found['resigned']}, by the clock: {found['time']}",
        f"records verified: {found['verified']} of {story.tables}",
        f"violations: {len(story.violations)}; {seconds:.0f} s",
    ]
    return "\n".join([*lines, *story.violations[:40]])


def _spread(seconds: Sequence[float]) -> str:
    if not seconds:
        return "-"
    return f"{statistics.median(seconds):.1f} s (median), {max(seconds):.1f} s (longest)"


def main() -> None:
    about = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(prog="python -m bench.chaos", description=about[2])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, help="of moments and moves; else a new one, which is told")
    parser.add_argument("--think", type=float, default=0.4, help="seconds for a move, on average")
    parser.add_argument(
        "--storage", default="", help="an empty database; else a SQLite file that is thrown away"
    )
    given = parser.parse_args()
    many_files(given.tables * 10 + 200)
    seed = given.seed if given.seed is not None else Random().getrandbits(32)
    plan = Plan(given.tables, given.kills, seed, given.think, storage=given.storage)
    print(f"--seed {seed}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tavola-chaos-") as folder:
        story = asyncio.run(chaos(plan, Path(folder), say=True))
    print(report(plan, story, time.monotonic() - began))
    sys.exit(1 if story.violations else 0)


if __name__ == "__main__":
    main()
