"""Every play of a decision played out to the end of the hand, over the same deals of what is hidden.

All plays meet the same hidden hands and the same packets later on, and nothing else is left to luck. So what
one play brings more than another is measured without most of the luck of the deal.
"""

from __future__ import annotations

from tavola.fast.arrays import np
from tavola.fast.search.told import MOST_MOVES, Floats
from tavola.fast.sums import Ints
from tavola.games.capture.fast.book import Captures, Lines
from tavola.games.capture.fast.draws import open_draws
from tavola.games.capture.fast.search.deals import Known, dealt
from tavola.games.capture.fast.search.match import to_the_end, worth_of_end
from tavola.games.capture.fast.search.moves import CARD, CARD_BITS
from tavola.games.capture.rules import close_hand, play_card
from tavola.games.capture.variant import Variant


def play_out(
    v: Variant,
    known: Known,
    lines: Lines,
    captures: Captures,
    pool: Ints,
    worth: Floats,
    peril: Floats,
    wins: Floats,
    plays: Ints,
    seed: np.uint64,
    found: Floats,
) -> None:
    """found[deal, play]: side 0's chance to win the match at the end of the hand."""
    stock, moves = pool.copy(), np.zeros(MOST_MOVES, np.int64)
    for number in range(found.shape[0]):
        start, luck = dealt(known, pool, open_draws(seed, number))
        for n in range(len(plays)):
            stock[:] = pool
            s, _ = play_card(v, start, plays[n] & CARD, plays[n] >> CARD_BITS)
            s = to_the_end(v, s, lines, captures, stock, luck, worth, peril, moves)
            dealer = s.turn.dealer
            _, end = close_hand(v, s)
            found[number, n] = worth_of_end(wins, v.target, end.totals, end.winner, dealer)


def compare(found: Floats, side: int, compared: Floats) -> None:
    """compared[play]: the side's chance, what the play costs beside the best, the standard error of that.

    Which play is best is found on one half of the deals and measured on the other, and the other way round.
    """
    deals, plays = found.shape
    half = deals // 2
    if side == 1:
        for number in range(deals):
            for n in range(plays):
                found[number, n] = 1.0 - found[number, n]
    best_of_one, best_of_other = best_in(found, 0, half), best_in(found, half, deals)
    for n in range(plays):
        total, costs = 0.0, 0.0
        for number in range(deals):
            total += found[number, n]
            costs += found[number, best_of_other if number < half else best_of_one] - found[number, n]
        cost, spread = costs / deals, 0.0
        for number in range(deals):
            off = found[number, best_of_other if number < half else best_of_one] - found[number, n] - cost
            spread += off * off
        compared[n, 0], compared[n, 1] = total / deals, cost
        compared[n, 2] = np.sqrt(spread / (deals - 1) / deals)


def best_in(found: Floats, first: int, end: int) -> int:
    """The play with the highest mean over these deals; of equals the first."""
    best, most = 0, -np.inf
    for n in range(found.shape[1]):
        total = 0.0
        for number in range(first, end):
            total += found[number, n]
        if total > most:
            best, most = n, total
    return best
