from __future__ import annotations

from tavola.terminal.drawings.pen import Pen
from tavola.terminal.lines.menu import Choice, dice_in, lines, meant, numbered

PEN = Pen("en", ("ada",), lambda _: "")
STOP = Choice("stop", "stop")
KEEPS = [Choice(f"keep {dice}", f"keep {dice}", dice) for dice in (42, 41, 21, 4, 2, 1)]
THROW = Choice("throw", "throw all")
ALL = [STOP, *KEEPS, THROW]


def test_numbers_run_from_one_and_name_every_choice_once() -> None:
    by_number = numbered(ALL)
    assert list(by_number) == list(range(1, len(ALL) + 1))
    assert sorted(c.label for c in by_number.values()) == sorted(c.label for c in ALL)


def test_a_die_is_its_own_number() -> None:
    by_number = numbered(ALL)
    assert [by_number[face].move for face in (1, 2, 4)] == ["keep 1", "keep 2", "keep 4"]
    assert by_number[3] is STOP


def test_typed_dice_and_numbers_never_mean_different_things() -> None:
    for choice in KEEPS:
        assert meant(str(choice.dice), ALL, {}) == choice.move


def test_dice_in_any_order_and_spelling() -> None:
    for text in ("42", "24", "4 2", "2-4", " 4, 2 "):
        assert meant(text, ALL, {}) == "keep 42"


def test_words_and_notation() -> None:
    assert meant("Throw  ALL", ALL, {}) == "throw"
    assert meant("stop", ALL, {}) == "stop"
    assert meant("jump", ALL, {}) is None
    assert meant("9", ALL, {}) is None
    assert meant("", ALL, {}) is None


def test_a_word_after_a_number() -> None:
    suffixes = {"h": " hit"}
    assert meant("4h", ALL, suffixes) == "keep 4 hit"
    assert meant("4 h", ALL, suffixes) == "keep 4 hit"
    assert meant("4x", ALL, suffixes) is None


def test_dice_without_a_verb() -> None:
    assert dice_in("42h", ("h",)) == (42, "h")
    assert dice_in("4 2", ("h",)) == (42, "")
    assert dice_in("42x", ("h",)) is None
    assert dice_in("97", ()) is None
    assert dice_in("", ()) is None


def test_lines_fit_the_width() -> None:
    for width in (20, 40, 80):
        shown = lines(Pen("en", ("ada",), lambda _: "", width=width), ALL)
        assert max(line.cell_len for line in shown) <= width
        assert " ".join(line.plain for line in shown).count("keep") == len(KEEPS)


def test_plain_lines_say_one_choice_each() -> None:
    shown = lines(Pen("en", ("ada",), lambda _: "", plain=True), ALL)
    assert [line.plain for line in shown[:3]] == ["1 keep 1", "2 keep 2", "3 stop"]
