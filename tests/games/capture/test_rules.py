"""A hand and a match from play to play: what scores when, who gets the rest, who has won."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tavola.core.contract import CHANCE, OVER, Step
from tavola.games import rules
from tavola.games.capture import CaptureGame
from tavola.games.capture import events as e
from tavola.games.capture.state import State
from tavola.pieces.cardset import CardSet
from tests.games.capture.positions import set_up


def game(name: str, **options: Any) -> CaptureGame:
    made = rules(name, **options)
    assert isinstance(made, CaptureGame)
    return made


def played(g: CaptureGame, s: State, *moves: str) -> Step[State]:
    step = Step(s, ())
    for move in moves:
        step = g.play(step.state, g.parse(move))
    return step


def test_what_is_left_goes_to_the_last_taker() -> None:
    g = game("spazzino")
    s = set_up(g, ["5b", "Fc"], "5c Rd 2s", rest=0)
    after = played(g, s, "5b x 5c", "Fc")
    assert e.LeftoversTaken(0, CardSet.parse("Rd 2s Fc")) in after.events
    end = next(event for event in after.events if isinstance(event, e.HandEnded))
    assert len(end.piles[0]) == 40


def test_the_last_taker_may_have_taken_long_ago() -> None:
    g = game("scopetta")
    s = set_up(g, ["5b", "Fc"], "Rd 2s", rest=0, taker=1)
    after = played(g, s, "5b", "Fc")
    assert e.LeftoversTaken(1, CardSet.parse("Rd 2s 5b Fc")) in after.events


def test_if_nobody_took_nobody_gets_it() -> None:
    g = game("scopetta")
    s = set_up(g, ["5b", "Fc"], "Rd 2s", rest=0)
    after = played(g, s, "5b", "Fc")
    assert not any(isinstance(event, e.LeftoversTaken) for event in after.events)
    end = next(event for event in after.events if isinstance(event, e.HandEnded))
    assert end.piles[1] == CardSet()


def test_the_deal_moves_on_by_one_seat() -> None:
    g, rng = game("tombolon", target=10_000), Random(4)
    s = g.start(4)
    dealers: list[tuple[int, int]] = []
    while len(dealers) < 6:
        step = g.play(s, g.chance(s).sample(rng) if g.actor(s) == CHANCE else g.moves(s)[0])
        dealers += [(event.dealer, event.first) for event in step.events if isinstance(event, e.HandBegan)]
        s = step.state
    start = dealers[0][0]
    assert dealers == [((start + n) % 4, (start + n + 1) % 4) for n in range(6)]


@pytest.mark.parametrize(
    ("before", "after", "winners"),
    [
        ((8, 3), (11, 4), (0,)),
        ((7, 10), (10, 11), (1,)),
        ((3, 4), (6, 5), None),
        ((8, 13), (11, 14), (1,)),
        ((9, 11), (12, 12), None),
        ((10, 11), (13, 12), (0,)),
    ],
)
def test_a_match_ends_after_a_hand_at_the_target_if_not_tied(
    before: tuple[int, int], after: tuple[int, int], winners: tuple[int, ...] | None
) -> None:
    """Side 0 makes 3 in the hand that ends here: cards, denari, primiera. Side 1 has the 7d."""
    g = game("scopetta", napola=False)
    s = set_up(g, ["", "Fc"], "Rd", taken=("", "7d"), rest=0, turn=1, taker=0, totals=before)
    step = played(g, s, "Fc")
    assert g.score(step.state) == after
    outcome = g.outcome(step.state)
    if winners is None:
        assert outcome is None
        assert g.view(step.state, 0).table.winner is None
        assert g.actor(step.state) == CHANCE
        assert step.events[-1] == e.HandBegan(2, 1, 0, after)
    else:
        assert outcome is not None
        assert (outcome.winners, outcome.scores) == (winners, after)
        assert g.view(step.state, 0).table.winner == winners[0]
        assert step.events[-1] == e.MatchWon(winners, after, tombolon=False)


def test_every_card_is_in_one_place() -> None:
    rng = Random(9)
    for g, seats in (
        (game("spazzino"), 2),
        (game("scopetta"), 2),
        (game("tombolon"), 2),
        (game("tombolon"), 4),
        (game("tombolon", padova=True), 2),
        (game("tombolon", padova=True), 4),
    ):
        s, deck = g.start(seats), g.variant.deck
        while g.actor(s) != OVER:
            moves = g.moves(s)
            s = g.play(s, moves[rng.randrange(len(moves))] if moves else g.chance(s).sample(rng)).state
            places = (*s.cards.hands, s.cards.table, s.cards.undealt, *s.cards.taken)
            together = 0
            for place in places:
                assert together & place == 0
                together |= place
            assert together == deck


@pytest.mark.parametrize("name", ["spazzino", "scopetta", "tombolon"])
def test_the_events_of_a_hand_add_up_to_its_points(name: str) -> None:
    g, rng = game(name), Random(6)
    for _ in range(5):
        s = g.start(2)
        told: list[Counter[str]] = [Counter(), Counter()]
        while g.actor(s) != OVER:
            moves = g.moves(s)
            step = g.play(s, moves[rng.randrange(len(moves))] if moves else g.chance(s).sample(rng))
            for event in step.events:
                if isinstance(event, e.Scored):
                    told[event.seat][event.what] += event.points
                elif isinstance(event, e.HandEnded):
                    for side in range(2):
                        assert +Counter(event.breakdown(side)) == told[side]
                    assert event.totals == tuple(g.score(step.state))
                    told = [Counter(), Counter()]
            s = step.state


def test_a_partner_makes_the_same_points() -> None:
    assert e.Scored(1, "scopa", 7, partner=3).change() == {1: 7, 3: 7}
    assert e.Scored(1, "scopa", 7).change() == {1: 7}


def test_who_gives_up_loses_and_his_partner_too() -> None:
    g = game("tombolon")
    s = set_up(g, ["5b", "Fc", "2d", "3d"], "5c", totals=(30, 0))
    assert g.concede(s, 2).winners == (1, 3)
    assert g.concede(s, 1).winners == (0, 2)
    two = set_up(g, ["5b", "Fc"], "5c")
    assert g.concede(two, 0).winners == (1,)
