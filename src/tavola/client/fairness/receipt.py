"""What a client keeps of a game: the commitment told before it began, the salt made here, and every message.

A server can change its dice, and its record. It can't change what was saved here before it knew our salt.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from tavola.table import messages as m

MOST_MOVES = 20_000  # of one game; what is beyond is not compared


def new_salt() -> str:
    """Our own part in the dice: 96 random bits, made here."""
    return secrets.token_hex(12)


class ToldOtherwise(msgspec.Struct, frozen=True):
    """A contradiction: what the server told first, and what it told later."""

    what: Literal["commitment", "salt", "move"]
    first: str
    then: str
    place: int = 0  # the seat of a salt, the number of a move from 1


class HeardStep(msgspec.Struct, frozen=True, array_like=True):
    """A move as it was told. Of a hidden deal there are only the events that we might see, as a hash."""

    actor: int
    move: str | None = None
    events: str = ""


class Receipt(msgspec.Struct):
    """One game as a client was told it. `hear` keeps it up to date, and notes contradictions."""

    table: str
    game: str
    commitment: str
    server: str = ""  # its host
    version: str = ""  # of Tavola, there
    at: float = 0.0
    before: bool = False  # was the commitment told before the game, and before our salt was sent?
    seat: int | None = None
    salt: str = ""
    pending: str = ""  # a salt that was sent, and not answered yet
    salts: list[str] = []  # of all seats, as told last before the first move
    begun: bool = False
    lost: bool = False  # some messages may have been lost
    changed: list[ToldOtherwise] = []
    told: dict[int, HeardStep] = {}  # by the number of the move, from 0
    ended: int | None = None  # after so many moves
    finding: str = ""  # what a check at the end found

    def hear(self, message: m.State | m.Seated | m.News) -> None:
        """A message of the server about the table."""
        match message:
            case m.State():
                self._state(message)
            case m.Seated(salts=salts, seats=seats):
                if salts and not self.begun:
                    self._salts(salts, seats)
            case m.News():
                self._news(message)

    def _state(self, state: m.State) -> None:
        if state.commitment != self.commitment:
            self._note("commitment", self.commitment, state.commitment)
        if state.you != self.seat:  # a player's news differ from a spectator's
            self.seat, self.told = state.you, {}
        if self.begun:
            for seat, (kept, told) in enumerate(zip(self.salts, state.salts, strict=False)):
                if kept != told:
                    self._note("salt", kept, told, seat)
        else:
            self._salts(state.salts, state.seats)
            self.begun = state.status != "waiting"
        self.lost = False
        for news in state.missed:
            self._news(news)
        if state.over is not None:
            self.ended = state.turn

    def _salts(self, salts: Sequence[str], chairs: Sequence[m.Chair]) -> None:
        """Before the game any player may stand up and sit down with another salt, and we are told of both.

        A salt that changes otherwise was changed by the server, which may know ours by now.
        """
        for seat, (kept, told) in enumerate(zip(self.salts, salts, strict=False)):
            if seat != self.seat and kept and kept != told and chairs[seat].name:
                if not self.lost:
                    self._note("salt", kept, told, seat)
                elif self.pending or self.salt:
                    self.before = False  # why it changed was lost, and our salt was already sent
        self.salts = list(salts)
        if self.seat is None or self.seat >= len(salts):
            return
        if not chairs[self.seat].name:  # we have stood up
            self.seat, self.salt = None, ""
            return
        told = salts[self.seat]
        if self.pending and told == self.pending:
            self.salt, self.pending = self.pending, ""
        elif self.salt and told != self.salt and not self.pending:
            self._note("salt", self.salt, told, self.seat)

    def answered(self, salts: Sequence[str]) -> None:
        """We sit: with the salt we sent, or the server has replaced it."""
        if self.pending:
            sent, self.salt, self.pending = self.pending, self.pending, ""
            if (
                self.seat is not None and self.seat < len(salts) and salts[self.seat] != sent
            ):  # an old server: none
                self._note("salt", sent, salts[self.seat], self.seat)

    def _news(self, news: m.News) -> None:
        self.begun = True
        first = news.turn - len(news.steps)
        for number, step in enumerate(news.steps, first):
            if not 0 <= number < MOST_MOVES:
                continue
            told = HeardStep(step.actor, step.move, "" if step.move is not None else seen(step.events))
            if (known := self.told.setdefault(number, told)) != told:
                self._note("move", _text(known), _text(told), number + 1)
        if news.over is not None:
            self.ended = news.turn

    def _note(
        self, what: Literal["commitment", "salt", "move"], first: str, then: str, place: int = 0
    ) -> None:
        if not any(one.what == what and one.place == place for one in self.changed):
            self.changed.append(ToldOtherwise(what, first[:200], then[:200], place))


def seen(events: Sequence[dict[str, Any]]) -> str:
    """A short hash of events as data, whatever language they were told in."""
    bare = [{name: value for name, value in event.items() if name != "words"} for event in events]
    written = json.dumps(bare, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(written.encode()).hexdigest()[:16]


def _text(step: HeardStep) -> str:
    return step.move if step.move is not None else f"({step.events})"
