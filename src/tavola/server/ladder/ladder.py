"""The ladder of a node: what bots say to it, the rounds in which games begin, and what becomes of them.

A game of the ladder is a table like any other, with its seats reserved for the players that were paired. A
player that does not come to it is taken off the ladder for a while, and so is one that loses game after game
without a move. Only the tables are written to disk: after a restart bots come back and enter again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from math import ceil, inf
from random import SystemRandom
from typing import TYPE_CHECKING, TypeVar

from msgspec import structs

from tavola.core.errors import TavolaError, UnknownGame
from tavola.core.words import Phrase
from tavola.server.connections.guest import Guest
from tavola.server.ladder import words
from tavola.server.ladder.pool import MOST, Event, LadderEntry, OpenChallenge, Pool
from tavola.server.limits.addresses import address_key
from tavola.server.store.names import fold
from tavola.server.tables.turns import right_now
from tavola.server.telemetry import audit
from tavola.table import entries as en
from tavola.table import messages as m
from tavola.table.fair import new_seed
from tavola.table.identity import Person, new_table_id
from tavola.table.judge import Accepted
from tavola.table.opening import open_table
from tavola.table.refusal import Refusal, check_wait
from tavola.table.table import Table
from tavola.tournaments.ladder import Climber
from tavola.tournaments.ratings import Rating

if TYPE_CHECKING:
    from tavola.server.tables.live_table import LiveTable
    from tavola.server.tables.manager import TableManager

log = logging.getLogger(__name__)
EVERY = 0.25  # seconds between two rounds
WITHIN = 30.0  # seconds to sit down, or to answer a challenge
LONGEST_DECISION, LONGEST_GAME = 60, 3600  # seconds of a clock
MOST_CHALLENGES = 5  # of one holder that wait for an answer
AFTER_NO = 60.0  # seconds until a holder that said no may be asked again
PAUSE, LONGEST_PAUSE = 30.0, 960.0  # seconds off the ladder for not coming: the first time, and at most
MOST_IDLE = 3  # games in a row lost without a move
MOST_NOTED = 10_000  # holders in each of the notes below
NOBODY = Person("", "")
K = TypeVar("K")
V = TypeVar("V")


class Ladder:
    """The ladder's players that are connected to this node."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager
        self.pool = Pool()
        self._luck = SystemRandom()
        self._pauses: dict[str, tuple[int, float]] = {}  # how often a holder did not come, and until when
        self._idle: dict[str, int] = {}  # games in a row lost without a move
        self._nos: dict[tuple[str, str], float] = {}  # (who asked, who said no): until when not to ask again
        self._told: dict[LadderEntry, str] = {}  # why no opponent may come, as it was told last
        self._since: dict[str, float] = {}  # by table, when its players were told of it

    # ---- what is said to it ----

    async def enter(self, guest: Guest, person: Person, command: m.Ladder) -> None:
        """Wait for games. If the holder waits for this game already, the new conditions replace the old."""
        self._may_wait(person)
        event = self._event(command, command.seats, command.rated)
        low, high = _or(command.low, -inf), _or(command.high, inf)
        if low > high:
            raise Refusal("bad_request", words.LOW_ABOVE_HIGH)
        rating = await self._manager.store.rating(event.game, person.name)
        if not guest.connected:
            return
        now, key = time.monotonic(), (person.holder, event.game)
        old = self.pool.entries.get(key)
        if old is None and len(self.pool.entries) >= MOST:
            raise Refusal("too_much", words.LADDER_FULL, retry_after=60.0)
        same = old is not None and old.climber.key == fold(person.name)
        since = old.climber.since if old is not None and same else now
        count = self._manager.settings.rated_same_address or not event.rated
        place = "" if count else address_key(guest.address)
        climber = Climber(fold(person.name), rating, since, low, high, person.holder, place)
        entry = LadderEntry(guest, person, event, climber, command.games, command.total, command.challenges)
        if old is not None:
            self._forget(old, words.HAS_GONE)
            if old.guest is not guest:
                old.guest.tell(m.OffLadder(game=event.game, why=words.ELSEWHERE.in_(old.guest.lang or "en")))
        self.pool.entries[key] = entry
        self._tell_prospects(entry, command.id)
        self._awaited(entry)

    def _awaited(self, entry: LadderEntry) -> None:
        """After a reconnect, tell the player again of tables that still wait for it."""
        holder = entry.person.holder
        for table, holders in self.pool.playing.items():
            live = self._manager.live.get(table) if holder in holders else None
            if live is None or live.table.status != "waiting" or live.table.seat_of(holder) is not None:
                continue
            opened = live.table.opened
            if opened.game == entry.event.game and entry.person.name in opened.names:
                self._tell_one(opened, entry, [m.Opponent(name=name) for name in opened.names])

    def _may_wait(self, person: Person) -> None:
        if not person.claimed:
            raise Refusal("claim_first", words.NEEDS_A_NAME)
        if not person.bot:
            raise Refusal("bad_request", words.ONLY_BOTS)
        self._is_not_off(person)

    def _is_not_off(self, person: Person) -> None:
        left = self._pauses.get(person.holder, (0, 0.0))[1] - time.monotonic()
        if left > 0:
            raise Refusal("too_early", words.PAUSE.fill(seconds=ceil(left)), retry_after=left)

    def _event(self, command: m.Ladder | m.Challenge, seats: int | None, rated: bool) -> Event:
        clock = command.clock
        slow = (clock.decision or 0) > LONGEST_DECISION or (clock.game or 0) > LONGEST_GAME
        if clock == m.Clock() or slow:
            raise Refusal(
                "bad_request", words.NEEDS_A_CLOCK.fill(decision=LONGEST_DECISION, game=LONGEST_GAME)
            )
        create = m.Create(
            game=command.game,
            preset=command.preset,
            options=command.options,
            seats=seats,
            clock=clock,
            rated=rated,
        )
        try:
            _, opened = open_table(NOBODY, create, "a", new_seed(), 0.0)
        except UnknownGame as error:
            raise Refusal("unknown_game", error.said) from None
        except TavolaError as error:
            raise Refusal("bad_request", error.said) from None
        return Event(opened.game, tuple(sorted(opened.options.items())), opened.seats, clock, rated)

    def leave(self, guest: Guest, person: Person, command: m.Leave_Ladder) -> None:
        for (holder, game), entry in tuple(self.pool.entries.items()):
            if holder == person.holder and command.game in (None, game):
                self._remove(entry, words.HAS_GONE)
        guest.tell(m.Done(id=command.id))

    def disconnected(self, guest: Guest) -> None:
        for entry in tuple(self.pool.entries.values()):
            if entry.guest is guest:
                self._remove(entry, words.HAS_GONE)
        for challenge in tuple(self.pool.challenges.values()):
            if challenge.guest is guest:
                self._drop(challenge, words.HAS_GONE, challenge.person.name)

    def _remove(self, entry: LadderEntry, why: Phrase) -> None:
        key = (entry.person.holder, entry.event.game)
        if self.pool.entries.get(key) is entry:
            del self.pool.entries[key]
        self._forget(entry, why)

    def _forget(self, entry: LadderEntry, why: Phrase) -> None:
        """Drop what belongs to an entry that is removed."""
        self._told.pop(entry, None)
        for challenge in tuple(self.pool.challenges.values()):
            if challenge.entry is entry:
                self._drop(challenge, why, entry.person.name)

    # ---- challenges ----

    async def challenge(self, guest: Guest, person: Person, command: m.Challenge) -> None:
        """Challenge a player that waits. Every limit is checked before that player is told."""
        if not person.claimed:
            raise Refusal("claim_first", words.NEEDS_A_NAME)
        self._is_not_off(person)
        self._manager.limits.may_challenge(guest)
        event = self._event(command, 2, command.rated)
        entry = self.pool.find(fold(command.to), event.game)
        if entry is None:
            raise Refusal("bad_request", words.NOT_THERE.fill(name=command.to, game=event.game))
        self._may_ask(person, entry, event)
        rating = await self._manager.store.rating(event.game, person.name)
        if self.pool.find(fold(command.to), event.game) is not entry or not guest.connected:
            raise Refusal("bad_request", words.NOT_THERE.fill(name=command.to, game=event.game))
        self._may_ask(person, entry, event)
        if not entry.climber.takes(Climber(fold(person.name), rating)):
            raise Refusal("bad_request", words.OUT_OF_RANGE.fill(name=entry.person.name))
        until = time.monotonic() + WITHIN
        found = OpenChallenge(new_table_id(), guest, person, rating, entry, event, until)
        self.pool.challenges[found.table] = found
        guest.tell(m.Done(id=command.id, table=found.table))
        entry.guest.tell(
            m.Challenged(
                challenge=found.table,
                by=_opponent(person, rating),
                game=event.game,
                options=dict(event.options),
                clock=event.clock,
                rated=event.rated,
                within=WITHIN,
            )
        )

    def _may_ask(self, person: Person, entry: LadderEntry, event: Event) -> None:
        name, open_ = entry.person.name, self.pool.asked_by(person.holder)
        if entry.person.holder == person.holder:
            raise Refusal("bad_request", words.YOURSELF)
        if not entry.challenges:
            raise Refusal("bad_request", words.NO_CHALLENGES.fill(name=name))
        if entry.event._replace(rated=event.rated) != event or (event.rated and not entry.event.rated):
            raise Refusal("bad_request", words.WANTS_OTHERWISE.fill(name=name, wish=str(entry.event)))
        if any(each.entry is entry for each in open_):
            raise Refusal("too_much", words.ASKED_ALREADY.fill(name=name), retry_after=WITHIN)
        if len(open_) >= MOST_CHALLENGES:
            raise Refusal("too_much", words.TOO_MANY_CHALLENGES, retry_after=WITHIN)
        left = self._nos.get((person.holder, entry.person.holder), 0.0) - time.monotonic()
        check_wait(left, words.SAID_NO.fill(name=name))
        if not self.pool.free(entry):
            raise Refusal("too_early", words.BUSY.fill(name=name), retry_after=5.0)

    def answer(self, guest: Guest, person: Person, command: m.Answer) -> None:
        found = self.pool.challenges.get(command.challenge)
        if found is None or found.entry.person.holder != person.holder:
            raise Refusal("bad_request", words.NO_SUCH_CHALLENGE)
        if command.accept and not (self._room() and self.pool.free(found.entry)):
            why = words.BUSY.fill(name=person.name) if self._room() else words.NO_ROOM
            self._drop(found, why, person.name)
            raise Refusal("bad_request", why)
        guest.tell(m.Done(id=command.id, table=found.table))
        if not command.accept:
            _note(self._nos, (found.person.holder, person.holder), time.monotonic() + AFTER_NO)
            self._drop(found, words.DECLINED, found.entry.person.name)
            return
        del self.pool.challenges[found.table]
        climber = Climber(fold(found.person.name), found.rating, owner=found.person.holder)
        asker = LadderEntry(found.guest, found.person, found.event, climber)
        self._open(found.event, [asker, found.entry], "challenge", found.table)

    def _drop(self, challenge: OpenChallenge, why: Phrase, name: str) -> None:
        """The challenge is off; both sides are told."""
        if self.pool.challenges.pop(challenge.table, None) is not None:
            for guest in (challenge.guest, challenge.entry.guest):
                said = why.fill(name=name).in_(guest.lang or "en")
                guest.tell(m.Declined(challenge=challenge.table, why=said))

    # ---- rounds ----

    async def run(self) -> None:
        """A round every so often, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                self.round(time.monotonic())
            except Exception:
                log.exception("a round of the ladder failed")
                self._manager.metrics.faults.add("ladder")

    def round(self, now: float) -> None:
        for challenge in tuple(self.pool.challenges.values()):
            if now >= challenge.until:
                self._drop(challenge, words.NO_ANSWER, challenge.entry.person.name)
        for event, group in self.pool.round(now) if self._room() else ():
            if self._room():
                self._luck.shuffle(group)
                self._open(event, group, "pool", new_table_id())
        for entry in tuple(self.pool.entries.values()):
            self._tell_prospects(entry)

    def _room(self) -> bool:
        return not self._manager.draining and self._manager.limits.shares.free > 0

    def _tell_prospects(self, entry: LadderEntry, id: str | None = None) -> None:
        """Tell a player its prospects, if it asked, or if it now has an opponent to wait for or none."""
        others, why = self.pool.prospects(entry)
        said = "" if why is None else why.in_(entry.guest.lang or "en")
        if id is None and bool(self._told.get(entry)) == bool(said):
            return
        self._told[entry] = said
        entry.guest.tell(m.OnLadder(**entry.event.told, others=others, why=said, id=id or ""))

    def _open(self, event: Event, group: list[LadderEntry], ladder: en.Ladder, table: str) -> None:
        """Open the table of a group. It is on disk before they are told."""
        _, opened = open_table(NOBODY, m.Create(**event.told), table, new_seed(), right_now().at)
        opened = structs.replace(
            opened,
            ladder=ladder,
            reserved=[e.person.holder for e in group],
            names=[e.person.name for e in group],
        )
        live = self._manager.stands(Table(opened))
        self._since[table] = inf
        audit.opened(live.table)
        self._no_more_than_wished(opened.reserved)
        for entry in group:
            if entry.total is not None:
                entry.total -= 1
                if not entry.total:
                    self._remove(entry, words.HAS_GONE)
        if ladder == "pool":
            self.pool.note_met([entry.climber.key for entry in group])
        self._manager.write(live, Accepted((opened,)), answer=lambda: self._tell(opened, group))

    def _no_more_than_wished(self, holders: list[str]) -> None:
        """Decline challenges to players that now play as many games as they want."""
        for challenge in tuple(self.pool.challenges.values()):
            if challenge.entry.person.holder in holders and not self.pool.free(challenge.entry):
                self._drop(challenge, words.BUSY, challenge.entry.person.name)

    def _tell(self, opened: en.Opened, group: list[LadderEntry]) -> None:
        self._since[opened.table] = time.monotonic()
        for entry in group:
            self._tell_one(opened, entry, [_opponent(e.person, e.climber.rating) for e in group])

    def _tell_one(self, opened: en.Opened, entry: LadderEntry, players: list[m.Opponent]) -> None:
        seat = opened.reserved.index(entry.person.holder)
        entry.guest.tell(
            m.Paired(
                table=opened.table,
                game=opened.game,
                options=opened.options,
                clock=opened.clock,
                rated=opened.rated,
                seat=seat,
                opponents=[each for n, each in enumerate(players) if n != seat],
                within=round(min(max(0.0, WITHIN - self._waited(opened.table)), WITHIN), 3),
                challenge=opened.ladder == "challenge",
            )
        )

    # ---- what becomes of the games ----

    def began(self, table: Table) -> None:
        """A table is new here, or brought back."""
        if table.opened.ladder and table.status != "over":
            self.pool.began(table.id, table.opened.reserved)
            self._since[table.id] = time.monotonic()

    def ended(self, table: Table) -> None:
        """It is over, or not here any more."""
        holders = self.pool.ended(table.id)
        self._since.pop(table.id, None)
        if not holders or table.ended is None or table.match is None:
            return
        now, moved = time.monotonic(), {actor for actor, _ in table.match.moves}
        for seat, holder in enumerate(holders):
            entry = self.pool.entries.get((holder, table.opened.game))
            if entry is not None:
                entry.climber = replace(entry.climber, since=now)
            idle = table.ended.how in ("time", "left", "resigned") and seat not in moved
            idle = idle and seat not in table.ended.outcome.winners
            if not idle and self._pauses.get(holder, (0, inf))[1] <= now:
                del self._pauses[holder]  # all is well again
            _note(self._idle, holder, self._idle.get(holder, 0) + 1 if idle else 0)
            if self._idle[holder] >= MOST_IDLE:
                self._idle[holder] = 0
                self._send_off(holder, table, words.NEVER_MOVES.fill(games=MOST_IDLE))
        if table.opened.rated:
            self._manager.in_background(self._rate_again(table))

    async def _rate_again(self, table: Table) -> None:
        """Update the ratings by which the next games are paired."""
        await self._manager.journal.flush()
        for sitter in table.sitters:
            if sitter is not None and sitter.account:
                rating = await self._manager.store.rating(table.opened.game, sitter.name)
                self.pool.rate(fold(sitter.name), table.opened.game, rating)

    def look(self, live: LiveTable) -> bool:
        """Is the time of a waiting ladder table up? Then players that did not come go off the ladder."""
        table = live.table
        if self._waited(table.id) < WITHIN:
            return False
        for holder in table.opened.reserved:
            if table.seat_of(holder) is None:
                self._send_off(holder, table, words.DID_NOT_COME.fill(table=table.id))
        return True

    def _waited(self, table: str) -> float:
        """For how many seconds the players could have come: since they were told, or since the server was
        restarted."""
        return time.monotonic() - self._since.get(table, inf)

    def _send_off(self, holder: str, table: Table, why: Phrase) -> None:
        """Take a holder off the ladder, for twice as long each time. Games missed together count once."""
        times, until = self._pauses.get(holder, (0, 0.0))
        if until > time.monotonic():
            return
        pause = min(PAUSE * 2**times, LONGEST_PAUSE)
        _note(self._pauses, holder, (times + 1, time.monotonic() + pause))
        entry = self.pool.entries.get((holder, table.opened.game))
        if entry is None:
            return
        self._remove(entry, words.HAS_GONE)
        said = why.in_(entry.guest.lang or "en")
        entry.guest.tell(m.OffLadder(game=table.opened.game, why=said, retry_after=pause))


def _or(value: float | None, other: float) -> float:
    return other if value is None else value


def _note(notes: dict[K, V], key: K, value: V) -> None:
    notes.pop(key, None)
    notes[key] = value
    if len(notes) > MOST_NOTED:
        del notes[next(iter(notes))]


def _opponent(person: Person, rating: Rating) -> m.Opponent:
    shown = round(rating.shown, 2)
    return m.Opponent(name=person.name, account="bot" if person.bot else None, rating=shown)
