"""The rules compile as they stand, and the compiled ones do the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tavola.bots import make_bot
from tavola.fast import batch
from tavola.fast.agree import check
from tavola.kit import CHANCE, OVER
from tavola.kit.compiled import jit
from tavola.testing import check_rules
from tavola_briscola.game import Briscola
from tavola_briscola.kernel import HAND_DRAWN, HAND_WON, TRICK
from tavola_briscola.options import Options
from tavola_briscola.rules import legal, what_is_due
from tavola_briscola.state import PLAY, State, at_the_start
from tavola_briscola.tricks import points_in, set_of, taker_of

SWAPPING = Briscola(Options(target=2, trump_swap=True))


def agree(function: Any, *args: Any) -> None:
    assert jit(function)(*args) == function(*args), f"{function.__name__}{args}"


def compare(s: State) -> None:
    agree(what_is_due, s)
    agree(legal, SWAPPING.options.variant, s)
    agree(set_of, s.cards.played)
    agree(points_in, s.cards.taken[0])
    if s.turn.phase == PLAY and s.turn.seat != s.turn.leader:
        agree(taker_of, s.cards.trump, s.cards.played, s.turn.leader, s.seats)


@pytest.mark.parametrize("seats", [2, 4])
def test_every_function_agrees(seats: int) -> None:
    rng, s = Random(seats), SWAPPING.start(seats)
    assert jit(at_the_start)(seats) == s
    while (actor := SWAPPING.actor(s)) != OVER:
        compare(s)
        move = SWAPPING.chance(s).sample(rng) if actor == CHANCE else rng.choice(SWAPPING.moves(s))
        s = SWAPPING.play(s, move).state


@pytest.mark.parametrize("seats", [2, 4])
def test_every_step_agrees(seats: int) -> None:
    assert check(SWAPPING, seats, games=10) > 500
    assert check_rules(SWAPPING, seats=seats, games=5, effort=5_000).positions > 100


def job(players: tuple[str, ...], tabled: tuple[str, ...] = ()) -> batch.Job:
    return batch.prepare(SWAPPING, players, 3, make_bot, tabled)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_batch_is_made_of_whole_matches(seats: int) -> None:
    made = job(("random",) * seats)
    assert made.compiled
    games = 2000
    tally = batch.run(made, games)
    won = [tally.patterns[seat][HAND_WON] for seat in range(seats)]
    drawn = tally.patterns[0][HAND_DRAWN]
    hands = won[0] + won[1] + drawn
    tricks = sum(tally.patterns[seat][TRICK] for seat in range(seats))
    assert tricks == hands * 40 // seats
    assert list(tally.scores[:seats]) == won
    assert max(won) <= 2 * games <= won[0] + won[1] <= 3 * games
    assert 0 < drawn < hands / 10


def test_compiled_and_interpreted_matches_are_alike() -> None:
    """By the length of a match and by how many hands are drawn; both have thousands of hands."""
    games = 1500
    fast, slow = batch.run(job(("random", "random")), games), [0, 0]
    rng = Random(5)
    for _ in range(games):
        s = SWAPPING.start(2)
        while (actor := SWAPPING.actor(s)) != OVER:
            s = SWAPPING.play(
                s, SWAPPING.chance(s).sample(rng) if actor == CHANCE else rng.choice(SWAPPING.moves(s))
            ).state
        slow[0] += s.turn.hand
        slow[1] += min(s.score.hands)
    ours = sum(fast.patterns[0][n] for n in (HAND_WON, HAND_DRAWN)) + fast.patterns[1][HAND_WON]
    assert abs(ours - slow[0]) < 0.04 * slow[0]
    assert abs(sum(fast.scores[:2]) - 2 * games - slow[1]) < 0.15 * slow[1]
