from __future__ import annotations

import json
from math import isclose

from tavola.fast.batch import play
from tavola.fast.report import average, report, wilson
from tests.fast.jobs import job


def test_wilson_has_its_textbook_values() -> None:
    assert all(isclose(a, b, abs_tol=5e-5) for a, b in zip(wilson(5, 10), (0.2366, 0.7634), strict=True))
    assert all(isclose(a, b, abs_tol=5e-5) for a, b in zip(wilson(0, 10), (0.0, 0.2775), strict=True))
    assert all(isclose(a, b, abs_tol=5e-5) for a, b in zip(wilson(10, 10), (0.7225, 1.0), strict=True))
    assert all(isclose(a, b, abs_tol=5e-5) for a, b in zip(wilson(81, 263), (0.2553, 0.3662), strict=True))


def test_means_of_small_numbers() -> None:
    found = average(sum((1, 2, 3, 4)), sum((1, 4, 9, 16)), 4)
    assert found["mean"] == 2.5
    assert isclose(found["sd"], (5 / 3) ** 0.5)
    assert isclose(found["high"] - found["mean"], 1.959963984540054 * (5 / 3) ** 0.5 / 2)
    assert average(7, 49, 1) == {"mean": 7.0, "low": 7.0, "high": 7.0, "sd": 0.0}
    assert average(6, 12, 3)["sd"] == 0.0


def test_huge_numbers_stay_exact() -> None:
    n = 10**9
    assert average(n * 10**6, n * 10**12, n) == {"mean": 1e6, "low": 1e6, "high": 1e6, "sd": 0.0}


def test_the_report_of_a_batch() -> None:
    what = job("dice-poker", "smart,none", seed=5)
    found = report(what, play(what, 0, 500))
    assert json.loads(json.dumps(found)) == found
    assert found["games"] == 500
    assert found["seed"] == 5
    assert found["compiled"] is True
    assert found["options"] == {}
    ours, theirs = found["seats"]
    assert ours["won"]["games"] + theirs["won"]["games"] >= 500
    assert ours["alone"]["games"] + theirs["alone"]["games"] <= 500
    assert ours["won"]["low"] < ours["won"]["p"] < ours["won"]["high"]
    assert ours["won"]["p"] > theirs["won"]["p"]  # who re-rolls wins more
    assert isclose(sum(each["p"] for each in ours["patterns"].values()), 1)
    assert next(iter(ours["patterns"])) == "nothing"
    assert sum(found["histograms"]["length"]["counts"]) == 500
    assert found["unfinished"] == 0


def test_options_that_differ_are_told() -> None:
    what = job("5000", "house", goal=1000)
    found = report(what, play(what, 0, 10))
    assert found["options"] == {"goal": "1000"}
    assert all(seat["score"]["mean"] >= 1000 for seat in found["seats"])
