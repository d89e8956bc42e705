"""What games add up to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola.tournaments.crew import OneProcess
from tavola.tournaments.entrants import Entrant
from tavola.tournaments.holding import hold
from tavola.tournaments.plan import Plan, PlannedGame
from tests.tournaments.bots import HOUSE


def test_copies_of_an_opponent_make_nobody_surer(tmp_path: Path) -> None:
    """All tables of a set have the same luck: against three copies it is three times the same game."""
    copies = [Entrant(name, "random") for name in ("one", "two", "three")]
    with_one, with_all = (
        hold(
            Plan(
                (PlannedGame.of("421"), PlannedGame.of("scopetta")), (HOUSE, *copies[:number]), sets=6, seed=7
            ),
            tmp_path / str(number),
            OneProcess(),
        ).score
        for number in (1, 3)
    )
    assert with_all.played["house"] == 3 * with_one.played["house"]
    for game in (None, "421", "scopetta"):
        for found, due in zip(with_all.points("house", game), with_one.points("house", game), strict=True):
            assert found == pytest.approx(due)
    assert with_all.difference("one", "two").mean == 0


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("sets", [2, 4, 8])
def test_two_who_cant_be_told_apart_are_not_separated_either(tmp_path: Path, seed: int, sets: int) -> None:
    plan = Plan(
        (PlannedGame.of("5000"), PlannedGame.of("421")),
        (HOUSE, Entrant("any", "random")),
        sets=sets,
        seed=seed,
    )
    score = hold(plan, tmp_path, OneProcess()).score
    met = score.against("house", "any")
    assert met == score.difference("house", "any")
    assert met is not None
    assert met.separates == (len(score.tiers()) == 2)
