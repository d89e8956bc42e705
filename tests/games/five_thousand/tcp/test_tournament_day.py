"""The rules of a day: who is waited for, who loses by not being there, when it is over."""

from __future__ import annotations

from collections import Counter
from random import Random

from tavola.games.five_thousand.tcp.schedule import Fixture
from tavola.games.five_thousand.tcp.tournament_day import Missed, TournamentDay, Wait

TEAMS = ["a", "b", "c", "d", "e"]
PATIENCE = 10.0


def a_day(teams: list[str] = TEAMS) -> TournamentDay:
    return TournamentDay(teams, "seed", PATIENCE)


def play(day: TournamentDay, present: set[str], now: float = 0.0) -> Fixture | Missed | Wait:
    """What is due, and played so that the first in the alphabet wins."""
    due = day.due(present, now)
    if isinstance(due, Fixture):
        day.add(due, [min(due.seating)])
    elif isinstance(due, Missed):
        day.add(due.fixture, set(due.fixture.seating) - due.absent, due.absent)
    return due


def test_sets_are_played_through_one_after_the_other() -> None:
    day, seen = a_day(), []
    for _ in range(60):
        due = play(day, set(TEAMS))
        assert isinstance(due, Fixture)
        seen.append((due.round, due.set, due.rotation))
    for first in range(0, 60, 3):
        assert len({each[:2] for each in seen[first : first + 3]}) == 1
        assert sorted(each[2] for each in seen[first : first + 3]) == [0, 1, 2]


def test_who_is_missing_is_waited_for_once_and_then_loses_without_the_others_time() -> None:
    day, there, waited, missed = a_day(), {"a", "b", "c", "d"}, 0, Counter[str]()
    now = 0.0
    for _ in range(200):
        due = play(day, there, now)
        if isinstance(due, Wait):
            waited += 1
            now = due.until
        elif isinstance(due, Missed):
            missed.update(due.absent)
    assert waited == 1
    assert set(missed) == {"e"}
    lines = {line.name: line for line in day.standings()}
    assert lines["e"].missed == missed["e"] > 10
    assert lines["e"].rate.mean == 0  # every game lost to both others
    assert len({line.games for line in lines.values()} | {lines["a"].games}) <= 3


def test_who_comes_back_is_waited_for_again() -> None:
    day, now = a_day(), 0.0
    while not isinstance(due := play(day, {"a", "b", "c", "d"}, now), Missed):
        now = due.until if isinstance(due, Wait) else now
    assert isinstance(day.due(set(TEAMS), now), Fixture)  # e is there
    while not isinstance(due := play(day, {"a", "b", "c", "d"}, now), Wait):
        assert not isinstance(due, Missed)
    assert due.until == now + PATIENCE


def test_who_comes_and_goes_can_not_hold_up_the_day() -> None:
    """There at the last moment, and gone when the game begins."""
    day, now, idle = a_day(), 0.0, 0.0
    for _ in range(600):
        due = play(day, {"a", "b", "c", "d"}, now)
        if isinstance(due, Wait):
            idle += due.until - now
            now = due.until
            back = day.due(set(TEAMS), now - 0.01)
            assert isinstance(back, Fixture)
            day.add(back, set(back.seating) - {"e"})
    assert day.games > 300
    assert idle < 6 * PATIENCE + day.games


def test_teams_of_known_order_are_told_apart_and_equal_ones_are_not() -> None:
    day, luck = a_day(), Random(1)
    while not day.separated and day.round < 257:
        due = day.due(set(TEAMS), 0.0)
        assert isinstance(due, Fixture)
        weights = [2.0 ** -TEAMS.index(name) for name in due.seating]
        day.add(due, luck.choices(due.seating, weights))
    assert day.separated
    assert [line.name for line in day.standings()] == TEAMS
    assert [line.tier for line in day.standings()] == [1, 2, 3, 4, 5]
    level = a_day()
    for _ in range(900):
        due = level.due(set(TEAMS), 0.0)
        assert isinstance(due, Fixture)
        level.add(due, luck.choices(due.seating))
    assert not level.separated
    assert {line.tier for line in level.standings()} == {1}


def test_a_day_goes_on_from_what_was_played() -> None:
    day, again, played = a_day(), a_day(), []
    for _ in range(100):
        due = day.due(set(TEAMS), 0.0)
        assert isinstance(due, Fixture)
        played.append((due, [max(due.seating)]))
        day.add(*played[-1])
    whole = len(played) - len(played) % 3
    for each in sorted(played[:whole]):
        again.repeat(*each)
    assert again.games == whole
    assert again.round == day.round
    assert again.standings() == day.standings()


def test_a_late_team_that_wins_its_first_games_makes_no_one_tier_of_all() -> None:
    day, luck = a_day(), Random(1)
    while day.round < 65:
        due = day.due(set(TEAMS), 0.0)
        assert isinstance(due, Fixture)
        day.add(due, luck.choices(due.seating, [2.0 ** -TEAMS.index(name) for name in due.seating]))
    tiers = {line.name: line.tier for line in day.standings()}
    assert max(tiers.values()) > 1
    teams = [*TEAMS, "late"]
    joined = TournamentDay(teams, "seed", PATIENCE, earlier=day.counted)
    while joined.round < joined.first + 2:
        due = joined.due(set(teams), 0.0)
        assert isinstance(due, Fixture)
        weights = [2.0 ** -TEAMS.index(name) if name in TEAMS else 1e9 for name in due.seating]
        joined.add(due, luck.choices(due.seating, weights))
    late, *others = joined.standings()
    assert (late.name, late.tier, late.rate.low) == ("late", 1, 0.0)
    assert {line.name: line.tier for line in others} == tiers
