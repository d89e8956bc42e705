"""Thinking about a view within a budget: the exact solution where there is one, else the search."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from random import Random
from threading import Lock

import numpy as np

from tavola.analysis import Progress, silent
from tavola.core.contract import View
from tavola.fast.compile import jit
from tavola.games.capture.bots.search.budget import Budget
from tavola.games.capture.bots.search.knowledge import Scene, number_of, scene_of, told_of
from tavola.games.capture.bots.search.memory import Heard, heard_last
from tavola.games.capture.fast.search.deals import Credence, Told
from tavola.games.capture.fast.search.endgame import SOLVED, new_stack, solve
from tavola.games.capture.fast.search.moves import MOST_MOVES
from tavola.games.capture.fast.search.tree import Manner, Tree, new_tree
from tavola.games.capture.fast.search.tree import search as search_deals
from tavola.games.capture.moves import Move, Play
from tavola.games.capture.state import Cards, State, put_in_hand, side_of
from tavola.games.capture.views import TableView

CHUNK = 2_000  # playouts between two looks at the clock; some milliseconds
PLAYS_A_CHUNK = 20_000  # and plays of an exact solution
NODES_A_ROUND, MOST_NODES = 3, 1 << 20
ROUNDS_A_SECOND = 300_000  # at most, to make room for them
EXPLORE, TRUST, PATIENCE, RANDOM_ONES = 0.3, 3.0, 4, 0.1
# What is played by `greedy`, by `careful` and by `master` itself tells of their hands when it is read so.
CREDENCE = Credence(temper=0.5, doubt=0.3, guesses=8)


@dataclass(frozen=True, slots=True)
class Weighed:
    """What came of thinking: for each play the chance to win the match, one's own side's.

    A point at the end of the hand is worth a little beyond that chance, so a value may pass 0 or 1 by a
    hair's breadth. `errors` are standard errors of the values; all are 0 where the rest was solved exactly.
    """

    plays: tuple[Play, ...]
    values: tuple[float, ...]
    errors: tuple[float, ...]
    visits: tuple[int, ...]
    exact: bool
    point: float  # what a point of the hand is worth just now, as a chance to win the match

    @property
    def best(self) -> Play:
        """The best play if that is known, else the one most looked into."""
        ranks = self.values if self.exact else self.visits
        return self.plays[max(range(len(self.plays)), key=lambda n: (ranks[n], self.values[n]))]


def weigh(
    view: View[TableView, Move],
    budget: Budget,
    rng: Random,
    every: bool = True,
    heard: Sequence[Heard] | None = None,
) -> Weighed:
    """Think about all that can be played. Without `every`, only the `best` of an exact solution is sure.

    `heard` is what others played since the last packet; if that is not told, the last play, which every view
    shows.
    """
    warm()
    return _weigh(view, budget, rng, every, heard_last(view) if heard is None else heard)


def _weigh(
    view: View[TableView, Move], budget: Budget, rng: Random, every: bool, heard: Sequence[Heard]
) -> Weighed:
    scene, seed = scene_of(view), rng.getrandbits(64)
    began = time.monotonic()  # not before: a game's first scene takes a while to learn its chances
    plays = tuple(move for move in view.moves if isinstance(move, Play))
    until = began + budget.seconds if budget.seconds else None
    if budget.solves and scene.is_open:
        solved = _solved(scene, every, until)
        if solved is not None:
            return _exactly(plays if every else _as_tried(plays, solved), scene, solved)
    return _estimated(_searched(scene, plays, budget, seed, until, heard))


# ---- solving ----


def _solved(scene: Scene, every: bool, until: float | None) -> dict[int, float] | None:
    """Side 0's value of every move, as they were tried; None if the time is up before that is known."""
    stack = new_stack()
    root = _opened(scene)
    while True:
        jit(solve)(
            scene.v, root, *scene.book, scene.worth, scene.peril, scene.wins, every, stack, PLAYS_A_CHUNK
        )
        if stack.at[0] == SOLVED:
            found = int(stack.tried[0])
            return dict(zip(stack.moves[0, :found].tolist(), stack.values[:found].tolist(), strict=True))
        if until is not None and time.monotonic() > until:
            return None


def _opened(scene: Scene) -> State:
    """The state, when all cards not seen are in one hand."""
    s = scene.known.seen
    seat = max(range(4), key=scene.known.hidden.__getitem__)
    rest = sum(scene.pool.tolist())
    hands = put_in_hand(s.cards.hands, seat, s.cards.hands[seat] | rest)
    cards = Cards(hands, s.cards.table, 0, s.cards.taken, s.cards.bottom)
    return State(s.seats, cards, s.turn, s.last, s.score)


def _as_tried(plays: tuple[Play, ...], solved: dict[int, float]) -> tuple[Play, ...]:
    """In a hurry, who was tried later than the best and seems as good is only known to be no better."""
    tried = list(solved)
    return tuple(sorted(plays, key=lambda play: tried.index(number_of(play))))


def _exactly(plays: tuple[Play, ...], scene: Scene, solved: dict[int, float]) -> Weighed:
    mine, values = side_of(scene.seat) == 0, [solved[number_of(play)] for play in plays]
    chances = tuple(value if mine else 1 - value for value in values)
    return Weighed(plays, chances, (0.0,) * len(plays), (0,) * len(plays), True, scene.slope)


# ---- searching ----


class Search:
    """Trees that are grown side by side, and their first plays, of which ever fewer are looked into.

    All plays get as many deals as the others, and the same ones. After each stage the worse half is left
    alone: "sequential halving" (Karnin, Koren, Somekh: "Almost optimal exploration in multi-armed bandits",
    2013), which finds the best of a few with less luck than chasing what looked best so far.
    """

    def __init__(
        self, scene: Scene, plays: tuple[Play, ...], told: Told, seed: int, threads: int, room: int
    ) -> None:
        self.scene, self.plays, self.told, self.done = scene, plays, told, 0
        self.seeds = [np.uint64((seed + which) % 2**64) for which in range(threads)]
        nodes = min(MOST_NODES, MOST_MOVES + NODES_A_ROUND * room // threads)
        self.trees = [planted(scene, plays, nodes) for _ in range(threads)]
        self.manner = Manner(EXPLORE, scene.slope, TRUST, PATIENCE, RANDOM_ONES)
        self.alive = list(range(1, len(plays) + 1))  # rows of the trees

    def sums(self, row: int) -> tuple[int, float, float]:
        """Visits, what came of them, and its squares, all trees together."""
        return (
            sum(int(tree.visits[row]) for tree in self.trees),
            sum(float(tree.total[row]) for tree in self.trees),
            sum(float(tree.squares[row]) for tree in self.trees),
        )

    def halve(self) -> None:
        by_mean = sorted(self.alive, key=lambda row: -self.sums(row)[1])
        self.alive = sorted(by_mean[: (len(by_mean) + 1) // 2])

    def grow(self, deals: int) -> None:
        """So many deals more in every tree."""
        if len(self.trees) == 1:
            self._grow_one(0, deals)
        else:
            with ThreadPoolExecutor(len(self.trees)) as threads:
                list(threads.map(lambda which: self._grow_one(which, deals), range(len(self.trees))))
        self.done += deals

    def _grow_one(self, which: int, deals: int) -> None:
        s, roots = self.scene, np.array(self.alive)
        tables = (*s.book, s.pool, s.worth, s.peril, s.wins, self.told, CREDENCE)
        more = (self.seeds[which], self.done, deals)
        jit(search_deals)(s.v, s.known, *tables, self.manner, self.trees[which], roots, *more)


def planted(scene: Scene, plays: tuple[Play, ...], nodes: int) -> Tree:
    """A tree that has the plays of the view as its first rows."""
    tree = new_tree(nodes)
    for row, play in enumerate(plays, 1):
        tree.move[row] = number_of(play)
    tree.opened[0] = scene.known.seen.cards.hands[scene.seat]
    tree.used[0] = len(plays) + 1
    return tree


def _searched(
    scene: Scene,
    plays: tuple[Play, ...],
    budget: Budget,
    seed: int,
    until: float | None,
    heard: Sequence[Heard],
) -> Search:
    room = budget.iterations if until is None else int(budget.seconds * ROUNDS_A_SECOND) * budget.threads
    told = told_of(scene, heard if budget.listens else ())
    search = Search(scene, plays, told, seed, budget.threads, room)
    stages = max(1, (len(plays) - 1).bit_length())
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
    """As many deals as there is time for, one at least."""
    deals = max(1, CHUNK // len(search.alive))
    search.grow(1)
    while time.monotonic() < until:
        search.grow(deals)


def _estimated(search: Search) -> Weighed:
    visits, values, errors = [], [], []
    for row in range(1, len(search.plays) + 1):
        n, total, squares = search.sums(row)
        mean = total / n
        visits.append(n)
        values.append(mean)
        errors.append(sqrt(max(0.0, squares / n - mean * mean) / (n - 1)) if n > 1 else 1.0)
    point = search.scene.slope
    return Weighed(search.plays, tuple(values), tuple(errors), tuple(visits), False, point)


# ---- compiling ----

_warming = Lock()
_is_warm = False


def warm(progress: Progress = silent) -> None:
    """Have everything compiled, or fetched from disk: half a minute on a new machine, later a moment.

    Done once and by one thread, whoever comes first; the others wait.
    """
    global _is_warm
    with _warming:
        if _is_warm:
            return
        from tavola.games.capture.positions import STOCK, set_up
        from tavola.games.spazzino.game import Spazzino
        from tavola.games.spazzino.options import Options

        rules = Spazzino(Options())
        to_search, to_solve = (("7d 2d Fd", "2b 3b 4b"), STOCK), (("7d", "2b"), 0)
        for done, (hands, rest) in ((0.0, to_search), (0.7, to_solve)):
            progress("compiling", done)
            state = set_up(rules, hands, "5c 6c Fc Rc", rest=rest)
            _weigh(rules.view(state, 0), Budget(iterations=1), Random(0), False, ())
        _is_warm = True
