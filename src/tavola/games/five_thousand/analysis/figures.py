"""The reports of 5000 as figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavola.analysis import plots
from tavola.games.five_thousand.analysis.solver import sizes, together
from tavola.games.race import analysis as race

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tavola.games.five_thousand.game import FiveThousand

MOST_SHOWN = 6000


def figure(rules: FiveThousand, report: dict[str, Any]) -> Figure:
    """The picture that belongs to a report."""
    if "moves" in report:
        return race.moves_figure("5000", report)
    if "turn_score" in report:
        return _chances(rules, report)
    series = {
        f"{name} ({turn['mean']['p']:.1f} on average)": _at_least(turn["points"])
        for name, turn in report["turn"].items()
    }
    return plots.steps(
        "5000: what a turn brings",
        series,
        "points banked",
        "per cent of turns with at least so many",
        f"Exact; what is missing to 100 per cent was trashed. Above {MOST_SHOWN} points nothing is drawn.",
        log=True,
    )


def _at_least(points: dict[str, Any]) -> list[tuple[float, float]]:
    left, curve = 1.0, []
    for score, chance in sorted(points.items(), key=lambda pair: int(pair[0])):
        if int(score) > MOST_SHOWN:
            break
        if int(score):
            curve.append((float(score), 100 * left))
        left -= chance["p"]
    return curve


def _chances(rules: FiveThousand, report: dict[str, Any]) -> Figure:
    race.check_drawn(report)
    wins = together(rules).arrays["wins"]
    unit, goal, _ = sizes(rules)
    return plots.heat(
        "5000: the chance of the player on turn",
        wins.T,
        (0, goal * unit),
        "points of the player on turn",
        "points of the other",
        "chance to win, per cent",
        f"Both play for the win. From 0 to 0: {100 * wins[0, 0]:.3f} %.",
    )
