"""The plan of a tournament: its games, entrants, format and length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tavola.core.errors import BadOption
from tavola.core.options import changed, make
from tavola.games import game_class
from tavola.games import rules as rules_named
from tavola.table.opening import fewest
from tavola.tournaments import ratings
from tavola.tournaments.entrants import Entrant
from tavola.tournaments.pairings import everybody, rounds_needed, sides_of
from tavola.tournaments.sitting import Task

# ---- the fields of a plan in a file, which may have been edited by hand ----


def text(data: Mapping[str, Any], field: str) -> str:
    value = data[field]
    if not isinstance(value, str) or not value:
        raise _wrong(field, "a text", value)
    return value


def flag(data: Mapping[str, Any], field: str) -> bool:
    value = data[field]
    if not isinstance(value, bool):
        raise _wrong(field, "true or false", value)
    return value


def whole(data: Mapping[str, Any], field: str, low: int | None = None, high: int | None = None) -> int:
    """A whole number, within limits if there are any."""
    value = data[field]
    span = "" if low is None or high is None else f" from {low} to {high}"
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(field, f"a whole number{span}", value)
    if (low is not None and value < low) or (high is not None and value > high):
        raise _wrong(field, f"a whole number{span}", value)
    return value


def seconds(data: Mapping[str, Any], field: str, most: float) -> float:
    value = data[field]
    # In this order NaN is refused, too.
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
        raise _wrong(field, f"seconds, more than 0 and at most {most:.0f}", value)
    return value


def texts(data: Mapping[str, Any], field: str) -> dict[str, str]:
    value = data[field]
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise _wrong(field, 'texts with names, such as {"goal": "1000"}', value)
    return value


def _wrong(field: str, should_be: str, value: object) -> BadOption:
    shown = repr(value) if not isinstance(value, int) or abs(value) < 10**30 else "so large a number"
    return BadOption(f'"{field}" should be {should_be}, not {shown[:40]}')


ROUND_ROBIN, SWISS, KNOCK_OUT = "round-robin", "swiss", "knock-out"
FORMATS = (ROUND_ROBIN, SWISS, KNOCK_OUT)
MOST_SETS = 1_000_000
MOST_TABLES = 100_000  # of one set
MOST_EVENTS = 32
MOST_ROUNDS = 1_000_000
LONGEST_CLOCK = 1e6  # seconds; timeouts of the system can't be much longer


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game of the tournament, with its options."""

    game: str
    seats: int
    options: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls, game: str, seats: int | None = None, preset: str | None = None, **options: Any
    ) -> PlannedGame:
        """A game with these options; refused if it can't be played like that."""
        rules = rules_named(game, preset, **options)
        number = fewest(rules.info.seats) if seats is None else seats
        rules.info.check_seats(number)
        if number < 2:
            raise BadOption(f"a tournament of {game} needs two seats or more")
        return cls(game, number, changed(rules.options))

    @property
    def sides(self) -> int:
        return len(sides_of(self.game, self.seats))


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament. The same plan gives the same games, on any number of workers."""

    events: tuple[PlannedGame, ...]
    entrants: tuple[Entrant, ...]
    format: str = ROUND_ROBIN
    sets: int = 10  # of a table or a match; with `until_separated`, before the first test
    rounds: int = 0  # Swiss; 0: as many as are needed
    until_separated: bool = False
    most_sets: int = 1000
    seed: int = 0
    clock: float = 10.0
    model: str = ratings.DEFAULT

    def check(self) -> Plan:
        """The plan, if it makes sense."""
        if self.format not in FORMATS:
            raise BadOption(f"there is no format {self.format[:40]!r}; there are: {', '.join(FORMATS)}")
        if not 1 <= len(self.events) <= MOST_EVENTS:
            raise BadOption(f"a tournament takes from 1 to {MOST_EVENTS} games, not {len(self.events)}")
        if self.model not in ratings.MODELS:
            raise BadOption(f"there is no rating {self.model[:40]!r}; there are: {', '.join(ratings.MODELS)}")
        for event in self.events:
            self._check_event(event)
        if self.rounds and self.format != SWISS:
            raise BadOption(
                f"only a Swiss takes rounds; how long a {self.format} is, its sets and entrants say"
            )
        if self.until_separated and self.format != ROUND_ROBIN:
            raise BadOption("only a round robin can go on until all are separated")
        if self.until_separated and self.most_sets < self.sets:
            raise BadOption(f"at most {self.most_sets} sets are fewer than the {self.sets} to begin with")
        if self.format == ROUND_ROBIN and self.tables_of_a_set > MOST_TABLES:
            raise BadOption(f"one set alone would be {self.tables_of_a_set:,} tables; Swiss takes fewer")
        return self

    def _check_event(self, event: PlannedGame) -> None:
        if self.format != ROUND_ROBIN and event.sides != 2:
            raise BadOption(f"{self.format} is for two sides; {event.game} by {event.seats} is a round robin")
        if event.sides > len(self.entrants):
            raise BadOption(f"{event.game} by {event.seats} needs {event.sides} entrants or more")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(entrant.name for entrant in self.entrants)

    @property
    def tables_of_a_set(self) -> int:
        return sum(len(everybody(self.names, event.sides)) for event in self.events)

    @property
    def swiss_rounds(self) -> int:
        return self.rounds or rounds_needed(len(self.entrants))

    def tasks(
        self, first: int, round_: int, sets: range, lineups: Sequence[tuple[str, ...]] | None = None
    ) -> Iterator[Task]:
        """The games of these sets, numbered from `first` on: every rotation of every table.

        Without lineups it is a round robin.
        """
        by_name = {entrant.name: entrant for entrant in self.entrants}
        number = first
        for set_ in sets:
            for event in self.events:
                for names in everybody(self.names, event.sides) if lineups is None else lineups:
                    lineup = tuple(by_name[name] for name in names)
                    for rotation in range(event.sides):
                        yield Task(
                            number,
                            round_,
                            set_,
                            rotation,
                            event.game,
                            event.options,
                            event.seats,
                            lineup,
                            self.seed,
                            self.clock,
                        )
                        number += 1

    def as_dict(self) -> dict[str, Any]:
        """The plan, as a folder keeps it and a report shows it."""
        return {
            "games": [{"game": e.game, "seats": e.seats, "options": e.options} for e in self.events],
            "entrants": [{"name": each.name, "bot": each.spec} for each in self.entrants],
            "format": self.format,
            "sets": self.sets,
            "rounds": self.swiss_rounds if self.format == SWISS else 0,
            "until_separated": self.until_separated,
            "most_sets": self.most_sets if self.until_separated else 0,
            "seed": self.seed,
            "clock": self.clock,
            "ratings": self.model,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Plan:
        """The inverse of as_dict; refused if a value is not what it should be."""
        return cls(
            events=tuple(_read_event(each) for each in data["games"]),
            entrants=_read_entrants(data["entrants"]),
            format=text(data, "format"),
            sets=whole(data, "sets", 1, MOST_SETS),
            rounds=whole(data, "rounds", 0, MOST_ROUNDS),
            until_separated=flag(data, "until_separated"),
            most_sets=whole(data, "most_sets", 0, MOST_SETS),
            seed=whole(data, "seed"),
            clock=seconds(data, "clock", LONGEST_CLOCK),
            model=text(data, "ratings"),
        )


def _read_event(data: dict[str, Any]) -> PlannedGame:
    game, seats, options = (
        text(data, "game"),
        whole(data, "seats"),
        texts(data, "options"),
    )
    make(game_class(game).info.options, options, game)  # refuses an option called "preset"
    return PlannedGame.of(game, seats, **options)


def _read_entrants(data: list[dict[str, Any]]) -> tuple[Entrant, ...]:
    found = tuple(Entrant(text(each, "name"), text(each, "bot")) for each in data)
    names = [each.name for each in found]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadOption(f"there are two entrants called {twice[:40]!r}; a name is nobody else's")
    return found
