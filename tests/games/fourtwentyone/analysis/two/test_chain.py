"""The solved unload of two players against brute force on the rules themselves."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tavola.core.contract import CHANCE, OVER
from tavola.games.fourtwentyone import events as e
from tavola.games.fourtwentyone.analysis import reasons as position
from tavola.games.fourtwentyone.analysis.policy import Policy
from tavola.games.fourtwentyone.analysis.two.chain import solve_unload, worth_of
from tavola.games.fourtwentyone.analysis.two.solved import Solved, solved
from tavola.games.fourtwentyone.chances import chances
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.state import State
from tests.games.fourtwentyone.analysis.brute import rules_of, shrunk, two_players, unload

# faces of a die, tokens, throws, options
SMALL: list[tuple[int, int, int, dict[str, Any]]] = [
    (3, 4, 3, {}),
    (3, 4, 2, {"count": "last_throw"}),
    (3, 4, 3, {"others_value": 0, "suites": False}),
    (3, 3, 3, {"nenette": "lowest", "count": "last_throw", "others_value": 0}),
    (3, 3, 2, {"knock": "1/5"}),
    (4, 3, 2, {}),
]


@pytest.mark.parametrize(("faces", "tokens", "throws", "options"), SMALL)
def test_brute_force_on_a_small_game(faces: int, tokens: int, throws: int, options: dict[str, Any]) -> None:
    """The solved values are what the rules give, and the policy's move is a best one wherever it decides."""
    game = rules_of(**options)
    with shrunk(faces, tokens, throws):
        found = solve_unload(chances(game.options), tokens, throws)
        assert found.residual < 1e-12
        brute = two_players(game, found.loss.tolist())
        for held in range(1, tokens):
            value = brute.value(unload(held, tokens - held))
            assert value == pytest.approx(found.loss[held - 1], abs=1e-10)
        policy = Policy(Solved(game.options, found.loss, found.turn.plan, found.residual, found.rounds))
        decided = brute.decisions()
        assert decided
        for s in decided:
            assert brute.after(s, policy.move(s)) == pytest.approx(brute.value(s), abs=1e-10)


@pytest.mark.parametrize(
    ("text", "tried"),
    [
        ("second 654 throws=1 of 2 target=116 total=9 tokens=8/13", ()),
        ("second 442 throws=2 of 3 target=665 total=5 tokens=15/6", ()),
        ("second throws=0 of 2 target=431 total=1 tokens=1/20", ()),
        ("first 442 throws=2 total=3 tokens=19/2", ("stop",)),
    ],
)
def test_brute_force_within_a_turn_of_the_whole_game(text: str, tried: tuple[str, ...]) -> None:
    game = rules_of()
    s = position.read(game.options.variant, text)
    found = solved(game.options)
    # A rampo within a rampo within a rampo comes less than once in 1000 ties, and ties are rare.
    brute = two_players(game, found.loss.tolist(), deep=2)
    values = Policy(found).values(s)
    assert set(values) == set(game.moves(s))
    for move, loss in values.items():
        if not tried or str(move) in tried:
            value = brute.after(s, move)
            assert (1 - value if s.go.seat else value) == pytest.approx(loss, abs=1e-5)


def test_following_both_plans_gives_the_same_value() -> None:
    """Walked forwards, the turn ends as often as its value, worked out backwards, says."""
    found = solved(rules_of().options)
    assert worth_of(found.work(), found.plan, 21, 3) == pytest.approx(found.loss, abs=1e-12)
    assert found.residual < 1e-12


def test_more_tokens_are_worse() -> None:
    loss = solved(rules_of().options).loss
    assert all(a < b for a, b in pairwise(loss))
    assert loss[0] > 0
    assert loss[-1] < 1


# ---- the policy played on the rules ----


def lost_by_first(game: FourTwentyOne, policy: Policy, s: State, rng: Random) -> bool:
    """One set from its unload on."""
    while True:
        actor = game.actor(s)
        assert actor != OVER
        move = game.chance(s).sample(rng) if actor == CHANCE else policy.choose(game.view(s, actor))
        step = game.play(s, move)
        for event in step.events:
            if isinstance(event, e.SetLost):
                return event.seat == 0
        s = step.state


@pytest.mark.parametrize("held", [2, 8, 13, 19])
def test_playing_the_policy_loses_as_often_as_solved(held: int) -> None:
    game, sets = rules_of(), 1500
    found = solved(game.options)
    policy, rng = Policy(found), Random(held)
    lost = sum(lost_by_first(game, policy, unload(held, 21 - held), rng) for _ in range(sets))
    p = float(found.loss[held - 1])
    assert abs(lost / sets - p) < 4 * (p * (1 - p) / sets) ** 0.5
