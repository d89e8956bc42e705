"""The worth of every state of 5000: the chance to win between two, turns for any other number."""

from __future__ import annotations

from tavola.analysis import Progress, silent
from tavola.coach.judging import Values
from tavola.coach.worth import Worth
from tavola.core.contract import View
from tavola.core.words import Phrase
from tavola.games.five_thousand.analysis import reasons, solver
from tavola.games.five_thousand.analysis.policies import Policy, policy
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.moves import Move
from tavola.games.five_thousand.rules import State, seat_of
from tavola.games.race.bots import TURNS, WIN
from tavola.games.race.coach import RaceJudge


def judge(rules: FiveThousand, seats: int, progress: Progress = silent, seed: int = 0) -> Worth:
    del seed  # nothing is left to chance
    if seats == 2 and solver.can_solve_for_two(rules):
        return Between(rules, progress)
    return Alone(rules, progress)


def reason(rules: FiveThousand, view: View[State, Move], move: Move) -> Phrase | None:
    s = view.table
    at = reasons.Position(s.dice, s.hand, s.turn_score, s.scores[view.actor], None)
    return reasons.reason(rules, at, move)


class Between(Worth):
    """Two players: the chance of each."""

    def __init__(self, rules: FiveThousand, progress: Progress = silent) -> None:
        super().__init__(rules)
        self._policy = policy(rules, WIN, progress)

    def before_dice(self, s: State) -> Values:
        seat = seat_of(s)
        mine = rolling(self._policy, s, s.scores[seat], s.scores[1 - seat])
        return (mine, 1 - mine) if seat == 0 else (1 - mine, mine)


class Alone(RaceJudge):
    """Any other number of players, each alone."""

    def __init__(self, rules: FiveThousand, progress: Progress = silent) -> None:
        super().__init__(rules, solver.alone(rules, progress).arrays["turns"], solver.sizes(rules).unit)
        self._policy = policy(rules, TURNS, progress)

    def this_turn(self, s: State, points: int) -> float:
        return rolling(self._policy, s, points, 0)


def rolling(policy: Policy, s: State, mine: int, his: int) -> float:
    """The worth before dice fall to the player on turn, by the policy's aim."""
    turn = policy.turn(mine, his)
    cut = min(s.turn_score // turn.unit, len(turn.bank) - 1)
    return float(turn.values[s.hand, s.in_hand, cut])
