"""421 by stories: each plays a few throws and looks at what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

import tavola
from tavola.core.errors import IllegalMove
from tavola.games.fourtwentyone import events as e
from tavola.games.fourtwentyone.state import LOAD, UNLOAD
from tests.script import Script

LOW = 322  # the lowest combination, worth 1


def table(seats: int, **options: Any) -> Script:
    """A table at which seat 0 has won the opening."""
    script = Script(tavola.rules("421", **options), seats)
    script.rolls(1, *range(2, seats + 1)) if seats <= 6 else script.rolls(1, *[2] * (seats - 1))
    return script


def lose_load_turn(script: Script, loser: int) -> None:
    """A turn of the load in which everyone shows an other, worth 1, and one the lowest of them."""
    seats = script.state.seats
    order = [(script.state.turn.first + i) % seats for i in range(seats)]
    script.rolls(*(LOW if seat == loser else 665 for seat in order))


def unloading(**options: Any) -> Script:
    """Two players, with 10 and 11 tokens; seat 0 begins the unload."""
    script = table(2, **options)
    script.rolls(421, LOW, 421, LOW)
    while script.state.round.kind != UNLOAD:  # where an other counts nothing
        script.rolls(LOW, 421)
    return script


def all_hold_tokens(seats: int) -> Script:
    """Everyone comes out of the load with tokens; seat 0 begins the unload."""
    script = table(seats)
    for loser in range(1, seats):
        lose_load_turn(script, loser)
    while script.state.round.kind != UNLOAD:
        lose_load_turn(script, 0)
    assert all(script.state.tokens.held[:seats])
    assert script.state.turn.first == 0
    return script


def of(kind: type[Any], events: Iterable[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


class TestOpening:
    def test_the_lowest_die_starts(self) -> None:
        script = Script(tavola.rules("421"), 3)
        assert of(e.Starts, script.rolls(4, 2, 5)) == [e.Starts(1)]
        assert script.state.turn.first == 1

    def test_equal_ones_throw_again_among_themselves(self) -> None:
        script = Script(tavola.rules("421"), 4)
        assert of(e.Starts, script.rolls(2, 5, 2, 2)) == []
        throwers = [event.seat for event in of(e.Opened, script.rolls(3, 3, 6))]
        assert throwers == [0, 2, 3]
        throwers = [event.seat for event in of(e.Opened, script.rolls(6, 4))]
        assert throwers == [0, 2]
        assert of(e.Starts, script.events) == [e.Starts(2)]


class TestLoad:
    def test_the_lowest_takes_the_total_and_starts(self) -> None:
        script = table(3)
        events = script.rolls(611, 221, 654)  # 6 + 4 + 2, nenette is the lowest
        assert of(e.Took, events) == [e.Took(1, 12)]
        assert script.state.tokens.kitty == 9
        assert script.state.turn.first == 1

    def test_no_more_than_the_kitty_has(self) -> None:
        script = table(3)
        script.rolls(421, LOW, 111)
        assert script.state.tokens.kitty == 3
        assert of(e.Took, script.rolls(LOW, 421, 111)) == [e.Took(1, 3)]

    def test_with_all_tokens_the_set_is_lost_at_once(self) -> None:
        script = table(2)
        script.rolls(421, LOW, LOW, 421)
        assert of(e.SetLost, script.events) == [e.SetLost(1, 1)]
        assert script.state.round.kind == LOAD
        assert script.state.turn.first == 1
        assert script.state.tokens == (21, (0,) * 8, (0, 1, 0, 0, 0, 0, 0, 0))

    def test_who_took_the_last_token_starts_the_unload_and_who_has_none_is_safe(self) -> None:
        script = table(3)
        script.rolls(421, LOW, 665)  # 12 to seat 1
        script.rolls(421, 665, LOW)  # the last 9 to seat 0
        assert script.state.tokens.held[:3] == (9, 12, 0)
        assert script.state.turn.first == 0
        assert e.UnloadBegins(0) in script.events
        assert of(e.Safe, script.events) == [e.Safe(2)]
        assert script.state.round.members == 0b011


class TestRampo:
    def test_the_hot_hand_is_the_last_and_play_goes_to_the_right(self) -> None:
        script = table(4)
        events = script.rolls(611, LOW, LOW, LOW)
        assert of(e.HotHand, events) == [e.HotHand(3, False, (1, 2, 3))]
        order = [event.seat for event in of(e.Announced, script.rolls(421, 665, 666))]
        assert order == [3, 2, 1]
        assert of(e.Took, script.events) == [e.Took(2, 6 + 1 + 1 + 1 + 10 + 1 + 6 - 5)]

    def test_counting_from_the_first_player_of_the_turn(self) -> None:
        script = table(4)
        script.rolls(665, 665, LOW, 665)  # seat 2 starts the next turn: 2, 3, 0, 1
        events = script.rolls(611, LOW, LOW, 611)
        assert of(e.HotHand, events) == [e.HotHand(0, False, (0, 3))]
        order = [event.seat for event in of(e.Announced, script.rolls(665, 666))]
        assert order == [0, 3]

    def test_a_rampo_within_a_rampo_turns_round_again(self) -> None:
        script = table(4)
        script.rolls(611, LOW, LOW, LOW)
        events = script.rolls(332, 665, 332)  # 3 and 1 tie again
        assert of(e.HotHand, events) == [e.HotHand(1, False, (1, 3))]
        events = script.rolls(433, 433)  # 1 first this time, and tie once more
        assert [event.seat for event in of(e.Announced, events)] == [1, 3]
        assert of(e.HotHand, events) == [e.HotHand(3, False, (1, 3))]
        events = script.rolls(665, 664)
        assert [event.seat for event in of(e.Announced, events)] == [3, 1]
        assert of(e.Took, events) == [e.Took(1, 9 + 3 + 2 + 2)]

    def test_a_rampo_of_more_than_the_lowest_in_the_load_is_none(self) -> None:
        script = table(3)
        events = script.rolls(421, 421, LOW)
        assert of(e.HotHand, events) == []
        assert [event.rampo for event in of(e.Announced, events)] == [False, True, False]

    def test_all_equal_in_the_unload_of_two(self) -> None:
        """The loser of the lowest rampo leaves one player: he is the winner, without another throw."""
        script = unloading()
        script.rolls(611)
        script.play("stop")
        events = script.rolls(611)
        assert of(e.HotHand, events) == [e.HotHand(1, False, (0, 1))]
        events = script.rolls(666, LOW)
        assert of(e.Paid, events) == [e.Paid(1, 0, 11)]  # 6 + 6 + 6 + 1 = 19, but he has 11

    def test_all_equal_in_the_unload_of_three(self) -> None:
        script = all_hold_tokens(3)
        script.rolls(611)
        script.play("stop")
        events = script.rolls(611, 611)
        assert of(e.HotHand, events) == [e.HotHand(2, False, (0, 1, 2))]
        events = script.rolls(665, LOW, 664)  # 2, 1, 0: seat 1 loses
        assert of(e.HotHand, events) == [e.HotHand(2, True, (0, 2))]
        events = script.rolls(665, 666)  # 2, then 0
        assert [event.seat for event in of(e.Announced, events)] == [2, 0]
        assert of(e.Paid, events)[0].winner == 0
        assert of(e.Paid, events)[0].loser == 1

    def test_lowest_is_settled_before_highest(self) -> None:
        script = all_hold_tokens(4)
        script.rolls(611)
        script.play("stop")
        script.rolls(665)
        events = script.rolls(611, 665)
        assert of(e.HotHand, events) == [e.HotHand(3, False, (1, 3))]
        events = script.rolls(421, 665)
        assert of(e.HotHand, events) == [e.HotHand(2, True, (0, 2))]
        events = script.rolls(665, 666)
        paid = of(e.Paid, events)[0]
        assert (paid.winner, paid.loser) == (0, 1)

    def test_rampo_is_called_when_it_is_made(self) -> None:
        script = all_hold_tokens(3)
        script.rolls(611)
        script.play("stop")
        calls = of(e.Announced, script.rolls(665, 611))
        assert [call.rampo for call in calls] == [False, True]


class TestUnload:
    def test_the_first_player_stops_when_he_likes(self) -> None:
        script = unloading()
        script.rolls(442)
        assert script.moves == [
            "stop", "keep 44", "keep 42", "keep 4", "keep 2", "throw",
        ]  # fmt: skip
        script.play("keep 42", "roll 1")
        assert script.state.go.dice == 421
        assert "stop" in script.moves
        script.play("throw", "roll 665")
        assert script.state.go.seat == 1

    def test_a_die_kept_before_may_be_thrown_again(self) -> None:
        script = unloading()
        script.play("roll 441", "keep 44", "roll 6", "keep 6")
        assert script.rules.actor(script.state) == tavola.CHANCE
        assert script.state.go.in_hand == 2

    def test_the_others_have_as_many_throws(self) -> None:
        script = unloading()
        script.play("roll 665", "throw", "roll 664", "stop")
        assert script.state.turn.limit == 2
        assert script.moves == ["throw", "throw hit"]
        script.play("throw", "roll 441")
        assert script.moves == ["keep 44", "keep 41", "keep 4", "keep 1", "throw"]
        assert of(e.Paid, script.play("keep 41", "roll 2")) == [e.Paid(1, 0, 11)]  # of 1 + 1 + 1 + 10

    def test_one_throw_leaves_nothing_to_decide(self) -> None:
        script = unloading()
        script.play("roll 611", "stop")
        assert script.rules.actor(script.state) == tavola.CHANCE

    def test_hitting_the_table_ends_the_go(self) -> None:
        script = unloading()
        script.play("roll 665", "throw", "roll 664", "throw", "roll 663")
        script.play("throw", "roll 654")
        assert "keep 65 hit" in script.moves
        events = script.play("keep 65 hit", "roll 6")
        assert events[0] == e.HitTable(1)
        assert of(e.Announced, events)[-1].throws == 2
        assert of(e.Paid, events)

    def test_a_better_combination_in_fewer_throws_lowers_the_limit(self) -> None:
        script = all_hold_tokens(3)
        script.play("roll 665", "throw", "roll 664", "throw", "roll 663")
        script.play("throw", "roll 653", "throw hit", "roll 664")
        assert script.state.turn.limit == 2
        script.play("throw", "roll 555")
        assert not any("hit" in move for move in script.moves)  # the second is his last anyway

    def test_an_equal_or_lower_one_does_not(self) -> None:
        script = all_hold_tokens(3)
        script.play("roll 665", "throw", "roll 664", "throw", "roll 663")
        script.play("throw hit", "roll 663")
        assert script.state.turn.limit == 3

    def test_better_than_all_before_not_only_the_first(self) -> None:
        script = all_hold_tokens(4)
        script.play("roll 665", "throw", "roll 664", "throw", "roll 663")
        script.play("throw", "roll 653", "throw", "roll 653", "throw", "roll 421")  # better, in three
        script.play("throw hit", "roll 664")  # better than the first player, not than the second
        assert script.state.turn.limit == 3

    def test_every_throw_counts(self) -> None:
        script = unloading()
        script.play("roll 611", "throw", "roll 666", "stop")
        assert script.state.turn.total == 12

    def test_only_the_last_throw_counts_by_option(self) -> None:
        script = unloading(count="last_throw")
        script.play("roll 611", "throw", "roll 666")
        assert script.state.turn.total == 6
        script.play("stop")
        script.play("throw", "roll 421", "throw", "roll 655")
        paid = of(e.Paid, script.events)[-1]
        assert paid.tokens == 7  # all six and one other

    def test_who_pays_all_he_has_leaves_the_set_to_the_other(self) -> None:
        script = unloading()
        script.play("roll 421", "stop")
        events = script.rolls(LOW)
        assert of(e.Paid, events) == [e.Paid(0, 1, 10)]  # of 11
        assert of(e.SetLost, events) == [e.SetLost(1, 1)]
        assert script.state.turn.first == 1
        assert script.state.turn.loading

    def test_of_three_the_one_without_tokens_is_safe(self) -> None:
        script = all_hold_tokens(3)
        assert script.state.tokens.held[:3] == (15, 3, 3)
        script.play("roll 665", "stop")
        events = script.rolls(421, LOW)
        assert of(e.Paid, events) == [e.Paid(1, 2, 3)]
        assert of(e.Safe, events) == [e.Safe(1)]
        assert script.state.round.members == 0b101
        assert script.state.turn.first == 2

    def test_the_loser_of_the_turn_starts_the_next(self) -> None:
        script = unloading()
        script.play("roll 665", "stop")
        script.rolls(LOW)
        assert script.state.turn.first == 1


def test_two_lost_sets_lose_the_game() -> None:
    script = table(2)
    script.rolls(421, LOW, LOW, 421)  # seat 1 loses the first set and starts
    events = script.rolls(LOW, 421, LOW, 421)
    assert of(e.GameLost, events) == [e.GameLost(1)]
    outcome = script.rules.outcome(script.state)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.scores == (0, 2)
    assert script.rules.actor(script.state) == tavola.OVER
    with pytest.raises(IllegalMove, match="over"):
        script.play("roll 421")


class TestKnock:
    def test_a_kept_die_takes_a_new_value(self) -> None:
        script = unloading(knock="1/4")
        script.play("roll 442", "keep 42")
        events = script.play("roll 1 knock 4-6")
        assert script.state.go.dice == 621
        assert of(e.Threw, events)[0].knocked == (4, 6)

    def test_the_chances(self) -> None:
        script = unloading(knock="1/4")
        script.play("roll 442", "keep 42")
        chance = script.rules.chance(script.state)
        assert chance.prob(script.rules.parse("roll 1")) == Fraction(3, 4) / 6
        assert chance.prob(script.rules.parse("roll 1 knock 4-6")) == Fraction(1, 4) / 2 / 36
        assert chance.prob(script.rules.parse("roll 1 knock 3-6")) == 0

    def test_the_chances_of_two_dice_at_one(self) -> None:
        script = unloading(knock="1/4")
        script.play("roll 442", "keep 2")
        chance = script.rules.chance(script.state)
        missed = Fraction(9, 16)  # two dice, neither hits
        assert chance.prob(script.rules.parse("roll 66")) == missed / 36
        assert chance.prob(script.rules.parse("roll 66 knock 2-1")) == (1 - missed) / 6 / 36
        assert chance.prob(script.rules.parse("roll 65 knock 2-1")) == (1 - missed) / 6 / 18

    def test_equal_kept_dice_share_the_knock(self) -> None:
        script = unloading(knock="1/4")
        script.play("roll 442", "keep 44")
        chance = script.rules.chance(script.state)
        assert chance.prob(script.rules.parse("roll 1 knock 4-6")) == Fraction(1, 4) / 36
        assert sum(p for _, p in chance.outcomes()) == 1

    def test_never_without_the_option(self) -> None:
        script = unloading()
        script.play("roll 442", "keep 42")
        with pytest.raises(IllegalMove):
            script.play("roll 1 knock 4-6")

    def test_always_with_chance_one(self) -> None:
        script = unloading(knock=1)
        script.play("roll 442", "keep 42")
        with pytest.raises(IllegalMove):
            script.play("roll 1")
