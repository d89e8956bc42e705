"""Reports as programs want them."""

from __future__ import annotations

from tavola.analysis.programs import for_programs


def test_a_figure_becomes_a_number_with_its_exact_value_beside_it() -> None:
    told = for_programs({"turn_score": {"p": 0.5, "exact": "1/2", "percent": None}, "goal": 5000})
    assert told == {"turn_score": 0.5, "turn_score_exact": "1/2", "goal": 5000}


def test_what_stands_in_tables_keeps_both_however_deep() -> None:
    chance = {"p": 0.25, "exact": "1/4"}
    told = for_programs({"patterns": [{"pattern": "full", "chance": chance, "expected_points": {"p": 2.0}}]})
    assert told == {"patterns": [{"pattern": "full", "chance": chance, "expected_points": 2.0}]}
