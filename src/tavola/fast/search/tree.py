"""Information-set Monte Carlo tree search of a round, all of it compiled.

Every iteration deals what is hidden anew, walks down one tree that all deals share, and plays the rest of the
round by quick estimates (Cowling, Powley, Whitehouse: "Information set Monte Carlo tree search", 2012; one
observer). Moves are public, so a node always stands for the same observations; only which moves are legal
there differs from deal to deal. So a child counts how often it could have been chosen, beside how often it
was.

The tree is arrays with a row for each node; children are a linked list of siblings. Row 0 is the root, where
the viewer is to move; the caller says which of its children are tried. A search can be interrupted and
resumed: deal n has the luck of number n.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tavola.fast.arrays import NDArray, np
from tavola.fast.borrow import borrow
from tavola.fast.search.told import (
    CHANCE,
    MOST_MOVES,
    OVER,
    Floats,
    chance,
    deal,
    key_of,
    keys,
    lay_back,
    list_moves,
    play,
    side,
    stage,
    worth,
)
from tavola.fast.streams import Stream, open_stream, share_of, word
from tavola.fast.sums import Ints

OUTSIDE = -1  # of the tree
NO_MORE = 0  # ends a list of siblings: row 0 is nobody's child
DEEPEST = 64  # moves down the tree
NODES = 0  # index in `Tree.used`: how many rows are in use
OF_PLAYOUTS = 1 << 40  # another stream for the luck of playouts: it leaves the luck of the deal as it is

Counts = NDArray[np.int32]


class Tree(NamedTuple):
    move: Ints
    opened: Ints  # set: the keys whose moves are children
    child: Counts  # the first, or NO_MORE
    sibling: Counts  # the next, or NO_MORE
    visits: Counts
    open_to: Counts  # how often the move could have been chosen
    total: Floats  # sum of the values of the visits, for the side that made the move
    squares: Floats  # sum of the squares of these values
    prior: Floats  # quick estimate of the move, in points
    used: Ints


class Manner(NamedTuple):
    """The parameters of the search."""

    explore: float  # weight of exploration: tries moves that look worse so far
    slope: float  # what a point is worth, as a chance to win the match
    trust: float  # how many visits the quick estimate counts for
    patience: int  # visits before a node gets children
    random_ones: float  # share of random moves outside the tree


def new_tree(nodes: int) -> Tree:
    (a, b), (g, h, i) = np.zeros((2, nodes), np.int64), np.zeros((3, nodes))
    c, d, e, f = np.zeros((4, nodes), np.int32)
    return Tree(a, b, c, d, e, f, g, h, i, np.ones(1, np.int64))


def search(
    v: Any,
    t: Any,
    room: Any,
    manner: Manner,
    tree: Tree,
    roots: Ints,
    seed: np.uint64,
    first: int,
    deals: int,
) -> int:
    """Play `deals` deals, each once with every one of these rows of the tree as the first move; returns how
    many moves were made.

    All first moves meet the same deals, so luck differs less between them.
    """
    t, room, tree = borrow(t), borrow(room), borrow(tree)
    moves, weights = np.zeros(MOST_MOVES, np.int64), np.zeros(MOST_MOVES)
    path, sides = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
    plays = 0
    for number in range(first, first + deals):
        start, luck = deal(v, t, room, seed, number)
        for root in roots:
            lay_back(t, room)
            dice = open_stream(seed, number | OF_PLAYOUTS)
            s, depth, played = play_round(
                v, t, room, start, manner, tree, root, luck, dice, moves, weights, path, sides
            )
            learn(tree, path, sides, depth, worth(v, t, s))
            plays += played
    return plays


def learn(tree: Tree, path: Ints, sides: Ints, depth: int, value: float) -> None:
    """Add the value of a round, given for side 0, to every node on its path."""
    for step in range(depth):
        at, mine = path[step], value if sides[step] == 0 else 1.0 - value
        tree.visits[at] += 1
        tree.total[at] += mine
        tree.squares[at] += mine * mine


def play_round(
    v: Any,
    t: Any,
    room: Any,
    s: Any,
    manner: Manner,
    tree: Tree,
    root: int,
    luck: Any,
    dice: Stream,
    moves: Ints,
    weights: Floats,
    path: Ints,
    sides: Ints,
) -> tuple[Any, int, int]:
    """One round to its end, down the tree and on by quick estimates: (final state, length of the path, moves
    made)."""
    node, depth, plays = 0, 0, 0
    while stage(s) != OVER:
        if stage(s) == CHANCE:
            s, luck = chance(v, t, room, s, luck)
            continue
        held = keys(v, s)
        wanted = held if node == OUTSIDE else held & ~tree.opened[node]
        found = list_moves(v, t, s, wanted, moves, weights)
        best, most = 0, -np.inf
        for n in range(found):
            if weights[n] > most:
                best, most = n, weights[n]
        picked = NO_MORE
        if node == OUTSIDE:
            draw, dice = word(dice)
            best = any_or(best, found, draw, manner.random_ones)
        else:
            if found > 0 and tree.used[NODES] + found <= len(tree.move):
                grow(tree, node, wanted, moves, weights, found)
            picked = root if node == 0 else select(tree, node, held, manner)
        if picked == NO_MORE:  # outside, or the tree is full and none of these keys was ever seen here
            chosen, node = moves[best], OUTSIDE
        else:
            chosen, path[depth], sides[depth] = tree.move[picked], picked, side(s)
            depth += 1
            goes_on = tree.visits[picked] >= manner.patience and depth < DEEPEST
            node = picked if goes_on else OUTSIDE
        s = play(v, s, chosen)
        plays += 1
    return s, depth, plays


def any_or(best: int, found: int, draw: np.uint64, random_ones: float) -> int:
    """The best move, but any with the probability `random_ones`."""
    return int(draw & np.uint64(0x3FF)) % found if share_of(draw) < random_ones else best


def grow(tree: Tree, node: int, wanted: int, moves: Ints, weights: Floats, found: int) -> None:
    """Add the moves of some more keys as children of a node."""
    for n in range(found):
        new = tree.used[NODES]
        tree.used[NODES] = new + 1
        tree.move[new], tree.prior[new] = moves[n], weights[n]
        tree.sibling[new], tree.child[node] = tree.child[node], new
    tree.opened[node] |= wanted


def select(tree: Tree, node: int, held: int, manner: Manner) -> int:
    """The legal child to try next: the best so far, or one hardly tried yet."""
    move, sibling, visits, total, prior = tree.move, tree.sibling, tree.visits, tree.total, tree.prior
    glance, tried, sum_of = -np.inf, 0, 0.0
    at = tree.child[node]
    while at != NO_MORE:
        if (held >> key_of(move[at])) & 1:
            glance = max(glance, prior[at])
            tried += visits[at]
            sum_of += total[at]
        at = sibling[at]
    usual = sum_of / tried if tried > 0 else 0.5
    best, most = NO_MORE, -np.inf
    at = tree.child[node]
    while at != NO_MORE:
        if (held >> key_of(move[at])) & 1:
            tree.open_to[at] += 1
            looks = usual + manner.slope * (prior[at] - glance)
            mean = (total[at] + manner.trust * looks) / (visits[at] + manner.trust)
            value = mean + manner.explore * np.sqrt(np.log(tree.open_to[at]) / (visits[at] + 1))
            if value > most:
                best, most = at, value
        at = sibling[at]
    return int(best)
