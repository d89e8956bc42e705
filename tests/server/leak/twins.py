"""Two histories of one table that a viewer can't tell apart, though every hidden card lies elsewhere."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from tavola.core.contract import Seat
from tavola.core.match import Match
from tavola.games import game_class, game_names
from tavola.games.capture.moves import Deal
from tavola.games.capture.state import DEAL_PACKET
from tavola.pieces.cards import cards_in
from tavola.pieces.cardset import CardSet
from tavola.table import entries as en
from tests.table.sitting import PLAYERS, House

CARD_GAMES = [name for name in game_names() if game_class(name).info.hidden]
TABLES = [(game, seats) for game in CARD_GAMES for seats in game_class(game).info.seats]


def played(game: str, seats: int, moves: int, rng: Random) -> House:
    """A game in which so many moves were made at random; it goes on."""
    house = House(game, seats=seats, table=f"twins-{game}").sit(*PLAYERS[:seats])
    for _ in range(moves):
        before = list(house.log), house.table
        house.play(rng.randrange(len(house.table.legal())))
        if house.table.status == "over":  # the table before has moved on too: build it anew
            house.log = before[0]
            house.table = house.rebuilt()
            break
    return house


def twin(house: House, viewer: Seat | None, rng: Random) -> list[en.AnyEntry]:
    """The log of a table where every card this viewer has not seen is another such card."""
    assert house.table.match is not None
    rules, state = house.table.rules, house.table.match.state
    unseen = [int(card) for card in cards_in(rules.view(state, viewer).table.unseen.bits)]
    shuffled = rng.sample(unseen, len(unseen))
    other = dict(zip(unseen, shuffled, strict=True))
    match = Match(rules, house.table.match.names)
    return [_again(match, entry, viewer, other, state.turn.hand) for entry in house.log]


def _again(
    match: Match[Any, Any], entry: en.AnyEntry, viewer: Seat | None, other: dict[int, int], hand: int
) -> en.AnyEntry:
    if not isinstance(entry, en.Began | en.Moved):
        return entry
    if isinstance(entry, en.Moved):
        match.play(match.rules.parse(entry.move))
    drawn = []
    for text in entry.drawn:
        move, turn = match.rules.parse(text), match.state.turn
        if turn.phase == DEAL_PACKET and turn.hand == hand and turn.seat != viewer:
            assert isinstance(move, Deal)
            bits = sum(1 << other.get(int(card), int(card)) for card in cards_in(move.cards.bits))
            move = Deal(CardSet(bits))
        match.play(move)
        drawn.append(str(move))
    return replace(entry, drawn=drawn)
