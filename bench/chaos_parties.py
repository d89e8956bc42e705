"""Parties: two players, or one and a bot, with some who look on, playing one game after the other."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bench.chaos_people import Person, World
from tavola.core.words import Lang
from tavola.table import messages as m

# All six games; the targets keep a game of random moves to a minute or so.
GAMES: tuple[tuple[str, dict[str, str]], ...] = (
    ("421", {}),
    ("5000", {"goal": "1000"}),
    ("dice-poker", {"goal": "300"}),
    ("spazzino", {"target": "11"}),
    ("scopetta", {}),
    ("tombolon", {"target": "21"}),
)
LANGS: tuple[Lang | None, ...] = (None, "en", None, "it", "fr")
ROOMY = m.Clock(game=600.0)  # nobody here thinks that long, unless it runs while the server is down
HASTY = m.Clock(decision=0.75)  # some of the moves come too late


@dataclass
class Kept:
    """A table that was opened, and what is known of it beforehand."""

    table: str
    clock: m.Clock


@dataclass
class Party:
    world: World
    number: int
    tables: list[Kept] = field(default_factory=list)

    def __post_init__(self) -> None:
        number = self.number
        self.game, self.options = GAMES[number % len(GAMES)]
        self.bot = number % 7 == 3
        self.clock = (m.Clock(), ROOMY, m.Clock(), HASTY, m.Clock())[(number + number // 6) % 5]
        self.public = number % 5 != 0
        self.players = [self._person("p", seat) for seat in range(1 if self.bot else 2)]
        self.watchers = [self._person("w", n) for n in range((0, 0, 1, 0, 2)[number % 5])]

    def _person(self, kind: str, n: int) -> Person:
        door = "websocket" if (self.number + n) % 2 else "lines"
        return Person(self.world, f"{kind}{self.number}-{n}", door, LANGS[(self.number + n) % len(LANGS)])

    @property
    def people(self) -> list[Person]:
        return [*self.players, *self.watchers]

    async def live(self) -> None:
        """Play until the world is wound up, and the last game to its end."""
        first = self.players[0]
        create = m.Create(
            game=self.game,
            options=self.options,
            seats=2,
            public=self.public,
            clock=self.clock,
            id=first.next_id(),
        )
        answer = await first.say(create)
        if not isinstance(answer, m.State):
            return self.world.violation(f"no table could be opened: {answer}")
        table = answer.table
        await self._sit(table)
        await self._played(table)
        while not self.world.winding_up:
            table = await self._again(table)
            await self._sit(table)
            await self._played(table)
        return None

    async def _sit(self, table: str) -> None:
        """Everyone comes to the table; with the last player the game begins."""
        again = bool(self.tables)
        self.tables.append(Kept(table, self.clock))
        for person in self.people:
            person.book(table).pace = self.world.think
        for watcher in self.watchers:
            watcher.say(m.Watch(table=table, id=watcher.next_id()))
        for player in self.players:
            await player.say(m.Join(table=table, salt=f"salt of {player.name}", id=player.next_id()))
        if self.bot and not again:
            first = self.players[0]
            await first.say(m.Seat_Bot(table=table, id=first.next_id()))

    async def _played(self, table: str) -> None:
        await asyncio.gather(*(player.book(table).over.wait() for player in self.players))
        self.world.counts["games"] += 1
        for watcher in self.watchers:
            watcher.chat(watcher.book(table))

    async def _again(self, table: str) -> str:
        """Everyone wants a rematch, and hears where."""
        wishes = [player.say(m.Rematch(table=table, id=player.next_id())) for player in self.players]
        await asyncio.gather(*wishes, *(player.book(table).again.wait() for player in self.players))
        found = {player.book(table).new_table for player in self.players}
        if len(found) != 1:
            self.world.violation(f"{table}: a rematch at several tables: {found}")
        for person in self.people:
            person.turn_from(person.book(table))
        return found.pop()

    def give_up(self) -> None:
        """No more time: whoever still plays resigns."""
        for player in self.players[:1]:
            for book in tuple(player.books.values()):
                if book.current and book.seat is not None and not book.over.is_set():
                    player.say(m.Resign(table=book.table, id=player.next_id()))
