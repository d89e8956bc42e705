"""Cards: numbers that print and parse themselves, and sets of them in one int."""

from __future__ import annotations

from random import Random

import pytest

from tavola.core.errors import TavolaError
from tavola.pieces.cards import (
    DECK_40,
    DECK_52,
    Card,
    card_of,
    cards_in,
    lowest,
    nth_card,
    of_rank,
    of_suit,
    rank_of,
    ranks_in,
    read_cards,
    size,
    suit_of,
)


def test_numbers_go_by_suit_then_rank() -> None:
    assert [str(Card(n)) for n in range(13)] == "Ab 2b 3b 4b 5b 6b 7b 8b 9b 10b Fb Cb Rb".split()
    assert [str(Card(13 * suit)) for suit in range(4)] == ["Ab", "Ac", "Ad", "As"]


def test_print_and_parse_are_inverse() -> None:
    for n in range(52):
        card = Card(n)
        assert Card.parse(str(card)) == n
        assert Card.parse(str(card).upper()) == Card.parse(str(card).lower()) == n
        assert card_of(card.rank, card.suit) == n
        assert (rank_of(n), suit_of(n)) == (card.rank, card.suit)
        assert f"{card}" == str(card)


@pytest.mark.parametrize("text", ["", "7", "d", "1d", "11d", "7x", "7dd", "0s", "Qs", "７d", "7d" * 50])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(TavolaError, match="is not a card"):
        Card.parse(text)


def test_the_decks() -> None:
    assert size(DECK_52) == 52
    assert size(DECK_40) == 40
    missing = {str(card) for card in cards_in(DECK_52 & ~DECK_40)}
    assert missing == {rank + suit for rank in ("8", "9", "10") for suit in "bcds"}


def test_size_counts_any_set() -> None:
    rng = Random(5)
    for _ in range(2000):
        cards = rng.getrandbits(52) & rng.getrandbits(52)
        assert size(cards) == len(list(cards_in(cards)))
    assert (size(0), size(DECK_52)) == (0, 52)


def test_lowest_and_nth_follow_the_order() -> None:
    cards = 1 << 3 | 1 << 20 | 1 << 51
    assert lowest(cards) == 3
    assert [nth_card(cards, n) for n in range(3)] == [3, 20, 51] == list(cards_in(cards))


def test_ranks_and_suits_as_sets() -> None:
    assert {str(card) for card in cards_in(of_rank(7))} == {"7b", "7c", "7d", "7s"}
    assert {Card(card).suit for card in cards_in(of_suit(2))} == {2}
    assert ranks_in(of_rank(1) | of_rank(13), 2) == 1 | 1 << 12


def test_cards_are_read_however_separated() -> None:
    wanted = [Card.parse(text) for text in ("7d", "10s", "Fb")]
    for text in ("7d 10s Fb", "7d,10s,Fb", "7d+10s+fb", "7d10sFB", "  7D ,\t10S  fB "):
        assert list(read_cards(text)) == wanted


def test_names_in_three_languages() -> None:
    assert Card.parse("7d").name == ("seven of coins", "sept de deniers", "sette di denari")
    assert Card.parse("Fs").name == ("jack of swords", "valet d'épées", "fante di spade")
    assert Card.parse("Ac").name.it == "asso di coppe"
    assert Card.parse("10b").name.fr == "dix de bâtons"
