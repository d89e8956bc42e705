"""A game for programs: one JSON object a line, moves read as lines.

{"type": "start", "game": "...", "seats": [...], ...}
{"type": "step", "number": 1, "actor": "*", "move": "roll 3", "events": [...], "score": [...]}
{"type": "turn", "seat": 0, "moves": [...]}        then a move is read: its notation, `quit` or `resign`
                                                   with --hint: "hint", what each move costs, the best first
{"type": "error", "message": "...", "moves": [...]}
{"type": "end", "outcome": {...} or null, "record": {...}}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tavola.core.contract import Rules, Seat
from tavola.core.driver import Resigns, Seen
from tavola.core.errors import BadNotation, IllegalMove, Trouble
from tavola.core.words import Lang
from tavola.library.replaying import step_told
from tavola.terminal import words
from tavola.terminal.drawings.screen import read_line, warn
from tavola.terminal.lines.hints import Hints
from tavola.terminal.lines.sitting import AnyMatch, Leaves


class Lines:
    """The front for programs."""

    def __init__(
        self,
        rules: Rules[Any, Any],
        names: tuple[str, ...],
        lang: Lang,
        viewer: Seat | None,
        hints: Hints | None = None,
    ) -> None:
        self.rules = rules
        self.names = names
        self.lang = lang
        self.viewer = viewer
        self.hints = hints

    def begins(self, match: AnyMatch) -> None:
        record = match.record().as_json()
        told = {key: record[key] for key in ("game", "options", "rules_version", "seats")}
        say({"type": "start", **told, "names": list(self.names)})

    def tells(self, match: AnyMatch, move: Seen) -> None:
        say({"type": "step", **step_told(self.rules, match, move, self.lang, self.names)})

    def asks(self, match: AnyMatch, seat: Seat) -> Any:
        moves = [str(move) for move in self.rules.moves(match.state)]
        told = {"type": "turn", "seat": seat, "name": self.names[seat], "moves": moves}
        if self.hints is not None:
            told["hint"] = self.hints.told(self.rules.view(match.state, seat))
        say(told)
        while True:
            try:
                text = read_line()
            except EOFError:
                raise Leaves from None
            if text.casefold() in ("quit", "q"):
                raise Leaves
            if text.casefold() == "resign":
                raise Resigns(seat)
            try:
                return self.rules.parse(text)
            except BadNotation as error:
                say({"type": "error", "message": str(error), "moves": moves})

    def refuses(self, match: AnyMatch, seat: Seat, error: IllegalMove) -> None:
        del match, seat
        message, moves = error.why.in_(self.lang), [str(move) for move in error.legal]
        say({"type": "error", "message": message, "moves": moves})

    def throws(self, match: AnyMatch) -> Seat | None:
        del match  # a program does not throw itself
        return None

    def waits(self, match: AnyMatch, seat: Seat) -> None:
        """Never called."""

    def warns(self, trouble: Trouble) -> None:
        warn(words.WARNING.fill(what=trouble.said).in_(self.lang))

    def ends(self, match: AnyMatch, tags: Mapping[str, str]) -> None:
        outcome = match.outcome
        told = None if outcome is None else outcome.as_dict()
        say({"type": "end", "outcome": told, "record": match.record(tags).as_json()})


def say(data: Any) -> None:
    print(json.dumps(data, default=str), flush=True)
