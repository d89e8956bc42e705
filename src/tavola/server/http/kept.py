"""Answers worth keeping: so many bytes of them, the least wanted forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

MOST_BYTES = 8 << 20


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
