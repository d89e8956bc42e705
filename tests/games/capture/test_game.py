"""The family as games of the contract: notation, what is refused, what is known, what is said."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tavola.core.contract import CHANCE, OVER
from tavola.core.errors import BadNotation, IllegalMove, TavolaError
from tavola.core.match import Match, replay
from tavola.core.record import Record
from tavola.core.words import LANGS
from tavola.games import rules, rules_of
from tavola.games.capture import CaptureGame
from tavola.games.capture import events as e
from tavola.games.capture.moves import Bottom, Deal, Dealer, Play
from tavola.games.capture.words import POINTS
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet
from tests.games.capture.positions import set_up

VARIANTS: list[tuple[str, dict[str, Any], int]] = [
    ("spazzino", {}, 2),
    ("scopetta", {}, 2),
    ("scopetta", {"primiera": "sevens", "napola": False}, 2),
    ("tombolon", {}, 2),
    ("tombolon", {}, 4),
    ("tombolon", {"colour": "any_three", "call_out": False, "target": 15}, 2),
    ("tombolon", {"padova": True}, 2),
    ("tombolon", {"padova": True}, 4),
]


def game(name: str, **options: Any) -> CaptureGame:
    made = rules(name, **options)
    assert isinstance(made, CaptureGame)
    return made


# ---- notation ----


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("7d", Play(Card.parse("7d"))),
        ("7D", Play(Card.parse("7d"))),
        ("7d x 5c 2b", Play(Card.parse("7d"), CardSet.parse("5c 2b"))),
        ("7d x 2b 5c", Play(Card.parse("7d"), CardSet.parse("5c 2b"))),
        ("  fS X fd ", Play(Card.parse("Fs"), CardSet.parse("Fd"))),
        ("10dx8c,2s", Play(Card.parse("10d"), CardSet.parse("8c 2s"))),
        ("deal 7d As Fs", Deal(CardSet.parse("7d As Fs"))),
        ("bottom 5c", Bottom(Card.parse("5c"))),
        ("dealer 1", Dealer(1)),
    ],
)
def test_moves_are_read(text: str, move: object) -> None:
    g = game("tombolon")
    assert g.parse(text) == move
    assert g.parse(str(move)) == move


def test_moves_are_written_as_the_rules_write_them() -> None:
    g = game("spazzino")
    for text in ("7d", "7d x 5c 2b", "deal 7d As Fs", "bottom 5c", "dealer 1"):
        assert str(g.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "x", "7", "7d x", "7d x 7z", "7d x 5c 5c", "deal", "deal 7d 7d", "bottom", "dealer 4", "7d 5c"],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="moves look like: 7d, 7d x 5c 2b"):
        game("spazzino").parse(text)


def test_as_data_a_play_is_a_play_and_nothing_else() -> None:
    assert Play.from_data("7d x 5c 2b") == Play(Card.parse("7d"), CardSet.parse("5c 2b"))
    with pytest.raises(BadNotation):
        Play.from_data("deal 7d")


# ---- what is refused ----


@pytest.mark.parametrize(
    ("name", "move", "why"),
    [
        ("spazzino", "6d", "6d is not in your hand"),
        ("spazzino", "7d", "7d can take, so it must"),
        ("spazzino", "7d x 3c", "not on the table: 3c"),
        ("spazzino", "7d x 5c", "7d can't take 5c"),
        ("spazzino", "7d x 7b 5c 2s", "7d can't take 7b 5c 2s"),
        ("spazzino", "Fs x 5c", "Fs takes nothing here, it can only be dropped"),
        ("scopetta", "7d x 5c 2s", "7d can't take 5c 2s"),
        ("spazzino", "deal 7d", "it is seat 0's turn to play a card"),
    ],
)
def test_illegal_plays_say_why(name: str, move: str, why: str) -> None:
    g = game(name)
    s = set_up(g, ["7d Fs", "Ab"], "7b 5c 2s")
    with pytest.raises(IllegalMove) as refused:
        g.play(s, g.parse(move))
    assert why in str(refused.value)
    assert all(refused.value.why)
    assert refused.value.legal == g.moves(s)


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        (["7d"], "the cards are being dealt"),
        (["deal 7d"], "due: the draw of a dealer"),
        (["dealer 3"], "due: the draw of a dealer"),
        (["dealer 0", "deal 7d"], "due: four cards for the table"),
        (["dealer 0", "deal Ab 2b 3b 8b"], "due: four cards for the table"),
        (["dealer 0", "deal Ab 2b 3b 4b", "deal Ab 5b 6b"], "due: 3 undealt cards for seat 1"),
    ],
)
def test_what_cannot_be_dealt_is_refused(moves: list[str], why: str) -> None:
    g = game("spazzino")
    s = g.start(2)
    for move in moves[:-1]:
        s = g.play(s, g.parse(move)).state
    with pytest.raises(IllegalMove, match=why):
        g.play(s, g.parse(moves[-1]))


# ---- what is known ----


def test_a_view_shows_the_own_hand_and_how_many_the_others_have() -> None:
    g = game("tombolon")
    s = set_up(g, ["7d Fs", "Ab 2b"], "5c 2s", taken=("3c 3d", ""), bottom="Rs", totals=(5, 7))
    v = g.view(s, 1)
    assert v.table.hand == CardSet.parse("Ab 2b")
    assert v.table.hand_sizes == (2, 2)
    assert v.table.table == CardSet.parse("5c 2s")
    assert v.table.taken == (CardSet.parse("3c 3d"), CardSet())
    assert v.table.undealt == 40 - 8
    assert v.table.bottom == Card.parse("Rs")
    assert v.table.totals == (5, 7)
    assert v.moves == ()
    assert v.table.unseen == CardSet.deck() - CardSet.parse("Ab 2b 5c 2s 3c 3d Rs")
    assert [str(move) for move in g.view(s, 0).moves] == ["7d x 5c 2s", "Fs"]
    assert g.view(s, None).table.hand == CardSet()


def test_there_is_no_view_of_a_seat_that_is_not_there() -> None:
    g = game("tombolon")
    with pytest.raises(TavolaError, match="there is no seat 2; seats are 0 to 1"):
        g.view(set_up(g, ["7d", "Ab"]), 2)


def test_a_view_tells_itself_as_plain_data() -> None:
    g, rng = game("tombolon"), Random(3)
    s = g.start(4)
    for _ in range(30):
        moves = g.moves(s)
        s = g.play(s, moves[0] if moves else g.chance(s).sample(rng)).state
        told = json.loads(json.dumps(g.view(s, 2).table.to_data()))
        assert told["table"] == [str(card) for card in CardSet(s.cards.table)]
        assert len(told["hand_sizes"]) == 4


def test_a_packet_is_seen_by_its_owner_only() -> None:
    dealt = e.Dealt(1, 3, CardSet.parse("7d As Fs"))
    assert dealt.seen_by(1) == dealt
    for other in (0, 2, None):
        assert dealt.seen_by(other) == e.Dealt(1, 3, None)


def test_a_guess_looks_the_same_and_keeps_the_shown_card_where_it_is_known_to_be() -> None:
    g, rng = game("tombolon", call_out=False), Random(21)
    s, in_hand = g.start(4), 0
    while g.actor(s) != OVER and s.turn.hand < 3:
        for seat in (*range(4), None):
            guess = g.guess(g.view(s, seat), rng)
            assert g.view(guess, seat) == g.view(s, seat)
            if s.cards.bottom >= 0:
                bit = 1 << s.cards.bottom
                assert (guess.cards.undealt & bit) == (s.cards.undealt & bit)
                assert (guess.cards.hands[s.turn.dealer] & bit) == (s.cards.hands[s.turn.dealer] & bit)
                in_hand += s.cards.hands[s.turn.dealer] & bit != 0
        moves = g.moves(s)
        s = g.play(s, moves[rng.randrange(len(moves))] if moves else g.chance(s).sample(rng)).state
    assert in_hand > 0


# ---- what is said, and kept ----


@pytest.mark.parametrize(("name", "options", "seats"), VARIANTS)
def test_a_match_is_told_in_three_languages_and_kept_in_a_record(
    name: str, options: dict[str, Any], seats: int
) -> None:
    g, rng = game(name, **options), Random(12)
    names = ["Ada", "Bruno", "Carla", "Dino"][:seats]
    match = Match(g, names)
    silent = set()
    while match.actor != OVER:
        moves = g.moves(match.state)
        step = match.draw(rng) if match.actor == CHANCE else match.play(moves[rng.randrange(len(moves))])
        for event in step.events:
            json.dumps(event.as_dict())
            said = [g.say(event, lang, names) for lang in LANGS]
            assert all("{" not in sentence for sentence in said)
            if not all(said):
                silent.add(type(event))
            if isinstance(event, e.Scored):
                assert event.what in POINTS
    assert not silent
    record = match.record()
    again = Record.parse(str(record))
    assert rules_of(again) == g
    *_, (replayed, _) = replay(rules_of(again), again)
    assert replayed.state == match.state


def test_some_sentences() -> None:
    g, names = game("tombolon"), ["Ada", "Bruno", "Carla", "Dino"]
    played = e.Played(0, Card.parse("7d"), CardSet.parse("2b 5c"))
    assert g.say(played, "en", names) == "Ada plays 7d and takes 5c 2b"
    assert g.say(played, "it", names) == "Ada gioca 7d e prende 5c 2b"
    scored = e.Scored(1, "scopa_colore", 7, partner=3)
    assert g.say(scored, "fr", names) == "Bruno et Dino : scopa à la couleur, 7"
    assert g.say(e.Dealt(2, 4, None), "en", names) == "Carla gets 4 cards"
    assert (
        g.say(e.MatchWon((0, 2), (33, 20), False), "it", names) == "Ada e Carla vincono la partita, 33 a 20"
    )


# ---- the count of a hand ----

PRIMIERA = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12}  # figures: 10


def primiera(pile: CardSet) -> int:
    """As people count it: the best of each suit, if there is one of each."""
    best = {
        suit: max([PRIMIERA.get(c.rank, 10) for c in pile if c.suit == suit], default=0) for suit in range(4)
    }
    return sum(best.values()) if all(best.values()) else 0


@pytest.mark.parametrize(
    ("name", "options", "suit"),
    [("scopetta", {}, "d"), ("spazzino", {}, "s"), ("scopetta", {"primiera": "sevens"}, "d")],
)
def test_the_count_tells_what_was_compared(name: str, options: dict[str, Any], suit: str) -> None:
    the_game, rng = game(name, **options), Random(5)
    match = Match(the_game, ["ada", "blaise"])
    ended: list[e.HandEnded] = []
    while not match.outcome:
        drawn = match.actor == CHANCE
        move = the_game.chance(match.state).sample(rng) if drawn else rng.choice(the_game.moves(match.state))
        ended += [event for event in match.play(move).events if isinstance(event, e.HandEnded)]
    for event in ended:
        told = {what: (one, other) for what, one, other in event.counts}
        assert told["carte"] == tuple(map(len, event.piles))
        suits = told["denari" if suit == "d" else "spade"]
        assert suits == tuple(sum(str(card).endswith(suit) for card in pile) for pile in event.piles)
        worth = {"": primiera, "sevens": lambda pile: sum(card.rank == 7 for card in pile)}
        if name == "spazzino":
            assert "primiera" not in told
        else:
            assert told["primiera"] == tuple(map(worth[options.get("primiera", "")], event.piles))
