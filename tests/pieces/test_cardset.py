"""CardSet: all that a set does, over one int."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from tavola.core.errors import TavolaError
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet


def test_it_behaves_as_a_set_of_cards_does() -> None:
    rng = Random(1)
    for _ in range(300):
        left, right = CardSet(rng.getrandbits(52)), CardSet(rng.getrandbits(52))
        a, b = set(left), set(right)
        assert set(left | right) == a | b
        assert set(left & right) == a & b
        assert set(left - right) == a - b
        assert set(left ^ right) == a ^ b
        assert len(left) == len(a)
        assert left.isdisjoint(right) == a.isdisjoint(b)
        part = left & right
        assert part <= left
        assert left >= part
        assert (part < left) == (set(part) < a)
        assert (left > part) == (a > set(part))
        assert (left <= right) == (a <= b)


def test_it_iterates_in_order_both_ways() -> None:
    cards = CardSet.parse("Fs 2b As 7d")
    assert [str(card) for card in cards] == ["2b", "7d", "As", "Fs"]
    assert [str(card) for card in reversed(cards)] == ["Fs", "As", "7d", "2b"]


def test_it_contains_cards_numbers_and_texts() -> None:
    cards = CardSet.parse("7d As")
    assert "7d" in cards
    assert "aS" in cards
    assert Card.parse("7d") in cards
    assert int(Card.parse("As")) in cards
    assert "2b" not in cards
    assert "nonsense" not in cards
    assert 99 not in cards
    assert None not in cards


def test_it_prints_and_parses_itself() -> None:
    cards = CardSet.parse("fs, 10d 7d")
    assert str(cards) == "7d 10d Fs"
    assert CardSet.parse(str(cards)) == cards
    assert eval(repr(cards)) == cards
    assert str(CardSet()) == ""
    assert CardSet.parse("") == CardSet()


def test_it_never_changes() -> None:
    cards = CardSet.parse("7d")
    assert cards.add("As") == CardSet.parse("7d As")
    assert cards.remove("7d") == CardSet()
    assert cards.discard("As") == cards
    with pytest.raises(KeyError):
        cards.remove("As")
    with pytest.raises(AttributeError):
        cards.bits = 0  # type: ignore[misc]
    assert cards == CardSet.parse("7d")
    assert hash(cards) == hash(CardSet.parse("7d"))


def test_it_is_made_of_decks_suits_and_ranks() -> None:
    assert (len(CardSet.deck()), len(CardSet.deck(52))) == (40, 52)
    assert str(CardSet.deck() & CardSet.suit("d")) == "Ad 2d 3d 4d 5d 6d 7d Fd Cd Rd"
    assert str(CardSet.rank(7)) == "7b 7c 7d 7s"
    assert int(CardSet.of("Ab", 1)) == 0b11


@pytest.mark.parametrize("bits", [-1, 1 << 52])
def test_an_int_beyond_the_deck_is_refused(bits: int) -> None:
    with pytest.raises(TavolaError, match="52 bits"):
        CardSet(bits)


def test_a_card_written_twice_is_refused() -> None:
    with pytest.raises(TavolaError, match="7d is written twice"):
        CardSet.parse("7d As 7D")


def test_a_notebook_draws_each_card() -> None:
    root = ElementTree.fromstring(CardSet.parse("7d As")._repr_svg_())
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles == ["7d As", "7d", "As"]
    assert "no cards" in CardSet()._repr_svg_()
