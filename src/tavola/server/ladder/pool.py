"""The ladder's state: who waits, who plays, who has met, open challenges. No I/O, no clock of its own."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from tavola.core.words import Phrase
from tavola.server.connections.guest import Guest
from tavola.server.ladder import words
from tavola.table import messages as m
from tavola.table.identity import Person
from tavola.tournaments.ladder import Climber, fits, pair
from tavola.tournaments.ratings import Rating

MOST = 2000  # entries
REMEMBERED = 20  # opponents of each
MOST_REMEMBERED = 5000  # players whose opponents are remembered
SHOWN = 5  # other players' wishes in a sentence


class Event(NamedTuple):
    """What players have to agree on to meet: game, options, seats, clock, rated or not."""

    game: str
    options: tuple[tuple[str, str], ...]
    seats: int
    clock: m.Clock
    rated: bool

    def __str__(self) -> str:
        clock = [f"{name} {each:g} s" for name, each in self.clocks if each is not None]
        options = [f"{name}={value}" for name, value in self.options]
        count = "rated" if self.rated else "not rated"
        return ", ".join([*options, f"{self.seats} seats", *clock, count])

    @property
    def told(self) -> dict[str, Any]:
        """As messages have it."""
        return {**self._asdict(), "options": dict(self.options)}

    @property
    def clocks(self) -> tuple[tuple[str, float | None], ...]:
        return ("decision", self.clock.decision), ("game", self.clock.game)


@dataclass(slots=True, eq=False)
class LadderEntry:
    """A player that waits, and for what."""

    guest: Guest
    person: Person
    event: Event
    climber: Climber
    games: int = 1
    total: int | None = None  # games still to come; None: any number
    challenges: bool = True


@dataclass(slots=True, eq=False)
class OpenChallenge:
    """A challenge that waits for an answer. Its id is that of the table it may become."""

    table: str
    guest: Guest
    person: Person
    rating: Rating
    entry: LadderEntry
    event: Event
    until: float


@dataclass(slots=True)
class Pool:
    """All of a ladder's memory. A key is (holder, game)."""

    entries: dict[tuple[str, str], LadderEntry] = field(default_factory=dict)
    challenges: dict[str, OpenChallenge] = field(default_factory=dict)
    playing: dict[str, list[str]] = field(default_factory=dict)  # holders by table
    _at: Counter[str] = field(default_factory=Counter)  # games of each holder
    _lately: dict[str, deque[str]] = field(default_factory=dict)

    # ---- who plays ----

    def began(self, table: str, holders: list[str]) -> None:
        if table not in self.playing:
            self.playing[table] = holders
            self._at.update(holders)

    def ended(self, table: str) -> list[str]:
        holders = self.playing.pop(table, [])
        self._at.subtract(holders)
        for holder in holders:
            if self._at[holder] <= 0:
                del self._at[holder]
        return holders

    def free(self, entry: LadderEntry) -> bool:
        return entry.guest.connected and self._at[entry.person.holder] < entry.games

    def met(self, one: str, other: str) -> int:
        return self._lately.get(one, deque()).count(other)

    def note_met(self, keys: list[str]) -> None:
        for key in keys:
            lately = self._lately.pop(key, None) or deque(maxlen=REMEMBERED)
            lately.extend(other for other in keys if other != key)
            self._lately[key] = lately  # at the end: the first is the least recently used
        while len(self._lately) > MOST_REMEMBERED:
            del self._lately[next(iter(self._lately))]

    # ---- pairing ----

    def round(self, now: float) -> Iterator[tuple[Event, list[LadderEntry]]]:
        """The games to begin. A holder that waits in several events begins one game a round."""
        events: dict[Event, list[LadderEntry]] = {}
        for entry in self.entries.values():
            events.setdefault(entry.event, []).append(entry)
        taken: set[str] = set()
        for event, entries in events.items():
            of = {entry.climber.key: entry for entry in entries}
            free = [e.climber for e in entries if self.free(e) and e.person.holder not in taken]
            busy = [e.climber for e in entries if not self.free(e)]
            for group in pair(free, busy, self.met, now, event.seats):
                taken |= {climber.owner for climber in group}
                yield event, [of[climber.key] for climber in group]

    def prospects(self, entry: LadderEntry) -> tuple[int, Phrase | None]:
        """How many opponents may meet this player; if too few, why."""
        others = [e for e in self.entries.values() if e.event.game == entry.event.game and e is not entry]
        same = [e for e in others if e.event == entry.event]
        here = sum(fits(entry.climber, e.climber) for e in same)
        if here >= entry.event.seats - 1:
            return here, None
        if not others:
            return here, words.NOBODY.fill(game=entry.event.game)
        if not same:
            wishes = Counter(str(e.event) for e in others).most_common(SHOWN)
            told = "; ".join(f"{wish} ({number})" for wish, number in wishes)
            return here, words.OTHERS_WANT.fill(game=entry.event.game, wishes=told)
        place = entry.climber.place
        near = place and all(e.climber.place == place for e in same)
        return here, (words.SAME_PLACE if near else words.NONE_FITS).fill(others=len(same))

    # ---- entries and challenges ----

    def find(self, name_key: str, game: str) -> LadderEntry | None:
        return next(
            (e for e in self.entries.values() if e.climber.key == name_key and e.event.game == game), None
        )

    def rate(self, name_key: str, game: str, rating: Rating) -> None:
        if (entry := self.find(name_key, game)) is not None:
            entry.climber = replace(entry.climber, rating=rating)

    def asked_by(self, holder: str) -> list[OpenChallenge]:
        return [each for each in self.challenges.values() if each.person.holder == holder]
