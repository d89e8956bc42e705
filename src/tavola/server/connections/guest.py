"""Who is connected. A guest can be told things; how they reach him is the door's business."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tavola.core.words import Lang
from tavola.table.identity import Person
from tavola.table.messages import AnyMessage, encode


class Guest(ABC):
    """One connection, here or at another node. Nobody yet, until hello."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.person: Person | None = None
        self.lang: Lang | None = None
        self.tables: set[str] = set()  # where he sits or looks on
        self.connected = True  # until the connection is closed

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Never waits; a guest who does not read is dropped."""

    def tell(self, message: AnyMessage) -> None:
        self.send(encode(message))
