"""Two histories that a viewer can't tell apart, though every hidden card lies elsewhere, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest

from tavola.kit import CHANCE, LANGS, OVER, Seat
from tavola.kit.cards import Card, CardSet, cards_in
from tavola_briscola.game import Briscola
from tavola_briscola.moves import Deal, Draw, Move
from tavola_briscola.options import Options
from tavola_briscola.state import State

GAME = Briscola(Options(trump_swap=True))
NAMES = ("Ada", "Bice", "Ciro", "Dora")


def played(seats: int, length: int, rng: Random) -> list[Move]:
    """The first moves of a match at random; it goes on."""
    s, moves = GAME.start(seats), list[Move]()
    for _ in range(length):
        if (actor := GAME.actor(s)) == OVER:
            return moves[:-1]
        moves.append(GAME.chance(s).sample(rng) if actor == CHANCE else rng.choice(GAME.moves(s)))
        s = GAME.play(s, moves[-1]).state
    return moves


def state_after(seats: int, moves: Sequence[Move]) -> State:
    s = GAME.start(seats)
    for move in moves:
        s = GAME.play(s, move).state
    return s


def twin(seats: int, moves: Sequence[Move], viewer: Seat | None, rng: Random) -> list[Move]:
    """The same history, but every card of this hand that the viewer has not seen is another such card."""
    end = state_after(seats, moves)
    unseen = list(GAME.view(end, viewer).table.unseen)
    other = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
    s, twins = GAME.start(seats), list[Move]()
    for move in moves:
        if s.turn.hand == end.turn.hand and s.turn.seat != viewer:
            move = exchanged(move, other)
        twins.append(move)
        s = GAME.play(s, move).state
    return twins


def exchanged(move: Move, other: dict[Card, Card]) -> Move:
    match move:
        case Deal(cards):
            return Deal(CardSet.of(*(other.get(card, card) for card in cards_in(cards.bits))))
        case Draw(card):
            return Draw(other.get(card, card))
    return move


def heard(seats: int, moves: Sequence[Move], viewer: Seat | None) -> str:
    """All that ever reaches the viewer: events as data and in words, the table after each, what it may do."""
    s, told = GAME.start(seats), list[object]()
    for move in moves:
        step = GAME.play(s, move)
        for event in step.events:
            known = event.seen_by(viewer)
            assert known is not None
            told += [known.as_dict(), *(GAME.say(known, lang, NAMES) for lang in LANGS)]
        s = step.state
        view = GAME.view(s, viewer)
        told += [
            view.actor,
            GAME.codec.table_data(view.table),
            [str(each) for each in view.moves],
            GAME.score(s),
        ]
    return json.dumps(told)


@pytest.mark.parametrize("seats", [2, 4])
def test_hidden_cards_change_nothing_that_is_heard(seats: int) -> None:
    rng, others = Random(seats), 0
    for _ in range(150):
        moves = played(seats, rng.randrange(4, 200), rng)
        viewer = rng.choice([*range(seats), None])
        twins = twin(seats, moves, viewer, rng)
        others += twins != moves
        assert heard(seats, moves, viewer) == heard(seats, twins, viewer)
    assert others > 100


def test_the_proof_would_notice() -> None:
    """Whoever saw another's hand would hear a difference."""
    moves = played(2, 12, Random(1))
    twins = twin(2, moves, None, Random(2))
    assert heard(2, moves, 0) != heard(2, twins, 0)
