from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

import tavola
from tavola.fast.search.told import MOST_MOVES
from tavola.games.capture.captures import MOST_ON_TABLE_40, MOST_ON_TABLE_52
from tavola.games.capture.fast import kernel as capture
from tavola.games.capture.fast.book import NO_PAGE, page_of
from tavola.games.capture.fast.search.moves import CARD, CARD_BITS, SUMS, list_moves, weight_of
from tavola.games.capture.moves import captures, plays
from tavola.pieces.cards import RANKS, cards_in, of_rank, of_suit
from tavola.pieces.cardset import CardSet

GAMES: list[tuple[str, dict[str, Any]]] = [("spazzino", {}), ("scopetta", {}), ("tombolon", {"padova": True})]
LARGEST_HAND = 6


def listed(v: Any, hand: int, table: int) -> list[tuple[int, int]]:
    """As compiled code lists them; these functions run interpreted too."""
    out = np.zeros(MOST_MOVES, np.int64)
    book = capture.book(v)
    end = list_moves(v, book.lines, book.captures, table, hand, out, 0)
    return [(move & CARD, move >> CARD_BITS) for move in out[:end].tolist()]


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_the_moves_are_those_of_the_rules(game: str, options: dict[str, Any]) -> None:
    v, rng, in_book = tavola.rules(game, **options).options.variant, Random(8), Counter[bool]()
    deck = list(cards_in(v.deck))
    for _ in range(150):
        drawn = rng.sample(deck, rng.randrange(4, 14))
        hand, table = CardSet.of(*drawn[:3]).bits, CardSet.of(*drawn[3:]).bits
        in_book[page_of(table).number != NO_PAGE] += 1
        legal = sorted((int(play.card), play.taken.bits) for play in plays(v, hand, table))
        assert sorted(listed(v, hand, table)) == legal
    assert min(in_book.values()) > 20


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_no_hand_has_more_moves_than_there_is_room_for(game: str, options: dict[str, Any]) -> None:
    """The largest tables: one of each rank, and the other three dealt of one rank or of any three."""
    v = tavola.rules(game, **options).options.variant
    ranks = [rank for rank in range(1, RANKS + 1) if v.deck & of_rank(rank)]
    once, most = v.deck & of_suit(0), 0
    for extra in [(rank,) * 3 for rank in ranks] + list(combinations(ranks, 3)):
        table = once
        for suit, rank in enumerate(extra, 1):
            table |= of_rank(rank) & of_suit(suit)
        assert table.bit_count() == (MOST_ON_TABLE_52 if options else MOST_ON_TABLE_40)
        most = max(most, *(sum(1 for _ in captures(v, table, rank - 1)) for rank in ranks))
    assert 0 < most * LARGEST_HAND <= MOST_MOVES


def weight(
    game: str, table: str, move: str, dropped: str = "", last: bool = False, fear: float = 0.0
) -> float:
    rules: Any = tavola.rules(game)
    play = rules.parse(move)
    worth, peril = np.full(52, 0.25), np.full(SUMS + 3, fear)
    before = next(iter(CardSet.parse(dropped)), -1)
    number = play.taken.bits << CARD_BITS | int(play.card)
    return weight_of(rules.variant, worth, peril, CardSet.parse(table).bits, int(before), last, number)


def test_a_glance_sees_what_a_play_makes() -> None:
    assert weight("spazzino", "5c Rb", "4d") == -0.125
    assert weight("spazzino", "5c Rb", "5d x 5c") == 0.5
    assert weight("spazzino", "5c", "5d x 5c") == 1.5
    assert weight("spazzino", "5c", "5d x 5c", last=True) == 0.5
    assert weight("spazzino", "5c Rb", "5d x 5c", dropped="5c") == 1.5
    assert weight("tombolon", "7c", "7d x 7c") == 7.5


def test_a_glance_fears_a_table_that_one_card_sweeps() -> None:
    assert weight("scopetta", "5c Rb 2b", "Rc x Rb", fear=0.5) == 0.5 - 0.5  # seven is left
    assert weight("scopetta", "5c Rb 6b", "Rc x Rb", fear=0.5) == 0.5  # eleven is
    assert weight("tombolon", "Fb Rb", "Rc x Rb", fear=0.5) == 0.5 - 0.5
    assert weight("tombolon", "Fb Cb Rb", "Rc x Rb", fear=0.5) == 0.5
    assert weight("scopetta", "5c Rb 2b", "Rc x Rb", fear=0.5, last=True) == 0.5
