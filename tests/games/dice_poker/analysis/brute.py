"""An independent solution of small games of Dice Poker: plain value iteration over what the real rules say.

What a decision may bring is found by playing every roll with the rules' own `step`; how a turn goes over into
the next, and when the game ends, is asked of them too. One re-roll.
"""

from __future__ import annotations

from collections.abc import Callable

from tavola.games.dice_poker.patterns import pattern
from tavola.games.dice_poker.rules import State, Variant, begin_turn, end_turn, legal, start, step
from tavola.pieces.dice import FACES, throws
from tavola.pieces.seats import NONE_EACH, put

Situation = tuple[int, int, int]  # whose turn, and the scores of the two
Bringing = dict[int, float]  # a pattern and its chance


class Brute:
    def __init__(self, variant: Variant, seats: int) -> None:
        assert variant.rerolls == 1
        self.variant, self.seats = variant, seats
        self.first_throws = [(self._options(dice), ways / FACES**5) for dice, ways in throws(5)]
        self.showing = {pattern(dice): dice for dice, _ in throws(5)}

    def _options(self, dice: int) -> list[Bringing]:
        """What each decision brings when these dice fell first."""
        thinking, _ = step(self.variant, start(self.variant, self.seats), dice)
        masks = [mask for mask in range(32) if (legal(dice) >> mask) & 1]
        return [self._brings(thinking, mask) for mask in masks]

    def _brings(self, thinking: State, mask: int) -> Bringing:
        after, news = step(self.variant, thinking, mask)
        if news.points >= 0:
            return {news.pattern: 1.0}
        found: Bringing = {}
        for rolled, ways in throws(mask.bit_count()):
            shown = step(self.variant, after, rolled)[1].pattern
            found[shown] = found.get(shown, 0.0) + ways / FACES ** mask.bit_count()
        return found

    def turn(self, here: Situation, values: dict[Situation, float]) -> float:
        """The value of a turn, for seat 0; seat 1 wants it low, and so does who counts turns alone."""
        ends = {shown: self._end(here, dice, values) for shown, dice in self.showing.items()}
        best: Callable[..., float] = max if self.seats == 2 and here[0] == 0 else min
        total = 0.0
        for options, chance in self.first_throws:
            total += chance * best(sum(p * ends[shown] for shown, p in brings.items()) for brings in options)
        return total + (self.seats == 1)

    def _end(self, here: Situation, dice: int, values: dict[Situation, float]) -> float:
        turn, mine, his = here
        scores = put(put(NONE_EACH, 0, mine), 1, his) if self.seats == 2 else put(NONE_EACH, 0, mine)
        begun = begin_turn(self.variant, self.seats, turn, scores)
        after, _ = end_turn(self.variant, begun._replace(dice=dice, in_hand=0))
        if not after.over:
            return values[after.turn % self.seats, after.scores[0], after.scores[1]]
        if self.seats == 1:
            return 0.0
        return (
            1.0 if after.scores[0] > after.scores[1] else 0.5 if after.scores[0] == after.scores[1] else 0.0
        )

    def solve(self, unit: int) -> dict[Situation, float]:
        """One player: the turns to the goal. Two: the first one's chance, a draw counting half."""
        before_turn = range(0, self.variant.goal, unit)
        others = before_turn if self.seats == 2 else range(1)
        values = {(0, mine, his): 0.5 for mine in before_turn for his in others}
        if self.seats == 2:
            after = {mine + points for mine in before_turn for points in self.variant.points}
            values |= {(1, mine, his): 0.5 for mine in after for his in others}
        while True:
            before = dict(values)
            for here in sorted(values, key=lambda place: (-place[1] - place[2], -place[0])):
                values[here] = self.turn(here, values)
            if max(abs(values[here] - before[here]) for here in values) < 1e-13:
                return values
