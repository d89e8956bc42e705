"""An independent solution of small games of 5000: plain value iteration over what the real rules say.

Every move and every roll is played with the rules' own `step`. The one liberty: a turn score above the goal
is written as the goal, since a bank of either wins.
"""

from __future__ import annotations

from functools import cache

from tavola.games.five_thousand.rules import State, Variant, legal, start, step
from tavola.pieces.dice import FACES, throws
from tavola.pieces.seats import put

Key = tuple[int, int, int]  # hand, turn score, dice in hand
Ends = tuple[int, int, int]  # scores of the two after the turn, and whether the game is won
Option = Key | Ends


class Brute:
    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.scores = range(0, variant.goal, 50)
        # What may follow a roll, by the key before it; a set of options with its chance.
        self.after = cache(self._after)

    def _after(
        self, mine: int, his: int, key: Key
    ) -> tuple[tuple[frozenset[tuple[str, Option]], float], ...]:
        scores = put(put(start(2).scores, 0, mine), 1, his)
        hand, turn_score, in_hand = key
        before = State(2, 0, scores, hand, turn_score, 0, in_hand, -1)
        found: dict[frozenset[tuple[str, Option]], float] = {}
        for dice, ways in throws(in_hand):
            lying, _ = step(self.variant, before, dice)
            allowed = legal(self.variant, dice)
            actions = [action for action in range(allowed.bit_length()) if (allowed >> action) & 1]
            options = frozenset(self._option(step(self.variant, lying, action)[0]) for action in actions)
            found[options] = found.get(options, 0.0) + ways / FACES**in_hand
        return tuple(found.items())

    def _option(self, s: State) -> tuple[str, Option]:
        if s.winner >= 0 or s.turn > 0:
            return "end", (s.scores[0], s.scores[1], int(s.winner == 0))
        return "roll", (s.hand, min(s.turn_score, self.variant.goal), s.in_hand)

    def turn(self, mine: int, his: int, worth: dict[Ends, float]) -> float:
        """The best value of a turn, given what its ends are worth."""
        known: dict[Key, float] = {}

        def before_roll(key: Key) -> float:
            if key not in known:
                known[key] = sum(
                    chance * max(worth_of(kind, option) for kind, option in options)
                    for options, chance in self.after(mine, his, key)
                )
            return known[key]

        def worth_of(kind: str, option: Option) -> float:
            return worth[option] if kind == "end" else before_roll(option)

        return before_roll((0, 0, 5))

    def two_players(self) -> dict[tuple[int, int], float]:
        """The chance of the player on turn, by his score and the other's."""
        wins = {(a, b): 0.5 for a in self.scores for b in self.scores}
        while True:
            new = {}
            for mine, his in wins:
                worth = {(m, his, 0): 1 - wins[his, m] for m in self.scores}
                worth |= {(m, his, 1): 1.0 for m in range(self.variant.goal, 40000, 50)}
                new[mine, his] = self.turn(mine, his, worth)
            change = max(abs(new[pair] - wins[pair]) for pair in wins)
            wins = new
            if change < 1e-13:
                return wins

    def alone(self) -> dict[int, float]:
        """The fewest turns to expect, by score. The second seat of the rules never plays."""
        turns = dict.fromkeys(self.scores, 0.0)
        while True:
            worth = {(m, 0, 0): -turns[m] for m in self.scores}
            worth |= {(m, 0, 1): 0.0 for m in range(self.variant.goal, 40000, 50)}
            new = {mine: 1 - self.turn(mine, 0, worth) for mine in turns}
            change = max(abs(new[mine] - turns[mine]) for mine in turns)
            turns = new
            if change < 1e-13:
                return turns
