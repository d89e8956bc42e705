"""The points of the deck, sentence by sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.games import rules
from tavola.games.capture import CaptureGame
from tavola.games.capture.points import DeckPoints, deck_points, primiera_value
from tavola.pieces.cardset import CardSet

DECK = CardSet.deck()
SPADE, DENARI = DECK & CardSet.suit("s"), DECK & CardSet.suit("d")


def counted(pile: CardSet, name: str, *, first: bool = True, **options: Any) -> DeckPoints:
    """The points of a pile when the other side has all the rest."""
    g = rules(name, **options)
    assert isinstance(g, CaptureGame)
    rest = CardSet(g.variant.deck) - pile
    return deck_points(g.variant, (pile.bits, rest.bits), 0, 0 if first else 1)


def pile_of(number: int, but: CardSet, *and_: str) -> CardSet:
    """So many cards, these among them, no others of a suit."""
    wanted = CardSet.of(*and_)
    for card in DECK - but:
        if len(wanted) < number:
            wanted = wanted.add(card)
    assert len(wanted) == number
    return wanted


def test_most_cards() -> None:
    for held, spazzino, scopetta, tombolon_first, tombolon_other in (
        (19, 0, 0, 0, 0),
        (20, 1, 0, 2, 0),
        (21, 2, 1, 2, 2),
    ):
        pile = pile_of(held, SPADE)
        assert counted(pile, "spazzino").cards == spazzino
        assert counted(pile, "scopetta").cards == scopetta
        assert counted(pile, "tombolon").cards == tombolon_first
        assert counted(pile, "tombolon", first=False).cards == tombolon_other


def test_most_of_the_suit() -> None:
    for held, spazzino, tombolon_first, tombolon_other in ((4, 0, 0, 0), (5, 1, 1, 0), (6, 2, 1, 1)):
        pile = CardSet.of(*list(SPADE)[:held])
        assert counted(pile, "spazzino").suit == spazzino
        assert counted(pile, "tombolon").suit == tombolon_first
        assert counted(pile, "tombolon", first=False).suit == tombolon_other
    for held, scopetta in ((4, 0), (5, 0), (6, 1)):
        assert counted(CardSet.of(*list(DENARI)[:held]), "scopetta").suit == scopetta


def test_padova_counts_52_cards_and_13_spades() -> None:
    deck = list(CardSet.deck(52) - CardSet.suit("s"))
    for held, first, other in ((25, 0, 0), (26, 2, 0), (27, 2, 2)):
        pile = CardSet.of(*deck[:held])
        assert counted(pile, "tombolon", padova=True).cards == first
        assert counted(pile, "tombolon", padova=True, first=False).cards == other
    for held, points in ((6, 0), (7, 1)):
        pile = CardSet.of(*list(CardSet.suit("s"))[:held])
        assert counted(pile, "tombolon", padova=True).suit == points
        assert counted(pile, "tombolon", padova=True, first=False).suit == points


def test_single_cards() -> None:
    for name in ("spazzino", "tombolon"):
        points = counted(CardSet.parse("2s Fs 7d"), name)
        assert (points.two, points.fante, points.seven) == (1, 1, 1)
    points = counted(CardSet.parse("2s Fs 7d"), "scopetta")
    assert (points.two, points.fante, points.seven) == (0, 0, 1)
    assert counted(CardSet.of("7d"), "tombolon", padova=True).seven == 0
    assert counted(CardSet.of("10d"), "tombolon", padova=True).seven == 1


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("As 2s", 0),
        ("2s 3s 4s", 0),
        ("As 3s 4s 5s", 0),
        ("As 2s 3s", 3),
        ("As 2s 3s 5s", 3),
        ("As 2s 3s 4s", 4),
        ("As 2s 3s 4s 5s 6s 7s", 7),
        ("As 2s 3s 4s 5s 6s 7s Fs", 8),
        ("As 2s 3s 4s 5s 6s 7s Fs Cs Rs", 10),
        ("Ad 2d 3d", 0),
    ],
)
def test_napola_in_spade(cards: str, points: int) -> None:
    assert counted(CardSet.parse(cards), "spazzino").napola == points
    assert counted(CardSet.parse(cards), "tombolon").napola == points


def test_napola_elsewhere() -> None:
    assert counted(CardSet.parse("Ad 2d 3d 4d"), "scopetta").napola == 4
    assert counted(CardSet.parse("Ad 2d 3d 4d"), "scopetta", napola=False).napola == 0
    assert counted(CardSet.parse("As 2s 3s 4s"), "scopetta").napola == 0
    gap = CardSet.parse("As 2s 3s 4s 5s 6s 7s Fs")
    assert counted(gap, "tombolon", padova=True).napola == 7
    assert counted(CardSet.suit("s"), "tombolon", padova=True).napola == 13


def test_primiera_by_values() -> None:
    assert primiera_value(CardSet.parse("7b 6c Ad 5s").bits) == 21 + 18 + 16 + 15
    assert primiera_value(CardSet.parse("4b 3c 2d Fs").bits) == 14 + 13 + 12 + 10
    assert primiera_value(CardSet.parse("Cb 2b Rc Fd Ad As").bits) == 12 + 10 + 16 + 16
    assert primiera_value(CardSet.parse("7b 7c 7d").bits) == 0, "a missing suit forfeits it"


def test_primiera_goes_to_the_higher_and_on_a_tie_to_nobody() -> None:
    sevens = CardSet.parse("7b 7c Ad As")
    assert counted(sevens, "scopetta").primiera == 0  # 74 against 21 + 21 + 18 + 18
    assert counted(CardSet.parse("7b 7c 6d 6s"), "scopetta").primiera == 0  # 78 each
    assert counted(CardSet.parse("7b 7c 7d 6s"), "scopetta").primiera == 1
    both_short = CardSet.parse("7b 7c 7d")
    assert counted(DECK - both_short, "scopetta").primiera == 1


def test_primiera_by_sevens() -> None:
    for pile, points in (
        ("7b 7c 7d", 1),
        ("7b 7c 6b 6c 6d", 1),
        ("7b 7c 6b 6c", 0),
        ("7b 7c 6b", 0),
        ("7b 6b 6c 6d 6s", 0),
    ):
        assert counted(CardSet.parse(pile), "scopetta", primiera="sevens").primiera == points


def test_all_six_of_tombolon_double() -> None:
    honours = ("2s", "Fs", "7d")
    outright = pile_of(21, SPADE, *honours, "As", "3s", "4s", "5s")
    assert counted(outright, "tombolon", first=False).doubled == 6
    tied = pile_of(20, SPADE, *honours, "As", "3s", "4s")
    assert counted(tied, "tombolon").doubled == 6, "tie-breaks included"
    assert counted(tied, "tombolon", first=False).doubled == 0
    assert (
        counted(pile_of(21, SPADE, "2s", "Fs", "As", "3s", "4s", "5s") - CardSet.of("7d"), "tombolon").doubled
        == 0
    )
    assert counted(outright, "spazzino").doubled == 0


def test_tombolon_needs_all_six_and_every_spada() -> None:
    spades = [str(card) for card in SPADE]
    pile = pile_of(21, SPADE, *spades, "7d")
    points = counted(pile, "tombolon", first=False)
    assert (points.tombolon, points.doubled, points.napola) == (31, 6, 10)
    assert counted(pile, "tombolon", target=60).tombolon == 60
    assert counted(pile - CardSet.of("Rs"), "tombolon").tombolon == 0
    assert counted(pile_of(19, SPADE, *spades, "7d"), "tombolon").tombolon == 0
    assert counted(pile, "spazzino").tombolon == 0
