"""Clocks: each decision's, the game's, both; running out, being late, being rebuilt."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.table import judge
from tavola.table import messages as m
from tavola.table.clocks import Clocks
from tavola.table.redaction import standing
from tests.table.sitting import ADA, BO, House, at, portrait

BOTH = m.Clock(decision=10, game=25)


def house(**clock: float) -> House:
    return House("5000", clock=m.Clock(**clock)).sit(ADA, BO)


def left(house: House) -> list[float]:
    time = house.table.clocks.told(house.now)
    assert time is not None
    assert time.game is not None
    return time.game


def mover(house: House) -> int:
    actor = house.table.actor
    assert actor is not None
    return actor


def test_without_limits_there_is_all_the_time_there_is() -> None:
    one = house()
    assert one.table.deadline is None
    assert one.table.clocks.told(1e9) is None
    one.now += 1e9
    one.play()
    assert judge.look_at_the_clock(one.table, at(1e10)).entries == ()


@pytest.mark.parametrize(
    ("clock", "allowed"),
    [
        ({"decision": 10}, 10),
        ({"game": 25}, 25),
        ({"decision": 10, "game": 25}, 10),
        ({"decision": 30, "game": 25}, 25),
    ],
)
def test_time_runs_out_exactly_at_the_deadline(clock: dict[str, float], allowed: float) -> None:
    one = house(**clock)
    seat = mover(one)
    assert one.table.deadline == one.now + allowed
    early = at(one.now + allowed - 0.001)
    assert judge.look_at_the_clock(one.table, early).entries == ()
    accepted = one.take(judge.look_at_the_clock(one.table, at(one.now + allowed)))
    assert len(accepted.entries) == 1
    ended = one.table.ended
    assert ended is not None
    assert (ended.how, ended.outcome.winners) == ("time", (1 - seat,))
    assert one.table.deadline is None
    assert judge.look_at_the_clock(one.table, at(one.now + 99)).entries == ()
    assert portrait(one.rebuilt()) == portrait(one.table)


@pytest.mark.parametrize("late", [0.0, 0.001, 1000.0])
def test_a_move_that_comes_too_late_loses_and_is_answered(late: float) -> None:
    one = house(decision=10)
    seat = mover(one)
    one.now += 10 + late
    accepted = one.play(id="slow")
    assert one.table.ended is not None
    assert one.table.ended.how == "time"
    assert one.table.ended.outcome.winners == (1 - seat,)
    assert accepted.facts[0].id == "slow"
    assert portrait(one.rebuilt()) == portrait(one.table)


def test_a_move_in_the_last_moment_counts() -> None:
    one = house(decision=10)
    one.now += 9.999
    one.play()
    assert one.table.status == "playing"


def test_each_decision_has_its_own_time_and_the_game_adds_up() -> None:
    one = House("5000", clock=BOTH).sit(ADA, BO)
    spent = [0.0, 0.0]
    while one.table.status == "playing" and max(spent) < 18:
        seat = mover(one)
        before = one.now
        one.now += 1.2345
        one.play(len(one.table.legal()) - 1)
        spent[seat] += round(one.now - before, 3)
        assert left(one) == pytest.approx([25 - spent[0], 25 - spent[1]])
        time = one.table.clocks.told(one.now)
        assert time is not None
        assert time.decision == 10
    assert max(spent) >= 18
    seat = mover(one)
    deadline = one.table.deadline
    assert deadline is not None
    assert deadline - one.now == pytest.approx(min(10.0, 25 - spent[seat]))


def test_what_the_clocks_show_runs_down_for_the_thinker_alone() -> None:
    one = House("5000", clock=BOTH).sit(ADA, BO)
    seat = mover(one)
    time = one.table.clocks.told(one.now + 4)
    assert time is not None
    assert time.decision == 6
    assert time.game is not None
    assert (time.game[seat], time.game[1 - seat]) == (21, 25)
    late = one.table.clocks.told(one.now + 400)
    assert late is not None
    assert (late.decision, late.game) == (0, [0.0 if n == seat else 25 for n in (0, 1)])


def test_clocks_stand_still_after_a_rebuild_until_they_are_started() -> None:
    one = House("5000", clock=BOTH).sit(ADA, BO)
    for _ in range(5):
        one.now += 0.7777
        one.play()
    seat, before = mover(one), left(one)
    one.now += 3  # begun, and not counted: the server stood still
    one.table = one.rebuilt()
    assert one.table.deadline is None
    one.now += 1e6
    assert left(one) == before
    one.table.wake(one.now)
    assert one.table.deadline == pytest.approx(one.now + min(10, before[seat]))
    one.now += 1
    one.play()
    assert left(one)[seat] == pytest.approx(before[seat] - 1)


@pytest.mark.parametrize("whose", ["mover", "other"])
def test_resigning_stops_the_clocks(whose: str) -> None:
    one = house(decision=10, game=25)
    one.now += 3
    who = one.person_to_move() if whose == "mover" else one.idle_person()
    one.do(who, m.Resign(table="t"))
    assert one.table.deadline is None
    assert portrait(one.rebuilt()) == portrait(one.table)
    assert standing(one.table, 0, None, one.now).time == standing(one.rebuilt(), 0, None, 0.0).time


def test_a_clock_that_jumps_back_charges_nothing() -> None:
    clocks = Clocks(m.Clock(game=5), 2)
    clocks.start(0, 100.0)
    assert clocks.stop(99.0) == 0.0
    assert clocks.stop(200.0) == 0.0, "nobody thinks any more"
    told = clocks.told(0.0)
    assert told is not None
    assert told.game == [5, 5]


@pytest.mark.parametrize(
    "limits",
    [{"decision": 0}, {"decision": 1e-9}, {"game": 0.09}, {"game": -1}, {"decision": 1e9}, {"per_move": 1}],
)
def test_clocks_are_bounded_before_they_reach_the_table(limits: dict[str, Any]) -> None:
    import msgspec

    said = msgspec.json.encode({"type": "create", "game": "421", "clock": limits})
    with pytest.raises(msgspec.ValidationError):
        m.decode_command(said)


def test_a_bots_turn_after_a_persons_looks_the_same_from_the_log() -> None:
    one = House("dice-poker", clock=m.Clock(decision=3)).sit(ADA)
    one.do(ADA, m.Seat_Bot(table="t"))
    for _ in range(8):
        if one.table.actor is None:
            break
        one.take(judge.bot_plays(one.table, mover(one), one.table.legal()[0], at(one.now)))
        assert portrait(one.rebuilt()) == portrait(one.table)


def test_how_long_the_last_answer_took_is_told_to_who_is_asked() -> None:
    for limits in (m.Clock(), m.Clock(decision=30.0)):
        clocks = Clocks(limits, 2)
        clocks.start(0, 10.0)
        told = clocks.told(10.0)
        assert told is None or told.last is None
        clocks.stop(12.5)
        clocks.start(1, 12.5)
        told = clocks.told(12.5)
        assert told is None or told.last is None  # the other has not been asked yet
        clocks.stop(13.0)
        clocks.start(0, 13.0)
        told = clocks.told(13.0)
        assert told is not None
        assert told.last == 2.5
