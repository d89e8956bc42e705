"""Information-set Monte Carlo tree search of a hand of cards, all of it compiled.

Every round deals the unseen cards anew, as they may well lie, walks down the one tree that all rounds share,
and plays the rest of the hand by a quick weighing (Cowling, Powley, Whitehouse: "Information set Monte Carlo
tree search", 2012; one observer). Plays lie open, so the table at a node is always the same; only who could
have played from there differs from round to round. So a child counts how often it was open to choice, beside
how often it was chosen.

The tree is columns of numbers, a row for a node; children are a chain of siblings. Its row 0 is where the
viewer is to play; which of its children are tried is said from outside. A search can be broken off and taken
up again: deal n has the luck of stream n.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavola.fast.streams import Stream, open_stream, share_of, word
from tavola.fast.sums import Ints
from tavola.games.capture.dealing import deal_packet
from tavola.games.capture.fast.book import Captures, Lines
from tavola.games.capture.fast.draws import Draws, open_draws
from tavola.games.capture.fast.kernel import deal
from tavola.games.capture.fast.search.deals import Credence, Known, Told, likely_deal
from tavola.games.capture.fast.search.match import worth_of_end
from tavola.games.capture.fast.search.moves import (
    CARD,
    CARD_BITS,
    MOST_MOVES,
    Floats,
    is_last_play,
    list_moves,
    weight_of,
)
from tavola.games.capture.rules import close_hand, play_card
from tavola.games.capture.state import PLAY, PLAYED_OUT, State, side_of
from tavola.games.capture.variant import Variant

OUTSIDE = -1  # of the tree
NO_MORE = 0  # ends a chain: row 0 is nobody's child
LONGEST = 64  # plays of a hand, and then some
NODES = 0  # in a tree's `used`
# Streams of their own for the luck of playouts and of guesses, so that the luck of the deal stays the same.
OF_PLAYOUTS, OF_GUESSES = 1 << 40, 1 << 41

Counts = NDArray[np.int32]


class Tree(NamedTuple):
    move: Ints
    opened: Ints  # set: the cards whose moves are children
    child: Counts  # the first, or NO_MORE
    sibling: Counts  # the next, or NO_MORE
    visits: Counts
    open_to: Counts  # how often the move could have been chosen
    total: Floats  # what came of the visits, for the side that made the move,
    squares: Floats
    prior: Floats  # how good the move looks at a glance, in points
    used: Ints


class Manner(NamedTuple):
    """How the search goes about it."""

    explore: float  # how much it tries what looked worse so far
    slope: float  # what a point is worth, as a chance to win the match
    trust: float  # for how many visits the first glance counts
    patience: int  # visits before a node gets children
    random_ones: float  # share of random moves in what is played out


def new_tree(nodes: int) -> Tree:
    (a, b), (g, h, i) = np.zeros((2, nodes), np.int64), np.zeros((3, nodes))
    c, d, e, f = np.zeros((4, nodes), np.int32)
    return Tree(a, b, c, d, e, f, g, h, i, np.ones(1, np.int64))


def search(
    v: Variant,
    known: Known,
    lines: Lines,
    captures: Captures,
    pool: Ints,
    worth: Floats,
    peril: Floats,
    wins: Floats,
    told: Told,
    credence: Credence,
    manner: Manner,
    tree: Tree,
    roots: Ints,
    seed: np.uint64,
    first: int,
    deals: int,
) -> int:
    """So many deals, each played once with every one of these rows of the tree as the first play.

    How many cards were played. As all first plays meet the same cards, luck tells less between them.
    """
    stock, order = pool.copy(), pool.copy()
    moves, weights = np.zeros(MOST_MOVES, np.int64), np.zeros(MOST_MOVES)
    path, sides = np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.int64)
    plays = 0
    for number in range(first, first + deals):
        luck, guess = open_draws(seed, number), open_stream(seed, number | OF_GUESSES)
        start, luck = likely_deal(
            v, known, lines, captures, pool, told, credence, luck, guess, order, stock, moves
        )
        for root in roots:
            stock[:] = order
            dice = open_stream(seed, number | OF_PLAYOUTS)
            s, depth, played = play_round(
                v,
                start,
                lines,
                captures,
                stock,
                worth,
                peril,
                manner,
                tree,
                root,
                luck,
                dice,
                moves,
                weights,
                path,
                sides,
            )
            dealer = s.turn.dealer
            _, end = close_hand(v, s)
            value = worth_of_end(wins, v.target, end.totals, end.winner, dealer)
            learn(tree, path, sides, depth, value)
            plays += played
    return plays


def learn(tree: Tree, path: Ints, sides: Ints, depth: int, value: float) -> None:
    """Enter what came of a round, for side 0, at every node it went through."""
    for step in range(depth):
        at, mine = path[step], value if sides[step] == 0 else 1.0 - value
        tree.visits[at] += 1
        tree.total[at] += mine
        tree.squares[at] += mine * mine


def play_round(
    v: Variant,
    s: State,
    lines: Lines,
    captures: Captures,
    stock: Ints,
    worth: Floats,
    peril: Floats,
    manner: Manner,
    tree: Tree,
    root: int,
    luck: Draws,
    dice: Stream,
    moves: Ints,
    weights: Floats,
    path: Ints,
    sides: Ints,
) -> tuple[State, int, int]:
    """One hand to its end, down the tree and on by weighing; how long the path is, and how many plays."""
    node, depth, plays = 0, 0, 0
    while s.turn.phase < PLAYED_OUT:
        if s.turn.phase != PLAY:
            cards, luck = deal(v, s, stock, luck)
            s = deal_packet(v, s, cards)
            continue
        seat, table, dropped, last = s.turn.seat, s.cards.table, s.turn.dropped, is_last_play(s)
        hand = s.cards.hands[seat]
        wanted = hand if node == OUTSIDE else hand & ~tree.opened[node]
        found = list_moves(v, lines, captures, table, wanted, moves, 0)
        best, most = 0, -np.inf
        for n in range(found):
            weights[n] = weight_of(v, worth, peril, table, dropped, last, moves[n])
            if weights[n] > most:
                best, most = n, weights[n]
        picked = NO_MORE
        if node == OUTSIDE:
            draw, dice = word(dice)
            best = any_or(best, found, draw, manner.random_ones)
        else:
            if found > 0 and tree.used[NODES] + found <= len(tree.move):
                grow(tree, node, wanted, moves, weights, found)
            picked = root if node == 0 else select(tree, node, hand, manner)
        if picked == NO_MORE:  # outside, or the tree is full and none of these cards was ever seen here
            chosen, node = moves[best], OUTSIDE
        else:
            chosen, path[depth], sides[depth] = tree.move[picked], picked, side_of(seat)
            depth += 1
            node = picked if tree.visits[picked] >= manner.patience else OUTSIDE
        s, _ = play_card(v, s, chosen & CARD, chosen >> CARD_BITS)
        plays += 1
    return s, depth, plays


def any_or(best: int, found: int, draw: np.uint64, random_ones: float) -> int:
    """Mostly the best move, but now and then any."""
    return int(draw & np.uint64(0x3FF)) % found if share_of(draw) < random_ones else best


def grow(tree: Tree, node: int, cards: int, moves: Ints, weights: Floats, found: int) -> None:
    """Hang the moves of some more cards under a node."""
    for n in range(found):
        new = tree.used[NODES]
        tree.used[NODES] = new + 1
        tree.move[new], tree.prior[new] = moves[n], weights[n]
        tree.sibling[new], tree.child[node] = tree.child[node], new
    tree.opened[node] |= cards


def select(tree: Tree, node: int, hand: int, manner: Manner) -> int:
    """The child to try next, of those this hand can play: the best so far, or one hardly tried yet."""
    move, sibling, visits, total, prior = tree.move, tree.sibling, tree.visits, tree.total, tree.prior
    glance, tried, sum_of = -np.inf, 0, 0.0
    at = tree.child[node]
    while at != NO_MORE:
        if (hand >> (move[at] & CARD)) & 1:
            glance = max(glance, prior[at])
            tried += visits[at]
            sum_of += total[at]
        at = sibling[at]
    usual = sum_of / tried if tried > 0 else 0.5
    best, most = NO_MORE, -np.inf
    at = tree.child[node]
    while at != NO_MORE:
        if (hand >> (move[at] & CARD)) & 1:
            tree.open_to[at] += 1
            looks = usual + manner.slope * (prior[at] - glance)
            mean = (total[at] + manner.trust * looks) / (visits[at] + manner.trust)
            value = mean + manner.explore * np.sqrt(np.log(tree.open_to[at]) / (visits[at] + 1))
            if value > most:
                best, most = at, value
        at = sibling[at]
    return int(best)
