"""What the search deals out is always what the view allows, and all of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import tavola
from tavola.core.contract import CHANCE, OVER
from tavola.fast.compile import jit
from tavola.fast.sums import Ints
from tavola.games.capture.bots.search.knowledge import perils, scene_of
from tavola.games.capture.fast.draws import open_draws
from tavola.games.capture.fast.search.deals import Known, dealt
from tavola.games.capture.state import State
from tavola.pieces.cardset import CardSet
from tests.games.capture.fast.search.tables import VARIANTS
from tests.games.capture.positions import set_up

every_variant = pytest.mark.parametrize(("game", "seats", "options"), VARIANTS, ids=str)


def decisions(rules: Any, seats: int, hands: int, rng: Random) -> Iterator[State]:
    """Every decision of some hands played at random."""
    s = rules.start(seats)
    while rules.actor(s) != OVER and s.turn.hand <= hands:
        if rules.actor(s) != CHANCE:
            yield s
        moves = rules.moves(s)
        s = rules.play(s, rng.choice(moves) if moves else rules.chance(s).sample(rng)).state


def dealt_out(view: Any, round_: int) -> State:
    scene = scene_of(view)
    state: State = jit(one_deal)(scene.known, scene.pool, np.uint64(1), round_)
    return state


def one_deal(known: Known, pool: Ints, seed: np.uint64, number: int) -> State:
    return dealt(known, pool, open_draws(seed, number))[0]


@every_variant
def test_every_deal_looks_the_same_to_who_thinks(game: str, seats: int, options: dict[str, Any]) -> None:
    rules: Any = tavola.rules(game, **options)
    for number, s in enumerate(decisions(rules, seats, 2, Random(1))):
        view = rules.view(s, s.turn.seat)
        guessed = dealt_out(view, number)
        seen = rules.view(guessed, s.turn.seat)
        assert seen.table._replace(last_play=view.table.last_play) == view.table
        assert seen.moves == view.moves
        assert rules.holdings(guessed) == rules.holdings(s)


@every_variant
def test_it_is_open_when_one_hand_holds_all_that_is_hidden(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    rules: Any = tavola.rules(game, **options)
    found = Counter[bool]()
    for s in decisions(rules, seats, 1, Random(2)):
        scene = scene_of(rules.view(s, s.turn.seat))
        others = [hand for seat, hand in enumerate(s.cards.hands) if seat != s.turn.seat and hand]
        hidden = [hand for hand in others if hand & ~(1 << max(0, s.cards.bottom))]
        if scene.is_open:
            assert s.cards.undealt == 0
            assert len(hidden) <= 1
        found[scene.is_open] += 1
    assert found[True] >= (2 * rules.variant.packet - 1 if seats == 2 else 1)
    assert found[False] > found[True]


def test_every_hidden_card_may_be_anywhere() -> None:
    rules: Any = tavola.rules("tombolon")
    s = set_up(rules, ("7d 2b 3b 4b", "5b 6b 7b Fb"), "Ac 2c 3c 4c", dealer=1, bottom="Rs")
    view = rules.view(s, 0)
    held = Counter[str]()
    for number in range(300):
        state = dealt_out(view, number)
        assert "Rs" in CardSet(state.cards.undealt)
        held.update(map(str, CardSet(state.cards.hands[1])))
    assert set(held) == set(map(str, view.table.unseen))


def test_the_shown_card_is_the_dealers() -> None:
    rules: Any = tavola.rules("tombolon")
    hands = ("7d 2b", "5b 6b", "7b Fb", "4b Rs")
    s = set_up(rules, hands, "Ac 2c", dealer=3, bottom="Rs", rest=0)
    for number in range(30):
        assert "Rs" in CardSet(dealt_out(rules.view(s, 0), number).cards.hands[3])


def test_perils() -> None:
    """Sure if all unseen cards are in the next hand, never if none of the rank is out."""
    rules: Any = tavola.rules("tombolon")
    fear = perils(rules.variant, CardSet.parse("7b 7c Rb").bits, 3)
    assert (fear[7], fear[13]) == (7, 5)
    assert not fear[:7].any()
    half = perils(rules.variant, CardSet.parse("7b Rb").bits, 1)
    assert half[7] == pytest.approx(3.5)
    assert perils(rules.variant, 0, 0).tolist() == [0.0] * len(fear)


@every_variant
def test_a_point_is_worth_something(game: str, seats: int, options: dict[str, Any]) -> None:
    rules: Any = tavola.rules(game, **options)
    for s in decisions(rules, seats, 3, Random(4)):
        assert 0 < scene_of(rules.view(s, s.turn.seat)).slope < 1
