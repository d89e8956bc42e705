"""Our server under load, beside boardgame.io's and Colyseus's: python -m bench.load --help

Two-player matches, each move sent when its player has heard of the one before. The servers take turns on
the machine, never two at once. Ours writes every move to its SQLite file before anyone hears of it; the peers
keep their matches in memory. With --tables, instead: many tables at the pace of people, and idle spectators.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import platform
import subprocess
import time
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from bench.load_figures import HEAD, Slice, beside, costs, latency, line, together
from bench.load_play import Crowd, gather, leave
from bench.load_process import (
    HOST,
    Running,
    in_node,
    in_node_serving,
    install_peer,
    many_files,
    sync_milliseconds,
    tavola,
)

WARM_UP = 3.0
TRIAL = 4.0  # seconds for each of the peer's configurations, to find its best
SIX = ["5000", "421", "dice-poker", "spazzino", "scopetta", "tombolon"]
PEER_WAYS = [("dice", "whole"), ("noughts", "whole"), ("dice", "patches"), ("noughts", "patches")]


class OwnStalls:
    """How long this process kept itself waiting: what is not the server's fault."""

    def __init__(self) -> None:
        self.worst = 0.0
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(0.02)
            self.worst = max(self.worst, time.perf_counter() - began - 0.02)

    def stop(self) -> float:
        """The worst, in milliseconds."""
        self._task.cancel()
        return 1e3 * self.worst


async def measured(crowd: Crowd, running: Running, seconds: float, who: str, samples: int = 3) -> Slice:
    """A crowd already playing, watched for so long."""
    crowd.latencies, crowd.moves, crowd.games, crowd.measuring = type(crowd.latencies)("d"), 0, 0, True
    gc.collect()
    gc.freeze()  # thousands of players are here to stay: don't search them again and again
    stalls = OwnStalls()
    began, used, own = time.perf_counter(), running.cpu, time.process_time()
    memory = [running.rss]
    for _ in range(samples - 1):
        await asyncio.sleep(seconds / (samples - 1))
        memory.append(running.rss)
    took, moves = time.perf_counter() - began, crowd.moves
    crowd.measuring = False
    p50, p99, worst = latency(1e3 * each for each in crowd.latencies)
    return Slice(
        who=who,
        seconds=took,
        moves=moves,
        p50=p50,
        p99=p99,
        worst=worst,
        rss=memory,
        used=spent(used, running.cpu),
        load_cpu=(time.process_time() - own) / took,
        games=crowd.games,
        lost=crowd.lost,
        refused=crowd.refused,
        own_stall=stalls.stop(),
    )


def spent(before: dict[str, float], now: dict[str, float]) -> dict[str, float]:
    """Seconds of processor between two looks at a server, by process."""
    return {who: each - before.get(who, 0.0) for who, each in now.items()}


def ours(game: str, matches: int, seconds: float, command: list[str] | None) -> Slice:
    """One slice of our server: started, filled, watched, ended."""

    async def play(running: Running) -> Slice:
        crowd = Crowd((HOST, running.port))
        pairs = await gather(crowd, matches, [game])
        await asyncio.sleep(WARM_UP)
        found = await measured(crowd, running, seconds, f"tavola, {game}")
        leave(crowd, pairs)
        await asyncio.sleep(0.2)
        return found

    with tavola(command) as running:
        return uvloop.run(play(running))


def boardgame_io(game: str, updates: str, matches: int, seconds: float) -> Slice:
    """One slice of boardgame.io's server, in one of its ways."""
    asked = [game, updates]
    return peer(
        f"boardgame.io, {game}, {updates}", ["server.js", *asked], ["load.js"], asked, matches, seconds
    )


def colyseus(matches: int, seconds: float) -> Slice:
    """One slice of Colyseus's server."""
    return peer("Colyseus, dice", ["colyseus-server.js"], ["colyseus-load.js"], [], matches, seconds)


def peer(
    who: str, server: list[str], players: list[str], game: list[str], matches: int, seconds: float
) -> Slice:
    """One slice of a peer's server, with players in a Node process of their own."""
    with in_node_serving(*server) as running:
        asked = [str(each) for each in (running.port, *game, matches, seconds, WARM_UP)]
        with in_node(*players, *asked) as load:
            assert load.stdout is not None
            load.stdout.readline()  # everyone sits and has warmed up
            memory, used, began = [running.rss], running.cpu, time.perf_counter()
            time.sleep(seconds / 2)
            memory.append(running.rss)
            time.sleep(seconds / 2 - 0.5)
            memory.append(running.rss)
            share = seconds / (time.perf_counter() - began)  # of the slice that was watched, made whole
            cpu = {who: each * share for who, each in spent(used, running.cpu).items()}
            said, _ = load.communicate(timeout=60)
        if load.returncode:
            raise SystemExit(f"the players of {who} gave up")
    told: dict[str, Any] = msgspec.json.decode(said)
    p50, p99, worst = latency(told["latencies"])
    return Slice(
        who=who,
        seconds=told["seconds"],
        moves=len(told["latencies"]),
        p50=p50,
        p99=p99,
        worst=worst,
        rss=memory,
        used=cpu,
        load_cpu=told["cpu"],
        games=told["ended"],
    )


def side_by_side(asked: argparse.Namespace) -> dict[str, Any]:
    """Slices of both servers in turn, and what they come to."""
    print(HEAD)
    slices: dict[str, list[Slice]] = {}

    def keep(found: Slice) -> Slice:
        print(line(found), flush=True)
        slices.setdefault(found.who, []).append(found)
        return found

    best: tuple[str, str] | None = None
    trials: list[Slice] = []
    if asked.peer:
        install_peer()
        trials = [boardgame_io(*way, asked.matches, TRIAL) for way in PEER_WAYS]
        best = PEER_WAYS[max(range(len(trials)), key=lambda way: trials[way].rate)]
        print("\n".join(line(trial) for trial in trials), "\n-- the peer at its best, in turn with ours:")
    for _ in range(asked.rounds):
        for game in asked.games:
            keep(ours(game, asked.matches, asked.seconds, asked.command))
            if best:
                keep(boardgame_io(*best, asked.matches, asked.seconds))
                keep(colyseus(asked.matches, asked.seconds))
    sums = {who: together(each) for who, each in slices.items()}
    theirs = [each for who, each in sums.items() if not who.startswith("tavola")]
    for who, each in sums.items():
        if each in theirs:
            continue
        for their in theirs:
            print(beside(each, their))
        if not theirs:
            print(f"{who}: {each.rate:,.0f} moves a second, p99 {each.p99:.1f} ms")
    print(costs(sums.values()))
    return {"trials": trials, "slices": slices, "together": sums}


def full_house(asked: argparse.Namespace) -> dict[str, Any]:
    """Many tables at the pace of people, and spectators who only look."""
    many_files(2 * asked.tables + asked.spectators + 200)

    async def play(running: Running) -> Slice:
        empty = running.rss
        crowd = Crowd((HOST, running.port), asked.think)
        began = time.perf_counter()
        pairs = await gather(crowd, asked.tables, asked.games, asked.spectators)
        print(
            f"all here after {time.perf_counter() - began:.0f} s; "
            f"{empty:.0f} MB empty, {running.rss:.0f} MB now"
        )
        await asyncio.sleep(WARM_UP + 2 * asked.think)
        crowd.heard = crowd.size = 0
        who = f"{asked.tables} tables, {asked.spectators} spectators"
        found = await measured(
            crowd, running, asked.minutes * 60, who, samples=max(3, int(asked.minutes * 6) + 1)
        )
        heard, size = crowd.heard / found.seconds, crowd.size / max(1, crowd.heard)
        print(f"{heard:,.0f} messages a second heard, {size:.0f} bytes each; {found.games} games finished")
        leave(crowd, pairs)
        await asyncio.sleep(0.5)
        return found

    with tavola(asked.command) as running:
        found = uvloop.run(play(running))
    shown = found.rss
    found.rss = [shown[0], shown[len(shown) // 2], shown[-1]]
    print(HEAD, line(found), sep="\n")
    print("RSS every ten seconds, MB:", " ".join(f"{size:.0f}" for size in shown))
    return {"full_house": found, "rss": shown, "think": asked.think}


def wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--matches", type=int, default=50, help="two-player matches at once (50)")
    parser.add_argument("--seconds", type=float, default=20, help="of each slice (20)")
    parser.add_argument("--rounds", type=int, default=2, help="slices of each server and game (2)")
    parser.add_argument("--games", type=lambda text: text.split(","), default=SIX, help="of ours (all six)")
    parser.add_argument(
        "--peer",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="measure boardgame.io and Colyseus too",
    )
    parser.add_argument("--tables", type=int, default=0, help="instead: so many tables at the pace of people")
    parser.add_argument("--spectators", type=int, default=5000, help="who look on at --tables (5000)")
    parser.add_argument("--minutes", type=float, default=5, help="how long --tables are watched (5)")
    parser.add_argument(
        "--think", type=float, default=1.0, help="seconds a player at --tables thinks, on average (1)"
    )
    parser.add_argument("--command", type=str.split, help="how to start our server, if not by tavola serve")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures here")
    return parser.parse_args()


def main() -> None:
    asked = wishes()
    print(
        f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, {node_version()}"
    )
    busy = os.getloadavg()[0]
    print(
        f"an fsync takes {sync_milliseconds():.2f} ms here; {busy:.1f} processes were busy in the last minute"
    )
    found = full_house(asked) if asked.tables else side_by_side(asked)
    if asked.json:
        asked.json.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2))


def node_version() -> str:
    try:
        said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "no Node"
    return f"Node {said.stdout.strip()}"


if __name__ == "__main__":
    main()
