"""Idempotency: a command with the same id counts once, for as long as there is the table.

The log remembers all of them. In memory are the latest, and of those before them a Bloom filter: it says of a
command that it was never carried out, or that it may have been. Only then the log is asked (`find`), which
takes a while; but for real repetitions that is hardly ever the case. However much is said at a table, by
whomever, its memory is bounded and nobody's command is forgotten.

A command is known by its holder and its id: nobody can use up somebody else's.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tavola.table import entries as en

RECENT = 128  # commands remembered exactly
FIRST = 1024  # commands in the first filter; each next one has room for twice as many
BITS = 32  # for each of them
HASHES = 16  # bits set for each: with these one in three million is taken for another
FILTERS = 8  # a megabyte in all, for 260,000 commands; beyond that the log is asked more often


class _Filter:
    """So many commands, of which one can ask whether they are among them: no, or perhaps."""

    __slots__ = ("_bits", "_mask", "free")

    def __init__(self, room: int) -> None:
        self.free = room
        self._bits = bytearray(room * BITS // 8)
        self._mask = room * BITS - 1  # a power of two, less one

    def add(self, key: int) -> None:
        self.free -= 1
        for at in self._places(key):
            self._bits[at >> 3] |= 1 << (at & 7)

    def __contains__(self, key: int) -> bool:
        return all(self._bits[at >> 3] >> (at & 7) & 1 for at in self._places(key))

    def _places(self, key: int) -> Iterable[int]:
        """Two halves of one hash make as many as one likes. Python's own is secret to each process."""
        start, step = key & 0xFFFF_FFFF, (key >> 32 & 0xFFFF_FFFF) | 1
        return ((start + n * step) & self._mask for n in range(HASHES))


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
        return any(key in older for older in self._older)


class EntryHolders:
    """Whose command an entry came from. Asked in the order of the log, of all that seat somebody too."""

    def __init__(self) -> None:
        self._seats: dict[int, str] = {}

    def of(self, entry: en.AnyEntry) -> str:
        if isinstance(entry, en.SatDown):
            self._seats[entry.seat] = "" if entry.bot else entry.holder
        holder: str | None = getattr(entry, "holder", None)
        seat: int | None = getattr(entry, "seat", None)
        if isinstance(entry, en.GaveUp) and entry.by is not None:
            seat = entry.by  # who claimed the game, and not who lost it
        if holder is None:
            holder = "" if seat is None else self._seats.get(seat, "")
        if isinstance(entry, en.StoodUp):
            self._seats.pop(entry.seat, None)
        return holder


def traces(id: str) -> tuple[bytes, ...]:
    """An entry of that command has one of these in its bytes, and so has every entry that seats somebody."""
    return b'"id":' + msgspec.json.encode(id), b'"entry":"satdown"', b'"entry":"stoodup"'


def find(log: Iterable[tuple[int, bytes]], holder: str, id: str) -> int | None:
    """The version at which that command was carried out, by entries with its `traces`, in their order."""
    holders = EntryHolders()
    for version, written in log:
        entry = en.decode_entry(written)
        if holders.of(entry) == holder and entry.id == id:
            return version
    return None
