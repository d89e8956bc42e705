"""The reports of Dice Poker as figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavola.analysis import plots
from tavola.games.dice_poker.analysis.solver import sizes, together
from tavola.games.race import analysis as race

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tavola.games.dice_poker.game import DicePoker

COMPARED = ("none", "sequential", "smart", "optimal")


def figure(rules: DicePoker, report: dict[str, Any]) -> Figure:
    """The picture that belongs to a report."""
    if "moves" in report:
        return race.moves_figure("Dice Poker", report)
    if "points_per_turn" in report:
        return _chances(rules, report)
    found = {report["strategy"]: report} if "strategy" in report else report["strategies"]
    names = [name for name in COMPARED if name in found] or list(found)
    series = {
        f"{name} ({found[name]['expected_points']['p']:.1f} points a turn)": {
            pattern.replace("_", " "): 100 * p["p"] for pattern, p in found[name]["patterns"].items()
        }
        for name in names
    }
    note = "Exact chances."
    if len(found) > len(names):
        note += " A strategy for one pattern is drawn by --strategy match:PATTERN."
    return plots.bars("Dice Poker: how a turn ends", series, "per cent of turns", note=note)


def _chances(rules: DicePoker, report: dict[str, Any]) -> Figure:
    race.check_drawn(report)
    first = together(rules).arrays["first"]
    unit, goal, _ = sizes(rules)
    return plots.heat(
        "Dice Poker: the first player's chance",
        first.T,
        (0, goal * unit),
        "the first player's points before a round",
        "the second player's points",
        "chance of the first player, a draw counting half, per cent",
        f"Both play for the win. From 0 to 0: {100 * first[0, 0]:.3f} %.",
    )
