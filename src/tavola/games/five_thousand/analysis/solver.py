"""Optimal play of 5000: most points of a turn, fewest turns alone, best chance against another."""

from __future__ import annotations

from typing import Any, NamedTuple

from tavola.analysis import Progress, fraction, outside, silent, store
from tavola.analysis.machine import compiled
from tavola.core import extras
from tavola.fast.arrays import np
from tavola.games.five_thousand.analysis import kernel, tabulate
from tavola.games.five_thousand.analysis.turn import Exact
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.rules import DICE, FIVE_THOUSAND, HANDS
from tavola.games.race import analysis as race

Array = tabulate.Array

SOURCES = (
    "tavola.pieces.dice",
    "tavola.games.five_thousand",
    "tavola.games.five_thousand.analysis",
)
# The pairs of scores grow with the square: beyond this the game for two takes hours, in a browser sooner.
MOST_UNITS = 200 if extras.in_a_browser else 1000


class Sizes(NamedTuple):
    """The game in units of the scale."""

    unit: int
    goal: int
    longest: int  # the most a turn may bring, as far as it matters


def sizes(rules: FiveThousand) -> Sizes:
    variant = rules.options.variant
    unit = tabulate.unit(variant.brelan_of_aces)
    goal = -(-variant.goal // unit)
    most = sum(FIVE_THOUSAND * (hand + 1) for hand in range(HANDS)) // unit
    return Sizes(unit, goal, min(goal, most))


def label(name: str, rules: FiveThousand) -> store.Label:
    """The name and key under which a result about these rules is stored."""
    outside.check_class(rules, FiveThousand)
    return store.label_of(f"5000-{name}", rules.options, SOURCES)


def alone(rules: FiveThousand, progress: Progress = silent) -> store.StoredResult:
    """The expected turns from each score (array `turns`, by units) and the residual."""

    def compute() -> store.StoredResult:
        progress("compiling", 0.0)
        size, table = sizes(rules), tabulate.turn(rules.options.variant.brelan_of_aces)
        turns = np.zeros(size.goal)
        residual = compiled(kernel.turns_alone)(table, size.goal, size.longest, turns)
        return store.StoredResult({"residual": residual}, {"turns": turns})

    return store.remembered(label("turns", rules), compute)


def together(rules: FiveThousand, progress: Progress = silent) -> store.StoredResult:
    """array `wins`: the chance of the player on turn by both scores; and the residual."""

    def compute() -> store.StoredResult:
        progress("compiling", 0.0)
        size, table = sizes(rules), tabulate.turn(rules.options.variant.brelan_of_aces)
        sweep = compiled(kernel.two_players)
        wins = np.zeros((size.goal, size.goal))
        residual = 0.0
        for total in range(2 * size.goal - 2, -1, -1):
            residual = max(residual, sweep(table, size.goal, size.longest, total, wins))
            # Pairs are most, and turns longest, in the middle and at the end.
            progress("two players", 1 - (total / (2 * size.goal)) ** 2)
        return store.StoredResult({"residual": residual}, {"wins": wins})

    return store.remembered(label("wins", rules), compute)


def can_solve_for_two(rules: FiveThousand) -> bool:
    return sizes(rules).goal <= MOST_UNITS


def solve(rules: FiveThousand, progress: Progress = silent) -> dict[str, Any]:
    """The headline figures. Exact where `exact` is given, else float64 with the residual of the equations."""
    turn_score = Exact(rules.options.variant).value()
    turns = alone(rules, progress)
    report = race.headline(rules, {"turn_score": fraction(turn_score)}, turns)
    if can_solve_for_two(rules):
        wins = together(rules, progress)
        report["first_player_wins"] = race.figure(wins, wins.arrays["wins"][0, 0])
    else:
        most = MOST_UNITS * sizes(rules).unit
        report["note"] = f"the game for two is solved for goals up to {most}"
    progress("done", 1.0)
    return report


def turn_arrays(rules: FiveThousand, bank: Array, most: int) -> Array:
    """The values before each roll of a turn, [hand, dice, turn score], for what banking is worth."""
    values = np.zeros((HANDS, DICE + 1, most + 1))
    table = tabulate.turn(rules.options.variant.brelan_of_aces)
    compiled(kernel.turn_value)(table, most, bank, values, np.zeros_like(values))
    return values
