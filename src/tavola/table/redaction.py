"""Redaction: every message about a game is made here, cut to what its hearer may know.

`told` makes news of a fact, `standing` a picture of the whole table. Both are for one seat (None: a
spectator) and one language (None: without words). Nothing else turns states, moves or events into bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import structs

from tavola.core.codec import codec_of
from tavola.core.contract import CHANCE, OVER, Event, Rules, Seat
from tavola.core.options import in_force
from tavola.core.words import Lang
from tavola.table import absence
from tavola.table import facts as f
from tavola.table import messages as m

if TYPE_CHECKING:
    from tavola.table.table import Table


def told(table: str, fact: f.Fact, seat: Seat | None, lang: Lang | None) -> m.AnyMessage:
    """A fact as that seat may hear it."""
    return Telling(table, fact).message(seat, lang)


class Telling:
    """A fact on its way to everyone at a table. What is the same for several hearers is made once."""

    __slots__ = ("_common", "_events", "_fact", "_made", "_steps", "_table")

    def __init__(self, table: str, fact: f.Fact) -> None:
        self._table, self._fact = table, fact
        self._made: dict[tuple[Seat | None, Lang | None], bytes] = {}
        self._steps: dict[Lang | None, list[m.Happened]] = {}  # where nothing is hidden
        self._events: dict[tuple[int, Lang | None], dict[str, Any]] = {}  # those that hide nothing
        self._common: m.Sight | None = None  # as seen by all who have nothing to decide

    def to(self, seat: Seat | None, lang: Lang | None) -> bytes:
        """What that seat hears, as it goes over the wire."""
        fact = self._fact
        if type(fact) is f.Played and seat != fact.by and seat != fact.actor and not fact.rules.info.hidden:
            seat = None  # the same as for a spectator
        hearer = seat, lang
        if (data := self._made.get(hearer)) is None:
            data = self._made[hearer] = m.encode(self.message(seat, lang))
        return data

    def message(self, seat: Seat | None, lang: Lang | None) -> m.AnyMessage:
        table = self._table
        match self._fact:
            case f.Played() as fact:
                return self._news(fact, seat, lang)
            case f.Sat():
                return self._seated(self._fact, seat)
            case f.Spoken(version=version, name=name, text=text, by=by):
                return m.Said(table=table, version=version, name=name, text=text, seat=by)
            case f.Wanted(version=version, wanted=wanted, new_table=new):
                return m.Again(table=table, version=version, wanted=list(wanted), new_table=new or None)
            case f.PutAway(why=why):
                return m.Refused(code="unknown_table", why=why.in_(lang or "en"), table=table)
        raise AssertionError(f"a fact nobody tells: {self._fact!r}")

    def _seated(self, fact: f.Sat, seat: Seat | None) -> m.Seated:
        return m.Seated(
            table=self._table,
            version=fact.version,
            seats=list(fact.chairs),
            watchers=fact.watchers,
            gone=[] if seat is None else fact.gone.get(seat, []),
            salts=list(fact.salts),
        )

    def _news(self, fact: f.Played, seat: Seat | None, lang: Lang | None) -> m.News:
        return m.News(
            table=self._table,
            version=fact.version,
            turn=fact.turn,
            steps=self._happened(fact, seat, lang),
            sight=self._sight(fact, seat),
            time=fact.time,
            over=None if fact.ended is None else _ending(fact.ended, lang),
            id=fact.id if fact.by is not None and fact.by == seat else "",  # only for the command's sender
        )

    def _happened(self, fact: f.Played, seat: Seat | None, lang: Lang | None) -> list[m.Happened]:
        if fact.rules.info.hidden:
            return [self._step(fact, step, seat, lang) for step in fact.steps]
        if (steps := self._steps.get(lang)) is None:
            steps = self._steps[lang] = [self._step(fact, step, None, lang) for step in fact.steps]
        return steps

    def _step(self, fact: f.Played, step: f.Stepped, seat: Seat | None, lang: Lang | None) -> m.Happened:
        hidden = step.actor == CHANCE and fact.rules.info.hidden  # a deal's notation names the cards
        events = [
            self._event(fact, known, lang) if known is event else _event(fact, known, lang)
            for event in step.events
            if (known := event.seen_by(seat)) is not None
        ]
        return m.Happened(step.actor, events, None if hidden else str(step.move))

    def _event(self, fact: f.Played, event: Event, lang: Lang | None) -> dict[str, Any]:
        """An event this hearer may know in full: the same for every such hearer."""
        key = id(event), lang
        if (data := self._events.get(key)) is None:
            data = self._events[key] = _event(fact, event, lang)
        return data

    def _sight(self, fact: f.Played, seat: Seat | None) -> m.Sight:
        over = fact.ended is not None
        if fact.rules.info.hidden:
            return sight(fact.rules, fact.state, seat, over=over)
        if (common := self._common) is None:
            common = self._common = sight(fact.rules, fact.state, None, over=over)
        if over or seat is None or seat != fact.actor:
            return common
        return m.Sight(common.actor, common.table, common.score, _texts(fact.rules.moves(fact.state)))


_known_texts: dict[int, tuple[Sequence[Any], list[str]]] = {}
MOST_TEXTS = 4096


def _texts(moves: Sequence[Any]) -> list[str]:
    """Moves in their notation. A dice game caches the moves of each throw and returns the same tuple every
    time. The key is the tuple's identity: to hash its moves takes longer than to write them.
    """
    if (known := _known_texts.get(id(moves))) is not None and known[0] is moves:
        return known[1]
    texts = [str(move) for move in moves]
    if len(_known_texts) >= MOST_TEXTS:
        _known_texts.clear()
    _known_texts[id(moves)] = moves, texts
    return texts


def _event(fact: f.Played, event: Event, lang: Lang | None) -> dict[str, Any]:
    data = event.as_dict()
    if lang is not None:
        data["words"] = fact.rules.say(event, lang, fact.names)
    return data


def sight(rules: Rules[Any, Any], state: Any, seat: Seat | None, *, over: bool = False) -> m.Sight:
    view = rules.view(state, seat)
    return m.Sight(
        actor=OVER if over else view.actor,
        table=codec_of(rules).table_data(view.table),
        score=list(rules.score(state)),
        moves=[] if over else [str(move) for move in view.moves],
    )


def _ending(ended: f.Ended, lang: Lang | None) -> m.Ending:
    outcome = ended.outcome
    return m.Ending(
        reason=outcome.reason.in_(lang or "en"),
        how=ended.how,  # type: ignore[arg-type]
        winners=list(outcome.winners),
        scores=list(outcome.scores),
        seed=ended.seed,
        salts=list(ended.salts),
    )


def standing(
    table: Table,
    seat: Seat | None,
    lang: Lang | None,
    now: float,
    *,
    missed: Sequence[f.Fact] = (),
    watchers: int = 0,
    id: str = "",
) -> m.State:
    """The whole table as that seat may see it, with what it missed."""
    opened, ended = table.opened, table.ended
    match = table.match
    news = [told(table.id, fact, seat, lang) for fact in missed]
    lines = [told(table.id, line, seat, lang) for line in table.chat]
    return m.State(
        table=table.id,
        game=opened.game,
        options=opened.options,
        in_force=in_force(table.rules.options),
        rules_version=opened.rules_version,
        seats=list(table.chairs),
        you=seat,
        version=table.version,
        turn=table.turn,
        status=table.status,
        public=opened.public,
        clock=opened.clock,
        rated=opened.rated,
        odds=opened.odds,
        commitment=table.commitment,
        salts=list(table.salts),
        quiet=opened.quiet or table.quiet,
        sight=None if match is None else sight(table.rules, match.state, seat, over=ended is not None),
        time=table.clocks.told(now),
        over=None if ended is None else _ending(ended, lang),
        chat=[line for line in lines if isinstance(line, m.Said)],
        rematch=sorted(table.wanted),
        new_table=table.new_table or None,
        missed=[one for one in news if isinstance(one, m.News)],
        watchers=watchers,
        gone=[] if seat is None else absence.gone(table, seat, now),
        copy_of=None if table.position is None else table.position.table,
        id=id,
    )


def shortened(state: m.State, most: int) -> m.State:
    """Without the oldest of what was missed, if the whole would exceed the output buffer of `most` bytes."""
    while state.missed and len(m.encode(state)) > most:
        state = structs.replace(state, missed=state.missed[len(state.missed) // 2 + 1 :])
    return state
