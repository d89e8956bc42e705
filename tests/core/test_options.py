from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from tavola.core.errors import BadOption
from tavola.core.options import changed, describe, in_force, make, option
from tavola.core.words import Phrase, same


@dataclass(frozen=True)
class Some:
    flag: bool = option(True, "a flag")
    word: str = option("a", "a word", choices=("a", "b"))
    number: int = option(5, "a number", low=1, high=9)
    chance: Fraction = option(Fraction(0), "a chance", low=0, high=1)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ({"flag": "off"}, Some(flag=False)),
        ({"flag": False}, Some(flag=False)),
        ({"flag": "YES"}, Some()),
        ({"word": "b"}, Some(word="b")),
        ({"number": "9"}, Some(number=9)),
        ({"number": 1}, Some(number=1)),
        ({"chance": "0.1"}, Some(chance=Fraction(1, 10))),
        ({"chance": "1/3"}, Some(chance=Fraction(1, 3))),
        ({"chance": 1}, Some(chance=Fraction(1))),
    ],
)
def test_values_are_read(given: dict[str, Any], meant: Some) -> None:
    assert make(Some, given, "some") == meant


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"flag": "maybe"}, "option flag takes on | off, not 'maybe'"),
        ({"word": "c"}, "option word takes a | b, not 'c'"),
        ({"number": "10"}, "option number takes a whole number from 1 to 9, not '10'"),
        ({"number": "1.5"}, "from 1 to 9"),
        ({"number": True}, "from 1 to 9"),
        ({"chance": "5"}, "a chance from 0 to 1, as 0.1 or 1/10"),
        ({"chance": "1/0"}, "a chance from 0 to 1"),
        ({"chance": "1e-999999999"}, "a chance from 0 to 1"),
        ({"number": "9" * 5000}, "from 1 to 9"),
        ({"number": "٣"}, "from 1 to 9"),
        ({"chance": None}, "a chance from 0 to 1"),
        ({"colour": "red"}, "some has no option 'colour'; it has flag: on | off; word: a | b;"),
    ],
)
def test_what_is_wrong_is_said(given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadOption) as refused:
        make(Some, given, "some")
    assert says in str(refused.value)
    assert len(str(refused.value)) < 250


def test_changed_options_are_texts_that_read_back() -> None:
    some = Some(flag=False, chance=Fraction(1, 3))
    assert changed(some) == {"flag": "off", "chance": "1/3"}
    assert make(Some, changed(some), "some") == some


def test_all_options_are_told_the_usual_ones_too() -> None:
    told = in_force(Some(number=9))
    assert told == {"flag": "on", "word": "a", "number": "9", "chance": "0"}
    assert make(Some, dict(told), "a game") == Some(number=9)


def test_describe() -> None:
    assert [(name, default, str(takes)) for name, (default, takes) in describe(Some).items()][:2] == [
        ("flag", True, "on | off"),
        ("word", "a", "a | b"),
    ]


def test_one_text_explains_an_option_in_every_language() -> None:
    said = Phrase("how many", "combien", "quanti")

    @dataclass(frozen=True)
    class Two:
        one: int = option(1, "how many", high=3)
        other: int = option(1, said, high=3)

    assert [takes.help for _, takes in describe(Two).values()] == [same("how many"), said]
