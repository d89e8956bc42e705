"""What an administrator does to a running server; with several nodes, to all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Any

from tavola.core.errors import TavolaError
from tavola.server.connections.session import Session
from tavola.server.store import fold
from tavola.server.store.renaming import Renaming
from tavola.server.store.values import Kind
from tavola.server.tables import housekeeping
from tavola.server.tables.live_table import LiveTable
from tavola.server.tables.manager import OnAnotherNode, TableManager
from tavola.server.tables.turns import right_now
from tavola.table import judge, words
from tavola.table.refusal import Refusal

Order = Callable[[str, str, str], None]  # to all other nodes: what, to whom, why
FOLLOWED = 1.0  # seconds for other nodes to carry out an order
BACK_IN = 1.0  # seconds after which a renamed or erased person may connect again


class Acting:
    """Bound to one table manager. `order` tells the other nodes, where `ordered` does the same."""

    def __init__(self, manager: TableManager, order: Order | None = None) -> None:
        self.manager = manager
        self._order = order

    async def reload(self) -> None:
        """Bans, mutes and reserved names as they are in the database now, at every node."""
        await self.manager.moderation.load(self.manager.store)
        self._tell("reload")

    def _tell(self, what: str, subject: str = "", why: str = "") -> None:
        if self._order is not None:
            self._order(what, subject, why)

    def ordered(self, what: str, subject: str, why: str) -> None:
        """Do what an administrator asked another node for."""
        match what:
            case "reload":
                self.manager.in_background(self.manager.moderation.load(self.manager.store))
            case "close" if (live := self.manager.live.get(subject)) is not None:
                housekeeping.close(self.manager, live, why)
            case "away":
                erase, holder, name, *keys = subject.split("\n")
                self._send_away(Renaming(frozenset(keys), holder, name, erase == "erase"))

    # ---- who is here ----

    def connected(self, text: str = "") -> list[dict[str, Any]]:
        """Who is connected to this node, by name."""
        there = [
            s for s in self.manager.sessions if s.person is not None and fold(text) in fold(s.person.name)
        ]
        return sorted(map(_told, there), key=lambda each: each["name"])

    def connected_as(self, subjects: Collection[tuple[Kind, str]]) -> list[dict[str, Any]]:
        return [_told(session) for session in self._sessions(subjects)]

    def addresses(self, subjects: Collection[tuple[Kind, str]]) -> set[str]:
        return {session.address for session in self._sessions(subjects)}

    def _sessions(self, subjects: Collection[tuple[Kind, str]]) -> list[Session]:
        return [
            session
            for session in self.manager.sessions
            if (person := session.person) is not None
            and (("holder", person.holder) in subjects or ("name", fold(person.name)) in subjects)
        ]

    # ---- tables ----

    async def close(self, table: str, why: str) -> None:
        try:
            live = await self.manager.find(table)
        except OnAnotherNode:
            return self._tell("close", table, why)
        except Refusal as refusal:
            raise TavolaError(refusal.why) from None
        try:
            housekeeping.close(self.manager, live, why)
        except Refusal as refusal:
            raise TavolaError(refusal.why) from None
        await self.manager.journal.flush()
        return None

    # ---- renaming and erasing a person ----

    async def send_away(self, who: Renaming) -> None:
        """Disconnect a person and end what they have not finished, so that the name can change everywhere."""
        self._send_away(who)
        how = "erase" if who.erase else "rename"
        self._tell("away", "\n".join([how, who.holder, who.name, *sorted(who.keys)]))
        if self._order is not None:
            await asyncio.sleep(FOLLOWED)
        await self.manager.journal.flush()

    def _send_away(self, who: Renaming) -> None:
        said = words.ERASED if who.erase else words.RENAMED.fill(name=who.name)
        for session in tuple(self.manager.sessions):
            if (person := session.person) is not None and who.concerns(person.name, person.holder):
                session.expel(Refusal("closing", said, retry_after=BACK_IN))
        for live in tuple(self.manager.live.values()):
            self._leave(live, who)

    def _leave(self, live: LiveTable, who: Renaming) -> None:
        """Free the person's seat if the game has not begun. A game in play is lost if they are erased, else
        it goes on."""
        table = live.table
        if who.erase:
            kept = [line for line in table.chat if not who.concerns(line.name, line.holder)]
            table.chat.clear()
            table.chat.extend(kept)
        for seat, sitter in enumerate(table.sitters):
            if sitter is None or sitter.bot or not who.concerns(sitter.name, sitter.holder):
                continue
            if table.status == "waiting":
                self.manager.write(live, judge.stands_up(table, seat, right_now()))
            elif table.status == "playing" and who.erase:
                self.manager.write(live, judge.gives_up(table, seat, "left", right_now()))
            if table.status == "over":
                self.manager.journal.after(table.id, lambda: housekeeping.let_go(self.manager, live))
                return


def _told(session: Session) -> dict[str, Any]:
    person = session.person
    assert person is not None
    return {
        "name": person.name,
        "holder": person.holder,
        "claimed": person.claimed,
        "address": session.address,
        "tables": sorted(session.tables),
    }
