from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import tavola
from tavola.bots import make_bot
from tavola.core.errors import BadOption, BadSeats, UnknownBot
from tavola.fast.batch import chunks, play, prepare, run
from tavola.fast.sums import MOST_DECISIONS, Tally
from tavola.games.dice_poker.analysis.turn import patterns
from tavola.games.dice_poker.points import TABLE
from tavola.games.five_thousand.fast import kernel as five_thousand
from tavola.games.five_thousand.rules import State
from tavola.pieces.seats import NONE_EACH, put
from tests.fast.chi import fits
from tests.fast.jobs import job

SAME: list[tuple[str, str, dict[str, Any]]] = [
    ("421", "house,house", {}),
    ("421", "published,house", {}),
    ("421", "published,published,published", {}),
    ("421", "house,house,house,house", {"suites": False, "others_value": 0}),
    ("421", "house,house,house", {"nenette": "lowest", "count": "last_throw"}),
    ("5000", "house", {}),
    ("5000", "house,house,house", {"goal": 2000, "brelan_of_aces": "best"}),
    ("dice-poker", "smart,match:mega", {}),
    ("dice-poker", "none,match:full,sequential", {"points": "linear", "goal": 500}),
    ("dice-poker", "sequential,smart", {"rerolls": 3}),
    ("dice-poker", "smart,smart", {"rerolls": 0}),
]


@pytest.mark.parametrize(("game", "players", "options"), SAME, ids=str)
def test_a_tabulated_bot_plays_the_very_games_of_the_bot_itself(
    game: str, players: str, options: dict[str, Any]
) -> None:
    compiled = job(game, players, **options)
    asked = replace(job(game, players, tabled=(), **options), widths=compiled.widths)
    assert compiled.compiled
    assert not asked.compiled
    assert play(compiled, 0, 20) == play(asked, 0, 20)


@pytest.mark.parametrize("players", ["house,house", "random,house", "random,random"])
@pytest.mark.parametrize("game", ["421", "5000", "dice-poker"])
def test_chunks_add_up_to_the_whole(game: str, players: str) -> None:
    what = job(game, players, seed=3)
    whole = play(what, 0, 60)
    parts = [play(what, first, n) for first, n in ((0, 1), (31, 29), (1, 30))]
    assert whole == parts[0] + parts[1] + parts[2] == run(what, 60)
    assert whole.games == 60


def test_another_seed_gives_other_games() -> None:
    assert play(job("421", "house,house", 1), 0, 50) != play(job("421", "house,house", 2), 0, 50)


def won(tally: Tally, seat: int) -> int:
    return sum(n for winners, n in enumerate(tally.winners) if (winners >> seat) & 1)


def test_every_game_is_counted_once() -> None:
    tally = play(job("5000", "house,random"), 0, 200)
    assert sum(tally.winners) == sum(tally.length_bins) == tally.games == 200
    assert won(tally, 0) + won(tally, 1) == 200
    assert all(sum(bins) == 200 for bins in tally.score_bins[:2])
    assert tally.shortest <= tally.length / 200 <= tally.longest


def test_patterns_have_their_exact_chances() -> None:
    tally = play(job("dice-poker", "smart"), 0, 20_000)
    exact = patterns("smart", 1, TABLE)
    # How long a game lasts depends on what falls, so the turns of whole games are a little biased: one
    # goal that no turn but the last can reach has as many turns as games.
    first = play(job("dice-poker", "smart", goal=10), 0, 20_000)
    assert sum(first.patterns[0]) >= 20_000
    assert sum(tally.patterns[0]) > 100_000
    shares = [n / sum(tally.patterns[0]) for n in tally.patterns[0]]
    names = job("dice-poker", "smart").patterns
    assert all(abs(share - float(exact[name])) < 0.01 for share, name in zip(shares, names, strict=True))


def test_random_players_are_even() -> None:
    """Who starts 421 is drawn, so equal players lose equally often."""
    tally = play(job("421", "random,random,random"), 0, 30_000)
    assert fits([30_000 - won(tally, seat) for seat in range(3)], [1 / 3] * 3)


@pytest.mark.parametrize("game", ["421", "5000", "dice-poker"])
def test_random_play_is_as_long_compiled_as_interpreted(game: str) -> None:
    options: dict[str, Any] = {"goal": 300} if game == "5000" else {}
    fast = play(job(game, "random,random", **options), 0, 4000)
    slow_job = replace(job(game, "random,random", **options), policies=None)
    slow = play(slow_job, 0, 100)
    spread = (fast.length_squares / 4000 - (fast.length / 4000) ** 2) ** 0.5
    assert abs(fast.length / 4000 - slow.length / 100) < 4 * spread / 100**0.5


def test_the_table_of_the_house_is_the_house() -> None:
    """Its choices are asked for at the ends of ranges only: here they are asked for between them."""
    rules = tavola.rules("5000")
    bot = make_bot("house", rules, Random(0))
    policy = five_thousand.tabulate(rules, bot)
    rng = Random(6)
    for _ in range(1500):
        code = rng.randrange(len(five_thousand.THROWS))
        dice, hand = five_thousand.THROWS[code], rng.randrange(3)
        fifties, wins = rng.randrange(60), rng.randrange(2)
        total = max(0, 5000 - 50 * fifties) if wins else 0
        s = State(2, 0, put(NONE_EACH, 0, total), hand, 50 * fifties, dice, 0, -1)
        chosen = five_thousand.action(s, bot.choose(rules.view(s, 0)))
        assert policy[wins, hand, fifties, code] == chosen


def test_what_can_not_be_compiled_is_interpreted_and_says_so() -> None:
    assert "knock" in job("421", "house,house", knock="1/4").why_slow
    slow = job("5000", "house,random", tabled=())
    assert slow.why_slow.startswith("house:")
    assert play(slow, 0, 3).games == 3
    assert not job("5000", "house,random").why_slow


def test_a_game_without_end_is_given_up() -> None:
    class Trasher:
        def choose(self, view: Any) -> Any:
            return view.moves[-1]

    rules = tavola.rules("5000")
    never = prepare(rules, ["trash"], 1, lambda *_: Trasher(), ["trash"])
    tally = play(never, 0, 2)
    assert tally.winners[0] == 2
    assert tally.longest == MOST_DECISIONS


def test_bad_requests_are_refused() -> None:
    rules = tavola.rules("421")
    with pytest.raises(BadSeats):
        prepare(rules, ["house"], 1, make_bot)
    with pytest.raises(UnknownBot):
        prepare(rules, ["house", "nobody"], 1, make_bot)
    with pytest.raises(BadOption, match="seed"):
        prepare(rules, ["house", "house"], 1 << 64, make_bot)
    with pytest.raises(BadOption, match="games"):
        list(chunks(0, 1, 1))


def test_chunks_cover_all_games_once() -> None:
    for games, parts, largest in ((1, 5, 10), (100, 7, 1000), (1000, 3, 50), (17, 17, 1)):
        found = [n for first, size in chunks(games, parts, largest) for n in range(first, first + size)]
        assert found == list(range(games))
