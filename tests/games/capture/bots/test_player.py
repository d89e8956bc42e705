"""The Player interface: who is told what, in which order, and nothing more."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tavola
from tavola.bots import make_bot
from tavola.core.contract import CHANCE, OVER, Rules
from tavola.core.driver import seen_by
from tavola.core.match import Match
from tavola.games.capture.bots.player import ATTEMPTS, Player, Teller, play_match
from tavola.games.capture.events import HandBegan
from tavola.games.capture.moves import Deal, Play
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet

DOCS = Path(__file__).parents[4] / "docs" / "player.md"

CALLBACKS = (
    "new_match new_dealer new_hand game_info new_turn have_to_play card_not_allowed player_has_played "
    "turn_end draw_cards player_has_taken hand_end match_end"
).split()

Call = tuple[str, tuple[Any, ...]]


class Recorder(Player):
    """Plays at random, or from a script, and writes down every call."""

    def __init__(self, luck: Random | None = None, script: Sequence[Play] = ()) -> None:
        self.calls: list[Call] = []
        self.luck = luck or Random(0)
        self.script = list(script)

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name not in CALLBACKS:
            return found

        def written(*args: Any) -> Any:
            self.calls.append((name, args))
            return found(*args)

        return written

    def have_to_play(self, player: int, moves: Sequence[Play]) -> Play:
        assert player == self.seat
        return self.script.pop(0) if self.script else self.luck.choice(moves)


class Table:
    """A match in which one seat is told everything over something like a wire."""

    def __init__(self, rules: Rules[Any, Any], seats: int, seat: int, luck: Random | None = None) -> None:
        self.match: Match[Any, Any] = Match(rules, "ABCD"[:seats])
        self.seat = seat
        self.recorder = Recorder(luck)
        self.teller = Teller(self.recorder)
        self.teller.begin(seat, self.match.names, rules.options, rules.info.name)

    def make(self, move: Any) -> None:
        rules = self.match.rules
        if self.match.actor == self.seat:
            self.recorder.script.append(move)
            assert self.teller.choose(rules.view(self.match.state, self.seat)) == move
        step = self.match.play(move)
        sent = (rules.view(self.match.state, self.seat), seen_by(step.events, self.seat))
        self.teller.tell(*pickle.loads(pickle.dumps(sent)))


# The sizes of the packets, from the rules pages.
VARIANTS: list[tuple[str, int, dict[str, Any], list[int]]] = [
    ("spazzino", 2, {}, [3] * 6),
    ("scopetta", 2, {}, [3] * 6),
    ("tombolon", 2, {}, [4, 4, 4, 6]),
    ("tombolon", 4, {}, [4, 5]),
    ("tombolon", 2, {"padova": True}, [4] * 6),
    ("tombolon", 4, {"padova": True}, [4] * 3),
]
every_variant = pytest.mark.parametrize(
    ("game", "seats", "options", "packets"), VARIANTS, ids=lambda value: str(value)
)


# ---- the order, from the description of the callbacks ----

LETTERS = {
    "new_match": "M", "new_dealer": "D", "new_hand": "H", "game_info": "I", "new_turn": "t",
    "have_to_play": "y", "card_not_allowed": "n", "player_has_played": "p", "turn_end": "x",
    "draw_cards": "C", "player_has_taken": "L", "hand_end": "E", "match_end": "G",
}  # fmt: skip


def sequence(calls: list[Call], seat: int) -> str:
    """The calls as letters; a turn, a play and its end are capitals when they are one's own."""
    whose = {"new_turn", "player_has_played", "turn_end"}
    return "".join(
        LETTERS[name].upper() if name in whose and args[0] == seat else LETTERS[name] for name, args in calls
    )


def grammar(game: str, seats: int, packets: list[int]) -> str:
    """new_match; hands; match_end. In a hand everybody plays in turn, and packets follow one another."""
    start = "DHI" if game == "tombolon" else "DH"
    hands, called_out = [], []
    for place in range(seats):  # one's own place after the first player, the same for the whole hand
        turns = ["tpx"] * place + ["TyPX"] + ["tpx"] * (seats - 1 - place)
        rounds = [f"(?:{''.join(turns)}){{{number}}}C" for number in packets]
        hands.append(f"{start}{''.join(rounds)[:-1]}L?E")
        begun = "|".join("".join(turns[:number]) for number in range(1, seats + 1))
        for whole, number in enumerate(packets):
            laps = f"(?:{''.join(turns)}){{0,{number - 1}}}"
            called_out.append(f"{start}{''.join(rounds[:whole])}{laps}(?:{begun})E")
    last = f"(?:{'|'.join(called_out)})?" if game == "tombolon" else ""  # where one may call out
    return f"M(?:{'|'.join(hands)})*{last}G"


@every_variant
def test_the_order_of_the_callbacks(
    game: str, seats: int, options: dict[str, Any], packets: list[int]
) -> None:
    rules = tavola.rules(game, **options)
    for seed in range(3):
        players = [Recorder(Random(seed + seat)) for seat in range(seats)]
        play_match(rules, players, Random(seed))
        for seat, player in enumerate(players):
            assert re.fullmatch(grammar(game, seats, packets), sequence(player.calls, seat))


def test_the_grammar_refuses_what_is_out_of_order() -> None:
    turns = "TyPXtpx"
    hand = "DH" + "C".join([turns * 3] * 6) + "LE"
    good = grammar("spazzino", 2, [3] * 6)
    assert re.fullmatch(good, f"M{hand}G")
    assert re.fullmatch(good, f"M{hand.replace('L', '')}{hand}G")
    for bad in (
        hand.replace("xC", "Cx"),  # cards drawn before the play has ended
        hand.replace("LE", "EL"),
        hand.replace("TyP", "yTP"),
        hand.replace("tpx", "tp"),
        hand.replace("DH", "HD"),
        hand.replace("DH", "DHI"),
        hand.replace(turns * 3, turns * 4),
        hand.replace("C", "", 1),
    ):
        assert bad != hand
        assert not re.fullmatch(good, f"M{bad}G")


# ---- what they say ----


class Follower:
    """Follows a match by what the callbacks say alone, and finds every one consistent with those before."""

    def __init__(self, seat: int, seats: int) -> None:
        self.seat, self.seats = seat, seats
        self.dealer: int | None = None
        self.totals = (0, 0)

    def follow(self, calls: list[Call]) -> None:
        for name, args in calls:
            getattr(self, name)(*args)

    def new_match(self, players: tuple[str, ...], options: Any, game: str) -> None:
        assert len(players) == self.seats
        assert tavola.rules(game).info.options is type(options)

    def new_dealer(self, player: int) -> None:
        assert self.dealer is None or player == (self.dealer + 1) % self.seats
        self.dealer = player
        self.next = (player + 1) % self.seats
        self.made: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        self.shown: Card | None = None
        self.taker: int | None = None

    def new_hand(self, hand: CardSet, table: CardSet) -> None:
        assert len(table) == 4
        self.hand, self.table = hand, table

    def game_info(self, card: Card) -> None:
        assert card not in self.hand | self.table
        self.shown = card

    def new_turn(self, player: int, table: CardSet) -> None:
        assert (player, table) == (self.next, self.table)
        self.next = (player + 1) % self.seats

    def have_to_play(self, player: int, moves: Sequence[Play]) -> None:
        assert player == self.seat
        assert {move.card for move in moves} == set(self.hand)

    def player_has_played(self, player: int, card: Card, taken: CardSet) -> None:
        if player == self.seat:
            self.hand = self.hand.remove(card)
        if card == self.shown:
            assert player == self.dealer
        assert taken <= self.table
        self.table = self.table - taken if taken else self.table.add(card)
        self.taker = player if taken else self.taker
        self.expected = taken.add(card) if taken else CardSet()

    def turn_end(self, player: int, cards: CardSet, points: dict[str, int]) -> None:
        assert cards == self.expected
        self.made[player % 2].update(points)

    def draw_cards(self, cards: CardSet) -> None:
        assert not self.hand
        self.hand = cards

    def player_has_taken(self, player: int, leftovers: CardSet) -> None:
        assert (player, leftovers) == (self.taker, self.table)
        assert leftovers

    def hand_end(self, points: tuple[dict[str, int], dict[str, int]], totals: tuple[int, int]) -> None:
        for side in range(2):
            assert self.totals[side] + sum(points[side].values()) == totals[side]
            assert all(points[side][name] == made for name, made in self.made[side].items())
        self.totals = totals

    def match_end(self, winners: tuple[int, ...], totals: tuple[int, int]) -> None:
        assert totals == self.totals
        assert winners == tuple(range(totals.index(max(totals)), self.seats, 2))


@every_variant
def test_what_the_callbacks_say(game: str, seats: int, options: dict[str, Any], packets: list[int]) -> None:
    del packets
    rules = tavola.rules(game, **options)
    players = [Recorder(Random(seat)) for seat in range(seats)]
    match = play_match(rules, players, Random(5))
    for seat, player in enumerate(players):
        follower = Follower(seat, seats)
        follower.follow(player.calls)
        assert match.outcome is not None
        assert follower.totals == match.outcome.scores[:2]


def test_the_deck_card_of_tombolon() -> None:
    table = Table(tavola.rules("tombolon"), 2, 0)
    for text in ("dealer 1", "deal 7d As 2b Fc", "deal 3b 4b 5b 6b", "deal 3c 4c 5c 6c", "bottom Rs"):
        table.make(table.match.rules.parse(text))
    told = [(name, args) for name, args in table.recorder.calls if name != "new_match"]
    assert told == [
        ("new_dealer", (1,)),
        ("new_hand", (CardSet.parse("3b 4b 5b 6b"), CardSet.parse("7d As 2b Fc"))),
        ("game_info", (Card.parse("Rs"),)),
        ("new_turn", (0, CardSet.parse("7d As 2b Fc"))),
    ]


def test_a_picula_told() -> None:
    table = Table(tavola.rules("spazzino"), 2, 1)
    for text in ("dealer 1", "deal 7d As 2b Fc", "deal 4b 5b 6b", "deal 4c 5c 6c", "4b", "4c x 4b"):
        table.make(table.match.rules.parse(text))
    four_c, four_b, both = Card.parse("4c"), CardSet.parse("4b"), CardSet.parse("4b 4c")
    assert [call for call in table.recorder.calls if call[0] in ("player_has_played", "turn_end")] == [
        ("player_has_played", (0, Card.parse("4b"), CardSet())),
        ("turn_end", (0, CardSet(), {})),
        ("player_has_played", (1, four_c, four_b)),
        ("turn_end", (1, both, {"picula": 1})),
    ]


# ---- and what they do not ----


def relabelled(moves: list[Any], hidden: CardSet, luck: Random) -> list[Any]:
    """The same deals with the hidden cards exchanged among themselves."""
    cards = list(hidden)
    other = dict(zip(cards, luck.sample(cards, len(cards)), strict=True))
    return [
        Deal(CardSet.of(*(other.get(card, card) for card in move.cards))) if isinstance(move, Deal) else move
        for move in moves
    ]


@every_variant
def test_cards_one_may_not_know_change_nothing(
    game: str, seats: int, options: dict[str, Any], packets: list[int]
) -> None:
    """Exchange the cards a seat can't see, in all that was dealt: it was told the same so far."""
    del packets
    rules, luck = tavola.rules(game, **options), Random(9)
    seat, exchanged = luck.randrange(seats), 0
    table = Table(rules, seats, seat)
    began = 0
    while table.match.actor != OVER and len(table.match.moves) < 90:
        actor, state = table.match.actor, table.match.state
        table.make(rules.chance(state).sample(luck) if actor == CHANCE else luck.choice(rules.moves(state)))
        if any(isinstance(event, HandBegan) for event in rules.play(state, table.match.moves[-1][1]).events):
            began = len(table.match.moves)
        moves = [move for _, move in table.match.moves]
        hidden = rules.view(table.match.state, seat).table.unseen
        again = Table(rules, seats, seat)
        for move in moves[:began] + relabelled(moves[began:], hidden, luck):
            again.make(move)
        exchanged += again.match.state != table.match.state
        assert again.recorder.calls == table.recorder.calls
    assert exchanged > 20


# ---- plays that are not allowed, and ends ----


class Stubborn(Player):
    """Wants what it can't have, so many times at each turn."""

    def __init__(self, times: int, wish: Any) -> None:
        self.times, self.wish = times, wish
        self.asked = 0
        self.turns = 0
        self.refused: list[tuple[Card, ...]] = []

    def new_turn(self, player: int, table: CardSet) -> None:
        del table
        self.asked = 0
        self.turns += player == self.seat

    def have_to_play(self, player: int, moves: Sequence[Play]) -> Play:
        del player
        self.asked += 1
        wish: Play = self.wish if self.asked <= self.times else moves[0]
        return wish

    def card_not_allowed(self, player: int, cards: tuple[Card, ...]) -> None:
        assert player == self.seat
        self.refused.append(cards)


NOT_IN_THIS_DECK = Play(Card.parse("10d"), CardSet.parse("8c"))


@pytest.mark.parametrize(("times", "wish"), [(2, NOT_IN_THIS_DECK), (99, NOT_IN_THIS_DECK), (1, None)])
def test_a_play_that_is_not_allowed_is_asked_for_again(times: int, wish: Any) -> None:
    player = Stubborn(times, wish)
    match = play_match(tavola.rules("scopetta"), [player, Recorder()], Random(3))
    assert match.outcome is not None
    named = (wish.card, *wish.taken) if wish else ()
    assert player.refused == [named] * (min(times, ATTEMPTS) * player.turns)
    assert player.turns > 17


def test_a_resignation_ends_the_match_once() -> None:
    table = Table(tavola.rules("tombolon"), 4, 2)
    table.match.resign(1)
    assert table.match.outcome is not None
    for _ in range(2):
        table.teller.end(table.match.outcome)
    assert [call for call in table.recorder.calls if call[0] == "match_end"] == [
        ("match_end", ((0, 2), (0, 0)))
    ]


def test_a_player_that_only_chooses() -> None:
    class First(Player):
        def have_to_play(self, player: int, moves: Sequence[Play]) -> Play:
            del player
            return moves[0]

    for game, seats, options, _ in VARIANTS:
        rules = tavola.rules(game, **options)
        others = [make_bot("greedy", rules, Random(0)) for _ in range(seats - 1)]
        assert play_match(rules, [First(), *others], Random(1)).outcome is not None


def test_a_player_that_does_not_choose() -> None:
    with pytest.raises(NotImplementedError, match="have_to_play"):
        play_match(tavola.rules("scopetta"), [Player(), Player()], Random(1))


# ---- the page about it ----


def test_the_example_of_the_page_plays(capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    exec(compile(found[1], "player.md", "exec"), {"__name__": "page"})
    assert "points reached" in capsys.readouterr().out


def test_the_page_names_every_callback() -> None:
    pairs = re.findall(r"^\| `(onalg_\w+)` \| `(\w+)` \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(name for _, name in pairs) == sorted(CALLBACKS)
    assert Player.__doc__
    assert re.findall(r"(onalg_\w+) +(\w+)", Player.__doc__) == pairs
