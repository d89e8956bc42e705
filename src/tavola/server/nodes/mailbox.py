"""Letters between nodes, with sequence numbers, so that the receiver notices a lost one.

NATS delivers at most once. A thread is the letters from one node to another, counted from 0. With every
heartbeat a node sends the number of its next letter, so that the loss of even the last one is noticed. What
to do about a gap is not decided here: `on_gap` is called.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from tavola.server.nodes import wire
from tavola.server.nodes.bus import Bus

log = logging.getLogger(__name__)
MOST_PEERS = 1000


@dataclass(slots=True)
class _Outbox:
    """What goes to one node."""

    name: int = field(default_factory=lambda: secrets.randbits(48))
    number: int = 0
    items: list[wire.AnyItem] = field(default_factory=list)
    size: int = 0
    since: float = field(default_factory=time.monotonic)


@dataclass(slots=True)
class _Inbox:
    """What came from one node."""

    thread: int
    expected: int
    last: float


class Mailbox:
    """All letters of this node."""

    def __init__(
        self,
        me: str,
        bus: Bus,
        on_item: Callable[[str, wire.AnyItem], None],
        on_gap: Callable[[str], None],
    ) -> None:
        self.me = me
        self._bus = bus
        self._on_item = on_item
        self._on_gap = on_gap
        self._threads: dict[str, _Outbox] = {}
        self._heard: dict[str, _Inbox] = {}
        self._due = False

    @property
    def connected(self) -> bool:
        return self._bus.connected

    @property
    def peers(self) -> set[str]:
        return self._threads.keys() | self._heard.keys()

    def silent(self, peer: str) -> float:
        """For how many seconds nothing came from there."""
        if (heard := self._heard.get(peer)) is not None:
            return time.monotonic() - heard.last
        return float("inf")

    def unanswered(self, peer: str) -> float:
        """For how many seconds nothing came from there, also if nothing ever did."""
        if peer not in self._heard and (thread := self._threads.get(peer)) is not None:
            return time.monotonic() - thread.since
        return self.silent(peer)

    # ---- out ----

    def send(self, peer: str, item: wire.AnyItem, size: int = 100) -> None:
        """Send an item, after everything sent there before."""
        thread = self._threads.setdefault(peer, _Outbox())
        thread.items.append(item)
        thread.size += size
        if thread.size >= wire.LETTER or len(thread.items) >= wire.MOST_ITEMS:
            self._seal(peer, thread)
        elif not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self._seal_all)

    def tell(self, peer: str, guest: int, data: bytes) -> None:
        """A message for a guest of that node. Guests that are sent the same share one copy of it."""
        thread = self._threads.get(peer)
        last = thread.items[-1] if thread is not None and thread.items else None
        if (
            isinstance(last, wire.ForwardedMessage)
            and last.data is data
            and len(last.guests) < wire.MOST_ITEMS
        ):
            last.guests.append(guest)
        else:
            self.send(peer, wire.ForwardedMessage([guest], data), len(data) + 50)

    def _seal_all(self) -> None:
        self._due = False
        for peer, thread in self._threads.items():
            if thread.items:
                self._seal(peer, thread)

    def _seal(self, peer: str, thread: _Outbox) -> None:
        letter = wire.Letter(self.me, thread.name, thread.number, thread.items)
        thread.number += 1
        thread.items, thread.size = [], 0
        self._bus.send(wire.subject(peer), wire.encode(letter))

    def beat(self) -> None:
        """Heartbeat: tell every peer the number of our next letter."""
        self._seal_all()
        for peer in self.peers:
            thread = self._threads.setdefault(peer, _Outbox())
            self._bus.send(wire.subject(peer), wire.encode(wire.Letter(self.me, thread.name, thread.number)))

    def forget(self, peer: str) -> None:
        """That node is gone; if it is not, both sides will notice by the numbers."""
        self._threads.pop(peer, None)
        self._heard.pop(peer, None)

    # ---- in ----

    def hear(self, data: bytes) -> None:
        """A letter has come."""
        try:
            letter = wire.decode_letter(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            log.error("a letter of another node can't be read: %s", error)
            return
        if letter.sender == self.me or self._is_old(letter):
            return
        for item in letter.items:
            self._on_item(letter.sender, item)

    def _is_old(self, letter: wire.Letter) -> bool:
        """Count a letter; True if it came before."""
        known = self._heard.get(letter.sender)
        if known is None:
            if len(self._heard) >= MOST_PEERS:
                return True
            gap = letter.number != 0
        elif known.thread == letter.thread:
            known.last = time.monotonic()
            if letter.number < known.expected:
                return True
            gap = letter.number > known.expected
        else:
            gap = True
        expected = letter.number + bool(letter.items)
        self._heard[letter.sender] = _Inbox(letter.thread, expected, time.monotonic())
        if gap:
            self._on_gap(letter.sender)
        return False
