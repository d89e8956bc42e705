"""check_rules: many walks through a game, every law at every turn, the shortest failure told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from tavola.core.contract import OVER, Rules
from tavola.core.errors import TavolaError
from tavola.testing.law import Law, LawBroken, broken
from tavola.testing.laws import LAWS
from tavola.testing.walk import Memory, Position, walk

try:
    import hypothesis
    from hypothesis import strategies
    from hypothesis.errors import Flaky
except ImportError:
    raise TavolaError("tavola.testing needs hypothesis: pip install 'tavola[testing]'") from None

SEEDS = 2**32 - 1
AGAIN = " (Played again, the same moves did not show it: the rules remember something.)"


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check that found nothing wrong has looked at."""

    games: int
    ended: int  # games that were played to their end
    positions: int


def check_rules(
    rules: Rules[Any, Any],
    *,
    seats: int | Iterable[int] | None = None,
    games: int = 50,
    max_moves: int = 300,
    patience: int = 20_000,
    seed: int = 0,
    laws: Sequence[Law] = LAWS,
) -> Checked:
    """Hold a game to the laws; LawBroken names the one that does not hold, with the shortest game found.

    Plays `games` games of up to `max_moves` random moves, for the numbers of `seats` given (all the game
    allows, unless told). The same call always plays the same games. If none of them comes to an end, one is
    played on for up to `patience` moves, and must end; 0 is for games that may go on for ever.
    """
    memory = Memory(rules)
    tables = _tables(rules, seats)
    _walk_about(rules, tables, games, max_moves, seed, laws, memory)
    if not memory.ended and patience:
        _play_out(rules, tables[0], patience, seed, laws, memory)
    for law in laws:
        for why in law.afterwards(memory):
            raise LawBroken(law.name, why)
    return Checked(memory.walks, memory.ended, memory.positions)


def _tables(rules: Rules[Any, Any], seats: int | Iterable[int] | None) -> tuple[int, ...]:
    if seats is None:
        low, high = rules.info.seats
        return tuple(range(low, high + 1))
    return (seats,) if isinstance(seats, int) else tuple(seats)


def _walk_about(
    rules: Rules[Any, Any],
    tables: tuple[int, ...],
    games: int,
    max_moves: int,
    seed: int,
    laws: Sequence[Law],
    memory: Memory,
) -> None:
    """Hypothesis draws the walks and, once one breaks a law, looks for a shorter one that breaks the same."""
    found: list[LawBroken] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=games,
        database=None,
        deadline=None,
        derandomize=True,
        report_multiple_bugs=False,
        phases=[hypothesis.Phase.generate, hypothesis.Phase.shrink],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(
        strategies.sampled_from(tables),
        strategies.integers(0, max_moves),
        strategies.integers(0, SEEDS),
    )
    def one_walk(at_table: int, length: int, start: int) -> None:
        try:
            follow(rules, at_table, length, start, laws, memory)
        except LawBroken as error:
            if not found or error.law == found[0].law:
                found.append(error)
                raise

    try:
        one_walk()
    except LawBroken:
        _tell(found, "")
    except Flaky:  # it broke once and not again, which is itself worth knowing
        _tell(found, AGAIN)


def _tell(found: list[LawBroken], remark: str) -> NoReturn:
    """Raise the shortest, afresh: what hypothesis noted on it is about its own business."""
    best = min(found, key=lambda error: error.moves)
    raise LawBroken(best.law, best.why + remark, best.record, best.moves) from best.__cause__


def follow(
    rules: Rules[Any, Any], seats: int, length: int, seed: int, laws: Sequence[Law], memory: Memory
) -> None:
    """One walk, all the laws along it."""
    at: Position | None = None
    try:
        for at in walk(rules, seats, length, seed, memory):
            for law in laws:
                if law.looks_at(at):
                    law.hold(at)
    except LawBroken:
        raise
    except Exception as error:
        raise _crash(seats, at, error) from error


def _crash(seats: int, at: Position | None, error: Exception) -> LawBroken:
    """The walk could not go on: the rules refuse, or fail at, what they themselves listed."""
    if at is None:
        return LawBroken("seats", f"a game of {seats} can't start: {error!r}")
    return broken("legality", f"a move that was legal could not be made: {error!r}", at)


def _play_out(
    rules: Rules[Any, Any], seats: int, patience: int, seed: int, laws: Sequence[Law], memory: Memory
) -> None:
    """One game to its end; the laws are asked there."""
    at: Position | None = None
    try:
        for at in walk(rules, seats, patience, seed, memory):
            if at.actor == OVER:
                for law in laws:
                    law.hold(at)
                return
    except LawBroken:
        raise
    except Exception as error:
        raise _crash(seats, at, error) from error
    why = f"no game came to an end, not even in {patience} moves; if that is right, check with patience=0"
    raise LawBroken("turns", why)
