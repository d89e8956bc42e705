"""Reports as programs want them: for the command line and the server."""

from __future__ import annotations

from typing import Any

FIGURES = {"expected_points", "points_per_turn", "turn_score", "turns_to_goal", "first_player_wins"}


def for_programs(report: Any) -> Any:
    """A report with its single figures as plain numbers: `turn_score`, and beside it `turn_score_exact`.

    What stands in tables, such as the chances of patterns, keeps its exact value and its float together.
    """
    if isinstance(report, list):
        return [for_programs(each) for each in report]
    if not isinstance(report, dict):
        return report
    plain: dict[str, Any] = {}
    for name, value in report.items():
        if name not in FIGURES or not isinstance(value, dict):
            plain[name] = for_programs(value)
            continue
        plain[name] = value["p"]
        plain |= {f"{name}_{more}": v for more, v in value.items() if more != "p" and v is not None}
    return plain
