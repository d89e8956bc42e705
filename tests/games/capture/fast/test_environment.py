"""No card has more captures than there are numbers for, on any table that can come about."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import pytest

from tavola.fast.compile import jit
from tavola.games import rules
from tavola.games.capture.fast.environment import count_captures, most_captures
from tavola.pieces.cards import BASTONI, card_of, cards_in, ranks_in

Counts = tuple[int, ...]  # how many cards of each rank lie there; suits decide nothing


def first_tables(ranks: int) -> Iterator[Counts]:
    """What may be left of four cards dealt."""
    for size in range(5):
        for dealt in combinations_with_replacement(range(ranks), size):
            yield tuple(dealt.count(place) for place in range(ranks))


def highest(v: Any) -> int:
    """The most captures of any card on any table: cards are dropped on it as long as they can take nothing.

    Taking cards off only gives tables that are found anyway: what was dropped could be dropped with less on
    the table too.
    """
    ranks = [card % 13 + 1 for card in cards_in(ranks_in(v.deck, BASTONI))]
    counting = jit(count_captures)
    waiting = list(first_tables(len(ranks)))
    seen, most = set(waiting), 0
    counting(v, 0, 0)
    count = counting._dispatcher
    while waiting:
        counts = waiting.pop()
        table = sum(
            1 << card_of(rank, suit) for rank, n in zip(ranks, counts, strict=True) for suit in range(n)
        )
        for place, rank in enumerate(ranks):
            if counts[place] == 4:
                continue  # all of them lie there: none is in a hand
            found = count(v, table, card_of(rank, 3))
            most = max(most, found)
            if found == 0:
                after = (*counts[:place], counts[place] + 1, *counts[place + 1 :])
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return most


@pytest.mark.parametrize("game", ["spazzino", "scopetta", "tombolon"])
def test_the_most_captures_are_as_many_as_the_search_finds(game: str) -> None:
    v = rules(game).options.variant
    assert highest(v) == most_captures(v)


def test_nor_with_the_deck_of_52() -> None:
    """Its tables are 240,960: `highest` finds 26 in them too, but takes its time. These are the fullest ones,
    from every deal, high cards being dropped first."""
    v = rules("tombolon", preset="padova").options.variant
    ranks, counting = range(1, 14), jit(count_captures)
    most = 0
    for dealt in combinations_with_replacement(ranks, 4):
        counts = {rank: dealt.count(rank) for rank in ranks}
        for rank in reversed(ranks):  # high cards first: low ones can't be taken by what is higher
            if counting(v, table_of(counts), card_of(rank, 3)) == 0:
                counts[rank] = 1
        table = table_of(counts)
        most = max(most, *(counting(v, table, card_of(rank, 3)) for rank in ranks if counts[rank] < 4))
    assert most == most_captures(v)


def table_of(counts: dict[int, int]) -> int:
    return sum(1 << card_of(rank, suit) for rank, n in counts.items() for suit in range(n))
