"""Optimal play of Dice Poker: most points of a turn, fewest turns alone, best chance of two players."""

from __future__ import annotations

from math import gcd
from typing import Any, NamedTuple

from tavola.analysis import Progress, fraction, outside, silent, store
from tavola.analysis.machine import compiled
from tavola.core import extras
from tavola.fast.arrays import np
from tavola.games.dice_poker.analysis import kernel, tabulate
from tavola.games.dice_poker.analysis.turn import best_turn, worth
from tavola.games.dice_poker.game import DicePoker
from tavola.games.race import analysis as race

Array = tabulate.Array

SOURCES = ("tavola.pieces.dice", "tavola.games.dice_poker", "tavola.games.dice_poker.analysis")
# The pairs of scores grow with the square: beyond this the game for two takes too long, in a browser sooner.
MOST_UNITS = 400 if extras.in_a_browser else 2500


class Sizes(NamedTuple):
    """The game in units of its scale of points."""

    unit: int
    goal: int
    points: Array


def sizes(rules: DicePoker) -> Sizes:
    variant = rules.options.variant
    unit = gcd(*variant.points)
    return Sizes(unit, -(-variant.goal // unit), np.array(variant.points) // unit)


def label(name: str, rules: DicePoker) -> store.Label:
    """The name and key under which a result about these rules is stored."""
    outside.check_class(rules, DicePoker)
    return store.label_of(f"dice-poker-{name}", rules.options, SOURCES)


def alone(rules: DicePoker, progress: Progress = silent) -> store.StoredResult:
    """The expected turns from each score (array `turns`, by units) and the residual."""

    def compute() -> store.StoredResult:
        progress("compiling", 0.0)
        unit = sizes(rules)
        turns = np.zeros(unit.goal)
        sweep = compiled(kernel.turns_alone)
        residual = sweep(tabulate.turn(), rules.options.variant.rerolls, unit.points, unit.goal, turns)
        return store.StoredResult({"residual": residual}, {"turns": turns})

    return store.remembered(label("turns", rules), compute)


def together(rules: DicePoker, progress: Progress = silent) -> store.StoredResult:
    """The first player's chance by both scores: before a round (`first`), and when the first has played this
    round's turn (`second`, whose rows go beyond the goal). And the residual."""

    def compute() -> store.StoredResult:
        progress("compiling", 0.0)
        _, goal, points = sizes(rules)
        rows = goal + int(points.max())
        first, second = np.zeros((goal, goal)), np.zeros((rows, goal))
        sweep, residual = compiled(kernel.two_players), 0.0
        for row in range(rows - 1, -1, -1):
            found = sweep(tabulate.turn(), rules.options.variant.rerolls, points, goal, first, second, row)
            residual = max(residual, found)
            progress("two players", 1 - row / rows)
        return store.StoredResult({"residual": residual}, {"first": first, "second": second})

    return store.remembered(label("wins", rules), compute)


def can_solve_for_two(rules: DicePoker) -> bool:
    return sizes(rules).goal <= MOST_UNITS


def solve(rules: DicePoker, progress: Progress = silent) -> dict[str, Any]:
    """The headline figures. Exact where `exact` is given, else float64 with the residual of the equations."""
    variant = rules.options.variant
    turns = alone(rules, progress)
    points = worth(variant.points, best_turn(variant.points, variant.rerolls))
    report = race.headline(rules, {"points_per_turn": fraction(points)}, turns)
    if can_solve_for_two(rules):
        wins = together(rules, progress)
        report["first_player_wins"] = race.figure(wins, wins.arrays["first"][0, 0])
    else:
        most = MOST_UNITS * sizes(rules).unit
        report["note"] = f"with these points the game for two is solved for goals up to {most}"
    progress("done", 1.0)
    return report
