"""How much a rated game counts: a pure function of how it was played and by whom (docs/ratings.md).

A result counts if two different people really played, and have not played each other all day long. It counts
whole, in part, or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

Reason = Literal["too_short", "unfinished", "same_address", "met_often"]

LEAST = 2  # decisions of each person; a game with fewer was not played
BEGUN = 6  # decisions of each person after which giving up counts as losing
OFTEN, TOO_OFTEN = 5, 10  # games of the same two in a day, after which the next counts half, or not at all
DAY = 86_400.0  # seconds
LATEST = 40  # games of a bot on the ladder in which its opponents are counted
COUNTS = "Counts"  # the tag of a record: a number, and the reasons if it is less than 1


class Weight(NamedTuple):
    """How much a game counts, from 0 to 1, and why not whole."""

    weight: float = 1.0
    why: tuple[Reason, ...] = ()

    def __str__(self) -> str:
        return " ".join((f"{self.weight:g}", *self.why))


def weight_of(
    how: str, decisions: Sequence[int], same_address: bool, met: int, paired: bool = False
) -> Weight:
    """`decisions` of each person; `met`: how many games the two had together in the last day that counted; if
    the ladder has `paired` them, how many more than with others. There nobody chose the opponent, so a player
    that gives up has lost, however early.

    >>> print(weight_of("played", [12, 11], same_address=False, met=0))
    1
    >>> print(weight_of("resigned", [4, 5], same_address=False, met=7))
    0.25 unfinished met_often
    >>> print(weight_of("resigned", [1, 0], same_address=True, met=0))
    0 too_short same_address
    >>> print(weight_of("time", [0, 0], same_address=False, met=0, paired=True))
    1
    """
    fewest, weight = min(decisions, default=0), 1.0
    why: list[Reason] = []
    given_up = paired and how != "played"
    if fewest < LEAST and not given_up:
        weight = 0.0
        why.append("too_short")
    elif not given_up and how != "played" and fewest < BEGUN:
        weight /= 2
        why.append("unfinished")
    if same_address:
        weight = 0.0
        why.append("same_address")
    if met >= OFTEN:
        weight = 0.0 if met >= TOO_OFTEN else weight / 2
        why.append("met_often")
    return Weight(weight, tuple(why))
