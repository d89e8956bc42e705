"""Splits are numbered without a gap, and chains of tokens stand still when a turn is paid by the rules."""

from __future__ import annotations

from itertools import product
from math import comb

import numpy as np
import pytest

from tavola.games.fourtwentyone.analysis.dicework import Floats
from tavola.games.fourtwentyone.analysis.more.splits import (
    chances_of,
    pair_losses,
    place,
    split_place,
    splits,
    unload_chain,
    ways_to_share,
)
from tavola.games.fourtwentyone.rules import pay
from tavola.games.fourtwentyone.state import LEFT, TOKENS, UNLOAD, Go, Round, State, Tokens, Turn
from tavola.pieces.seats import NONE_EACH, all_seats, eight

CLOSE = 1e-13


@pytest.mark.parametrize(("tokens", "players"), [(20, 1), (3, 2), (21, 4), (3, 8)])
def test_every_way_to_share_has_its_place(tokens: int, players: int) -> None:
    found = ways_to_share(tokens, players)
    every = {row for row in product(range(tokens + 1), repeat=players) if sum(row) == tokens}
    assert {tuple(row) for row in found.tolist()} == every
    assert len(found) == len(every)
    assert (place(found) == np.arange(len(found))).all()


def test_in_a_split_everybody_holds_some() -> None:
    for players in range(1, 9):
        found = splits(players)
        assert found.shape == (comb(TOKENS - 1, players - 1), players)
        assert found.min() >= 1
        assert (found.sum(axis=1) == TOKENS).all()
        assert (split_place(found) == np.arange(len(found))).all()


def paid(held: tuple[int, ...], loser: int, winner: int, total: int) -> tuple[int, ...] | None:
    """What everybody holds after a turn, by the rules; None: the set is lost."""
    s = State(
        len(held),
        Tokens(0, eight(list(held)), NONE_EACH),
        Turn(0, total, 0, 1, 1 << loser, 1 << winner),
        Round(UNLOAD, all_seats(len(held)), 0, LEFT, NONE_EACH),
        Go(0, 0, 0, 0, 0, 0),
    )
    after, ending = pay(s, winner, loser)
    return None if ending.sets_lost else after.tokens.held[: len(held)]


@pytest.fixture(scope="module")
def chains() -> tuple[dict[int, Floats], dict[int, Floats]]:
    """By players: the chances to lose, and made-up tables of turns that they come from."""
    rng = np.random.default_rng(3)
    losses, tables = pair_losses(np.linspace(0.1, 0.9, TOKENS - 1)), {}
    for players in range(3, 6):
        table = rng.random((players, players, TOKENS))
        table[np.arange(players), np.arange(players)] = 0
        tables[players] = table / table.sum()
        losses[players] = unload_chain(tables[players], players, losses[players - 1])
    return losses, tables


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_turn_on_the_chances_are_the_same(
    chains: tuple[dict[int, Floats], dict[int, Floats]], players: int
) -> None:
    losses, tables = chains
    assert losses[players].sum(axis=1) == pytest.approx(1, abs=CLOSE)
    assert losses[players].min() > 0
    for row in np.random.default_rng(1).integers(0, len(splits(players)), 8):
        held = tuple(splits(players)[row].tolist())
        found = np.zeros(players)
        for (loser, winner, total), chance in np.ndenumerate(tables[players]):
            if loser != winner:
                after = paid(held, loser, winner, total)
                lost = np.eye(players)[loser]
                found += chance * (lost if after is None else chances_of(losses.__getitem__, after, loser))
        assert found == pytest.approx(losses[players][row], abs=CLOSE)
