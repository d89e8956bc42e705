"""Thinking about a view within a budget: the exact solution where there is one, else the search."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from random import Random
from threading import Lock
from typing import Any

import numpy as np

from tavola.bots.search.budget import Budget
from tavola.bots.search.knowledge import Scene, scene_of
from tavola.core.contract import View
from tavola.fast.compile import jit
from tavola.fast.search_endgame import SOLVED, new_stack, solve
from tavola.fast.search_moves import CARD, CARD_BITS
from tavola.fast.search_tree import NO_MORE, Manner, Tree, new_tree, search
from tavola.games.capture.moves import Move, Play
from tavola.games.capture.state import Cards, State, put_in_hand, side_of
from tavola.games.capture.views import TableView
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet

CHUNK = 2_000  # rounds between two looks at the clock; some milliseconds
PLAYS_A_CHUNK = 20_000  # and plays of an exact solution
NODES_A_ROUND, MOST_NODES = 3, 1 << 20
ROUNDS_A_SECOND = 300_000  # at most, to make room for them
EXPLORE, TRUST, PATIENCE, RANDOM_ONES = 0.3, 3.0, 2, 0.1


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


def weigh(view: View[TableView, Move], budget: Budget, rng: Random, every: bool = True) -> Weighed:
    """Think about all that can be played. Without `every`, only the best of an exact solution is sure."""
    warm()
    return _weigh(view, budget, rng, every)


def _weigh(view: View[TableView, Move], budget: Budget, rng: Random, every: bool) -> Weighed:
    began, seed = time.monotonic(), rng.getrandbits(64)
    scene = scene_of(view)
    plays = tuple(move for move in view.moves if isinstance(move, Play))
    until = began + budget.seconds if budget.seconds else None
    if budget.solves and scene.is_open:
        solved = _solved(scene, every, until)
        if solved is not None:
            return _exactly(plays, scene, solved)
    return _estimated(plays, scene, _searched(scene, budget, seed, until))


# ---- solving ----


def _solved(scene: Scene, every: bool, until: float | None) -> dict[int, float] | None:
    """Side 0's value of every move; None if the time is up before that is known."""
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


def _exactly(plays: tuple[Play, ...], scene: Scene, solved: dict[int, float]) -> Weighed:
    """Moves that were not looked at any more, something better being certain, count as the worst."""
    mine = side_of(scene.seat) == 0
    nothing = 0.0 if mine else 1.0
    values = [solved.get(number_of(play), nothing) for play in plays]
    chances = tuple(value if mine else 1 - value for value in values)
    return Weighed(plays, chances, (0.0,) * len(plays), (0,) * len(plays), True, scene.slope)


# ---- searching ----


def _searched(scene: Scene, budget: Budget, seed: int, until: float | None) -> dict[int, Any]:
    """What every move of the root came to, all trees together: visits, sum, sum of squares."""
    shares = [budget.iterations // budget.threads] * budget.threads
    shares[0] += budget.iterations % budget.threads
    jobs = [(scene, share, seed, which, until) for which, share in enumerate(shares)]
    if len(jobs) == 1:
        trees = [_one_tree(*jobs[0])]
    else:
        with ThreadPoolExecutor(len(jobs)) as threads:
            trees = list(threads.map(lambda job: _one_tree(*job), jobs))
    found: dict[int, Any] = {}
    for tree in trees:
        for row in _children(tree):
            sums = np.array([tree.visits[row], tree.total[row], tree.squares[row]])
            move = int(tree.move[row])
            found[move] = found[move] + sums if move in found else sums
    return found


def _one_tree(scene: Scene, iterations: int, seed: int, which: int, until: float | None) -> Tree:
    room = iterations if until is None else int((until - time.monotonic() + 0.01) * ROUNDS_A_SECOND)
    tree, pool = new_tree(min(MOST_NODES, 1024 + NODES_A_ROUND * max(0, room))), scene.pool.copy()
    manner = Manner(EXPLORE, scene.slope, TRUST, PATIENCE, RANDOM_ONES)
    own, done = np.uint64((seed + which) % 2**64), 0
    while done < iterations if until is None else done == 0 or time.monotonic() < until:
        rounds = CHUNK if until is not None else min(CHUNK, iterations - done)
        jit(search)(
            scene.v,
            scene.known,
            *scene.book,
            pool,
            scene.worth,
            scene.peril,
            scene.wins,
            manner,
            tree,
            own,
            done,
            rounds,
        )
        done += rounds
    return tree


def _children(tree: Tree) -> Iterator[int]:
    row = int(tree.child[0])
    while row != NO_MORE:
        yield row
        row = int(tree.sibling[row])


def _estimated(plays: tuple[Play, ...], scene: Scene, found: dict[int, Any]) -> Weighed:
    visits, values, errors = [], [], []
    for play in plays:
        n, total, squares = found.get(number_of(play), (0, 0.0, 0.0))
        mean = total / n if n else 0.0
        spread = max(0.0, squares / n - mean * mean) if n else 1.0
        visits.append(int(n))
        values.append(float(mean))
        errors.append(float(sqrt(spread / max(1, n - 1))) if n > 1 else 1.0)
    return Weighed(plays, tuple(values), tuple(errors), tuple(visits), False, scene.slope)


def number_of(play: Play) -> int:
    """A play as compiled code writes it."""
    return play.taken.bits << CARD_BITS | int(play.card)


def play_of(number: int) -> Play:
    return Play(Card(number & CARD), CardSet(number >> CARD_BITS))


# ---- compiling ----

_warming = Lock()
_is_warm = False


def warm() -> None:
    """Have everything compiled, or fetched from disk: some seconds on a new machine, later a moment.

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
        for hands, rest in ((("7d 2d Fd", "2b 3b 4b"), STOCK), (("7d", "2b"), 0)):  # to search, to solve
            state = set_up(rules, hands, "5c 6c Fc Rc", rest=rest)
            _weigh(rules.view(state, 0), Budget(iterations=1), Random(0), False)
        _is_warm = True
