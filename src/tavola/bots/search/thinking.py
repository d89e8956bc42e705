"""Thinking about a view within a budget: the exact solution where there is one, else the search."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from random import Random
from threading import Lock
from typing import Any

from tavola.analysis import Progress, silent
from tavola.bots.search.budget import Budget
from tavola.bots.search.guide import Guide, Problem
from tavola.core import extras
from tavola.core.contract import View
from tavola.fast.arrays import np
from tavola.fast.search.endgame import SOLVED, new_stack
from tavola.fast.search.told import MOST_MOVES
from tavola.fast.search.tree import Manner, Tree, new_tree

CHUNK = 2_000  # playouts between two checks of the clock; some milliseconds
PLAYS_A_CHUNK = 20_000  # the same for moves of an exact solution
NODES_A_ROUND, MOST_NODES = 3, 1 << 20
ROUNDS_A_SECOND = 300_000  # upper bound, to size the trees
EXPLORE, TRUST, PATIENCE, RANDOM_ONES = 0.3, 3.0, 4, 0.1


@dataclass(frozen=True, slots=True)
class Weighed:
    """The result of thinking: for each move the chance to win of the viewer's side.

    A point at the end of a round may be worth a little beyond that chance, so a value may be slightly below 0
    or above 1. `errors` are standard errors of the values; all are 0 where the rest was solved exactly.
    """

    plays: tuple[Any, ...]
    values: tuple[float, ...]
    errors: tuple[float, ...]
    visits: tuple[int, ...]
    exact: bool
    point: float  # a point, as a chance to win now

    @property
    def best(self) -> Any:
        """The best move if that is known, else the one with the most visits."""
        ranks = self.values if self.exact else self.visits
        return self.plays[max(range(len(self.plays)), key=lambda n: (ranks[n], self.values[n]))]


def weigh(
    guide: Guide, view: View[Any, Any], budget: Budget, rng: Random, every: bool = True, heard: Any = None
) -> Weighed:
    """Think about all legal moves. Without `every`, only the `best` of an exact solution is sure.

    `heard` comes from a memory of this game; without one, the view itself must do.
    """
    problem, seed = guide.look(view, heard if budget.listens else ()), rng.getrandbits(64)
    warm(guide, problem)
    began = time.monotonic()  # only now: compiling for the first time may take a while
    until = began + budget.seconds if budget.seconds else None
    if budget.solves and problem.is_open and guide.deepest:
        solved = _solved(guide, problem, every, until)
        if solved is not None:
            return _exactly(problem, solved, every)
    return _estimated(_searched(guide, problem, budget, seed, until))


# ---- solving ----


def _solved(guide: Guide, problem: Problem, every: bool, until: float | None) -> dict[int, float] | None:
    """Side 0's value of every move, in the order tried; None if time runs out before."""
    stack = new_stack(guide.deepest, guide.columns)
    while True:
        guide.solve(problem.v, problem.tables, problem.state, every, stack, PLAYS_A_CHUNK)
        if stack.at[0] == SOLVED:
            found = int(stack.tried[0])
            return dict(zip(stack.moves[0, :found].tolist(), stack.values[:found].tolist(), strict=True))
        if until is not None and time.monotonic() > until:
            return None


def _exactly(problem: Problem, solved: dict[int, float], every: bool) -> Weighed:
    """Without `every`, a move tried after the best one with the same value is only known to be no better: so
    moves stay in the order in which they were tried."""
    pairs = list(zip(problem.plays, problem.numbers, strict=True))
    if not every:
        tried = list(solved)
        pairs.sort(key=lambda pair: tried.index(pair[1]))
    values = (solved[number] for _, number in pairs)
    chances = tuple(value if problem.side == 0 else 1 - value for value in values)
    nothing = (0,) * len(pairs)
    plays = tuple(play for play, _ in pairs)
    return Weighed(plays, chances, tuple(map(float, nothing)), nothing, True, problem.point)


# ---- searching ----


class Search:
    """Trees grown in parallel, and their first moves, fewer and fewer of which are searched.

    All remaining moves get equally many deals, and the same ones. After each stage the worse half is dropped:
    "sequential halving" (Karnin, Koren, Somekh: "Almost optimal exploration in multi-armed bandits", 2013),
    which finds the best of a few more reliably than chasing what looked best so far.
    """

    def __init__(self, guide: Guide, problem: Problem, seed: int, threads: int, room: int) -> None:
        self.guide, self.problem, self.done = guide, problem, 0
        self.seeds = [np.uint64((seed + which) % 2**64) for which in range(threads)]
        nodes = min(MOST_NODES, MOST_MOVES + NODES_A_ROUND * room // threads)
        self.trees = [planted(problem, nodes) for _ in range(threads)]
        self.rooms = [problem.new_room() for _ in range(threads)]
        self.manner = Manner(EXPLORE, problem.point, TRUST, PATIENCE, RANDOM_ONES)
        self.alive = list(range(1, len(problem.plays) + 1))  # rows of the trees

    def sums(self, row: int) -> tuple[int, float, float]:
        """Visits, the sum of their values and of the squares, over all trees."""
        return (
            sum(int(tree.visits[row]) for tree in self.trees),
            sum(float(tree.total[row]) for tree in self.trees),
            sum(float(tree.squares[row]) for tree in self.trees),
        )

    def halve(self) -> None:
        by_mean = sorted(self.alive, key=lambda row: -self.sums(row)[1])
        self.alive = sorted(by_mean[: (len(by_mean) + 1) // 2])

    def grow(self, deals: int) -> None:
        """So many deals more in every tree. A browser has no threads: the trees take turns there, with the
        same result."""
        which = range(len(self.trees))
        if len(which) == 1 or extras.in_a_browser:
            for each in which:
                self._grow_one(each, deals)
        else:
            with ThreadPoolExecutor(len(which)) as threads:
                list(threads.map(lambda each: self._grow_one(each, deals), which))
        self.done += deals

    def _grow_one(self, which: int, deals: int) -> None:
        p, roots = self.problem, np.array(self.alive)
        more = (self.seeds[which], self.done, deals)
        self.guide.search(p.v, p.tables, self.rooms[which], self.manner, self.trees[which], roots, *more)


def planted(problem: Problem, nodes: int) -> Tree:
    """A tree whose first rows are the moves of the view."""
    tree = new_tree(nodes)
    for row, number in enumerate(problem.numbers, 1):
        tree.move[row] = number
    tree.opened[0] = problem.keys
    tree.used[0] = len(problem.numbers) + 1
    return tree


def _searched(guide: Guide, problem: Problem, budget: Budget, seed: int, until: float | None) -> Search:
    room = budget.iterations if until is None else int(budget.seconds * ROUNDS_A_SECOND) * budget.threads
    search = Search(guide, problem, seed, budget.threads, room)
    stages = max(1, (len(problem.plays) - 1).bit_length())
    for stage in range(stages):
        if stage:
            search.halve()
        if until is None:
            _spend(search, budget.iterations // stages)
        else:
            _hurry(search, until - budget.seconds * (stages - 1 - stage) / stages)
    return search


def _spend(search: Search, iterations: int) -> None:
    left = max(1, iterations // (len(search.alive) * len(search.trees)))
    while left > 0:
        deals = min(left, max(1, CHUNK // len(search.alive)))
        search.grow(deals)
        left -= deals


def _hurry(search: Search, until: float) -> None:
    """As many deals as there is time for, at least one."""
    deals = max(1, CHUNK // len(search.alive))
    search.grow(1)
    while time.monotonic() < until:
        search.grow(deals)


def _estimated(search: Search) -> Weighed:
    visits, values, errors = [], [], []
    for row in range(1, len(search.problem.plays) + 1):
        n, total, squares = search.sums(row)
        mean = total / n
        visits.append(n)
        values.append(mean)
        errors.append(sqrt(max(0.0, squares / n - mean * mean) / (n - 1)) if n > 1 else 1.0)
    problem = search.problem
    return Weighed(problem.plays, tuple(values), tuple(errors), tuple(visits), False, problem.point)


# ---- compiling ----

_warming = Lock()
_warm: set[int] = set()  # ids of guides


def warm(guide: Guide, problem: Problem, progress: Progress = silent) -> None:
    """Have everything compiled, or loaded from disk: half a minute on a new machine, later a moment.

    The first thread does it; the others wait.
    """
    with _warming:
        if id(guide) in _warm:
            return
        p, roots = problem, np.ones(1, np.int64)
        tree = planted(p, len(p.numbers) + 1)
        manner = Manner(EXPLORE, p.point, TRUST, PATIENCE, RANDOM_ONES)
        progress("compiling", 0.0)
        guide.search.prepared(p.v, p.tables, p.new_room(), manner, tree, roots, np.uint64(0), 0, 1)
        if guide.deepest:
            progress("compiling", 0.7)
            guide.solve.prepared(p.v, p.tables, p.state, True, new_stack(1, guide.columns), 1)
        _warm.add(id(guide))
