"""What a card can take: against a plain search through all subsets, and on the largest tables there are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tavola.core.contract import CHANCE, OVER
from tavola.games import rules
from tavola.games.capture import CaptureGame
from tavola.games.capture.captures import MOST_ON_TABLE_40, MOST_ON_TABLE_52, is_legal
from tavola.games.capture.moves import Play, captures, draw
from tavola.pieces.cards import Card, cards_in
from tavola.pieces.cardset import CardSet
from tests.games.capture.positions import set_up


def game(name: str, **options: Any) -> CaptureGame:
    made = rules(name, **options)
    assert isinstance(made, CaptureGame)
    return made


GAMES = [game("spazzino"), game("scopetta"), game("tombolon"), game("tombolon", padova=True)]


def by_the_book(g: CaptureGame, table: CardSet, card: Card) -> set[CardSet]:
    """The rules read aloud: an equal card or a sum; figures only their equal, but for Scopetta."""
    worth = {rank: rank for rank in range(1, 11)}
    if g.info.name == "scopetta":
        worth = {**{rank: rank for rank in range(1, 8)}, 11: 8, 12: 9, 13: 10}
    found = {CardSet.of(other) for other in table if other.rank == card.rank}
    if card.rank in worth:
        plain = [other for other in table if other.rank in worth]
        for n in range(2, len(plain) + 1):
            for some in combinations(plain, n):
                if sum(worth[other.rank] for other in some) == worth[card.rank]:
                    found.add(CardSet.of(*some))
    if g.info.name == "scopetta" and found:
        fewest = min(map(len, found))
        found = {some for some in found if len(some) == fewest}
    return found


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_all_captures_are_found_once_and_in_order(g: CaptureGame) -> None:
    rng = Random(3)
    for _ in range(400):
        table = draw(g.variant.deck, rng.randrange(12), rng)
        card = next(cards_in(draw(g.variant.deck & ~table, 1, rng)))
        found = list(captures(g.variant, table, card))
        assert found == sorted(set(found))
        expected = by_the_book(g, CardSet(table), card)
        assert {CardSet(taken) for taken in found} == expected
        assert is_legal(g.variant, table, card, 0) == (not expected)
        some = draw(table, min(len(CardSet(table)), 1 + rng.randrange(3)), rng)
        if some:
            assert is_legal(g.variant, table, card, some) == (CardSet(some) in expected)


def test_the_example_of_the_rules() -> None:
    """The seven of denari, with 2c 5b 7b As on the table, may take the two and the five, or the seven."""
    table = CardSet.parse("2c 5b 7b As").bits
    seven = Card.parse("7d")
    for g in (game("spazzino"), game("tombolon")):
        found = {CardSet(taken) for taken in captures(g.variant, table, seven)}
        assert found == {CardSet.parse("2c 5b"), CardSet.parse("7b")}
    assert [CardSet(t) for t in captures(game("scopetta").variant, table, seven)] == [CardSet.of("7b")]


def dropped_high_to_low(g: CaptureGame, first_table: str, order: list[str]) -> CardSet:
    """The table after cards were dropped one after the other; each must be a legal drop."""
    table = CardSet.parse(first_table)
    for text in order:
        card = Card.parse(text)
        assert is_legal(g.variant, table.bits, card, 0), f"{card} would take from {table}"
        table = table.add(card)
    return table


def largest_tables() -> Iterator[tuple[CaptureGame, CardSet, int]]:
    four = "Rb Rc Rd Rs"
    falling = ["7b", "6c", "5d", "4s", "3b", "2c", "Ad"]
    yield (
        game("spazzino"),
        dropped_high_to_low(game("spazzino"), four, ["Fb", "Cb", *falling]),
        MOST_ON_TABLE_40,
    )
    yield (
        game("scopetta"),
        dropped_high_to_low(game("scopetta"), four, ["Cb", "Fb", *falling]),
        MOST_ON_TABLE_40,
    )
    sixes, rest = "6b 6c 6d 6s", ["5d", "4s", "3b", "2c", "Ad", "Fb", "Cc", "Rd"]
    yield game("tombolon"), dropped_high_to_low(game("tombolon"), sixes, ["7b", *rest]), MOST_ON_TABLE_40
    padova = game("tombolon", padova=True)
    sixes_up = ["10b", "9c", "8d", "7s", *rest]
    yield padova, dropped_high_to_low(padova, sixes, sixes_up), MOST_ON_TABLE_52


@pytest.mark.parametrize(("g", "table", "most"), list(largest_tables()), ids=str)
def test_the_bound_is_reached_and_coped_with(g: CaptureGame, table: CardSet, most: int) -> None:
    assert len(table) == most
    for card in CardSet(g.variant.deck) - table:
        found = {CardSet(taken) for taken in captures(g.variant, table.bits, card)}
        assert found == by_the_book(g, table, card)
        assert found, f"on a full table {card} takes its equal, if nothing else"


@pytest.mark.parametrize("g", GAMES, ids=str)
def test_no_table_exceeds_the_bound(g: CaptureGame) -> None:
    """A drop found no card of its rank on the table: so beyond the four dealt each rank lies there once.

    Played by seats that drop whenever they can, to fill the table.
    """
    most = MOST_ON_TABLE_52 if len(CardSet(g.variant.deck)) == 52 else MOST_ON_TABLE_40
    rng, largest = Random(7), 0
    for _ in range(12):
        s, dealt, dropped = g.start(2), CardSet(), CardSet()
        while (actor := g.actor(s)) != OVER and s.turn.hand < 4:
            if actor == CHANCE:
                s = g.play(s, g.chance(s).sample(rng)).state
                if not any(s.cards.hands) and s.cards.table:
                    dealt = CardSet(s.cards.table)
                continue
            plays = [move for move in g.moves(s) if isinstance(move, Play)]
            drops = [move for move in plays if not move.taken]
            s = g.play(s, (drops or plays)[rng.randrange(len(drops or plays))]).state
            table = CardSet(s.cards.table)
            dropped = table - dealt
            assert len({card.rank for card in dropped}) == len(dropped)
            assert len(table) <= most
            largest = max(largest, len(table))
    assert largest >= 8


def test_an_ace_takes_one_ace() -> None:
    for g in GAMES:
        taken = [CardSet(t) for t in captures(g.variant, CardSet.parse("Ab Ac 2d").bits, Card.parse("As"))]
        assert taken == [CardSet.of("Ab"), CardSet.of("Ac")]


def test_a_position_knows_its_legal_plays() -> None:
    g = game("spazzino")
    s = set_up(g, ["7d Fs", "2b"], "5c 2s 7b Rd")
    assert [str(move) for move in g.moves(s)] == ["7d x 7b", "7d x 5c 2s", "Fs"]
