"""A capture game of the contract: moves, events and views over the rules. Each game is a subclass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from tavola.core.chance import Chance, Source, Weighted
from tavola.core.codec import Codec
from tavola.core.contract import CHANCE, OVER, Event, GameInfo, Outcome, Seat, Step, View
from tavola.core.errors import IllegalMove, TavolaError
from tavola.core.words import Lang, Phrase
from tavola.games.capture import dealing, rules, views, words
from tavola.games.capture import events as e
from tavola.games.capture import moves as m
from tavola.games.capture import state as st
from tavola.games.capture.captures import can_take, is_legal
from tavola.games.capture.moves import Move
from tavola.games.capture.points import Compared, DeckPoints, compared
from tavola.games.capture.state import Specials, State
from tavola.games.capture.variant import Variant
from tavola.games.capture.views import TableView
from tavola.pieces.cards import Card, cards_in
from tavola.pieces.cardset import CardSet


@dataclass(frozen=True)
class CaptureGame:
    """What the capture games share. A game adds its info, its options and its points' names."""

    info: ClassVar[GameInfo]
    codec: ClassVar = Codec(TableView, e)
    # Names of the points by the fields of Specials and of DeckPoints: only those the game has, in their
    # order.
    specials_names: ClassVar[Mapping[str, str]]
    deck_names: ClassVar[Mapping[str, str]]
    # Lines of the original client's count that add several of these.
    saved_sums: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    options: Any

    @cached_property
    def variant(self) -> Variant:
        """The options as the rules take them: `options.variant`, computed once."""
        made: Variant = self.options.variant
        return made

    # ---- states ----

    def start(self, seats: int) -> State:
        self.info.check_seats(seats)
        return st.at_the_start(self.variant.deck, seats)

    def start_hand(self, seats: int, dealer: Seat, totals: tuple[int, int] = (0, 0)) -> State:
        """A match at the beginning of some hand, with its dealer and each side's total."""
        self.info.check_seats(seats)
        if not 0 <= dealer < seats:
            raise TavolaError(f"there is no seat {dealer}; seats are 0 to {seats - 1}")
        return st.at_a_hand(self.variant.deck, seats, 1, dealer, totals)

    def actor(self, s: State) -> Seat:
        if s.turn.phase == st.PLAY:
            return s.turn.seat
        return OVER if s.turn.phase == st.OVER else CHANCE

    def moves(self, s: State) -> tuple[Move, ...]:
        if s.turn.phase != st.PLAY:
            return ()
        return m.plays(self.variant, s.cards.hands[s.turn.seat], s.cards.table)

    def chance(self, s: State) -> Chance[Move]:
        if self.actor(s) != CHANCE:
            raise TavolaError("nothing is to be drawn or dealt now")
        if s.turn.phase == st.DRAW_DEALER:
            return Weighted((m.Dealer(seat), 1) for seat in range(s.seats))
        due = dealing.what_is_due(self.variant, s)
        if s.turn.phase == st.SHOW_BOTTOM:
            return Weighted((m.Bottom(card), 1) for card in cards_in(due.pool))
        return m.DealOf(due.pool, due.number)

    def play(self, s: State, move: Move) -> Step[State]:
        actor = self.actor(s)
        if actor == OVER:
            raise IllegalMove(words.OVER)
        if actor == CHANCE:
            return self._draw(s, move)
        if not isinstance(move, m.Play):
            raise IllegalMove(words.NOT_A_PLAY.fill(who=f"seat {actor}"), self.moves(s))
        if move not in (legal := self.moves(s)) and (why := self.why_not(s, move)) is not None:
            raise IllegalMove(why, legal)
        return self.put_down(s, move)

    def why_not(self, s: State, move: m.Play) -> Phrase | None:
        """Why the seat on turn may not play like that; None if it may."""
        card, taken, table = move.card, move.taken, CardSet(s.cards.table)
        if card not in CardSet(s.cards.hands[s.turn.seat]):
            return words.NOT_IN_HAND.fill(card=str(card))
        if is_legal(self.variant, s.cards.table, int(card), taken.bits):
            return None
        if not taken <= table:
            return words.NOT_ON_TABLE.fill(cards=words.listed(taken - table))
        if not taken:
            return words.MUST_TAKE.fill(card=str(card))
        if not can_take(self.variant, s.cards.table, int(card)):
            return words.TAKES_NOTHING.fill(card=str(card))
        return words.CANT_TAKE.fill(card=str(card), cards=words.listed(taken))

    def put_down(self, s: State, move: m.Play) -> Step[State]:
        """The step after a play, legal or not: for saved matches in which the rules were broken.

        The card must be in the hand and what it takes on the table.
        """
        after, news = rules.step(self.variant, s, int(move.card), move.taken.bits)
        return Step(after, tuple(self._play_events(s, after, move, news)))

    def _draw(self, s: State, move: Move) -> Step[State]:
        """Chance's move: refused unless it is possible."""
        if isinstance(move, m.Play):
            raise IllegalMove(words.BEING_DEALT)
        if not self.chance(s).prob(move):
            raise IllegalMove(words.NOT_DUE.fill(due=self._due(s)))
        match move:
            case m.Dealer(seat):
                after = dealing.draw_dealer(self.variant, s, seat)
                return Step(after, (e.DealerDrawn(seat), _hand_began(after)))
            case m.Bottom(card):
                return Step(dealing.show_bottom(s, int(card)), (e.BottomShown(card, s.turn.dealer),))
            case m.Deal(cards) if s.turn.phase == st.DEAL_TABLE:
                if dealing.must_be_redealt(self.variant, cards.bits):
                    return Step(s, (e.TableDealt(cards), e.Redealt(cards)))
                return Step(dealing.deal_table(s, cards.bits), (e.TableDealt(cards),))
            case m.Deal(cards):
                after = dealing.deal_packet(self.variant, s, cards.bits)
                return Step(after, (e.Dealt(s.turn.seat, len(cards), cards),))

    def _due(self, s: State) -> Phrase:
        if s.turn.phase == st.DRAW_DEALER:
            return words.DUE_DEALER
        if s.turn.phase == st.DEAL_TABLE:
            return words.DUE_TABLE
        if s.turn.phase == st.SHOW_BOTTOM:
            return words.DUE_BOTTOM
        number = dealing.what_is_due(self.variant, s).number
        return words.DUE_PACKET.fill(n=number, seat=s.turn.seat)

    # ---- what happened ----

    def _play_events(self, s: State, after: State, move: m.Play, news: rules.Effects) -> Iterator[Event]:
        seat, end = s.turn.seat, news.end
        yield e.Played(seat, move.card, move.taken)
        for field, name in self.specials_names.items():
            if points := getattr(news.specials, field):
                yield e.Scored(seat, name, points, _partner(seat, s.seats))
        if end.how == st.PLAY:
            return
        if end.how == st.CALLED_OUT:
            yield e.CalledOut(seat, end.totals[st.side_of(seat)])
        if end.taker != st.NOBODY and end.leftovers:
            yield e.LeftoversTaken(end.taker, CardSet(end.leftovers))
        for side in range(2):
            for field, name in self.deck_names.items():
                if points := getattr(end.deck[side], field):
                    yield e.Scored(side, name, points, _partner(side, s.seats), deck=True)
        yield self._hand_ended(s, news)
        if end.winner == st.NOBODY:
            yield _hand_began(after)
        else:
            yield e.MatchWon(_seats_of(end.winner, s.seats), end.totals, end.won == st.BY_TOMBOLON)

    def _hand_ended(self, s: State, news: rules.Effects) -> e.HandEnded:
        end = news.end
        made = rules.with_specials(s.score, st.side_of(s.turn.seat), news.specials).specials
        return e.HandEnded(
            hand=s.turn.hand,
            points=(self._breakdown(end.deck[0], made[0]), self._breakdown(end.deck[1], made[1])),
            piles=(CardSet(end.taken[0]), CardSet(end.taken[1])),
            totals=end.totals,
            called_out=end.how == st.CALLED_OUT,
            counts=self._counts(end.taken),
        )

    def _counts(self, taken: tuple[int, int]) -> tuple[tuple[str, int, int], ...]:
        one, other = compared(self.variant, taken[0]), compared(self.variant, taken[1])
        names = {field: name for field, name in self.deck_names.items() if field in Compared._fields}
        if not self.variant.primiera:
            names.pop("primiera", None)
        return tuple((name, getattr(one, field), getattr(other, field)) for field, name in names.items())

    def _breakdown(self, deck: DeckPoints, made: Specials) -> e.Points:
        counted = [(name, getattr(deck, field)) for field, name in self.deck_names.items()]
        return (*counted, *((name, getattr(made, field)) for field, name in self.specials_names.items()))

    # ---- what is known ----

    def view(self, s: State, seat: Seat | None) -> View[TableView, Move]:
        if seat is not None and not 0 <= seat < s.seats:
            raise TavolaError(f"there is no seat {seat}; seats are 0 to {s.seats - 1}")
        actor = self.actor(s)
        open_to_me = self.moves(s) if seat is not None and seat == actor else ()
        return View(seat, actor, self.options, views.seen(self.variant.deck, s, seat), open_to_me)

    def guess(self, v: View[TableView, Move], rng: Source) -> State:
        return views.guessed(v.table, v.seat, rng)

    # ---- how it ends ----

    def outcome(self, s: State) -> Outcome | None:
        if s.turn.phase != st.OVER:
            return None
        if s.score.won == st.BY_TOMBOLON:
            reason = words.TOMBOLON
        elif s.score.won == st.BY_CALLING_OUT:
            reason = words.CALLED_OUT.fill(n=self.variant.target)
        else:
            reason = words.TARGET_REACHED.fill(n=self.variant.target)
        return Outcome(reason, self.score(s), _seats_of(s.score.winner, s.seats))

    def concede(self, s: State, seat: Seat) -> Outcome:
        """The seat that gives up loses, and so does its partner."""
        reason = Phrase("resignation", "abandon", "abbandono")
        return Outcome(reason, self.score(s), _seats_of(1 - st.side_of(seat), s.seats))

    def score(self, s: State) -> tuple[int, ...]:
        """Each seat's total of the match, with what it made so far in this hand; in pairs, its side's."""
        return tuple(s.score.totals[st.side_of(seat)] for seat in range(s.seats))

    def holdings(self, s: State) -> Mapping[str, int]:
        c = s.cards
        places = (*c.hands, c.table, c.undealt, *c.taken)
        return {"cards": sum(cards.bit_count() for cards in places)}

    # ---- words ----

    def parse(self, text: str) -> Move:
        return m.parse(text)

    def say(self, event: Event, lang: Lang, names: Sequence[str]) -> str:
        said = words.say(event, names, padova=bool(self.variant.seven & 1 << Card.parse("10d")))
        return said.in_(lang) if said else ""


def _seats_of(side: int, seats: int) -> tuple[Seat, ...]:
    return tuple(range(side, seats, 2))


def _partner(seat: Seat, seats: int) -> Seat | None:
    return (seat + 2) % 4 if seats == 4 else None


def _hand_began(s: State) -> e.HandBegan:
    return e.HandBegan(s.turn.hand, s.turn.dealer, s.turn.seat, s.score.totals)
