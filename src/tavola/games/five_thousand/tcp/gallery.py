"""For spectators: the finished games of an environment, and which of them is worth seeing. No I/O.

Bots play a game in a twentieth of a second and people watch one for a minute or two. So nobody follows every
game: each of the latest is given a worth, by how close it was, by the rank of its players, and by whether it
was an upset. A spectator takes the best one not seen yet.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from tavola.core.record import Record
from tavola.games.five_thousand.options import Options
from tavola.games.five_thousand.tcp.tournament_day import Line
from tavola.table.endings import DROPPED, HOW

GOAL = Options().goal
LATEST = 60  # games that are remembered
UPSETS = 20
FORM = 5  # games of each name
NAMES = 500  # whose form is remembered; in a contest there may be more teams than are ever shown
AGO = 60.0  # seconds over which gained and lost places are counted
BETWEEN = 5.0  # seconds between two remembered standings

BEGAN, SECONDS = "Began", "Seconds"  # tags of a record: when, since 1970, and how long it took
MISSING = "Missing"

Why = Literal["upset", "close", "top", "last"]


class Place(NamedTuple):
    """Where a name stood before a game."""

    rank: int
    tier: int
    rate: float


@dataclass(frozen=True, slots=True)
class OverGame:
    """A game that is over. Seats are in playing order; `out` were too slow, left, or did not come."""

    table: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    how: str
    out: tuple[int, ...]
    moves: int
    began: float
    seconds: float
    why: Why = "last"
    worth: float = 0.0

    @property
    def ended(self) -> float:
        return self.began + self.seconds


class Upset(NamedTuple):
    """`winner` won against `loser`, who stands so many places above, in a better tier."""

    winner: str
    loser: str
    places: int
    table: str
    at: float


def over_game(record: Record) -> OverGame:
    tags = record.tags
    result = record.result or {"winners": [], "scores": [0] * len(record.seats)}
    out = tags.get(DROPPED, tags.get(MISSING, "")).split()
    return OverGame(
        tags.get("Table", ""),
        tuple(record.seats),
        tuple(result["scores"]),
        tuple(result["winners"]),
        tags.get(HOW, "played"),
        tuple(map(int, out)),
        len(record.moves),
        float(tags.get(BEGAN, 0)),
        float(tags.get(SECONDS, 0)),
    )


def worth_of(game: OverGame, places: Mapping[str, Place]) -> tuple[Why, float]:
    """Why a game is worth seeing, and how much; 0 for games without a winner."""
    if not game.winners or not game.moves:
        return "last", 0.0
    others = [score for seat, score in enumerate(game.scores) if seat not in game.winners]
    close = max(0.0, (max(others) / GOAL - 0.7) / 0.3) if others else 0.0
    there = [places[name] for name in game.names if name in places]
    top = 0.0
    if others and len(places) > len(game.names) and len(there) == len(game.names):
        mean = sum(place.rank for place in there) / len(there)
        best = (1 + len(there)) / 2
        top = 1 - (mean - best) / (len(places) - len(there))
    upset = upset_of(game, places)
    gap = 0.0 if upset is None else 0.5 + min(0.5, 4 * (places[upset.loser].rate - places[upset.winner].rate))
    found: dict[Why, float] = {"upset": 1.2 * gap, "close": close, "top": 0.9 * top if top > 0.8 else 0.0}
    why = max(found, key=lambda each: found[each])
    return (why if found[why] >= 0.3 else "last"), round(sum(found.values()) + 0.1 * close + 0.1 * top, 4)


def upset_of(game: OverGame, places: Mapping[str, Place]) -> Upset | None:
    """The upset of a game: the winner beat a player of a better tier."""
    if game.how != "played" or len(game.winners) != 1:
        return None
    winner = game.names[game.winners[0]]
    if (own := places.get(winner)) is None:
        return None
    above = [
        (places[name].rate, name) for name in game.names if name in places and places[name].tier < own.tier
    ]
    if not above:
        return None
    loser = max(above)[1]
    return Upset(winner, loser, own.rank - places[loser].rank, game.table, game.ended)


class Gallery:
    """What spectators may see of finished games. A game is added when its record is kept."""

    def __init__(self) -> None:
        self.games: deque[OverGame] = deque(maxlen=LATEST)
        self.upsets: deque[Upset] = deque(maxlen=UPSETS)
        self.counted = 0
        self.upsets_counted = 0
        self.last: OrderedDict[str, deque[tuple[OverGame, int]]] = OrderedDict()  # by name; with the seat
        self.places: dict[str, Place] = {}
        self._stood: deque[tuple[float, dict[str, int]]] = deque()

    def add(self, game: OverGame) -> None:
        why, worth = worth_of(game, self.places)
        game = replace(game, why=why, worth=worth)
        self.counted += 1
        self.games.append(game)
        for seat, name in enumerate(game.names):
            self.last.setdefault(name, deque(maxlen=FORM)).append((game, seat))
            self.last.move_to_end(name)
        while len(self.last) > NAMES:
            self.last.popitem(last=False)
        if (upset := upset_of(game, self.places)) is not None:
            self.upsets.append(upset)
            self.upsets_counted += 1

    def recall(self, records: Iterable[Record]) -> None:
        """Add games from before a restart. Upsets are judged by the present standings."""
        for game in sorted(map(over_game, records), key=lambda each: each.began):
            self.add(game)

    def stand(self, lines: Sequence[Line], now: float) -> None:
        """Set the present standings."""
        self.places = {
            line.name: Place(rank, line.tier, line.rate.mean)
            for rank, line in enumerate(lines, 1)
            if line.games
        }
        if not self._stood or now - self._stood[-1][0] >= BETWEEN:
            self._stood.append((now, {name: place.rank for name, place in self.places.items()}))
        while len(self._stood) > 1 and now - self._stood[1][0] >= AGO:
            self._stood.popleft()

    def moved(self, name: str) -> int:
        """How many places a name has gained in the last minute; negative: lost."""
        before = self._stood[0][1].get(name) if self._stood else None
        return 0 if before is None or name not in self.places else before - self.places[name].rank

    def best_first(self) -> list[OverGame]:
        """The games that can be watched, the most worth seeing first; of equals the later one."""
        there = [game for game in reversed(self.games) if game.moves]
        return sorted(there, key=lambda each: -each.worth)

    def form(self, name: str) -> list[tuple[OverGame, int]]:
        """The last games of a name and its seat in each, the latest first."""
        return list(reversed(self.last.get(name, ())))
