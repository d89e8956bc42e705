"""421 as a game of the contract: moves, events and views over the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import ClassVar, Final, Literal, TypedDict, get_args

from tavola.core.chance import Chance
from tavola.core.codec import Codec
from tavola.core.contract import CHANCE, OVER, Event, GameInfo, Outcome, Score, Seat, Step, conceded
from tavola.core.errors import IllegalMove, TavolaError
from tavola.core.open import Open
from tavola.core.words import GAME_IS_OVER, Lang, Phrase
from tavola.games.dice_words import PLAYER_DECIDES, ROLLING
from tavola.games.fourtwentyone import events as e
from tavola.games.fourtwentyone import moves as m
from tavola.games.fourtwentyone import rules, words
from tavola.games.fourtwentyone import state as st
from tavola.games.fourtwentyone.combinations import Variant
from tavola.games.fourtwentyone.moves import Move
from tavola.games.fourtwentyone.options import PRESET_WORDS, PRESETS, Options
from tavola.games.fourtwentyone.state import Go, Round, State, Tokens, Turn
from tavola.pieces.dice import faces, from_faces, size
from tavola.pieces.seats import eight, group_of, has, members

# ---- the table as plain data, for a page or a program at the far end of a wire; `read` is the inverse ----


Kind = Literal["opening", "load", "unload", "rampo_low", "rampo_high", "over"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)  # by the round's number


class TurnPicture(TypedDict):
    first: Seat
    total: int  # its total so far
    limit: int  # most throws of a go
    lowest: list[int]
    highest: list[int]


class RoundPicture(TypedDict):
    kind: Kind
    members: list[int]
    waiting: list[int]
    direction: int  # 1 to the left, -1 to the right
    shown: list[list[int]]  # dice, by seat


class GoPicture(TypedDict):
    player: Seat
    throws: int
    dice: list[int]
    kept: list[int]
    in_hand: int  # how many dice are about to fall
    hit: bool


class Picture(TypedDict):
    seats: int
    kitty: int
    tokens: list[int]
    sets_lost: list[int]
    loading: bool  # the load, or the unload; a rampo belongs to either
    turn: TurnPicture
    round: RoundPicture
    go: GoPicture


def draw(s: State) -> Picture:
    return {
        "seats": s.seats,
        "kitty": s.tokens.kitty,
        "tokens": list(s.tokens.held[: s.seats]),
        "sets_lost": list(s.tokens.sets_lost[: s.seats]),
        "loading": bool(s.turn.loading),
        "turn": {
            "first": s.turn.first,
            "total": s.turn.total,
            "limit": s.turn.limit,
            "lowest": members(s.turn.lowest),
            "highest": members(s.turn.highest),
        },
        "round": {
            "kind": KINDS[s.round.kind],
            "members": members(s.round.members),
            "waiting": members(s.round.waiting),
            "direction": s.round.direction,
            "shown": [list(faces(dice)) for dice in s.round.shown[: s.seats]],
        },
        "go": {
            "player": s.go.seat,
            "throws": s.go.throws,
            "dice": list(faces(s.go.dice)),
            "kept": list(faces(s.go.kept)),
            "in_hand": s.go.in_hand,
            "hit": bool(s.go.hit),
        },
    }


def read(told: Picture) -> State:
    turn, round_, go = told["turn"], told["round"], told["go"]
    return State(
        told["seats"],
        Tokens(told["kitty"], eight(told["tokens"]), eight(told["sets_lost"])),
        Turn(
            turn["first"],
            turn["total"],
            int(told["loading"]),
            turn["limit"],
            group_of(turn["lowest"]),
            group_of(turn["highest"]),
        ),
        Round(
            KINDS.index(round_["kind"]),
            group_of(round_["members"]),
            group_of(round_["waiting"]),
            round_["direction"],
            eight([from_faces(dice) for dice in round_["shown"]]),
        ),
        Go(
            go["player"],
            go["throws"],
            from_faces(go["dice"]),
            from_faces(go["kept"]),
            go["in_hand"],
            int(go["hit"]),
        ),
    )


@dataclass(frozen=True)
class FourTwentyOne(Open[State, Move]):
    """The rules of 421 under some options."""

    info: ClassVar[GameInfo] = GameInfo(
        name="421",
        title="421",
        summary=words.SUMMARY,
        seats=tuple(range(2, 9)),
        options=Options,
        presets=PRESETS,
        words=PRESET_WORDS,
        rules_version=2,
        score=Score(words.SETS_LOST, best="lowest"),
    )
    codec: ClassVar = Codec(State, e, draw, read, Picture)
    options: Options = field(default_factory=Options)

    @cached_property
    def variant(self) -> Variant:
        """The options as the rules take them, worked out once."""
        return self.options.variant

    def start(self, seats: int) -> State:
        self.info.check_seats(seats)
        return st.start(seats)

    def actor(self, s: State) -> Seat:
        if s.round.kind == st.OVER:
            return OVER
        return s.go.seat if s.go.in_hand == 0 else CHANCE

    def moves(self, s: State) -> tuple[Move, ...]:
        return m.moves_of(s.go.dice, _legal(s)) if rules.is_deciding(s) else ()

    def chance(self, s: State) -> Chance[Move]:
        if self.actor(s) != CHANCE:
            raise TavolaError("no dice are in hand")
        return m.falls(s.go.kept, s.go.in_hand, self.options.knock)

    def play(self, s: State, move: Move) -> Step[State]:
        actor = self.actor(s)
        if actor == OVER:
            raise IllegalMove(GAME_IS_OVER)
        if actor == CHANCE:
            return self._fall(s, move)
        action = m.action_of(s.go.dice, move) if isinstance(move, m.Stop | m.Throw) else None
        if action is None or not (_legal(s) >> action) & 1:
            raise IllegalMove(_why_not(s, move), self.moves(s))
        after, news = rules.step(self.variant, s, action)
        if action == rules.STOP:
            return Step(after, (e.Stopped(s.go.seat, s.go.throws), *_events(s, after, news)))
        hits = (e.HitTable(s.go.seat),) if action & rules.HIT else ()
        return Step(after, (*hits, *_events(s, after, news)))

    def _fall(self, s: State, move: Move) -> Step[State]:
        if not isinstance(move, m.Fall):
            raise IllegalMove(ROLLING)
        if not m.falls(s.go.kept, s.go.in_hand, self.options.knock).allows(move):
            raise IllegalMove(words.CANT_FALL.fill(n=s.go.in_hand, kept=size(s.go.kept)))
        dice = move.on_table(s.go.kept)
        assert dice is not None  # a fall that has a chance knocks only what is there
        after, news = rules.step(self.variant, s, dice)
        fell: Event = (
            e.Opened(s.go.seat, move.dice)
            if s.round.kind == st.OPENING
            else e.Threw(s.go.seat, move.dice, s.go.kept, move.knocked)
        )
        return Step(after, (fell, *_events(s, after, news)))

    def outcome(self, s: State) -> Outcome | None:
        if s.round.kind != st.OVER:
            return None
        lost = s.tokens.sets_lost[: s.seats]
        winners = tuple(seat for seat in range(s.seats) if lost[seat] < st.SETS_TO_LOSE)
        return Outcome(words.TWO_SETS_LOST, lost, winners)

    def concede(self, s: State, seat: Seat) -> Outcome:
        return conceded(seat, s.tokens.sets_lost[: s.seats])

    def score(self, s: State) -> tuple[int, ...]:
        return s.tokens.held[: s.seats]

    def holdings(self, s: State) -> Mapping[str, int]:
        return {"tokens": s.tokens.kitty + sum(s.tokens.held)}

    def parse(self, text: str) -> Move:
        return m.parse(text)

    def say(self, event: Event, lang: Lang, names: Sequence[str]) -> str:
        said = words.say(self.variant, event, names)
        return said.in_(lang) if said else ""


@lru_cache(maxsize=256)
def _legal(s: State) -> int:
    """Cached: a table asks three times for each move."""
    return rules.legal(s)


def _why_not(s: State, move: Move) -> Phrase:
    """In words, why a decision is not legal."""
    first = s.go.seat == s.turn.first
    if isinstance(move, m.Stop):
        return words.ONLY_FIRST_STOPS
    if not isinstance(move, m.Throw):
        return PLAYER_DECIDES
    if s.go.throws == 0:
        return words.NO_DICE_YET
    if size(move.keep) == size(s.go.dice):
        return words.KEEPS_ALL
    if m.action_of(s.go.dice, move) is None:
        return words.NOT_THERE.fill(keep=move.keep, dice=s.go.dice)
    return words.FIRST_DOES_NOT_HIT if first else words.LAST_ANYWAY


def _events(before: State, after: State, news: rules.Effects) -> Iterator[Event]:
    """What a step brought about, in the order in which a table would say it."""
    call, ending = news
    if call.seat >= 0 and before.round.kind != st.OPENING:
        yield e.Announced(call.seat, call.dice, call.total, call.throws, bool(call.rampo), bool(call.fewer))
    if ending.starter >= 0:
        yield e.Starts(ending.starter)
    if ending.hot_hand >= 0:
        members = tuple(seat for seat in range(after.seats) if has(after.round.members, seat))
        yield e.HotHand(ending.hot_hand, after.round.kind == st.RAMPO_HIGH, members)
    if ending.loser >= 0:
        yield from _turn_events(before, after, ending)


def _turn_events(before: State, after: State, end: rules.Ending) -> Iterator[Event]:
    if end.winner < 0:
        yield e.Took(end.loser, end.tokens)
    else:
        yield e.Paid(end.winner, end.loser, end.tokens)
    if end.sets_lost:
        yield e.SetLost(end.loser, end.sets_lost)
        if after.round.kind == st.OVER:
            yield e.GameLost(end.loser)
        return
    if end.winner >= 0:
        if after.tokens.held[end.winner] == 0:
            yield e.Safe(end.winner)
    elif after.round.kind == st.UNLOAD and before.turn.loading:
        yield e.UnloadBegins(end.loser)
        yield from (e.Safe(seat) for seat in range(after.seats) if after.tokens.held[seat] == 0)
