"""One turn of 5000, exactly: the best policy for the most points, and what any policy brings."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from tavola.analysis.distribution import Distribution
from tavola.games.five_thousand.analysis.tabulate import classes, follow
from tavola.games.five_thousand.moves import Bank, Move, Play, moves_of
from tavola.games.five_thousand.rules import DICE, HANDS, Variant, legal, score
from tavola.pieces.dice import FACES, size, throws

# From the dice on the table, the hand (from 0) and the turn score to the move; several moves mean one of them
# at random.
Choose = Callable[[int, int, int], tuple[Move, ...]]

_score = lru_cache(maxsize=4096)(score)


@lru_cache(maxsize=4096)
def moves(variant: Variant, dice: int) -> tuple[Move, ...]:
    """The legal moves when these dice lie on the table."""
    return moves_of(dice, legal(variant, dice))


class Exact:
    """The play of a turn that banks the most points on average, in fractions. The goal plays no part."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._known: dict[tuple[int, int, int], Fraction] = {}

    def value(self) -> Fraction:
        """The value of a turn about to begin."""
        return self.before_roll(0, DICE, 0)

    def before_roll(self, hand: int, dice: int, turn_score: int) -> Fraction:
        known = self._known.get((hand, dice, turn_score))
        if known is None:
            known = self._average(hand, dice, turn_score)
            self._known[hand, dice, turn_score] = known
        return known

    def _average(self, hand: int, dice: int, turn_score: int) -> Fraction:
        banked = Fraction(turn_score) if dice == DICE else Fraction(0)  # a hand once begun must be finished
        total = Fraction(0)
        for allowed, ways in classes(self.variant.brelan_of_aces)[dice].items():
            plays = [self.after_play(hand, turn_score, points, left) for points, left in allowed]
            total += max(banked, *plays, Fraction(0)) * ways
        return total * Fraction(1, FACES**dice)

    def after_play(self, hand: int, turn_score: int, points: int, left: int) -> Fraction:
        after = follow(hand, turn_score, points, left)
        return self.before_roll(*after) if after else Fraction(turn_score + points * (hand + 1))

    def worth(self, dice: int, hand: int, turn_score: int, move: Move) -> Fraction:
        """The points to expect of a move when these dice lie on the table."""
        if isinstance(move, Play):
            left = size(dice) - size(move.dice)
            return self.after_play(hand, turn_score, _score(self.variant, move.dice), left)
        return Fraction(turn_score if isinstance(move, Bank) else 0)

    def choose(self, dice: int, hand: int, turn_score: int) -> tuple[Move, ...]:
        """The best move; of equals the safest: a bank, then what plays most dice."""

        def best(move: Move) -> tuple[Fraction, bool, int]:
            played = size(move.dice) if isinstance(move, Play) else 0
            return self.worth(dice, hand, turn_score, move), isinstance(move, Bank), played

        return (max(moves(self.variant, dice), key=best),)


def any_move(variant: Variant) -> Choose:
    """The policy that takes any legal move."""
    return lambda dice, _hand, _turn_score: moves(variant, dice)


def turn_distribution(variant: Variant, choose: Choose) -> Distribution[int]:
    """The points a turn banks under a policy, 0 for a trashed one. Exact."""
    ended: dict[int, Fraction] = {}
    starting = {0: Fraction(1)}
    for hand in range(HANDS):
        starting = _play_hand(variant, choose, hand, starting, ended)
    return Distribution.of(ended).sorted()


def _play_hand(
    variant: Variant, choose: Choose, hand: int, starting: dict[int, Fraction], ended: dict[int, Fraction]
) -> dict[int, Fraction]:
    """One hand from its possible turn scores: adds the turns that end in it, returns the scores that go
    on."""
    before: list[dict[int, Fraction]] = [{} for _ in range(DICE)] + [starting]
    onward: dict[int, Fraction] = {}
    for dice in range(DICE, 0, -1):
        for turn_score, chance in before[dice].items():
            for thrown, ways in throws(dice):
                chosen = choose(thrown, hand, turn_score)
                share = chance * Fraction(ways, FACES**dice * len(chosen))
                for move in chosen:
                    into, then = ended, turn_score if isinstance(move, Bank) else 0
                    if isinstance(move, Play):
                        left = dice - size(move.dice)
                        then = turn_score + _score(variant, move.dice) * (hand + 1)
                        into = before[left] if left else onward if hand + 1 < HANDS else ended
                    into[then] = into.get(then, Fraction(0)) + share
    return onward
