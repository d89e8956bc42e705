"""Briscola keeps the laws that every game keeps, under all its options, for two and for four."""

from __future__ import annotations

from typing import Any

import pytest

import tavola
from tavola.testing import check_rules

OPTIONS: list[dict[str, Any]] = [{}, {"target": 1}, {"trump_swap": True}, {"target": 1, "trump_swap": True}]


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_keeps_the_laws(options: dict[str, Any], seats: int) -> None:
    checked = check_rules(tavola.rules("briscola", **options), seats=seats, games=10, effort=20_000)
    assert checked.ended > 0
    assert checked.positions > 500
