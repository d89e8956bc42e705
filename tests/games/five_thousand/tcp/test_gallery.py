"""Which games are worth seeing, what is an upset, who has moved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tavola.core.record import Record
from tavola.games.five_thousand.tcp.gallery import (
    FORM,
    LATEST,
    NAMES,
    Gallery,
    OverGame,
    Place,
    over_game,
    upset_of,
    worth_of,
)
from tavola.games.five_thousand.tcp.tournament_day import Line
from tavola.tournaments.intervals import Interval

PLACES = {
    name: Place(rank, tier, rate)
    for rank, (name, tier, rate) in enumerate(
        [
            ("ace", 1, 0.7),
            ("bob", 1, 0.68),
            ("cat", 2, 0.5),
            ("dan", 2, 0.49),
            ("eve", 3, 0.3),
            ("fay", 3, 0.28),
        ],
        1,
    )
}


def over(names: str, scores: tuple[int, ...], winner: int | None = 0, **more: object) -> OverGame:
    won = () if winner is None else (winner,)
    game = OverGame("t", tuple(names.split()), scores, won, "played", (), 200, 100.0, 0.5)
    return replace(game, **more)  # type: ignore[arg-type]


def lines(*names: str) -> list[Line]:
    return [Line(name, 1, 9, 3, 0, Interval(0.5, 0.4, 0.6)) for name in names]


def test_an_upset_is_a_win_over_somebody_of_a_better_tier() -> None:
    found = upset_of(over("eve ace cat", (5000, 3000, 2000)), PLACES)
    assert found is not None
    assert (found.winner, found.loser, found.places, found.at) == ("eve", "ace", 4, 100.5)
    assert upset_of(over("bob ace cat", (5000, 3000, 2000)), PLACES) is None  # of one tier: not told apart
    assert upset_of(over("ace bob eve", (5000, 3000, 2000)), PLACES) is None
    assert upset_of(over("eve ace cat", (0, 0, 0), None, how="left", out=(1,)), PLACES) is None
    assert upset_of(over("new ace cat", (5000, 3000, 2000)), PLACES) is None  # nobody knows where he stands


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (over("eve ace cat", (5000, 3000, 2000)), "upset"),
        (over("cat dan eve", (5050, 4900, 2000)), "close"),
        (over("ace bob cat", (5000, 2000, 1000)), "top"),
        (over("cat eve fay", (5000, 2000, 1000)), "last"),
        (over("ace", (5000,)), "last"),
    ],
)
def test_what_one_looks_at_a_game_for(game: OverGame, why: str) -> None:
    assert worth_of(game, PLACES)[0] == why


def test_what_nobody_won_or_nobody_played_is_worth_nothing() -> None:
    assert worth_of(over("ace bob cat", (4900, 4900, 0), None, how="time", out=(1,)), PLACES) == ("last", 0.0)
    assert worth_of(over("ace bob cat", (0, 0, 0), 0, moves=0), PLACES) == ("last", 0.0)


def test_the_closer_the_more_worth_and_the_best_comes_first() -> None:
    gallery = Gallery()
    for second in (3600, 4900, 4300):
        gallery.add(over("a b c", (5000, second, 0), table=str(second)))
    gallery.add(over("a b c", (0, 0, 0), None, moves=0, table="nobody came"))
    assert [game.table for game in gallery.best_first()] == ["4900", "4300", "3600"]
    assert gallery.counted == 4


def test_what_each_did_last_the_latest_first() -> None:
    gallery = Gallery()
    for number in range(FORM + 3):
        gallery.add(over("a b c", (5000, 0, 0), number % 3, table=str(number)))
    assert [game.table for game, _ in gallery.form("b")] == [str(n) for n in range(FORM + 2, 2, -1)]
    assert [seat for _, seat in gallery.form("b")] == [1] * FORM
    assert gallery.form("nobody") == []


def test_it_remembers_so_much_and_no_more() -> None:
    gallery = Gallery()
    for number in range(NAMES + 50):
        gallery.add(over(f"n{number}", (5000,)))
    assert len(gallery.games) == LATEST
    assert len(gallery.last) == NAMES
    assert gallery.form("n0") == []
    assert gallery.form(f"n{NAMES + 49}")


def test_who_has_moved_in_the_last_minute() -> None:
    gallery = Gallery()
    gallery.stand(lines("a", "b", "c"), 0.0)
    assert [gallery.moved(name) for name in "abc"] == [0, 0, 0]
    gallery.stand(lines("b", "c", "a"), 30.0)
    assert [gallery.moved(name) for name in "abc"] == [-2, 1, 1]
    gallery.stand(lines("b", "c", "a"), 95.0)  # it is how they have stood for a minute now
    assert [gallery.moved(name) for name in "abc"] == [0, 0, 0]
    assert gallery.moved("late") == 0


def test_a_record_says_when_and_how_it_went() -> None:
    tags = {"Table": "t1", "Ended": "left", "Dropped": "1", "Began": "1700000000.250", "Seconds": "2.500"}
    result = {"reason": "b left", "scores": [100, 50, 0], "winners": []}
    game = over_game(Record("5000", {}, 1, ("a", "b", "c"), ((0, "roll 11111"),), result, tags))
    assert (game.table, game.how, game.out, game.scores) == ("t1", "left", (1,), (100, 50, 0))
    assert game.ended == 1_700_000_002.75
    old = over_game(Record("5000", {}, 1, ("a",), (), None, {}))  # of before times were written down
    assert (old.began, old.winners, old.scores) == (0.0, (), (0,))
