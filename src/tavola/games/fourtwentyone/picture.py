"""The table of 421 as plain data, for a page or a program at the far end of a wire; `read` is its inverse."""

from __future__ import annotations

from typing import Final, Literal, TypedDict, get_args

from tavola.core.contract import Seat
from tavola.games.fourtwentyone.state import Go, Round, State, Tokens, Turn
from tavola.pieces.dice import faces, from_faces
from tavola.pieces.seats import eight, group_of, members

Kind = Literal["opening", "load", "unload", "rampo_low", "rampo_high", "over"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)  # by the round's number


class TurnPicture(TypedDict):
    first: Seat
    total: int  # what it counts so far
    limit: int  # how many throws a go may have
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
