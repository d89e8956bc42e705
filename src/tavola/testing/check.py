"""check_rules: many walks through a game, every law at every turn, the shortest failure reported."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tavola.core.contract import OVER, Rules
from tavola.core.extras import TESTING
from tavola.testing.law import Law, LawBroken, broken
from tavola.testing.laws import LAWS
from tavola.testing.laws.play import pure
from tavola.testing.walk import EFFORT, CheckMemory, Position, walk

try:
    import hypothesis
    from hypothesis import strategies
    from hypothesis.errors import Flaky
except ImportError:
    TESTING.check("tavola.testing")
    raise

SEEDS = 2**32 - 1
ASKED_AGAIN = 10  # inconsistent rules may give the same answer a few times


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check without a failure has looked at."""

    games: int
    ended: int  # games that were played to their end
    positions: int


@dataclass(frozen=True, slots=True)
class CheckPlan:
    """What to check, how, and how long."""

    rules: Rules[Any, Any]
    tables: tuple[int, ...]  # numbers of seats
    games: int
    max_moves: int
    patience: int
    seed: int
    effort: int
    laws: Sequence[Law]


def check_rules(
    rules: Rules[Any, Any],
    *,
    seats: int | Iterable[int] | None = None,
    games: int = 50,
    max_moves: int = 300,
    patience: int = 20_000,
    seed: int = 0,
    effort: int = EFFORT,
    laws: Sequence[Law] = LAWS,
) -> Checked:
    """Hold a game to the laws; LawBroken names the one that does not hold, with the shortest game found.

    Plays `games` games of up to `max_moves` random moves, for the numbers of `seats` given (all the game
    allows, unless told). The same call always plays the same games. If none of them comes to an end, one is
    played on for up to `patience` moves, and must end; 0 is for games that may go on for ever. Chances are
    listed and sampled until that has taken `effort` outcomes and samples.

    Laws that look ahead are asked in a second round of the same games. Otherwise they would fail, one move
    too early, over a fault that a simpler law names more clearly.
    """
    plan = CheckPlan(rules, _tables(rules, seats), games, max_moves, patience, seed, effort, laws)
    first = [law for law in laws if not law.looks_ahead]
    second = [law for law in laws if law.looks_ahead]
    memories = [_play_round(replace(plan, laws=asked)) for asked in (first, second) if asked]
    return (
        Checked(memories[0].walks, memories[0].ended, memories[0].positions) if memories else Checked(0, 0, 0)
    )


def _tables(rules: Rules[Any, Any], seats: int | Iterable[int] | None) -> tuple[int, ...]:
    """The numbers asked for; or all the game allows."""
    if seats is None:
        return rules.info.seats
    return (seats,) if isinstance(seats, int) else tuple(seats)


def _play_round(plan: CheckPlan) -> CheckMemory:
    memory = CheckMemory(plan.rules, most_effort=plan.effort)
    _walk_about(plan, memory)
    if not memory.ended and plan.patience:
        _play_out(plan, memory)
    for law in plan.laws:
        for why in law.afterwards(memory):
            raise LawBroken(law.name, why)
    return memory


def _walk_about(plan: CheckPlan, memory: CheckMemory) -> None:
    """Hypothesis draws the walks and, once one breaks a law, looks for a shorter one that breaks the same."""
    found: list[LawBroken] = []

    @hypothesis.seed(plan.seed)
    @hypothesis.settings(
        max_examples=plan.games,
        database=None,
        deadline=None,
        derandomize=True,
        report_multiple_bugs=False,
        phases=[hypothesis.Phase.generate, hypothesis.Phase.shrink],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(
        strategies.sampled_from(plan.tables),
        strategies.integers(0, plan.max_moves),
        strategies.integers(0, SEEDS),
    )
    def one_walk(seats: int, length: int, seed: int) -> None:
        asked = [law for law in plan.laws if not found or law.name == found[0].law]
        try:
            _follow(replace(plan, laws=asked), memory, seats, length, seed)
        except LawBroken as error:
            if not found or error.law == found[0].law:
                found.append(error)
                raise

    try:
        one_walk()
    except (LawBroken, Flaky) as error:
        raise _told(found, isinstance(error, Flaky)) from found[-1].__cause__


def _told(found: list[LawBroken], flaky: bool) -> LawBroken:
    """The shortest one, raised anew: without hypothesis's own notes."""
    best = min(reversed(found), key=lambda error: error.moves)
    if not flaky or best.law == pure.__name__:
        return LawBroken(best.law, best.why, best.record, best.moves)
    why = f"played again, the same moves did not show what they showed: {best.law}: {best.why}"
    return LawBroken(pure.__name__, why, best.record, best.moves)


def _follow(plan: CheckPlan, memory: CheckMemory, seats: int, length: int, seed: int) -> None:
    """One walk, all the laws along it."""
    at: Position | None = None
    try:
        for at in walk(plan.rules, seats, length, seed, memory):
            for law in plan.laws:
                if law.looks_at(at):
                    _hold(law, at)
    except LawBroken:
        raise
    except Exception as error:
        raise _crash(seats, at, error) from error


def _play_out(plan: CheckPlan, memory: CheckMemory) -> None:
    """One game to its end; the laws are asked there."""
    at: Position | None = None
    try:
        for at in walk(plan.rules, plan.tables[0], plan.patience, plan.seed, memory):
            if at.actor == OVER:
                for law in plan.laws:
                    _hold(law, at)
                memory.ended += 1
                return
    except LawBroken:
        raise
    except Exception as error:
        raise _crash(plan.tables[0], at, error) from error
    why = (
        f"no game came to an end, not even in {plan.patience} moves; if that is right, check with patience=0"
    )
    raise LawBroken("turns", why)


def _hold(law: Law, at: Position) -> None:
    """Impure rules may break any law first. The law to name is the one on which all others rest."""
    try:
        law.hold(at)
    except LawBroken as error:
        at.memory.effort = 0  # now there is time to look closely
        for _ in range(ASKED_AGAIN):
            Law(pure).hold(at)
            _still_broken(law, at, error)
        raise


def _still_broken(law: Law, at: Position, error: LawBroken) -> None:
    try:
        law.hold(at)
    except LawBroken:
        return
    why = f"asked again, the rules did not show what they showed: {error.law}: {error.why}"
    raise broken(pure.__name__, why, at)


def _crash(seats: int, at: Position | None, error: Exception) -> LawBroken:
    """The walk could not go on: the rules refuse, or fail at, a move that they listed."""
    if at is None:
        return LawBroken("seats", f"a game of {seats} can't start: {error!r}")
    return broken("legality", f"a move that was legal could not be made: {error!r}", at)
