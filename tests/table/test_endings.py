"""How a record says that its game ended, also one that was damaged or written by somebody else."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tavola.core.match import Match
from tavola.games import rules
from tavola.table.endings import DROPPED, HOW, broken_off, ending_of

NAMES = ("ada", "bo")


def playing() -> Match:  # type: ignore[type-arg]
    match, luck = Match(rules("scopetta"), NAMES), Random(1)
    while match.actor < 0:
        match.draw(luck)
    return match


def test_a_game_that_goes_on_has_not_ended() -> None:
    match = playing()
    assert ending_of(match.record(), match, NAMES) is None
    off = broken_off(match.record(), "time", 1, (0, 0))
    assert ending_of(off, playing_up_to(2), NAMES) is None  # not yet, where the replay stands


def playing_up_to(moves: int) -> Match:  # type: ignore[type-arg]
    match, luck = Match(rules("scopetta"), NAMES), Random(1)
    while len(match.moves) < moves:
        match.draw(luck)
    return match


def test_whose_doing_it_was_is_told_by_name() -> None:
    match = playing()
    found = ending_of(broken_off(match.record(), "time", 1, (3, 4)), match, NAMES)
    assert found is not None
    how, outcome = found
    assert (how, outcome.reason.en, outcome.scores, outcome.winners) == (
        "time",
        "bo was too slow",
        (3, 4),
        (),
    )


@pytest.mark.parametrize("seat", ["", "x", "²", "-1", "2", "100", "0001"])
def test_of_a_seat_that_is_not_there_nobody_is_named(seat: str) -> None:
    match = playing()
    off = broken_off(match.record(), "time", 1, (0, 0))
    found = ending_of(replace(off, tags={**off.tags, DROPPED: seat}), match, NAMES)
    assert found is not None
    assert "ada" not in found[1].reason.en


@pytest.mark.parametrize(("said", "how"), [("", "resigned"), ("eaten", "resigned"), ("timeout", "time")])
def test_words_of_others_for_how_it_ended(said: str, how: str) -> None:
    match = playing()
    match.resign(0)
    found = ending_of(replace(match.record(), tags={HOW: said}), match, NAMES)
    assert found is not None
    assert found[0] == how
