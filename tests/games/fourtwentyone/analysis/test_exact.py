"""The exact odds against naive recursion over single dice, another engine, and simulation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import icepool
import pytest

from tavola.games.fourtwentyone.analysis import report as exact
from tavola.games.fourtwentyone.chances import chances
from tavola.games.fourtwentyone.combinations import rank, value
from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.strategies import CONTENT, published_keep
from tavola.pieces.dice import faces, from_faces, high_to_low
from tests.games.fourtwentyone.analysis.brute import rules_of

STANDARD, CLASSIC = rules_of().options, rules_of(preset="classic").options
ODD = rules_of(nenette="lowest", others_value=0).options


def by_dice(rows: list[dict[str, Any]], dice: int) -> dict[str, Any]:
    return next(row for row in rows if row["dice"] == dice)


# ---- combinations ----


def test_the_order_and_the_ways() -> None:
    rows = exact.combinations(STANDARD)
    assert [row["rank"] for row in rows] == list(range(1, 57))
    assert [row["dice"] for row in rows][:3] == [421, 111, 666]
    assert [row["dice"] for row in rows][-2:] == [331, 322]
    assert sum(row["ways"] for row in rows) == 216
    assert sum(Fraction(row["exact"]) for row in rows) == 1
    assert {row["dice"]: row["value"] for row in rows}[611] == 6
    assert by_dice(rows, 421)["ways"] == 6
    assert by_dice(rows, 611) | {"ways": 3, "name": "Ace six"} == by_dice(rows, 611)


def test_without_suites_they_are_others() -> None:
    rows = exact.combinations(CLASSIC)
    assert [row["dice"] for row in rows][12:14] == [221, 665]
    assert by_dice(rows, 654)["value"] == 1


def test_nenette_may_be_the_lowest() -> None:
    row = exact.combinations(ODD)[-1]
    assert (row["dice"], row["value"]) == (221, 4)


def test_one_throw_agrees_with_another_engine() -> None:
    three = icepool.d6.pool(3).expand()
    thrown = {
        high_to_low(from_faces([int(face) for face in shown])): Fraction(n, three.denominator())
        for shown, n in three.items()
    }
    for row in exact.combinations(STANDARD):
        assert Fraction(row["exact"]) == thrown[row["dice"]]


# ---- making and beating: three single dice, every subset of them thrown, no tables ----

Good = Callable[[int], bool]
Dice = tuple[int, ...]


def after_throw(dice: Dice, mask: tuple[int, ...], worth: Callable[[Dice], Fraction]) -> Fraction:
    again = [k for k in range(3) if mask[k]]
    total = Fraction(0)
    for rolled in product(range(1, 7), repeat=len(again)):
        new = list(dice)
        for k, face in zip(again, rolled, strict=True):
            new[k] = face
        total += worth(tuple(sorted(new)))
    return total / Fraction(6 ** len(again))


MASKS = [mask for mask in product((0, 1), repeat=3) if any(mask)]
ALL = (1, 1, 1)


def naive_looking(good: Good, throws: int) -> Fraction:
    @cache
    def worth(dice: Dice, left: int) -> Fraction:
        if good(high_to_low(from_faces(dice))):
            return Fraction(1)
        if left == 0:
            return Fraction(0)
        return max(after_throw(dice, mask, lambda d: worth(d, left - 1)) for mask in MASKS)

    return after_throw((0, 0, 0), ALL, lambda d: worth(d, throws - 1))


def naive_announcing(good: Good, throws: int) -> Fraction:
    def done(dice: Dice) -> Fraction:
        return Fraction(good(high_to_low(from_faces(dice))))

    def best(dice: Dice, masks: list[tuple[int, ...]], left: int) -> Fraction:
        found = max(after_throw(dice, mask, done) for mask in masks)
        if left > 1:
            found = max(found, *(after_throw(dice, mask, lambda d: on(d, left - 1)) for mask in masks))
        return found

    @cache
    def on(dice: Dice, left: int) -> Fraction:
        return best(dice, MASKS, left)

    return best((0, 0, 0), [ALL], throws)


@pytest.mark.parametrize("target", [421, 111, 444, 211, 321, 653])
def test_make(target: int) -> None:
    row = by_dice(exact.make(STANDARD), target)
    for throws in (1, 2, 3):
        good: Good = lambda dice: dice == target  # noqa: E731
        assert Fraction(row["throws"][str(throws)]["exact"]) == naive_looking(good, throws)


@pytest.mark.parametrize(
    ("options", "target"),
    [(STANDARD, 111), (STANDARD, 611), (STANDARD, 221), (STANDARD, 441), (CLASSIC, 654), (ODD, 221)],
)
def test_beat(options: Options, target: int) -> None:
    variant = options.variant
    row = by_dice(exact.beat(options), target)
    for throws in (1, 2, 3):
        good: Good = lambda dice: rank(variant, dice) > rank(variant, target)  # noqa: E731
        assert Fraction(row["looking"][str(throws)]["exact"]) == naive_looking(good, throws)
        assert Fraction(row["announcing"][str(throws)]["exact"]) == naive_announcing(good, throws)


def test_making_421_agrees_with_another_engine() -> None:
    """Keep what is wanted, throw the rest: so many different wanted faces are still missing."""

    def missing(left: int, throws: int) -> Fraction:
        if left == 0:
            return Fraction(1)
        if throws == 0:
            return Fraction(0)
        wanted = range(1, left + 1)
        pool = icepool.d6.pool(left).expand()
        total = Fraction(0)
        for shown, n in pool.items():
            got = len({face for face in shown if face in wanted})
            total += Fraction(n, pool.denominator()) * missing(left - got, throws - 1)
        return total

    row = by_dice(exact.make(STANDARD), 421)
    for throws in (1, 2, 3):
        assert Fraction(row["throws"][str(throws)]["exact"]) == missing(3, throws)


def test_nothing_beats_421_and_looking_never_hurts() -> None:
    rows = exact.beat(STANDARD)
    assert by_dice(rows, 421)["looking"]["3"]["p"] == 0
    for row in rows:
        for throws in "123":
            assert row["looking"][throws]["p"] >= row["announcing"][throws]["p"]
        assert row["looking"]["1"] == row["announcing"]["1"]


def test_a_knock_makes_kept_dice_unsafe() -> None:
    knocked = by_dice(exact.make(rules_of(knock="1/4").options), 421)["throws"]
    safe = by_dice(exact.make(STANDARD), 421)["throws"]
    assert knocked["1"] == safe["1"]
    # In two throws: keep two of 4, 2, 1, throw the third; it hits one time in four, either of the two kept,
    # which then must fall back on its face. Keeping one or none of them is never better.
    assert knocked["2"]["p"] < safe["2"]["p"]


# ---- the published first player ----


def test_first_player_adds_up() -> None:
    for options in (STANDARD, CLASSIC, ODD):
        first = exact.first_player(options)
        for shares in (first["throws"], *first["total"].values()):
            assert sum(Fraction(p["exact"]) for p in shares.values()) == 1
        assert sum(Fraction(c["exact"]) for c in first["combinations"]) == 1


def test_first_player_stops_at_once_with_a_named_combination() -> None:
    """421, six triples, aces from four up, four suites, nenette: 6 + 6 + 9 + 24 + 3 ways."""
    first = exact.first_player(STANDARD)
    assert Fraction(first["throws"]["1"]["exact"]) == Fraction(6 + 6 + 9 + 24 + 3, 216)


@pytest.mark.parametrize("options", [STANDARD, ODD])
def test_first_player_simulated(options: Options) -> None:
    variant, rng, games = options.variant, Random(421), 20_000
    ends: Counter[int] = Counter()
    throws_made: Counter[int] = Counter()
    totals: Counter[int] = Counter()
    for _ in range(games):
        keep, throws, total = 0, 0, 0
        while True:
            kept = faces(keep)
            dice = high_to_low(from_faces([*kept, *(rng.randint(1, 6) for _ in range(3 - len(kept)))]))
            throws, total = throws + 1, total + value(variant, dice)
            keep = published_keep(variant, dice) if throws < 3 else CONTENT
            if keep == CONTENT:
                break
        ends[dice] += 1
        throws_made[throws] += 1
        totals[total] += 1
    first = exact.first_player(options)
    rows = [(ends[c["dice"]], c["p"]) for c in first["combinations"]]
    rows += [(throws_made[int(n)], p["p"]) for n, p in first["throws"].items()]
    rows += [(totals[int(n)], p["p"]) for n, p in first["total"]["every_throw"].items()]
    for seen, p in rows:
        assert abs(seen / games - p) <= 4.5 * (p * (1 - p) / games) ** 0.5


def test_one_common_denominator() -> None:
    for options in (STANDARD, rules_of(knock="0.1").options):
        c = chances(options)
        assert all(sum(n for _, n in fall) == c.whole for fall in c.falls)
