"""Hands replayed from the order of their cards: strictly, or noting what was played wrongly."""

from __future__ import annotations

from random import Random

import pytest

from tavola.core.contract import CHANCE, OVER
from tavola.core.errors import TavolaError
from tavola.games import rules
from tavola.games.capture import CaptureGame, DealtHand, replay_hand
from tavola.games.capture.moves import Deal, Play
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet


def game(name: str) -> CaptureGame:
    made = rules(name)
    assert isinstance(made, CaptureGame)
    return made


ORDER = tuple(CardSet.deck())  # Ab 2b 3b 4b on the table, then 5b 6b 7b and Fb Cb Rb


def texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def test_who_played_first_and_what_was_there_before_count() -> None:
    hand = DealtHand.of(texts(ORDER), [("5b", ["2b", "3b"]), ("Fb", [])], first=1, before=(3, 4))
    again = replay_hand(game("spazzino"), hand)
    assert [play.seat for play in again.plays] == [1, 0]
    assert {str(move) for move in again.plays[0].options} == {
        "5b x 3b 2b",
        "5b x 4b Ab",
        "6b x 4b 2b",
        "6b x 3b 2b Ab",
        "7b x 4b 3b",
        "7b x 4b 2b Ab",
    }
    assert again.plays[0].scored == (("bager", 3),)
    assert again.end is None
    assert again.state.score.totals == (3, 7)


def test_four_seats_are_dealt_to_in_turn() -> None:
    order = texts(tuple(Random(3).sample(ORDER, 40)))
    hand = DealtHand.of(order, [(order[4], [])], first=2, seats=4)
    again = replay_hand(game("tombolon"), hand, lenient=True)
    assert again.state.seats == 4
    hands = again.plays[0].before.cards.hands
    assert CardSet(hands[2]) == CardSet.from_cards(order[4:8])
    assert CardSet(hands[1]) == CardSet.from_cards(order[16:20])
    assert again.plays[0].before.cards.bottom == Card.parse(order[-1])


@pytest.mark.parametrize(
    ("play", "why"),
    [
        (("5b", []), "play 1, 5b by seat 0: 5b can take, so it must"),
        (("Fb", []), "play 1, Fb by seat 0: Fb is not in your hand"),
        (("7b", ["2b"]), "play 1, 7b x 2b by seat 0: 7b can't take 2b"),
    ],
)
def test_what_breaks_the_rules_is_an_error_or_a_problem(play: tuple[str, list[str]], why: str) -> None:
    hand = DealtHand.of(texts(ORDER), [play])
    with pytest.raises(TavolaError, match=why):
        replay_hand(game("spazzino"), hand)
    assert replay_hand(game("spazzino"), hand, lenient=True).problems == (why,)


def test_a_wrong_play_is_carried_out_if_the_cards_are_there() -> None:
    hand = DealtHand.of(texts(ORDER), [("5b", []), ("Fb", []), ("6b", ["4b", "2b"])])
    again = replay_hand(game("spazzino"), hand, lenient=True)
    assert len(again.problems) == 1
    assert len(again.plays) == 3
    assert again.state.cards.table == CardSet.parse("Ab 3b 5b Fb").bits


def test_a_table_that_should_have_been_dealt_again_is_noted() -> None:
    order = texts(ORDER)
    sevens = ["7b", "7c", "7d"]
    rest = [card for card in order if card not in sevens]
    hand = DealtHand.of(sevens + rest, [])
    one_play = DealtHand.of(sevens + rest, [(rest[1], [])])
    assert replay_hand(game("tombolon"), hand).plays == ()
    with pytest.raises(TavolaError, match="should have been dealt again"):
        replay_hand(game("tombolon"), one_play)
    assert "should have been dealt again" in replay_hand(game("tombolon"), one_play, lenient=True).problems[0]


def test_an_order_that_is_no_deck_is_refused() -> None:
    with pytest.raises(TavolaError, match="each of the 40 cards once"):
        replay_hand(game("spazzino"), DealtHand(ORDER[:-1], ()))
    with pytest.raises(TavolaError, match="each of the 40 cards once"):
        replay_hand(game("spazzino"), DealtHand((*ORDER[:-1], ORDER[0]), ()))


def test_plays_after_the_end_of_a_hand_are_refused() -> None:
    g, rng = game("scopetta"), Random(5)
    order = tuple(rng.sample(ORDER, 40))
    plays: list[tuple[str, list[str]]] = []
    cards, s = iter(order), g.start_hand(2, dealer=1)
    while s.turn.hand == 1 and g.actor(s) != OVER:
        if g.actor(s) == CHANCE:
            number = 4 if not plays and not s.cards.table else 3
            s = g.play(s, Deal(CardSet.from_cards(next(cards) for _ in range(number)))).state
            continue
        move = g.moves(s)[0]
        assert isinstance(move, Play)
        plays.append((str(move.card), [str(card) for card in move.taken]))
        s = g.play(s, move).state
    assert len(plays) == 36
    assert replay_hand(g, DealtHand.of(texts(order), plays)).end is not None
    late = DealtHand.of(texts(order), [*plays, ("7d", [])])
    with pytest.raises(TavolaError, match="play 37 comes after the end of the hand"):
        replay_hand(g, late)
    assert replay_hand(g, late, lenient=True).problems == ("play 37 comes after the end of the hand",)
