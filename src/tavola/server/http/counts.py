"""What dice count under the options of a table, for a page that shows it before it is played.

Every number is asked of the rules themselves, so nobody at the far end of a wire needs to know them.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any

import msgspec

from tavola.games.dice_poker import patterns as dice_poker
from tavola.games.dice_poker.points import scale
from tavola.games.five_thousand import rules as five_thousand
from tavola.pieces.dice import high_to_low, throws
from tavola.pieces.seats import NONE_EACH
from tavola.server.http.games import info_of
from tavola.server.http.house import House
from tavola.server.http.odds import KEEP, question
from tavola.server.http.wire import Answer, Asked, Refuse, encode


class FiveThousandCounts(msgspec.Struct, frozen=True, tag_field="game", tag="5000"):
    """5000: what dice played together count in the first hand of a turn.

    In each of the hands it is so many times that. Dice are written highest first. What is not there may not
    be played.
    """

    times: list[int]
    points: dict[str, int]


class DicePokerCounts(msgspec.Struct, frozen=True, tag_field="game", tag="dice-poker"):
    """Dice Poker: what five dice show and count, and what throwing some of them again may give.

    Dice are written highest first. Patterns go from the least to the most valuable. `falls` says of the dice
    that are kept how many of the ways in which the others can fall give each pattern.
    """

    patterns: list[str]
    points: list[int]
    shows: dict[str, int]
    falls: dict[str, list[int]]


Counts = FiveThousandCounts | DicePokerCounts


async def counts(house: House, asked: Asked) -> Answer:
    del house
    game = info_of(asked.parts["game"]).name
    if game not in ("5000", "dice-poker"):
        raise Refuse(404, "not_found", f"at {game} nothing is counted like this")
    options: Any = question(asked, "counts").rules().options
    if game == "5000":
        found = await asyncio.to_thread(five_thousand_told, options.variant.brelan_of_aces)
    else:
        found = await asyncio.to_thread(dice_poker_told, options.points)
    return Answer(found, cache=KEEP)


@lru_cache(maxsize=8)
def five_thousand_told(brelan_of_aces: int) -> bytes:
    return encode(five_thousand_counts(brelan_of_aces))


@lru_cache(maxsize=8)
def dice_poker_told(points: str) -> bytes:
    return encode(dice_poker_counts(points))


def five_thousand_counts(brelan_of_aces: int) -> FiveThousandCounts:
    variant = five_thousand.Variant(five_thousand.FIVE_THOUSAND, brelan_of_aces)
    found = {
        str(dice): points
        for n in range(1, five_thousand.DICE + 1)
        for dice, _ in throws(n)
        if (points := five_thousand.score(variant, dice))
    }
    aces = [_ace(variant, hand) for hand in range(five_thousand.HANDS)]
    return FiveThousandCounts([points // aces[0] for points in aces], found)


def _ace(variant: five_thousand.Variant, hand: int) -> int:
    """What the rules give for an ace played in this hand."""
    lying = five_thousand.State(1, 0, NONE_EACH, hand, 0, 1, 0, -1)
    return five_thousand.play(variant, lying, 1)[1].points


def dice_poker_counts(points: str) -> DicePokerCounts:
    shows = {str(dice): dice_poker.pattern(dice) for dice, _ in throws(dice_poker.DICE)}
    falls = {
        str(kept or ""): _falls(shows, kept, dice_poker.DICE - n)
        for n in range(dice_poker.DICE)
        for kept, _ in throws(n)
    }
    return DicePokerCounts(list(dice_poker.NAMES), list(scale(points)), shows, falls)


def _falls(shows: dict[str, int], kept: int, thrown: int) -> list[int]:
    found = [0] * len(dice_poker.NAMES)
    for rolled, ways in throws(thrown):
        found[shows[str(high_to_low(kept * 10**thrown + rolled))]] += ways
    return found
