"""The rules of the family compile as they stand, and the compiled ones do the same at every step."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tavola.core.contract import CHANCE, OVER
from tavola.fast.compile import jit
from tavola.games import rules
from tavola.games.capture import CaptureGame, dealing
from tavola.games.capture.captures import is_legal, next_capture, what_it_reaches
from tavola.games.capture.moves import Bottom, Deal, Dealer, Play
from tavola.games.capture.rules import step
from tavola.games.capture.state import DEAL_TABLE, State, at_the_start
from tavola.games.capture.variant import Variant
from tavola.pieces.cards import cards_in

VARIANTS: list[tuple[str, dict[str, Any], int]] = [
    ("spazzino", {}, 2),
    ("scopetta", {}, 2),
    ("scopetta", {"primiera": "sevens", "napola": False}, 2),
    ("tombolon", {}, 2),
    ("tombolon", {"colour": "any_three", "call_out": False}, 4),
    ("tombolon", {"padova": True}, 2),
    ("tombolon", {"padova": True}, 4),
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


def compare_chance(g: CaptureGame, s: State, move: object) -> None:
    v = g.variant
    agree(dealing.what_is_due, v, s)
    match move:
        case Dealer(seat):
            agree(dealing.draw_dealer, v, s, seat)
        case Bottom(card):
            agree(dealing.show_bottom, s, int(card))
        case Deal(cards) if s.turn.phase == DEAL_TABLE:
            agree(dealing.must_be_redealt, v, cards.bits)
            agree(dealing.deal_table, s, cards.bits)
        case Deal(cards):
            agree(dealing.deal_packet, v, s, cards.bits)


def compare_play(g: CaptureGame, s: State, move: Play) -> None:
    v = g.variant
    for card in cards_in(s.cards.hands[s.turn.seat]):
        agree(count_captures, v, s.cards.table, int(card))
    agree(is_legal, v, s.cards.table, int(move.card), move.taken.bits)
    agree(step, v, s, int(move.card), move.taken.bits)


@pytest.mark.parametrize(("name", "options", "seats"), VARIANTS)
def test_compiled_and_interpreted_agree_at_every_step(name: str, options: dict[str, Any], seats: int) -> None:
    g, rng = rules(name, **options), Random(8)
    assert isinstance(g, CaptureGame)
    for _ in range(3):
        s, plays = g.start(seats), 0
        assert jit(at_the_start)(g.variant.deck, seats) == s
        while (actor := g.actor(s)) != OVER:
            moves = g.moves(s)
            move = g.chance(s).sample(rng) if actor == CHANCE else moves[rng.randrange(len(moves))]
            if isinstance(move, Play):
                compare_play(g, s, move)
                plays += 1
            else:
                compare_chance(g, s, move)
            s = g.play(s, move).state
        assert plays > 10
