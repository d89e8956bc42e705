"""Idempotency: a command with the same id counts once, for as long as the table exists.

The log has every command. Memory has the latest ones, and 32 bits of a hash for each older one. Those bits
answer "never carried out" or "perhaps". Only after "perhaps" is the log asked (`find`), which is slow; apart
from real repetitions that is very rare. So memory is bounded, whatever comes, and no command is forgotten.

The key is the holder and the id together: nobody can use up another person's ids.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import msgspec

from tavola.table import entries as en

RECENT = 128  # commands remembered exactly
FIRST = 1024  # commands in the first filter; each next one has room for twice as many
SLOTS = 2  # per command: half of a filter stays empty, so that a lookup probes two or three
PROBES = 128  # slots a lookup probes at most; if all are taken, the answer is "perhaps"
FILTERS = 8  # two megabytes in all, for 260,000 commands; far beyond that the log is asked more often


class _Filter:
    """A set of commands that answers "no" or "perhaps", as a Bloom filter does.

    A hash table with linear probing that stores 32 bits of each hash and no keys. One command in a billion is
    taken for another. Python's hash has a secret key in each process, so nobody can provoke collisions.
    """

    __slots__ = ("_mask", "_slots", "free")

    def __init__(self, room: int) -> None:
        self.free = room
        self._mask = room * SLOTS - 1  # a power of two, less one
        self._slots = array("I", [0]) * (room * SLOTS + PROBES)

    def add(self, key: int) -> None:
        self.free -= 1
        if (at := self._find(key)) >= 0:
            self._slots[at] = _mark(key)

    def __contains__(self, key: int) -> bool:
        at = self._find(key)
        return at < 0 or self._slots[at] != 0

    def _find(self, key: int) -> int:
        """Where the command is, or where there is room for it; -1: it may be anywhere."""
        slots, mark, first = self._slots, _mark(key), key & self._mask
        for at in range(first, first + PROBES):
            slot = slots[at]
            if slot == mark or slot == 0:
                return at
        return -1


def _mark(key: int) -> int:
    return key >> 32 & 0xFFFF_FFFF or 1  # 0 is an empty slot


class CommandIds:
    """The commands of one table that had an id."""

    __slots__ = ("_older", "recent")

    def __init__(self) -> None:
        self.recent: dict[
            tuple[str, str], int
        ] = {}  # the version at which it was carried out; the oldest first
        self._older: list[_Filter] = []

    def add(self, holder: str, id: str, version: int) -> None:
        """That command is done, at that version."""
        self.recent[holder, id] = version
        if len(self.recent) > RECENT:
            self._put_by(next(iter(self.recent)))

    def _put_by(self, oldest: tuple[str, str]) -> None:
        del self.recent[oldest]
        if not self._older or (self._older[-1].free <= 0 and len(self._older) < FILTERS):
            self._older.append(_Filter(FIRST << len(self._older)))
        self._older[-1].add(hash(oldest))

    def version(self, holder: str, id: str) -> int | None:
        """The version at which it was carried out, if that is not long ago."""
        return self.recent.get((holder, id))

    def perhaps(self, holder: str, id: str) -> bool:
        """May it have been carried out long ago? Then only the log knows."""
        if not self._older:
            return False
        key = hash((holder, id))
        for older in self._older:  # noqa: SIM110 - this is asked with every command, and any() costs as much again
            if key in older:
                return True
        return False


class EntryHolders:
    """The holder whose command an entry came from. Call `of` in log order, for entries about seats too."""

    def __init__(self) -> None:
        self._seats: dict[int, str] = {}

    def of(self, entry: en.AnyEntry) -> str:
        if isinstance(entry, en.SatDown):
            self._seats[entry.seat] = "" if entry.bot else entry.holder
        holder: str | None = getattr(entry, "holder", None)
        seat: int | None = getattr(entry, "seat", None)
        if isinstance(entry, en.GaveUp) and entry.by is not None:
            seat = entry.by  # the seat that claimed the game, not the one that lost it
        if holder is None:
            holder = "" if seat is None else self._seats.get(seat, "")
        if isinstance(entry, en.StoodUp):
            self._seats.pop(entry.seat, None)
        return holder


def traces(id: str) -> tuple[bytes, ...]:
    """What to search the log for: every entry of that command, or about a seat, contains one of these."""
    return b'"id":' + msgspec.json.encode(id), b'"entry":"satdown"', b'"entry":"stoodup"'


def find(log: Iterable[tuple[int, bytes]], holder: str, id: str) -> int | None:
    """The version at which that command was carried out; `log` has the entries with its `traces`."""
    holders = EntryHolders()
    for version, written in log:
        entry = en.decode_entry(written)
        if holders.of(entry) == holder and entry.id == id:
            return version
    return None
