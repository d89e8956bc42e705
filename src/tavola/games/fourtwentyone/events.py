"""What happens in a game of 421, as data. The words are in words.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tavola.core.contract import Event, Seat
from tavola.games.fourtwentyone.state import TOKENS


@dataclass(frozen=True, slots=True)
class Opened(Event):
    """One die, for the start of the game."""

    seat: Seat
    die: int


@dataclass(frozen=True, slots=True)
class Starts(Event):
    """The lowest die starts the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The first player stops: the dice on the table stand."""

    seat: Seat
    throws: int


@dataclass(frozen=True, slots=True)
class HitTable(Event):
    """ "This throw is my last." """

    seat: Seat


@dataclass(frozen=True, slots=True)
class Threw(Event):
    """Dice fell beside the kept ones; perhaps one knocked a kept die to a new face."""

    seat: Seat
    thrown: int
    kept: int
    knocked: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """What the player calls: the combination, the throws it took once the go is over, the total so far."""

    seat: Seat
    dice: int
    total: int
    throws: int  # 0 in the middle of a go, and in rounds of one throw each
    rampo: bool
    fewer: bool = False  # the best so far, in fewer throws than were allowed: the new maximum


@dataclass(frozen=True, slots=True)
class HotHand(Event):
    """A rampo begins, for the lowest or the highest of the turn; this seat throws first."""

    seat: Seat
    highest: bool
    members: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Took(Event):
    """The load: tokens from the kitty."""

    seat: Seat
    tokens: int

    def change(self) -> Mapping[Seat, int]:
        return {self.seat: self.tokens}


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """The unload: the winner of the turn hands tokens to its loser."""

    winner: Seat
    loser: Seat
    tokens: int

    def change(self) -> Mapping[Seat, int]:
        return {self.winner: -self.tokens, self.loser: self.tokens}


@dataclass(frozen=True, slots=True)
class UnloadBegins(Event):
    """The kitty is empty."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Safe(Event):
    """Out of the set without a token: this seat can't lose it any more."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SetLost(Event):
    """One player has all the tokens; they go back to the kitty."""

    seat: Seat
    sets: int  # lost so far

    def change(self) -> Mapping[Seat, int]:
        return {self.seat: -TOKENS}


@dataclass(frozen=True, slots=True)
class GameLost(Event):
    seat: Seat
