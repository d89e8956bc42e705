"""5000 by stories, and its scoring beside a second one written another way."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

import tavola
from tavola.core.errors import BadNotation, IllegalMove
from tavola.games.five_thousand import events as e
from tavola.games.five_thousand.moves import Play
from tavola.games.five_thousand.rules import Variant, legal, score
from tavola.pieces.dice import faces, from_faces, throws
from tests.script import Script

STANDARD = Variant(5000, 100)


def table(seats: int = 1, **options: Any) -> Script:
    return Script(tavola.rules("5000", **options), seats)


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        (1, 100), (5, 50), (2, 0), (15, 150), (11, 200), (55, 100),
        (111, 100), (222, 200), (333, 300), (444, 400), (555, 500), (666, 600),
        (1111, 200), (11111, 300), (5555, 550), (55555, 5000), (22222, 0), (6666, 0),
        (12345, 1500), (54321, 1500), (23456, 1500), (62435, 1500), (1234, 0), (12346, 0),
        (2221, 300), (22215, 350), (2223, 0), (22211, 400), (11155, 200), (55511, 700),
    ],
)  # fmt: skip
def test_score(dice: int, points: int) -> None:
    assert score(STANDARD, dice) == points


def test_the_best_of_three_aces() -> None:
    best = tavola.rules("5000", brelan_of_aces="best").options.variant
    assert [score(best, dice) for dice in (111, 1111, 11111, 11155, 12345)] == [300, 400, 500, 400, 1500]


@cache
def by_hand(shown: tuple[int, ...]) -> int:
    """The score again, told as a person would: look for the great ones, then take triples off, then count."""
    if shown == (5,) * 5:
        return 5000
    if sorted(shown) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
        return 1500
    rest, points = Counter(shown), 0
    for face in {f for f, n in rest.items() if n >= 3}:
        rest[face] -= 3
        points += {1: 100}.get(face, face * 100)
    if any(n and face not in (1, 5) for face, n in rest.items()):
        return 0
    return points + 100 * rest[1] + 50 * rest[5]


@pytest.mark.parametrize("n", range(1, 6))
def test_every_roll_beside_a_second_scoring(n: int) -> None:
    rules = tavola.rules("5000")
    for dice, _ in throws(n):
        assert score(STANDARD, dice) == by_hand(faces(dice))
        picks = {tuple(sorted(p)) for k in range(1, n + 1) for p in combinations(faces(dice), k)}
        playable = {p for p in picks if by_hand(p)}
        state = rules.start(1)._replace(dice=dice, in_hand=0)
        plays = [move for move in rules.moves(state) if isinstance(move, Play)]
        assert {tuple(sorted(faces(move.dice))) for move in plays} == playable
        assert len(plays) == len(playable)


def test_all_orders_of_the_dice_allow_the_same_plays() -> None:
    rules = tavola.rules("5000")
    for shown in product(range(1, 7), repeat=3):
        here = rules.moves(rules.start(1)._replace(dice=from_faces(shown), in_hand=0))
        sorted_ = rules.moves(rules.start(1)._replace(dice=from_faces(sorted(shown)), in_hand=0))
        assert set(here) == set(sorted_)
    assert legal(STANDARD, 0) == 0


class TestTurn:
    def test_hands_count_once_twice_three_times(self) -> None:
        script = table()
        script.play("roll 11155", "play 11155")
        assert (script.state.turn_score, script.state.hand) == (200, 1)
        script.play("roll 11155", "play 11155")
        assert (script.state.turn_score, script.state.hand) == (600, 2)
        events = script.play("roll 11155", "play 11155")
        assert e.Banked(0, 1200, 1200) in events  # the third hand is banked by itself
        assert script.state.scores[0] == 1200
        assert script.state.in_hand == 5

    def test_bank_only_with_fresh_dice(self) -> None:
        script = table()
        script.play("roll 11155", "play 55", "roll 115")
        with pytest.raises(IllegalMove, match="can't bank after playing dice of this hand"):
            script.play("bank")
        script.play("play 115", "roll 22346")
        assert script.moves == ["bank", "trash"]
        assert script.play("bank") == [e.Banked(0, 350, 350)]

    def test_banking_nothing_on_the_first_hand(self) -> None:
        script = table()
        script.play("roll 11155")
        assert script.play("bank") == [e.Banked(0, 0, 0)]
        assert script.state.turn == 1

    def test_trash_always(self) -> None:
        script = table()
        script.play("roll 11155", "play 11", "roll 234")
        assert script.moves == ["trash"]
        assert script.play("trash") == [e.Trashed(0, 200)]
        assert script.state.scores[0] == 0

    def test_turns_go_round(self) -> None:
        script = table(3)
        seats = []
        for _ in range(4):
            seats.append(script.state.turn % 3)
            script.play("roll 22346")
            assert script.rules.actor(script.state) == seats[-1]
            script.play("trash")
        assert seats == [0, 1, 2, 0]


class TestEnd:
    def test_a_bank_at_the_goal_wins_at_once(self) -> None:
        script = table(2)
        events = script.play("roll 55555", "play 55555", "roll 22346", "bank")
        assert events[-1] == e.Won(0, 5000)
        outcome = script.rules.outcome(script.state)
        assert outcome is not None
        assert outcome.winners == (0,)
        assert outcome.scores == (5000, 0)
        assert script.rules.actor(script.state) == tavola.OVER
        with pytest.raises(IllegalMove, match="over"):
            script.play("roll 11111")

    def test_the_goal_must_be_banked(self) -> None:
        script = table()
        script.play("roll 55555", "play 55555")
        assert script.rules.outcome(script.state) is None

    def test_the_goal_is_an_option(self) -> None:
        script = table(goal=100)
        script.play("roll 11155", "play 11155", "roll 22346", "bank")
        assert script.rules.actor(script.state) == tavola.OVER


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("play 2", "2 can't be played: aces, fives, three of a kind"),
        ("play 1122", "you can't play 2-2-1-1: the dice on the table are 1-2-3-4-6"),
        ("roll 12345", "it is for the player to decide"),
    ],
)
def test_an_illegal_move_says_why(move: str, why: str) -> None:
    script = table()
    script.play("roll 12346")
    with pytest.raises(IllegalMove) as refused:
        script.play(move)
    assert why in str(refused.value)
    assert "legal now: play 1, bank, trash" in str(refused.value)


def test_dice_that_cannot_roll() -> None:
    script = table()
    with pytest.raises(IllegalMove, match="dice to roll now: 5"):
        script.play("roll 123")
    with pytest.raises(IllegalMove, match="about to fall"):
        script.play("bank")


@pytest.mark.parametrize("text", ["", "play", "play 7", "bank 1", "roll 123456", "PLAY [0]", "x" * 200])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation, match="moves look like: play 15, bank, trash"):
        tavola.rules("5000").parse(text)


def test_words() -> None:
    script = table(2)
    said = script.said(script.play("roll 11155", "play 11155", "roll 22346", "bank"), "fr")
    assert said == [
        "A lance 1-1-1-5-5",
        "A joue 5-5-1-1-1 pour 200 : 200 pour ce tour",
        "Les cinq dés sont joués : la main suivante compte double",
        "A lance 2-2-3-4-6",
        "A encaisse 200 et a 200",
    ]
