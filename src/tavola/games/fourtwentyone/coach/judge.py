"""The worth of every state of 421 between two players: the chance to win the game.

Turns of the load and of the unload, sets and the game are solved (analysis/two). What lies between is
worked out here: dice about to fall in the middle of a go, an opening or a rampo half thrown. Where the rules
are needed for that, they are asked.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tavola.analysis import Progress, silent, store
from tavola.coach.judging import Values
from tavola.coach.worth import Worth
from tavola.core import extras
from tavola.core.contract import View
from tavola.core.errors import TavolaError
from tavola.core.words import Phrase
from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis import reasons
from tavola.games.fourtwentyone.analysis.dicework import Dicework
from tavola.games.fourtwentyone.analysis.more.load import most_holders
from tavola.games.fourtwentyone.analysis.report import game_loss
from tavola.games.fourtwentyone.analysis.two.load import load_values
from tavola.games.fourtwentyone.analysis.two.solved import Solved, label, solved
from tavola.games.fourtwentyone.analysis.two.turn import Ends, rampo
from tavola.games.fourtwentyone.chances import chances
from tavola.games.fourtwentyone.coach.two_left import TwoLeft
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.moves import Move
from tavola.games.fourtwentyone.rules import settle
from tavola.games.fourtwentyone.state import (
    LEFT,
    LOAD,
    OPENING,
    SETS_TO_LOSE,
    TOKENS,
    UNLOAD,
    Go,
    State,
    Turn,
)
from tavola.pieces.seats import NONE_EACH

REMEMBERED = 64  # rampos kept
MOST_HOLDERS = 5  # most players with tokens in a browser: five take minutes, six all the memory
TOO_LONG_HERE = Phrase(
    "without a server the coach goes through games in which at most {most} players can hold tokens at once; "
    "with these rules {holders} of {seats} can, which takes too long here; save the record and use tavola "
    "review",
    "sans serveur, l'entraîneur parcourt les parties où {most} joueurs au plus peuvent avoir des jetons en "
    "même temps ; avec ces règles, {holders} sur {seats} le peuvent, et ce serait trop long ici ; "
    "enregistrez la partie et utilisez tavola review",
    "senza server l'allenatore guarda le partite in cui al massimo {most} giocatori possono avere gettoni "
    "nello stesso momento; con queste regole possono {holders} su {seats}, e qui dura troppo; salva la "
    "partita e usa tavola review",
)


def judge(rules: FourTwentyOne, seats: int, progress: Progress = silent, seed: int = 0) -> Worth:
    """Between two it is solved; among more it is the chance if all then play by the book."""
    del seed  # nothing is left to chance
    if seats == 2:
        return Between(rules, progress)
    holders = most_holders(chances(rules.options), seats) if extras.in_a_browser else 0
    if holders > MOST_HOLDERS:
        raise TavolaError(TOO_LONG_HERE.fill(most=MOST_HOLDERS, holders=holders, seats=seats))
    from tavola.games.fourtwentyone.coach.by_the_book import ByTheBook

    return ByTheBook(rules, seats, progress)


def reason(rules: FourTwentyOne, view: View[State, Move], move: Move) -> Phrase | None:
    return reasons.reason(rules, view.table, move)


class Between(Worth):
    def __init__(self, rules: FourTwentyOne, progress: Progress = silent) -> None:
        super().__init__(rules)
        self._found = solved(rules.options, progress)
        self._two = TwoLeft(self._found)
        self._load = load_of(self._found)
        self._game = game_loss(self._load[0, 0])
        self._rampo = lru_cache(maxsize=REMEMBERED)(self._rampo_of)

    def before_dice(self, s: State) -> Values:
        kind = s.round.kind
        if kind == UNLOAD:
            return self._of_set(s, self._two.loss(s, 0))
        if s.round.waiting != s.round.members:
            return self.expected(s)  # one player has thrown: the other's throw leads to known states
        if kind == LOAD:
            return self._of_set(s, self._load[s.tokens.held[0], s.tokens.held[1]])
        if kind == OPENING:
            return _pair(1 - self._game["before_opening"])
        return _pair(float(self._rampo(_before_rampo(s))[min(s.turn.total, TOKENS)]))

    # ---- from the set to the game ----

    def _of_set(self, s: State, loss: float) -> Values:
        """From seat 0's chance to lose this set."""
        lost, won = self._after_set(s, 0), self._after_set(s, 1)
        return _pair(loss * lost + (1 - loss) * won)

    def _after_set(self, s: State, loser: int) -> float:
        """Seat 0's chance to win the game when seat `loser` has lost this set; the loser starts the next."""
        mine = s.tokens.sets_lost[0] + (loser == 0)
        theirs = s.tokens.sets_lost[1] + (loser == 1)
        if max(mine, theirs) == SETS_TO_LOSE:
            return float(theirs > mine)
        who: str = "starter" if loser == 0 else "other"
        return 1 - float(self._game[who][f"{mine}/{theirs}"])

    # ---- rampos ----

    def _rampo_of(self, s: State) -> Any:
        """By the total before it: seat 0's chance to win the game when both are about to throw."""
        lost, won = (
            np.array([[self._settled(s, loser, total)] for total in range(TOKENS + 1)]) for loser in (0, 1)
        )
        return rampo(Dicework(self._found.chances, TOKENS), Ends(lost, won))[:, 0]

    def _settled(self, s: State, loser: int, total: int) -> float:
        """The same when seat `loser` is the lowest of the turn with that total."""
        t = s.turn
        judged = Turn(t.first, total, t.loading, t.limit, 1 << loser, t.highest)
        after, _ = settle(s._replace(turn=judged))
        return self.value(after)[0]


def load_of(found: Solved) -> dict[tuple[int, int], float]:
    """The chance to lose the set by tokens (own, the other's) at the start of a turn of the load.

    First in fractions, which takes seconds, so the result is kept on disk.
    """

    def compute() -> store.StoredResult:
        values = load_values(found.chances, TOKENS, [float(p) for p in found.loss])
        return store.StoredResult([[mine, theirs, p] for (mine, theirs), p in values.items()])

    kept = store.remembered(label("421-load", found.options), compute)
    return {(mine, theirs): p for mine, theirs, p in kept.data}


def _before_rampo(s: State) -> State:
    """The part of a state that matters to a rampo, except the total: equal rampos are solved once."""
    return s._replace(
        turn=s.turn._replace(total=0),
        round=s.round._replace(direction=LEFT, shown=NONE_EACH),
        go=Go(0, 0, 0, 0, 0, 0),
    )


def _pair(first: float) -> Values:
    return first, 1 - first
