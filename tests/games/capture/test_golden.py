"""Whole hands written down elsewhere: the same legal moves at every play, the same points, the same piles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tavola.games import game_class
from tavola.games.capture import CaptureGame, DealtHand, ReplayedHand, replay_hand
from tavola.games.capture.moves import Play, parse
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


def replayed(hand: dict[str, Any]) -> ReplayedHand:
    moves = [parse(play.split(" | ")[0]) for play in hand["plays"]]
    plays = tuple(move for move in moves if isinstance(move, Play))
    order = tuple(Card.parse(card) for card in hand["deal"].split())
    before = (hand["before"][0], hand["before"][1])
    return replay_hand(rules_of(hand), DealtHand(order, plays, hand["first"], before))


def test_there_are_hands_of_each_game() -> None:
    assert {hand["game"] for hand in hands()} == {"spazzino", "scopetta", "tombolon"}
    assert any(hand["ended_early"] for hand in hands())
    assert any(not hand["napola"] for hand in hands())


@pytest.mark.parametrize("hand", hands(), ids=lambda hand: str(hand["id"]))
def test_hand(hand: dict[str, Any]) -> None:
    again = replayed(hand)
    assert len(again.plays) == len(hand["plays"])
    for play, told in zip(again.plays, hand["plays"], strict=True):
        _, legal, made = told.split(" | ")
        assert set(play.options) == {parse(text) for text in legal.split(", ")}
        assert len(set(play.options)) == len(play.options)
        assert " ".join(f"{name} {points}" for name, points in play.scored) == made
    assert again.end is not None
    assert again.end.called_out == hand["ended_early"]
    assert list(again.end.piles) == [CardSet.parse(pile) for pile in hand["piles"]]
    assert [again.end.breakdown(side) for side in range(2)] == hand["points"]
    for side in range(2):
        assert again.end.totals[side] == hand["before"][side] + sum(hand["points"][side].values())
