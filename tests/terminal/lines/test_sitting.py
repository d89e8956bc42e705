from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import tavola
from tavola.bots import make_bot
from tavola.core.contract import OVER, Event, View
from tavola.core.driver import seen_by
from tavola.core.errors import Trouble
from tavola.core.match import Match
from tavola.games.fourtwentyone.moves import Stop
from tavola.terminal.lines.json_lines import Lines
from tavola.terminal.lines.sitting import Sitting

RULES = tavola.rules("421")
NAMES = ("house", "odd")


class Odd:
    """A bot that does what it is told."""

    def __init__(self, choose: Callable[[View[Any, Any]], Any]) -> None:
        self.choose = choose


def sitting(odd: Callable[[View[Any, Any]], Any]) -> Sitting:
    bots = {0: make_bot("house", RULES, Random(1)), 1: Odd(odd)}
    return Sitting(Match(RULES, NAMES), bots, Random(3), Lines(RULES, NAMES, "en", None))


def test_bots_are_handed_views_of_their_own_seat() -> None:
    seats = set()

    def choose(view: View[Any, Any]) -> Any:
        seats.add(view.seat)
        return view.moves[0]

    table = sitting(choose)
    table.play()
    assert seats == {1}
    assert table.match.actor == OVER


def test_a_bot_that_breaks_down_is_named() -> None:
    def choose(_: View[Any, Any]) -> Any:
        raise ZeroDivisionError("oh")

    with pytest.raises(Trouble, match="the bot odd broke down: ZeroDivisionError: oh"):
        sitting(choose).play()


def test_a_bot_that_cheats_is_named() -> None:
    with pytest.raises(Trouble, match="the bot odd tried"):
        sitting(
            lambda view: Stop() if Stop() not in view.moves else tavola.rules("421").parse("roll 421")
        ).play()


def test_events_are_cut_to_what_the_viewer_may_know() -> None:
    class Secret(Event):
        def seen_by(self, seat: int | None) -> Event | None:
            return self if seat == 0 else None

    secret, open_ = Secret(), Event()
    assert seen_by((secret, open_), 0) == (secret, open_)
    assert seen_by((secret, open_), 1) == (open_,)
    assert seen_by((secret, open_), None) == (open_,)
