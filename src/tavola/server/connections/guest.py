"""A guest: a client that is connected. How messages reach it depends on the kind of connection."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tavola.core.words import Lang
from tavola.table.identity import Person
from tavola.table.messages import AnyMessage, encode


class Guest(ABC):
    """One connection, here or at another node. `person` is None until hello."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.person: Person | None = None
        self.lang: Lang | None = None
        self.tables: set[str] = set()  # where the guest sits or watches
        self.connected = True  # until the connection is closed

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Never waits; a guest that does not read is disconnected."""

    def tell(self, message: AnyMessage) -> None:
        self.send(encode(message))
