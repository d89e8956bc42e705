"""What is worth keeping between two requests: so much of it, the least wanted forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from tavola.core.record import Record
from tavola.table.facts import Played

MOST_BYTES = 8 << 20
MOST_READINGS = 16
MOST_MOVES = 100_000  # of all records being read; the latest stays whatever its length


class Kept:
    """Finished answers by what was asked."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0

    def get(self, key: Hashable) -> bytes | None:
        if (found := self._answers.get(key)) is not None:
            self._answers.move_to_end(key)
        return found

    def keep(self, key: Hashable, answer: bytes) -> None:
        if key in self._answers:
            return
        self._answers[key] = answer
        self._bytes += len(answer)
        while self._bytes > self._most:
            self._bytes -= len(self._answers.popitem(last=False)[1])


@dataclass(slots=True, eq=False)
class Reading:
    """A record being gone through, and the step that comes next."""

    record: Record
    steps: Iterator[Played]
    at: int = 0


class Bookmarks:
    """Where readers of records stopped: who turns the page does not begin again from the start."""

    def __init__(self, most: int = MOST_READINGS, moves: int = MOST_MOVES) -> None:
        self._most, self._moves = most, moves
        self._readings: list[tuple[str, Reading]] = []  # the latest last

    def take(self, table: str, start: int) -> Reading | None:
        """Out comes the reading that is nearest before a step; nobody else has it meanwhile."""
        found = [each for each in self._readings if each[0] == table and each[1].at <= start]
        if not found:
            return None
        nearest = max(found, key=lambda each: each[1].at)
        self._readings.remove(nearest)
        return nearest[1]

    def put(self, table: str, reading: Reading) -> None:
        self._readings.append((table, reading))
        while len(self._readings) > self._most or (len(self._readings) > 1 and self._heavy()):
            del self._readings[0]

    def _heavy(self) -> bool:
        return sum(len(reading.record.moves) for _, reading in self._readings) > self._moves
