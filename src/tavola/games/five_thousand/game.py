"""5000 as a game of the contract: moves, events and views over the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import ClassVar, TypedDict

from tavola.core.chance import Chance
from tavola.core.codec import Codec
from tavola.core.contract import CHANCE, OVER, Event, GameInfo, Outcome, Seat, Step
from tavola.core.errors import IllegalMove, TavolaError
from tavola.core.words import GAME_IS_OVER, Lang, Phrase
from tavola.games.dice_words import CANT_ROLL, PLAYER_DECIDES, ROLLING
from tavola.games.five_thousand import events as e
from tavola.games.five_thousand import moves as m
from tavola.games.five_thousand import rules, words
from tavola.games.five_thousand.moves import Move
from tavola.games.five_thousand.options import Options
from tavola.games.five_thousand.rules import State, Variant, seat_of
from tavola.games.race import Race
from tavola.pieces.dice import Roll, dashed, faces, from_faces, high_to_low, roll_of
from tavola.pieces.seats import eight

# ---- the table of 5000 as plain data, for a page or for a program across a wire; `read` is its inverse ----


class Picture(TypedDict):
    seats: int
    player: Seat
    turns: int  # played by all players together
    scores: list[int]
    hand: int  # hands already played in this turn
    turn_score: int
    dice: list[int]
    in_hand: int  # how many dice are about to be rolled
    winner: Seat | None


def draw(s: State) -> Picture:
    return {
        "seats": s.seats,
        "player": seat_of(s),
        "turns": s.turn,
        "scores": list(s.scores[: s.seats]),
        "hand": s.hand,
        "turn_score": s.turn_score,
        "dice": list(faces(s.dice)),
        "in_hand": s.in_hand,
        "winner": None if s.winner < 0 else s.winner,
    }


def read(told: Picture) -> State:
    return State(
        seats=told["seats"],
        turn=told["turns"],
        scores=eight(told["scores"]),
        hand=told["hand"],
        turn_score=told["turn_score"],
        dice=from_faces(told["dice"]),
        in_hand=told["in_hand"],
        winner=-1 if told["winner"] is None else told["winner"],
    )


DECISIONS = (m.Play, m.Bank, m.Trash)


@lru_cache(maxsize=4096)
def _in_order(variant: Variant, dice: int) -> tuple[Move, ...]:
    return m.moves_of(dice, rules.legal(variant, dice))


@lru_cache(maxsize=65536)
def _moves(variant: Variant, dice: int) -> tuple[Move, ...]:
    """The order in which dice fell does not matter; sorted, there are hundreds of throws, not thousands."""
    return _in_order(variant, high_to_low(dice))


@lru_cache(maxsize=65536)
def _action(variant: Variant, dice: int, move: Move) -> int | None:
    """The rules' number of a decision, None if it can't be made with these dice."""
    if isinstance(move, Roll) or move not in _moves(variant, dice):
        return None
    return m.action_of(dice, move)


@dataclass(frozen=True)
class FiveThousand(Race[State, Move]):
    """The rules of 5000 under some options."""

    info: ClassVar[GameInfo] = GameInfo(
        name="5000",
        title="5000",
        summary=words.SUMMARY,
        seats=tuple(range(1, 9)),
        options=Options,
        rules_version=1,
    )
    codec: ClassVar = Codec(State, e, draw, read, Picture)
    options: Options = field(default_factory=Options)

    @cached_property
    def variant(self) -> Variant:
        """The options as the rules take them, worked out once."""
        return self.options.variant

    def start(self, seats: int) -> State:
        self.info.check_seats(seats)
        return rules.start(seats)

    def actor(self, s: State) -> Seat:
        if s.winner >= 0:
            return OVER
        return CHANCE if s.in_hand else rules.seat_of(s)

    def moves(self, s: State) -> tuple[Move, ...]:
        return _moves(self.variant, s.dice)

    def chance(self, s: State) -> Chance[Move]:
        if not s.in_hand:
            raise TavolaError("no dice are in hand")
        return roll_of(s.in_hand)

    def play(self, s: State, move: Move) -> Step[State]:
        if s.in_hand:
            return self._roll(s, move)
        if s.winner >= 0:
            raise IllegalMove(GAME_IS_OVER)
        if not isinstance(move, DECISIONS) or (action := _action(self.variant, s.dice, move)) is None:
            raise IllegalMove(_why_not(s, move), self.moves(s))
        after, news = rules.step(self.variant, s, action)
        return Step(after, tuple(_events(s, move, after, news)))

    def _roll(self, s: State, move: Move) -> Step[State]:
        if not isinstance(move, Roll):
            raise IllegalMove(ROLLING)
        if not roll_of(s.in_hand).allows(move):
            raise IllegalMove(CANT_ROLL.fill(n=s.in_hand))
        after, _ = rules.step(self.variant, s, move.dice)
        return Step(after, (e.Rolled(rules.seat_of(s), move.dice),))

    def outcome(self, s: State) -> Outcome | None:
        if s.winner < 0:
            return None
        return Outcome(words.GOAL_REACHED, self.score(s), (s.winner,))

    def parse(self, text: str) -> Move:
        return m.parse(text)

    def say(self, event: Event, lang: Lang, names: Sequence[str]) -> str:
        said = words.say(event, names)
        return said.in_(lang) if said else ""


def _why_not(s: State, move: Move) -> Phrase:
    """In words, why a decision is not legal."""
    if isinstance(move, m.Bank):
        return words.NO_BANK
    if isinstance(move, m.Play):
        blanks = {"dice": dashed(move.dice), "table": dashed(s.dice)}
        there = m.action_of(s.dice, move) is not None
        return (words.WORTH_NOTHING if there else words.NOT_THERE).fill(**blanks)
    return PLAYER_DECIDES


def _events(s: State, move: Move, after: State, news: rules.Effects) -> Iterator[Event]:
    seat = rules.seat_of(s)
    if isinstance(move, m.Play):
        yield e.Played(seat, move.dice, news.points, s.turn_score + news.points)
    if news.hand_done:
        yield e.HandDone(seat, s.hand + 1)
    if news.trashed >= 0:
        yield e.Trashed(seat, news.trashed)
    if news.banked >= 0:
        yield e.Banked(seat, news.banked, after.scores[seat])
        if after.winner >= 0:
            yield e.Won(seat, after.scores[seat])
