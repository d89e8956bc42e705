from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

import tavola
from bench.fast_cards import random_hands
from tavola.bots import make_bot
from tavola.core.contract import CHANCE, OVER, View
from tavola.core.errors import BadOption
from tavola.fast.batch import play, run
from tavola.fast.compile import jit
from tavola.fast.streams import ZERO, Stream
from tavola.fast.sums import Ints
from tavola.games.capture import moves as m
from tavola.games.capture.fast import kernel as capture
from tavola.games.capture.fast.book import (
    ALL_COUNTS,
    COUNT_BITS,
    LINES,
    NO_PAGE,
    Book,
    book_of,
    page_of,
    taken_from,
)
from tavola.games.capture.fast.draws import (
    Draws,
    any_move,
    moves_by_rules,
    nth_move_by_rules,
    one_below,
    open_draws,
    some_cards,
)
from tavola.games.capture.fast.kernel import KINDS, play_game
from tavola.games.capture.state import State
from tavola.games.capture.variant import Variant
from tavola.pieces.cards import Card, cards_in, rank_of
from tavola.pieces.cardset import CardSet
from tests.fast.chi import even
from tests.fast.jobs import job

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("spazzino", 2, {}),
    ("scopetta", 2, {}),
    ("scopetta", 2, {"primiera": "sevens", "napola": False}),
    ("tombolon", 2, {}),
    ("tombolon", 4, {"colour": "any_three"}),
    ("tombolon", 2, {"padova": True}),
    ("tombolon", 4, {"padova": True, "call_out": False}),
]
SEED = np.uint64(5)
TABLES = [("spazzino", {}), ("scopetta", {}), ("tombolon", {"padova": True})]


def cards(text: str) -> int:
    return CardSet.parse(text).bits


# ---- the rules ----


def move_of(rules: Any, s: Any, action: int) -> m.Move:
    if rules.actor(s) != CHANCE:
        return m.Play(Card(action & 63), CardSet(action >> capture.CARD_BITS))
    kind = type(next(iter(rules.chance(s).outcomes()))[0])
    return m.Deal(CardSet(action)) if kind is m.Deal else kind(Card(action) if kind is m.Bottom else action)


def log_game(
    v: Variant, seats: int, tables: capture.KernelTables, seed: np.uint64, game: int, log: Ints
) -> tuple[State, capture.Length]:
    """One match of a batch, to be played again from its log."""
    patterns = np.zeros((seats, len(KINDS)), np.int64)
    return play_game(v, seats, tables, tables.deck.copy(), open_draws(seed, game), patterns, log)


@pytest.mark.parametrize(("game", "seats", "options"), GAMES, ids=str)
def test_what_a_kernel_plays_is_a_match_of_the_rules(game: str, seats: int, options: dict[str, Any]) -> None:
    """Every move is legal, and the match ends as the rules say: they play it again from the log."""
    rules = tavola.rules(game, **options)
    for number in range(3):
        log = np.full(5000, -1, np.int64)
        v = rules.options.variant
        final, (plays, deals) = jit(log_game)(v, seats, capture.tables(rules, True), SEED, number, log)
        s = rules.start(seats)
        for action in log[: plays + deals].tolist():
            s = rules.play(s, move_of(rules, s, action)).state
        assert rules.actor(s) == OVER
        assert s == final
        assert log[plays + deals] == -1


# ---- luck ----


def small_draws(seed: np.uint64, bound: int, n: int, out: Ints) -> None:
    luck = open_draws(seed, 0)
    for _ in range(n):
        drawn, luck = one_below(luck, bound)
        out[drawn] += 1


@pytest.mark.parametrize("bound", [2, 3, 7, 40, 3000])
def test_small_draws_are_even(bound: int) -> None:
    out = np.zeros(bound, np.int64)
    jit(small_draws)(SEED, bound, 50_000, out)
    assert even(out.tolist())


def test_without_a_choice_nothing_is_drawn() -> None:
    luck = Draws(Stream(SEED, ZERO, ZERO, ZERO, ZERO), 0, 0)
    assert one_below(luck, 1) == (0, luck)


def draw_sets(seed: np.uint64, stock: Ints, low: int, high: int, number: int, out: Ints) -> None:
    luck = open_draws(seed, 0)
    for n in range(len(out)):
        out[n], luck = some_cards(luck, stock, low, high, number)


@pytest.mark.parametrize(("low", "high", "number"), [(0, 6, 3), (1, 7, 2), (0, 5, 5), (2, 10, 7)])
def test_every_set_of_cards_is_dealt_equally_often(low: int, high: int, number: int) -> None:
    stock, out = np.array([1 << n for n in range(12)]), np.zeros(30_000, np.int64)
    jit(draw_sets)(SEED, stock, low, high, number, out)
    found = Counter(out.tolist())
    possible = [sum(1 << n for n in each) for each in combinations(range(low, high), number)]
    assert set(found) == set(possible)
    assert len(possible) == 1 or even([found[each] for each in possible])
    assert sorted(stock.tolist()) == [1 << n for n in range(12)]
    assert stock.tolist()[:low] == [1 << n for n in range(low)]


def test_dealt_cards_lie_at_the_end_of_the_stock() -> None:
    stock, out = np.array([1 << n for n in range(40)]), np.zeros(1, np.int64)
    jit(draw_sets)(SEED, stock, 0, 40, 9, out)
    assert out[0] == sum(stock.tolist()[31:])


# ---- moves ----


def read(book: Book, table: int, card: int) -> set[int]:
    page = page_of(table)
    line = int(book.lines[page.number * LINES + rank_of(card) - 1])
    begin = line >> COUNT_BITS
    written = book.captures[begin : begin + (line & ALL_COUNTS)].tolist()
    return {taken_from(table, page, each) for each in written}


@pytest.mark.parametrize(("game", "options"), TABLES, ids=str)
def test_the_book_has_the_captures_of_the_rules(game: str, options: dict[str, Any]) -> None:
    v = tavola.rules(game, **options).options.variant
    book, rng, deck, found = book_of(v), Random(4), list(cards_in(v.deck)), Counter[bool]()
    for _ in range(1500):
        drawn = rng.sample(deck, rng.randrange(1, 10))
        card, table = drawn[0], sum(1 << each for each in drawn[1:])
        twice = [n for n in Counter(rank_of(each) for each in drawn[1:]).values() if n > 1]
        has_page = page_of(table).number != NO_PAGE
        assert has_page == (twice in ([], [2]))
        found[has_page] += 1
        if has_page:
            assert read(book, table, card) == set(m.captures(v, table, card))
    assert min(found.values()) > 100


def many_moves(v: Variant, book: Book, table: int, hand: int, seed: np.uint64, out: Ints) -> None:
    (lines, captures), luck = book, open_draws(seed, 0)
    for n in range(len(out)):
        (card, taken), luck = any_move(v, lines, captures, table, hand, luck)
        out[n] = taken << capture.CARD_BITS | card


POSITIONS = [
    ("7d 4c As", "4b 3b 2b Ab"),  # several captures
    ("7d 5c Fs", "4b 4d 3b 3c Ab"),  # two pairs: not in the book
    ("7d 6c 5s", "4b 3b 3c 2b"),  # a pair
    ("Fd Cd Rd", "2b"),
]


@pytest.mark.parametrize(("hand", "table"), POSITIONS)
@pytest.mark.parametrize("game", ["spazzino", "scopetta", "tombolon"])
def test_every_legal_move_is_equally_likely(game: str, hand: str, table: str) -> None:
    """As it is for the bot that is asked, which has the same moves."""
    rules = tavola.rules(game)
    v, open_to_me = rules.options.variant, m.plays(rules.options.variant, cards(hand), cards(table))
    bot, view = make_bot("random", rules, Random(1)), View(0, 0, rules.options, None, open_to_me)
    asked = Counter(bot.choose(view) for _ in range(5000))
    out = np.zeros(20_000, np.int64)
    jit(many_moves)(v, capture.book(v), cards(table), cards(hand), SEED, out)
    found = Counter(out.tolist())
    assert set(found) == {int(play.card) | play.taken.bits << capture.CARD_BITS for play in asked}
    assert even(list(found.values()))
    assert even(list(asked.values()))


def test_the_rules_walk_through_the_moves_in_their_order() -> None:
    v = tavola.rules("spazzino").options.variant
    for hand, table in POSITIONS:
        legal = m.plays(v, cards(hand), cards(table))
        assert moves_by_rules(v, cards(table), cards(hand)) == len(legal)
        walked = [nth_move_by_rules(v, cards(table), cards(hand), n) for n in range(len(legal))]
        assert walked == [(int(play.card), play.taken.bits) for play in legal]


# ---- batches ----


@pytest.mark.parametrize("game", ["spazzino", "scopetta", "tombolon"])
def test_random_play_comes_out_compiled_as_interpreted(game: str) -> None:
    fast_job = job(game, "random,random")
    assert fast_job.compiled
    slow = play(replace(fast_job, policies=None), 0, 60)
    fast = play(fast_job, 0, 6000)
    spread = (fast.length_squares / 6000 - (fast.length / 6000) ** 2) ** 0.5
    assert abs(fast.length / 6000 - slow.length / 60) < 4 * spread / 60**0.5
    assert fast.throws / fast.length == pytest.approx(slow.throws / slow.length, rel=0.05)
    for kind, name in enumerate(fast_job.patterns):
        often = sum(row[kind] for row in fast.patterns) / fast.length
        seen = sum(row[kind] for row in slow.patterns)
        assert abs(seen - often * slow.length) <= 4 * (often * slow.length) ** 0.5 + 1, name


def test_chunks_of_matches_add_up_to_the_whole() -> None:
    what = job("tombolon", "random,random,random,random", seed=3)
    whole = play(what, 0, 40)
    parts = [play(what, first, n) for first, n in ((0, 1), (21, 19), (1, 20))]
    assert whole == parts[0] + parts[1] + parts[2] == run(what, 40)
    assert whole.games == sum(whole.winners[pair] for pair in (0b0101, 0b1010)) == 40


def test_an_endless_match_is_given_up() -> None:
    tally = play(job("scopetta", "random,random", target=1_000_000), 0, 2)
    assert (tally.winners[0], tally.shortest, tally.longest) == (2, 100_000, 100_000)


def test_hands_are_counted_in_full() -> None:
    rules = tavola.rules("scopetta")
    hands = random_hands(rules, 2, 1, 0, 3000)
    parts = [random_hands(rules, 2, 1, first, n) for first, n in ((0, 1000), (1000, 2000))]
    assert hands.plays == 3000 * 36 == sum(part.plays for part in parts)
    assert hands.points == tuple(sum(part.points[side] for part in parts) for side in range(2))


def test_other_bots_are_asked_each_time() -> None:
    slow = job("scopetta", "random,house", tabled=())
    assert not slow.compiled
    assert slow.why_slow.startswith("house:")
    assert play(slow, 0, 2).games == 2
    with pytest.raises(BadOption, match="table"):
        job("scopetta", "random,house", tabled=("house",))
