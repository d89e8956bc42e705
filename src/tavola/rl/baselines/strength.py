"""How strong a policy is: points or wins against another, with a confidence interval."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import numpy as np

import tavola.rl as rl
from tavola.bots import Bot, make_bot
from tavola.core.driver import Driver
from tavola.core.match import Match
from tavola.core.options import changed
from tavola.fast.report import half_width
from tavola.rl.baselines.selfplay import Learned
from tavola.rl.specs import Spec


class Share(NamedTuple):
    """The share of games won, draws as halves, and the half width of its interval."""

    won: float
    off: float
    games: int

    def __str__(self) -> str:
        return f"{self.won:.1%} ± {self.off:.1%} of {self.games} games"


def share(won: float, games: int) -> Share:
    """With Wilson's interval; for so many games its centre is close enough to the share itself."""
    return Share(won / games, half_width(won / games, games), games)


def against_random(learned: Learned, games: int, rows: int = 500) -> Share:
    """Whole games of two by the compiled rules, as many from either seat; the other decides at random.

    Each row plays the same number of games: otherwise short ones would count for more.
    """
    spec = learned.spec
    batch = rl.batch(spec.game, rows, 2, seed=99, **changed(spec.rules.options))
    each, mine = -(-games // rows), np.arange(rows) % 2
    played, won = np.zeros(rows, np.int64), 0.0
    while (played < each).any():
        actions = batch.random_actions()
        turn = np.flatnonzero(batch.now.actors == mine)
        if len(turn):
            actions[turn] = learned.decide(batch, turn)
        now = batch.step(actions)
        ended = (now.terminated | now.truncated) & (played < each)
        won += float((now.rewards[np.arange(rows), mine][ended] + 1).sum() / 2)
        played[ended] += 1
    return share(won, rows * each)


def against_bot(bot: Bot, spec: Spec, other: str, games: int, seed: int = 1) -> Share:
    """Pairs of games with the same luck and swapped seats, by the interpreted rules."""
    won = 0.0
    for number in range(games):
        luck, mine = number // 2, number % 2
        bots = [bot, make_bot(other, spec.rules, Random(luck))]
        won += _points(spec.rules, bots[::-1] if mine else bots, Random(f"{seed} {luck}"), mine)
    return share(won, games)


def _points(rules: Any, bots: list[Bot], rng: Random, mine: int) -> float:
    end = Driver(Match(rules, ["0", "1"]), rng, dict(enumerate(bots))).run().outcome
    assert end is not None  # it is over
    return 0.5 if len(end.winners) == 2 else float(mine in end.winners)
