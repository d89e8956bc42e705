"""What a way to play gives away against the solved one, between two players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tavola.analysis.distribution import Distribution
from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats, Places
from tavola.games.fourtwentyone.analysis.more.approximation import More, SeatedTurn
from tavola.games.fourtwentyone.analysis.more.worth import SetWorth
from tavola.games.fourtwentyone.analysis.two.chain import chain_of, ends_of
from tavola.games.fourtwentyone.analysis.two.flow import flow
from tavola.games.fourtwentyone.analysis.two.solved import Solved
from tavola.games.fourtwentyone.analysis.two.turn import STOPS, TurnPlan, first_choices, solve_turn
from tavola.games.fourtwentyone.state import MAX_THROWS, TOKENS
from tavola.games.fourtwentyone.strategies import CONTENT, published_keep

SPLITS = TOKENS - 1


@dataclass(frozen=True)
class Losses:
    """A player's chance to lose the set, by that player's tokens, as first or second of the turn."""

    first: Floats
    second: Floats


def against(w: Dicework, mine: TurnPlan, theirs: TurnPlan) -> Losses:
    """A player who follows the plan `mine` for ever against one who follows `theirs`."""
    i_start = TurnPlan(mine.first, theirs.opens, theirs.second)
    he_starts = TurnPlan(theirs.first, mine.opens, mine.second)
    (mm, mb), (hm, hb) = (_halves(w, plan) for plan in (i_start, he_starts))
    # Unknown: my chance to lose as first, theirs as first. The winner of a turn is second in the next.
    whole = np.block([[mm[0], mm[1]], [hm[1], hm[0]]])
    x = np.linalg.solve(np.eye(2 * SPLITS) - whole, np.concatenate([mb, hb]))
    return Losses(x[:SPLITS], 1 - x[SPLITS:][::-1])


def _halves(w: Dicework, plan: TurnPlan) -> tuple[tuple[Floats, Floats], Floats]:
    """The chain of a plan, split by who starts the next turn: the same player, or the other."""
    ended = flow(w, plan, MAX_THROWS, SPLITS)
    matrix, rest = chain_of(ended, TOKENS)
    # Lost turns go in with a plus, won turns with a minus: the two never share an entry's sign.
    nothing = np.zeros_like(ended.won)
    lost, _ = chain_of(type(ended)(ended.lost, nothing, ended.rampos, ended.throws), TOKENS)
    return (lost, matrix - lost), rest


def given_away(found: Solved, plan: TurnPlan, starts: Distribution[int]) -> dict[str, Any]:
    """How much more often a player with this plan loses the set to the solved player than the solved player
    would."""
    losses = against(found.work(), plan, found.plan)
    first, second = losses.first - found.loss, losses.second - (1 - found.loss[::-1])
    # At the start of a set either player is equally likely to take the last token of the load.
    whole = sum(float(p) * (first[n - 1] + second[TOKENS - n - 1]) / 2 for n, p in starts.pairs if n < TOKENS)
    return {
        "set": float(whole),
        "first": {"mean": float(first.mean()), "most": float(first.max())},
        "second": {"mean": float(second.mean()), "most": float(second.max())},
    }


def published(found: Solved) -> TurnPlan:
    """The plan of the published first player; as second, the solved one."""
    c = found.chances
    keeps = [published_keep(c.variant, dice) for dice in c.combos]
    choice = np.array([STOPS if keep == CONTENT else c.keeps.index(keep) for keep in keeps], np.int8)
    always = np.broadcast_to(choice[:, None, None], (len(c.combos), TOKENS, SPLITS))
    return TurnPlan(dict.fromkeys(range(1, MAX_THROWS), always), found.plan.opens, found.plan.second)


def approximate_last(found: Solved) -> TurnPlan:
    """The last player of `more`, who knows only the straight line; as first, the solved one."""
    table = SetWorth(found.loss, exact_two=False).table(2, True)
    plan = solve_turn(found.work(), ends_of(table[1:TOKENS], TOKENS), MAX_THROWS).plan
    return TurnPlan(found.plan.first, plan.opens, plan.second)


def approximate_first(found: Solved, exact_two: bool) -> TurnPlan:
    """The early player of `more` with one player behind; as second, the solved one."""
    more = More(found, SetWorth(found.loss, exact_two))
    w, parts = more.work, []
    for held in range(1, TOKENS):
        at = SeatedTurn(held, (), (TOKENS - held,))
        stop = {n: w.land(more.finals(at, n, n)[..., None], w.on_stop) for n in range(1, MAX_THROWS + 1)}
        parts.append(first_choices(w, stop, MAX_THROWS))
    first: dict[int, Places] = {n: np.concatenate([p[n] for p in parts], axis=-1) for n in parts[0]}
    return TurnPlan(first, found.plan.opens, found.plan.second)
