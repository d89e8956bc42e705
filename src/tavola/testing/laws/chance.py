"""Chance is exact, and samples keep to it.

Each different chance is examined once. Up to LISTED outcomes are enumerated; of a larger chance (four cards
of 52 are 270,725) only that many: the sum is then checked not to exceed 1, and bias among those listed and
between them and the rest. When the check's effort, in outcomes and samples altogether, is used up, further
chances only get what every position gets: a few samples, which must be possible and playable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

from tavola.core.chance import Chance
from tavola.core.contract import CHANCE
from tavola.testing.bias import QUICK, biased
from tavola.testing.walk import CheckMemory, Luck, Position, hash_of

LISTED = 20_000
ASKED = 2_000  # outcomes for which prob() is asked, when there are more
SAMPLED = 4  # outcomes drawn, and played, at every position;
FEW = 12  # if there are no more than these, all are played

Listed = list[tuple[Any, Fraction]]


def chance(at: Position) -> Iterator[str]:
    """Probabilities are exact and sum to 1, samples keep to them, and whatever falls can be played."""
    if at.actor != CHANCE:
        return
    now = at.rules.chance(at.state)
    if (why := examined(at.memory, now)) is not None:
        yield why
    luck = Luck(at.luck("chance"))
    sampled = [now.sample(luck) for _ in range(SAMPLED)]
    for move in sampled:
        if not now.prob(move) > 0:
            yield f"{move} was sampled, but its probability is {now.prob(move)}"
    few = [move for move, _ in islice(now.outcomes(), FEW + 1)]
    for move in few if len(few) <= FEW else sampled:
        try:
            at.rules.play(at.state, move)
        except Exception as error:
            yield f"{move} may fall, but playing it raised {error!r}"


def examined(memory: CheckMemory, now: Chance[Any]) -> str | None:
    """What is wrong with a chance; equal chances are examined once."""
    key: Any = now if hash_of(now) is not None else id(now)
    if key not in memory.chances:
        if memory.effort > memory.most_effort:
            return None
        memory.kept.append(now)  # keeps it alive: otherwise another object could get the same id
        memory.chances[key] = _examined_by_outcomes(memory, now)
    return memory.chances[key]


def _examined_by_outcomes(memory: CheckMemory, now: Chance[Any]) -> str | None:
    """Chances that are made anew each time are not equal, but their outcomes are."""
    listed = list(islice(now.outcomes(), LISTED + 1))
    memory.effort += len(listed)
    key = (type(now), tuple(map(_quickly_hashed, listed))) if len(listed) <= LISTED else None
    if key is None or hash_of(key) is None:
        return next(_faults(memory, now, listed), None)
    if key not in memory.chances:
        memory.chances[key] = next(_faults(memory, now, listed), None)
    return memory.chances[key]


def _quickly_hashed(outcome: tuple[Any, Fraction]) -> tuple[Any, Any]:
    """Hashing a Fraction takes longer than all the rest."""
    move, prob = outcome
    return move, (prob.numerator, prob.denominator) if isinstance(prob, Fraction) else prob


def _faults(memory: CheckMemory, now: Chance[Any], listed: Listed) -> Iterator[str]:
    whole = len(listed) <= LISTED
    listed = listed[:LISTED]
    yield from _sums(listed, whole)
    for move, prob in listed if len(listed) <= ASKED else listed[:: len(listed) // ASKED]:
        if now.prob(move) != prob:
            yield f"{move} is listed with probability {prob}, but prob() says {now.prob(move)}"
    if now.prob("nothing of the kind") != 0:
        yield "prob() gives a chance to what is no move at all"
    memory.effort += QUICK
    yield from _bias(now, listed, whole)


def _sums(listed: Listed, whole: bool) -> Iterator[str]:
    for move, prob in listed:
        if not isinstance(prob, Fraction):
            yield f"the probability of {move} is {prob!r}, which is not a Fraction"
        if prob.numerator <= 0:
            yield f"{move} is listed with probability {prob}; what can't happen is not listed"
    if len({move for move, _ in listed}) < len(listed):
        twice = next(move for move, times in Counter(move for move, _ in listed).items() if times > 1)
        yield f"{twice} is listed more than once"
    total = _total(prob for _, prob in listed)
    if whole and total != 1:
        yield f"the probabilities of {len(listed)} outcomes sum to {total}, not to 1"
    if not whole and total >= 1:
        yield f"the probabilities of the first {len(listed)} of still more outcomes sum to {total}"


def _total(probs: Iterable[Fraction]) -> Fraction:
    """Their sum; most of them are equal, and fractions are slow to hash and to add."""
    times = Counter((prob.numerator, prob.denominator) for prob in probs)
    return sum((Fraction(above * n, below) for (above, below), n in times.items()), Fraction(0))


def _bias(now: Chance[Any], listed: Listed, whole: bool) -> Iterator[str]:
    place = {move: n for n, (move, _) in enumerate(listed)}
    chances = [float(prob) for _, prob in listed]
    if not whole:
        chances.append(1 - sum(chances))
    luck = Luck(421)
    strangers: list[Any] = []

    def draw() -> int:
        move = now.sample(luck)
        n = place.get(move)
        if n is None:
            if whole:
                strangers.append(move)
            return len(chances) - 1
        return n

    out_of_line = biased(chances, draw)
    if strangers:
        yield f"{strangers[0]} was sampled, but it is not among the outcomes"
    if out_of_line is not None:
        declared, found = out_of_line
        yield f"samples are biased: what should fall in {declared:.2%} of cases fell in {found:.2%}"
