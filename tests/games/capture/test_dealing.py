"""The deal: who gets how many and when, the shown card, tables that are dealt again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tavola.core.contract import CHANCE, OVER
from tavola.core.errors import BadSeats, IllegalMove, TavolaError
from tavola.games import rules
from tavola.games.capture import CaptureGame
from tavola.games.capture import events as e
from tavola.games.capture.dealing import packet_at_hand, what_is_due
from tavola.games.capture.moves import Bottom, Deal, Dealer, DealOf
from tavola.games.capture.state import SHOW_BOTTOM, State
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet


def game(name: str, **options: Any) -> CaptureGame:
    made = rules(name, **options)
    assert isinstance(made, CaptureGame)
    return made


SCHEDULES = [
    ("spazzino", {}, 2, [3, 3, 3, 3, 3, 3]),
    ("scopetta", {}, 2, [3, 3, 3, 3, 3, 3]),
    ("tombolon", {"call_out": False}, 2, [4, 4, 4, 6]),
    ("tombolon", {"call_out": False}, 4, [4, 5]),
    ("tombolon", {"call_out": False, "padova": True}, 2, [4] * 6),
    ("tombolon", {"call_out": False, "padova": True}, 4, [4] * 3),
]


@pytest.mark.parametrize(("name", "options", "seats", "packets"), SCHEDULES)
def test_packets(name: str, options: dict[str, Any], seats: int, packets: list[int]) -> None:
    g, rng = game(name, **options), Random(2)
    s = g.play(g.start(seats), Dealer(1)).state
    first, dealt = 2 % seats, []
    while s.turn.hand == 1 and g.actor(s) != OVER:
        move = g.chance(s).sample(rng) if g.actor(s) == CHANCE else g.moves(s)[0]
        for event in g.play(s, move).events:
            if isinstance(event, e.Dealt):
                dealt.append((event.seat, event.number))
        s = g.play(s, move).state
    order = [(first + n) % seats for n in range(seats)]
    assert dealt == [(seat, number) for number in packets for seat in order]


@pytest.mark.parametrize(("name", "options", "seats", "packets"), SCHEDULES)
def test_the_packet_at_hand(name: str, options: dict[str, Any], seats: int, packets: list[int]) -> None:
    for dealt in range(1, len(packets) + 1):
        undealt = sum(packets[dealt:]) * seats
        assert packet_at_hand(game(name, **options).variant, seats, undealt) == packets[dealt - 1]


def table_dealt(g: CaptureGame, seats: int, table: str) -> State:
    s = g.play(g.start(seats), Dealer(0)).state
    return g.play(s, Deal(CardSet.parse(table))).state


def test_the_bottom_card_is_the_dealers_last() -> None:
    g, rng = game("tombolon", call_out=False), Random(11)
    s = table_dealt(g, 2, "Ab 2b 3b 4b")
    shown: Card | None = None
    while s.turn.hand == 1 and g.actor(s) != OVER:
        now = g.chance(s) if g.actor(s) == CHANCE else None
        move = g.moves(s)[0] if now is None else now.sample(rng)
        if isinstance(move, Bottom):
            shown = move.card
            assert CardSet(s.cards.undealt) == CardSet(g.variant.deck) - CardSet.parse(
                "Ab 2b 3b 4b"
            ) - CardSet(s.cards.hands[0] | s.cards.hands[1])
        elif isinstance(move, Deal) and shown is not None:
            is_dealers_last = s.turn.seat == s.turn.dealer and len(move.cards) == s.cards.undealt.bit_count()
            assert (shown in move.cards) == is_dealers_last
        s = g.play(s, move).state
    assert shown is not None


def test_a_packet_with_the_shown_card_is_refused_until_its_turn() -> None:
    g = game("tombolon", call_out=False)
    s = table_dealt(g, 4, "Ab 2b 3b 4b")
    for packet in ("5b 6b 7b Fb", "Cb Rb Ac 2c", "3c 4c 5c 6c", "7c Fc Cc Rc"):
        s = g.play(s, Deal(CardSet.parse(packet))).state
    s = g.play(s, Bottom(Card.parse("7d"))).state
    while g.actor(s) != CHANCE:
        s = g.play(s, g.moves(s)[0]).state
    with pytest.raises(IllegalMove, match="5 undealt cards for seat 1"):
        g.play(s, Deal(CardSet.parse("7d Ad 2d 3d 4d")))
    assert g.chance(s).prob(Deal(CardSet.parse("Ad 2d 3d 4d 5d"))) > 0


@pytest.mark.parametrize("table", ["7b 7c 7d 2s", "Fb Fc Fd Fs", "Cb Cc Cs Ad", "Rc Rd Rs Ab"])
def test_tombolon_deals_again(table: str) -> None:
    g, cards = game("tombolon"), CardSet.parse(table)
    before = g.play(g.start(2), Dealer(0)).state
    step = g.play(before, Deal(cards))
    assert step.events == (e.TableDealt(cards), e.Redealt(cards))
    assert step.state == before
    for other in ("spazzino", "scopetta"):
        kept = game(other)
        assert (
            kept.play(kept.play(kept.start(2), Dealer(0)).state, Deal(cards)).state.cards.table == cards.bits
        )


@pytest.mark.parametrize("table", ["6b 6c 6d 6s", "7b 7c Fd Fs", "Ab Ac Ad As"])
def test_tombolon_keeps_other_tables(table: str) -> None:
    assert table_dealt(game("tombolon"), 2, table).cards.table == CardSet.parse(table).bits


def test_chance_is_exact() -> None:
    g = game("spazzino")
    s = g.start(2)
    assert [str(move) for move, _ in g.chance(s).outcomes()] == ["dealer 0", "dealer 1"]
    s = table_dealt(g, 2, "Ab 2b 3b 4b")
    outcomes = list(g.chance(s).outcomes())
    assert len(outcomes) == 7140  # three cards of 36
    assert sum(prob for _, prob in outcomes) == 1
    assert g.chance(s).prob(Deal(CardSet.parse("Ab 7d 6d"))) == 0


def test_a_deal_can_be_made_card_by_card() -> None:
    """As programs want it that know no sets: what may come next, and when it is a whole deal."""
    g = game("spazzino")
    chance = g.chance(table_dealt(g, 2, "Ab 2b 3b 4b"))
    assert isinstance(chance, DealOf)
    taken: tuple[int, ...] = ()
    for left in (36, 35, 34):
        assert chance.whole(taken) is None
        steps = chance.next_step(taken)
        assert len(set(steps)) == left
        assert not set(steps) & set(taken)
        taken += (steps[-1],)
    assert g.chance(table_dealt(g, 2, "Ab 2b 3b 4b")).prob(chance.whole(taken)) > 0


def test_a_hand_begins_with_any_dealer_there_is() -> None:
    g = game("tombolon")
    assert g.start_hand(4, 3, (10, 20)).turn[2:4] == (3, 0)  # the dealer, and who is dealt to first
    with pytest.raises(TavolaError, match="there is no seat 4; seats are 0 to 3"):
        g.start_hand(4, 4)


def test_one_card_is_shown_at_the_bottom() -> None:
    g, rng = game("tombolon"), Random(2)
    s = g.start(2)
    while s.turn.phase != SHOW_BOTTOM:
        s = g.play(s, g.chance(s).sample(rng)).state
    assert what_is_due(g.variant, s) == (s.cards.undealt, 1)


@pytest.mark.parametrize(
    ("name", "seats"), [("spazzino", 3), ("scopetta", 4), ("tombolon", 3), ("tombolon", 1)]
)
def test_wrong_numbers_of_players(name: str, seats: int) -> None:
    with pytest.raises(BadSeats, match=f"not {seats}"):
        game(name).start(seats)
