"""The contract every game keeps: `Rules`, and the values that pass through it.

A game is a pure function from states and moves to states and events. Chance is a move like any other, so
that a list of moves is a whole game. What a player may know is a `View`; nothing else leaves the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, NamedTuple, Protocol, TypeVar

from tavola.core.chance import Chance, Source
from tavola.core.errors import BadSeats
from tavola.core.plain import ALREADY, plain
from tavola.core.words import Lang, Phrase

Seat = Annotated[int, "a seat"]  # an int; a display of a table may look for it and show a name
CHANCE: Final = -1  # the actor when dice or cards decide
OVER: Final = -2  # the actor when the game has ended

S = TypeVar("S")
M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)


_FIELD_NAMES: dict[type[Any], tuple[str, ...]] = {}


def field_names(cls: type[Any]) -> tuple[str, ...]:
    """The fields of a dataclass, looked up once."""
    if (names := _FIELD_NAMES.get(cls)) is None:
        names = _FIELD_NAMES[cls] = tuple(f.name for f in fields(cls))
    return names


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as data. Subclasses add the fields; the rules' `say` gives the words.

    An event that reveals what was hidden, such as a showdown, has `reveals = True`. The law of secrecy then
    expects that a seat which is told all of it learns something.
    """

    reveals: ClassVar[bool] = False

    def seen_by(self, seat: Seat | None) -> Event | None:  # noqa: ARG002 - subclasses with secrets use it
        """The event as that seat may know it (None: a spectator), or None if it may not know at all."""
        return self

    def change(self) -> Mapping[Seat, int]:
        """What the event does to the score of each seat."""
        return {}

    def as_dict(self) -> dict[str, Any]:
        """As plain data; the game's codec reads it back."""
        kind = type(self)
        told: dict[str, Any] = {"event": kind.__name__}
        for name in _FIELD_NAMES.get(kind) or field_names(kind):
            value = getattr(self, name)
            told[name] = value if type(value) in ALREADY else plain(value)
        return told


class Step(NamedTuple, Generic[S]):
    """The new state, and what happened on the way."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. The game's `info.score` says what `scores` count; `winners` has the last word."""

    reason: Phrase
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]

    def as_dict(self) -> dict[str, Any]:
        """As plain data, the reason in English."""
        return {"reason": self.reason.en, "scores": list(self.scores), "winners": list(self.winners)}


@dataclass(frozen=True, slots=True)
class View(Generic[S, M_co]):
    """What one seat may know (seat None: a spectator), and what it may do now: all a bot ever gets.

    `table` is the game's own picture of what lies open, without what is hidden from this seat.
    """

    seat: Seat | None
    actor: Seat
    options: Any
    table: S
    moves: tuple[M_co, ...] = ()

    def _repr_svg_(self) -> str:
        """For notebooks."""
        from tavola.core.showing import view_svg

        return view_svg(self)


@dataclass(frozen=True, slots=True)
class Score:
    """What the scores of an outcome count, and which of them is the best to have."""

    counts: Phrase = Phrase("points", "points", "punti")
    best: Literal["highest", "lowest"] = "highest"


PAIRS: Final = ((0, 2), (1, 3))  # four in pairs, partners across the table


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What a game declares about itself."""

    name: str
    title: str
    summary: Phrase
    seats: tuple[int, ...]  # the numbers of players it takes, in order: perhaps two or four, but not three
    options: type[Any]
    rules_version: int
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    hidden: bool = False  # do seats know different things?
    sides: Mapping[int, tuple[tuple[Seat, ...], ...]] = field(default_factory=dict)  # by the number of
    # players: the seats that win and lose together, as {4: PAIRS}; if none are given, each seat for itself
    score: Score = Score()
    # What people call the names that are shown, where the name alone would not do: presets, fields of its
    # table, words of its notation. A game with a board of its own needs only the presets.
    words: Mapping[str, Phrase] = field(default_factory=dict)

    def sides_of(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        """Who plays against whom at a table of so many."""
        return self.sides.get(seats) or tuple((seat,) for seat in range(seats))

    def check_seats(self, seats: int) -> None:
        """Raises `BadSeats` if so many can't play."""
        if seats not in self.seats:
            raise BadSeats(self.name, seats, self.seats)


class Rules(Protocol[S, M]):
    """One game with its options. All of it pure: the same arguments, the same answer, nothing remembered."""

    @property
    def info(self) -> GameInfo:
        """What kind of game it is; the same under all options."""
        ...

    @property
    def options(self) -> Any:
        """The options it is played with."""
        ...

    def start(self, seats: int) -> S:
        """The state before anything happened."""

    def actor(self, s: S, /) -> Seat:
        """Who moves: a seat, CHANCE or OVER."""

    def moves(self, s: S, /) -> Sequence[M]:
        """The actor's legal moves in canonical order; empty when chance moves or all is over."""

    def chance(self, s: S, /) -> Chance[M]:
        """What may happen, with exact probabilities, when the actor is CHANCE."""

    def play(self, s: S, move: M, /) -> Step[S]:
        """The state after a move and what happened; IllegalMove says why not."""

    def view(self, s: S, seat: Seat | None, /) -> View[Any, M]:
        """What that seat may know; None is a spectator."""

    def guess(self, v: View[Any, M], rng: Source, /) -> S:
        """Some state the viewer can't tell from the true one."""

    def outcome(self, s: S, /) -> Outcome | None:
        """How it ended, None while it goes on."""

    def concede(self, s: S, seat: Seat, /) -> Outcome:
        """How it ends if that seat gives up now."""

    def score(self, s: S, /) -> tuple[int, ...]:
        """Each seat's count now; it changes only by what events say."""

    def holdings(self, s: S, /) -> Mapping[str, int]:
        """All that may move but never be lost or made: tokens, cards, dice, counted over the whole state."""

    def parse(self, text: str, /) -> M:
        """The move a text means; str(move) is the one notation everywhere."""

    def say(self, event: Event, lang: Lang, names: Sequence[str], /) -> str:
        """An event in words, "" if it goes without saying."""


def conceded(seat: Seat, scores: tuple[int, ...]) -> Outcome:
    """The outcome when a seat gives up and everyone else wins."""
    reason = Phrase("resignation", "abandon", "abbandono")
    return Outcome(reason, scores, tuple(other for other in range(len(scores)) if other != seat))
