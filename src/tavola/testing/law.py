"""A law, and what is raised when it does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields

from tavola.testing.walk import CheckMemory, Position


class LawBroken(AssertionError):
    """The rules of a game break a law: which one, what was found, and the moves that lead there."""

    def __init__(self, law: str, why: str, record: str = "", moves: int = 0) -> None:
        super().__init__(law, why, record, moves)
        self.law = law
        self.why = why
        self.record = record
        self.moves = moves

    def __str__(self) -> str:
        found = f"{self.law}: {self.why}"
        return f"{found}\n\nThe moves that lead there:\n\n{self.record}" if self.record else found


def _nothing(_: CheckMemory) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Law:
    """A law is a function that looks at a position and yields what is wrong there; its name is the law's.

    With `every` = 5 it looks at about one position in five, for laws that take long. A law that
    `looks_ahead`, to what moves would bring, is asked when all others are known to hold. `afterwards` is
    asked once, after all walks, for what no single position can show.
    """

    check: Callable[[Position], Iterable[str]]
    every: int = 1
    looks_ahead: bool = False
    afterwards: Callable[[CheckMemory], Iterable[str]] = _nothing

    def __repr__(self) -> str:
        """As written in code: functions by their names, no defaults."""
        more = [
            f"{each.name}={getattr(value, '__name__', value)}"
            for each in fields(self)[1:]
            if (value := getattr(self, each.name)) != each.default
        ]
        return f"Law({', '.join((self.name, *more))})"

    @property
    def name(self) -> str:
        """What a report calls it."""
        return self.check.__name__

    @property
    def sentence(self) -> str:
        """The law in one sentence."""
        return (self.check.__doc__ or "").strip().split("\n\n")[0].replace("\n    ", " ")

    def looks_at(self, at: Position) -> bool:
        """The first positions, the last, and of the others one in `every`."""
        return at.index < 3 or at.last or (at.index + at.seed) % self.every == 0

    def hold(self, at: Position) -> None:
        """Raise LawBroken if the law does not hold here."""
        try:
            why = next(iter(self.check(at)), None)
        except Exception as error:
            raise broken(self.name, f"the rules raised {error!r}", at) from error
        if why is not None:
            raise broken(self.name, why, at)


def broken(law: str, why: str, at: Position) -> LawBroken:
    return LawBroken(law, why, at.record_text(), at.index)
