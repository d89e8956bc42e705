"""What can go wrong, said so that a person knows what to do. Every error a user may cause is one of these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tavola.core.words import Phrase


class TavolaError(Exception):
    """Something a user asked for can't be done; the message says what and what would be right."""


class Trouble(TavolaError):
    """A file, a record, a bot or a plug-in that is not as it should be, rather than a wrong request."""


class UnknownGame(TavolaError):
    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"there is no game called {name!r}; there are: {', '.join(known)}")


class UnknownBot(TavolaError):
    def __init__(self, name: str, game: str, known: Iterable[str]) -> None:
        super().__init__(f"no bot called {name!r} plays {game}; there are: {', '.join(known)}")


class BadOption(TavolaError):
    """An option that does not exist or a value it does not take."""


class BadSeats(TavolaError):
    def __init__(self, game: str, given: int, allowed: Sequence[int]) -> None:
        super().__init__(f"{game} takes {numbers(allowed)} players, not {given}")


def numbers(allowed: Sequence[int]) -> str:
    """2; 2 to 8; 2 or 4."""
    low, high = allowed[0], allowed[-1]
    if high - low + 1 > len(allowed):
        return " or ".join(map(str, allowed))
    return str(low) if low == high else f"{low} to {high}"


class BadNotation(TavolaError):
    """A text that is no move of this game at all, at any moment."""

    def __init__(self, text: str, examples: Sequence[str]) -> None:
        shown = text if len(text) <= 40 else text[:37] + "..."
        super().__init__(f"{shown!r} is not a move; moves look like: {', '.join(examples)}")


class IllegalMove(TavolaError):
    """A move that can't be made now: `why`, in three languages, and what is `legal` instead."""

    def __init__(self, why: Phrase, legal: Sequence[object] = ()) -> None:
        self.why = why
        self.legal = tuple(legal)
        rest = f"; legal now: {', '.join(map(str, legal))}" if legal else ""
        super().__init__(f"{why.en}{rest}")


class BrokenRecord(Trouble):
    """A record that stops making sense; `move` counts from 1, 0 being its head."""

    def __init__(self, move: int, why: str) -> None:
        self.move = move
        self.why = why
        super().__init__(f"the record stops making sense at move {move}: {why}" if move else why)
