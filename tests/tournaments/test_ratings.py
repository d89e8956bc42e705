"""Ratings by openskill."""

from __future__ import annotations

from typing import Any

import pytest
from openskill.models import BradleyTerryFull, ThurstoneMostellerFull

from tavola.core.errors import BadOption
from tavola.tournaments.ratings import MODELS, Rating, rated


@pytest.mark.parametrize("model", MODELS)
def test_whoever_wins_rises_and_is_known_better(model: str) -> None:
    (winner,), (loser,) = rated([[Rating()], [Rating()]], [True, False], model)
    assert winner.mu > 25 > loser.mu
    assert max(winner.sigma, loser.sigma) < Rating().sigma


@pytest.mark.parametrize("model", MODELS)
def test_a_draw_of_equals_moves_nobody(model: str) -> None:
    (one,), (other,) = rated([[Rating()], [Rating()]], [True, True], model)
    assert one.mu == pytest.approx(other.mu)


@pytest.mark.parametrize("model", MODELS)
def test_those_who_share_a_place_stay_equal(model: str) -> None:
    first, second, third = (team[0] for team in rated([[Rating()]] * 3, [True, False, False], model))
    assert second == third
    assert first.mu > second.mu


@pytest.mark.parametrize(
    ("name", "model"),
    [("bradley-terry", BradleyTerryFull()), ("thurstone-mosteller", ThurstoneMostellerFull())],
)
def test_the_figures_are_openskills(name: str, model: Any) -> None:
    there = model.rate([[model.rating()], [model.rating(mu=30, sigma=2)]], ranks=[1, 0])
    here = rated([[Rating()], [Rating(30, 2)]], [False, True], name)
    assert [(r.mu, r.sigma) for (r,) in here] == [(r.mu, r.sigma) for (r,) in there]


def test_alone_nobody_is_rated() -> None:
    assert rated([[Rating(30, 2)]], [True]) == [[Rating(30, 2)]]


def test_a_model_there_is_not() -> None:
    with pytest.raises(BadOption, match="bradley-terry"):
        rated([[Rating()], [Rating()]], [True, False], "elo")
