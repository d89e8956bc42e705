"""The table manager: all live tables of this node, and their guests.

It holds no socket. A command is judged, what was accepted is written to the log, and then every guest at the
table is told as much as it may know. Commands are idempotent by their id (table/idempotency.py).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from tavola.core.contract import Seat
from tavola.core.errors import TavolaError, UnknownGame
from tavola.core.words import Phrase
from tavola.server.admin.moderation import Moderation, refusal
from tavola.server.connections.guest import Guest
from tavola.server.ladder.ladder import Ladder
from tavola.server.limits.fair_queue import Ledger, Payers
from tavola.server.limits.fair_semaphore import FairSemaphore, Turn
from tavola.server.limits.rates import RateLimits
from tavola.server.limits.table_limits import TableLimits
from tavola.server.limits.table_shares import Owner
from tavola.server.settings import Settings
from tavola.server.store.values import BOT_LOG_BYTES, Details, Report
from tavola.server.table_log.journal import Journal
from tavola.server.tables.bot_pool import BotPool
from tavola.server.tables.changes import MOST_ADDRESSES, change_of, fingerprint, relisted
from tavola.server.tables.live_table import LiveTable
from tavola.server.tables.presence import PresenceBroadcast
from tavola.server.tables.replaying import NEWS_BYTES, Replay
from tavola.server.tables.turns import LATE, TurnScheduler, right_now
from tavola.server.telemetry import audit
from tavola.server.telemetry.metrics import Metrics
from tavola.table import entries as en
from tavola.table import facts as f
from tavola.table import idempotency, judge, words
from tavola.table import messages as m
from tavola.table.fair import new_seed
from tavola.table.identity import Person, new_table_id, wished_table_id
from tavola.table.judge import Accepted
from tavola.table.opening import open_table, rematch_of
from tavola.table.presence import Patience
from tavola.table.redaction import shortened, standing, told
from tavola.table.refusal import Refusal
from tavola.table.table import Table

if TYPE_CHECKING:
    from tavola.server.connections.session import Session
    from tavola.server.nodes.node import Node
    from tavola.server.store import Store

log = logging.getLogger(__name__)

RETRY = 2.0  # seconds after which a guest may retry
RELIST = 1.0  # seconds until the listing, which other nodes read, shows who came or went

Answer = Callable[[], None]
Later = Coroutine[Any, Any, None]  # what is left to do of a command that has to wait


class OnAnotherNode(TavolaError):
    """The table is on another node, which is alive."""

    def __init__(self, node: str) -> None:
        self.node = node
        super().__init__("the table is on another node; try again")


async def no_such_table(store: Store, table: str) -> Refusal:
    """The refusal for an id without a table: it is gone, or never was."""
    return Refusal("unknown_table", words.PUT_AWAY if await store.buried(table) else words.NO_SUCH_TABLE)


class TableManager:
    """All tables of one node."""

    def __init__(self, settings: Settings, store: Store, metrics: Metrics) -> None:
        self.settings = settings
        self.store = store
        self.metrics = metrics
        self.rates = RateLimits.of(settings)
        self.live: dict[str, LiveTable] = {}
        self.journal = Journal(store, metrics, self.lost)
        self.ledger = Ledger()  # the processor time each payer has spent
        self.payers = Payers()
        self.log_readers = FairSemaphore(1, self.ledger)  # for commands that need a whole log to be read
        self.bots = BotPool(metrics, settings.bot_seconds, self.ledger)
        self.turns = TurnScheduler(self)
        self.limits = TableLimits(self)
        self.ladder = Ladder(self)
        self.presence = PresenceBroadcast(self.journal, self._came_or_went)
        self.draining = False  # no new tables
        self.closing = False  # nothing is played any more
        self.moderation = Moderation()
        self.moderation.listeners.append(self._expel_banned)
        self.sessions: set[Session] = set()  # connected to this node, after hello
        self.directory: Node | None = None  # which node has a table, if there are several
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self.journal.start()

    async def stop(self) -> None:
        """Write and tell everything accepted; then end. The next process brings the tables back."""
        await self.journal.stop()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self.live.values():
            live.cancel_timers()
        self.bots.close()

    def close(self) -> None:
        """Stop all play: clocks are held, and the time thought so far is written."""
        if self.closing:
            return
        self.draining = self.closing = True
        for live in self.live.values():
            if live.table.status == "playing":
                self.turns.hold(live)
                if live.thought:
                    self.journal.write(live.table.id, [relisted(live)], lambda: None)

    def hampered(self) -> bool:
        """Is it the server's fault if a player does not move?"""
        return self.closing or self.journal.waits > LATE

    @property
    def reserved_names(self) -> tuple[str, ...]:
        """Names nobody may take, beside those of the house."""
        return (*self.settings.reserved_names, *self.moderation.reserved)

    def _expel_banned(self) -> None:
        """Disconnect banned guests at once. Their seats stay theirs, and they count as away."""
        for session in tuple(self.sessions):
            if (person := session.person) is not None:
                one = self.moderation.find("ban", person.holder, [person.name], session.address)
                if one is not None:
                    session.expel(refusal(one))

    # ---- opening and finding tables ----

    async def create(self, guest: Guest, person: Person, command: m.Create) -> None:
        """Open a table; the guest watches it until it sits down. The same command twice is one table."""
        name = new_table_id()
        if command.id:
            name = wished_table_id(person.holder, command.id)
            try:
                live = await self._wished_before(name)
            except OnAnotherNode:
                return await self.elsewhere(guest, person, m.Watch(table=name, id=command.id))
            if live is not None:
                return self._shows(guest, live, live.table.seat_of(person.holder), (), command.id)
        self.limits.may_open(guest, person)
        moment = right_now()
        try:
            table, opened = open_table(person, command, name, new_seed(), moment.at)
        except UnknownGame as error:
            raise Refusal("unknown_game", error.said) from None
        except TavolaError as error:
            raise Refusal("bad_request", error.said) from None
        live = self.stands(table, address=guest.address)
        audit.opened(table)
        state = standing(table, None, guest.lang, moment.now, watchers=1, id=command.id)
        self.write(
            live,
            Accepted((opened,)),
            guest,
            command.id,
            lambda: self._connected(live, guest, None, state),
        )
        return None

    async def _wished_before(self, table: str) -> LiveTable | None:
        """The table that the same command has opened already; Refusal if it is gone by now."""
        if table not in self.live:
            await self.journal.flush()  # it may just have been dropped, with entries still to be written
            if not await self.store.known(table):
                return self.live.get(table)  # another connection of the holder may have been quicker
        try:
            return await self.find(table)
        except Refusal as no:
            if no.why is not words.NO_SUCH_TABLE:
                raise
        return self.live.get(table)

    def stands(self, table: Table, fence: int = 0, address: str = "") -> LiveTable:
        """Add a table to this node."""
        live = self.live[table.id] = LiveTable(table, fence)
        table.patience = Patience(self.settings.away_seconds, self.settings.claim_seconds)
        table.presence.count_from(time.monotonic())
        table.quiet = not self.settings.chat
        if table.status != "over":
            self.limits.shares.count(table.id, Owner.at(table.opened.by, address))
        self.ladder.began(table)
        return live

    async def find(self, table: str) -> LiveTable:
        """A table of this node, brought back from its log if need be; Refusal if there is none,
        OnAnotherNode if another node has it."""
        if (live := self.live.get(table)) is not None:
            return live
        if (loading := self._loading.get(table)) is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda done: self._loaded(table, done))
        return await asyncio.shield(loading)

    def _loaded(self, table: str, done: asyncio.Task[LiveTable]) -> None:
        self._loading.pop(table, None)
        if not done.cancelled():
            done.exception()  # retrieved here: perhaps nobody waits any more

    async def _load(self, table: str) -> LiveTable:
        await self.journal.flush()  # it may just have been dropped, with entries still to be written
        fence = None if self.directory is None else await self.directory.take(table)
        loaded = await self.store.loaded(table)
        if loaded is None:
            raise await no_such_table(self.store, table)
        if loaded.folded:
            raise Refusal("unknown_table", words.FOLDED)
        if not loaded.entries:
            raise Refusal("unknown_table", words.NO_SUCH_TABLE)
        replay = Replay()
        await replay.go_on(loaded.entries)
        rebuilt = replay.table
        if rebuilt.closed is not None:
            raise Refusal("unknown_table", rebuilt.closed)
        details = await self._details(rebuilt)
        live = self.stands(rebuilt, loaded.fence if fence is None else fence)
        live.places = {seat: set(there) for seat, there in details.places.items()}
        if rebuilt.status == "playing":
            self.turns.hold(live, details.thought if details.thought_at == rebuilt.version else 0.0)
            self.turns.next(live)
        self._came_or_went(live)  # the listing must not show guests of before
        return live

    async def _details(self, table: Table) -> Details:
        """What is not in the log: how long the seat to move had thought when the server went down, and the
        address fingerprints of a rated table."""
        if table.status == "over" or (table.opened.clock == m.Clock() and not table.opened.rated):
            return Details()
        listing = await self.store.listing(table.id)
        return Details() if listing is None else listing.details

    async def elsewhere(self, guest: Guest, person: Person, command: m.TableCommand) -> None:
        """A command to a table that is not in memory, or is on another node."""
        if self.directory is not None:
            return await self.directory.carry(guest, person, command)
        live = await self.find(command.table)
        if guest.connected and (later := self.carry_out(guest, person, live, command)) is not None:
            await later
        return None

    # ---- commands to a table ----

    def carry_out(
        self, guest: Guest, person: Person, live: LiveTable, command: m.TableCommand
    ) -> Later | None:
        """Carry out a command to a table of this node, or refuse it; returns what is left to await."""
        if not isinstance(command, m.Play):
            if isinstance(command, (m.Watch, m.Resume)):
                return self._watch(guest, person, live, command)
            if isinstance(command, m.Report):
                return self._report(guest, person, live, command)
            if isinstance(command, m.Bot_Log):
                return self._bot_log(guest, person, live, command)
            self.limits.may_do(guest, person, live, command)
        if live.held and live.table.seat_of(person.holder) == live.table.actor:
            self.turns.release(live)
        try:
            self._judged(guest, person, live, command)
        except judge.PerhapsDone:
            return self._ask_the_log(guest, person, live, command)
        return None

    async def _report(self, guest: Guest, person: Person, live: LiveTable, command: m.Report) -> None:
        """A report of a line of chat, for the operator; nobody at the table is told."""
        line = next((line for line in live.table.chat if line.version == command.version), None)
        if line is None:
            raise Refusal("bad_request", words.NO_SUCH_LINE)
        if line.holder and line.holder == person.holder:
            raise Refusal("bad_request", words.YOUR_OWN_LINE)
        self.limits.may_report(person)
        kept = await self.store.report(
            Report(
                table=live.table.id,
                version=line.version,
                name=line.name,
                holder=line.holder,
                said=line.text,
                by_name=person.name,
                by_holder=person.holder,
                why=" ".join(command.why.split()),
            )
        )
        if not kept:
            raise Refusal("too_much", words.TOO_MANY_REPORTS, retry_after=3600.0)
        audit.reported(live.table)
        guest.tell(m.Done(id=command.id, table=live.table.id))

    async def _bot_log(self, guest: Guest, person: Person, live: LiveTable, command: m.Bot_Log) -> None:
        """A bot's log of its own game: it goes to the store, and nobody at the table is told."""
        if live.table.seat_of(person.holder) is None:
            raise Refusal("bad_request", words.NOT_YOUR_GAME)
        self.limits.may_log(guest, person, command)
        if not await self.store.add_bot_log(live.table.id, person.holder, command.lines):
            raise Refusal("too_much", words.LOG_IS_FULL.fill(kilobytes=BOT_LOG_BYTES >> 10))
        guest.tell(m.Done(id=command.id, table=live.table.id))

    def _judged(
        self, guest: Guest, person: Person, live: LiveTable, command: m.TableCommand, new: bool = False
    ) -> None:
        moment = right_now()
        self.turns.look_at_the_loop(moment.now)
        try:
            accepted = judge.receive(live.table, person, command, moment, new=new)
        except (Refusal, judge.PerhapsDone):
            raise
        except Exception:
            # The rules failed half way through, and left the table inconsistent: rebuild it from its log.
            self.lost(frozenset({live.table.id}), words.BROKE_DOWN)
            raise
        self._accept(guest, person, live, command, accepted)

    def _accept(
        self, guest: Guest, person: Person, live: LiveTable, command: m.TableCommand, accepted: Accepted
    ) -> None:
        if isinstance(command, m.Join):
            self._note_address(guest, live, live.table.seat_of(person.holder), new=bool(accepted.entries))
        self.write(live, accepted, guest, command.id, self._answer(guest, person, live, command, accepted))

    def _note_address(self, guest: Guest, live: LiveTable, seat: Seat | None, new: bool = False) -> None:
        """Remember where a player comes from: a rated game between people of one address does not count."""
        table = live.table
        if seat is None or not table.opened.rated or self.settings.rated_same_address:
            return
        there = set() if new else live.places.get(seat, set())
        if len(there) < MOST_ADDRESSES:
            live.places[seat] = there | {fingerprint(table, guest.address)}

    async def _ask_the_log(
        self, guest: Guest, person: Person, live: LiveTable, command: m.TableCommand
    ) -> None:
        """Was this command carried out long ago? Memory has no certain answer, the log has."""
        table = live.table
        async with self.log_readers.slot(self._turn(guest, person)):
            while True:
                await self.journal.flush()
                last, found = await self.store.search(table.id, idempotency.traces(command.id))
                self._must_be(live, bool(last))
                if table.version - last <= idempotency.RECENT:  # memory has all commands since then
                    break
        done = idempotency.find(found, person.holder, command.id)
        if done is None:
            self._judged(guest, person, live, command, new=True)
        else:
            self._accept(guest, person, live, command, Accepted(repeated=done))

    def _answer(
        self, guest: Guest, person: Person, live: LiveTable, command: m.TableCommand, accepted: Accepted
    ) -> Answer | None:
        """What the guest is told besides the news that everyone is told."""
        table, repeated = live.table, accepted.repeated
        if isinstance(command, m.Play) and repeated is None and guest in live.guests:
            return None
        seat = table.seat_of(person.holder)
        if isinstance(command, m.Join) and seat is not None:
            state = standing(table, seat, guest.lang, time.monotonic(), watchers=live.watchers, id=command.id)
            return lambda: self._connected(live, guest, seat, state)
        if isinstance(command, m.Play) and repeated is None:
            # A player whose connection is not at the table is told at least of the move itself.
            fact, lang = accepted.facts[-1], guest.lang
            return lambda: None if guest in live.guests else guest.tell(told(table.id, fact, seat, lang))
        version = table.version if repeated is None else repeated
        done = m.Done(id=command.id, table=table.id, version=version)

        def answer() -> None:
            if isinstance(command, m.Leave):
                self.presence.disconnected(live, guest)
            guest.tell(done)

        return answer

    def write(
        self,
        live: LiveTable,
        accepted: Accepted,
        guest: Guest | None = None,
        id: str = "",
        answer: Answer | None = None,
    ) -> None:
        """Write, then tell: everyone what happened, then the guest its answer. Then the game goes on."""
        table = live.table

        def otherwise(why: Phrase) -> None:
            if guest is not None:
                self.metrics.refusals.add("closing")
                no = Refusal("closing", why, retry_after=RETRY)
                guest.tell(no.told(guest.lang, id, table.id))

        if not accepted.entries:
            if answer is not None:
                self.journal.after(table.id, answer, otherwise)
            return
        changes, played = [change_of(live, accepted)], False
        for fact in accepted.facts:
            if isinstance(fact, f.Played):
                played = True
                self._moved_on(live, fact)
            elif isinstance(fact, f.Wanted) and fact.new_table:
                rematch, entries = rematch_of(table, new_seed(), right_now())
                again = self.stands(rematch, address="" if guest is None else guest.address)
                again.payer = live.payer
                audit.opened(rematch)
                changes.append(change_of(again, Accepted(entries)))

        if guest is not None and type(accepted.entries[0]) is not en.Moved:
            self.limits.wrote(guest, changes)
        version, began = table.version, time.monotonic()

        def then() -> None:
            for entry in accepted.entries:
                live.follow(entry)
            for fact in accepted.facts:
                live.broadcast(fact)
            if answer is not None:
                answer()
            waited = time.monotonic() - began
            if guest is not None:
                self.metrics.command_seconds.observe(waited)
            late = played and waited > LATE
            if late and table.version == version and not live.held:
                self.turns.wake(live)  # the next player is told only now: their clock starts now
            self.turns.next(live)

        self.journal.write(table.id, changes, then, otherwise)
        if table.presence.away() and table.status == "playing":
            self.presence.seen(live)

    def _moved_on(self, live: LiveTable, fact: f.Played) -> None:
        game = live.table.opened.game
        self.metrics.moves.add(game)
        self.turns.arm(live)
        if fact.ended is not None:
            self.metrics.finished.add(game, fact.ended.how)
            audit.ended(live.table, fact, fact.ended)
            self._is_finished(live.table)

    def _watch(
        self, guest: Guest, person: Person, live: LiveTable, command: m.Watch | m.Resume
    ) -> Later | None:
        table, seat = live.table, live.table.seat_of(person.holder)
        self.limits.may_come(guest, live)
        self.limits.opened_from(live, guest)
        if seat is None and not live.expects(guest, self.settings.watchers_per_table):
            raise Refusal("too_much", words.TOO_MANY_LOOK_ON, retry_after=30.0)
        self._note_address(guest, live, seat)
        if live.held and seat is not None and seat == table.actor:
            self.turns.release(live)
        since = command.since if isinstance(command, m.Resume) else None
        missed = () if since is None else table.missed(since)
        if missed is None:
            assert since is not None
            return self._missed_long_ago(guest, person, live, seat, since, command.id)
        self._shows(guest, live, seat, missed, command.id)
        return None

    def _shows(
        self, guest: Guest, live: LiveTable, seat: Seat | None, missed: Iterable[f.Fact], id: str
    ) -> None:
        state = standing(
            live.table,
            seat,
            guest.lang,
            time.monotonic(),
            missed=tuple(missed),
            watchers=live.watchers + (seat is None and guest not in live.guests),
            id=id,
        )
        state = shortened(state, self.settings.output_bytes // 2)

        def answer() -> None:
            self._connected(live, guest, seat, state)

        self.write(live, Accepted(), guest, id, answer)

    async def _missed_long_ago(
        self, guest: Guest, person: Person, live: LiveTable, seat: Seat | None, since: int, id: str
    ) -> None:
        """A guest resumes from a version the table does not remember any more: replay the log."""
        replay, late = Replay(since, 1 + self.settings.output_bytes // 2 // NEWS_BYTES), None
        try:
            async with self.log_readers.slot(self._turn(guest, person)):
                while late is None:  # until the table remembers everything since the log was read
                    await self.journal.flush()
                    written = await self.store.log(live.table.id)
                    self._must_be(live, bool(written))
                    await replay.go_on(written)
                    self._must_be(live, True)
                    late = live.table.missed(len(written))
                self._shows(guest, live, seat, [*replay.moves, *late], id)
        except BaseException:
            live.expected.discard(guest)
            raise

    def _turn(self, guest: Guest, person: Person) -> Turn:
        return Turn(self.payers.of(guest.address, person.holder, time.monotonic()))

    def _must_be(self, live: LiveTable, has_log: bool) -> None:
        """Refusal if the table is not the one in memory any more, or its log was folded under it."""
        if not has_log:
            self.lost(frozenset({live.table.id}), words.FOLDED)
            raise Refusal("unknown_table", words.FOLDED)
        if self.live.get(live.table.id) is not live:
            raise Refusal("closing", words.NOT_WRITTEN, retry_after=RETRY)

    # ---- presence ----

    def _connected(self, live: LiveTable, guest: Guest, seat: Seat | None, state: m.State) -> None:
        """The guest is at the table from now on, and its bots are no longer unattended."""
        person = guest.person
        if person is not None and person.holder == live.table.opened.by:
            live.payer = self.payers.of(guest.address, person.holder, time.monotonic())
        self.presence.connected(live, guest, seat, state)
        self.bots.attended(live.table.id)
        self.turns.next(live)

    def _came_or_went(self, live: LiveTable) -> None:
        """Update the listing: at once if the table is offered again, else a little later, for other nodes."""
        if not live.listed and live.deserted_since is None:
            self.list_again(live, offered=True)
        elif self.directory is not None and live.relist is None and live.table.status != "over":
            live.relist = asyncio.get_running_loop().call_later(RELIST, self.list_again, live)

    def list_again(self, live: LiveTable, offered: bool | None = None) -> None:
        """Write the listing as it is now."""
        if live.relist is not None:
            live.relist.cancel()
            live.relist = None
        live.listed = live.listed if offered is None else offered
        if self.live.get(live.table.id) is live and live.table.opened.public:
            self.journal.write(live.table.id, [relisted(live)], lambda: None)

    # ---- dropping tables ----

    def disconnected(self, guest: Guest) -> None:
        """A connection is lost. Players keep their seats."""
        for table in tuple(guest.tables):
            if (live := self.live.get(table)) is not None:
                self.presence.disconnected(live, guest)
        self.ladder.disconnected(guest)
        if self.directory is not None:
            self.directory.disconnected(guest)

    def lost(self, tables: frozenset[str], why: Phrase) -> None:
        """Drop tables whose state in memory differs from the log; they are rebuilt from it."""
        for table in tables:
            if (live := self.live.get(table)) is not None:
                self.drop(live)
                no = Refusal("closing", why, retry_after=RETRY)
                for guest in live.guests:
                    guest.tables.discard(table)
                    guest.tell(no.told(guest.lang, table=table))

    def set_aside(self, live: LiveTable, for_good: bool = False) -> None:
        """Make room by dropping a table without guests. A waiting table is closed, and with `for_good` a game
        of bots; any other game goes on when a guest comes back to it."""
        if live.table.status == "waiting" or for_good:
            self.write(live, judge.put_away(live.table, right_now()))
            audit.put_away(live.table)
        self.drop(live)

    def drop(self, live: LiveTable) -> None:
        """Drop a table from memory; the log has it."""
        if self.live.get(live.table.id) is live:
            del self.live[live.table.id]
            live.cancel_timers()
            if live.table.status != "over" or live.table.closed is not None:
                self._is_finished(live.table)

    # ---- keeping count ----

    def _is_finished(self, table: Table) -> None:
        self.bots.forget(table.id, len(table.sitters))
        self.limits.shares.discount(table.id)
        self.ladder.ended(table)

    def in_background(self, work: Later) -> None:
        """Run a task. It is kept in a set, or the garbage collector could end it half way."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("something in the background failed", exc_info=error)
            self.metrics.faults.add("background")
