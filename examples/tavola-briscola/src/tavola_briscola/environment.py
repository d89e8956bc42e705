"""Briscola as an environment: a decision is a card, by its place in the deck, or after the last the swap."""

from __future__ import annotations

from typing import Any

from tavola.kit import Rules
from tavola.kit.cards import DECK_40, NO_CARD, Card, CardSet, lowest, nth_card, size
from tavola.kit.compiled import (
    ALL_LEGAL,
    BEGIN,
    NOBODY_ACTS,
    Arrays,
    Bytes,
    Environment,
    Field,
    Floats,
    Ints,
    Terms,
    capped,
    clear,
    first_illegal,
    keep_luck,
    load_luck,
    reward_winners,
    row_layout,
    show_seat,
)
from tavola_briscola.kernel import chance_step, fall
from tavola_briscola.moves import Deal, Dealer, Draw, Move, Play, Swap, TurnUp
from tavola_briscola.options import Variant
from tavola_briscola.rules import IN_HAND, SWAP, legal, step
from tavola_briscola.state import (
    DEAL,
    DRAW_DEALER,
    NO_SUIT,
    OVER,
    PLAY,
    TURN_UP,
    State,
    at_the_start,
    side_of,
)
from tavola_briscola.tricks import ALL_POINTS, points_in

pack, unpack, WIDTH = row_layout(State)
CARDS, SUITS = 40, 4
SWAPS = CARDS  # the number of that decision


# ---- the kernel ----


def step_games(
    variant: Variant,
    seats: int,
    tables: int,  # noqa: ARG001 - all games are called alike
    terms: Terms,
    arrays: Arrays,
    actions: Ints,
) -> int:
    """One decision in every row; the first row whose decision is illegal, and then nothing is done."""
    states, lucks, actors, lengths, observations, masks, rewards, terminated, truncated, log, drawings = (
        arrays
    )
    illegal = first_illegal(masks, actors, actions)
    if illegal != ALL_LEGAL:
        return illegal
    for row in range(len(actions)):
        s, luck, drawn = unpack(states, row), load_luck(lucks, row), 0
        clear(rewards, row)
        terminated[row] = truncated[row] = 0
        if actions[row] == BEGIN:
            s, lengths[row] = at_the_start(seats), 0
        else:
            before = s.score.hands
            s, _ = step(variant, s, action_of(actions[row]))
            lengths[row] += 1
            if terms.by_points:
                for seat in range(seats):
                    rewards[row, seat] = s.score.hands[side_of(seat)] - before[side_of(seat)]
        over = s.turn.phase == OVER
        if over or lengths[row] >= terms.longest:
            terminated[row], truncated[row] = over, not over
            if over and not terms.by_points:
                reward_winners(rewards, row, seats, 0b0101 << s.score.winner & (1 << seats) - 1)
            if terms.again:
                s, lengths[row] = at_the_start(seats), 0
        while s.turn.phase < PLAY:
            action, luck = fall(s, luck)
            if drawn < log.shape[1]:
                log[row, drawn] = action
            drawn += 1
            s = chance_step(s, action)
        keep_luck(lucks, row, luck)
        drawings[row] = drawn
        pack(s, states, row)
        actors[row] = s.turn.seat if s.turn.phase == PLAY else NOBODY_ACTS
        show_legal(variant, s, masks, row)
        observe(variant, s, max(actors[row], 0), observations, row)
    return ALL_LEGAL


def place_of(card: int) -> int:
    """Where a card stands in the deck of 40."""
    return size(DECK_40 & ((1 << card) - 1))


def action_of(decision: int) -> int:
    """A decision as the rules number it."""
    return SWAP if decision == SWAPS else nth_card(DECK_40, decision)


def show_legal(v: Variant, s: State, masks: Bytes, row: int) -> None:
    clear(masks, row)
    may = legal(v, s)
    if (may >> SWAP) & 1:
        masks[row, SWAPS] = 1
    cards = may & DECK_40
    while cards != 0:
        masks[row, place_of(lowest(cards))] = 1
        cards &= cards - 1


def show_cards(out: Floats, row: int, at: int, cards: int) -> int:
    """A number for each card of the deck, 1 if it is there. Answers where the next field begins."""
    while cards != 0:
        out[row, at + place_of(lowest(cards))] = 1.0
        cards &= cards - 1
    return at + CARDS


def as_set(card: int) -> int:
    return 0 if card == NO_CARD else 1 << card


def observe(v: Variant, s: State, me: int, out: Floats, row: int) -> None:
    """What that seat may know. Everything here stands in its view."""
    clear(out, row)
    c, t, mine, seats = s.cards, s.turn, side_of(me), s.seats
    at = show_cards(out, row, 0, c.hands[me])
    at = show_cards(out, row, at, c.taken[mine])
    at = show_cards(out, row, at, c.taken[1 - mine])
    at = show_cards(out, row, at, as_set(c.shown))
    for other in range(seats):
        at = show_cards(out, row, at, as_set(c.played[(me + other) % seats]))
    for other in range(seats):
        at = show_cards(out, row, at, as_set(s.last.played[(me + other) % seats]))
    for other in range(seats):
        at = show_cards(out, row, at, c.known[(me + other) % seats])
    if c.trump != NO_SUIT:
        out[row, at + c.trump] = 1.0
    at = show_seat(out, row, at + SUITS, t.seat, me, seats)
    at = show_seat(out, row, at, t.leader, me, seats)
    at = show_seat(out, row, at, t.dealer, me, seats)
    at = show_seat(out, row, at, s.last.taker, me, seats)
    for other in range(seats):
        out[row, at + other] = size(c.hands[(me + other) % seats]) / IN_HAND
    at += seats
    out[row, at] = size(c.undealt) / CARDS
    out[row, at + 1] = points_in(c.taken[mine]) / ALL_POINTS
    out[row, at + 2] = points_in(c.taken[1 - mine]) / ALL_POINTS
    out[row, at + 3] = capped(s.score.hands[mine], v.target)
    out[row, at + 4] = capped(s.score.hands[1 - mine], v.target)


def observe_row(v: Variant, rows: Ints, row: int, me: int, out: Floats) -> None:
    observe(v, unpack(rows, row), me, out, 0)


# ---- around the kernel ----


def fields(rules: Rules[Any, Any], seats: int) -> tuple[Field, ...]:  # noqa: ARG001 - all games are asked alike
    return (
        Field("hand", CARDS, "my cards; one number for each card of the deck, 1 if it is there"),
        Field("taken", CARDS, "what my side has taken in this hand"),
        Field("taken_by_others", CARDS, "what the other side has taken"),
        Field("shown", CARDS, "the card that lies face up under the stock"),
        Field("played", seats * CARDS, "the card of each seat in this trick, mine first"),
        Field("last_played", seats * CARDS, "the same of the trick before, in this hand"),
        Field("known", seats * CARDS, "of each hand, the cards that all have seen"),
        Field("trump", SUITS, "the suit of the trumps"),
        Field("turn", seats, "whose turn it is, counted from me"),
        Field("leader", seats, "who leads this trick"),
        Field("dealer", seats, "who deals"),
        Field("last_taker", seats, "who took the trick before"),
        Field("hand_sizes", seats, "cards in each hand, as parts of three, mine first"),
        Field("undealt", 1, "cards in the stock, as a part of the deck"),
        Field("points", 2, "points of my side and of the other in this hand, as parts of 120"),
        Field("totals", 2, "hands won by my side and by the other, as parts of the target", 2.0),
    )


def index(rules: Rules[Any, Any], s: State, move: Play | Swap) -> int:  # noqa: ARG001
    return SWAPS if isinstance(move, Swap) else place_of(move.card)


def move(rules: Rules[Any, Any], s: State, index: int) -> Play | Swap:  # noqa: ARG001
    return Swap() if index == SWAPS else Play(Card(nth_card(DECK_40, index)))


def chance(rules: Rules[Any, Any], s: State, drawn: int) -> Move:  # noqa: ARG001
    if s.turn.phase == DRAW_DEALER:
        return Dealer(drawn)
    if s.turn.phase == DEAL:
        return Deal(CardSet(drawn))
    return TurnUp(Card(drawn)) if s.turn.phase == TURN_UP else Draw(Card(drawn))


ENVIRONMENT = Environment(
    step_games=step_games,
    observe_row=observe_row,
    unpack=unpack,
    pack=pack,
    width=WIDTH,
    fields=fields,
    actions=lambda rules: CARDS + 1,  # noqa: ARG005
    tables=lambda rules: 0,  # noqa: ARG005 - it needs none
    index=index,
    move=move,
    chance=chance,
)
