import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.core.errors import BrokenRecord
from tavola.core.record import Record

TEXT = """\
[Game "421"]
[Options "suites=off knock=1/10"]
[Rules "1"]
[Seats "ada" "the \\"house\\""]
[Event "a rainy evening"]
[Winners "1"]
[Scores "2 0"]
[Reason "two sets lost"]

* roll 3
0 keep 42 hit
"""


HEAD = '{"format": "tavola-record/1", "game": "421", "rules_version": 1, '


def test_a_byte_order_mark_is_passed_over() -> None:
    assert Record.parse("\ufeff" + TEXT) == Record.parse(TEXT)


def test_text_form() -> None:
    record = Record.parse(TEXT)
    assert record.game == "421"
    assert record.options == {"suites": "off", "knock": "1/10"}
    assert record.seats == ("ada", 'the "house"')
    assert record.tags == {"Event": "a rainy evening"}
    assert record.result == {"reason": "two sets lost", "scores": [2, 0], "winners": [1]}
    assert record.moves == ((-1, "roll 3"), (0, "keep 42 hit"))
    assert str(record) == TEXT


def test_json_form() -> None:
    record = Record.parse(TEXT)
    assert Record.parse(json.dumps(record.as_json())) == record


def test_comments_and_blank_lines_are_passed_over() -> None:
    assert Record.parse(TEXT.replace("* roll 3", "# the opening\n\n* roll 3")) == Record.parse(TEXT)


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@given(
    seats=st.lists(names, min_size=1, max_size=4),
    tag=names,
    moves=st.lists(st.tuples(st.integers(-1, 3), st.sampled_from(["stop", "roll 421", "keep 4"]))),
)
def test_both_forms_give_the_record_back(seats: list[str], tag: str, moves: list[tuple[int, str]]) -> None:
    record = Record("421", {"suites": "off"}, 1, tuple(seats), tuple(moves), None, {"Note": tag})
    assert Record.parse(str(record)) == record
    assert Record.parse(json.dumps(record.as_json())) == record


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", 'lacks a line [Game "..."]'),
        ('[Game "421"]', 'lacks a line [Rules "..."]'),
        ('[Game "421"]\n[Rules "one"]', "should be a version number"),
        ('[Game "421"]\n[Rules "1"]', "[Seats"),
        ("[Game 421]", "line 1 should look like"),
        (TEXT.replace("0 keep", "zero keep"), "at move 2: 'zero' is neither a seat number nor *"),
        (TEXT.replace('"2 0"', '"two nil"'), "should be whole numbers"),
        ("hello", "this is no record: one begins like"),
        (TEXT.replace("suites=off", "suites"), "[Options] should be pairs like suites=off, not 'suites'"),
        ('[Game "421"]\n[Game "5000"]', "line 2 gives [Game] a second time"),
        (HEAD + '"seats": "ab", "moves": []}', "seats should be a list, not 'ab'"),
        (HEAD + '"seats": ["a"], "options": [1], "moves": []}', "options should be an object of texts"),
        (HEAD + '"seats": ["a"], "moves": ["roll 3"]}', "at move 1: a move should look like"),
        (HEAD + '"seats": ["a"], "moves": [["*", "roll 3"], [-1, "x"]]}', "at move 2: '-1' is neither"),
        ("{", "not valid JSON"),
        ("{}", "not a record"),
        ('{"format": "tavola-record/1"}', "lacks 'game'"),
        (
            '{"format": "tavola-record/1", "game": "421", "rules_version": 1, "seats": 7, "moves": []}',
            "not as they should be",
        ),
        (
            '{"format": "tavola-record/1", "game": "421", "rules_version": 1e999, "seats": [], "moves": []}',
            "'inf' is not a whole number",
        ),
        ("[" * 100_000, "line 1 should look like"),
        ('{"a":' * 100_000, "it is nested too deeply"),
        ('{"a":' + "9" * 5000 + "}", "a number in it is too long"),
    ],
)
def test_damage_is_told(text: str, says: str) -> None:
    with pytest.raises(BrokenRecord) as broken:
        Record.parse(text)
    assert says in str(broken.value)
