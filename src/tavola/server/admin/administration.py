"""Doing what an administrator asks for: at a running server, or on its database while none runs.

Whatever changes something leaves a line in the audit, with who, why and when, and one in the server's log.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from tavola.core.errors import TavolaError
from tavola.server.admin import asks, looking
from tavola.server.admin.subjects import network_of, subjects_of
from tavola.server.store import Store, fold, moderation
from tavola.server.store.renaming import Renaming
from tavola.server.store.values import AuditLine, Kind, Sanction, What
from tavola.server.telemetry.logs import happened

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from tavola.server.admin.acting import Acting

log = logging.getLogger(__name__)
Answer = dict[str, Any]


class Administration:
    """`acting` is what can be done to a running server; None: there is only the database."""

    def __init__(self, store: Store, acting: Acting | None = None) -> None:
        self.store = store
        self.acting = acting

    async def do(self, who: str, ask: asks.AnyAsk) -> Answer:
        """Do it. TavolaError says why not."""
        match ask:
            case asks.People() | asks.Person() | asks.Tables() | asks.Table():
                return await looking.look(self.store, self.acting, ask)
            case asks.Sanctions():
                return {"sanctions": _data(await self.store.sanctions())}
            case asks.Reserved():
                return {"names": await self.store.reserved_names()}
            case asks.Reports():
                return {"reports": _data(await self.store.read(moderation.reported, ask.all, ask.limit))}
            case asks.Audit():
                return {"audit": _data(await self.store.read(moderation.audited, ask.limit))}
        return await self._change(who, ask)

    async def _change(self, who: str, ask: asks.AnyAsk) -> Answer:
        match ask:
            case asks.Ban():
                return await self._impose(who, "ban", ask)
            case asks.Mute():
                return await self._impose(who, "mute", ask)
            case asks.Unban():
                return await self._lift(who, "ban", ask)
            case asks.Unmute():
                return await self._lift(who, "mute", ask)
            case asks.Close():
                return await self._close(who, ask)
            case asks.Rename():
                return await self._rename(who, ask)
            case asks.Erase():
                return await self._erase(who, ask)
            case asks.Reserve(name=name):
                await self._decree(
                    lambda c: moderation.reserve(c, _seen(name)), who, "reserve", name, ask.why
                )
                return {"reserved": name}
            case asks.Unreserve(name=name):
                nothing = f"{name!r} is not reserved"
                work = _some(lambda c: moderation.unreserve(c, name), nothing)
                await self._decree(work, who, "unreserve", name, ask.why)
                return {"unreserved": name}
            case asks.Settle(number=number):
                nothing = f"there is no open report {number}"
                work = _some(lambda c: moderation.settle(c, number), nothing)
                await self._decree(work, who, "settle", f"report {number}", ask.why)
                return {"settled": number}
        raise TavolaError(f"{type(ask).__name__} is not something to do")

    async def _decree(
        self, work: Callable[[Connection], Any], who: str, what: str, subject: str, why: str, **details: Any
    ) -> None:
        """Carry `work` out in the database, write the audit line, and reload every node."""
        line = AuditLine(who, what, subject, why, details)
        await self.store.administer(work, line)
        _log(line)
        if self.acting is not None:
            await self.acting.reload()

    # ---- bans and mutes ----

    async def _impose(self, who: str, what: What, ask: asks.Ban | asks.Mute) -> Answer:
        subjects = await subjects_of(self.store, ask.subject)
        if isinstance(ask, asks.Ban) and ask.and_address:
            subjects += self._addresses(subjects)
        now, why = time.time(), _line(ask.why)
        until = None if ask.seconds is None else now + ask.seconds
        several = [Sanction(what, kind, subject, why, until, now, who) for kind, subject in subjects]
        told = [list(each) for each in subjects]
        work = partial(moderation.impose, several=several)
        await self._decree(work, who, what, ask.subject, why, subjects=told, until=until)
        return {"imposed": _data(several)}

    def _addresses(self, subjects: list[tuple[Kind, str]]) -> list[tuple[Kind, str]]:
        if self.acting is None:
            raise TavolaError("the addresses of people are known only to a server that runs")
        found = {network_of(address) for address in self.acting.addresses(subjects)}
        if not found:
            raise TavolaError(
                "nobody of that name is connected here: no address is known; leave --and-address out"
            )
        return [("address", network) for network in sorted(found)]

    async def _lift(self, who: str, what: What, ask: asks.Unban | asks.Unmute) -> Answer:
        subjects = await subjects_of(self.store, ask.subject)
        nothing = f"there is no {what} of {ask.subject!r}; tavola admin sanctions shows all"
        work = _some(lambda c: moderation.lift(c, what, subjects), nothing)
        await self._decree(work, who, f"un{what}", ask.subject, _line(ask.why))
        return {"lifted": [list(each) for each in subjects]}

    # ---- tables ----

    async def _close(self, who: str, ask: asks.Close) -> Answer:
        why = _line(ask.why)
        if not why:
            raise TavolaError("say why: those at the table are told")
        if self.acting is not None:
            await self.acting.close(ask.table, why)
        else:
            await looking.close_in_database(self.store, ask.table, why)
        line = AuditLine(who, "close", ask.table, why)
        await self.store.administer(lambda _: None, line)
        _log(msgspec.structs.replace(line, subject=ask.table[:8]))
        return {"closed": ask.table}

    # ---- renaming and erasing ----

    async def _rename(self, who: str, ask: asks.Rename) -> Answer:
        new = _seen(ask.to)
        holder = await self.store.owner_of(ask.name)
        taken = await self.store.owner_of(new)
        if taken is not None and taken != holder:
            raise TavolaError(f"the name {new!r} is claimed by somebody else")
        renaming = Renaming(frozenset({fold(_seen(ask.name))}), holder or "", new)
        if self.acting is not None:
            await self.acting.send_away(renaming)
        if fold(new) not in renaming.keys:
            await self.store.administer(
                lambda c: moderation.reserve(c, ask.name), AuditLine(who, "reserve", ask.name, "renamed")
            )
        return await self._renamed(renaming, AuditLine(who, "rename", ask.name, _line(ask.why), {"to": new}))

    async def _erase(self, who: str, ask: asks.Erase) -> Answer:
        """The audit has only the pseudonym: the name is to be erased there, too."""
        holder = await self.store.owner_of(ask.name)
        every = [ask.name] if holder is None else await self.store.names_of(holder)
        pseudonym = f"erased-{secrets.token_hex(4)}"
        renaming = Renaming(frozenset(map(fold, every)), holder or "", pseudonym, erase=True)
        if self.acting is not None:
            await self.acting.send_away(renaming)
        return await self._renamed(renaming, AuditLine(who, "erase", pseudonym, _line(ask.why)))

    async def _renamed(self, renaming: Renaming, line: AuditLine) -> Answer:
        changed, logs, unfinished = await self.store.rename(renaming, line)
        _log(line)
        if self.acting is not None:
            await self.acting.reload()
        return {"name": renaming.name, "records": changed, "logs": logs, "unfinished": unfinished}


def _some(work: Callable[[Connection], int], nothing: str) -> Callable[[Connection], None]:
    """Work that has to change something; else TavolaError, and nothing is written to the audit."""

    def checked(connection: Connection) -> None:
        if not work(connection):
            raise TavolaError(nothing)

    return checked


def _seen(name: str) -> str:
    name = " ".join(name.split())
    if not name.isprintable() or not fold(name):
        raise TavolaError("a name is 1 to 32 printable characters")
    return name


def _line(text: str) -> str:
    """One line without control characters: other people's terminals will show it."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _data(values: list[Any]) -> Any:
    return msgspec.to_builtins(values)


def _log(line: AuditLine) -> None:
    happened(log, "administration", who=line.who, what=line.what, subject=line.subject, why=line.why)
