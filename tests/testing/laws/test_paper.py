"""Games whose moves or records do not read back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.moves import Move as Move421
from tavola.games.fourtwentyone.moves import Throw
from tavola.kit import BadNotation, Outcome, Step
from tests.testing.breaking import broken_by
from tests.testing.high_card import HighCard, Move, Play, State


class MistakesSevenForOne(HighCard):
    """Handwriting."""

    def parse(self, text: str) -> Move:
        return super().parse(text.replace("7", "1"))


class CannotReadPlays(HighCard):
    def parse(self, text: str) -> Move:
        if text.startswith("play"):
            raise BadNotation(text, ["deal 7"])
        return super().parse(text)


class ReadsAnything(HighCard):
    def parse(self, text: str) -> Move:
        try:
            return super().parse(text)
        except BadNotation:
            return Play(1)


class ChokesOnNonsense(HighCard):
    def parse(self, text: str) -> Move:
        verb, card = text.split(" ")
        return super().parse(f"{verb} {card}")


@dataclass(frozen=True, slots=True)
class Sloppy(Play):
    """A card that is written in some other way."""

    def __str__(self) -> str:
        return f"play {self.card}\n"


@dataclass(frozen=True, slots=True)
class Coy(Play):
    def __str__(self) -> str:
        return "play a card"


@dataclass(frozen=True, slots=True)
class GivesUp(Play):
    def __str__(self) -> str:
        return "resigns"


class Writes(HighCard):
    hand: type[Play]

    def moves(self, s: State) -> tuple[Move, ...]:
        return tuple(self.hand(move.card) for move in super().moves(s))

    def parse(self, text: str) -> Move:
        if text in ("play a card", "resigns"):
            return self.hand(1)
        move = super().parse(text.strip())
        return self.hand(move.card) if isinstance(move, Play) else move


class WritesSloppily(Writes):
    hand = Sloppy


class WritesCoyly(Writes):
    hand = Coy


class WritesGivingUp(Writes):
    hand = GivesUp


@dataclass(frozen=True, slots=True)
class Flourish(Play):
    """Who plays with a flourish leads again: but that is nowhere written down."""

    flourish: bool = field(default=False, compare=False)


class Unwritten(Writes):
    hand = Flourish

    def moves(self, s: State) -> tuple[Move, ...]:
        return tuple(Flourish(move.card, flourish=True) for move in super().moves(s))

    def play(self, s: State, move: Move) -> Step[State]:
        step = super().play(s, move)
        if isinstance(move, Flourish) and move.flourish and not step.state.played:
            return Step(step.state._replace(leader=self.actor(s)), step.events)
        return step


class ScoresHalves(HighCard):
    """A number that reads back as another one."""

    def outcome(self, s: State) -> Outcome | None:
        end = super().outcome(s)
        return end and replace(end, scores=tuple(score + 0.5 for score in end.scores))  # type: ignore[misc]


@pytest.mark.parametrize(
    ("game", "law", "found"),
    [
        (MistakesSevenForOne, "notation", "reads back as"),
        (CannotReadPlays, "notation", "does not read back"),
        (ReadsAnything, "notation", "reads as the move"),
        (ChokesOnNonsense, "notation", "instead of BadNotation"),
        (WritesSloppily, "notation", "not one plain line"),
        (WritesCoyly, "notation", "play a card"),
        (WritesGivingUp, "notation", "giving up"),
        (Unwritten, "replay", "replayed, the game ends in"),
        (ScoresHalves, "replay", "does not read back"),
    ],
)
def test_a_broken_game_is_told_which_law_it_breaks(game: type[Any], law: str, found: str) -> None:
    broken = broken_by(game())
    assert broken.law == law, str(broken)
    assert found in broken.why


class ForgetsTheHit(FourTwentyOne):
    def parse(self, text: str) -> Move421:
        move = super().parse(text)
        return Throw(move.keep) if isinstance(move, Throw) else move


def test_421_broken_on_purpose() -> None:
    broken = broken_by(ForgetsTheHit(), max_moves=150, seats=2)
    assert broken.law == "notation"
    assert "hit" in broken.why
