"""The odds of Dice Poker: every strategy under the true patterns, beside the published table."""

from __future__ import annotations

from typing import Any

from tavola.analysis import Progress, Table, fraction, silent
from tavola.analysis.distribution import Distribution
from tavola.core.options import describe, text
from tavola.core.tables import percent
from tavola.games.dice_poker.analysis import history
from tavola.games.dice_poker.analysis.turn import (
    HIGH_TO_LOW,
    SEQUENTIAL_THROWS,
    TARGETS,
    best_chance,
    patterns,
    strategy_names,
    worth,
)
from tavola.games.dice_poker.game import DicePoker
from tavola.games.dice_poker.patterns import NAMES, NOTHING
from tavola.games.dice_poker.points import Scale, scale
from tavola.games.race import analysis as race

SCALES = ("table", "linear", "recalibrated")
MATCH = "Re-roll to match pattern"
# The strategy whose exact chances are shown beside each published column.
TRUTH = {"Without Re-roll": "none", "Smart Re-roll": "smart", "Looking for Méga": "match:mega"}


def odds(rules: DicePoker, strategy: str | None = None, progress: Progress = silent) -> dict[str, Any]:
    """One strategy, or all of them beside the published table and the scales of points."""
    rerolls, points = rules.options.variant.rerolls, rules.options.variant.points
    report: dict[str, Any] = {
        "game": "dice-poker",
        "options": {name: text(getattr(rules.options, name)) for name in describe(type(rules.options))},
    }
    if strategy is not None:
        return {**report, "strategy": strategy, **_strategy(strategy, rerolls, points)}
    names = strategy_names()
    strategies = {}
    for number, name in enumerate(names):
        progress(name, number / len(names))
        strategies[name] = _strategy(name, rerolls, points)
    progress("the published table", 0.95)
    return {
        **report,
        "strategies": strategies,
        "sequential_targets": _each_target("sequential"),
        "best_chances": best_chances(rerolls),
        "published": [_column(column, rerolls, points) for column in history.columns()],
        "scales": {name: _by_name(scale(name)) for name in SCALES},
    }


def _strategy(name: str, rerolls: int, points: Scale) -> dict[str, Any]:
    found = patterns(name, rerolls, points)
    report: dict[str, Any] = {"patterns": found.as_json(), "expected_points": fraction(_mean(found, points))}
    if name.strip().lower().startswith("sequential"):
        report["note"] = (
            f"the first die, up to {SEQUENTIAL_THROWS} times, until a pattern is there; "
            "the game itself allows it with the option rerolls=3 only"
        )
    return report


def best_chances(rerolls: int) -> dict[str, Any]:
    """The highest possible chance of each pattern, if a player wants nothing else."""
    return {NAMES[p]: fraction(best_chance(p, rerolls)) for p in HIGH_TO_LOW}


def _mean(found: Distribution[str], points: Scale) -> Any:
    return worth(points, tuple(found[name] for name in NAMES))


def _by_name(points: Scale) -> dict[str, int]:
    return {NAMES[p]: points[p] for p in HIGH_TO_LOW}


def _each_target(bot: str) -> dict[str, Any]:
    """The chance of each pattern for a bot that aims at it."""
    return {target: fraction(patterns(f"{bot}:{target}", 1, scale("table"))[target]) for target in TARGETS}


def _column(column: history.Column, rerolls: int, points: Scale) -> dict[str, Any]:
    truth = _truth(column, rerolls, points)
    cells = {}
    for p in HIGH_TO_LOW:
        if p in column.published:
            made = column.reproduced[p]
            cells[NAMES[p]] = {
                "published": f"{column.published[p]} %",
                "reproduced": fraction(made),
                "off_by_deviations": history.off_by(column.published[p], made),
                "true": truth[NAMES[p]],
            }
            if column.name == MATCH:
                cells[NAMES[p]]["best"] = fraction(best_chance(p, rerolls))
    return {
        "column": column.name,
        "cells": cells,
        "reproduced_by": column.by,
        "what_went_wrong": column.wrong,
    }


def _truth(column: history.Column, rerolls: int, points: Scale) -> dict[str, Any]:
    """The exact chances of a column's strategy."""
    if column.name in TRUTH:
        return patterns(TRUTH[column.name], rerolls, points).as_json()
    if column.name == MATCH:
        targets = [NAMES[p] for p in HIGH_TO_LOW if p != NOTHING]
        return {t: fraction(patterns(f"match:{t}", rerolls, points)[t]) for t in targets}
    return _each_target("sequential")


# ---- for people ----


def tables(report: dict[str, Any]) -> list[Table]:
    """A report of odds, solve or explain laid out to read."""
    if "moves" in report:
        return [race.moves_table(report)]
    if "points_per_turn" in report:
        title = f"Dice Poker, goal {report['options']['goal']}, points: {report['options']['points']}"
        note = "A draw counts half. The second player knows what the first has made."
        return [race.solved_table(report, title, report["points_per_turn"], note)]
    if "strategy" in report:
        return [_one_table(report)]
    columns = [_column_table(column) for column in report["published"]]
    return [*_all_tables(report), *columns, _scales_table(report)]


def _title(name: str) -> str:
    return name.replace("_", " ")


def _one_table(report: dict[str, Any]) -> Table:
    rows: list[tuple[str, ...]] = [
        (_title(name), percent(p, 4), p["exact"]) for name, p in report["patterns"].items()
    ]
    mean = report["expected_points"]
    rows.append(("points of a turn", f"{mean['p']:.4f}", mean["exact"]))
    title = f"Dice Poker, strategy {report['strategy']}"
    return Table(title, ("pattern", "chance", "exactly"), tuple(rows), report.get("note", ""))


def _all_tables(report: dict[str, Any]) -> list[Table]:
    found = report["strategies"]
    matches = [name for name in found if name.startswith("match:")]
    plain = [name for name in found if name not in matches]
    note = f"sequential: {found['sequential']['note']}."
    return [
        _side_by_side("Dice Poker: every strategy, exactly", found, plain, note),
        _towards_one(report, matches),
    ]


def _towards_one(report: dict[str, Any], matches: list[str]) -> Table:
    """The published strategies, and below them the best possible chances."""
    table = _side_by_side(
        "Re-rolling towards one pattern, as the strategy does",
        report["strategies"],
        matches,
        "at best: the chance of the pattern above, if every throw is decided for it alone.",
    )
    best = [report["best_chances"][name.removeprefix("match:")] for name in matches]
    row = ("at best", *(f"{100 * chance['p']:.3f}" for chance in best))
    return table._replace(rows=(*table.rows, row))


def _side_by_side(title: str, found: dict[str, Any], names: list[str], note: str) -> Table:
    rows = [
        (_title(pattern), *(f"{100 * found[name]['patterns'][pattern]['p']:.3f}" for name in names))
        for pattern in (NAMES[p] for p in HIGH_TO_LOW)
    ]
    rows.append(("points", *(f"{found[name]['expected_points']['p']:.3f}" for name in names)))
    columns = ("per cent", *(_title(name.removeprefix("match:")) for name in names))
    return Table(title, columns, tuple(rows), note)


def _column_table(column: dict[str, Any]) -> Table:
    rows = tuple(
        (
            _title(name),
            c["published"],
            percent(c["reproduced"], 4),
            f"{c['off_by_deviations']:.1f}",
            percent(c["true"], 4),
            *((percent(c["best"], 4),) if "best" in c else ()),
        )
        for name, c in column["cells"].items()
    )
    note = f"Reproduced: {column['reproduced_by']}. What went wrong: {column['what_went_wrong']}"
    best = ("at best",) if any("best" in c for c in column["cells"].values()) else ()
    columns = ("pattern", "published", "reproduced", "off by σ", "the strategy, exactly", *best)
    return Table(f"Published: {column['column']}", columns, rows, note)


def _scales_table(report: dict[str, Any]) -> Table:
    scales = report["scales"]
    rows = tuple(
        (_title(NAMES[p]), *(str(points[NAMES[p]]) for points in scales.values())) for p in HIGH_TO_LOW
    )
    note = "recalibrated: the published law, points times chance constant, with the true chances."
    return Table("The scales of points", ("pattern", *scales), rows, note)
