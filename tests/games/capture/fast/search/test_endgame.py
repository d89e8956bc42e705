"""The exact solution of the last cards, against every line played out by the rules themselves."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import tavola
from tavola.fast.search.endgame import NOT_BEGUN, SOLVED, Stack, new_stack
from tavola.fast.search.told import Floats
from tavola.games.capture.bots.search import GUIDE
from tavola.games.capture.bots.search.knowledge import CREDENCE, chances_to_win, perils, scene_of, told_of
from tavola.games.capture.bots.worth import worths
from tavola.games.capture.fast import kernel as capture
from tavola.games.capture.fast.search.match import worth_of_end
from tavola.games.capture.fast.search.moves import CARD, CARD_BITS
from tavola.games.capture.fast.search.told import SearchTables
from tavola.games.capture.moves import Play
from tavola.games.capture.state import PLAY, State, side_of
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet
from tests.games.capture.fast.search.tables import VARIANTS
from tests.games.capture.positions import set_up

every_variant = pytest.mark.parametrize(("game", "seats", "options"), VARIANTS, ids=str)


def an_endgame(rules: Any, seats: int, each: int, rng: Random) -> State:
    """So many cards in each hand, some on the table, the rest on the piles, about as many; any score."""
    deck = list(CardSet(rules.variant.deck))
    rng.shuffle(deck)
    hands = [" ".join(map(str, deck[n * each : (n + 1) * each])) for n in range(seats)]
    rest, on_table = deck[seats * each :], rng.randrange(8)
    piled = (len(rest) + on_table) // 2 + rng.randrange(-3, 4)
    return set_up(
        rules,
        hands,
        " ".join(map(str, rest[:on_table])),
        taken=(" ".join(map(str, rest[on_table:piled])), " ".join(map(str, rest[piled:]))),
        rest=0,
        turn=rng.randrange(seats),
        dealer=rng.randrange(seats),
        taker=rng.randrange(-1, seats),
        totals=(rng.randrange(rules.variant.target), rng.randrange(rules.variant.target)),
    )


def by_brute_force(rules: Any, wins: Floats, s: State) -> float:
    """Side 0's value of a state: every play tried, to the end of the hand."""
    return best_of([after(rules, wins, s, move) for move in rules.moves(s)], s)


def best_of(values: list[float], s: State) -> float:
    return max(values) if side_of(s.turn.seat) == 0 else min(values)


def after(rules: Any, wins: Floats, s: State, move: Play) -> float:
    t = rules.play(s, move).state
    if t.turn.phase == PLAY:
        return by_brute_force(rules, wins, t)
    return worth_of_end(wins, rules.variant.target, t.score.totals, t.score.winner, s.turn.dealer)


def a_stack() -> Stack:
    return new_stack(GUIDE.deepest, GUIDE.columns)


def solved(rules: Any, s: State, every: bool, most: int = 1 << 40) -> Stack:
    v, book, stack = rules.variant, capture.book(rules.variant), a_stack()
    worth, peril = np.array(worths(v, *s.cards.taken)), perils(v, v.deck, 3)
    wins = chances_to_win(v, s.seats)
    scene = scene_of(rules.view(s, s.turn.seat))
    tables = SearchTables(scene.known, *book, scene.pool, worth, peril, wins, told_of(scene, ()), CREDENCE)
    while stack.at[0] != SOLVED:
        GUIDE.solve(v, tables, s, every, stack, most)
    return stack


def values_of(stack: Stack) -> dict[Play, float]:
    found = {}
    for move, value in zip(stack.moves[0, : stack.tried[0]].tolist(), stack.values.tolist(), strict=False):
        found[Play(Card(move & CARD), CardSet(move >> CARD_BITS))] = value
    return found


@every_variant
def test_it_is_what_brute_force_finds(game: str, seats: int, options: dict[str, Any]) -> None:
    rules: Any = tavola.rules(game, **options)
    rng, wins, differ = Random(2), chances_to_win(rules.variant, seats), 0
    for number in range(24):
        each = 1 + number % 3 if seats == 2 else 1 + number % 2
        s = an_endgame(rules, seats, each, rng)
        stack = solved(rules, s, every=True)
        expected = {move: after(rules, wins, s, move) for move in rules.moves(s)}
        assert values_of(stack) == pytest.approx(expected, abs=1e-12)
        assert stack.best[0] == pytest.approx(best_of(list(expected.values()), s))
        differ += max(expected.values()) > min(expected.values())
    assert differ > 3  # a choice that matters


@every_variant
def test_in_a_hurry_the_best_is_as_good(game: str, seats: int, options: dict[str, Any]) -> None:
    """Without the values of all moves, the first that is best is still exact; and so it is piece by piece."""
    rules: Any = tavola.rules(game, **options)
    rng = Random(3)
    for _ in range(10):
        s = an_endgame(rules, seats, 4 if seats == 2 else 2, rng)
        full, quick, pieces = (
            solved(rules, s, True),
            solved(rules, s, False),
            solved(rules, s, False, most=60),
        )
        assert full.best[0] == quick.best[0] == pieces.best[0]
        values, exact = values_of(quick), values_of(full)
        chosen = (max if side_of(s.turn.seat) == 0 else min)(values, key=values.__getitem__)
        assert exact[chosen] == full.best[0]
        assert values_of(pieces) == values


def test_a_new_stack_has_not_begun() -> None:
    assert a_stack().at[0] == NOT_BEGUN
