"""The schedule of a tournament by three: every team meets every other, in every seat, with the same dice.

A triple plays a set: three games with one luck, in which each of the three sits in every seat once. A round
is an orbit of triples: with the teams on a circle, all rotations of one triple. In a round each team plays as
often as every other. When all orbits have been played (a cycle), each pair of teams has met as often as every
other pair. Then the circle is drawn anew.

Pure functions of the teams and of a seed, so that a server that was killed goes on with the same schedule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import NamedTuple

SEATS = 3

Triple = tuple[str, str, str]


class Fixture(NamedTuple):
    """One game that is due: the `seating` is in playing order."""

    round: int  # from 1
    set: int  # from 1 in its round
    rotation: int  # 0, 1, 2
    seating: Triple


def orbits(teams: int) -> list[tuple[int, int]]:
    """The ways to choose three of so many on a circle, up to rotation, each by its first two gaps."""
    found = []
    for first in range(1, teams):
        for second in range(1, teams - first):
            gaps = (first, second, teams - first - second)
            if gaps == min(gaps[i:] + gaps[:i] for i in range(SEATS)):
                found.append((first, second))
    return found


def triples(teams: int, first: int, second: int) -> list[tuple[int, int, int]]:
    """The triples of one orbit: all rotations of the first."""
    turns = first if (first, second) == (teams - first - second, first) else teams
    return [(i, (i + first) % teams, (i + first + second) % teams) for i in range(turns)]


def rounds(teams: Sequence[str], seed: str) -> Iterator[list[Triple]]:
    """The rounds of a tournament, without an end. When a team enters later, a new schedule begins for all."""
    for cycle in count():
        # Seeded by a text: the same in every process.
        luck = Random(f"{seed} {cycle}")
        circle = luck.sample(sorted(teams), len(teams))
        for gaps in luck.sample(around := orbits(len(teams)), len(around)):
            found = triples(len(teams), *gaps)
            yield [(circle[a], circle[b], circle[c]) for a, b, c in luck.sample(found, len(found))]


def fixtures(round_: int, sets: Sequence[Triple]) -> list[Fixture]:
    """The games of a round, each set's one after the other."""
    return [
        Fixture(round_, number, rotation, (three[rotation], three[rotation - 2], three[rotation - 1]))
        for number, three in enumerate(sets, 1)
        for rotation in range(SEATS)
    ]
