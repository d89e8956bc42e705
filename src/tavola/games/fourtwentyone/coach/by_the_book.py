"""The worth of every state of 421 among three or more: the chance to win if all then play by the book.

The book (analysis/more/book.py) is one fixed way to play, so the worth of a state is a plain mean, not a
game-theoretic value. Where a player decides it is the worth after the book's own move; another move may be
better than that, and then play has gained something.

At the start of a set each is equally likely to lose it, so the worth of a game is each seat's chance to lose
the current set, times the worth of the game after that.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from tavola.analysis import Progress, silent
from tavola.coach.judging import Values
from tavola.coach.worth import Worth
from tavola.core.contract import CHANCE, OVER, Outcome
from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.dicework import Dicework, Floats
from tavola.games.fourtwentyone.analysis.more.book import Book
from tavola.games.fourtwentyone.analysis.more.load import load_chances
from tavola.games.fourtwentyone.analysis.more.sets import Among
from tavola.games.fourtwentyone.analysis.more.splits import chances_of
from tavola.games.fourtwentyone.analysis.rampos import Rampos
from tavola.games.fourtwentyone.coach.goes import Goes
from tavola.games.fourtwentyone.coach.two_left import TwoLeft
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.rules import extremes, settle
from tavola.games.fourtwentyone.state import (
    OPENING,
    RAMPO_HIGH,
    SETS_TO_LOSE,
    TOKENS,
    UNLOAD,
    State,
    Tokens,
    Turn,
)
from tavola.pieces.seats import MAX_SEATS, Eight, members, only_seat, put

REMEMBERED = 256  # ends of turns kept, some kB each
NOBODY = -1  # in place of the winner: a turn of the load has none


class ByTheBook(Worth):
    by_the_book = True

    def __init__(self, rules: FourTwentyOne, seats: int, progress: Progress = silent) -> None:
        super().__init__(rules)
        self._seats, self._known = seats, Among(rules.options, seats, progress)
        self.book = Book(self._known.found)
        self._place = {dice: n for n, dice in enumerate(self._known.found.chances.combos)}
        self._two = TwoLeft(self._known.found)
        self._rampos = Rampos(Dicework(self._known.found.chances, TOKENS))
        self._after_set = lru_cache(maxsize=1 << MAX_SEATS)(self._after_each_set)
        self._ends = lru_cache(maxsize=REMEMBERED)(self._ends_of)
        self._decided = lru_cache(maxsize=REMEMBERED)(self._decided_by)
        self._goes = Goes(self._known, self._place, self._ends)

    def value(self, s: State) -> Values:
        several = s.round.kind == UNLOAD and s.round.members.bit_count() > 2
        if several and self._goes.first_is_done(s):
            return _told(self._goes.after_first(s))
        if self.rules.actor(s) in (OVER, CHANCE):
            return super().value(s)
        return self.value(self.rules.play(s, self.book.move(s)).state)

    def before_dice(self, s: State) -> Values:
        kind = s.round.kind
        if kind == OPENING:
            return self._of_game(s.tokens.sets_lost)
        if kind != UNLOAD:
            return _told(self._one_throw_each(s))
        if s.round.waiting == s.round.members and s.go.throws == 0:
            return _told(self._before_turn(s))
        if s.round.members.bit_count() == 2:
            return _told(self._of_set(s, self._of_two(s)))
        return _told(self._goes.worth(s))

    def conceded(self, s: State, end: Outcome) -> Values:  # noqa: ARG002
        """All except the loser win, each of them wholly: worth is the chance to be among them."""
        return tuple(float(seat in end.winners) for seat in range(self._seats))

    # ---- from the set to the game ----

    def _of_game(self, lost: Eight) -> Values:
        """At the start of a set: each is equally likely to lose it, whoever starts."""
        return _told(self._after_set(lost).mean(axis=0))

    def _after_each_set(self, lost: Eight) -> Floats:
        """array[loser, seat]: the game's worth to each seat when that one has lost the set."""
        found = np.zeros((self._seats, self._seats))
        for loser in range(self._seats):
            sets = lost[loser] + 1
            if sets < SETS_TO_LOSE:
                found[loser] = self._of_game(put(lost, loser, sets))
            else:
                found[loser] = [float(seat != loser) for seat in range(self._seats)]
        return found

    def _of_set(self, s: State, losing: Floats) -> Floats:
        """From each seat's chance to lose this set."""
        return np.asarray(losing @ self._after_set(s.tokens.sets_lost))

    # ---- from the turn to the set ----

    def _before_turn(self, s: State) -> Floats:
        held = s.tokens.held[: self._seats]
        if s.turn.loading:
            return self._of_set(s, load_chances(self._known.load, held))
        return self._of_set(s, chances_of(self._known.losses, held, s.turn.first))

    def _of_two(self, s: State) -> Floats:
        losing = np.zeros(self._seats)
        for seat in members(s.round.members):
            losing[seat] = self._two.loss(s, seat)
        return losing

    def _ends_of(self, tokens: Tokens, loading: int) -> dict[tuple[int, int], Floats]:
        """By (loser, winner): array[total, seat], the worth of the end of a turn."""
        inside = [seat for seat in range(self._seats) if loading or tokens.held[seat]]
        pairs = [(a, b) for a in inside for b in ([NOBODY] if loading else inside) if a != b]
        return {pair: self._ended(tokens, loading, *pair) for pair in pairs}

    def _ended(self, tokens: Tokens, loading: int, loser: int, winner: int) -> Floats:
        """Totals beyond what can be paid change nothing."""
        s = self.rules.start(self._seats)._replace(tokens=tokens)
        highest, most = (0, tokens.kitty) if winner == NOBODY else (1 << winner, tokens.held[winner])
        found = []
        for total in range(most + 1):
            after, _ = settle(s._replace(turn=Turn(loser, total, loading, 1, 1 << loser, highest)))
            found.append(self.ended(after) if self.rules.actor(after) == OVER else self._before_turn(after))
        return np.array(found)[np.minimum(np.arange(TOKENS + 1), most)]

    # ---- rounds in which each throws once ----

    def _one_throw_each(self, s: State) -> Floats:
        """The load and the rampos, perhaps half thrown: which of the waiting players becomes the loser
        (winner)."""
        now, turn = s.round, s.turn
        done, high = now.members & ~now.waiting, now.kind == RAMPO_HIGH
        lowest, highest = extremes(self.rules.options.variant, now, done)
        group, sign, known = (highest, 1, turn.lowest) if high else (lowest, -1, turn.highest)
        shown = self._place[now.shown[only_seat(group)]] if done else None
        out = self._rampos.thrown_out(shown, group.bit_count(), now.waiting.bit_count(), sign)
        found = np.zeros(self._seats)
        for seats, chances in ((group, out.of_group), (now.waiting, out.of_waiting)):
            for seat, size in product(members(seats), range(1, len(chances))):
                worth = self._decided(s.tokens, turn.loading, seat, size, known, high)
                totals = np.minimum(turn.total + np.arange(len(chances[size])), len(worth) - 1)
                found += chances[size] @ worth[totals]
        return found

    def _decided_by(
        self, tokens: Tokens, loading: int, seat: int, size: int, known: int, high: bool
    ) -> Floats:
        """array[total, seat], times its chance: a given player is the highest of the turn, the lowest being
        known; or is the lowest, and the other known players are the highest."""
        ends = self._ends(tokens, loading)
        if high:
            return self._rampos.decided(ends[only_seat(known), seat], 1, size)
        winners = [other for other in members(known) if other != seat] or [NOBODY]
        worth = np.sum([ends[seat, winner] for winner in winners], axis=0)
        return self._rampos.decided(worth, size, len(winners))


def _told(worth: Floats) -> Values:
    return tuple(worth.tolist())
