"""The rules against a Briscola written a second time, with strings and lists: every step of many games."""

from __future__ import annotations

from random import Random

import pytest

from naive import Naive, points
from tavola.kit import CHANCE, OVER
from tavola.kit.cards import NO_CARD, SUIT_SIGNS, Card, CardSet, notation_of
from tavola_briscola.game import Briscola
from tavola_briscola.options import Options
from tavola_briscola.rules import what_is_due
from tavola_briscola.state import DEAL, DRAW, NO_SUIT, State
from tavola_briscola.tricks import points_in

NUMBERS = {str(card): card for card in CardSet.deck()}
GAMES = 500  # for each number of seats and each option: two thousand in all


def compare(rules: Briscola, s: State, naive: Naive) -> None:
    c = s.cards
    assert rules.actor(s) == naive.actor()
    assert [notation_of(hand) for hand in c.hands[: s.seats]] == [in_order(hand) for hand in naive.hands]
    assert notation_of(c.undealt) == in_order(naive.stock)
    assert ("" if c.shown == NO_CARD else str(Card(c.shown))) == naive.face_up
    assert ("" if c.trump == NO_SUIT else SUIT_SIGNS[c.trump]) == naive.trump
    assert [notation_of(pile) for pile in c.taken] == [in_order(pile) for pile in naive.piles]
    on_table = {seat: str(Card(card)) for seat, card in enumerate(c.played) if card != NO_CARD}
    assert on_table == dict(naive.trick)
    assert [points_in(pile) for pile in c.taken] == [points(pile) for pile in naive.piles]
    assert rules.score(s) == tuple(naive.hands_won[seat % 2] for seat in range(s.seats))
    if rules.actor(s) >= 0:
        assert sorted(map(str, rules.moves(s))) == sorted(naive.options())
    if s.turn.phase in (DEAL, DRAW):
        assert notation_of(what_is_due(s).pool) == in_order(naive.drawable())


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=NUMBERS.__getitem__)


def play_both(rules: Briscola, seats: int, rng: Random) -> int:
    """A match of random moves; the number of steps that were compared."""
    s, steps = rules.start(seats), 0
    naive = Naive(seats, rules.options.target, rules.options.trump_swap)
    while (actor := rules.actor(s)) != OVER:
        compare(rules, s, naive)
        move = rules.chance(s).sample(rng) if actor == CHANCE else rng.choice(rules.moves(s))
        s = rules.play(s, move).state
        naive.move(str(move))
        steps += 1
    compare(rules, s, naive)
    end = rules.outcome(s)
    assert end is not None
    assert end.winners == tuple(seat for seat in range(seats) if naive.hands_won[seat % 2] == naive.target)
    return steps


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("trump_swap", [False, True])
def test_every_step_of_many_games(seats: int, trump_swap: bool) -> None:
    rng, steps = Random(seats + 10 * trump_swap), 0
    for game in range(GAMES):
        rules = Briscola(Options(target=1 + game % 2, trump_swap=trump_swap))
        steps += play_both(rules, seats, rng)
    assert steps > GAMES * 60
