"""What the coach answers over REST, as types. Figures are in `unit`: chances from 0 to 1, or turns."""

from __future__ import annotations

from typing import Literal

import msgspec


class ChoiceTold(msgspec.Struct, frozen=True):
    """A legal move: its value, and what it costs beside the best. `low` and `high`: with 95 % certainty."""

    move: str
    value: float
    cost: float
    low: float
    high: float


class DecisionTold(msgspec.Struct, frozen=True):
    """A decision that was made; `number` is its move in the record, from 1, and so the step of the replay."""

    number: int
    seat: int
    move: str
    best: str
    value: float
    cost: float
    low: float
    high: float
    says: str  # the cost, for people
    why: str  # what is to be said for the best; nothing at cards
    choices: list[ChoiceTold]  # the best first, a dozen at most


class LuckTold(msgspec.Struct, frozen=True):
    """What the dice of a move did to each seat."""

    number: int
    change: list[float]


class CourseTold(msgspec.Struct, frozen=True):
    """What the game was worth to each seat after so many moves."""

    number: int
    values: list[float]


class BalanceTold(msgspec.Struct, frozen=True):
    """Where a seat's result came from: start + luck + play + others = result."""

    seat: int
    name: str
    start: float
    luck: float
    play: float  # its own
    others: float  # their play
    result: float
    margin: float  # of play and luck, with 95 % certainty; 0 where all is exact
    says: str


class ReviewTold(msgspec.Struct, frozen=True):
    """A game gone through by the coach."""

    game: str
    options: dict[str, str]
    seats: list[str]
    moves: int
    finished: bool
    unit: Literal["win", "turns"]
    unit_says: str
    more_is_better: bool
    exact: bool
    by_the_book: bool  # 421 among three or more: if everybody then plays by one fixed book
    decisions: list[DecisionTold]
    luck: list[LuckTold]  # empty where values are estimated
    course: list[CourseTold]
    balances: list[BalanceTold]
    says: list[str]
    remarks: int  # so many of these, the first, are about all of it; the others about a player each
