"""One game of a tournament, from the first throw to its record."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from tavola.core.contract import View
from tavola.core.driver import Driver, Made
from tavola.core.game import LaneThrows
from tavola.core.match import Match
from tavola.core.record import Record
from tavola.games import parts_of
from tavola.games import rules as rules_named
from tavola.tournaments.entrants import Entrant
from tavola.tournaments.faults import Fault, tagged
from tavola.tournaments.pairings import sides_of
from tavola.tournaments.players import SeatPlayer, seat_player

# ---- duplicate luck ----
#
# A set of games is played with one luck, once with every rotation of the seats. A throw is a function of
# the seed, the set, the seat, the number of its go, and the number of the throw in it. So the third go of
# seat 1 begins with the same dice in every game of the set, whoever sits there and whatever happened before;
# and players that decide the same get the same. Deals are a function of the hand and the number of the deal
# in it: what is dealt never depends on what was played.


WORD_BYTES = 8
WORD = 1 << 8 * WORD_BYTES


class Drops:
    """The numbers of one throw or deal, a `Source` for any game's chance."""

    __slots__ = ("_begun", "_drawn")

    def __init__(self, *name: object) -> None:
        self._begun = hashlib.blake2b(repr(name).encode(), digest_size=WORD_BYTES)
        self._drawn = 0

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to stop - 1, each exactly as likely as the other."""
        if not 0 < stop <= WORD:
            raise ValueError(f"a number below {stop} can't be drawn here")
        while True:
            product = self._word() * stop
            if product % WORD >= WORD % stop:  # else rejected: it would be a bias
                return product // WORD

    def _word(self) -> int:
        begun = self._begun.copy()
        begun.update(self._drawn.to_bytes(4, "big"))
        self._drawn += 1
        return int.from_bytes(begun.digest(), "big")


class DuplicateLuck:
    """The luck of one game of a set, asked once for each throw or deal."""

    def __init__(self, seed: int, game: str, number: int) -> None:
        self._name = (seed, game, number)
        self._throws = LaneThrows(parts_of(game).part("lanes"))

    def next(self, state: Any) -> Drops:
        """The source of the chance of this state. A game without lanes draws from one source, in order."""
        return Drops("chance", *self._name, *self._throws.next(state))


def bot_seed(seed: int, game: str, number: int, seat: int) -> int:
    """The seed of a bot's own luck. It belongs to the seat as dice do, so that equal bots play equally; and
    it tells nothing about the dice."""
    return Drops("bot", seed, game, number, seat).randrange(1 << 63)


MOST_DECISIONS = 20_000  # of one game: in some games bad players would never come to an end


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played. `lineup` are the entrants in the order of the sides before rotation."""

    number: int
    round: int
    set: int
    rotation: int
    game: str
    options: dict[str, str]
    seats: int
    lineup: tuple[Entrant, ...]
    seed: int
    clock: float

    def seated(self) -> list[Entrant]:
        """Who sits where."""
        sides = sides_of(self.game, self.seats)
        found = [self.lineup[0]] * self.seats
        for number, side in enumerate(sides):
            for seat in side:
                found[seat] = self.lineup[(number + self.rotation) % len(sides)]
        return found

    def tags(self) -> dict[str, str]:
        told = ("number", "round", "set", "rotation")
        return {name.capitalize(): str(getattr(self, name)) for name in told}


@dataclass(frozen=True, slots=True)
class SittingResult:
    """A game that was played. A seat with a fault has lost: in the record it resigns."""

    record: Record
    fault: Fault | None = None
    at_fault: str = ""  # the entrant's name
    late: tuple[tuple[str, Fault], ...] = ()  # faults after the end, which change nothing


@dataclass(slots=True)
class _Table:
    """All seats at once: the one that is asked is told first what it has not been told yet."""

    match: Match[Any, Any]
    heard: list[int]  # by seat: how many moves it has been told of
    made: list[Made[Any, Any]] = field(default_factory=list)
    players: list[SeatPlayer] = field(default_factory=list)
    busy: int = 0  # the seat we deal with; a fault now is this seat's

    def choose(self, view: View[Any, Any]) -> Any:
        actor = self.match.actor
        for seat, player in enumerate(self.players):
            if player.wants_news and seat != actor and self.heard[seat] < len(self.made):
                self.busy = seat
                player.hear(self.match, self.news(seat))
        self.busy = actor
        return self.players[actor].choose(view, self.match, self.news(actor))

    def news(self, seat: int) -> list[Made[Any, Any]]:
        untold, self.heard[seat] = self.made[self.heard[seat] :], len(self.made)
        return untold


def play(task: Task) -> SittingResult:
    """Play a game. Whatever a bot does, this gives a result."""
    rules = rules_named(task.game, None, **task.options)
    seated = task.seated()
    match = Match(rules, [entrant.name for entrant in seated])
    table, luck = _Table(match, [0] * len(seated)), DuplicateLuck(task.seed, task.game, task.set)
    players = dict.fromkeys(range(len(seated)), table)
    fault = None
    try:
        for seat, entrant in enumerate(seated):
            table.busy = seat
            seed = bot_seed(task.seed, task.game, task.set, seat)
            table.players.append(seat_player(match, seat, entrant, seed, task.clock))
        for made in Driver(match, lambda s: rules.chance(s).sample(luck.next(s)), players, MOST_DECISIONS):
            table.made.append(made)
    except Fault as trouble:
        fault = trouble
        match.resign(table.busy)
    late = _say_goodbye(table, -1 if fault is None else table.busy)
    tags = task.tags() | ({} if fault is None else {"Fault": tagged(table.busy, fault)})
    if match.outcome is None:
        tags["Ended"] = "endless"
    return SittingResult(match.record(tags), fault, seated[table.busy].name if fault else "", late)


def _say_goodbye(table: _Table, guilty: int) -> tuple[tuple[str, Fault], ...]:
    """Tell every seat how the game ended. A bot that breaks down over that is found out now, and not in its
    next game."""
    outcome, late = table.match.outcome, []
    for seat, player in enumerate(table.players):
        if seat == guilty:
            player.leave()
            continue
        try:
            player.end(table.match, table.news(seat), outcome)
        except Fault as fault:
            late.append((table.match.names[seat], fault))
    return tuple(late)
