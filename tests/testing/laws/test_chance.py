"""Games whose chance is not what it says."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.moves import Fall
from tavola.games.fourtwentyone.moves import Move as Move421
from tavola.games.fourtwentyone.state import State as State421
from tavola.kit import Chance, IllegalMove, Phrase, Source, Step, Weighted
from tavola.pieces.dice import Roll, RollOf, from_faces
from tavola.testing import CheckMemory
from tavola.testing.laws.chance import LISTED, examined
from tests.testing.breaking import broken_by
from tests.testing.high_card import Deal, HighCard, Move, State

Probabilities = Iterator[tuple[Move, Fraction]]


class Cards(Weighted[Move]):
    """The honest chance of a deal, for others to bend."""


class LikesTheLowest(Cards):
    """Samples the lowest card twice as often as it says."""

    def sample(self, rng: Source) -> Move:
        n = rng.randrange(len(self._moves) + 1)
        return self._moves[max(0, n - 1)]


class NeverTheLast(Cards):
    def sample(self, rng: Source) -> Move:
        return self._moves[rng.randrange(max(1, len(self._moves) - 1))]


class LosesAPart(Cards):
    def outcomes(self) -> Probabilities:
        return ((move, prob * Fraction(99, 100)) for move, prob in super().outcomes())

    def prob(self, outcome: object) -> Fraction:
        return super().prob(outcome) * Fraction(99, 100)


class ListsTheImpossible(Cards):
    def outcomes(self) -> Probabilities:
        yield from super().outcomes()
        yield Deal(12), Fraction(0)


class ListsTwice(Cards):
    def outcomes(self) -> Probabilities:
        for move, prob in super().outcomes():
            yield move, prob / 2
            yield move, prob / 2


class SaysOtherwise(Cards):
    def prob(self, outcome: object) -> Fraction:
        return Fraction(1, 2) if super().prob(outcome) else Fraction(0)


class AllowsAnything(Cards):
    def prob(self, outcome: object) -> Fraction:  # noqa: ARG002
        return Fraction(1, len(self._moves))


class IsRough(Cards):
    def outcomes(self) -> Probabilities:
        return ((move, float(prob)) for move, prob in super().outcomes())  # type: ignore[misc]


class DrawsAStranger(Cards):
    def sample(self, rng: Source) -> Move:
        return Deal(12) if rng.randrange(10) == 0 else super().sample(rng)


class WantsMoreThanASource(Cards):
    def sample(self, rng: Source) -> Move:
        return rng.choice(self._moves)  # type: ignore[attr-defined,no-any-return]


def dealing(cards: type[Cards]) -> HighCard:
    class Dealer(HighCard):
        def chance(self, s: State) -> Weighted[Move]:
            return cards((Deal(card), 1) for card in sorted(s.deck))

    return Dealer()


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        (LikesTheLowest, "biased"),
        (NeverTheLast, "biased"),
        (LosesAPart, "sum to 99/100"),
        (ListsTheImpossible, "probability 0"),
        (ListsTwice, "more than once"),
        (SaysOtherwise, "prob() says 1/2"),
        (IsRough, "not a Fraction"),
    ],
)
def test_a_bent_chance_is_found_out(cards: type[Cards], found: str) -> None:
    broken = broken_by(dealing(cards))
    assert broken.law == "chance", str(broken)
    assert found in broken.why
    assert broken.moves == 0  # it shows before the first card


def test_prob_must_know_what_cannot_happen() -> None:
    assert broken_by(dealing(AllowsAnything)).law == "chance"


def test_what_is_sampled_must_be_possible() -> None:
    assert broken_by(dealing(DrawsAStranger)).law == "chance"


def test_a_source_of_luck_has_randrange_and_nothing_else() -> None:
    broken = broken_by(dealing(WantsMoreThanASource))
    assert "'Luck' object has no attribute 'choice'" in broken.why


class WillNotDealNines(HighCard):
    def play(self, s: State, move: Move) -> Step[State]:
        if move == Deal(9):
            raise IllegalMove(Phrase("no nines", "pas de neuf", "niente nove"))
        return super().play(s, move)


def test_what_may_fall_can_be_played() -> None:
    broken = broken_by(WillNotDealNines())
    assert (broken.law, "deal 9" in broken.why) == ("chance", True)


# ---- the same on 421 ----


class Lucky(Weighted[Fall]):
    """Shows a 421 twice as often as it should."""

    def sample(self, rng: Source) -> Fall:
        fall = super().sample(rng)
        return fall if fall.dice == 421 or rng.randrange(35) else self._again()

    def _again(self) -> Fall:
        return Fall(421) if Fall(421) in self._moves else self._moves[0]


class Loaded(FourTwentyOne):
    def chance(self, s: State421) -> Chance[Move421]:
        return Lucky((move, int(prob * 6**3)) for move, prob in super().chance(s).outcomes())  # type: ignore[misc]


def test_421_with_loaded_dice() -> None:
    broken = broken_by(Loaded(), max_moves=60)
    assert broken.law == "chance"
    assert "biased" in broken.why


# ---- the examiner by itself ----


def judge(chance: Chance[Any]) -> str | None:
    return examined(CheckMemory(HighCard()), chance)


class Six(RollOf):
    """Dice that show six twice as often."""

    def sample(self, rng: Source) -> Roll:
        shown = [min(6, rng.randrange(7) + 1) for _ in range(self.n)]
        return Roll(from_faces(shown))


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6])
def test_honest_dice_pass_and_loaded_ones_do_not(n: int) -> None:
    assert judge(RollOf(n)) is None
    assert "biased" in (judge(Six(n)) or "")


class Hands(Chance[tuple[int, ...]]):
    """Four cards of 52: too many hands to list them all."""

    def sample(self, rng: Source) -> tuple[int, ...]:
        deck = list(range(52))
        return tuple(sorted(deck.pop(rng.randrange(len(deck))) for _ in range(4)))

    def prob(self, outcome: object) -> Fraction:
        dealt = isinstance(outcome, tuple) and len(set(outcome)) == 4 and set(outcome) <= set(range(52))
        return Fraction(1, comb(52, 4)) if dealt else Fraction(0)

    def outcomes(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        return ((hand, Fraction(1, comb(52, 4))) for hand in combinations(range(52), 4))


class TheFirstCardOften(Hands):
    def sample(self, rng: Source) -> tuple[int, ...]:
        hand = super().sample(rng)
        return hand if 0 in hand or rng.randrange(10) else (0, *hand[1:])


class TooLikely(Hands):
    def outcomes(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        return ((hand, Fraction(1, LISTED)) for hand, _ in super().outcomes())


def test_a_huge_chance_is_judged_by_its_beginning() -> None:
    assert judge(Hands()) is None
    assert "biased" in (judge(TheFirstCardOften()) or "")
    assert "sum to" in (judge(TooLikely()) or "")


def test_equal_chances_are_examined_once() -> None:
    memory = CheckMemory(HighCard())
    for _ in range(3):
        assert examined(memory, RollOf(2)) is None
    once = memory.effort
    assert examined(memory, Weighted({"a": 1, "b": 1}.items())) is None
    spent = memory.effort
    assert examined(memory, Weighted({"a": 1, "b": 1}.items())) is None
    assert once < spent
    assert memory.effort == spent + 2  # looked through, not sampled again


def test_effort_has_an_end() -> None:
    memory = CheckMemory(HighCard(), effort=11, most_effort=10)
    assert examined(memory, Weighted({Deal(1): 1}.items())) is None
    assert not memory.chances
