"""The hall: where all tables of this node stand, and who is at which.

It holds no socket. Guests come through the doors and hand in commands; the hall has them judged, has what was
accepted written, and then lets everyone at the table hear of it, each as much as he may know.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from tavola.core.contract import Seat
from tavola.core.errors import TavolaError, UnknownBot, UnknownGame
from tavola.server.bench import Bench
from tavola.server.guests import Guest
from tavola.server.journal import Journal
from tavola.server.limits import Rates
from tavola.server.live import Live
from tavola.server.metrics import Metrics
from tavola.server.settings import Settings
from tavola.server.store import Store
from tavola.server.writing import change_of
from tavola.table import facts as f
from tavola.table import judge
from tavola.table import messages as m
from tavola.table.entries import decode_entry
from tavola.table.fair import new_seed
from tavola.table.judge import Accepted
from tavola.table.opening import open_table, rebuild, rematch_of
from tavola.table.people import Person, new_table_id
from tavola.table.redaction import standing
from tavola.table.refusal import Refusal
from tavola.table.table import Moment, Table

log = logging.getLogger(__name__)

GRACE = 30.0  # seconds a player has to come back after a restart before his clock runs again
RETRY = 2.0

Answer = Callable[[], None]


class Hall:
    """All tables of one node."""

    def __init__(self, settings: Settings, store: Store, metrics: Metrics) -> None:
        self.settings = settings
        self.store = store
        self.metrics = metrics
        self.rates = Rates.of(settings)
        self.live: dict[str, Live] = {}
        self.journal = Journal(store, metrics, self._lost)
        self.bench = Bench(metrics)
        self.draining = False
        self._opened_by: dict[str, int] = {}  # unfinished tables, by who opened them
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self.journal.start()

    async def stop(self) -> None:
        """Everything accepted is written and told; then the tables are left for the next time."""
        await self.journal.stop()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self.live.values():
            live.silence()
        self.bench.close()

    # ---- opening and finding tables ----

    async def create(self, guest: Guest, person: Person, command: m.Create) -> None:
        """A new table; the guest looks on until he sits down. The same wish twice is one table."""
        name = _name_of(person, command)
        if command.id:
            try:
                return self._shows(guest, await self.find(name), None, (), command.id)
            except Refusal:
                pass  # not there yet, as it should be
        self._may_open(guest, person)
        moment = _now()
        try:
            table, opened = open_table(person, command, name, new_seed(), moment.at)
        except UnknownGame as error:
            raise Refusal("unknown_game", str(error)) from None
        except TavolaError as error:
            raise Refusal("bad_request", str(error)) from None
        live = self._stands(table)
        state = standing(table, None, guest.lang, moment.now, id=command.id)
        self.write(live, Accepted((opened,)), guest, command.id, lambda: live.comes(guest, None, state))
        return None

    def _may_open(self, guest: Guest, person: Person) -> None:
        most = self.settings.tables_per_holder
        if self.draining:
            raise Refusal("closing", "the server is going down; no new tables", retry_after=10.0)
        if len(self.live) >= self.settings.max_tables:
            raise Refusal("too_much", "there are as many tables as there may be", retry_after=30.0)
        if self._opened_by.get(person.holder, 0) >= most:
            raise Refusal(
                "too_much", f"you have {most} unfinished tables; finish one first", retry_after=60.0
            )
        self._not_too_often("create", guest.address, "too many new tables from your address")

    def _not_too_often(self, kind: str, key: str, why: str) -> None:
        if wait := self.rates.take(kind, key, time.monotonic()):
            raise Refusal("too_much", why, retry_after=round(wait, 3))

    def _stands(self, table: Table, fence: int = 0) -> Live:
        live = self.live[table.id] = Live(table, fence)
        if table.status != "over":
            self._opened_by[table.opened.by] = self._opened_by.get(table.opened.by, 0) + 1
        return live

    async def find(self, table: str) -> Live:
        """A table that is here, or that its log brings back; Refusal if there is none."""
        if (live := self.live.get(table)) is not None:
            return live
        if (loading := self._loading.get(table)) is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Live:
        await self.journal.flush()  # it may just have gone, with something of it still to be written
        written = await self.store.log(table)
        if not written:
            raise Refusal("unknown_table", "there is no such table")
        rebuilt, _ = rebuild(map(decode_entry, written))
        if rebuilt.closed:
            raise Refusal("unknown_table", "the table was put away")
        live = self._stands(rebuilt)
        if rebuilt.status == "playing":
            self._hold(live)
            self._next(live)
        return live

    async def restore(self) -> None:
        """Bring back every unfinished table, letting others through in between."""
        for table in await self.store.running():
            try:
                await self.find(table)
            except Refusal:
                continue
            except Exception:
                log.exception("the table %s could not be brought back", table)
                self.metrics.faults.add("restore")

    def _hold(self, live: Live) -> None:
        """After a restart the clock waits for the player to come back, but not for ever."""
        if live.table.opened.clock != m.Clock():
            live.held = True
            asyncio.get_running_loop().call_later(GRACE, self._release, live)

    def _release(self, live: Live) -> None:
        if live.held and self.live.get(live.table.id) is live:
            live.held = False
            live.table.wake(time.monotonic())
            self._arm(live)

    async def elsewhere(self, guest: Guest, person: Person, command: m.TableCommand) -> None:
        """A command to a table that is not here yet."""
        live = await self.find(command.table)
        if guest.here:
            self.carry_out(guest, person, live, command)

    # ---- commands to a table ----

    def carry_out(self, guest: Guest, person: Person, live: Live, command: m.TableCommand) -> None:
        """A command to a table that is here. Refusal if it can't be done."""
        if isinstance(command, m.Watch | m.Resume):
            return self._watch(guest, person, live, command)
        if isinstance(command, m.Chat):
            self._not_too_often("chat", person.holder, "you say too much at once")
        if isinstance(command, m.Seat_Bot):
            self._check_bot(live, command.bot)
        if live.held and live.table.seat_of(person.holder) == live.table.actor:
            self._release(live)
        try:
            accepted = judge.receive(live.table, person, command, _now())
        except TavolaError:
            raise
        except Exception:
            # The rules broke down half way. What is in the log is right: begin again from there.
            self._lost(frozenset({live.table.id}), "something went wrong at the table")
            raise
        self.write(live, accepted, guest, command.id, self._answer(guest, person, live, command, accepted))
        return None

    def _answer(
        self, guest: Guest, person: Person, live: Live, command: m.TableCommand, accepted: Accepted
    ) -> Answer | None:
        """What the guest hears besides the news everyone hears."""
        table = live.table
        if accepted.repeated is not None:
            again = m.Done(id=command.id, table=table.id, version=accepted.repeated)
            return lambda: guest.tell(again)
        if isinstance(command, m.Play):
            return None
        if isinstance(command, m.Join):
            seat = table.seat_of(person.holder)
            state = standing(table, seat, guest.lang, time.monotonic(), id=command.id)
            return lambda: live.comes(guest, seat, state)
        done = m.Done(id=command.id, table=table.id, version=table.version)

        def answer() -> None:
            if isinstance(command, m.Leave):
                live.goes(guest)
            guest.tell(done)

        return answer

    def write(
        self,
        live: Live,
        accepted: Accepted,
        guest: Guest | None = None,
        id: str = "",
        answer: Answer | None = None,
    ) -> None:
        """Write, then tell: everyone what happened, then the guest his answer. Then the game goes on."""
        table = live.table
        if not accepted.entries:
            if answer is not None:
                self.journal.after(table.id, answer)
            return
        changes = [change_of(table, live.fence, accepted)]
        for fact in accepted.facts:
            if isinstance(fact, f.Wanted) and fact.new_table:
                rematch, entries = rematch_of(table, new_seed(), _now())
                again = self._stands(rematch)
                changes.append(change_of(rematch, again.fence, Accepted(entries)))
            if isinstance(fact, f.Played):
                self._moved_on(live, fact)

        def then() -> None:
            for fact in accepted.facts:
                live.spread(fact)
            if answer is not None:
                answer()
            self._next(live)

        def otherwise(why: str) -> None:
            if guest is not None:
                guest.tell(m.Refused(code="closing", why=why, id=id, table=table.id, retry_after=RETRY))

        self.journal.write(table.id, changes, then, otherwise)

    def _moved_on(self, live: Live, fact: f.Played) -> None:
        game = live.table.opened.game
        self.metrics.moves.add(game)
        self._arm(live)
        if fact.ended is not None:
            self.metrics.finished.add(game, fact.ended.how)
            self._is_finished(live.table)

    def _watch(self, guest: Guest, person: Person, live: Live, command: m.Watch | m.Resume) -> None:
        table, seat = live.table, live.table.seat_of(person.holder)
        if seat is None and guest not in live.guests and live.watchers >= self.settings.watchers_per_table:
            raise Refusal("too_much", "too many look on already", retry_after=30.0)
        if live.held and seat is not None and seat == table.actor:
            self._release(live)
        since = command.since if isinstance(command, m.Resume) else None
        missed = () if since is None else table.missed(since)
        if missed is None:
            assert since is not None
            self.do(self._missed_long_ago(guest, live, seat, since, command.id))
        else:
            self._shows(guest, live, seat, missed, command.id)

    def _shows(self, guest: Guest, live: Live, seat: Seat | None, missed: Iterable[f.Fact], id: str) -> None:
        state = standing(live.table, seat, guest.lang, time.monotonic(), missed=tuple(missed), id=id)
        self.journal.after(live.table.id, lambda: live.comes(guest, seat, state))

    async def _missed_long_ago(
        self, guest: Guest, live: Live, seat: Seat | None, since: int, id: str
    ) -> None:
        """Somebody was away for longer than the table remembers: the log does."""
        await self.journal.flush()
        written = await self.store.log(live.table.id)
        _, happened = rebuild(map(decode_entry, written))
        late = live.table.missed(len(written)) or ()  # what was played since the log was read
        self._shows(guest, live, seat, [*(fact for fact in happened if fact.version > since), *late], id)

    def _check_bot(self, live: Live, spec: str) -> None:
        try:
            self.bench.check(spec, live.table.rules)
        except UnknownBot as error:
            raise Refusal("unknown_bot", str(error)) from None
        except TavolaError as error:
            raise Refusal("bad_request", str(error)) from None

    # ---- coming and going ----

    def gone(self, guest: Guest) -> None:
        """A connection is closed. Seats stay whose they are."""
        for table in tuple(guest.tables):
            if (live := self.live.get(table)) is not None:
                live.goes(guest)

    def _lost(self, tables: frozenset[str], why: str) -> None:
        """Tables that can't go on here as they are: let go, to be rebuilt from the log where they live."""
        for table in tables:
            if (live := self.live.get(table)) is not None:
                self.drop(live)
                news = m.encode(m.Refused(code="closing", why=why, table=table, retry_after=RETRY))
                for guest in live.guests:
                    guest.tables.discard(table)
                    guest.send(news)

    def drop(self, live: Live) -> None:
        """Out of memory; the log has it."""
        if self.live.get(live.table.id) is live:
            del self.live[live.table.id]
            live.silence()
            if live.table.status != "over":
                self._is_finished(live.table)

    # ---- the game goes on by itself ----

    def _next(self, live: Live) -> None:
        """If a bot is to move, let it think."""
        if live.table.bot_to_move and not live.thinking and self.live.get(live.table.id) is live:
            live.thinking = True
            self.do(self._bot_moves(live))

    async def _bot_moves(self, live: Live) -> None:
        table, seat = live.table, live.table.actor
        assert seat is not None
        assert table.match is not None
        view = table.rules.view(table.match.state, seat)
        move = None
        try:
            move = await self.bench.choose((table.id, seat), table.bot_to_move, table.rules, view)
        except Exception:
            log.exception("the bot %s broke down at %s", table.sitter(seat).bot, table.opened.game)
            self.metrics.faults.add("bot")
        live.thinking = False
        if self.live.get(table.id) is not live or table.actor != seat:
            return
        try:
            accepted = judge.bot_plays(table, seat, move, _now())
        except Refusal as refusal:
            log.error("the bot %s tried %s: %s", table.sitter(seat).bot, move, refusal)
            accepted = judge.gives_up(table, seat, "left", _now())
        self.write(live, accepted)

    def _arm(self, live: Live) -> None:
        """Set the alarm for whoever thinks now."""
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        if (deadline := live.table.deadline) is not None and not live.held:
            wait = max(0.0, deadline - time.monotonic())
            live.alarm = asyncio.get_running_loop().call_later(wait, self._rings, live)

    def _rings(self, live: Live) -> None:
        live.alarm = None
        if self.live.get(live.table.id) is not live:
            return
        accepted = judge.look_at_the_clock(live.table, _now())
        if accepted.entries:
            self.write(live, accepted)
        else:
            self._arm(live)

    def _is_finished(self, table: Table) -> None:
        self.bench.forget(table.id, len(table.sitters))
        by = table.opened.by
        left = self._opened_by.get(by, 0) - 1
        if left > 0:
            self._opened_by[by] = left
        else:
            self._opened_by.pop(by, None)

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """In the background, kept from being forgotten half way."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("something in the background failed", exc_info=error)
            self.metrics.faults.add("background")


def _now() -> Moment:
    return Moment(time.time(), time.monotonic())


def _name_of(person: Person, command: m.Create) -> str:
    """A new table's name. A wish with an id has always the same: nobody else can know it, for the holder's
    fingerprint never leaves the server."""
    if not command.id:
        return new_table_id()
    digest = hashlib.sha256(f"table\n{person.holder}\n{command.id}".encode()).digest()
    return urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()
