"""Positions and hands worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from tavola.core.match import Match, replay
from tavola.core.options import make
from tavola.core.record import Record
from tavola.kit import CHANCE, OVER, BadNotation, BadOption, BadSeats, Event, IllegalMove, TavolaError
from tavola.kit.cards import DECK_40, Card, CardSet
from tavola_briscola import events as e
from tavola_briscola.game import Briscola
from tavola_briscola.moves import Draw, Play, Swap, parse
from tavola_briscola.options import Options
from tavola_briscola.positions import set_up
from tavola_briscola.state import DRAW, State
from tavola_briscola.tricks import ALL_POINTS, beats, points_in, taker_of
from tavola_briscola.views import numbers

GAME = Briscola()
SWAPPING = Briscola(Options(trump_swap=True))
NAMES = ("Ada", "Bice", "Ciro", "Dora")


def play(rules: Briscola, s: State, *moves: str) -> tuple[State, list[Event]]:
    events: list[Event] = []
    for move in moves:
        step = rules.play(s, rules.parse(move))
        s = step.state
        events += step.events
    return s, events


def told(events: Sequence[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


def taker(trump: str, *played: str, leader: int = 0) -> int:
    """Who takes, the cards given by seat."""
    return taker_of("bcds".index(trump), numbers(tuple(map(Card.parse, played))), leader, len(played))


class TestCards:
    def test_the_deck_counts_120(self) -> None:
        assert points_in(DECK_40) == ALL_POINTS == 120
        assert points_in(CardSet.parse("Ab 3b Rb Cb Fb 7b 6b 5b 4b 2b").bits) == 30

    def test_the_order_of_a_suit(self) -> None:
        order = [int(Card.parse(rank + "d")) for rank in "A3RCF76542"]
        for at, high in enumerate(order):
            for low in order[at + 1 :]:
                assert beats(0, low, high)
                assert not beats(0, high, low)

    @pytest.mark.parametrize(
        ("trump", "played", "leader", "takes"),
        [
            ("b", ["7d", "Fd"], 0, 1),  # higher in the suit led
            ("b", ["3d", "Rd"], 0, 0),  # the three is second to the ace only
            ("b", ["2d", "As"], 0, 0),  # another suit takes nothing, be it an ace
            ("b", ["Ad", "2b"], 0, 1),  # the lowest trump takes the ace
            ("b", ["2b", "Ad"], 1, 0),
            ("b", ["4b", "5b"], 1, 1),  # the five was led, and stands
            ("s", ["Rc", "2s", "4s", "Ac"], 0, 2),
            ("s", ["Rc", "2d", "3c", "Ad"], 0, 2),
            ("s", ["Rc", "2d", "3c", "Ac"], 3, 3),
            ("s", ["7c", "Ad", "3d", "4c"], 3, 0),
        ],
    )
    def test_who_takes(self, trump: str, played: list[str], leader: int, takes: int) -> None:
        assert taker(trump, *played, leader=leader) == takes


class TestDeal:
    def test_three_each_and_one_turned_up(self) -> None:
        s, events = play(GAME, GAME.start(2), "dealer 1", "deal Ad 2b 3c", "deal 7s 7c 7b", "trump 5d")
        assert told(events, e.HandBegan) == [e.HandBegan(1, 1, 0, (0, 0))]
        assert (GAME.actor(s), s.turn.leader) == (0, 0)
        assert [str(move) for move in GAME.moves(s)] == ["2b", "3c", "Ad"]
        table = GAME.view(s, 0).table
        assert (table.undealt, str(table.shown), table.trump) == (34, "5d", 2)
        assert len(table.unseen) == 36  # not the three in hand, not the one in sight

    def test_the_seat_after_the_dealer_is_first_among_four(self) -> None:
        s, _ = play(GAME, GAME.start(4), "dealer 2")
        dealt = []
        for _ in range(4):
            dealt.append(s.turn.seat)
            s = GAME.play(s, GAME.chance(s).sample(Random(1))).state
        assert dealt == [3, 0, 1, 2]
        s = GAME.play(s, GAME.chance(s).sample(Random(1))).state
        assert GAME.actor(s) == 3
        assert s.cards.undealt.bit_count() == 28

    def test_the_taker_draws_first_and_leads(self) -> None:
        s = set_up(["7d 2b 4b", "Fd 2c 4c"], "5s")
        s, events = play(GAME, s, "7d", "Fd")
        assert events[-1] == e.TrickTaken(1, CardSet.parse("7d Fd"), 2)
        assert (s.turn.phase, s.turn.seat) == (DRAW, 1)
        s, events = play(GAME, s, "draw As", "draw Ab")
        assert events == [e.Drawn(1, Card.parse("As"), False), e.Drawn(0, Card.parse("Ab"), False)]
        assert GAME.actor(s) == 1
        assert CardSet(s.cards.hands[1]) == CardSet.parse("2c 4c As")

    def test_the_card_in_sight_is_drawn_last(self) -> None:
        s = set_up(["7d 2b 4b", "Fd 2c 4c"], "5s", taken=("", ""))
        hidden = CardSet(s.cards.undealt).remove("5s").remove("Rb")
        s = s._replace(cards=s.cards._replace(undealt=CardSet.parse("5s Rb").bits, taken=(hidden.bits, 0)))
        s, _ = play(GAME, s, "7d", "Fd")
        assert list(GAME.chance(s).outcomes()) == [(Draw(Card.parse("Rb")), Fraction(1))]
        with pytest.raises(IllegalMove, match="a card from the stock for seat 1"):
            play(GAME, s, "draw 5s")
        s, events = play(GAME, s, "draw Rb", "draw 5s")
        assert events[-1] == e.Drawn(0, Card.parse("5s"), True)
        assert events[-1].seen_by(1) == events[-1]  # everybody saw it lie there
        assert events[0].seen_by(0) == e.Drawn(1, None, False)
        table = GAME.view(s, 1).table
        assert (table.shown, table.trump, table.undealt) == (None, 3, 0)
        assert table.known == (CardSet.parse("5s"), CardSet())
        assert table.unseen == CardSet.parse("2b 4b")

    def test_the_deal_goes_round(self) -> None:
        rng, s, dealers = Random(4), GAME.start(4), []
        while GAME.actor(s) != OVER:
            chance = GAME.actor(s) == CHANCE
            step = GAME.play(s, GAME.chance(s).sample(rng) if chance else rng.choice(GAME.moves(s)))
            s = step.state
            dealers += [event.dealer for event in step.events if isinstance(event, e.HandBegan)]
        assert len(dealers) >= 3
        assert all((a + 1) % 4 == b for a, b in pairwise(dealers))


class TestSwap:
    def test_the_seven_for_a_better_card(self) -> None:
        s = set_up(["7s 2b 4b", "Fd 2c 4c"], "As")
        assert [str(move) for move in SWAPPING.moves(s)] == ["2b", "4b", "7s", "swap"]
        s, events = play(SWAPPING, s, "swap")
        assert events == [e.Swapped(0, Card.parse("As"), Card.parse("7s"))]
        assert SWAPPING.actor(s) == 0  # the card is still to be played
        assert [str(move) for move in SWAPPING.moves(s)] == ["2b", "4b", "As"]
        seen = SWAPPING.view(s, 1).table
        assert (str(seen.shown), seen.known[0]) == ("7s", CardSet.parse("As"))
        assert "As" not in seen.unseen
        assert seen.undealt == 34

    def test_a_swapped_card_is_no_secret_until_it_is_played(self) -> None:
        s, _ = play(SWAPPING, set_up(["7s 2b 4b", "Fd 2c 4c"], "As"), "swap", "2b")
        assert SWAPPING.view(s, 1).table.known[0] == CardSet.parse("As")
        s, _ = play(SWAPPING, set_up(["7s 2b 4b", "Fd 2c 4c"], "As"), "swap", "As")
        assert SWAPPING.view(s, 1).table.known[0] == CardSet()

    def test_also_in_the_middle_of_a_trick(self) -> None:
        s = set_up(["Fd 2c 4c", "7s 2b 4b"], "3s", played=["Fb"])
        assert Swap() in SWAPPING.moves(s)

    @pytest.mark.parametrize(
        ("rules", "hand", "trump", "why"),
        [
            (GAME, "7s 2b 4b", "As", "nothing is swapped at this table"),
            (SWAPPING, "7b 2b 4b", "As", "only who holds the seven of trumps"),
            (SWAPPING, "7s 2b 4b", "6s", "6s is worth no more than the seven"),
            (SWAPPING, "7s 2b 4b", "s", "the stock is out"),
        ],
    )
    def test_why_not(self, rules: Briscola, hand: str, trump: str, why: str) -> None:
        s = set_up([hand, "Fd 2c 4c"], trump, rest=-1 if len(trump) == 2 else 0)
        assert Swap() not in rules.moves(s)
        with pytest.raises(IllegalMove, match=why):
            play(rules, s, "swap")

    @pytest.mark.parametrize("face_up", ["As", "3s", "Rs", "Cs", "Fs"])
    def test_all_that_is_worth_more(self, face_up: str) -> None:
        assert Swap() in SWAPPING.moves(set_up(["7s 2b 4b", "Fd 2c 4c"], face_up))


class TestEnd:
    """Last tricks of hands that turn on them."""

    nearly = "Ab Ac Ad 3b 3c Rb Fb"  # 11 + 11 + 11 + 10 + 10 + 4 + 2 = 59

    def test_more_than_half_wins_the_hand(self) -> None:
        s = set_up(["7s", "Fd"], "s", taken=(self.nearly, ""), rest=1)
        assert points_in(s.cards.taken[0]) == 59
        s, events = play(GAME, s, "7s", "Fd")
        assert told(events, e.HandEnded) == [e.HandEnded(1, (61, 59), (0,), (1, 0))]
        assert told(events, e.HandBegan) == [e.HandBegan(2, 0, 1, (1, 0))]
        assert GAME.score(s) == (1, 0)
        assert s.cards.undealt == DECK_40

    def test_sixty_all_is_drawn(self) -> None:
        s = set_up(["7s", "4d"], "s", taken=("Ab Ac Ad 3b 3c Rb Cb", ""), rest=1)
        s, events = play(GAME, s, "7s", "4d")
        assert told(events, e.HandEnded) == [e.HandEnded(1, (60, 60), (), (0, 0))]
        assert GAME.say(told(events, e.HandEnded)[0], "it", NAMES) == "La smazzata è pari, 60 a 60"
        assert GAME.score(s) == (0, 0)

    def test_a_match_of_three_hands(self) -> None:
        s = set_up(["7s", "Fd"], "s", taken=(self.nearly, ""), rest=1, totals=(2, 2))
        s, events = play(GAME, s, "7s", "Fd")
        assert events[-1] == e.MatchWon((0,), (3, 2))
        end = GAME.outcome(s)
        assert end is not None
        assert (end.scores, end.winners, str(end.reason)) == ((3, 2), (0,), "3 hands won")

    def test_pairs_win_together(self) -> None:
        s = set_up(["4s", "Fd", "5d", "6d"], "s", taken=("", self.nearly), rest=0, leader=1, totals=(0, 2))
        assert points_in(s.cards.taken[1]) == 59
        s, events = play(GAME, s, "Fd", "5d", "6d", "4s")  # seat 0 takes the jack, and side 1 stays at 59
        assert told(events, e.HandEnded) == [e.HandEnded(1, (61, 59), (0, 2), (1, 2))]
        s = set_up(["4d", "Fd", "5d", "6d"], "s", taken=("", self.nearly), rest=0, leader=1, totals=(0, 2))
        s, events = play(GAME, s, "Fd", "5d", "6d", "4d")
        assert events[-1] == e.MatchWon((1, 3), (0, 3))
        assert GAME.say(events[-1], "fr", NAMES) == "Bice et Dora gagnent la partie, 3 à 0"
        assert GAME.score(s) == (0, 3, 0, 3)

    def test_who_gives_up_takes_his_partner_along(self) -> None:
        s = set_up(["4s", "Fd", "5d", "6d"], "s", rest=0)
        assert GAME.concede(s, 2).winners == (1, 3)
        assert GAME.concede(set_up(["4s", "Fd"], "s", rest=0), 1).winners == (0,)

    @pytest.mark.parametrize("seats", [2, 4])
    def test_every_hand_counts_120(self, seats: int) -> None:
        rng, hands = Random(seats), 0
        for _ in range(100):
            s = SWAPPING.start(seats)
            while SWAPPING.actor(s) != OVER:
                chance = SWAPPING.actor(s) == CHANCE
                move = SWAPPING.chance(s).sample(rng) if chance else rng.choice(SWAPPING.moves(s))
                step = SWAPPING.play(s, move)
                s = step.state
                for event in step.events:
                    if isinstance(event, e.HandEnded):
                        assert sum(event.points) == 120
                        hands += 1
        assert hands > 300


class TestRefusals:
    def test_a_card_one_does_not_have(self) -> None:
        s = set_up(["7d 2b 4b", "Fd 2c 4c"], "5s")
        with pytest.raises(IllegalMove, match="Fd is not in your hand; legal now: 2b, 4b, 7d") as refused:
            play(GAME, s, "Fd")
        assert refused.value.why.it == "non hai Fd in mano"

    def test_dealing_out_of_turn(self) -> None:
        s = set_up(["7d 2b 4b", "Fd 2c 4c"], "5s")
        with pytest.raises(IllegalMove, match="it is seat 0's turn"):
            play(GAME, s, "draw As")
        with pytest.raises(IllegalMove, match="nobody plays now"):
            play(GAME, GAME.start(2), "7d")
        with pytest.raises(IllegalMove, match="3 undealt cards for seat 1"):
            play(GAME, GAME.start(2), "dealer 0", "deal 7d")
        with pytest.raises(IllegalMove, match="the draw of a dealer"):
            play(GAME, GAME.start(2), "dealer 2")
        with pytest.raises(IllegalMove, match="names the trump"):
            play(GAME, GAME.start(2), "dealer 0", "deal 2b 4b 5b", "deal 2c 4c 5c", "trump 2b")

    def test_nothing_after_the_end(self) -> None:
        s = set_up(["7s", "Fd"], "s", rest=0, totals=(2, 0))
        s, _ = play(GAME, s, "7s", "Fd")
        assert GAME.moves(s) == ()
        with pytest.raises(IllegalMove, match="the match is over"):
            play(GAME, s, "7s")

    @pytest.mark.parametrize("text", ["", "8x", "7d x 5c", "deal", "dealer 7", "swap 7d", "draw", "7d 8d"])
    def test_what_is_no_move(self, text: str) -> None:
        with pytest.raises(BadNotation, match="moves look like: 7d, swap"):
            parse(text)

    def test_capitals_and_spaces_do_not_matter(self) -> None:
        assert parse(" 7D ") == Play(Card.parse("7d"))
        assert parse("SWAP") == Swap()
        assert parse("Deal fs,7D as") == parse("deal As Fs 7d")

    def test_numbers_of_players(self) -> None:
        with pytest.raises(BadSeats, match="briscola takes 2 or 4 players, not 3"):
            GAME.start(3)
        with pytest.raises(TavolaError, match="there is no seat 2"):
            GAME.view(GAME.start(2), 2)

    def test_options(self) -> None:
        made = make(Options, {"target": "5", "trump_swap": "on"}, "briscola")
        assert made == Options(5, True)
        with pytest.raises(BadOption, match="a whole number from 1 to 1000"):
            make(Options, {"target": "0"}, "briscola")


class TestRecord:
    @pytest.mark.parametrize("rules", [GAME, SWAPPING])
    def test_a_record_replays(self, rules: Briscola) -> None:
        rng, match = Random(9), Match(rules, NAMES)
        while match.actor != OVER:
            if match.actor == CHANCE:
                match.draw(rng)
            else:
                match.play(rng.choice(rules.moves(match.state)))
        record = match.record()
        again = [played for played, _ in replay(rules, Record.parse(str(record)))][-1]
        assert again.state == match.state
        assert again.outcome == match.outcome
