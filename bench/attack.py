"""What honest players feel while somebody attacks the server: python -m bench.attack --help

Each attack gets a real `tavola serve` of its own on loopback, with default limits, and comes from 127.0.0.1
in a process of its own; honest people come from 127.0.1.2. Everything is bounded in count and time. The
attacks are in bench/attacks/, and kit.py there says how to add one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bench.attack_honest import KINDS, Felt
from bench.attacks.kit import Attack, Tally, Target, all_attacks
from bench.chaos_house import House

Figures = dict[str, dict[str, Any]]  # by kind of person
WARM_UP = 2.0  # seconds an attack has before honest people are asked


@dataclass
class Result:
    """One attack: what it got, and what honest people felt meanwhile."""

    attack: str
    says: str
    felt: Figures
    got: dict[str, int] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)
    error: str = ""


@contextmanager
def server(settings: Mapping[str, str], files: int = 0) -> Iterator[House]:
    """A real server with a new database, and only these settings different from the defaults."""
    limited = ("prlimit", f"--nofile={files}", sys.executable, "-m", "tavola") if files else ()
    with tempfile.TemporaryDirectory(prefix="tavola-attack-") as folder:
        house = House(Path(folder), command=limited, settings=dict(settings))
        house.start()
        try:
            yield house
        finally:
            house.stop()


async def honest(target: Target, seconds: float, kinds: list[str]) -> Figures:
    """Each kind of honest person for so long. Whoever was not even let in has felt that."""
    felt = {kind: Felt() for kind in kinds}
    tasks = {kind: asyncio.create_task(_lives(kind, target, felt[kind])) for kind in kinds}
    await asyncio.sleep(seconds)
    figures = {kind: each.figures() for kind, each in felt.items()}
    await ended(*tasks.values())
    await asyncio.sleep(0.1)  # their sockets are closed by the loop, which may end now
    return figures


async def ended(*tasks: asyncio.Future[None]) -> None:
    """Until all have ended. One call may be swallowed: `wait_for` does so if its work is done in the same
    moment."""
    while left := [task for task in tasks if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=0.1)


async def _lives(kind: str, target: Target, felt: Felt) -> None:
    while True:
        felt.since = asyncio.get_running_loop().time()
        try:
            await KINDS[kind](target, felt)
        except Exception as error:  # he comes again, as people do
            felt.refused[type(error).__name__] += 1
            await asyncio.sleep(0.5)


def attacks_alone(name: str, target: Target, seconds: float) -> Tally:
    """The attack in a process of its own: until it has done all, or the time is up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tally: Tally = Counter()

    async def attacks() -> None:
        task = asyncio.ensure_future(all_attacks()[name].run(target, tally))
        done, _ = await asyncio.wait([task], timeout=seconds)
        await ended(task)
        if done:
            task.result()

    try:
        asyncio.run(attacks())
    except Exception as error:
        tally[f"ended by {type(error).__name__}: {error}"[:80]] += 1
    return tally


def under(attack: Attack | None, seconds: float, scale: float, kinds: list[str]) -> Result:
    """What people feel under an attack; under None, without one."""
    settings, files = (attack.settings, attack.files) if attack else ({}, 0)
    with server(settings, files) as house:
        target = Target(house.ports, scale)
        if attack is None:
            return Result("none", "", asyncio.run(honest(target, seconds, kinds)))
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            evil = process.submit(attacks_alone, attack.name, target, WARM_UP + seconds)
            felt = asyncio.run(_after(WARM_UP, honest(target, seconds, kinds)))
            got = evil.result(timeout=WARM_UP + seconds + 60)
        return Result(attack.name, attack.says, felt, dict(got), house.complaints()[:5])


async def _after(seconds: float, work: Any) -> Any:
    await asyncio.sleep(seconds)
    return await work


# ---- telling ----


def shown(without: Figures, found: Result) -> str:
    """A line for each kind of person: without the attack, and with it."""
    lines = [f"\n{found.attack}: {found.says}", f"  it got {found.got or 'nothing to count'}"]
    lines.append(
        f"  {'milliseconds':12} {'without: median':>16} {'p99':>8} {'worst':>8}   {'with: median':>14}"
    )
    lines[-1] += f" {'p99':>8} {'worst':>8}  times  refused"
    for kind, now in found.felt.items():
        was = without.get(kind, now)
        refused = " ".join(f"{code}×{many}" for code, many in now["refused"].items()) or "-"
        still = "  (still waiting)" if now["unanswered"] else ""
        lines.append(
            f"  {kind:12} {was['median']:16.1f} {was['p99']:8.1f} {was['worst']:8.1f}   {now['median']:14.1f}"
            f" {now['p99']:8.1f} {now['worst']:8.1f} {now['n']:6}  {refused}{still}"
        )
    lines += [f"  the server complained: {line[:150]}" for line in found.complaints]
    return "\n".join(lines)


def wishes(known: Mapping[str, Attack]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.attack", description=__doc__)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"of {', '.join(known)}; all if none")
    parser.add_argument("--list", action="store_true", help="say which attacks there are")
    parser.add_argument("--seconds", type=float, default=15, help="of honest life under each attack (15)")
    parser.add_argument("--scale", type=float, default=1.0, help="of each attack's size (1)")
    parser.add_argument("--people", type=lambda text: text.split(","), default=list(KINDS), help="which")
    parser.add_argument("--json", metavar="FILE", help="write all figures here; - is the standard output")
    asked = parser.parse_args()
    if unknown := [*(set(asked.attacks) - set(known)), *(set(asked.people) - set(KINDS))]:
        parser.error(f"there is no {', '.join(unknown)}")
    return asked


def main() -> None:
    known = all_attacks()
    asked = wishes(known)
    if asked.list:
        print("\n".join(f"{each.name:24} {each.says}" for each in known.values()))
        return
    say = sys.stderr if asked.json == "-" else sys.stdout
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", file=say)
    without = under(None, asked.seconds, asked.scale, asked.people)
    results = [without]
    for name in asked.attacks or known:
        results.append(under(known[name], asked.seconds, asked.scale, asked.people))
        print(shown(without.felt, results[-1]), file=say, flush=True)
    if asked.json:
        text = json.dumps([vars(each) for each in results], indent=2)
        Path("/dev/stdout" if asked.json == "-" else asked.json).write_text(text + "\n")


if __name__ == "__main__":
    main()
