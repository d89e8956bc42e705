"""What a page and a wire are told of a table of 5000."""

from __future__ import annotations

import pytest

import tavola
from tavola.games.five_thousand.game import draw, read
from tests.script import Script


@pytest.mark.parametrize("opening", [(), ("roll 22334", "trash")], ids=["the first seat", "the second"])
def test_whoever_has_won_is_named(opening: tuple[str, ...]) -> None:
    """Seat 0 too, which is a number like any other."""
    script = Script(tavola.rules("5000", goal=1000), 2)
    script.play(*opening)
    assert draw(script.state)["winner"] is None
    script.play(*("roll 11111", "play 11111") * 3)
    told = draw(script.state)
    assert told["winner"] == len(opening) // 2
    assert read(told) == script.state
