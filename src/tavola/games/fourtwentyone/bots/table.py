"""All decisions of the house player as one table, for compiled games: solved by NumPy, with the player's own
choice among equals."""

from __future__ import annotations

from tavola.fast.arrays import NDArray, np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats
from tavola.games.fourtwentyone.analysis.two.chain import ends_of
from tavola.games.fourtwentyone.analysis.two.turn import Solution, solve_turn
from tavola.games.fourtwentyone.bots.solution import CAP, SLACK, losses
from tavola.games.fourtwentyone.chances import NOTHING, chances
from tavola.games.fourtwentyone.fast.kernel import (
    ALL_LEFT,
    CODES,
    COMBINATIONS,
    FIRST_ONCE,
    LAST,
    NEXT_TO_LAST,
    SITUATIONS,
)
from tavola.games.fourtwentyone.moves import Throw, action_of
from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.rules import HIT, STOP
from tavola.games.fourtwentyone.state import MAX_THROWS, TOKENS

Actions = NDArray[np.int8]


def table_of(options: Options) -> Actions:
    """array[situation, dice, target, total, first player's tokens - 1]: action of the rules."""
    c = chances(options)
    solution = solve_turn(Dicework(c, CAP), ends_of(np.array(losses(options)), TOKENS), MAX_THROWS)
    found = np.zeros((SITUATIONS, CODES, CODES, TOKENS, CAP), np.int8)
    code = {dice: n for n, dice in enumerate(COMBINATIONS, 1)}
    order = [code[dice] for dice in c.combos]  # codes of the targets
    for left in range(2, MAX_THROWS + 1):
        hits = solution.hit[NOTHING] >= solution.on[left][NOTHING] - SLACK
        found[NEXT_TO_LAST if left == 2 else ALL_LEFT, 0, order] = np.where(hits, HIT, 0)
    for combo, dice in enumerate(c.combos):
        keeps = list(reversed(c.keeps_of[combo]))
        actions = np.array([action_of(dice, Throw(c.keeps[keep])) for keep in keeps])
        for made in range(1, MAX_THROWS):
            found[FIRST_ONCE + made - 1, code[dice], 0] = _first(solution, combo, keeps, actions, made)
        last, on = solution.hit[keeps], solution.on[2][keeps]
        found[LAST, code[dice], order] = actions[_first_of_the_best(last)]
        best = _first_of_the_best(np.maximum(last, on))
        hits = np.take_along_axis(last >= on - SLACK, best[None], axis=0)[0]
        found[NEXT_TO_LAST, code[dice], order] = actions[best] + np.where(hits, HIT, 0)
    return found


def _first(solution: Solution, combo: int, keeps: list[int], actions: NDArray[np.int_], made: int) -> Actions:
    """array[total, tokens - 1]: the first player's decision after so many throws."""
    again = solution.again[made][keeps]
    stops = solution.stop[made][combo] <= again.min(axis=0) + SLACK
    return np.where(stops, STOP, actions[_first_of_the_best(-again)]).astype(np.int8)


def _first_of_the_best(worth: Floats) -> NDArray[np.intp]:
    found: NDArray[np.intp] = np.argmax(worth >= worth.max(axis=0) - SLACK, axis=0)
    return found
