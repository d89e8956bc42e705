"""Dice Poker as a game of the contract: moves, events and views over the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, TypedDict

from tavola.core.chance import Chance
from tavola.core.codec import Codec
from tavola.core.contract import CHANCE, OVER, Event, GameInfo, Outcome, Seat, Step
from tavola.core.errors import IllegalMove, TavolaError
from tavola.core.words import GAME_IS_OVER, Lang, Phrase
from tavola.games.dice_poker import events as e
from tavola.games.dice_poker import moves as m
from tavola.games.dice_poker import rules, words
from tavola.games.dice_poker.moves import Move
from tavola.games.dice_poker.options import Options
from tavola.games.dice_poker.patterns import NAMES
from tavola.games.dice_poker.rules import State, Variant
from tavola.games.dice_words import CANT_ROLL, PLAYER_DECIDES, ROLLING
from tavola.games.race import Race
from tavola.pieces.dice import Roll, dashed, faces, from_faces, put_back, roll_of
from tavola.pieces.seats import eight, group_of, members

# ---- the table of Dice Poker as plain data, for a page or a program at the far end of a wire ----


class Picture(TypedDict):
    seats: int
    player: Seat
    turns: int  # begun by all players together
    scores: list[int]
    dice: list[int]
    in_hand: list[int]  # the positions about to be rolled, from 0
    rerolls: int  # left in this turn
    over: bool


def draw(s: State) -> Picture:
    return {
        "seats": s.seats,
        "player": s.turn % s.seats,
        "turns": s.turn,
        "scores": list(s.scores[: s.seats]),
        "dice": list(faces(s.dice)),
        "in_hand": members(s.in_hand),
        "rerolls": s.rerolls,
        "over": bool(s.over),
    }


def read(told: Picture) -> State:
    return State(
        seats=told["seats"],
        turn=told["turns"],
        scores=eight(told["scores"]),
        dice=from_faces(told["dice"]),
        in_hand=group_of(told["in_hand"]),
        rerolls=told["rerolls"],
        over=int(told["over"]),
    )


@dataclass(frozen=True)
class DicePoker(Race[State, Move]):
    """The rules of Dice Poker under some options."""

    info: ClassVar[GameInfo] = GameInfo(
        name="dice-poker",
        title="Dice Poker",
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
        return rules.start(self.variant, seats)

    def actor(self, s: State) -> Seat:
        if s.over:
            return OVER
        return CHANCE if s.in_hand else rules.seat_of(s)

    def moves(self, s: State) -> tuple[Move, ...]:
        return m.moves_of(s.dice) if self.actor(s) >= 0 else ()

    def chance(self, s: State) -> Chance[Move]:
        if not s.in_hand:
            raise TavolaError("no dice are in hand")
        return roll_of(rules.dice_in_hand(s))

    def play(self, s: State, move: Move) -> Step[State]:
        actor = self.actor(s)
        if actor == OVER:
            raise IllegalMove(GAME_IS_OVER)
        if actor == CHANCE:
            return self._roll(s, move)
        if move not in self.moves(s):
            raise IllegalMove(_why_not(s, move), self.moves(s))
        assert not isinstance(move, Roll)  # none is among the moves
        action = m.action_of(s.dice, move)
        assert action is not None  # a legal move names dice that are there
        after, news = rules.step(self.variant, s, action)
        return Step(after, tuple(self._ending(s, after, news)))

    def _roll(self, s: State, move: Move) -> Step[State]:
        if not isinstance(move, Roll):
            raise IllegalMove(ROLLING)
        n = rules.dice_in_hand(s)
        if not roll_of(n).allows(move):
            raise IllegalMove(CANT_ROLL.fill(n=n))
        dice = put_back(s.dice, s.in_hand, move.dice) if s.dice else move.dice
        after, news = rules.step(self.variant, s, move.dice)
        rolled = e.Rolled(rules.seat_of(s), move.dice, dice, NAMES[news.pattern])
        return Step(after, (rolled, *self._ending(s, after, news)))

    def _ending(self, s: State, after: State, news: rules.Effects) -> Iterator[Event]:
        if news.points < 0:
            return
        seat = rules.seat_of(s)
        yield e.Scored(seat, NAMES[news.pattern], news.points, after.scores[seat])
        if (end := self.outcome(after)) is not None:
            yield e.Won(end.winners, max(end.scores))

    def outcome(self, s: State) -> Outcome | None:
        if not s.over:
            return None
        scores = self.score(s)
        winners = tuple(seat for seat, total in enumerate(scores) if total == max(scores))
        return Outcome(words.HIGHEST_TOTAL, scores, winners)

    def parse(self, text: str) -> Move:
        return m.parse(text)

    def say(self, event: Event, lang: Lang, names: Sequence[str]) -> str:
        said = words.say(event, names)
        return said.in_(lang) if said else ""


def _why_not(s: State, move: Move) -> Phrase:
    """In words, why a decision is not legal."""
    if not isinstance(move, m.Reroll):
        return PLAYER_DECIDES
    if m.action_of(s.dice, move) is None:
        return words.NOT_THERE.fill(dice=dashed(move.dice), table=dashed(s.dice))
    return words.TOO_MANY
