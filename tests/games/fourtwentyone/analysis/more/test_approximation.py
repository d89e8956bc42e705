"""Three and more players: the last exactly, those before him as measured."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from tavola.bots import make_bot
from tavola.core.contract import CHANCE, OVER
from tavola.games.fourtwentyone.analysis.more.approximation import More
from tavola.games.fourtwentyone.analysis.more.worth import SetWorth
from tavola.games.fourtwentyone.analysis.policy import Policy
from tavola.games.fourtwentyone.analysis.rampos import Rampos
from tavola.games.fourtwentyone.analysis.two.chain import solve_unload
from tavola.games.fourtwentyone.analysis.two.load import unload_starts
from tavola.games.fourtwentyone.analysis.two.measure import approximate_first, approximate_last, given_away
from tavola.games.fourtwentyone.analysis.two.solved import Solved, solved
from tavola.games.fourtwentyone.chances import chances
from tavola.games.fourtwentyone.state import Go, State
from tavola.pieces.seats import put
from tests.games.fourtwentyone.analysis.brute import Brute, rules_of, shrunk, unload

SURE = 3  # standard deviations


def thinks(worth: SetWorth, me: int) -> Callable[[State], float]:
    """What the start of a turn is worth to a seat."""

    def later(s: State) -> float:
        players = s.round.members.bit_count()
        return float(worth.table(players, s.turn.first == me)[s.tokens.held[me]])

    return later


@pytest.mark.parametrize(
    ("shown", "held", "options"),
    [
        ((331, 322), (2, 3, 2), {}),
        ((321, 321), (1, 2, 4), {}),
        ((211, 332), (3, 1, 3), {"count": "last_throw"}),
        ((322, 322), (3, 3, 1), {"others_value": 0}),
    ],
)
def test_the_last_of_three_by_brute_force(
    shown: tuple[int, int], held: tuple[int, int, int], options: dict[str, Any]
) -> None:
    """Rampos of two and three, for the lowest and the highest, and players who go out, all by the rules."""
    game = rules_of(**options)
    with shrunk(3, 7, 3):
        two = solve_unload(chances(game.options), 7, 3)
        found = Solved(game.options, two.loss, two.turn.plan, two.residual, two.rounds)
        more = More(found)
        brute = Brute(game, 2, thinks(more.worth, 2), 7, deep=8)
        s = unload(*held)
        there = put(put(s.round.shown, 0, shown[0]), 1, shown[1])
        for go, limit in (
            (Go(2, 0, 0, 0, 0, 0), 2),
            (Go(2, 1, 332, 0, 0, 0), 3),
            (Go(2, 1, 211, 0, 0, 0), 2),
        ):
            now = s._replace(
                turn=s.turn._replace(total=3, limit=limit),
                round=s.round._replace(shown=there, waiting=0b100),
                go=go,
            )
            values = more.values(now)
            assert set(values) == set(game.moves(now))
            for move, loss in values.items():
                assert brute.after(now, move) == pytest.approx(loss, abs=1e-5)


def test_what_a_rampo_adds() -> None:
    """Simulated: three throw, the lowest lose, again among equals."""
    found = solved(rules_of().options)
    w, games = found.work(), 20_000
    values = w.values.tolist()
    thrown = iter(np.random.default_rng(3).choice(w.n, 20 * games, p=w.thrown).tolist())
    for players, sign in ((2, 1), (3, -1), (3, 1)):
        seen = np.zeros(w.totals)
        for _ in range(games):
            total, left = 0, players
            while left > 1:
                fell = list(islice(thrown, left))
                total += sum(values[each] for each in fell)
                left = fell.count(max(fell) if sign > 0 else min(fell))
            seen[min(total, w.cap)] += 1
        p = Rampos(w).added(players, sign)
        assert p.sum() == pytest.approx(1)
        assert (abs(seen / games - p) <= 4.5 * np.sqrt(p * (1 - p) / games) + 1e-12).all()


def test_measured_against_the_solved_two_players() -> None:
    """The approximation never beats the solved player, and gives little away."""
    found = solved(rules_of().options)
    starts = unload_starts(found.chances, 21)
    assert abs(given_away(found, found.plan, starts)["set"]) < 1e-12
    for plan in (approximate_last(found), approximate_first(found, exact_two=False)):
        away = given_away(found, plan, starts)
        assert 0 < away["set"] < 0.005
        assert away["first"]["mean"] > 0


def as_its_share(share: float, seats: int) -> float:
    """As far as so few games can tell: of five house players it lost 187 of 960, and of 40 as often more than
    eight as fewer."""
    return share + SURE * sqrt(share * (1 - 1 / seats))


def half_its_share(share: float, _seats: int) -> float:
    """It loses two or three of 40."""
    return share / 2


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize(("others", "most"), [("house", as_its_share), ("random", half_its_share)])
def test_it_plays_whole_games_and_holds_its_own(
    seats: int, others: str, most: Callable[[float, int], float]
) -> None:
    """Every move is legal; at a table of house players it loses no more games than its share, and far fewer
    where all others play at random."""
    game, games = rules_of(), 40
    policy, lost = Policy(solved(game.options)), 0
    rng = Random(seats)
    other = make_bot(others, game, rng)
    for n in range(games):
        me, s = n % seats, game.start(seats)
        while (actor := game.actor(s)) != OVER:
            if actor == CHANCE:
                move = game.chance(s).sample(rng)
            else:
                view = game.view(s, actor)
                move = policy.choose(view) if actor == me else other.choose(view)
                assert move in view.moves
            s = game.play(s, move).state
        end = game.outcome(s)
        assert end is not None
        lost += me not in end.winners
    assert lost < most(games / seats, seats)
