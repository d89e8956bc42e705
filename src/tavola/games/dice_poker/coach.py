"""The worth of every state of Dice Poker: the chance to win between two, turns for any other number."""

from __future__ import annotations

from functools import lru_cache

from tavola.analysis import Progress, silent
from tavola.analysis.machine import compiled
from tavola.coach.judging import Values
from tavola.coach.worth import Worth
from tavola.core.contract import View
from tavola.core.words import Phrase
from tavola.fast.arrays import np
from tavola.games.dice_poker.analysis import kernel, reasons, solver, tabulate
from tavola.games.dice_poker.analysis.policies import policy
from tavola.games.dice_poker.game import DicePoker
from tavola.games.dice_poker.moves import Reroll, Stand
from tavola.games.dice_poker.rules import State, seat_of
from tavola.games.race.bots import TURNS, WIN
from tavola.games.race.coach import RaceJudge
from tavola.pieces.dice import high_to_low, others

REMEMBERED = 1024  # positions, of 4 kB each
Decision = Stand | Reroll
Rolls = tuple[float, tabulate.Array]  # worth of throws of five dice, worth of kept sets


def judge(rules: DicePoker, seats: int, progress: Progress = silent, seed: int = 0) -> Worth:
    del seed  # nothing is left to chance
    if seats == 2 and solver.can_solve_for_two(rules):
        return Between(rules, progress)
    return Alone(rules, progress)


def reason(rules: DicePoker, view: View[State, Decision], move: Decision) -> Phrase | None:
    s = view.table
    lying = reasons.Position(high_to_low(s.dice), s.rerolls, s.scores[view.actor], None, False)
    return reasons.reason(rules, lying, move)


class Between(Worth):
    """Two players: the chance of each, a draw counting half."""

    def __init__(self, rules: DicePoker, progress: Progress = silent) -> None:
        super().__init__(rules)
        self._policy = policy(rules, WIN, progress)
        self._rolls = lru_cache(maxsize=REMEMBERED)(self._rolls_of)

    def before_dice(self, s: State) -> Values:
        seat = seat_of(s)
        mine = lying(s, self._rolls(s.scores[seat], s.scores[1 - seat], seat == 1, s.rerolls))
        return (mine, 1 - mine) if seat == 0 else (1 - mine, mine)

    def _rolls_of(self, mine: int, his: int, second: bool, left: int) -> Rolls:
        return rolls(self._policy.ends(mine, his, second), left)


class Alone(RaceJudge):
    """Any other number of players, each alone."""

    def __init__(self, rules: DicePoker, progress: Progress = silent) -> None:
        super().__init__(rules, solver.alone(rules, progress).arrays["turns"], solver.sizes(rules).unit)
        self._policy = policy(rules, TURNS, progress)
        self._rolls = lru_cache(maxsize=REMEMBERED)(self._rolls_of)

    def this_turn(self, s: State, points: int) -> float:
        return lying(s, self._rolls(points, s.rerolls))

    def _rolls_of(self, points: int, left: int) -> Rolls:
        return rolls(self._policy.ends(points), left)


def rolls(ends: tabulate.Array, left: int) -> Rolls:
    """The worth before dice fall, with so many re-rolls left after them."""
    table = tabulate.turn()
    thrown, kept = np.zeros(len(table.chance)), np.zeros(len(tabulate.kept()))
    whole = compiled(kernel.turn_value)(table, left, ends, thrown, kept)
    compiled(kernel.after_keeping)(table, thrown, kept)
    return whole, kept


def lying(s: State, known: Rolls) -> float:
    """The worth, given the dice kept on the table beside those in hand."""
    if not s.dice:
        return float(known[0])
    kept = high_to_low(others(s.dice, s.in_hand))
    return float(known[1][tabulate.kept()[kept]])
