"""A cache of answers, bounded in bytes: the least recently used are dropped first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

MOST_BYTES = 8 << 20
T = TypeVar("T")


class Kept(Generic[T]):
    """Answers by question: at most so many bytes, and so many answers."""

    def __init__(self, most: int = MOST_BYTES, number: int = 1 << 20) -> None:
        self._most, self._number = most, number
        self._answers: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._bytes = 0

    def __contains__(self, key: Hashable) -> bool:
        return key in self._answers

    def get(self, key: Hashable) -> T | None:
        if (found := self._answers.get(key)) is None:
            return None
        self._answers.move_to_end(key)
        return found[0]

    def keep(self, key: Hashable, answer: T, size: int) -> None:
        if key in self._answers:
            return
        self._answers[key] = answer, size
        self._bytes += size
        while self._bytes > self._most or len(self._answers) > self._number:
            self._bytes -= self._answers.popitem(last=False)[1][1]
