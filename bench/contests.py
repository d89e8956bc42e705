"""Simulated contests of 5000 among bots whose order is known: how often is a called order wrong?

    python -m bench.contests                       # a hundred contests of twenty bots, without sockets
    python -m bench.contests --attack leaves       # one more team, which leaves when it is about to lose
    python -m bench.contests --teams 5 --rounds 4096   # few, until each is told from the next

The bots are one family: each plays well but for a share of its decisions, which it makes at random. The
schedule, the standings and the rules are those of the tournament port; the games are compiled
(bench/contest_games.py). Attacks that are made with connections need doors: bench/contest_doors.py.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations
from random import Random
from typing import NamedTuple

from bench.contest_games import HELPS, HONEST, ILLEGAL, IS_SLOW, LEAVES, SEATS, Seated, winner
from tavola.games.five_thousand.tcp.schedule import Fixture
from tavola.games.five_thousand.tcp.tournament_day import Missed, TournamentDay

WORST = 0.8  # the share of random decisions of the weakest


class Attack(NamedTuple):
    """What one more team does in its games, and how often it is there for one."""

    way: int = HONEST
    there: float = 1.0


ATTACKS = {
    "leaves": Attack(LEAVES),
    "absent": Attack(there=0.5),
    "helps": Attack(HELPS),
    "slow": Attack(IS_SLOW),
    "illegal": Attack(ILLEGAL),
}
ATTACKER = "attacker"


def winners(due: Fixture, shares: dict[str, float], seed: int, game: int, by: str, friend: str) -> list[str]:
    """One game, and who beat the others in it."""
    a, b, c = seating = due.seating
    spoiler = seating.index(ATTACKER) if ATTACKER in seating else -1
    seated = Seated(
        (shares[a], shares[b], shares[c]),
        spoiler,
        ATTACKS[by].way if by else HONEST,
        seating.index(friend) if friend in seating else -1,
    )
    won = winner(seated, seed, due.round << 16 | due.set, game)
    return [seating[won]] if won < SEATS else [name for name in seating if name != ATTACKER]


# ---- a contest ----


@dataclass(frozen=True, slots=True)
class Found:
    """What a contest says of teams that are told apart, and how much of it is wrong."""

    rounds: int
    games: int
    apart: int  # neighbours that are told apart
    wrong: int  # of these, in the wrong order
    inverted: int  # of all pairs of honest teams, in the wrong order in the standings
    pairs: int
    right: int  # 1: all honest teams stand in the right order
    ended: int  # 1: each was told from the next before the rounds were over


def contest(seed: int, teams: int, rounds_: int, attack: str = "") -> Found:
    luck = Random(seed)
    names = [f"team{number:02}" for number in range(teams)]
    shares = {name: WORST * number / teams for number, name in enumerate(names)}
    if attack:
        shares[ATTACKER] = WORST / 2
    day, played, friend = TournamentDay(list(shares), str(seed)), 0, names[teams // 2]
    while day.round <= rounds_ and not day.separated:
        there = set(shares)
        if attack and luck.random() >= ATTACKS[attack].there:
            there.remove(ATTACKER)
        played += 1
        due = day.due(there, now=1e9 * played)
        if isinstance(due, Missed):
            day.add(due.fixture, set(due.fixture.seating) - due.absent, due.absent)
        elif isinstance(due, Fixture):
            day.add(due, winners(due, shares, seed, played, attack, friend))
    return found_in(day)


def found_in(day: TournamentDay) -> Found:
    """Names in their true order sort so."""
    apart = [pair for pair in day.told_apart() if ATTACKER not in pair]
    order = [line.name for line in day.standings() if line.name != ATTACKER]
    pairs = list(combinations(order, 2))
    wrong = sum(better > other for better, other in apart)
    inverted = sum(a > b for a, b in pairs)
    return Found(
        day.round, day.games, len(apart), wrong, inverted, len(pairs), int(not inverted), int(day.separated)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--contests", type=int, default=100)
    parser.add_argument("--teams", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=512)
    parser.add_argument("--attack", choices=ATTACKS, default="")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    began = time.monotonic()
    one = partial(contest, teams=asked.teams, rounds_=asked.rounds, attack=asked.attack)
    with ProcessPoolExecutor(asked.workers) as pool:
        found = list(pool.map(one, range(asked.contests)))
    total = {name: sum(getattr(each, name) for each in found) for name in asdict(found[0])}
    if asked.json:
        print(json.dumps({"contests": len(found), **total}))
        return
    print(
        f"{len(found)} contests of {asked.teams} bots, {total['games']:,} games, "
        f"attack: {asked.attack or 'none'}; {time.monotonic() - began:.0f} seconds"
    )
    print(f"neighbours told apart: {total['apart']}, of these in the wrong order: {total['wrong']}")
    print(f"all pairs: {total['pairs']}, in the wrong order in the standings: {total['inverted']}")
    print(
        f"contests that stand in exactly the right order: {total['right']}; "
        f"that ended because each was told from the next: {total['ended']}"
    )


if __name__ == "__main__":
    main()
