"""The score of a tournament: points set by set, comparisons, faults, ratings. Fed game by game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from statistics import fmean

from tavola.core.record import Record
from tavola.tournaments.faults import of_tag
from tavola.tournaments.intervals import SURE, Interval, interval, tiers, worth
from tavola.tournaments.pairings import points_of, sides_of
from tavola.tournaments.plan import Plan
from tavola.tournaments.ratings import Rating, rated


class TournamentScore:
    """Everything a report needs, from records in their order."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = 0
        self.played: dict[str, int] = defaultdict(int)
        self.won: dict[str, int] = defaultdict(int)
        self._sides = {event.game: event.sides for event in plan.events}
        self.faults: dict[str, dict[str, int]] = {name: {} for name in plan.names}
        self._ratings = {name: Rating() for name in plan.names}
        self._unrated: list[tuple[list[str], list[bool]]] = []  # names, and who won
        # game -> set -> entrant -> points of each of its games
        self._points: dict[str, dict[int, dict[str, list[float]]]] = defaultdict(
            lambda: defaultdict(lambda: defaultdict(list))
        )
        # (a, b) -> set -> game -> the result of a against b at each shared table: from -1 to 1
        self._against: dict[tuple[str, str], dict[int, dict[str, list[float]]]] = defaultdict(
            lambda: defaultdict(lambda: defaultdict(list))
        )

    def add(self, record: Record) -> None:
        sides = sides_of(record.game, len(record.seats))
        names = [record.seats[side[0]] for side in sides]
        winners = record.result["winners"] if record.result is not None else ()
        points = points_of(sides, winners)
        set_ = int(record.tags["Set"])
        self.games += 1
        for side, name, made in zip(sides, names, points, strict=True):
            self.played[name] += 1
            self.won[name] += side[0] in winners
            self._points[record.game][set_][name].append(made)
        self._compare(record.game, names, [side[0] in winners for side in sides], set_)
        self._unrated.append((names, [side[0] in winners for side in sides]))
        if (fault := record.tags.get("Fault")) is not None:
            seat, kind = of_tag(fault, len(record.seats))
            kinds = self.faults[record.seats[seat]]
            kinds[kind] = kinds.get(kind, 0) + 1

    def _compare(self, game: str, names: list[str], won: list[bool], set_: int) -> None:
        for i, a in enumerate(names):
            for j, b in enumerate(names):
                if i != j:
                    self._against[a, b][set_][game].append(float(won[i]) - float(won[j]))

    @property
    def ratings(self) -> dict[str, Rating]:
        """Computed lazily: rating is most of the work of adding a game."""
        for names, won in self._unrated:
            after = rated([[self._ratings[name]] for name in names], won, self.plan.model)
            for name, (rating,) in zip(names, after, strict=True):
                self._ratings[name] = rating
        self._unrated.clear()
        return self._ratings

    # ---- results ----

    def of_sets(self, name: str, game: str | None = None) -> dict[int, float]:
        """The points of an entrant, a mean for each set, all games counting the same."""
        found: dict[int, list[float]] = defaultdict(list)
        for each, sets in self._points.items():
            if game in (None, each):
                for set_, made in sets.items():
                    if name in made:
                        found[set_].append(fmean(made[name]))
        return {set_: fmean(values) for set_, values in sorted(found.items())}

    def points(self, name: str, game: str | None = None, sure: float = SURE) -> Interval:
        """The points of an entrant in a game, from 0 to 1; 1/2 is the mean of all."""
        made = list(self.of_sets(name, game).values())
        return interval(made, 0.0, 1.0, sure, self._worth(name, game))

    def _worth(self, name: str, game: str | None = None) -> float:
        """How many independent tables a set of the entrant is worth."""
        found: dict[int, list[float]] = defaultdict(list)
        for each, sets in self._points.items():
            if game in (None, each):
                for set_, made in sets.items():
                    if name in made:
                        found[set_] += self._by_table(each, made[name])
        return worth(list(found.values()))

    def _by_table(self, game: str, made: list[float]) -> list[float]:
        """The means by table: its games, one for each rotation of the seats, come one after the other."""
        sides = self._sides[game]
        return [fmean(made[first : first + sides]) for first in range(0, len(made), sides)]

    def difference(self, a: str, b: str, sure: float = SURE) -> Interval:
        """How much better a did than b, paired over the sets both played, with the same luck."""
        ours, theirs = self.of_sets(a), self.of_sets(b)
        tables = min(self._worth(a), self._worth(b))
        return interval([ours[s] - theirs[s] for s in ours if s in theirs], -1.0, 1.0, sure, tables)

    def against(self, a: str, b: str, sure: float = SURE) -> Interval | None:
        """The result of a against b at the same tables: 1 is winning all, -1 losing all. None: never met.

        With only two entrants this is the same question as which is better, and has the same answer.
        """
        sets = self._against.get((a, b))
        if not sets:
            return None
        if len(self.plan.names) == 2:
            return self.difference(a, b, sure)
        tables = [
            [each for game, made in games.items() for each in self._by_table(game, made)]
            for _, games in sorted(sets.items())
        ]
        return interval([fmean(each) for each in tables], -1.0, 1.0, sure, worth(tables))

    def order(self) -> list[str]:
        """The entrants best first; of equals the one that entered first."""
        means = {name: self.points(name).mean if self.played[name] else 0.0 for name in self.plan.names}
        return sorted(self.plan.names, key=lambda name: -means[name])

    def tiers(self, order: Iterable[str] | None = None, sure: float = SURE) -> list[list[str]]:
        """The entrants in tiers: one that can't be told from the best of a tier belongs to it."""
        return tiers(
            list(order or self.order()), lambda best, other: self.difference(best, other, sure).separates
        )

    def separated(self, sure: float = SURE) -> bool:
        """Can each entrant be told from the next?"""
        order = self.order()
        return all(self.difference(a, b, sure).separates for a, b in pairwise(order))
