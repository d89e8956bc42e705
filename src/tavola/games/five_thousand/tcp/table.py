"""A table of 5000 over TCP, without any connection: commands in, lines out.

The table returns the lines for each seat and, at the end, what the game counts. It has no clock: the caller
says which player is too slow or gone. A result is not told before it is written: the caller sends `farewell`
when the scores are in the store.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from tavola.core.chance import Source
from tavola.core.contract import Seat
from tavola.core.errors import IllegalMove, TavolaError
from tavola.core.match import Match
from tavola.core.record import Record
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.moves import Bank, Move, Play, Trash
from tavola.games.five_thousand.rules import BANK, TRASH, State, seat_of
from tavola.games.five_thousand.tcp.protocol import PROMPT, starting_line, state_line
from tavola.games.five_thousand.tcp.quick_rules import Unannounced
from tavola.pieces.dice import high_to_low, pick, size
from tavola.table.endings import HOW, broken_off
from tavola.table.fair import SetLuck

BAD_IN_A_ROW = 3
MOST_NAMES = 8  # registered by one player in one game; each restarts the time for the decision
MOST_DECISIONS = 10_000  # of one game: players that only ever trash would never end it

How = Literal["played", "time", "left", "stopped"]
Told = list[tuple[Seat, str]]

_BANK, _TRASH = Bank(), Trash()


@dataclass(frozen=True, slots=True)
class TableEnding:
    """How a table ended, and by which seat: the winner, or the one that was too slow or left. None if it was
    stopped."""

    how: How
    seat: Seat | None = None


@dataclass(slots=True)
class TableTally:
    """Counts of commands, at one table or at many."""

    decisions: int = 0
    bad_commands: int = 0


class TcpTable:
    """One game. `names` are in playing order; each is an address until its player registers another."""

    def __init__(
        self,
        names: Sequence[str],
        dice: Source | SetLuck,
        *,
        rules: FiveThousand | None = None,
        tally: TableTally | None = None,
        most_decisions: int = MOST_DECISIONS,
    ) -> None:
        self.match: Match[State, Move] = Match(rules or Unannounced(), names)
        self.names = list(names)
        self.tally = tally or TableTally()
        self.ending: TableEnding | None = None
        self._dice = dice
        self._most = most_decisions
        self._bad = 0
        self._decisions = 0
        self._names_given = [0] * len(self.names)

    @property
    def asked(self) -> Seat:
        """The seat that has to decide."""
        return seat_of(self.match.state)

    def begin(self, told: Collection[Seat] = ()) -> Told:
        """Tell all seats who plays, except those that were `told` STARTING before."""
        self._draw()
        starting = starting_line(self.names) + "\n"
        return [(seat, starting) for seat in range(len(self.names)) if seat not in told] + [self._ask()]

    def _draw(self) -> None:
        dice = self._dice
        self.match.draw(dice.next(self.match.state) if isinstance(dice, SetLuck) else dice)

    def _ask(self) -> tuple[Seat, str]:
        state = self.match.state
        return seat_of(state), f"{state_line(state)}\n{PROMPT}"

    # ---- commands of the asked seat ----

    def decide(self, action: int) -> Told:
        """PLAY, BANK or TRASH, by the rules' number."""
        try:
            self.match.play(_move(self.match.state.dice, action))
        except TavolaError as error:
            return self.refuse(error.why.en if isinstance(error, IllegalMove) else str(error))
        self.tally.decisions += 1
        return self._go_on()

    def refuse(self, why: str) -> Told:
        """A bad command. The third in a row counts as TRASH."""
        told = [(self.asked, f"ERROR: {why}\n")]
        self._bad += 1
        self.tally.bad_commands += 1
        if self._bad < BAD_IN_A_ROW:
            return [*told, self._ask()]
        told.append((self.asked, "TRASH\n"))
        self.match.play(_TRASH)
        return told + self._go_on()

    def _go_on(self) -> Told:
        self._bad = 0
        self._decisions += 1
        state = self.match.state
        if state.winner >= 0:
            self.ending = TableEnding("played", state.winner)
            return []
        if self._decisions >= self._most:
            self.ending = TableEnding("stopped")
            return []
        if state.in_hand:
            self._draw()
        return [self._ask()]

    def why_no_name(self) -> str | None:
        """Why the asked seat may not register a name now; None if it may."""
        state = self.match.state
        if state.turn >= state.seats:
            return "you can register your name only during your first turn"
        if self._names_given[self.asked] >= MOST_NAMES:
            return f"you can register {MOST_NAMES} names in a game"
        return None

    def ask_again(self) -> Told:
        """The decision is still to come."""
        return [self._ask()]

    def rename(self, name: str) -> Told:
        """The asked seat registers a name; its decision is still to come."""
        self._bad = 0
        self._names_given[self.asked] += 1
        self.names[self.asked] = name
        return [self._ask()]

    # ---- the end ----

    def lose(self, seat: Seat, how: Literal["time", "left"]) -> None:
        """A seat is too slow or gone: the table ends without a winner."""
        self.ending = TableEnding(how, seat)

    def stop(self) -> None:
        """The table ends by nobody's fault."""
        self.ending = TableEnding("stopped")

    def counts(self) -> dict[str, tuple[int, int]]:
        """The gains of each name: points and games. A name on two seats gains what both gain."""
        found: dict[str, tuple[int, int]] = {}
        for seat, name in enumerate(self.names):
            points, games = self._counts_of(seat)
            before = found.get(name, (0, 0))
            if games:
                found[name] = before[0] + points, before[1] + games
        return found

    def _counts_of(self, seat: Seat) -> tuple[int, int]:
        match self.ending:
            case TableEnding("played", winner):
                return int(seat == winner), 1
            case TableEnding("time" | "left", culprit) if seat == culprit:
                return -1, 1
        return 0, 0

    def farewell(self) -> str:
        """The last lines, the same for everyone."""
        match self.ending:
            case TableEnding("played", int(winner)):
                return f"WINNER: {self.names[winner]}\nKICK\n"
        return "KICK\n"

    def record(self, tags: Mapping[str, str]) -> Record:
        """The game as the scoreboard counts it."""
        self.match.names = tuple(self.names)
        assert self.ending is not None
        record = self.match.record({HOW: self.ending.how, **tags})
        if self.match.outcome is not None or self.ending.seat is None:
            return record
        scores = self.match.rules.score(self.match.state)
        return broken_off(record, self.ending.how, self.ending.seat, scores)


@lru_cache(maxsize=65536)
def _move(dice: int, action: int) -> Move:
    if action == BANK:
        return _BANK
    if action == TRASH:
        return _TRASH
    if action >> size(dice):
        raise TavolaError(f"there is no die {action.bit_length() - 1}; yours are 0 to {size(dice) - 1}")
    return Play(high_to_low(pick(dice, action)))
