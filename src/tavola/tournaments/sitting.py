"""One game of a tournament, from the first throw to its record."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tavola.core.contract import CHANCE, OVER
from tavola.core.match import Match
from tavola.core.record import Record
from tavola.games import rules as rules_named
from tavola.table.facts import Stepped
from tavola.tournaments.entrants import Entrant
from tavola.tournaments.faults import Fault, tagged
from tavola.tournaments.luck import TableLuck, bot_seed
from tavola.tournaments.players import Player, seat_player
from tavola.tournaments.sides import sides_of

MOST_DECISIONS = 20_000  # of one game: two who only ever trash would sit there for ever


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
class Played:
    """A game that was played. A fault is a seat's own doing, and in the record a resignation."""

    record: Record
    fault: Fault | None = None
    at_fault: str = ""  # whose
    late: tuple[tuple[str, Fault], ...] = ()  # who broke down when it was over, which changes nothing


@dataclass(slots=True)
class _Table:
    match: Match[Any, Any]
    luck: TableLuck
    happened: list[list[Stepped]]  # not told yet, by seat
    players: list[Player] = field(default_factory=list)
    busy: int = 0  # the seat we deal with; a fault is its own

    def step(self, actor: int, move: Any) -> None:
        stepped = Stepped(actor, move, self.match.play(move).events)
        for untold in self.happened:
            untold.append(stepped)

    def news(self, seat: int) -> list[Stepped]:
        untold, self.happened[seat] = self.happened[seat], []
        return untold


def play(task: Task) -> Played:
    """Play a game. Whatever a bot does, this gives a result."""
    rules = rules_named(task.game, None, **task.options)
    seated = task.seated()
    match = Match(rules, [entrant.name for entrant in seated])
    table = _Table(match, TableLuck(task.seed, task.game, task.set), happened=[[] for _ in seated])
    fault = None
    try:
        for seat, entrant in enumerate(seated):
            table.busy = seat
            seed = bot_seed(task.seed, task.game, task.set, seat)
            table.players.append(seat_player(match, seat, entrant, seed, task.clock))
        _play_on(table)
    except Fault as trouble:
        fault = trouble
        match.resign(table.busy)
    late = _say_goodbye(table, -1 if fault is None else table.busy)
    tags = task.tags() | ({} if fault is None else {"Fault": tagged(table.busy, fault)})
    if match.outcome is None:
        tags["Ended"] = "endless"
    return Played(match.record(tags), fault, seated[table.busy].name if fault else "", late)


def _play_on(table: _Table) -> None:
    """To the end, or to the first fault, which is the busy seat's."""
    match, decisions = table.match, 0
    while (actor := match.actor) != OVER and decisions < MOST_DECISIONS:
        if actor == CHANCE:
            source = table.luck.next(match.state)
            table.step(CHANCE, match.rules.chance(match.state).sample(source))
            continue
        for seat, player in enumerate(table.players):
            if player.wants_news and seat != actor and table.happened[seat]:
                table.busy = seat
                player.hear(match, table.news(seat))
        table.busy = actor
        table.step(actor, table.players[actor].choose(match, table.news(actor)))
        decisions += 1


def _say_goodbye(table: _Table, guilty: int) -> tuple[tuple[str, Fault], ...]:
    """Tell everybody how it ended; who breaks down over that is found out now, and not in his next game."""
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
