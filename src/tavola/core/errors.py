"""What can go wrong, said so that a person knows what to do. Every error a user may cause is one of these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tavola.core.words import Phrase, same

NO_SUCH_GAME = Phrase(
    "there is no game called {name}; there are: {known}",
    "il n'y a pas de jeu {name} ; il y a : {known}",
    "non c'è un gioco {name}; ci sono: {known}",
)
NO_SUCH_BOT = Phrase(
    "no bot called {name} plays {game}; there are: {known}",
    "aucun bot {name} ne joue à {game} ; il y a : {known}",
    "nessun bot {name} gioca a {game}; ci sono: {known}",
)
WRONG_SEATS = Phrase(
    "{game} takes {allowed} players, not {given}",
    "{game} se joue à {allowed}, pas à {given}",
    "a {game} si gioca in {allowed}, non in {given}",
)
FROM_TO = Phrase("{low} to {high}", "{low} jusqu'à {high}", "{low} fino a {high}")
NOT_A_MOVE = Phrase(
    "{text} is not a move; moves look like: {examples}",
    "{text} n'est pas un coup ; un coup s'écrit par exemple : {examples}",
    "{text} non è una mossa; una mossa si scrive per esempio: {examples}",
)


class TavolaError(Exception):
    """Something a user asked for can't be done; the message says what and what would be right.

    It is made of a text, or of a `Phrase` where the reader may have chosen a language.

    >>> import tavola
    >>> try:
    ...     tavola.match("421", "you,nobody")
    ... except tavola.TavolaError as error:
    ...     print(str(error).partition(";")[0])
    no bot called 'nobody' plays 421
    """

    @property
    def said(self) -> Phrase:
        """The message in three languages; in English where it has no others."""
        first = self.args[0] if self.args else ""
        return first if isinstance(first, Phrase) else same(str(self))


class Trouble(TavolaError):
    """A file, a record, a bot or a plug-in that is not as it should be, rather than a wrong request."""


class UnknownGame(TavolaError):
    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(NO_SUCH_GAME.fill(name=repr(name), known=", ".join(known)))


class UnknownBot(TavolaError):
    def __init__(self, name: str, game: str, known: Iterable[str]) -> None:
        super().__init__(NO_SUCH_BOT.fill(name=repr(name), game=game, known=", ".join(known)))


class BadOption(TavolaError):
    """An option that does not exist or a value it does not take."""


class BadSeats(TavolaError):
    """A game that so many can't play: `given` players, where `allowed` are."""

    def __init__(self, game: str, given: int, allowed: Sequence[int]) -> None:
        super().__init__(WRONG_SEATS.fill(game=game, allowed=numbers(allowed), given=given))


def numbers(allowed: Sequence[int]) -> Phrase:
    """2; 2 to 8; 2 or 4."""
    low, high = allowed[0], allowed[-1]
    if high - low + 1 > len(allowed):
        return Phrase(*(word.join(map(str, allowed)) for word in (" or ", " ou ", " o ")))
    return same(str(low)) if low == high else FROM_TO.fill(low=low, high=high)


class BadNotation(TavolaError):
    """A text that is no move of this game at all, at any moment."""

    def __init__(self, text: str, examples: Sequence[str]) -> None:
        shown = text if len(text) <= 40 else text[:37] + "..."
        super().__init__(NOT_A_MOVE.fill(text=repr(shown), examples=", ".join(examples)))


class IllegalMove(TavolaError):
    """A move that can't be made now: `why`, in three languages, and what is `legal` instead."""

    def __init__(self, why: Phrase, legal: Sequence[object] = ()) -> None:
        self.why = why
        self.legal = tuple(legal)
        rest = f"; legal now: {', '.join(map(str, legal))}" if legal else ""
        super().__init__(f"{why.en}{rest}")

    @property
    def said(self) -> Phrase:
        """Why, without the list of what is legal."""
        return self.why


class BrokenRecord(Trouble):
    """A record that stops making sense; `move` counts from 1, 0 being its head."""

    def __init__(self, move: int, why: str) -> None:
        self.move = move
        self.why = why
        super().__init__(f"the record stops making sense at move {move}: {why}" if move else why)
