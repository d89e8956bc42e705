from __future__ import annotations

import pytest

from tavola.analysis import BadPosition
from tavola.analysis.position import read

NAMES = ("hand", "turn")
EXAMPLES = ("54263 hand=2",)


@pytest.mark.parametrize(
    "text", ["54263 hand=2 turn=350", "5-4-2-6-3 TURN=350 hand=2", "hand = 2 5 4 2 6 3 turn=350"]
)
def test_ways_to_write_the_same(text: str) -> None:
    written = read(text, 5, NAMES, EXAMPLES)
    assert written.dice == 54263
    assert written.given == {"hand": 2, "turn": 350}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not one to 5 dice"),
        ("hand=2", "is not one to 5 dice"),
        ("57", "is not one to 5 dice"),
        ("123456", "is not one to 5 dice"),
        ("54263 hand=two", "needs a whole number"),
        ("54263 hand=-1", "needs a whole number"),
        ("54263 hand=", "needs a whole number"),
        ("54263 hand=²", "needs a whole number"),
        ("54263 hand=99999999999", "needs a whole number"),
        ("54263 hand=1 hand=2", "given twice"),
        ("54263 colour=1", "only hand, turn"),
        ("1 " * 200, "too long"),
    ],
)
def test_what_is_no_position_is_refused_with_an_example(text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why) as refused:
        read(text, 5, NAMES, EXAMPLES)
    assert EXAMPLES[0] in str(refused.value)
