"""Those behind, by how many they are, beside the same turn followed forwards by who they are.

Four combinations and made-up answers, so that six players can be followed one by one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest

from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats
from tavola.games.fourtwentyone.analysis.more.rest_of_turn import Answered, Behind, TurnReach
from tavola.games.fourtwentyone.chances import Chances
from tavola.games.fourtwentyone.combinations import Variant
from tavola.games.fourtwentyone.state import MAX_THROWS

COMBOS, CAP = 4, 3
CLOSE = 1e-12


@pytest.fixture(scope="module")
def by() -> Answered:
    """Any answers: by throws allowed and taken, [answer, highest, total then, total before]."""
    falls = (((0, 2), (1, 1), (2, 2), (3, 1)),)
    made_up = Chances(Variant(), (1, 2, 3, 4), (0, 1, 2, 1), (0,), ((0,),) * COMBOS, falls, 6)
    rng = np.random.default_rng(5)
    chances = {}
    for limit in range(1, MAX_THROWS + 1):
        parts = rng.random((limit, COMBOS, COMBOS, CAP + 1, CAP + 1))
        parts *= np.arange(CAP + 1)[:, None] >= np.arange(CAP + 1)  # totals only grow
        parts /= parts.sum(axis=(0, 1, 3))[:, None]
        chances[limit] = dict(enumerate(parts, start=1))
    return Answered(Dicework(made_up, CAP), lambda limit: chances[limit])


# ---- the same turn, player by player ----


class Place(NamedTuple):
    shown: tuple[int, ...]
    limit: int
    total: int


def followed(by: Answered, players: int, start: Place) -> Floats:
    """[loser, winner, total]: every way the turn may go, from that place on."""
    at = {start: 1.0}
    for _ in range(players - len(start.shown)):
        then: dict[Place, float] = defaultdict(float)
        for place, chance in at.items():
            for after, p in answers(by, place):
                then[after] += chance * p
        at = then
    found = np.zeros((players, players, CAP + 1))
    for place, chance in at.items():
        for loser, winner, ends in settled(by, place):
            found[loser, winner] += chance * ends
    return found


def answers(by: Answered, place: Place) -> Iterator[tuple[Place, float]]:
    best = max(place.shown)
    for dice in range(COMBOS):
        for total in range(CAP + 1):
            for throws in range(1, place.limit + 1):
                p = taken(by, place, dice, throws, total)
                left = throws if dice > best else place.limit
                if p:
                    yield Place((*place.shown, dice), left, total), p


def taken(by: Answered, place: Place, dice: int, throws: int, total: int) -> float:
    """Where it is not higher, how many throws it took is nothing to anybody: it is all told for one."""
    best = max(place.shown)
    if dice > best:
        part = by.higher[best].get((place.limit, throws))
        return 0.0 if part is None else float(part[place.total, dice - best - 1, total])
    return float(by.level[place.limit - 1, best, dice, place.total, total]) if throws == 1 else 0.0


def settled(by: Answered, place: Place) -> Iterator[tuple[int, int, Floats]]:
    """Who may lose and win, and the total then: by rampos, the lowest first."""
    low, high = min(place.shown), max(place.shown)
    lows = [n for n, dice in enumerate(place.shown) if dice == low]
    for loser in lows:
        highs = [n for n, dice in enumerate(place.shown) if dice == high and n != loser]
        for winner in highs:
            chance = by.rampos.decided(np.eye(CAP + 1), len(lows), len(highs))[place.total]
            yield loser, winner, chance


# ---- by how many ----


def by_counts(by: Answered, players: int, start: Place) -> Floats:
    """The same by those behind: for every lowest combination the turn may end with."""
    shown, done = start.shown, len(start.shown)
    low, high = min(shown), max(shown)
    lows = tuple(n for n, dice in enumerate(shown) if dice == low)
    highs = tuple(n for n, dice in enumerate(shown) if dice == high)
    reach = TurnReach(players, done, len(lows), len(highs), high, start.limit, start.total)
    behind, found = Behind(by, reach), np.zeros((players, players, CAP + 1))
    for lowest in range(low + 1):
        apart, level = behind.ahead(lowest)
        there = lows if lowest == low else ()
        if level is not None:
            chance = level[start.limit - 1, 0]
        else:
            top = high - behind.first_top(lowest)
            chance = apart[len(there)][start.limit - 1, top, 0, len(highs) - 1]
        yet = [(n,) for n in reversed(range(done, players))]
        for k, losers in enumerate([there, *yet]):
            for m, winners in enumerate([highs, *yet]):
                for loser in losers:
                    for winner in winners:
                        found[loser, winner, start.total :] += (loser != winner) * chance[k, m]
    return found


@pytest.mark.parametrize("limit", [1, 2, 3])
@pytest.mark.parametrize(
    ("players", "shown"),
    [
        (3, (1,)),
        (4, (2,)),
        (5, (0,)),
        (5, (1, 1)),
        (6, (2, 1)),
        (6, (1, 3, 3)),
        (5, (2, 2, 2)),
        (6, (1, 2, 1, 0)),
        (7, (2, 0, 2, 0, 1)),
        (4, (1, 1, 1, 1)),
        (8, (1, 2, 2, 1, 3, 1)),
    ],
)
def test_by_how_many_comes_to_the_same_as_by_who(
    by: Answered, players: int, shown: tuple[int, ...], limit: int
) -> None:
    for total in range(CAP + 1):
        start = Place(shown, limit, total)
        one_by_one, counted = followed(by, players, start), by_counts(by, players, start)
        assert one_by_one.sum() == pytest.approx(1, abs=CLOSE)
        assert counted == pytest.approx(one_by_one, abs=CLOSE)
