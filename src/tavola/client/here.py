"""A table in this process: the server's own table and its own words, without a server.

What a bot hears and sees here is, byte for byte, what it would hear and see at the far end of a wire. So the
table's judge plays, as at a server, and no driver.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tavola.client.minds import GameSetup, Mind, ThinkingTime, time_left
from tavola.core.contract import Rules
from tavola.core.options import changed
from tavola.games import rules as rules_named
from tavola.table import facts as f
from tavola.table import messages as m
from tavola.table.identity import Person
from tavola.table.judge import Accepted, gives_up, receive
from tavola.table.opening import open_table
from tavola.table.redaction import told
from tavola.table.table import Moment, Table


class TableHere:
    """One game among minds, each in its seat. `decide` asks a seat; what it says goes to `play`."""

    def __init__(self, rules: Rules[Any, Any], names: Sequence[str], luck: Random | None = None) -> None:
        options: Mapping[str, str] = changed(rules.options)
        wish = m.Create(game=rules.info.name, options=dict(options), seats=len(names))
        self._people = [Person(f"holder {seat}", name) for seat, name in enumerate(names)]
        seed = secrets.token_hex(32) if luck is None else f"{luck.getrandbits(256):064x}"
        self.table: Table = open_table(self._people[0], wish, "here", seed, 0.0)[0]
        self.rules = rules_named(rules.info.name, None, **options)
        self._news: list[list[m.News]] = [[] for _ in names]  # not told yet, by seat
        self._last: list[m.News] = []
        for person in self._people:
            self._take(receive(self.table, person, m.Join(table="here"), _now()))

    def setting(self, seat: int) -> GameSetup:
        return GameSetup(self.rules, seat, tuple(person.name for person in self._people), "here")

    @property
    def actor(self) -> int | None:
        """Whose decision it is; None when the game is over."""
        return self.table.actor

    def tell(self, minds: Mapping[int, Mind]) -> None:
        """What happened since the last time, to each."""
        for seat, mind in minds.items():
            news, self._news[seat] = self._news[seat], []
            for one in news:
                mind.hear(one)

    def sight(self, seat: int) -> m.Sight:
        """How it stands for a seat, as it would come over a wire."""
        return self._last[seat].sight

    def time(self, seat: int) -> ThinkingTime:
        """What that seat's clocks show."""
        return time_left(self._last[seat].time, seat)

    def play(self, seat: int, move: str) -> None:
        self._take(receive(self.table, self._people[seat], m.Play(table="here", move=move), _now()))

    def give_up(self, seat: int) -> None:
        self._take(gives_up(self.table, seat, "resigned", _now()))

    @property
    def ending(self) -> m.Ending | None:
        return self._last[0].over if self._last else None

    def _take(self, accepted: Accepted) -> None:
        for fact in accepted.facts:
            if isinstance(fact, f.Played):
                self._last = [self._told(fact, seat) for seat in range(len(self._people))]
                for kept, news in zip(self._news, self._last, strict=True):
                    kept.append(news)

    def _told(self, fact: f.Played, seat: int) -> m.News:
        """Through bytes and back, as over a wire."""
        news = m.decode_message(m.encode(told("here", fact, seat, None)))
        assert isinstance(news, m.News)
        return news


def _now() -> Moment:
    return Moment(time.time(), time.monotonic())
