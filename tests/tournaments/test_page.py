"""The report as a page: what it draws, what it leaves out, what it says of that."""

from __future__ import annotations

import re
from pathlib import Path

from tavola.tournaments.crew import OneProcess
from tavola.tournaments.entrants import Entrant
from tavola.tournaments.formats import so_many_sets
from tavola.tournaments.holding import hold
from tavola.tournaments.page import page
from tavola.tournaments.plan import KNOCK_OUT, ROUND_ROBIN, Plan, PlannedGame
from tavola.tournaments.plots import COLOURS, LEFT, heat, race
from tavola.tournaments.report import report

WENT_BY = "As the sets went by"


def shown(folder: Path, entrants: int, sets: int, format_: str = ROUND_ROBIN) -> str:
    """The page of a tournament of random bots."""
    bots = tuple(Entrant(f"bot {n}", "random") for n in range(entrants))
    plan = Plan((PlannedGame.of("5000", goal=500),), bots, format_, sets, seed=5)
    held = hold(plan, folder, OneProcess())
    return page(report(held), held)


def test_one_set_has_no_course(tmp_path: Path) -> None:
    one, two = shown(tmp_path / "one", 2, 1), shown(tmp_path / "two", 2, 2)
    assert WENT_BY not in one
    assert one.count("<svg") == 3
    assert ", 1 set, " in one
    assert WENT_BY in two
    assert ", 2 sets, " in two
    assert "are not drawn" not in two


def test_who_is_left_out_of_a_picture_is_said(tmp_path: Path) -> None:
    told = shown(tmp_path, len(COLOURS) + 3, 2)
    after = told.partition(WENT_BY)[2].partition("Who beats whom")[0]
    assert "The first 8 of the standing; the other 3 are not drawn." in after
    assert told.count("are not drawn") == 1


def test_only_what_there_is_is_explained(tmp_path: Path) -> None:
    assert "Bots of one tier" in shown(tmp_path / "all", 2, 1)
    assert "tier" not in shown(tmp_path / "out", 2, 1, KNOCK_OUT)


def test_nothing_has_no_sign() -> None:
    told = {("a", "b"): {"mean": 0.004, "separated": False}, ("a", "c"): {"mean": 0.25, "separated": True}}
    drawn = heat(["a", "b", "c"], told)
    assert re.findall(r">([+-]?\d+)</text>", drawn) == ["1", "0", "+25", "2", "0", "3", "-25"]


def test_a_line_needs_two_points() -> None:
    assert race([("a", [0.5]), ("b", [])]) == ""
    assert race([("a", [0.5, 1.0]), ("b", [0.5])]).count("<polyline") == 1


def test_a_long_name_is_not_cut_off_at_the_edge() -> None:
    """What a name may take in the other pictures, it has beside the course of the sets too."""
    drawn = race([("m" * 32, [0.5, 1.0])])
    [begin] = re.findall(r'<text x="([\d.]+)"[^>]*>m+…<', drawn)
    [width] = re.findall(r'viewBox="0 0 ([\d.]+) ', drawn)
    assert float(width) - float(begin) >= LEFT


def test_so_many_sets() -> None:
    assert [so_many_sets(n) for n in (1, 2, 5000)] == ["1 set", "2 sets", "5,000 sets"]
