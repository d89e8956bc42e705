"""`tavola.play`, `tavola.match` and `tavola.bot`: one game, between bots or with you at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, overload

from tavola.analysis import Progress, silent
from tavola.core.contract import OVER, Event, Rules, Seat, Step
from tavola.core.driver import Bot, Driver, Guarded, Made, guarded
from tavola.core.errors import Trouble
from tavola.core.match import Match
from tavola.core.record import MAX_MOVES, Record
from tavola.library.asking import Player, Players, listed, rules_for, seed_for
from tavola.library.bots import bots_by_name
from tavola.library.seats import NamedSeat, default_bots, default_players, luck, sitters, tags_of

S = TypeVar("S")
M = TypeVar("M")


class LiveMatch(Match[S, M]):
    """A match whose dice fall and whose bots play by themselves: only people's moves are waited for.

    `seed` gives the luck: the same seed and moves give the same game. `record()` keeps it, as
    `tavola play --record` does.
    """

    def __init__(
        self, rules: Rules[S, M], seated: tuple[NamedSeat, ...], bots: Mapping[Seat, Bot], seed: int
    ) -> None:
        super().__init__(rules, [sitter.label for sitter in seated])
        self.seed = seed
        self._tags = tags_of(seated, seed)
        players = {seat: Guarded(self.names[seat], bot) for seat, bot in bots.items()}
        self._driver = Driver(self, luck(seed, "dice"), players)
        self._is_driven = False
        self._bots = bots
        for seat in bots:
            self._tell(seat, "sits", seat, self.names)
        self._go_on()

    def play(self, move: M | str) -> Step[S]:
        """Your move, and everything until you are asked again, with the events of all of it."""
        if self._is_driven:
            return super().play(move)
        if self.actor == OVER:
            return super().play(move)  # which raises
        first = self._drives(lambda: [self._driver.play(self.actor, move)])
        return Step(self.state, (*first, *self._go_on()))

    def _go_on(self) -> tuple[Event, ...]:
        events = self._drives(lambda: self._driver)
        if self.actor != OVER and self._driver.asked is None:
            raise Trouble(f"the game does not end: {MAX_MOVES} moves are all a record holds")
        return events

    def _drives(self, moves: Callable[[], Iterable[Made[S, M]]]) -> tuple[Event, ...]:
        """The driver plays through this match's own `play`."""
        self._is_driven = True
        try:
            return tuple(event for made in moves() for event in self._heard(made))
        finally:
            self._is_driven = False

    def _heard(self, made: Made[S, M]) -> tuple[Event, ...]:
        for seat in self._bots:
            self._tell(seat, "happens", made.actor, made.move, made.step)
        return made.step.events

    def _tell(self, seat: Seat, what: str, *news: Any) -> None:
        """Some bots want to hear which seat they have and what happens."""
        if hears := getattr(self._bots[seat], what, None):
            guarded(self.names[seat], lambda: hears(*news))

    def record(self, tags: Mapping[str, str] | None = None) -> Record:
        return super().record({**self._tags, **(tags or {})})


@overload
def match(game: str, players: Players | None = None, *, seed: int | None = None) -> LiveMatch[Any, Any]: ...
@overload
def match(
    game: Rules[S, M], players: Players | None = None, *, seed: int | None = None
) -> LiveMatch[S, M]: ...
def match(game: Any, players: Players | None = None, *, seed: int | None = None) -> LiveMatch[Any, Any]:
    """A game with you at the table: `you`, `you:Ada`, and bots by name or as objects with `choose(view)`.

    Without players, you and the house players that the game needs. Print it to see the table, `play` a move
    by its text, and dice and bots go on until you are asked again.

    >>> import tavola
    >>> match = tavola.match("5000", "you:Ada,house", seed=1)
    >>> match
    <LiveMatch of 5000: Ada, house; 1 move made, Ada decides>
    >>> step = match.play(match.legal[0])
    >>> match.actor in (0, tavola.OVER)
    True
    """
    return _seated(game, players, seed, silent, people=True)


@overload
def play(
    game: str, players: Players | None = None, *, seed: int | None = None, progress: Progress = silent
) -> LiveMatch[Any, Any]: ...
@overload
def play(
    game: Rules[S, M], players: Players | None = None, *, seed: int | None = None, progress: Progress = silent
) -> LiveMatch[S, M]: ...
def play(
    game: Any, players: Players | None = None, *, seed: int | None = None, progress: Progress = silent
) -> LiveMatch[Any, Any]:
    """A game between bots, played to its end. Without players, as many of the house as the game needs.

    `progress(what, done)` hears how far a bot is if it has to solve the game first.

    >>> import tavola
    >>> played = tavola.play("5000", "house,random", seed=1)
    >>> print(played)
    5000: house, random
    The game is over: the goal was reached. Won by house.
    Points: house 5100, random 0
    >>> tavola.Record.parse(str(played.record())) == played.record()
    True
    """
    return _seated(game, players, seed, progress, people=False)


def bot(spec: Player, game: str | Rules[Any, Any], *, seed: int | None = None) -> Bot:
    """A bot by its name, or one of yours by MODULE:CLASS or bot.py:CLASS: `bot.choose(view)` is its move.

    >>> import tavola
    >>> match = tavola.match("dice-poker", "you,random", seed=5)
    >>> smart = tavola.bot("smart", "dice-poker")
    >>> smart.choose(match.rules.view(match.state, 0)) in match.legal
    True
    """
    named = bots_by_name([spec])
    return named.make(named.names[0], rules_for(game), luck(seed_for(seed), "bot"))


# ---- who sits down ----


def _seated(
    game: str | Rules[S, M], players: Players | None, seed: int | None, progress: Progress, people: bool
) -> LiveMatch[S, M]:
    rules, number = rules_for(game), seed_for(seed)
    if players is None:
        players = default_players(rules.info) if people else default_bots(rules.info)
    named = bots_by_name(listed(players), people)
    seated = sitters(named.names, rules.info, "en")
    bots = {
        seat: named.make(sitter.bot, rules, luck(number, f"bot {seat}"))
        for seat, sitter in enumerate(seated)
        if sitter.bot
    }
    for name, each in zip((s.label for s in seated if s.bot), bots.values(), strict=True):
        if prepare := getattr(each, "prepare", None):
            guarded(name, lambda prepare=prepare: prepare(rules, len(seated), progress))  # type: ignore[misc]
    return LiveMatch(rules, seated, bots, number)
