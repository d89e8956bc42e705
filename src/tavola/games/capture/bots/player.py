"""A card player written as a set of answers to what it is told, in the order of the table.

Subclass `Player`, answer `have_to_play`, and override whatever else you need. `Teller` turns what a seat sees
into those calls and holds no socket and no clock, so the same player sits at a table in this process or at
the far end of a wire. `play_match` seats players, and bots too, and plays a whole match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from tavola.core.chance import Source
from tavola.core.contract import Event, Outcome, Rules, Seat, View
from tavola.core.driver import Bot, Driver
from tavola.core.match import Match
from tavola.games.capture import events as e
from tavola.games.capture.moves import Move, Play
from tavola.games.capture.views import TableView
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet

CardView = View[TableView, Move]
Made = Mapping[str, int]  # points by their names: {"picula": 1}

ATTEMPTS = 3


class Player:
    """One method for each thing that is told, with the name the games were first written down with.

        onalg_new_match                new_match          once, before everything
        onalg_new_mazziere             new_dealer         at the start of each hand
        onalg_new_giocata              new_hand           your first packet, and the table
        onalg_gameinfo                 game_info          Tombolon: the card under the stock
        onalg_newmano                  new_turn           before each play, yours or another's
        onalg_have_to_play             have_to_play       then, if the play is yours
        onalg_player_cardsnot_allowed  card_not_allowed   your play is refused, you are asked again
        onalg_player_has_played        player_has_played  a card is down, with what it takes
        onalg_manoend                  turn_end           what that play brought
        onalg_pesca_carta              draw_cards         your next packet, when all hands are empty
        onalg_player_has_taken         player_has_taken   the leftovers, after the last play
        onalg_giocataend               hand_end           the points of the hand
        onalg_game_end                 match_end          once, after everything

    A player is named by its seat, an int counted from 0 in the order of play; `seat` is your own. Sides are 0
    and 1: with two players the seats themselves, with four seats 0 and 2 against 1 and 3.
    """

    tavola_adapter: ClassVar = "tavola.games.capture.client:ADAPTER"
    seat: Seat = -1  # told before new_match

    def new_match(self, players: tuple[str, ...], options: Any, game: str) -> None:
        """A match begins: the players' names by seat, the options, and which game it is."""

    def new_dealer(self, player: Seat) -> None:
        """The dealer of the hand that begins; the next seat will play first."""

    def new_hand(self, hand: CardSet, table: CardSet) -> None:
        """Your first packet of the hand, and the four cards on the table."""

    def game_info(self, deck_card: Card) -> None:
        """The card shown under the stock; it will be the dealer's last."""

    def new_turn(self, player: Seat, table: CardSet) -> None:
        """Whose turn it is now, and what lies on the table."""

    def have_to_play(self, player: Seat, moves: Sequence[Play]) -> Play:
        """Your turn: choose one of the moves. `player` is you."""
        raise NotImplementedError(f"{type(self).__name__} has no have_to_play, so it can't choose a card")

    def card_not_allowed(self, player: Seat, cards: tuple[Card, ...]) -> None:
        """Your play, the card first, is refused; no cards if it was no play at all."""

    def player_has_played(self, player: Seat, card: Card, taken: CardSet) -> None:
        """A player, perhaps you, puts a card down and takes these with it, or nothing."""

    def turn_end(self, player: Seat, cards: CardSet, points: Made) -> None:
        """What the play brought: all cards that went to the pile, the played one too, and points."""

    def draw_cards(self, cards: CardSet) -> None:
        """Your next packet."""

    def player_has_taken(self, player: Seat, leftovers: CardSet) -> None:
        """The last player who took gets what is left on the table. Not called when nothing is left."""

    def hand_end(self, points: tuple[Made, Made], totals: tuple[int, int]) -> None:
        """The points of the hand by side, every kind by its name, and the match so far."""

    def match_end(self, winners: tuple[Seat, ...], totals: tuple[int, int]) -> None:
        """The winners, and the totals by side."""


class Teller:
    """Tells one player what its seat sees, and asks it. No more is needed at the far end of a wire.

    Call `begin` once; then `tell` after every step with the seat's view and the step's events as the seat
    sees them; `choose` when it is the seat's turn; `end` when the match is over, for whatever reason. A
    Teller is a bot for callers that call `tell` as well.
    """

    def __init__(self, player: Player, luck: Random | None = None) -> None:
        self.player = player
        self._luck = luck or Random()
        self._fresh = True  # no packet in this hand yet
        self._ended = False

    def begin(self, seat: Seat, names: Sequence[str], options: Any, game: str) -> None:
        self.player.seat = seat
        self.player.new_match(tuple(names), options, game)

    def tell(self, view: CardView, events: Sequence[Event]) -> None:
        """One step, and the table after it."""
        played = next((event for event in events if isinstance(event, e.Played)), None)
        if played is not None:
            self._tell_play(played, events)
        for event in events:
            self._tell_rest(view, event)
        if events and view.actor >= 0:
            self.player.new_turn(view.actor, view.table.table)

    def _tell_play(self, played: e.Played, events: Sequence[Event]) -> None:
        seat, card, taken = played.seat, played.card, played.taken
        self.player.player_has_played(seat, card, taken)
        made = {
            event.what: event.points for event in events if isinstance(event, e.Scored) and not event.deck
        }
        self.player.turn_end(seat, taken.add(card) if taken else taken, made)

    def _tell_rest(self, view: CardView, event: Event) -> None:
        match event:
            case e.HandBegan(dealer=dealer):
                self._fresh = True
                self.player.new_dealer(dealer)
            case e.Dealt(cards=CardSet() as cards):
                self._tell_packet(view, cards)
            case e.BottomShown(card=card):
                self.player.game_info(card)
            case e.LeftoversTaken(seat=seat, cards=cards):
                self.player.player_has_taken(seat, cards)
            case e.HandEnded(totals=totals):
                self.player.hand_end((event.breakdown(0), event.breakdown(1)), totals)
            case e.MatchWon(seats=winners, totals=totals):
                self._tell_end(winners, totals)

    def _tell_packet(self, view: CardView, cards: CardSet) -> None:
        if self._fresh:
            self.player.new_hand(cards, view.table.table)
        else:
            self.player.draw_cards(cards)
        self._fresh = False

    def choose(self, view: CardView) -> Play:
        """The player's choice. After three illegal plays any legal one is made instead."""
        moves = tuple(move for move in view.moves if isinstance(move, Play))
        for _ in range(ATTEMPTS):
            wish: object = self.player.have_to_play(self.player.seat, moves)
            if isinstance(wish, Play) and wish in moves:
                return wish
            self.player.card_not_allowed(self.player.seat, _cards_of(wish))
        return self._luck.choice(moves)

    def end(self, outcome: Outcome) -> None:
        """The match is over: reported here if no event reported it, as after a resignation."""
        self._tell_end(outcome.winners, (outcome.scores[0], outcome.scores[1]))

    def _tell_end(self, winners: tuple[Seat, ...], totals: tuple[int, int]) -> None:
        if not self._ended:
            self._ended = True
            self.player.match_end(winners, totals)


def _cards_of(wish: object) -> tuple[Card, ...]:
    return (wish.card, *wish.taken) if isinstance(wish, Play) else ()


def play_match(
    rules: Rules[Any, Any],
    players: Sequence[Player | Bot],
    rng: Source,
    names: Sequence[str] | None = None,
) -> Match[Any, Any]:
    """A whole match of a capture game among players and bots, in their seats' order; chance from `rng`."""
    match = Match(rules, names or [f"player {seat}" for seat in range(len(players))])
    seated: dict[Seat, Bot] = {}
    tellers: dict[Seat, Teller] = {}
    for seat, one in enumerate(players):
        if isinstance(one, Player):  # a luck of its own, so that `rng` deals the same
            one = tellers[seat] = Teller(one, Random(seat))
            one.begin(seat, match.names, rules.options, rules.info.name)
        seated[seat] = one
    for made in Driver(match, rng, seated):
        for seat, teller in tellers.items():
            teller.tell(made.after(seat), made.events_for(seat))
    if match.outcome is not None:
        for teller in tellers.values():
            teller.end(match.outcome)
    return match
