"""What is printed and what goes into JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tavola.games.fourtwentyone import analysis as odds421
from tests.games.fourtwentyone.analysis.brute import rules_of


def test_keep_4_2_for_421() -> None:
    report = odds421.explain(rules_of(), "first 442 throws=1 total=3 tokens=8/13")
    best = report["moves"][0]
    assert best["move"] == "keep 42"
    assert best["reason"].startswith("keep 4-2: 421 one time in six")
    assert best["behind"] == 0
    losses = [move["value"]["p"] for move in report["moves"]]
    assert losses == sorted(losses)
    assert len(losses) == 6  # stop; keep 44, 42, 4, 2, none
    json.dumps(report)


def test_the_others_hear_what_they_beat() -> None:
    report = odds421.explain(rules_of(), "second 654 throws=1 of 3 target=116 tokens=8/13")
    reasons = {move["move"]: move["reason"] for move in report["moves"]}
    assert reasons["keep 4 hit"] == "hit the table and keep 4: beats ace six one time in twelve"
    assert "equals it" in reasons["keep 6"]
    assert reasons["keep 65"] == "keep 6-5: never beats ace six"


def test_a_chance_is_never_below_nothing() -> None:
    position = "second 651 throws=1 of 3 target=322 total=4 tokens=15/6"
    losses = [move["value"]["p"] for move in odds421.explain(rules_of(), position)["moves"]]
    assert min(losses) == 0  # it can't be lost any more
    assert max(losses) < 1


@pytest.mark.parametrize("lang", ["fr", "it"])
def test_in_other_languages(lang: str) -> None:
    report = odds421.explain(rules_of(), "first 442", lang=lang)  # type: ignore[arg-type]
    assert "garder 4-2" in report["moves"][0]["reason"] or "tenere 4-2" in report["moves"][0]["reason"]


def test_three_players_are_said_to_be_an_estimate() -> None:
    report = odds421.explain(rules_of(), "third 654 throws=1 of 3 target=116,665 total=9 tokens=8/6/7")
    assert not report["exact"]
    assert report["note"]
    assert all(0 <= move["value"]["p"] <= 1 for move in report["moves"])


def test_the_odds_are_json_and_tables() -> None:
    report = odds421.odds(rules_of())
    assert json.loads(json.dumps(report)) == report
    assert len(report["combinations"]) == len(report["make"]) == len(report["beat"]) == 56
    _readable(report)


def test_the_solution_is_json_and_tables() -> None:
    seen: list[float] = []
    report = odds421.solve(rules_of(), lambda _, done: seen.append(done))
    assert json.loads(json.dumps(report)) == report
    assert list(report["set_loss_first"]) == [str(n) for n in range(1, 21)]
    assert all(0 <= done <= 1 for done in seen)
    assert seen[-1] == 1
    for turn in report["turn"].values():
        assert sum(turn["throws"].values()) == pytest.approx(1)
    # The published first player gives something away, the approximations little.
    assert report["given_away"]["published_first"]["set"] > report["more_players"]["measured"]["both"]["set"]
    _readable(report)


def _readable(report: dict[str, object]) -> None:
    for table in odds421.tables(report):
        assert table.rows
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert all(isinstance(cell, str) for row in table.rows for cell in row)


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_figures(tmp_path: Path, ending: str) -> None:
    pytest.importorskip("matplotlib")
    from tavola.analysis import plots

    rules = rules_of()
    reports = [odds421.odds(rules), odds421.solve(rules), odds421.explain(rules, "second 654 target=116")]
    for number, report in enumerate(reports):
        once, again = (tmp_path / f"{number}{k}.{ending}" for k in "ab")
        for path in (once, again):
            plots.save(odds421.figure(rules, report), path)
        assert once.stat().st_size > 5000
        assert once.read_bytes() == again.read_bytes()
