"""Briscola by the contract: moves, events and views over the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from tavola.kit import (
    CHANCE,
    OVER,
    PAIRS,
    Chance,
    Codec,
    Event,
    GameInfo,
    IllegalMove,
    Lang,
    Outcome,
    Phrase,
    Score,
    Seat,
    Source,
    Step,
    TavolaError,
    View,
    Weighted,
)
from tavola.kit.cards import NO_CARD, Card, CardSet, card_of, cards_in
from tavola_briscola import events as e
from tavola_briscola import moves as m
from tavola_briscola import rules, views, words
from tavola_briscola import state as st
from tavola_briscola.moves import Move
from tavola_briscola.options import Options
from tavola_briscola.state import State
from tavola_briscola.tricks import SEVEN, points_in
from tavola_briscola.views import TableView


@dataclass(frozen=True)
class Briscola:
    """The rules of Briscola under some options."""

    info: ClassVar[GameInfo] = GameInfo(
        name="briscola",
        title="Briscola",
        summary=words.SUMMARY,
        seats=(2, 4),
        options=Options,
        rules_version=1,
        hidden=True,
        sides={4: PAIRS},
        score=Score(words.HANDS_WON),
        words=words.NAMED,
    )
    codec: ClassVar = Codec(TableView, e)
    options: Options = field(default_factory=Options)

    # ---- how it goes ----

    def start(self, seats: int) -> State:
        self.info.check_seats(seats)
        return st.at_the_start(seats)

    def actor(self, s: State) -> Seat:
        if s.turn.phase == st.PLAY:
            return s.turn.seat
        return OVER if s.turn.phase == st.OVER else CHANCE

    def moves(self, s: State) -> tuple[Move, ...]:
        if s.turn.phase != st.PLAY:
            return ()
        plays = tuple(map(m.Play, cards_in(s.cards.hands[s.turn.seat])))
        return (*plays, m.Swap()) if rules.may_swap(self.options.variant, s) else plays

    def chance(self, s: State) -> Chance[Move]:
        if self.actor(s) != CHANCE:
            raise TavolaError("nothing is to be drawn or dealt now")
        if s.turn.phase == st.DRAW_DEALER:
            return Weighted((m.Dealer(seat), 1) for seat in range(s.seats))
        due = rules.what_is_due(s)
        if s.turn.phase == st.DEAL:
            return m.DealOf(due.pool, due.number)
        kind = m.TurnUp if s.turn.phase == st.TURN_UP else m.Draw
        return Weighted((kind(card), 1) for card in cards_in(due.pool))

    def play(self, s: State, move: Move) -> Step[State]:
        actor = self.actor(s)
        if actor == OVER:
            raise IllegalMove(words.OVER)
        if actor == CHANCE:
            return self._deal(s, move)
        if (why := self.why_not(s, move)) is not None:
            raise IllegalMove(why, self.moves(s))
        if isinstance(move, m.Swap):
            return Step(rules.swap(s), (e.Swapped(actor, Card(s.cards.shown), _seven(s)),))
        assert isinstance(move, m.Play)  # why_not has refused the rest
        after, news = rules.step(self.options.variant, s, int(move.card))
        return Step(after, (e.Played(actor, move.card), *self._trick_events(s, after, news)))

    def why_not(self, s: State, move: Move) -> Phrase | None:
        """Why the seat whose turn it is may not do that; None if it may."""
        match move:
            case m.Play(card):
                held = (s.cards.hands[s.turn.seat] >> card) & 1
                return None if held else words.NOT_IN_HAND.fill(card=str(card))
            case m.Swap():
                return self._why_no_swap(s)
            case _:
                return words.NOT_A_PLAY.fill(who=words.SEAT.fill(n=s.turn.seat))

    def _why_no_swap(self, s: State) -> Phrase | None:
        if not self.options.trump_swap:
            return words.NO_SWAPS
        if s.cards.shown == NO_CARD:
            return words.STOCK_IS_OUT
        if not (s.cards.hands[s.turn.seat] >> _seven(s)) & 1:
            return words.NO_SEVEN
        if not rules.may_swap(self.options.variant, s):
            return words.NOT_WORTH_MORE.fill(card=str(Card(s.cards.shown)))
        return None

    def _deal(self, s: State, move: Move) -> Step[State]:
        """Chance's move: refused unless it is possible."""
        if isinstance(move, m.Play | m.Swap):
            raise IllegalMove(words.BEING_DEALT)
        if not self.chance(s).prob(move):
            raise IllegalMove(words.NOT_DUE.fill(due=self._due(s)))
        seat = s.turn.seat
        match move:
            case m.Dealer(dealer):
                after = rules.draw_dealer(s, dealer)
                return Step(after, (e.DealerDrawn(dealer), _hand_began(after)))
            case m.Deal(cards):
                return Step(rules.deal(s, cards.bits), (e.Dealt(seat, len(cards), cards),))
            case m.TurnUp(card):
                return Step(rules.turn_up(s, int(card)), (e.TrumpShown(card),))
            case m.Draw(card):
                return Step(rules.draw(s, int(card)), (e.Drawn(seat, card, card == s.cards.shown),))

    def _due(self, s: State) -> Phrase:
        if s.turn.phase == st.DRAW_DEALER:
            return words.DUE_DEALER
        if s.turn.phase == st.DEAL:
            return words.DUE_DEAL.fill(n=rules.IN_HAND, seat=s.turn.seat)
        return words.DUE_TRUMP if s.turn.phase == st.TURN_UP else words.DUE_DRAW.fill(seat=s.turn.seat)

    def _trick_events(self, s: State, after: State, news: rules.Effects) -> Iterator[Event]:
        if news.taker == st.NOBODY:
            return
        yield e.TrickTaken(news.taker, CardSet(news.trick), points_in(news.trick))
        if not news.ended:
            return
        winners = _seats_of(news.hand_winner, s.seats)
        yield e.HandEnded(s.turn.hand, news.points, winners, news.hands)
        if news.winner == st.NOBODY:
            yield _hand_began(after)
        else:
            yield e.MatchWon(winners, news.hands)

    # ---- what is known ----

    def view(self, s: State, seat: Seat | None) -> View[TableView, Move]:
        if seat is not None and not 0 <= seat < s.seats:
            raise TavolaError(f"there is no seat {seat}; seats are 0 to {s.seats - 1}")
        actor = self.actor(s)
        mine = self.moves(s) if seat is not None and seat == actor else ()
        return View(seat, actor, self.options, views.seen(s, seat), mine)

    def guess(self, v: View[TableView, Move], rng: Source) -> State:
        return views.guessed(v.table, v.seat, rng)

    # ---- where it stands ----

    def outcome(self, s: State) -> Outcome | None:
        if s.turn.phase != st.OVER:
            return None
        target = self.options.target
        reason = words.ONE_WON if target == 1 else words.TARGET_REACHED.fill(n=target)
        return Outcome(reason, self.score(s), _seats_of(s.score.winner, s.seats))

    def concede(self, s: State, seat: Seat) -> Outcome:
        """Who gives up loses, and a partner with him."""
        return Outcome(words.RESIGNATION, self.score(s), _seats_of(1 - st.side_of(seat), s.seats))

    def score(self, s: State) -> tuple[int, ...]:
        """The hands each seat has won; in pairs, its side."""
        return tuple(s.score.hands[st.side_of(seat)] for seat in range(s.seats))

    def holdings(self, s: State) -> Mapping[str, int]:
        c = s.cards
        on_table = sum(card != NO_CARD for card in c.played)
        return {"cards": on_table + sum(cards.bit_count() for cards in (*c.hands, c.undealt, *c.taken))}

    # ---- words ----

    def parse(self, text: str) -> Move:
        return m.parse(text)

    def say(self, event: Event, lang: Lang, names: Sequence[str]) -> str:
        said = words.say(event, names)
        return said.in_(lang) if said else ""


def _seven(s: State) -> Card:
    return Card(card_of(SEVEN, s.cards.trump))


def _seats_of(side: int, seats: int) -> tuple[Seat, ...]:
    return () if side == st.NOBODY else tuple(range(side, seats, 2))


def _hand_began(s: State) -> e.HandBegan:
    return e.HandBegan(s.turn.hand, s.turn.dealer, s.turn.leader, s.score.hands)
