"""Games that lose tokens or cards, and events that do not tell what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from tavola.games.fourtwentyone import events as e
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.moves import Move as Move421
from tavola.games.fourtwentyone.state import State as State421
from tavola.kit import Event, Lang, Seat, Step
from tests.testing.breaking import broken_by
from tests.testing.high_card import HighCard, Move, Played, State, Won


class DropsAToken(HighCard):
    """The winner of a trick drops one, and the event tells as much: only the count is wrong."""

    def play(self, s: State, move: Move) -> Step[State]:
        step = super().play(s, move)
        if not step.events or not isinstance(won := step.events[-1], Won):
            return step
        tokens = tuple(held - (seat == won.seat) for seat, held in enumerate(step.state.tokens))
        return Step(step.state._replace(tokens=tokens), (*step.events, Dropped(won.seat)))


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    seat: Seat

    def change(self) -> Mapping[Seat, int]:
        return {self.seat: -1}


class LosesACard(HighCard):
    """The highest card played falls under the table."""

    def play(self, s: State, move: Move) -> Step[State]:
        step = super().play(s, move)
        if s.played and not step.state.played:
            return Step(step.state._replace(deck=step.state.deck - {max(s.played)}), step.events)
        return step


class CountsBelowNothing(HighCard):
    def holdings(self, s: State) -> Mapping[str, int]:
        return {**super().holdings(s), "debts": -1}


class ForgetsToTell(HighCard):
    """Tokens change hands in silence."""

    def play(self, s: State, move: Move) -> Step[State]:
        step = super().play(s, move)
        return Step(step.state, tuple(event for event in step.events if not isinstance(event, Won)))


@dataclass(frozen=True, slots=True)
class WonBig(Won):
    def change(self) -> Mapping[Seat, int]:
        return {self.seat: 2 * len(self.losers)} | dict.fromkeys(self.losers, -2)


@dataclass(frozen=True, slots=True)
class Cheered(Event):
    """By someone who is not at the table."""

    def change(self) -> Mapping[Seat, int]:
        return {9: 1}


@dataclass(frozen=True, slots=True)
class Unwritable(Event):
    cards: object


@dataclass(frozen=True, slots=True)
class Unhashable(Event):
    cards: list[int]


class Adds(HighCard):
    """Puts another event next to every card played."""

    extra: Any

    def play(self, s: State, move: Move) -> Step[State]:
        step = super().play(s, move)
        return Step(step.state, (*step.events, self.extra))


class AddsAStranger(Adds):
    extra = Cheered()


class AddsUnwritable(Adds):
    extra = Unwritable(object())


class AddsUnhashable(Adds):
    extra = Unhashable([1])


class AddsNoEvent(Adds):
    extra = "hooray"


class Exaggerates(HighCard):
    def play(self, s: State, move: Move) -> Step[State]:
        step = super().play(s, move)
        told = (WonBig(x.seat, x.losers) if isinstance(x, Won) else x for x in step.events)
        return Step(step.state, tuple(told))


class SpeaksNoItalian(HighCard):
    def say(self, event: Event, lang: Lang, names: Sequence[str]) -> str:
        return "" if lang == "it" and isinstance(event, Played) else super().say(event, lang, names)


class SaysNothingAtAll(HighCard):
    def say(self, event: Event, lang: Lang, names: Sequence[str]) -> str:  # noqa: ARG002
        return None  # type: ignore[return-value]


class StumblesOverSecrets(HighCard):
    """Can tell a deal only to the one who may know the card."""

    def say(self, event: Event, lang: Lang, names: Sequence[str]) -> str:
        return super().say(event, lang, names) + "!" * getattr(event, "card", 0)


class ScoresOneShort(HighCard):
    def score(self, s: State) -> tuple[int, ...]:
        return s.tokens[1:]


@pytest.mark.parametrize(
    ("game", "law", "found"),
    [
        (DropsAToken, "conservation", "tokens: "),
        (LosesACard, "conservation", "cards: 9 at the start, 8 now"),
        (CountsBelowNothing, "conservation", "less than none"),
        (ForgetsToTell, "events", "the score changed by"),
        (Exaggerates, "events", "the score changed by"),
        (AddsAStranger, "events", "seat 9"),
        (AddsUnwritable, "events", "JSON"),
        (AddsUnhashable, "events", "hashed"),
        (AddsNoEvent, "events", "hooray"),
        (SpeaksNoItalian, "events", "some languages only"),
        (SaysNothingAtAll, "events", "not all texts"),
        (StumblesOverSecrets, "events", "TypeError"),
        (ScoresOneShort, "events", "numbers for"),
    ],
)
def test_a_broken_game_is_told_which_law_it_breaks(game: type[Any], law: str, found: str) -> None:
    broken = broken_by(game())
    assert broken.law == law, str(broken)
    assert found in broken.why


# ---- the same on 421 ----


class PocketsAToken(FourTwentyOne):
    """One of the tokens taken from the kitty never arrives."""

    def play(self, s: State421, move: Move421) -> Step[State421]:
        step = super().play(s, move)
        if not any(isinstance(event, e.Took) for event in step.events):
            return step
        tokens = step.state.tokens
        return Step(step.state._replace(tokens=tokens._replace(kitty=max(0, tokens.kitty - 1))), step.events)


class TellsADifferentPrice(FourTwentyOne):
    def play(self, s: State421, move: Move421) -> Step[State421]:
        step = super().play(s, move)
        told = (e.Took(x.seat, x.tokens + 1) if isinstance(x, e.Took) else x for x in step.events)
        return Step(step.state, tuple(told))


@pytest.mark.parametrize(("game", "law"), [(PocketsAToken, "conservation"), (TellsADifferentPrice, "events")])
def test_421_broken_on_purpose(game: type[FourTwentyOne], law: str) -> None:
    broken = broken_by(game())
    assert broken.law == law
    assert broken.record.startswith('[Game "421"]')
