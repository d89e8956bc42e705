"""Dice Poker by a table of means: a bandit for each throw.

With one re-roll a turn is a single decision, and its result is the reward of that very step. So a mean for
each throw and each decision is all there is to learn; the next one to try is chosen by its upper confidence
bound (Auer, Cesa-Bianchi, Fischer: "Finite-time analysis of the multiarmed bandit problem", 2002).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tavola.rl as rl
from tavola.games.dice_poker.analysis.turn import best_turn, decision, worth
from tavola.pieces.dice import FACES, faces, high_to_low, throws

DICE = 5
WEIGHTS = FACES ** np.arange(DICE)
UNTRIED = 1e9


@dataclass
class GainTable:
    """Sums and numbers of the gains of each decision at each throw."""

    sums: NDArray[np.float64]
    tried: NDArray[np.float64]

    def means(self) -> NDArray[np.float64]:
        return self.sums / np.maximum(self.tried, 1)

    def choice(self, dice: int) -> int:
        """The decision with the best mean for these dice, given in any order."""
        place = int(np.dot([face - 1 for face in faces(high_to_low(dice))], WEIGHTS))
        return int(np.argmax(np.where(self.tried[place] > 0, self.means()[place], -1)))


def places(observations: Any) -> NDArray[np.int64]:
    """The number of the throw that each row shows: its dice, highest first, as digits."""
    shown = observations[:, : DICE * FACES].reshape(-1, DICE, FACES).argmax(axis=2)
    return np.asarray(shown @ WEIGHTS)


def learn(decisions: int, games: int = 2048, seed: int = 1, curious: float = 60.0) -> GainTable:
    """So many decisions, in as many games at once; `curious` is the width of the bounds, in points."""
    batch = rl.batch("dice-poker", games, 1, seed=seed, rewards="points")
    table = GainTable(np.zeros((FACES**DICE, batch.actions)), np.zeros((FACES**DICE, batch.actions)))
    for _ in range(-(-decisions // games)):
        now = batch.now
        at, legal = places(now.observations), now.masks.astype(bool)
        tried = table.tried[at]
        bound = table.sums[at] / np.maximum(tried, 1) + curious * np.sqrt(
            np.log(tried.sum(axis=1, keepdims=True) + 1) / np.maximum(tried, 1)
        )
        bound = np.where(tried > 0, bound, UNTRIED)
        actions = np.where(legal, bound, -UNTRIED).argmax(axis=1)
        gained = batch.step(actions).rewards[:, 0]
        np.add.at(table.sums, (at, actions), gained)
        np.add.at(table.tried, (at, actions), 1)
    return table


def exact_worth(table: GainTable) -> tuple[Fraction, Fraction]:
    """The exact worth of a turn by that table, and of an optimal one."""
    points = rl.spec("dice-poker", 1).rules.options.variant.points
    mine = sum(
        (ways * decision(points, dice, table.choice(dice), 1).points for dice, ways in throws(DICE)),
        Fraction(0),
    )
    return mine / FACES**DICE, worth(points, best_turn(points, 1))


def learner(quick: bool) -> Iterator[str]:
    """Learn for seconds or for minutes, and say how close to the optimum the result is."""
    decisions, began = 200_000 if quick else 2_000_000, time.perf_counter()
    mine, most = exact_worth(learn(decisions))
    yield f"dice-poker: {decisions:,} decisions in {time.perf_counter() - began:.0f} s"
    yield f"  points a turn {float(mine):.3f}, the optimum {float(most):.3f}: {float(mine / most):.2%} of it"
