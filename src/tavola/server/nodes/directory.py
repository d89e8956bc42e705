"""The directory: which node has a table. The table manager's only way to other nodes."""

from __future__ import annotations

from typing import Protocol

from tavola.core.errors import TavolaError
from tavola.server.connections.guest import Guest
from tavola.table import messages as m
from tavola.table.identity import Person


class OnAnotherNode(TavolaError):
    """The table is on another node, which is alive."""

    def __init__(self, node: str) -> None:
        self.node = node
        super().__init__("the table is on another node; try again")


class Directory(Protocol):
    """What the table manager asks of other nodes."""

    async def take(self, table: str, /) -> int:
        """The fence under which the table is this node's from now on. LivesElsewhere if it is another's,
        Refusal if there is no such table."""

    async def carry(self, guest: Guest, person: Person, command: m.TableCommand, /) -> None:
        """Have a command carried out wherever its table is."""

    def disconnected(self, guest: Guest, /) -> None:
        """A connection to this node is closed."""
