"""The players of the capture games: what they see in a position, and who beats whom."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

import tavola
from tavola.bots import bot_names, make_bot
from tavola.core.contract import CHANCE, OVER, Rules
from tavola.core.errors import BadOption
from tavola.games.capture.bots import Careful
from tavola.games.capture.bots.player import play_match
from tavola.games.capture.bots.risk import TakeTable, expected_best, next_hand
from tavola.games.capture.bots.worth import worths
from tavola.games.capture.dealing import what_is_due
from tavola.games.capture.moves import captures
from tavola.games.capture.state import DEAL_PACKET
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet
from tests.games.capture.positions import set_up

SPAZZINO: Any = tavola.rules("spazzino")
SCOPETTA: Any = tavola.rules("scopetta")
TOMBOLON: Any = tavola.rules("tombolon")

VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("spazzino", 2, {}),
    ("scopetta", 2, {}),
    ("scopetta", 2, {"primiera": "sevens", "napola": False}),
    ("tombolon", 2, {}),
    ("tombolon", 2, {"colour": "any_three"}),
    ("tombolon", 4, {}),
    ("tombolon", 2, {"padova": True}),
    ("tombolon", 4, {"padova": True}),
]
every_variant = pytest.mark.parametrize(("game", "seats", "options"), VARIANTS, ids=str)


def choice(rules: Any, spec: str, *hands: str, table: str = "", **rest: Any) -> str:
    """What a bot plays from a position."""
    state = set_up(rules, hands, table, **rest)
    return str(make_bot(spec, rules, Random(0)).choose(rules.view(state, state.turn.seat)))


class TestNames:
    @pytest.mark.parametrize("game", ["spazzino", "scopetta", "tombolon"])
    def test_who_plays(self, game: str) -> None:
        assert {"random", "greedy", "careful", "house"} <= set(bot_names(game))
        assert isinstance(make_bot("house", tavola.rules(game), Random(0)), Careful)

    @pytest.mark.parametrize("spec", ["greedy:very", "careful:very"])
    def test_nothing_after_the_name(self, spec: str) -> None:
        with pytest.raises(BadOption, match=spec.partition(":")[0]):
            make_bot(spec, SCOPETTA, Random(0))


class TestGreedy:
    def test_prefers_a_picula_to_plain_cards(self) -> None:
        assert choice(SPAZZINO, "greedy", "5d 6c", "Cb Cc", table="5b 4d 2c Rb", dropped="5b") == "5d x 5b"
        assert choice(SPAZZINO, "greedy", "5d 6c", "Cb Cc", table="5b 4d 2c Rb") == "6c x 4d 2c"

    def test_sweeps(self) -> None:
        assert choice(SCOPETTA, "greedy", "7b 4c", "Rb Rc", table="4b 3b") == "7b x 4b 3b"

    def test_takes_the_honour(self) -> None:
        assert choice(SCOPETTA, "greedy", "7b Rb", "Cb Cc", table="7d Rc 2b") == "7b x 7d"
        assert choice(TOMBOLON, "greedy", "Fb Rb", "Cb Cc", table="Fs Rc 2b") == "Fb x Fs"

    def test_a_bager_is_worth_its_cards(self) -> None:
        assert choice(SPAZZINO, "greedy", "7c Rb", "Cb Cc", table="4c 3c 5b 2b Rc") == "7c x 4c 3c"

    def test_drops_what_is_worth_least(self) -> None:
        assert choice(SCOPETTA, "greedy", "7d Rb", "Cb Cc", table="") == "Rb"


class TestCareful:
    def test_leaves_no_sweep(self) -> None:
        """With the ace 8 would lie there, with the two 9: which sweep is still out?"""
        for gone, played in (("Fb Fc Fd Fs", "Ac"), ("Cb Cc Cd Cs", "2c")):
            assert choice(SCOPETTA, "careful", "Ac 2c", "Rb Rc", table="4b 3c", taken=(gone, "")) == played

    def test_takes_what_would_be_swept(self) -> None:
        """Either capture is worth as much; which of the cards left lying can still be taken?"""
        for gone, played in (("Rd Rs", "2c x 2b"), ("2d 2s", "Rb x Rc")):
            assert choice(SCOPETTA, "careful", "Rb 2c", "5b 5c", table="Rc 2b", taken=(gone, "")) == played

    def test_looks_further_than_greedy(self) -> None:
        """Most cards now would leave the seven alone on the table, and two sevens are out: seven points."""
        about: dict[str, Any] = {"table": "5b 7c 2c", "taken": ("Fb Cb", "Fc Cc")}
        assert choice(TOMBOLON, "greedy", "7b 6d", "Rb Rc", **about) == "7b x 5b 2c"
        assert choice(TOMBOLON, "careful", "7b 6d", "Rb Rc", **about) != "7b x 5b 2c"

    def test_gives_no_picula(self) -> None:
        """Three fives and one six are on the piles: a five can't be taken back, a six can."""
        assert choice(SPAZZINO, "careful", "5b 6b", "Rb Rc", table="Cb", taken=("5c 5d 5s", "")) == "5b"
        assert choice(SPAZZINO, "careful", "5b 6b", "Rb Rc", table="Cb", taken=("6c 6d 6s", "")) == "6b"

    def test_knows_the_last_hand_of_two(self) -> None:
        """With the stock gone, what nobody has shown is the other's hand."""
        assert choice(SPAZZINO, "careful", "Fb Rb", "Rc Cb", table="Cc 4b", rest=0, taker=0) == "Fb"
        assert choice(SPAZZINO, "careful", "Fb Rb", "Fc Cb", table="Cc 4b", rest=0, taker=0) == "Rb"

    def test_remembers_the_card_under_the_stock(self) -> None:
        """The dealer plays next and must hold it, whoever holds the other cards that were not shown."""
        about: dict[str, Any] = {"dealer": 1, "rest": 0, "taker": 0}
        for shown, played in (("Fc", "Rb"), ("Rc", "Fb")):
            hands = ("Fb Rb", f"{shown} 2b", "3b 3c", "4b 4c")
            assert choice(TOMBOLON, "careful", *hands, bottom=shown, **about) == played


class TestWorth:
    def worth(self, rules: Any, card: str, mine: str = "", theirs: str = "") -> float:
        piles = CardSet.parse(mine).bits, CardSet.parse(theirs).bits
        return worths(rules.variant, *piles)[Card.parse(card)]

    def test_a_decided_count_is_worth_nothing(self) -> None:
        most = " ".join(f"{rank}{suit}" for rank in "A23456" for suit in "bcd") + " 7b 7c 7s"
        assert self.worth(SPAZZINO, "Rb") > 0
        assert self.worth(SPAZZINO, "Rb", mine=most) == 0
        assert self.worth(SPAZZINO, "Rb", theirs=most) == 0

    def test_a_broken_napola_is_worth_nothing_to_anybody(self) -> None:
        alive = self.worth(SCOPETTA, "3d", mine="Ad 2d")
        broken = self.worth(SCOPETTA, "3d", mine="Ad", theirs="2d")
        assert alive - broken > 1
        assert self.worth(SCOPETTA, "3d", theirs="Ad 2d") == pytest.approx(alive)

    @every_variant
    def test_it_is_worth_the_same_to_both(self, game: str, seats: int, options: dict[str, Any]) -> None:
        del seats
        v, luck = tavola.rules(game, **options).variant, Random(3)  # type: ignore[attr-defined]
        for _ in range(30):
            cards = luck.sample(list(CardSet(v.deck)), 20)
            mine, theirs = CardSet.of(*cards[:8]).bits, CardSet.of(*cards[8:]).bits
            assert worths(v, mine, theirs) == pytest.approx(worths(v, theirs, mine))
            assert all(worths(v, mine, theirs)[card] == 0 for card in cards)

    def test_the_honours_come_first(self) -> None:
        for rules, honours in ((SPAZZINO, "7d 2s Fs"), (TOMBOLON, "7d 2s Fs"), (SCOPETTA, "7d")):
            plain = self.worth(rules, "Cb")
            assert all(self.worth(rules, card) >= plain + 1 for card in honours.split())


class TestRisk:
    def test_the_best_of_a_hidden_hand_on_average(self) -> None:
        luck = Random(1)
        for hidden, number in ((5, 2), (7, 3), (6, 6), (4, 1), (3, 0)):
            gains = [luck.random() for _ in range(3)]
            for sure in (0.0, 0.4):
                each = gains + [0.0] * (hidden - len(gains))
                hands = list(combinations(each, number))
                average = sum(max(hand, default=0) if max(hand, default=0) > sure else sure for hand in hands)
                assert expected_best(gains, hidden, number, sure) == pytest.approx(average / len(hands))

    @every_variant
    def test_the_next_hand(self, game: str, seats: int, options: dict[str, Any]) -> None:
        """It is as large as the rules make it, fresh packets included, and holds what is sure to be there."""
        rules: Any = tavola.rules(game, **options)
        rng, state, fresh, sure = Random(6), rules.start(seats), 0, 0
        while rules.actor(state) != OVER and state.turn.hand < 4:
            if rules.actor(state) == CHANCE:
                state = rules.play(state, rules.chance(state).sample(rng)).state
                continue
            seat = state.turn.seat
            hand = next_hand(rules.variant, rules.view(state, seat).table, seat)
            state = rules.play(state, rng.choice(rules.moves(state))).state
            if state.turn.phase == DEAL_PACKET:
                assert hand.number == what_is_due(rules.variant, state).number
                fresh += 1
            elif rules.actor(state) >= 0:
                held = state.cards.hands[state.turn.seat]
                assert hand.sure & ~held == 0
                assert held & ~hand.sure & ~hand.unseen == 0
                assert hand.number == (held & ~hand.sure).bit_count()
                sure += hand.sure != 0
        assert fresh
        assert bool(sure) == (game == "tombolon")

    @every_variant
    def test_what_is_remembered_is_what_the_rules_say(
        self, game: str, seats: int, options: dict[str, Any]
    ) -> None:
        del seats
        rules: Any = tavola.rules(game, **options)
        luck, deck = Random(2), list(CardSet(rules.variant.deck))
        for _ in range(100):
            card, more, *cards = luck.sample(deck, luck.randint(2, 9))
            table = CardSet.of(*cards)
            takes = TakeTable(rules.variant, table.bits)
            fewer = CardSet.of(*luck.sample(cards, len(cards) // 2))
            for after in (table, fewer, table.add(more)):
                found = list(captures(rules.variant, after.bits, card))
                assert list(takes.of(after.bits, Card(card).rank)) == found


# ---- whole matches ----


def wins(rules: Rules[Any, Any], seats: int, ours: str, theirs: str, matches: int) -> int:
    """How often the one beats the other, sides changed after each match."""
    won = 0
    for number in range(matches):
        side = number % 2
        specs = [ours if seat % 2 == side else theirs for seat in range(seats)]
        bots = [make_bot(spec, rules, Random(f"{number} {seat}")) for seat, spec in enumerate(specs)]
        outcome = play_match(rules, bots, Random(number)).outcome
        won += outcome is not None and side in outcome.winners
    return won


@every_variant
def test_greedy_beats_random(game: str, seats: int, options: dict[str, Any]) -> None:
    assert wins(tavola.rules(game, **options), seats, "greedy", "random", 20) >= 14


@pytest.mark.parametrize(
    ("game", "seats", "matches", "least"),
    [("spazzino", 2, 60, 31), ("scopetta", 2, 60, 31), ("tombolon", 2, 30, 20), ("tombolon", 4, 30, 20)],
)
def test_careful_beats_greedy(game: str, seats: int, matches: int, least: int) -> None:
    assert wins(tavola.rules(game), seats, "careful", "greedy", matches) >= least
