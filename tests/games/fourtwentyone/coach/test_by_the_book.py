"""421 among three and more by the book: games come to it, dice average to it, reviews add up."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from random import Random
from typing import Any

import pytest

from tavola.coach import Review, Unit, judge_of, review, words
from tavola.coach.plots import figure
from tavola.coach.report import as_dict, sentences
from tavola.core import extras
from tavola.core.contract import CHANCE, OVER
from tavola.core.errors import TavolaError
from tavola.core.words import LANGS
from tavola.games.fourtwentyone.analysis.more.book import Book
from tavola.games.fourtwentyone.analysis.more.load import most_holders
from tavola.games.fourtwentyone.analysis.two.solved import solved
from tavola.games.fourtwentyone.chances import chances
from tavola.games.fourtwentyone.coach import judge as fourtwentyone_judge
from tavola.games.fourtwentyone.coach.by_the_book import ByTheBook
from tavola.games.fourtwentyone.coach.judge import MOST_HOLDERS
from tavola.games.fourtwentyone.rules import begin_turn, settle
from tavola.games.fourtwentyone.state import (
    LOAD,
    OPENING,
    RAMPO_HIGH,
    RAMPO_LOW,
    TOKENS,
    UNLOAD,
    State,
    Tokens,
)
from tavola.pieces.seats import eight
from tests.coach.games import played, rules_of

CLOSE = 1e-9
SURE = 5.2  # standard deviations: beyond them less than once in a million, for all that is compared here
OTHERWISE = {"count": "last_throw", "others_value": 0, "nenette": "lowest", "knock": "1/10"}


def by_the_book(seats: int, **options: Any) -> ByTheBook:
    found = judge_of(rules_of("421", **options), seats)
    assert isinstance(found, ByTheBook)
    return found


@pytest.fixture(scope="module")
def three() -> ByTheBook:
    return by_the_book(3)


@pytest.fixture(scope="module")
def four() -> ByTheBook:
    return by_the_book(4)


@pytest.fixture(scope="module")
def three_otherwise() -> ByTheBook:
    return by_the_book(3, **OTHERWISE)


@pytest.fixture(scope="module")
def five() -> ByTheBook:
    return by_the_book(5)


@pytest.fixture(scope="module")
def eight_seats() -> ByTheBook:
    return by_the_book(8)


JUDGES = {"three": 3, "four": 4, "three_otherwise": 3, "five": 5, "eight_seats": 8}
ALL_HOLD = {3: [8, 6, 7], 4: [6, 5, 7, 3], 5: [5, 6, 2, 7, 1], 8: [7, 0, 6, 0, 0, 8, 0, 0]}


# ---- states to begin from ----


def unload(held: list[int], first: int = 0, lost: list[int] | None = None) -> State:
    """The start of a turn of the unload."""
    return begin_turn(len(held), Tokens(0, eight(held), eight(lost or [1] * len(held))), first, 0)


def load(held: list[int]) -> State:
    return begin_turn(len(held), Tokens(TOKENS - sum(held), eight(held), eight([1] * len(held))), 1, 1)


def after(judge: ByTheBook, s: State, *moves: str) -> State:
    for move in moves:
        s = judge.rules.play(s, judge.rules.parse(move)).state
    return s


def rampo(held: list[int], lowest: int, highest: int, total: int) -> State:
    s = unload(held)
    return settle(s._replace(turn=s.turn._replace(total=total, lowest=lowest, highest=highest)))[0]


# ---- played out by the rules themselves ----


def mean_of_games(judge: ByTheBook, s: State, games: int) -> list[tuple[float, float]]:
    """For each seat the mean of its wins, and the deviation of that mean."""
    rules, rng, shares = judge.rules, Random(7), [[0.0, 0.0] for _ in range(s.seats)]
    for _ in range(games):
        now = s
        while (actor := rules.actor(now)) != OVER:
            move = rules.chance(now).sample(rng) if actor == CHANCE else judge.book.move(now)
            now = rules.play(now, move).state
        for seat, share in enumerate(judge.value(now)):
            shares[seat][0] += share / games
            shares[seat][1] += share**2 / games
    return [(mean, sqrt(max(0.0, square - mean**2) / games)) for mean, square in shares]


PLAYED_OUT: dict[str, tuple[State, tuple[str, ...]]] = {
    "a load": (load([9, 0, 5]), ()),
    "an unload": (unload([3, 11, 7]), ()),
    "the middle of the first go": (unload([2, 15, 4]), ("roll 421", "keep 42")),
    "the last of three": (unload([10, 8, 3]), ("roll 662", "stop", "roll 662")),
    "a rampo of all": (rampo([8, 6, 7], 0b111, 0b111, 5), ()),
}


@pytest.mark.parametrize("what", PLAYED_OUT)
def test_games_played_out_by_the_book_come_to_it(three: ByTheBook, what: str) -> None:
    s = after(three, PLAYED_OUT[what][0], *PLAYED_OUT[what][1])
    for (mean, deviation), worth in zip(mean_of_games(three, s, 250), three.value(s), strict=True):
        assert abs(mean - worth) < SURE * deviation


@pytest.mark.parametrize(
    ("which", "s"),
    [
        ("four", unload([4, 9, 2, 6], 2)),
        ("five", unload([3, 2, 9, 1, 6], 3)),
        ("eight_seats", load([0, 0, 9, 0, 0, 8, 0, 0])),
    ],
)
def test_whole_games_of_more_too(which: str, s: State, request: pytest.FixtureRequest) -> None:
    judge: ByTheBook = request.getfixturevalue(which)
    for (mean, deviation), worth in zip(mean_of_games(judge, s, 250), judge.value(s), strict=True):
        assert abs(mean - worth) < SURE * deviation


# ---- what dice average to ----


def far(judge: ByTheBook, s: State) -> float:
    """How far the mean over the dice, or the book's move, is from the worth of a state."""
    value = judge.value(s)
    assert sum(value) == pytest.approx(len(value) - 1, abs=CLOSE)  # all but one win
    falls = judge.rules.actor(s) == CHANCE
    then = judge.expected(s) if falls else judge.after_each(s)[judge.book.move(s)]
    return max(abs(a - b) for a, b in zip(value, then, strict=True))


def states_met(judge: ByTheBook, seats: int, games: int) -> list[State]:
    """Of games in which now and then anything is played; every other begins when all hold tokens that can."""
    rules, rng, found = judge.rules, Random(3), []
    for game in range(games):
        s = unload(ALL_HOLD[seats]) if game % 2 else rules.start(seats)
        while (actor := rules.actor(s)) != OVER:
            found.append(s)
            book = actor != CHANCE and rng.random() < 0.6
            move = judge.book.move(s) if book else None
            if move is None:
                move = rules.chance(s).sample(rng) if actor == CHANCE else rng.choice(rules.moves(s))
            s = rules.play(s, move).state
    return found


def is_long(s: State) -> bool:
    """Does a go end here, not the first's, that others follow? All ways to end it are to be worked out."""
    ends = s.go.hit or s.go.throws + 1 == s.turn.limit
    waits = s.round.waiting.bit_count() > 1 and s.go.seat != s.turn.first
    return bool(s.round.kind == UNLOAD and s.go.in_hand and ends and waits)


def begins_turn(s: State) -> bool:
    """Of the unload, all being in it that can."""
    waits = s.round.waiting.bit_count()
    return s.round.kind == UNLOAD and s.go.throws == 0 and waits == sum(n > 0 for n in ALL_HOLD[s.seats])


def sampled(met: list[State]) -> list[State]:
    """A few of every kind, one of those that take long."""
    rng = Random(1)
    found = [next(s for s in met if is_long(s) and s.round.waiting.bit_count() == 2)]
    found += rng.sample([s for s in met if begins_turn(s)], 4)
    for kind, most in {OPENING: 2, LOAD: 4, UNLOAD: 8, RAMPO_LOW: 3, RAMPO_HIGH: 2}.items():
        for deciding in (False, True) if kind == UNLOAD else (False,):
            these = [s for s in met if s.round.kind == kind and (s.go.in_hand == 0) == deciding]
            these = [s for s in these if not is_long(s)]
            assert these or kind == RAMPO_HIGH  # which are rare, and come below
            found += rng.sample(these, min(most, len(these)))
    return found


@pytest.mark.parametrize("which", JUDGES)
def test_dice_average_to_it_and_so_does_the_book(which: str, request: pytest.FixtureRequest) -> None:
    judge: ByTheBook = request.getfixturevalue(which)
    for s in sampled(states_met(judge, JUDGES[which], 24)):
        assert far(judge, s) < CLOSE


@pytest.mark.parametrize(
    ("which", "s", "kind", "rolls"),
    [
        ("three", rampo([8, 6, 7], 0b001, 0b110, 3), RAMPO_HIGH, (611,)),
        ("three_otherwise", rampo([8, 1, 12], 0b111, 0b111, 19), RAMPO_LOW, (653, 653)),
        ("four", rampo([5, 6, 4, 6], 0b1111, 0b1111, 3), RAMPO_LOW, (331, 654, 331)),
        ("four", rampo([5, 6, 4, 6], 0b0001, 0b1110, 3), RAMPO_HIGH, (611, 654)),
        ("five", rampo([5, 4, 4, 6, 2], 0b11111, 0b11111, 3), RAMPO_LOW, (331, 654, 331, 331)),
        ("five", rampo([5, 4, 4, 6, 2], 0b00110, 0b11001, 9), RAMPO_LOW, (611,)),
    ],
    ids=["three, high", "three, low", "four, low", "four, high", "five, all", "five, low"],
)
def test_rampos_half_thrown(
    which: str, s: State, kind: int, rolls: tuple[int, ...], request: pytest.FixtureRequest
) -> None:
    judge: ByTheBook = request.getfixturevalue(which)
    for dice in rolls:
        assert s.round.kind == kind
        assert far(judge, s) < CLOSE
        s = after(judge, s, f"roll {dice}")
    assert far(judge, s) < CLOSE


@pytest.mark.parametrize(
    ("which", "held", "shown"),
    [
        ("three", [6, 13, 2], "421 611 543 665 422"),
        ("four", [6, 8, 5, 2], "543"),
        ("five", [3, 4, 6, 7, 1], "322 632"),
    ],
)
def test_the_second_knows_what_the_first_knew(
    which: str, held: list[int], shown: str, request: pytest.FixtureRequest
) -> None:
    """After the first's go it is worth the same by the table of all turns and by those behind."""
    judge: ByTheBook = request.getfixturevalue(which)
    for dice in shown.split():
        for throws in (1, 2, 3):
            rolls = ["throw", f"roll {dice}"] * throws
            s = after(judge, unload(held), *rolls[1:], *["stop"][: throws < 3])
            first = judge.value(s)
            if judge.rules.actor(s) != CHANCE:
                s = judge.rules.play(s, judge.book.move(s)).state
            assert first == pytest.approx(judge._goes.worth(s), abs=CLOSE)


def test_at_the_start_of_a_set_all_are_alike(three: ByTheBook, four: ByTheBook) -> None:
    assert three.value(three.rules.start(3)) == pytest.approx([2 / 3] * 3)
    assert four.value(four.rules.start(4)) == pytest.approx([3 / 4] * 4)
    behind = begin_turn(3, Tokens(TOKENS, eight([]), eight([1, 0, 0])), 0, 1)
    # By hand: with (1, 1, 1) sets lost it is even, with (1, 1, 0) it is 5/18, 5/18 and 4/9.
    assert three.value(behind) == pytest.approx([10 / 27, 22 / 27, 22 / 27])


def test_it_is_a_book_for_every_state() -> None:
    """Who holds how many is nothing to it while three hold some; with two it is."""
    rules = rules_of("421")
    book = Book(solved(rules.options))
    for dice in ("662", "421", "332"):
        moves = set()
        for held in ([7, 7, 7], [1, 19, 1], [18, 2, 1]):
            s = rules.play(unload(held), rules.parse(f"roll {dice}")).state
            moves.add(book.move(s))
        assert len(moves) == 1
    for s in states_met(by_the_book(3), 3, 3):
        if rules.actor(s) not in (CHANCE, OVER):
            assert book.move(s) in rules.moves(s)


# ---- reviews ----


def adds_up(found: Review) -> None:
    assert (found.unit, found.exact, found.by_the_book) == (Unit.WIN, True, True)
    for b in found.balances:
        assert b.start + b.luck + b.play + b.others == pytest.approx(b.result, abs=1e-12)
    for d in found.decisions:
        assert d.best.cost == 0 <= d.made.cost


@pytest.mark.parametrize("which", JUDGES)
def test_reviews_add_up(which: str, request: pytest.FixtureRequest) -> None:
    judge: ByTheBook = request.getfixturevalue(which)
    players = ("house", "random") * 4
    record = played(judge.rules, ",".join(players[: JUDGES[which]]), 5)
    found = review(judge.rules, record, judge=judge)
    adds_up(found)
    assert found.finished
    assert record.result is not None
    winners = record.result["winners"]
    for b in found.balances:
        assert b.result == (b.seat in winners)  # each of them wholly
    assert len(found.course) == len(record.moves) + 1


def test_giving_up_is_play(three: ByTheBook) -> None:
    found = review(three.rules, played(three.rules, "house,house,house", 1, most=30, resigns=1), judge=three)
    adds_up(found)
    assert [b.result for b in found.balances] == [1, 0, 1]
    assert found.gave_up is not None
    assert found.gave_up.cost == pytest.approx(found.course[-2][1][1])


def test_the_book_itself_neither_gains_nor_gives(three: ByTheBook) -> None:
    """Its own moves change nothing; the best may be worth more, which is then what they cost."""
    s, rules, rng, gained = rules_of("421").start(3), three.rules, Random(2), 0
    while (actor := rules.actor(s)) != OVER:
        if actor != CHANCE:
            best, book = three.weigh(rules.view(s, actor))[0], three.book.move(s)
            before = three.value(s)[actor]
            assert three.after_each(s)[book][actor] == pytest.approx(before, abs=CLOSE)
            assert best.worth >= before - CLOSE
            gained += best.worth > before + CLOSE
        s = rules.play(s, rules.chance(s).sample(rng) if actor == CHANCE else three.book.move(s)).state
    assert gained


def test_in_a_browser_only_what_takes_too_long_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "in_a_browser", True)
    with pytest.raises(TavolaError, match=r"at most 5 players .* 6 of 6 can") as refused:
        fourtwentyone_judge.judge(rules_of("421", others_value=0), 6)
    assert len({refused.value.said.in_(lang) for lang in LANGS}) == len(LANGS)
    # Of eight only a few come to hold tokens: by the usual rules every game is gone through.
    assert most_holders(chances(rules_of("421").options), 8) < MOST_HOLDERS
    assert isinstance(fourtwentyone_judge.judge(rules_of("421"), 4), ByTheBook)


def test_it_is_said_in_every_language(three: ByTheBook) -> None:
    found = review(three.rules, played(three.rules, "house,random,house", 4), judge=three)
    assert sentences(found)[:2] == [words.EXACT_BY_THE_BOOK, words.THE_BOOK]
    told = [as_dict(found, lang) for lang in LANGS]
    assert len({each["unit_says"] for each in told}) == len(LANGS)
    assert "by the book" in told[0]["unit_says"]


def test_its_figure_has_room_for_its_words(three: ByTheBook) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    found = review(three.rules, played(three.rules, "house,random,house", 4), judge=three)
    found.record = replace(found.record, seats=("Ada, who plays at night",) * 3)
    for lang in LANGS:
        drawn: Any = figure(found, lang)
        canvas: Any = FigureCanvasAgg(drawn)
        canvas.draw()
        axes = drawn.axes[0]
        assert len(axes.lines) == 3
        for text in (axes.yaxis.label, axes.xaxis.label, axes._left_title, *drawn.texts):
            inside = text.get_window_extent()
            assert inside.x0 >= 0, text
            assert inside.y0 >= 0, text
            assert inside.x1 <= drawn.bbox.x1, text
            assert inside.y1 <= drawn.bbox.y1, text
