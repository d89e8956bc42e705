"""Whole hands written down elsewhere: the same legal moves at every play, the same points, the same piles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tavola.core.contract import CHANCE
from tavola.games import game_class
from tavola.games.capture import CaptureGame
from tavola.games.capture.dealing import what_is_due
from tavola.games.capture.events import HandEnded, Scored
from tavola.games.capture.moves import Bottom, Deal, parse
from tavola.games.capture.state import SHOW_BOTTOM, State
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet

DATA = Path(__file__).parents[2] / "data" / "cards"


def hands() -> list[dict[str, Any]]:
    files = sorted(DATA.glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def rules_of(hand: dict[str, Any]) -> CaptureGame:
    cls = game_class(hand["game"])
    given = {"target": hand["target"]}
    if hand["game"] == "scopetta":
        given["napola"] = hand["napola"]
    made = cls(cls.info.options(**given))
    assert isinstance(made, CaptureGame)
    return made


def dealt(rules: CaptureGame, s: State, order: list[str]) -> State:
    """The state once all is dealt that is due before the next play, from the front of the order."""
    while rules.actor(s) == CHANCE:
        if s.turn.phase == SHOW_BOTTOM:
            s = rules.play(s, Bottom(Card.parse(order[-1]))).state
            continue
        number = what_is_due(rules.variant, s).number
        s = rules.play(s, Deal(CardSet.from_cards(order[:number]))).state
        del order[:number]
    return s


def test_there_are_hands_of_each_game() -> None:
    assert {hand["game"] for hand in hands()} == {"spazzino", "scopetta", "tombolon"}
    assert any(hand["ended_early"] for hand in hands())
    assert any(not hand["napola"] for hand in hands())


@pytest.mark.parametrize("hand", hands(), ids=lambda hand: str(hand["id"]))
def test_hand(hand: dict[str, Any]) -> None:
    rules, order, end = rules_of(hand), hand["deal"].split(), None
    s = rules.start_hand(2, (hand["first"] - 1) % 2, (hand["before"][0], hand["before"][1]))
    for told in hand["plays"]:
        assert end is None
        play, legal, made = told.split(" | ")
        s = dealt(rules, s, order)
        moves = rules.moves(s)
        assert set(moves) == {parse(text) for text in legal.split(", ")}
        assert len(set(moves)) == len(moves)
        s, events = rules.play(s, parse(play))
        scored = [each for each in events if isinstance(each, Scored) and not each.deck]
        assert " ".join(f"{each.what} {each.points}" for each in scored) == made
        end = next((each for each in events if isinstance(each, HandEnded)), None)
    assert end is not None
    assert end.called_out == hand["ended_early"]
    assert list(end.piles) == [CardSet.parse(pile) for pile in hand["piles"]]
    assert [end.breakdown(side) for side in range(2)] == hand["points"]
    for side in range(2):
        assert end.totals[side] == hand["before"][side] + sum(hand["points"][side].values())
