"""Walks through a game: random legal moves, chance as it falls, a position after each.

A driver would show players views, which may be what is broken: a walk asks the rules for moves and chances
only.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tavola.core.contract import CHANCE, OVER, Rules, Seat, Step
from tavola.core.match import Match

SEEN_AT_MOST = 500
EFFORT = 200_000  # outcomes and samples of chances, altogether


class Luck:
    """A source of luck that has what the contract promises and nothing more."""

    __slots__ = ("randrange",)

    def __init__(self, seed: int | Random) -> None:
        rng = seed if isinstance(seed, Random) else Random(seed)
        self.randrange = rng.randrange


@dataclass(slots=True)
class CheckMemory:
    """What one check has seen so far, over all its walks."""

    rules: Rules[Any, Any]
    walks: int = 0
    positions: int = 0
    ended: int = 0  # walks that reached the end of a game
    guessed_otherwise: bool = False  # some guess differed from the truth
    chances: dict[Hashable, str | None] = field(default_factory=dict)  # examined, and what was wrong
    kept: list[object] = field(default_factory=list)  # objects known by their id, kept alive
    effort: int = 0  # spent on chances,
    most_effort: int = EFFORT  # the limit of it


@dataclass(slots=True)
class Position:
    """Where a walk stands: what the laws look at. `before`, `move` and `step` are how it came here."""

    rules: Rules[Any, Any]
    match: Match[Any, Any]
    memory: CheckMemory
    seed: int
    index: int  # moves made so far
    first: Any  # the state at the start
    seen: dict[Any, None]  # moves met earlier in the walk
    before: Position | None
    move: Any
    step: Step[Any] | None
    state: Any
    actor: Seat
    moves: tuple[Any, ...]
    last: bool  # does the walk end here?
    shown: str = ""
    hashed: int | None = None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.match.names)

    @property
    def everyone(self) -> tuple[Seat | None, ...]:
        """All viewers: the seats, and a spectator."""
        return (*range(self.seats), None)

    def luck(self, purpose: str) -> Random:
        """Randomness for one purpose at one position, so that no law disturbs another."""
        return Random(f"{self.seed}/{self.index}/{purpose}")

    def record_text(self) -> str:
        """The game that led here, as a text that replays."""
        try:
            return str(self.match.record())
        except Exception:  # a move without notation is shown as it is
            return "\n".join(f"{who} {move!r}" for who, move in self.match.moves)


def walk(
    rules: Rules[Any, Any], seats: int, length: int, seed: int, memory: CheckMemory
) -> Iterator[Position]:
    """The positions of one game, at most `length` moves of it."""
    rng = Random(seed)
    match = Match(rules, [f"player {seat}" for seat in range(seats)])
    at = _arrive(match, memory, seed, length, None, None, None)
    while True:
        yield at
        if at.last:
            memory.walks += 1
            memory.ended += at.actor == OVER
            return
        move = rules.chance(at.state).sample(Luck(rng)) if at.actor == CHANCE else rng.choice(at.moves)
        if len(at.seen) < SEEN_AT_MOST:
            at.seen.update(dict.fromkeys((*at.moves, move)))
        at.before = None  # one step back is enough, and long games are long
        at = _arrive(match, memory, seed, length, at, move, match.play(move))


def _arrive(
    match: Match[Any, Any],
    memory: CheckMemory,
    seed: int,
    length: int,
    before: Position | None,
    move: Any,
    step: Step[Any] | None,
) -> Position:
    rules, state = match.rules, match.state
    actor = rules.actor(state)
    index = before.index + 1 if before else 0
    memory.positions += 1
    return Position(
        rules=rules,
        match=match,
        memory=memory,
        seed=seed,
        index=index,
        first=before.first if before else state,
        seen=before.seen if before else {},
        before=before,
        move=move,
        step=step,
        state=state,
        actor=actor,
        moves=tuple(rules.moves(state)),
        last=actor == OVER or index >= length,
        shown=repr(state),
        hashed=hash_of(state),
    )


def hash_of(value: object) -> int | None:
    """The hash; None if the value has none."""
    try:
        return hash(value)
    except TypeError:
        return None
