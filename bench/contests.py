"""Simulated contests of 5000 among bots whose order is known: how often is a called order wrong?

    python -m bench.contests                       # twenty contests of twenty bots, without sockets
    python -m bench.contests --contests 100 --workers 2
    python -m bench.contests --attack leaves       # one more team, which leaves when it is about to lose

The bots are one family: each plays well but for a share of its decisions, which it makes at random. The
schedule, the standings, the dice and the rules are those of the tournament port.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, partial
from itertools import combinations
from random import Random
from typing import NamedTuple

from tavola.core.game import LaneThrows
from tavola.games.five_thousand import rules
from tavola.games.five_thousand.bots import finishing_chance
from tavola.games.five_thousand.rules import BANK, LANES, TRASH, State
from tavola.games.five_thousand.tcp.dice import OPENING
from tavola.games.five_thousand.tcp.quick_rules import VARIANT, Unannounced
from tavola.games.five_thousand.tcp.schedule import Fixture
from tavola.games.five_thousand.tcp.tournament_day import Missed, TournamentDay
from tavola.pieces.dice import pick, size
from tavola.table.fair import SetLuck

WORST = 0.8  # the share of random decisions of the weakest
GAME = Unannounced()


# ---- the family ----


@cache
def legal(dice: int) -> tuple[int, ...]:
    found = rules.legal(VARIANT, dice)
    return tuple(action for action in range(TRASH + 1) if found >> action & 1)


@cache
def best_play(dice: int, hand: int, turn_score: int) -> tuple[int, float]:
    """The play with the best chance times points, and that product; TRASH if there is none."""
    worths = {
        mask: float(finishing_chance(VARIANT, size(dice) - size(pick(dice, mask))))
        * (turn_score + rules.score(VARIANT, pick(dice, mask)) * (hand + 1))
        for mask in legal(dice)
        if mask not in (BANK, TRASH)
    }
    best = max(worths, key=lambda mask: worths[mask], default=TRASH)
    return best, worths.get(best, 0.0)


def decision(s: State, share: float, luck: Random) -> int:
    actions = legal(s.dice)
    if luck.random() < share:
        return luck.choice(actions)
    best, worth = best_play(s.dice, s.hand, s.turn_score)
    wins = s.scores[rules.seat_of(s)] + s.turn_score >= VARIANT.goal
    return BANK if BANK in actions and (wins or s.turn_score >= worth) else best


# ---- who spoils it ----


class Attack(NamedTuple):
    """What one more team does: is it there for a game, and does it leave in the middle of it?"""

    there: Callable[[Random], bool]
    leaves: Callable[[State, int], bool]


ATTACKS = {
    "leaves": Attack(lambda _: True, lambda s, seat: max(s.scores) >= 4000 and s.scores[seat] < 4000),
    "absent": Attack(lambda luck: luck.random() < 0.5, lambda _s, _seat: False),
    "helps": Attack(lambda _: True, lambda s, seat: s.turn > 3 and s.scores[seat - 1] == max(s.scores)),
}
ATTACKER = "attacker"


def winners(
    seating: tuple[str, ...], shares: dict[str, float], dice: SetLuck, luck: Random, by: str
) -> list[str]:
    """One game, and who beat the others in it."""
    s, attack = GAME.start(len(seating)), ATTACKS.get(by)
    spoiler = seating.index(ATTACKER) if ATTACKER in seating else -1
    while s.winner < 0:
        if s.in_hand:
            s = GAME.play(s, GAME.chance(s).sample(dice.next(s))).state
        elif attack is not None and spoiler >= 0 and attack.leaves(s, spoiler):
            return [name for name in seating if name != ATTACKER]
        else:
            s = rules.step(VARIANT, s, decision(s, shares[seating[rules.seat_of(s)]], luck))[0]
    return [seating[s.winner]]


# ---- a contest ----


def dice_of(seed: int, due: Fixture) -> SetLuck:
    """The same for all three games of a set."""
    return SetLuck(f"{seed:064x}", f"{due.round}.{due.set}", LaneThrows(LANES), OPENING)


@dataclass(frozen=True, slots=True)
class Found:
    """What a contest says of teams that are told apart, and how much of it is wrong."""

    rounds: int
    games: int
    apart: int  # neighbours that are told apart
    wrong: int  # of these, in the wrong order
    inverted: int  # of all pairs of honest teams, in the wrong order in the standings
    pairs: int


def contest(seed: int, teams: int, rounds_: int, attack: str = "") -> Found:
    luck = Random(seed)
    names = [f"team{number:02}" for number in range(teams)]
    shares = {name: WORST * number / teams for number, name in enumerate(names)}
    if attack:
        shares[ATTACKER] = WORST / 2
    day = TournamentDay(list(shares), str(seed))
    while day.round <= rounds_ and not day.separated:
        there = set(shares) - ({ATTACKER} if attack and not ATTACKS[attack].there(luck) else set())
        due = day.due(there, now=1e9 * (day.games + 1))
        if isinstance(due, Missed):
            day.add(due.fixture, set(due.fixture.seating) - due.absent, due.absent)
        elif isinstance(due, Fixture):
            day.add(due, winners(due.seating, shares, dice_of(seed, due), luck, attack))
    apart = [pair for pair in day.told_apart() if ATTACKER not in pair]
    order = [line.name for line in day.standings() if line.name != ATTACKER]
    pairs = list(combinations(order, 2))
    wrong = sum(better > other for better, other in apart)
    return Found(day.round, day.games, len(apart), wrong, sum(a > b for a, b in pairs), len(pairs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--contests", type=int, default=20)
    parser.add_argument("--teams", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=128)
    parser.add_argument("--attack", choices=ATTACKS, default="")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    one = partial(contest, teams=asked.teams, rounds_=asked.rounds, attack=asked.attack)
    with ProcessPoolExecutor(asked.workers) as pool:
        found = list(pool.map(one, range(asked.contests)))
    total = {name: sum(getattr(each, name) for each in found) for name in asdict(found[0])}
    if asked.json:
        print(json.dumps({"contests": len(found), **total}))
        return
    print(
        f"{len(found)} contests of {asked.teams} bots, {total['games']:,} games, "
        f"attack: {asked.attack or 'none'}"
    )
    print(f"neighbours told apart: {total['apart']}, of these in the wrong order: {total['wrong']}")
    print(f"all pairs: {total['pairs']}, in the wrong order in the standings: {total['inverted']}")


if __name__ == "__main__":
    main()
