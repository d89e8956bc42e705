"""The formats, told made-up results: the stronger always wins, or nobody ever does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.core.errors import BadOption
from tavola.core.record import Record
from tavola.tournaments.entrants import Entrant
from tavola.tournaments.formats import MOST_EXTRA, Standing, looks_of, playing
from tavola.tournaments.plan import KNOCK_OUT, ROUND_ROBIN, SWISS, Plan, PlannedGame
from tavola.tournaments.score import TournamentScore
from tavola.tournaments.sitting import Task

Winner = Callable[[Task, list[str]], list[int]]


def plan(number: int, format_: str = ROUND_ROBIN, **more: object) -> Plan:
    entrants = tuple(Entrant(f"p{n}", "house") for n in range(number))
    given = {"events": (PlannedGame.of("5000"),), "entrants": entrants, "format": format_, "sets": 2} | more
    return Plan(**given).check()  # type: ignore[arg-type]


def stronger(task: Task, names: list[str]) -> list[int]:
    """p0 beats p1 beats p2."""
    del task
    return [names.index(min(names, key=lambda name: int(name[1:])))]


def level(task: Task, names: list[str]) -> list[int]:
    """Seat 0 always wins, so two who change seats are level."""
    del task, names
    return [0]


def held(what: Plan, winner: Winner) -> tuple[Standing, list[Task], TournamentScore]:
    score, tasks = TournamentScore(what), list[Task]()
    going = playing(what, score)
    try:
        batch = next(going)
        while True:
            records = [_record(task, winner) for task in batch]
            for record in records:
                score.add(record)
            tasks += batch
            batch = going.send(records)
    except StopIteration as end:
        return end.value, tasks, score


def _record(task: Task, winner: Winner) -> Record:
    names = [entrant.name for entrant in task.seated()]
    result = {"reason": "", "scores": [0] * len(names), "winners": winner(task, names)}
    return Record(task.game, {}, 1, tuple(names), (), result, task.tags())


def test_in_a_round_robin_all_meet_all_on_all_seats_with_the_same_luck() -> None:
    standing, tasks, score = held(plan(4), stronger)
    assert standing.order == ["p0", "p1", "p2", "p3"]
    assert [task.number for task in tasks] == list(range(1, len(tasks) + 1))
    met = Counter((task.set, *(each.name for each in task.seated())) for task in tasks)
    assert len(met) == 2 * 4 * 3  # sets, and ordered pairs
    assert set(met.values()) == {1}
    assert score.won == {"p0": 12, "p1": 8, "p2": 4, "p3": 0}


def test_three_at_a_table_sit_everywhere() -> None:
    _, tasks, _ = held(plan(4, events=(PlannedGame.of("5000", 3),), sets=1), stronger)
    assert len(tasks) == 4 * 3
    seats = Counter((seat, each.name) for task in tasks for seat, each in enumerate(task.seated()))
    assert set(seats.values()) == {3}


def test_pairs_are_one_entrant_each() -> None:
    _, tasks, _ = held(plan(2, events=(PlannedGame.of("tombolon", 4),), sets=1), stronger)
    assert [[each.name for each in task.seated()] for task in tasks] == [
        ["p0", "p1", "p0", "p1"],
        ["p1", "p0", "p1", "p0"],
    ]


def test_it_goes_on_until_all_are_separated() -> None:
    what = plan(3, until_separated=True, sets=2, most_sets=100)
    standing, tasks, score = held(what, stronger)
    sets = max(task.set for task in tasks)
    assert sets in looks_of(what)
    assert sets < 100
    assert f"after {sets} sets" in standing.note
    assert score.tiers() == [["p0"], ["p1"], ["p2"]]


def test_it_gives_up_where_it_was_told_to() -> None:
    standing, tasks, score = held(plan(3, until_separated=True, sets=2, most_sets=13), level)
    assert max(task.set for task in tasks) == 13
    assert "not all could be separated in 13 sets" in standing.note
    assert score.tiers() == [["p0", "p1", "p2"]]


@settings(max_examples=30)
@given(st.integers(2, 17))
def test_a_swiss_finds_the_strongest(number: int) -> None:
    what = plan(number, SWISS, sets=1)
    standing, tasks, _ = held(what, stronger)
    assert standing.order[0] == "p0"
    assert sorted(standing.order) == sorted(what.names)
    assert [task.number for task in tasks] == list(range(1, len(tasks) + 1))
    for round_ in range(1, what.swiss_rounds + 1):
        sat = [name for each in standing.matches if each.round == round_ for name in (each.a, each.b)]
        assert sorted(name for name in sat if name is not None) == sorted(what.names)
    byes = [each.a for each in standing.matches if each.b is None]
    assert len(byes) == (what.swiss_rounds if number % 2 else 0)
    assert len(set(byes)) == len(byes)


def test_in_a_level_swiss_all_share_the_points() -> None:
    standing, _, _ = held(plan(4, SWISS), level)
    assert all(each.winner is None and each.points == (2, 2) for each in standing.matches)


@settings(max_examples=30)
@given(st.integers(2, 17))
def test_a_knock_out_leaves_the_strongest_and_the_second_in_the_final(number: int) -> None:
    what = plan(number, KNOCK_OUT, sets=1)
    standing, tasks, _ = held(what, stronger)
    assert standing.order[:2] == ["p0", "p1"]
    assert sorted(standing.order) == sorted(what.names)
    assert len([each for each in standing.matches if each.b is not None]) == number - 1
    assert len(tasks) == 2 * (number - 1)


def test_those_who_are_level_play_on_and_then_the_first_entered_goes_through() -> None:
    what = plan(2, KNOCK_OUT, sets=1)
    standing, tasks, _ = held(what, level)
    assert len(tasks) == 2 * (1 + MOST_EXTRA)
    assert standing.order == ["p0", "p1"]
    assert standing.matches[0].winner == "p0"
    assert standing.matches[0].why == "level, entered first"

    def first_sets_level(task: Task, names: list[str]) -> list[int]:
        return level(task, names) if task.set < 4 else [names.index("p1")]

    standing, tasks, _ = held(what, first_sets_level)
    assert len(tasks) == 2 * 4
    assert standing.order == ["p1", "p0"]
    assert standing.matches[0].points == (3, 5)
    assert standing.matches[0].why == ""


@pytest.mark.parametrize(
    "wrong",
    [
        {"format_": "ladder"},
        {"format_": SWISS, "events": (PlannedGame.of("5000", 3),)},
        {"format_": SWISS, "until_separated": True},
        {"events": (PlannedGame.of("5000", 4),)},
        {"events": ()},
        {"until_separated": True, "sets": 10, "most_sets": 5},
        {"model": "elo"},
    ],
)
def test_plans_that_make_no_sense(wrong: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        plan(3, **wrong)  # type: ignore[arg-type]


def test_a_plan_comes_back_from_what_a_folder_keeps() -> None:
    what = plan(3, until_separated=True, most_sets=7)
    assert Plan.from_dict(what.as_dict()) == what
    assert Plan.from_dict(plan(5, SWISS).as_dict()).as_dict() == plan(5, SWISS).as_dict()
