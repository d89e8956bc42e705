"""`tavola.replay`: a record played again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tavola.bots.characters import display_names
from tavola.core.contract import CHANCE, Event, Outcome, Rules, Step
from tavola.core.driver import Seen, moves_of
from tavola.core.errors import TavolaError
from tavola.core.match import Match
from tavola.core.match import replay as play_again
from tavola.core.record import Record
from tavola.core.tables import Table
from tavola.core.words import Lang
from tavola.library.asking import language
from tavola.library.reading import Game, outdated, record_of, rules_then
from tavola.library.results import Result
from tavola.table.endings import ending_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AnyMatch = Match[Any, Any]


@dataclass(frozen=True, repr=False)
class Replay(Result):
    """A record played again. Iterating gives the match at its start, and after each move with its step."""

    rules: Rules[Any, Any]
    record: Record
    lang: Lang = "en"

    def __iter__(self) -> Iterator[tuple[AnyMatch, Step[Any] | None]]:
        return play_again(self.rules, self.record)

    def __repr__(self) -> str:
        told = self.record
        return f"<Replay of {told.game}: {', '.join(told.seats)}; {len(told.moves)} moves>"

    @property
    def match(self) -> AnyMatch:
        """The match at its end; it can be played on, if it was left before."""
        *_, (match, _) = self
        return match

    @property
    def tables(self) -> tuple[Table, ...]:
        names = display_names(self.record)
        rows = tuple(
            (
                str(move.number),
                "" if move.actor == CHANCE else names[move.actor],
                move.text,
                " ".join(filter(None, (self.rules.say(e, self.lang, names) for e in move.events))),
            )
            for _, move in moves_of(self.rules, self.record)
            if move is not None
        )
        head = f"{self.rules.info.title}: {', '.join(names)}"
        return (Table(head, ("move", "who", "plays", "what happens"), rows),)

    @property
    def remarks(self) -> tuple[str, ...]:
        changed = outdated(self.record, self.rules)
        end = (
            []
            if (ended := ending_of(self.record, self.match, self.names)) is None
            else [_end(self, ended[1])]
        )
        return (*(() if changed is None else (changed.in_(self.lang),)), *end)

    @property
    def names(self) -> tuple[str, ...]:
        """The players as people read them."""
        return display_names(self.record)

    def to_dict(self) -> dict[str, Any]:
        steps, ending = [], None
        for match, move in moves_of(self.rules, self.record):
            if move is not None:
                steps.append(step_told(self.rules, match, move, self.lang, self.names))
            ending = ending_of(self.record, match, self.names)
        told = None if ending is None else {**ending[1].as_dict(), "how": ending[0]}
        return {"record": self.record.as_json(), "steps": steps, "outcome": told}

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), default=str)

    def figure(self) -> Figure:
        raise TavolaError("a replay has no figure; tavola.review draws the course of the game")


def _end(replay: Replay, outcome: Outcome) -> str:
    winners = ", ".join(replay.names[seat] for seat in outcome.winners) or "–"
    return f"{outcome.reason.in_(replay.lang)}: {winners}"


def replay(game: Game, *, lang: str = "en") -> Replay:
    """Play a record again: a Record, its text, a file, or a match.

    A damaged one is refused, with the move at which it stops making sense.

    >>> import tavola
    >>> match = tavola.play("5000", "house,random", seed=1)
    >>> again = tavola.replay(match)
    >>> again.match.outcome == match.outcome
    True
    >>> again.tables[0].rows[0]
    ('1', '', 'roll 16213', 'Pia rolls 1-6-2-1-3')
    """
    record, said = record_of(game), language(lang)
    found = Replay(rules_then(record), record, said)
    for _ in found:  # a damaged record is refused here
        pass
    return found


def step_told(
    rules: Rules[Any, Any], match: AnyMatch, move: Seen, lang: Lang, names: Sequence[str]
) -> dict[str, Any]:
    """A move for programs. A chance move of a game with secrets is told by its events alone."""
    return {
        "number": move.number,
        "actor": "*" if move.actor == CHANCE else move.actor,
        "move": move.text or None,
        "events": [_event(rules, event, lang, names) for event in move.events],
        "score": list(rules.score(match.state)),
    }


def _event(rules: Rules[Any, Any], event: Event, lang: Lang, names: Sequence[str]) -> dict[str, Any]:
    return {**event.as_dict(), "words": rules.say(event, lang, names)}
