"""A saved match played again under our rules, noting every play that breaks them.

A play that breaks the rules was made all the same, so it is carried out as far as the cards are there: the
count of the hand then still means something. A play whose card is in no hand is left out; after two of those
in a row it is unknown what was played, and the hand is given up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tavola.core.contract import Event, Seat
from tavola.core.words import Phrase, same
from tavola.games.capture import dealing
from tavola.games.capture import events as e
from tavola.games.capture import moves as m
from tavola.games.capture import saved_words as w
from tavola.games.capture import state as st
from tavola.games.capture.game import CaptureGame
from tavola.games.capture.saved import SavedAction, SavedHand, SavedMatch, possible_games
from tavola.games.capture.saved_plays import CheckedPlay, LeftOut, check, meant
from tavola.games.capture.state import State
from tavola.games.capture.words import POINTS
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet

PLAYED = frozenset({"cardplayedarr", "cardplayed"})
RESIGNED = "resign"
SILENT = frozenset({"gui_new_segno"})  # the client asks itself for the next hand

# How a hand ended.
PLAYED_OUT, CALLED_OUT, RESIGNS, DEALT_AGAIN, UNFINISHED = (
    "played out",
    "called out",
    "resigned",
    "dealt again",
    "unfinished",
)


@dataclass(frozen=True)
class HandAgain:
    """A hand played again. Points are by side, under the names of the game; so are the piles."""

    number: int
    first: Seat
    events: tuple[Event, ...]
    plays: int
    points: tuple[dict[str, int], dict[str, int]]
    piles: tuple[CardSet, CardSet]
    totals: tuple[int, int]
    ended: str
    resigned: Seat | None
    winner: int | None  # the side that has won the match with it
    problems: tuple[Phrase, ...]
    notes: tuple[Phrase, ...]


@dataclass(frozen=True)
class MatchAgain:
    rules: CaptureGame
    players: tuple[str, ...]
    hands: tuple[HandAgain, ...]

    @property
    def winner(self) -> int | None:
        """The side that won first, if one did."""
        return next((hand.winner for hand in self.hands if hand.winner is not None), None)


def replay_match(saved: SavedMatch) -> MatchAgain:
    """The match again, as the game it was: if the options leave that open, as the game that fits best."""
    tried = [_again(saved, rules) for rules in possible_games(saved)]
    return min(tried, key=lambda match: sum(len(hand.problems) for hand in match.hands))


def _again(saved: SavedMatch, rules: CaptureGame) -> MatchAgain:
    done: list[HandAgain] = []
    for number, hand in enumerate(saved.hands, 1):
        before = done[-1].totals if done else (0, 0)
        again = _Hand(rules, saved.players, number, hand, before).play()
        problems = (*_too_late(done, saved.players, number), *again.problems)
        notes = (
            *_other_first(done, again, saved.players),
            *again.notes,
            *_other_count(rules, hand, again, saved),
        )
        done.append(replace(again, problems=problems, notes=notes))
    last = done[-1]
    done[-1] = replace(last, notes=(*last.notes, *_other_totals(saved, last)))
    return MatchAgain(rules, saved.players, tuple(done))


# ---- what is odd about a hand among the others ----


def _too_late(done: Sequence[HandAgain], names: Sequence[str], number: int) -> list[Phrase]:
    over = next((hand for hand in done if hand.winner is not None), None)
    if over is None:
        return []
    why = w.MATCH_WAS_OVER.fill(a=over.totals[0], b=over.totals[1])
    if over.resigned is not None:
        why = w.MATCH_WAS_RESIGNED.fill(who=names[over.resigned])
    return [w.IN_HAND.fill(hand=number, why=why)]


def _other_first(done: Sequence[HandAgain], again: HandAgain, names: Sequence[str]) -> list[Phrase]:
    if not done:
        return []
    stays = done[-1].ended == DEALT_AGAIN
    due = done[-1].first if stays else st.next_seat(done[-1].first, len(names))
    if again.first == due:
        return []
    return [w.OTHER_FIRST.fill(who=names[again.first], due=names[due])]


def _other_count(rules: CaptureGame, hand: SavedHand, again: HandAgain, saved: SavedMatch) -> list[Phrase]:
    """Line by line, so that two errors that cancel are found too; then the sum."""
    found = []
    for seat, who in enumerate(saved.players):
        points = again.points[st.side_of(seat)]
        for line, theirs, ours in _other_lines(rules, hand.lines.get(who, {}), points):
            what = POINTS.get(line, same(line))
            found.append(w.OTHER_LINE.fill(what=what, who=who, theirs=theirs, ours=ours))
        ours = sum(points.values())
        if (theirs := hand.counted.get(who, ours)) != ours:
            found.append(w.OTHER_COUNT.fill(who=who, theirs=theirs, ours=ours))
    return found


def _other_lines(
    rules: CaptureGame, counted: Mapping[str, int], points: Mapping[str, int]
) -> Iterator[tuple[str, int, int]]:
    """Each line that differs: its name, the client's number, ours. One line of the client may add several of
    ours."""
    if not counted:
        return
    held = {line: parts for line, parts in rules.saved_sums.items() if line in counted}
    ours = {line: sum(points[part] for part in parts) for line, parts in held.items()}
    ours |= {line: n for line, n in points.items() if not any(line in parts for parts in held.values())}
    for line in dict.fromkeys((*counted, *ours)):
        if counted.get(line, 0) != ours.get(line, 0):
            yield line, counted.get(line, 0), ours.get(line, 0)


def _other_totals(saved: SavedMatch, last: HandAgain) -> list[Phrase]:
    """The client gives −1 to a player who resigned, and counts only the earlier hands for the other."""
    if last.resigned is not None or -1 in saved.totals.values():
        return []
    found = []
    for seat, who in enumerate(saved.players):
        ours = last.totals[st.side_of(seat)]
        if (theirs := saved.totals.get(who, ours)) != ours:
            found.append(w.OTHER_TOTAL.fill(who=who, theirs=theirs, ours=ours))
    return found


# ---- one hand ----


@dataclass
class _Hand:
    """A hand being played again; the one thing here that remembers."""

    rules: CaptureGame
    names: tuple[str, ...]
    number: int
    saved: SavedHand
    before: tuple[int, int]
    problems: list[Phrase] = field(default_factory=list)
    notes: list[Phrase] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    plays: int = 0  # plays of the file, including those left out
    left_out: int = 0  # plays left out in a row
    end: e.HandEnded | None = None
    resigned: Seat | None = None

    def play(self) -> HandAgain:
        seats = len(self.names)
        first = self.saved.first
        if first >= seats:
            self._complain(w.NO_SEAT.fill(n=first))
            first = 0
        self.state = self.rules.start_hand(seats, (first - 1) % seats, self.before)
        order = self._order()
        if order is None:
            return self._done(first, UNFINISHED)
        self.order, self.dealt = order, 0
        self._deal()
        if not self.saved.actions and self._should_be_redealt:
            self.notes.append(w.DEALT_AGAIN)
            return self._done(first, DEALT_AGAIN)
        if self._should_be_redealt:
            self._complain(w.REDEAL_MISSED.fill(cards=str(CardSet.from_cards(order[: dealing.ON_TABLE]))))
        self._follow(self.saved.actions)
        return self._done(first, self._how())

    @property
    def _should_be_redealt(self) -> bool:
        table = CardSet.from_cards(self.order[: dealing.ON_TABLE])
        return dealing.must_be_redealt(self.rules.variant, table.bits)

    def _order(self) -> tuple[Card, ...] | None:
        """The cards as they were dealt; None if they are no deck."""
        deck = CardSet(self.rules.variant.deck)
        found = [meant(text) for text in reversed(self.saved.deck)]
        cards = tuple(card for card in found if card is not None)
        if len(cards) == len(found) == len(deck) and CardSet.from_cards(cards) == deck:
            return cards
        wrong = deck ^ CardSet.from_cards(cards)
        twice = CardSet.from_cards(card for card in cards if cards.count(card) > 1)
        said = [str(card) for card in wrong | twice][:8]
        said += [text or "?" for text in self.saved.deck if meant(text) is None][:4]
        cause = w.WRONG_CARDS.fill(cards=" ".join(said))
        self._complain(w.NO_DECK.fill(n=len(deck), wrong=cause))
        return None

    def _deal(self) -> None:
        """All that is due before the next play, in the order of the deck."""
        while self.state.turn.phase not in (st.PLAY, st.OVER):
            s = self.state
            if s.turn.phase == st.SHOW_BOTTOM:
                self.state = self.rules.play(s, m.Bottom(self.order[-1])).state
                continue
            number = dealing.what_is_due(self.rules.variant, s).number
            cards = CardSet.from_cards(self.order[self.dealt : self.dealt + number])
            self.dealt += number
            if s.turn.phase == st.DEAL_TABLE:
                self.state = dealing.deal_table(s, cards.bits)  # also where it should be dealt again
            else:
                self.state = self.rules.play(s, m.Deal(cards)).state

    def _follow(self, actions: Sequence[SavedAction]) -> None:
        for at, action in enumerate(actions):
            if action.kind in SILENT:
                continue
            if self.end is not None or self.resigned is not None:
                rest = sum(later.kind not in SILENT for later in actions[at + 1 :])
                self.plays += 1
                self._complain(w.AFTER_THE_END.fill(n=rest), action)
                return
            if action.kind in PLAYED:
                self._play(action)
            elif action.kind == RESIGNED:
                self._resign(action)
            else:
                self._complain(w.UNKNOWN_ACTION.fill(who=action.who or "?", kind=action.kind or "?"))
            if self.left_out == 2:
                self._complain(w.LOST)
                return

    def _resign(self, action: SavedAction) -> None:
        if action.who in self.names:
            self.resigned = self.names.index(action.who)
        else:
            self._complain(w.STRANGER_RESIGNS.fill(who=action.who or "?"))

    def _play(self, action: SavedAction) -> None:
        self.plays += 1
        self._deal()
        try:
            made = check(self.rules, self.state, self.names, action)
        except LeftOut as why:
            self._complain(why.why, action)
            self.left_out += 1
            return
        self.left_out = 0
        for problem in made.problems:
            self._complain(problem, action)
        self._put_down(made)

    def _put_down(self, made: CheckedPlay) -> None:
        turn = self.state.turn._replace(seat=made.seat)
        step = self.rules.put_down(self.state._replace(turn=turn), made.move)
        self.end = next((event for event in step.events if isinstance(event, e.HandEnded)), None)
        self.state = step.state
        self.events += step.events

    def _complain(self, why: Phrase, action: SavedAction | None = None) -> None:
        if action is None:
            self.problems.append(w.IN_HAND.fill(hand=self.number, why=why))
            return
        who, move = action.who or "?", _told(action)
        self.problems.append(w.AT_PLAY.fill(hand=self.number, n=self.plays, who=who, move=move, why=why))

    # ---- what came of it ----

    def _how(self) -> str:
        if self.end is not None:
            return CALLED_OUT if self.end.called_out else PLAYED_OUT
        if self.resigned is not None:
            return RESIGNS
        if self.left_out < 2:
            all_plays = len(self.order) - dealing.ON_TABLE
            self._complain(w.TOO_FEW.fill(n=self.plays, all=all_plays))
        return UNFINISHED

    def _done(self, first: Seat, ended: str) -> HandAgain:
        return HandAgain(
            number=self.number,
            first=first,
            events=tuple(self.events),
            plays=self.plays,
            points=self._points(),
            piles=(CardSet(), CardSet()) if self.end is None else self.end.piles,
            totals=self.state.score.totals if self.end is None else self.end.totals,
            ended=ended,
            resigned=self.resigned,
            winner=self._winner(self.state),
            problems=tuple(self.problems),
            notes=tuple(self.notes),
        )

    def _points(self) -> tuple[dict[str, int], dict[str, int]]:
        """The breakdown; for a hand without an end, only the points made in play: the deck is not counted."""
        if self.end is not None:
            return self.end.breakdown(0), self.end.breakdown(1)
        both = []
        for side in range(2):
            points = dict.fromkeys(self.rules.deck_names.values(), 0)
            made = self.state.score.specials[side]
            both.append(points | {n: getattr(made, f) for f, n in self.rules.specials_names.items()})
        return both[0], both[1]

    def _winner(self, s: State) -> int | None:
        if self.resigned is not None:
            return 1 - st.side_of(self.resigned)
        return None if s.score.winner == st.NOBODY else s.score.winner


def _told(action: SavedAction) -> str:
    """A play as the file has it, in our notation if possible."""
    cards = [text.removeprefix(":").removeprefix("_") for text in action.cards]
    return " x ".join(part for part in (cards[0] if cards else action.kind, " ".join(cards[1:])) if part)
