"""What the end of a hand is worth: the chance that side 0 wins the match from there.

Many hands are played out to learn how the points are distributed, for the dealer's side and for the other.
From these the chances follow backwards, from the target down: the chance of a side that needs a points while
the other needs b is the mean over the next hand. If a need is beyond FAR, both needs are lowered by the same
amount: far from the end only the lead counts.
"""

from __future__ import annotations

from tavola.fast.arrays import np
from tavola.fast.search.told import MOST_MOVES, Floats
from tavola.fast.sums import Ints
from tavola.games.capture.fast.book import Captures, Lines
from tavola.games.capture.fast.draws import Draws, open_draws
from tavola.games.capture.fast.kernel import chance_step, deal
from tavola.games.capture.fast.search.deals import Known, dealt
from tavola.games.capture.fast.search.moves import CARD, CARD_BITS, best_at_a_glance
from tavola.games.capture.rules import close_hand, play_card
from tavola.games.capture.state import NOBODY, PLAY, PLAYED_OUT, State, Two, at_a_hand, side_of
from tavola.games.capture.variant import Variant

FAR = 64
A_LITTLE = 1e-4  # bonus for a point at the end: a player who can't lose, or can't win, still plays for points


def play_to_learn(
    v: Variant,
    seats: int,
    lines: Lines,
    captures: Captures,
    deck: Ints,
    worth: Floats,
    peril: Floats,
    seed: np.uint64,
    hands: int,
    counts: Ints,
) -> None:
    """Count hands by the points of the dealer's side and of the other."""
    stock, moves = deck.copy(), np.zeros(MOST_MOVES, np.int64)
    for hand in range(hands):
        stock[:] = deck
        s, luck = at_a_hand(v.deck, seats, 1, hand % seats, (0, 0)), open_draws(seed, hand)
        s = to_the_end(v, s, lines, captures, stock, luck, worth, peril, moves)
        dealer = side_of(s.turn.dealer)
        _, end = close_hand(v, s)
        counts[min(end.totals[dealer], FAR), min(end.totals[1 - dealer], FAR)] += 1


def to_the_end(
    v: Variant,
    s: State,
    lines: Lines,
    captures: Captures,
    stock: Ints,
    luck: Draws,
    worth: Floats,
    peril: Floats,
    moves: Ints,
) -> State:
    """The rest of the hand, everybody playing the best quick estimate."""
    while s.turn.phase < PLAYED_OUT:
        if s.turn.phase == PLAY:
            best = best_at_a_glance(v, s, lines, captures, worth, peril, moves)
            s, _ = play_card(v, s, best & CARD, best >> CARD_BITS)
        else:
            dealt, luck = deal(v, s, stock, luck)
            s = chance_step(v, s, dealt)
    return s


def chances(counts: Ints, wins: Floats) -> None:
    """Fill wins[deals, mine, theirs]: a side's chance by whether it deals next and what each still needs.

    At 0 and 0 both have the target and are tied: the next hand that is not drawn decides.
    """
    hands = counts.sum()
    for mine in range(FAR + 1):
        for theirs in range(FAR + 1):
            if (mine == 0) != (theirs == 0):
                wins[:, mine, theirs] = 1.0 if mine == 0 else 0.0
                continue
            same = 0.0  # the chance that a hand changes nothing
            won = np.zeros(2)  # array[deals]: else the side's chance, by whether it deals this hand
            for x in range(FAR + 1):
                for y in range(FAR + 1):
                    if counts[x, y] == 0:
                        continue
                    share = counts[x, y] / hands
                    if x == y and (x == 0 or mine == 0):
                        same += share
                    else:
                        won[1] += share * after(wins, 0, mine - x, theirs - y)
                        won[0] += share * after(wins, 1, mine - y, theirs - x)
            for deals in range(2):
                wins[deals, mine, theirs] = (won[deals] + same * won[1 - deals]) / (1 - same * same)


def after(wins: Floats, deals: int, mine: int, theirs: int) -> float:
    """A side's chance when each still needs that much; negative: points beyond the target."""
    if mine > 0 and theirs > 0:
        return wins[deals, mine, theirs]  # type: ignore[no-any-return]
    if mine == theirs:
        return wins[deals, 0, 0]  # type: ignore[no-any-return]
    return 1.0 if mine < theirs else 0.0


def worth_of_end(wins: Floats, target: int, totals: Two, winner: int, dealer: int) -> float:
    """Side 0's chance to win the match after a hand dealt by this seat, with a small bonus for points."""
    points = A_LITTLE * max(-FAR, min(FAR, totals[0] - totals[1]))
    if winner != NOBODY:
        return points + (1.0 if winner == 0 else 0.0)
    mine, theirs = target - totals[0], target - totals[1]
    deals = side_of(dealer)  # the deal goes on to the other side
    too_far = max(mine, theirs) - FAR
    if too_far > 0:
        mine, theirs = max(1, mine - too_far), max(1, theirs - too_far)
    return points + after(wins, deals, mine, theirs)


# ---- every play of a decision played out to the end of the hand ----
#
# All plays meet the same hidden hands and the same later packets, and nothing else is random. So the
# difference between two plays has little of the variance of the deal.


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
