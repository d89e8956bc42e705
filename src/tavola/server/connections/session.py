"""One connection's side of the conversation: commands as bytes in, messages out. No socket here either.

Commands are carried out in the order they come. One that has to wait, for a table to be brought back or a
name to be looked up, holds back those after it, of this connection only.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, get_args

import msgspec

import tavola
from tavola.core.errors import TavolaError
from tavola.server.connections import names
from tavola.server.connections.guest import Guest
from tavola.server.limits.addresses import address_key
from tavola.server.limits.connections import IDLE, PRESENT, RETRY, SEATED, Place, Stake
from tavola.server.store import StorageTrouble
from tavola.server.tables import lobby
from tavola.server.tables.manager import TableManager
from tavola.table import messages as m
from tavola.table import words
from tavola.table.identity import Person, guest_name, holder_of, new_token
from tavola.table.refusal import Refusal, check_wait

log = logging.getLogger(__name__)
KINDS = {kind: str(kind.__struct_config__.tag) for kind in get_args(m.AnyCommand)}
COMMANDS = ", ".join(KINDS.values())
ENDS = ("banned",)  # refusals with which the connection ends
MOST_SILENT = 2  # heartbeats that may be missed
AT_ONCE = 12  # commands of one connection before it is the others' turn
MOST_WAITING = 64  # commands behind one that has to wait


class Session(Guest):
    """A guest who is connected to this node. The door gives `write` and `close`."""

    def __init__(
        self,
        manager: TableManager,
        address: str,
        write: Callable[[bytes], None],
        close: Callable[[], None],
        place: Place | None = None,
    ) -> None:
        super().__init__(address)
        if place is not None:
            place.stake, place.give_way = self._stake, self._give_way
        self.send = write  # type: ignore[method-assign,assignment]
        self._manager = manager
        self._close = close
        self._place = address_key(address)
        rates = manager.rates
        self._paces = [
            (rates.of_kind("connection"), f"{id(self):x}"),
            (rates.of_kind("address"), self._place),
        ]
        self._silent = 0  # heartbeats missed in a row
        self._heartbeat: asyncio.TimerHandle | None = None
        self._waiting: deque[bytes] = deque()
        self._task: asyncio.Task[None] | None = None

    def send(self, data: bytes) -> None:  # pragma: no cover - the door's own takes its place
        raise NotImplementedError

    def take(self, data: bytes) -> None:
        """A command has come."""
        self._silent = 0
        if self._task is None:
            self._one(data)
        elif len(self._waiting) < MOST_WAITING:
            self._waiting.append(data)
        else:
            self.tell(Refusal("too_much", words.TOO_MANY_AT_ONCE, retry_after=1.0).told(self.lang))
            self._close()

    def _stake(self) -> Stake:
        """What is lost if this connection is closed to make room for another."""
        live = self._manager.live
        holder = "" if self.person is None else self.person.holder
        if not self.tables:
            return Stake(IDLE, holder)
        seated = any(table not in live or live[table].guests.get(self) is not None for table in self.tables)
        return Stake(SEATED if seated else PRESENT, holder)

    def _give_way(self) -> None:
        self._manager.metrics.refusals.add("too_much")
        self.tell(Refusal("too_much", words.MADE_ROOM, retry_after=RETRY).told(self.lang))
        self._close()

    def others_first(self, then: Callable[[], None]) -> None:
        """Call `then` when what was taken so far is answered and others had their turn. So a flood never has
        more than a few answers in the journal, where everybody's moves wait to be told."""
        loop = asyncio.get_running_loop()

        def go_on() -> None:
            loop.call_soon(then)

        self._manager.journal.after("", go_on)

    async def finish(self) -> None:
        """Wait until everything that was sent is answered."""
        while (task := self._task) is not None and not task.done():
            await asyncio.wait({task})
        await self._manager.journal.flush()

    def disconnected(self) -> None:
        """The connection is lost."""
        self.connected = False
        self._manager.sessions.discard(self)
        self._waiting.clear()
        if self._heartbeat is not None:
            self._heartbeat.cancel()
        if self._task is not None:
            self._task.cancel()
        self._manager.disconnected(self)

    def expel(self, refusal: Refusal) -> None:
        """Tell the guest why, and end the connection."""
        self._waiting.clear()
        self._refuse(refusal, "", b"", hang_up=True)

    def _expect(self, every: float | None) -> None:
        """A heartbeat of the client: it has promised in `hello` to say something every so often."""
        if self._heartbeat is not None:
            self._heartbeat.cancel()
            self._heartbeat = None
        if every is not None and self.connected:
            self._heartbeat = asyncio.get_running_loop().call_later(every, self._beat, every)

    def _beat(self, every: float) -> None:
        self._silent += 1
        if self._silent > MOST_SILENT:
            self._close()
            self.disconnected()  # at once: the other side may never read what is still to be sent
        else:
            self._expect(every)

    def _one(self, data: bytes) -> None:
        """Carry a command out, now or as soon as can be."""
        id_ = ""
        try:
            self._not_too_fast()
            command = _read(data)
            id_ = command.id
            self._manager.metrics.commands.add(KINDS[type(command)])
            later = self._begin(command)
        except Refusal as refusal:
            self._refuse(refusal, id_, data)
        except Exception:
            self._fault(id_)
        else:
            if later is not None:
                self._task = asyncio.create_task(self._rest(later, id_, data))
                # A task cancelled before its first step never starts the coroutine: it has to be closed.
                self._task.add_done_callback(lambda _: later.close())

    async def _rest(self, work: Coroutine[Any, Any, None], id_: str, data: bytes) -> None:
        try:
            await work
        except Refusal as refusal:
            self._refuse(refusal, id_, data)
        except StorageTrouble as trouble:
            self._manager.metrics.faults.add("storage")
            log.warning("%s", trouble)  # where the database is, is no guest's business
            self._refuse(Refusal("closing", words.NOT_WRITTEN, retry_after=2.0), id_, data)
        except TavolaError as error:
            self._refuse(Refusal("closing", str(error), retry_after=2.0), id_, data)
        except Exception:
            self._fault(id_)
        self._task = None
        while self._waiting and self._task is None:
            self._one(self._waiting.popleft())

    def _not_too_fast(self) -> None:
        """Rate limits of commands: of this connection, its address, its person."""
        now = time.monotonic()
        for bucket, key in self._paces:
            if wait := bucket.take(key, now):
                raise Refusal("too_much", words.TOO_FAST, retry_after=wait)

    def _is(self, person: Person) -> None:
        """Set the person, and the rate limit that all connections of the holder share."""
        self.person = person
        self._manager.sessions.add(self)
        self._paces[2:] = [(self._manager.rates.of_kind("name"), person.holder)]

    def _begin(self, command: m.AnyCommand) -> Coroutine[Any, Any, None] | None:
        """Do it, or return what is left to do."""
        manager = self._manager
        if isinstance(command, m.TableCommand):
            person = self._introduced()
            if (live := manager.live.get(command.table)) is not None:
                return manager.carry_out(self, person, live, command)
            return manager.elsewhere(self, person, command)
        match command:
            case m.Ping(id=id_):
                manager.journal.after("", lambda: self.tell(m.Pong(id=id_)))
                return None
            case m.Hello():
                return self._hello(command)
            case m.Games(id=id_):
                told = m.GameList(games=lobby.games(self.lang or "en"), id=id_)
                manager.journal.after("", lambda: self.tell(told))
                return None
            case m.Tables():
                return self._tables(command)
            case m.Create():
                return manager.create(self, self._introduced(), command)
            case m.Ladder():
                return manager.ladder.enter(self, self._introduced(), command)
            case m.Leave_Ladder():
                manager.ladder.leave(self, self._introduced(), command)
                return None
            case m.Challenge():
                return manager.ladder.challenge(self, self._introduced(), command)
            case m.Answer():
                manager.ladder.answer(self, self._introduced(), command)
                return None
            case m.Claim():
                return self._claim(self._introduced(), command)

    def _introduced(self) -> Person:
        if self.person is None:
            raise Refusal("say_hello_first", words.HELLO_FIRST)
        return self.person

    async def _hello(self, command: m.Hello) -> None:
        token = command.token or new_token()
        holder = holder_of(token)
        if self.person is not None:
            await self._manager.journal.flush()  # then `tables` is complete
        if self.person is not None and self.person.holder != holder and self.tables:
            raise Refusal("bad_request", words.SOMEBODY_ELSE)
        self.lang = command.lang  # a refusal is to be understood as well
        if command.protocol not in (None, m.PROTOCOL):
            raise Refusal("bad_request", words.OTHER_PROTOCOL.fill(asked=command.protocol, here=m.PROTOCOL))
        self._manager.moderation.check("ban", holder, [command.name or ""], self.address)
        name = await self._name(holder, command)
        self._manager.moderation.check("ban", names=[name])
        if len(token) < names.LONG_TOKEN:
            tries = self._manager.rates.of_kind("claim")
            await names.no_guess(self._manager.store, holder, name, tries, self._place)
        account = await self._manager.store.account(name) if name else None
        claimed = account is not None and account.holder == holder
        bot = claimed and account is not None and account.bot
        self._is(person := Person(holder, name or guest_name(holder), claimed, bot))
        self._expect(command.heartbeat)
        told = None if command.token else token
        self.tell(
            m.Welcome(
                name=person.name,
                token=told,
                server=tavola.__version__,
                protocol=m.PROTOCOL,
                claimed=claimed,
                bot=bot,
                id=command.id,
            )
        )

    async def _name(self, holder: str, command: m.Hello) -> str:
        store, token, wanted = self._manager.store, command.token, command.name
        reserved = self._manager.reserved_names
        if token and wanted is not None:
            tries = self._manager.rates.of_kind("claim")
            return await names.name_by_token(store, holder, wanted, reserved, tries, self._place)
        if token and len(token) < names.LONG_TOKEN:
            return ""
        return await names.name_for(store, holder, wanted, reserved)

    async def _claim(self, person: Person, command: m.Claim) -> None:
        wait = self._manager.rates.take("claim", self._place, time.monotonic())
        check_wait(wait, words.TOO_MANY_NAMES)
        settings = self._manager.settings
        self._manager.moderation.check("ban", names=[command.name])
        name, bot = await names.claim(
            self._manager.store,
            person.holder,
            command.name,
            self._manager.reserved_names,
            settings.names_per_holder,
            command.bot,
        )
        self._is(Person(person.holder, name, claimed=True, bot=bot))
        self.tell(m.Done(id=command.id))

    async def _tables(self, command: m.Tables) -> None:
        await self._manager.journal.flush()  # the list must have a table this guest has just opened
        tables = await lobby.tables(self._manager, command.game)
        self.tell(m.TableList(tables=tables, id=command.id))

    def _refuse(self, refusal: Refusal, id_: str, data: bytes, *, hang_up: bool = False) -> None:
        """After everything told before. A command that could not be read may still have an id."""
        self._manager.metrics.refusals.add(refusal.code)
        told = refusal.told(self.lang, id_ or _id_of(data))

        def refuse() -> None:
            self.tell(told)
            if hang_up or refusal.code in ENDS:
                self._close()

        self._manager.journal.after("", refuse)

    def _fault(self, id_: str) -> None:
        log.exception("a command failed")
        self._manager.metrics.faults.add("command")
        self._manager.metrics.refusals.add("closing")
        self.tell(Refusal("closing", words.OUR_FAULT, retry_after=1.0).told(self.lang, id_))


def _read(data: bytes) -> m.AnyCommand:
    try:
        command: m.AnyCommand = m.decode_command(data)
    except msgspec.ValidationError as error:
        raise Refusal("bad_message", f"{error}{_what_is_right(str(error))}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        why = f'not a JSON object like {{"type": "ping"}}: {error}'
        raise Refusal("bad_message", why[:300]) from None
    return command


def _what_is_right(error: str) -> str:
    if error.endswith("`$.type`"):
        return f"; there are: {COMMANDS}"
    if error.endswith(("`$.clock.decision`", "`$.clock.game`")):
        return f"; a clock has from {m.SHORTEST:g} to {m.LONGEST:.0f} seconds"
    return ""


class _OnlyId(msgspec.Struct):
    id: str = ""


def _id_of(data: bytes) -> str:
    try:
        return msgspec.json.decode(data, type=_OnlyId).id[:64]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""
