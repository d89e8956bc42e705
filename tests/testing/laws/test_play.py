"""Games that break the laws of play: seats, pure, turns, legality."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.moves import Move as Move421
from tavola.games.fourtwentyone.state import State as State421
from tavola.kit import CHANCE, OVER, IllegalMove, Outcome, Phrase, Score, Seat, Source, Step, View, Weighted
from tests.testing.breaking import broken_by
from tests.testing.high_card import (
    Deal,
    HighCard,
    Move,
    Play,
    State,
    Table,
    deal,
    next_to_be_dealt,
    play_card,
)

# ---- seats ----


class AnyNumberSits(HighCard):
    def start(self, seats: int) -> State:
        return State((3,) * seats, ((),) * seats, (), 0, frozenset(range(1, 10)))


class RefusesInItsOwnWay(HighCard):
    def start(self, seats: int) -> State:
        if not 2 <= seats <= 4:
            raise ValueError("too few or too many")
        return super().start(seats)


class NeverStarts(HighCard):
    def start(self, seats: int) -> State:
        raise RuntimeError(f"no chairs for {seats}")


# ---- pure ----


@dataclass(frozen=True)
class Counts(HighCard):
    """Remembers how often it was asked, and every seventh time the wrong one leads."""

    asked: list[int] = field(default_factory=lambda: [0])

    def play(self, s: State, move: Move) -> Step[State]:
        step = super().play(s, move)
        self.asked[0] += 1
        if self.asked[0] % 7:
            return step
        return Step(step.state._replace(leader=1 - step.state.leader % 2), step.events)


@dataclass(frozen=True)
class TakesTurnsToLead(HighCard):
    """Remembers who led the last game."""

    games: list[int] = field(default_factory=lambda: [0])

    def start(self, seats: int) -> State:
        start = super().start(seats)
        self.games[0] += 1
        return start._replace(leader=self.games[0] % seats)


class Scratched(list[int]):
    """A list that passes for a value."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self))


class Scratches(HighCard):
    """Notes each card it sees played, in the state it was given."""

    def start(self, seats: int) -> State:
        return super().start(seats)._replace(deck=Scratched(range(1, 10)))  # type: ignore[arg-type]

    def chance(self, s: State) -> Weighted[Move]:
        return Weighted((Deal(card), 1) for card in s.deck)

    def play(self, s: State, move: Move) -> Step[State]:
        if isinstance(move, Deal) and move.card in s.deck and next_to_be_dealt(s) is not None:
            s.deck.remove(move.card)  # type: ignore[attr-defined]
            step = deal(s._replace(deck=frozenset(s.deck)), move.card)
            return Step(step.state._replace(deck=s.deck), step.events)
        return super().play(s, move)


class RollsItsOwnDice(HighCard):
    def view(self, s: State, seat: Seat | None) -> View[Table, Move]:
        random.random()
        return super().view(s, seat)


@dataclass(frozen=True)
class Wavers(HighCard):
    """Lists the moves in another order every third time."""

    asked: list[int] = field(default_factory=lambda: [0])

    def moves(self, s: State) -> tuple[Move, ...]:
        self.asked[0] += 1
        return super().moves(s)[:: 1 if self.asked[0] % 3 else -1]


class IgnoresTheSource(HighCard):
    def chance(self, s: State) -> Weighted[Move]:
        class OwnLuck(Weighted[Move]):
            def sample(self, rng: Source) -> Move:  # noqa: ARG002
                return super().sample(random.SystemRandom())

        return OwnLuck((Deal(card), 1) for card in sorted(s.deck))


class Unhashable(HighCard):
    def start(self, seats: int) -> State:
        return super().start(seats)._replace(deck=set(range(1, 10)))  # type: ignore[arg-type]


# ---- turns ----


class ListsMovesOffTurn(HighCard):
    def moves(self, s: State) -> tuple[Move, ...]:
        return super().moves(s) or tuple(Play(card) for card in s.hands[0])


class StallsWithANine(HighCard):
    def moves(self, s: State) -> tuple[Move, ...]:
        found = super().moves(s)
        return () if s.played and Play(9) in found else found


class ListsTwice(HighCard):
    def moves(self, s: State) -> tuple[Move, ...]:
        return super().moves(s) * 2


class CallsAStranger(HighCard):
    def actor(self, s: State) -> Seat:
        actor = super().actor(s)
        return actor if actor < 0 or s.played else actor + len(s.hands)

    def moves(self, s: State) -> tuple[Move, ...]:
        actor = HighCard.actor(self, s)
        return tuple(Play(card) for card in s.hands[actor]) if actor >= 0 else ()


class EndsWithoutOutcome(HighCard):
    def outcome(self, s: State) -> Outcome | None:  # noqa: ARG002
        return None


class EndsEarly(HighCard):
    def outcome(self, s: State) -> Outcome | None:
        return Outcome(Phrase("so", "ainsi", "così"), s.tokens, (0,)) if s.played else super().outcome(s)


class NobodyWins(HighCard):
    def outcome(self, s: State) -> Outcome | None:
        end = super().outcome(s)
        return end and replace(end, winners=())


class OneScoreShort(HighCard):
    def outcome(self, s: State) -> Outcome | None:
        end = super().outcome(s)
        return end and replace(end, scores=end.scores[1:])


class AStrangerWins(HighCard):
    def outcome(self, s: State) -> Outcome | None:
        end = super().outcome(s)
        return end and replace(end, winners=(len(s.tokens),))


@dataclass(frozen=True)
class CountsInTwoLanguages(HighCard):
    info = replace(HighCard.info, score=Score(Phrase("tokens", "jetons", "")))


class SaysWhyInTwoLanguages(HighCard):
    def outcome(self, s: State) -> Outcome | None:
        end = super().outcome(s)
        return end and replace(end, reason=Phrase("no tokens", "", "senza gettoni"))


class NeverEnds(HighCard):
    def play(self, s: State, move: Move) -> Step[State]:
        step = super().play(s, move)
        if 0 not in step.state.tokens:
            return step
        return Step(step.state._replace(tokens=s.tokens), step.events[:-1])


# ---- legality ----


class TakesAnyCard(HighCard):
    """Cards that were played before may be played again, from nowhere."""

    def play(self, s: State, move: Move) -> Step[State]:
        actor = self.actor(s)
        if actor >= 0 and isinstance(move, Play) and move not in self.moves(s):
            return play_card(s, actor, move.card)
        return super().play(s, move)


class DealsTwice(HighCard):
    """Deals a card that is not in the deck any more."""

    def play(self, s: State, move: Move) -> Step[State]:
        if self.actor(s) == CHANCE and isinstance(move, Deal):
            return deal(s, move.card)
        return super().play(s, move)


class GoesOnAfterTheEnd(HighCard):
    def play(self, s: State, move: Move) -> Step[State]:
        return Step(s, ()) if self.actor(s) == OVER else super().play(s, move)


class ListsTooMuch(HighCard):
    def moves(self, s: State) -> tuple[Move, ...]:
        found = super().moves(s)
        return (*found, Play(9)) if found and Play(9) not in found else found


class FailsInItsOwnWay(HighCard):
    def play(self, s: State, move: Move) -> Step[State]:
        try:
            return super().play(s, move)
        except IllegalMove:
            raise KeyError(move) from None


class RefusesInOneLanguage(HighCard):
    def play(self, s: State, move: Move) -> Step[State]:
        try:
            return super().play(s, move)
        except IllegalMove as error:
            raise IllegalMove(Phrase(error.why.en, "", "")) from None


class LeavesABlank(HighCard):
    def play(self, s: State, move: Move) -> Step[State]:
        try:
            return super().play(s, move)
        except IllegalMove:
            raise IllegalMove(Phrase("not the {card}", "pas le {card}", "non il {card}")) from None


BROKEN: list[tuple[type[Any], str, str]] = [
    (AnyNumberSits, "seats", "was accepted"),
    (RefusesInItsOwnWay, "seats", "should be BadSeats"),
    (NeverStarts, "seats", "no chairs"),
    (Counts, "pure", "twice"),
    (TakesTurnsToLead, "pure", "start, asked twice"),
    (Scratches, "pure", "changed"),
    (RollsItsOwnDice, "pure", "global random"),
    (Wavers, "pure", ""),
    (IgnoresTheSource, "pure", "same luck"),
    (Unhashable, "pure", "hashed"),
    (ListsMovesOffTurn, "turns", "chance moves, and yet"),
    (StallsWithANine, "turns", "no legal move"),
    (ListsTwice, "turns", "listed twice"),
    (CallsAStranger, "turns", "does not sit"),
    (EndsWithoutOutcome, "turns", "no outcome"),
    (EndsEarly, "turns", "goes on"),
    (NobodyWins, "turns", "nobody has won"),
    (OneScoreShort, "turns", "scores for"),
    (AStrangerWins, "turns", "winners"),
    (CountsInTwoLanguages, "turns", "what the scores count"),
    (SaysWhyInTwoLanguages, "turns", "lacks a language"),
    (TakesAnyCard, "legality", "was accepted"),
    (DealsTwice, "legality", "was accepted"),
    (GoesOnAfterTheEnd, "legality", "the game is over"),
    (ListsTooMuch, "legality", "listed as legal"),
    (FailsInItsOwnWay, "legality", "instead of IllegalMove"),
    (RefusesInOneLanguage, "legality", "every language"),
    (LeavesABlank, "legality", "blank"),
]


@pytest.mark.parametrize(("game", "law", "found"), BROKEN, ids=[game.__name__ for game, _, _ in BROKEN])
def test_a_broken_game_is_told_which_law_it_breaks(game: type[Any], law: str, found: str) -> None:
    broken = broken_by(game())
    assert broken.law == law, str(broken)
    assert found in broken.why


def test_a_game_that_never_ends_must_say_so() -> None:
    broken = broken_by(NeverEnds(), patience=500, games=5)
    assert (broken.law, "500 moves" in broken.why) == ("turns", True)


# ---- the same on 421 ----


class StopsAnyone(FourTwentyOne):
    """Lets others than the first player stop after a throw: accepted, though not listed."""

    def play(self, s: State421, move: Move421) -> Step[State421]:
        try:
            return super().play(s, move)
        except IllegalMove:
            if self.actor(s) >= 0 and str(move) == "stop" and s.go.dice:
                return super().play(s, self.moves(s)[0])
            raise


class SwitchesOffTheOutcome(FourTwentyOne):
    def outcome(self, s: State421) -> Outcome | None:  # noqa: ARG002
        return None


@pytest.mark.parametrize(("game", "law"), [(StopsAnyone, "legality"), (SwitchesOffTheOutcome, "turns")])
def test_421_broken_on_purpose(game: type[FourTwentyOne], law: str) -> None:
    assert broken_by(game(), max_moves=250, seats=(2, 3)).law == law
