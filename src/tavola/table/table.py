"""One table: its seats, game, clocks and chat. No I/O.

A table changes by entries of its log and by nothing else: `happen` lets one happen and returns the fact to
tell. What may be done is judged in judge.py; a table is opened, or rebuilt from its log, in opening.py. Time
and chance come from outside: a Moment with every command, a seed when the table is opened.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from tavola.bots.characters import PLAYERS, display_name, players_tag
from tavola.core.contract import CHANCE, Outcome, Seat
from tavola.core.errors import BrokenRecord, IllegalMove
from tavola.core.match import Match
from tavola.core.position import StartingPosition
from tavola.core.record import Record
from tavola.core.words import Phrase
from tavola.games import rules as rules_named
from tavola.table import absence, words
from tavola.table import entries as en
from tavola.table import facts as f
from tavola.table import messages as m
from tavola.table.clocks import Clocks
from tavola.table.endings import HOW, reason_of
from tavola.table.fair import FairDice, commitment, fair_tags
from tavola.table.idempotency import CommandIds
from tavola.table.presence import Patience, Presence

REMEMBERED = 16  # facts kept for clients that resume soon
CHAT_KEPT = 50


class Moment(NamedTuple):
    """The present, twice: wall time for the log, and monotonic time for the players' clocks."""

    at: float
    now: float


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat. Log and record have its label, which for a bot is its technical name."""

    name: str  # as people read it
    label: str
    holder: str = ""
    bot: str = ""
    salt: str = ""
    account: bool = False  # a bot with a claimed name


class Table:
    """A table in play, or about to be."""

    def __init__(self, opened: en.Opened) -> None:
        self.opened = opened
        self.id = opened.table
        self.rules = rules_named(opened.game, None, **opened.options)
        self.commitment = commitment(opened.seed, opened.table, opened.fair)
        self.sitters: list[Sitter | None] = [None] * opened.seats
        self.presence = Presence()  # who is connected: not in the log
        self.patience = Patience()
        self.quiet = False  # no chat at the whole server
        self.position = StartingPosition.parse(opened.position) if opened.position else None
        self.match: Match[Any, Any] | None = None
        self.clocks = Clocks(opened.clock, opened.seats)
        self.ended: f.Ended | None = None
        self.closed: Phrase | None = None  # why, once it is put away
        self.version = 1
        self.changed_at = opened.at
        self.chat: deque[f.Spoken] = deque(maxlen=CHAT_KEPT)
        self.wanted: set[Seat] = set()
        self.new_table = ""
        self._dice: FairDice | None = None
        self._recent: deque[f.Played] = deque(maxlen=REMEMBERED)
        self.ids = CommandIds()
        self._names: tuple[str, ...] = ()
        self._left: list[str] = []  # which players a bot has replaced, and when

    # ---- what it is like ----

    @property
    def status(self) -> Literal["waiting", "playing", "over"]:
        if self.ended is not None or self.closed is not None:
            return "over"
        return "waiting" if self.match is None else "playing"

    @property
    def turn(self) -> int:
        """How many moves were made, dice and deals too."""
        return 0 if self.match is None else len(self.match.moves)

    @property
    def actor(self) -> Seat | None:
        """The seat that is to move; None before the game and after it."""
        if self.match is None or self.ended is not None:
            return None
        return self.match.actor

    @property
    def chairs(self) -> tuple[m.Chair, ...]:
        return tuple(self._chair(seat, sitter) for seat, sitter in enumerate(self.sitters))

    def _chair(self, seat: Seat, sitter: Sitter | None) -> m.Chair:
        if sitter is None:
            return m.Chair()
        return m.Chair(
            name=sitter.name,
            bot=sitter.bot or None,
            connected=bool(sitter.bot) or seat in self.presence.here,
            account="bot" if sitter.account else None,
        )

    def seat_of(self, holder: str) -> Seat | None:
        """The seat that belongs to a token, known by its fingerprint."""
        for seat, sitter in enumerate(self.sitters):
            if sitter is not None and holder and sitter.holder == holder:
                return seat
        return None

    @property
    def bot_to_move(self) -> str:
        """The bot whose turn it is, "" if it is nobody's or a person's."""
        actor = self.actor
        sitter = None if actor is None or actor < 0 else self.sitters[actor]
        return "" if sitter is None else sitter.bot

    @property
    def deadline(self) -> float | None:
        return self.clocks.deadline

    def missed(self, since: int) -> tuple[f.Played, ...] | None:
        """What was played after a version, None if that is too long ago to remember."""
        if since >= self.version or not self._recent:
            return ()
        if len(self._recent) == REMEMBERED and self._recent[0].version > since + 1:
            return None
        return tuple(fact for fact in self._recent if fact.version > since)

    def legal(self) -> Sequence[Any]:
        return self.rules.moves(self._playing().state)

    def sitter(self, seat: Seat) -> Sitter:
        sitter = self.sitters[seat]
        assert sitter is not None, "nobody sits there"
        return sitter

    def _playing(self) -> Match[Any, Any]:
        assert self.match is not None, "the game has not begun"
        return self.match

    @property
    def salts(self) -> tuple[str, ...]:
        """By seat, as they are taken now; "" for none."""
        return tuple("" if sitter is None else sitter.salt for sitter in self.sitters)

    def record(self) -> Record | None:
        """The whole game once it is over; until then it holds secrets. An aborted game has no record."""
        if self.match is None or self.ended is None or self.ended.how == "aborted":
            return None
        tags = fair_tags(self.id, self.opened.seed, self.salts, self.opened.fair)
        left = {"Left": "; ".join(self._left)} if self._left else {}
        players = players_tag([self.sitter(seat).bot for seat in range(len(self.sitters))])
        record = self.match.record({PLAYERS: players, HOW: self.ended.how, **left, **tags})
        return replace(record, result=self.ended.outcome.as_dict())

    # ---- presence, which is not in the log ----

    def connected(self, seat: Seat, now: float) -> f.Sat | None:
        """A player's first connection has come."""
        return self.seen(now) if self.presence.connected(seat) else None

    def disconnected(self, seat: Seat, now: float) -> f.Sat | None:
        """A player's last connection is lost. The seat stays theirs."""
        return self.seen(now) if self.presence.disconnected(seat, now) else None

    def seen(self, now: float) -> f.Sat:
        """Who sits where, and who is connected."""
        salts = self.salts if self.match is None else ()
        return f.Sat(self.version, chairs=self.chairs, gone=absence.told(self, now), salts=salts)

    def wake(self, now: float) -> None:
        """Start the clock of the person who is to decide; bots have none."""
        actor = self.actor
        if actor is not None and actor >= 0 and not self.sitter(actor).bot:
            self.clocks.start(actor, now)

    # ---- playing on: the entry is made from what happened ----

    def begins(self, moment: Moment) -> tuple[en.Began, f.Played]:
        """Every seat is taken: the game begins."""
        dice = self._begin(moment.now)
        drawn = self._draws(self._playing(), dice)
        entry = en.Began(at=moment.at, drawn=[str(step.move) for step in drawn], used=dice.used)
        return entry, self._played(entry, tuple(drawn), moment.now, None)

    def moves(self, seat: Seat, move: Any, id: str, moment: Moment) -> tuple[en.Moved, f.Played]:
        """A move and the chance that follows; IllegalMove leaves everything as it was."""
        assert self._dice is not None
        match = self._playing()
        first = _step(match, move)
        spent = self.clocks.stop(moment.now)
        self.presence.stirs(seat, moment.now)
        drawn = self._draws(match, self._dice)
        entry = en.Moved(
            at=moment.at,
            id=id,
            seat=seat,
            move=str(move),
            drawn=[str(step.move) for step in drawn],
            used=self._dice.used,
            spent=spent,
        )
        return entry, self._played(entry, (first, *drawn), moment.now, seat)

    # ---- applying an entry ----

    def happen(self, entry: en.AnyEntry, now: float) -> f.Fact:
        """Apply an entry; returns the fact to tell."""
        match entry:
            case en.Moved() | en.Began() | en.GaveUp() | en.Aborted():
                return self._play_again(entry, now)
            case en.SatDown(seat=seat):
                self._sits(seat, entry, now)
                self._counted(entry)
                return self.seen(now)
            case en.StoodUp(seat=seat):
                self.sitters[seat] = None
                self.presence.stands_up(seat)
                self._counted(entry)
                return self.seen(now)
            case en.Spoke():
                spoken = f.Spoken(
                    self._counted(entry), entry.seat, name=entry.name, text=entry.text, holder=entry.holder
                )
                if entry.text:  # else it was erased since
                    self.chat.append(spoken)
                return spoken
            case en.WantsRematch(seat=seat):
                self.wanted.add(seat)
                self.new_table = entry.new_table
                wanted = tuple(sorted(self.wanted))
                return f.Wanted(self._counted(entry), wanted=wanted, new_table=entry.new_table)
            case en.Closed():
                self.clocks.halt()
                why = words.CLOSED_BY_HOUSE.fill(why=entry.why) if entry.why else words.PUT_AWAY
                self.closed = why
                return f.PutAway(self._counted(entry), why=why)
            case en.Opened():
                raise BrokenRecord(0, "a table is opened once")

    def _sits(self, seat: Seat, entry: en.SatDown, now: float) -> None:
        """A person or a bot sits down; in the middle of a game, a bot for a player who has gone."""
        if self.match is not None:
            self._left.append(f"{self.sitter(seat).name} from seat {seat} after {self.turn} moves")
        holder = "" if entry.bot else entry.holder  # the person who seated a bot has no right to its seat
        name = display_name(self.opened.game, entry.name) if entry.bot else entry.name
        self.sitters[seat] = Sitter(name, entry.name, holder, entry.bot, entry.salt, entry.account)
        if entry.bot:
            self.presence.stands_up(seat)
        else:
            self.presence.sits(seat, now)
        if self.match is not None:
            self._named(self.match)
            if self.actor == seat:
                self.clocks.halt()  # bots have none

    def _play_again(self, entry: en.Moved | en.Began | en.GaveUp | en.Aborted, now: float) -> f.Played:
        match entry:
            case en.GaveUp(seat=seat):
                if entry.how == "time":
                    self.clocks.run_out(seat)
                self.clocks.halt()
                self._playing().resign(seat)
                return self._played(entry, (), now, seat if entry.by is None else entry.by)
            case en.Aborted(seat=seat):
                self.clocks.halt()
                return self._played(entry, (), now, seat)
            case en.Moved(seat=seat):
                self.clocks.halt()
                self.clocks.charge(seat, entry.spent)
                texts = [entry.move, *entry.drawn]
            case en.Began():
                self._begin(now)
                texts = entry.drawn
        match = self._playing()
        steps = tuple(_step(match, self.rules.parse(text)) for text in texts)
        assert self._dice is not None
        self._dice.used = entry.used
        return self._played(entry, steps, now, getattr(entry, "seat", None))

    def _begin(self, now: float) -> FairDice:
        names = [self.sitter(seat).label for seat in range(len(self.sitters))]
        self.match = Match(self.rules, names, self.position)
        self._named(self.match)
        self.presence.count_from(now)
        self._dice = FairDice(self.opened.seed, self.id, self.salts, version=self.opened.fair)
        return self._dice

    def _named(self, match: Match[Any, Any]) -> None:
        """Take the players' names from their seats, for words and for the record."""
        sitters = [self.sitter(seat) for seat in range(len(self.sitters))]
        self._names = tuple(sitter.name for sitter in sitters)
        match.names = tuple(sitter.label for sitter in sitters)

    def _draws(self, match: Match[Any, Any], dice: FairDice) -> list[f.Stepped]:
        """Dice and deals until somebody has to decide, or it is over."""
        steps: list[f.Stepped] = []
        while match.actor == CHANCE:
            drawn = self.rules.chance(match.state).sample(dice)
            try:
                steps.append(_step(match, drawn))
            except IllegalMove:  # must not look like the player's fault: their move was legal
                raise RuntimeError(f"the rules of {self.opened.game} refuse their own chance") from None
        return steps

    def _played(
        self,
        entry: en.Began | en.Moved | en.GaveUp | en.Aborted,
        steps: tuple[f.Stepped, ...],
        now: float,
        by: Seat | None,
    ) -> f.Played:
        match = self._playing()
        if isinstance(entry, en.Aborted):
            nobody = Outcome(words.ABORTED, self.rules.score(match.state), ())
            self.ended = f.Ended(nobody, "aborted", self.opened.seed, self.salts)
        elif (outcome := match.outcome) is not None:
            how = "played"
            if isinstance(entry, en.GaveUp):
                how = entry.how
                reason = reason_of(how, self._names[entry.seat], outcome.reason)
                outcome = replace(outcome, reason=reason)
            self.ended = f.Ended(outcome, how, self.opened.seed, self.salts)
        else:
            self.wake(now)
        fact = f.Played(
            version=self._counted(entry),
            by=by,
            id=entry.id,
            rules=self.rules,
            names=self._names,
            turn=len(match.moves),
            steps=steps,
            state=match.state,
            actor=match.actor,
            time=self.clocks.told(now),
            ended=self.ended,
        )
        self._recent.append(fact)
        return fact

    def _counted(self, entry: en.AnyEntry) -> int:
        self.version += 1
        self.changed_at = entry.at
        return self.version


def _step(match: Match[Any, Any], move: Any) -> f.Stepped:
    return f.Stepped(match.actor, move, match.play(move).events)
