from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import tavola
from tavola.bots import make_bot
from tavola.bots.search import thinking
from tavola.bots.search.budget import Budget
from tavola.bots.search.thinking import weigh
from tavola.client.views import view_of
from tavola.core import extras
from tavola.core.contract import CHANCE, OVER, View
from tavola.core.match import Match
from tavola.fast.streams import StreamLuck
from tavola.games.capture.bots.search import GUIDE
from tavola.games.capture.bots.search.knowledge import chances_to_win
from tavola.table.redaction import sight
from tests.games.capture.fast.search.tables import VARIANTS
from tests.games.capture.fast.search.test_endgame import after, an_endgame, best_of
from tests.games.capture.positions import set_up

SPAZZINO: Any = tavola.rules("spazzino")
SCOPETTA: Any = tavola.rules("scopetta")
TOMBOLON: Any = tavola.rules("tombolon")
every_variant = pytest.mark.parametrize(("game", "seats", "options"), VARIANTS, ids=str)


def choice(
    rules: Any, *hands: str, table: str = "", spec: str = "master:iterations=3000", **rest: Any
) -> str:
    state = set_up(rules, hands, table, **rest)
    return str(make_bot(spec, rules, Random(1)).choose(rules.view(state, state.turn.seat)))


def finished(rules: Any, players: list[str], deal: int) -> Match[Any, Any]:
    """One match; every move is checked by the rules."""
    match = Match(rules, players)
    luck = StreamLuck(3, deal)
    bots = [make_bot(spec, rules, Random(f"{deal} {seat}")) for seat, spec in enumerate(players)]
    while match.actor != OVER:
        if match.actor == CHANCE:
            match.draw(luck)
        else:
            match.play(bots[match.actor].choose(rules.view(match.state, match.actor)))
    return match


def views_of(rules: Any, seats: int, rng: Random) -> Iterator[tuple[Any, View[Any, Any]]]:
    """Decisions of a match played at random, with more than one move."""
    s = rules.start(seats)
    while rules.actor(s) != OVER:
        moves = rules.moves(s)
        if len(moves) > 1:
            yield s, rules.view(s, s.turn.seat)
        s = rules.play(s, rng.choice(moves) if moves else rules.chance(s).sample(rng)).state


@every_variant
def test_it_plays_whole_matches(game: str, seats: int, options: dict[str, Any]) -> None:
    rules = tavola.rules(game, **options)
    players = ["master:iterations=25", "master:1", "master:iterations=10+threads=2", "master:2"][:seats]
    match = finished(rules, players, 0)
    assert match.outcome is not None
    assert match.outcome.winners


def test_in_a_browser_several_trees_come_to_the_same_without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    _, view = next(views_of(SCOPETTA, 2, Random(5)))
    budget = Budget(iterations=400, threads=2)
    by_threads = weigh(GUIDE, view, budget, Random(1))

    def none(_: int) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(extras, "in_a_browser", True)
    monkeypatch.setattr(thinking, "ThreadPoolExecutor", none)
    assert weigh(GUIDE, view, budget, Random(1)) == by_threads


@pytest.mark.parametrize("options", [{"target": 1}, {"target": 1_000_000}], ids=str)
def test_it_thinks_about_any_target(options: dict[str, Any]) -> None:
    rules = tavola.rules("scopetta", **options)
    for number, (_, view) in enumerate(views_of(rules, 2, Random(5))):
        assert make_bot("master:iterations=20", rules, Random(0)).choose(view) in view.moves
        if number > 60:
            break


# ---- what it knows ----


@every_variant
def test_it_cannot_peek(game: str, seats: int, options: dict[str, Any]) -> None:
    """However the hidden cards lie, the same luck gives the same play."""
    rules: Any = tavola.rules(game, **options)
    rng = Random(7)
    for number, (state, view) in enumerate(views_of(rules, seats, rng)):
        if number % 9 == 0:
            for _ in range(3):
                other = rules.guess(view, rng)
                seen = rules.view(other, view.seat)
                chosen = [
                    make_bot("master:iterations=60", rules, Random(2)).choose(each) for each in (view, seen)
                ]
                assert chosen[0] == chosen[1], state
        if number > 60:
            break


@every_variant
def test_it_plays_the_same_at_the_far_end_of_a_wire(game: str, seats: int, options: dict[str, Any]) -> None:
    rules: Any = tavola.rules(game, **options)
    for number, (state, view) in enumerate(views_of(rules, seats, Random(9))):
        told = view_of(rules, view.seat, sight(rules, state, view.seat))
        bots = [make_bot("master:iterations=40", rules, Random(3)) for _ in range(2)]
        assert bots[0].choose(view) == bots[1].choose(told)
        if number > 15:
            break


def test_the_same_luck_the_same_play() -> None:
    for spec in ("master:1", "master:3", "master:iterations=300+threads=3"):
        played = [str(finished(SPAZZINO, [spec, "greedy"], 4).record()) for _ in range(2)]
        assert played[0] == played[1]


# ---- how it plays ----


def test_the_only_move_is_played() -> None:
    assert choice(SCOPETTA, "7d", "2b 3b", table="5c 4b") == "7d"


def test_it_counts_the_cards() -> None:
    """Eight or nine would lie there: which of them can still be swept?"""
    for gone, played in (("Fb Fc Fd Fs", "Ac"), ("Cb Cc Cd Cs", "2c")):
        assert choice(SCOPETTA, "Ac 2c Rd", "Rb Rc 6b", table="4b 3c", taken=(gone, "")) == played


def test_it_takes_the_point_that_wins() -> None:
    """The seven of denari now is the eleventh point; after the six, the other's seven would have it."""
    about: dict[str, Any] = {"table": "7d 4b 2c Rb", "rest": 1, "totals": (10, 0), "taker": 1}
    assert choice(SCOPETTA, "7b 6b", "7c Cb", **about) == "7b x 7d"
    state = set_up(SCOPETTA, ("7b 6b", "7c Cb"), **about)
    weighed = weigh(GUIDE, SCOPETTA.view(state, 0), Budget(iterations=1), Random(0))
    values = {str(play): value for play, value in zip(weighed.plays, weighed.values, strict=True)}
    assert values["7b x 7d"] == pytest.approx(1, abs=0.01)
    assert values["6b x 4b 2c"] < 0.9


@every_variant
def test_what_it_plays_at_the_end_is_as_good_as_anything(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    """In a hurry a line is left when it can be no better; that must not make it as good."""
    rules: Any = tavola.rules(game, **options)
    rng, mattered = Random(11), 0
    for number in range(60):
        s = an_endgame(rules, seats, 2 + number % 2 if seats == 2 else 1, rng)
        wins = chances_to_win(rules.variant, seats)
        values = {move: after(rules, wins, s, move) for move in rules.moves(s)}
        view = rules.view(s, s.turn.seat)
        if not weigh(GUIDE, view, Budget(iterations=1), Random(0)).exact:
            continue
        chosen = make_bot("master:iterations=1", rules, Random(0)).choose(view)
        assert values[chosen] == pytest.approx(best_of(list(values.values()), s), abs=1e-12)
        mattered += max(values.values()) > min(values.values())
    assert mattered > 3 or seats == 4  # where the last card is rarely a choice


def test_exact_and_estimated_agree_where_nothing_is_hidden() -> None:
    """The last cards of two: the search comes to the solution's choice, given time."""
    state = set_up(TOMBOLON, ("7d 2b 3b", "5b 6b 7b"), "Ac 2c 4c Fs", rest=0, taker=1, dealer=1)
    view = TOMBOLON.view(state, 0)
    exact = weigh(GUIDE, view, Budget(iterations=1), Random(0))
    searched = weigh(GUIDE, view, Budget(iterations=20_000, solves=False), Random(0))
    assert exact.exact
    assert not searched.exact
    values = dict(zip(exact.plays, exact.values, strict=True))
    assert values[searched.best] == values[exact.best] == max(exact.values)
    at = searched.plays.index(searched.best)
    assert searched.values[at] == pytest.approx(values[searched.best], abs=0.03)


def test_estimates_have_errors() -> None:
    view = next(view for _, view in views_of(SPAZZINO, 2, Random(3)))
    weighed = weigh(GUIDE, view, Budget(iterations=4000), Random(1))
    assert 3500 < sum(weighed.visits) <= 4000
    assert weighed.plays == view.moves
    assert all(0 < error < 0.2 for error in weighed.errors)
    again = weigh(GUIDE, view, Budget(iterations=4000), Random(2))
    most = max(range(len(weighed.plays)), key=weighed.visits.__getitem__)
    apart = abs(weighed.values[most] - again.values[most])
    assert apart < 5 * (weighed.errors[most] + again.errors[most])


def test_a_clock_is_a_budget_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of its own, five milliseconds at each look: a busy machine's stands still and jumps."""
    ticks = count()
    monkeypatch.setattr(thinking, "time", SimpleNamespace(monotonic=lambda: next(ticks) * 0.005))
    view = next(view for _, view in views_of(TOMBOLON, 4, Random(3)))
    short, long = (weigh(GUIDE, view, Budget(seconds=t), Random(1)) for t in (0.01, 0.3))
    assert 0 < sum(short.visits) < sum(long.visits)


# ---- how strong it is ----


def share_won(rules: Any, seats: int, bot: str, rival: str, deals: int) -> float:
    won, pairs = 0, seats // 2
    for deal in range(deals):
        for side, players in enumerate(([bot, rival], [rival, bot])):
            outcome = finished(rules, players * pairs, deal).outcome
            won += outcome is not None and side in outcome.winners
    return won / (2 * deals)


@pytest.mark.parametrize(("game", "seats"), [("spazzino", 2), ("tombolon", 4)])
def test_it_beats_greedy(game: str, seats: int) -> None:
    """Evenly matched, it would win so much less than once in a hundred times: 2.5 standard errors."""
    deals = 20
    luck = 2.5 * 0.5 / (2 * deals) ** 0.5
    assert share_won(tavola.rules(game), seats, "master:iterations=200", "greedy", deals) > 0.5 + luck


def test_the_lowest_level_is_beatable_and_no_fool() -> None:
    lowest = [share_won(SCOPETTA, 2, "master:1", rival, 12) for rival in ("greedy", "random")]
    assert lowest[0] < 0.5 < lowest[1]
