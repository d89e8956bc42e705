"""How to play 5000, as a policy a bot can ask and as tables a compiled kernel can use.

Aims: `points` (the most of this turn), `turns` (the fewest turns to the goal), `win` (against one other).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from tavola.analysis import Progress, silent
from tavola.analysis.machine import compiled
from tavola.core.errors import BadOption
from tavola.fast.arrays import np
from tavola.games.five_thousand.analysis import kernel, solver, tabulate
from tavola.games.five_thousand.analysis.turn import moves
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.moves import Bank, Move, Play
from tavola.games.five_thousand.rules import BANK, DICE, HANDS, TRASH, State, Variant, legal, score, seat_of
from tavola.games.race.analysis import check_aim
from tavola.pieces.dice import pick, size, throws

Array = tabulate.Array
SLACK = 1e-12  # moves closer than this are equally good


class TurnWorth(NamedTuple):
    """One turn from given totals: what banking is worth and what each roll is worth, in units."""

    bank: Array
    values: Array  # array[hand, dice, turn score]
    unit: int

    def worth(self, variant: Variant, dice: int, hand: int, turn_score: int, move: Move) -> float:
        """The value of a move when these dice lie on the table; higher is better."""
        if not isinstance(move, Play):
            return float(self.bank[self._cut(turn_score) if isinstance(move, Bank) else 0])
        points = score(variant, move.dice)
        after = tabulate.follow(hand, turn_score, points, size(dice) - size(move.dice))
        if after is None:
            return float(self.bank[self._cut(turn_score + points * (hand + 1))])
        return float(self.values[after[0], after[1], self._cut(after[2])])

    def _cut(self, points: int) -> int:
        return min(points // self.unit, len(self.bank) - 1)


class Policy:
    """The best play for an aim. For more than two players `win` minds only the strongest of the others."""

    def __init__(self, rules: FiveThousand, aim: str, progress: Progress = silent) -> None:
        check_aim(aim)
        if aim == "win" and not solver.can_solve_for_two(rules):
            most = solver.MOST_UNITS * solver.sizes(rules).unit
            raise BadOption(f"play against another is solved for goals up to {most} only")
        self.rules, self.aim = rules, aim
        self._sizes = solver.sizes(rules)
        self._turns = solver.alone(rules, progress).arrays["turns"] if aim == "turns" else None
        self._wins = solver.together(rules, progress).arrays["wins"] if aim == "win" else None
        self.turn = lru_cache(maxsize=256)(self._turn)
        self.table = lru_cache(maxsize=64)(self._table)

    def bank(self, total: int, opponent: int) -> Array:
        """What it is worth to end a turn with so many units banked."""
        unit, goal, longest = self._sizes
        if self.aim == "points":
            return np.arange(30000 // unit + 1, dtype=np.float64) * unit
        mine, his = total // unit, opponent // unit
        after = mine + np.arange(min(goal - mine, longest) + 1)
        there, before = after >= goal, np.minimum(after, goal - 1)
        if self._turns is not None:
            return np.where(there, 0.0, -self._turns[before])
        assert self._wins is not None
        return np.where(there, 1.0, 1.0 - self._wins[his, before])

    def _turn(self, total: int = 0, opponent: int = 0) -> TurnWorth:
        bank = self.bank(total, opponent)
        return TurnWorth(bank, solver.turn_arrays(self.rules, bank, len(bank) - 1), self._sizes.unit)

    def choose(self, dice: int, hand: int, turn_score: int, total: int = 0, opponent: int = 0) -> Move:
        """The best move; of equals the safest: a bank, then what plays most dice."""
        turn, variant = self.turn(total, opponent), self.rules.options.variant
        worths = {m: turn.worth(variant, dice, hand, turn_score, m) for m in moves(variant, dice)}
        good = [m for m, worth in worths.items() if worth >= max(worths.values()) - SLACK]
        return max(good, key=lambda m: (isinstance(m, Bank), size(m.dice) if isinstance(m, Play) else 0))

    def move(self, s: State) -> Move:
        """The move of the player on turn."""
        seat = seat_of(s)
        others = [s.scores[other] for other in range(s.seats) if other != seat]
        return self.choose(s.dice, s.hand, s.turn_score, s.scores[seat], max(others, default=0))

    def _table(self, total: int = 0, opponent: int = 0) -> Array:
        """For kernels, array[hand, turn score in units, number of the throw]: the rules' action.

        Throws are numbered as in `throw_numbers`; a mask counts the dice from high to low. Turn scores above
        the last column are capped to it.
        """
        turn = self.turn(total, opponent)
        brelan = self.rules.options.variant.brelan_of_aces
        table = tabulate.turn(brelan)
        most = len(turn.bank) - 1
        chosen = np.zeros((HANDS, most + 1, len(table.chance)), dtype=np.uint8)
        compiled(kernel.choices)(table, most, turn.bank, turn.values, SLACK, chosen)
        actions, whole = _actions(brelan)
        by_throw = actions[np.arange(len(actions)), chosen[:, :, _class_of(brelan)]]
        banks = (by_throw == TRASH) & whole & (turn.bank >= turn.bank[0])[None, :, None]
        return np.where(banks, BANK, by_throw).astype(np.uint8)


def throw_numbers() -> dict[int, int]:
    """The number of each throw of one to five dice, its dice high to low."""
    every = [dice for n in range(1, DICE + 1) for dice, _ in throws(n)]
    return {dice: number for number, dice in enumerate(every)}


@cache
def _class_of(brelan_of_aces: int) -> Array:
    """The class of each throw."""
    variant = Variant(0, brelan_of_aces)
    order = [(n, allowed) for n, same in enumerate(tabulate.classes(brelan_of_aces)) for allowed in same]
    number = {key: i for i, key in enumerate(order)}
    return np.array([number[size(dice), tabulate.plays(variant, dice)] for dice in throw_numbers()])


@cache
def _actions(brelan_of_aces: int) -> tuple[Array, Array]:
    """array[throw, choice within its class]: the rules' action (STOP: trash); and which throws use all
    dice."""
    variant = Variant(0, brelan_of_aces)
    actions = np.full((len(throw_numbers()), kernel.STOP + 1), TRASH, dtype=np.uint8)
    for dice, number in throw_numbers().items():
        masks: dict[tuple[int, int], int] = {}
        for mask in range(1, 1 << size(dice)):
            if (legal(variant, dice) >> mask) & 1:
                play = score(variant, pick(dice, mask)), size(dice) - mask.bit_count()
                masks.setdefault(play, mask)
        for choice, play in enumerate(sorted(masks)):
            actions[number, choice] = masks[play]
    return actions, np.array([size(dice) == DICE for dice in throw_numbers()])


def policy(rules: FiveThousand, aim: str = "win", progress: Progress = silent) -> Policy:
    """The best play of these rules for an aim: `points`, `turns` or `win`."""
    return Policy(rules, aim, progress)
