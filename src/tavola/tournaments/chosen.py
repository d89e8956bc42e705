"""Which games of a tournament a report shows, and which the coach goes through: only their numbers.

A tournament may have a million games, so nothing here grows with their number.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from tavola.core.record import Record
from tavola.tournaments.faults import of_tag
from tavola.tournaments.pairings import sides_of

MOST_MEETINGS = 60  # of a report: two bots at one game, with up to three replays
MOST_COACHED = 20  # games of each bot at each game
LEVEL = ""


class ChosenGames:
    """Fed game by game. For two bots it keeps the latest game each has won, and the latest draw."""

    def __init__(self) -> None:
        # two bots -> game -> who won -> number
        self._met: dict[frozenset[str], dict[str, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
        self._faults: dict[str, int] = {}
        self._lost: dict[tuple[str, str], deque[int]] = defaultdict(_latest)
        self._others: dict[tuple[str, str], deque[int]] = defaultdict(_latest)

    def add(self, record: Record) -> None:
        number = int(record.tags["Number"])
        names = [record.seats[side[0]] for side in sides_of(record.game, len(record.seats))]
        won = {record.seats[seat] for seat in (record.result or {"winners": ()})["winners"]}
        at_fault = None
        if (tag := record.tags.get("Fault")) is not None:
            at_fault = record.seats[of_tag(tag, len(record.seats))[0]]
            self._faults[at_fault] = number
        for name in names:
            # A game lost by a fault was not lost by a decision: there is nothing to coach.
            told = self._lost if won and name not in won and name != at_fault else self._others
            told[name, record.game].append(number)
        for a, b in combinations(names, 2):
            winner = LEVEL if (a in won) == (b in won) else a if a in won else b
            self._met[frozenset((a, b))][record.game][winner] = number

    def meetings(self, order: Sequence[str], games: Sequence[str]) -> list[dict[str, Any]]:
        """The games worth showing, in the order of the standing."""
        found = []
        for a, b in combinations(order, 2):
            for game in games:
                if latest := self._met.get(frozenset((a, b)), {}).get(game):
                    found.append(
                        {
                            "game": game,
                            "a": a,
                            "b": b,
                            "won_by_a": latest.get(a),
                            "won_by_b": latest.get(b),
                            "level": latest.get(LEVEL),
                        }
                    )
        return found

    def faulty(self, name: str) -> int | None:
        """The latest game a bot lost by a fault."""
        return self._faults.get(name)

    def to_coach(self, name: str, game: str, most: int) -> list[int]:
        """The latest games a bot has lost, and if these are too few its latest others."""
        lost = list(self._lost.get((name, game), ()))[-most:] if most else []
        left = most - len(lost)
        others = list(self._others.get((name, game), ()))[-left:] if left else []
        return sorted((*lost, *others))


def _latest() -> deque[int]:
    return deque(maxlen=MOST_COACHED)
