"""What else compiles as it stands, and does the same. The steps themselves are held to it by law."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tavola.core.contract import CHANCE, OVER
from tavola.fast.compile import jit
from tavola.games import rules
from tavola.games.capture import CaptureGame
from tavola.games.capture.captures import is_legal, next_capture, what_it_reaches
from tavola.games.capture.dealing import what_is_due
from tavola.games.capture.moves import Play
from tavola.games.capture.state import State, at_the_start
from tavola.games.capture.variant import Variant
from tavola.pieces.cards import cards_in

VARIANTS: list[tuple[str, dict[str, Any], int]] = [
    ("spazzino", {}, 2),
    ("scopetta", {"primiera": "sevens", "napola": False}, 2),
    ("tombolon", {"colour": "any_three", "call_out": False}, 4),
    ("tombolon", {"padova": True}, 2),
]


def agree(function: Any, *args: Any) -> None:
    assert jit(function)(*args) == function(*args), f"{function.__name__}{args}"


def count_captures(v: Variant, table: int, card: int) -> tuple[int, int]:
    """How many captures a card has, and a number that depends on which they are and in what order."""
    reach = what_it_reaches(v, table, card)
    found, mixed = 0, 0
    taken = next_capture(reach, 0)
    while taken != 0:
        found += 1
        mixed = (mixed * 31 + taken) % 1_000_003
        taken = next_capture(reach, taken)
    return found, mixed


def compare(g: CaptureGame, s: State, move: object, seen: list[Play]) -> None:
    """What is due, and what may be played: each card in hand, this play, and those of other positions."""
    if not isinstance(move, Play):
        agree(what_is_due, g.variant, s)
        return
    for card in cards_in(s.cards.hands[s.turn.seat]):
        agree(count_captures, g.variant, s.cards.table, int(card))
    seen.append(move)
    for play in seen[-5:]:
        agree(is_legal, g.variant, s.cards.table, int(play.card), play.taken.bits)


@pytest.mark.parametrize(("name", "options", "seats"), VARIANTS)
def test_compiled_and_interpreted_agree(name: str, options: dict[str, Any], seats: int) -> None:
    g, rng, seen = rules(name, **options), Random(8), list[Play]()
    assert isinstance(g, CaptureGame)
    s = g.start(seats)
    assert jit(at_the_start)(g.variant.deck, seats) == s
    while (actor := g.actor(s)) != OVER:
        moves = g.moves(s)
        move = g.chance(s).sample(rng) if actor == CHANCE else moves[rng.randrange(len(moves))]
        compare(g, s, move, seen)
        s = g.play(s, move).state
    assert len(seen) > 10
