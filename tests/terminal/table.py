"""Positions to draw: a game played from a few moves, and a pen to draw it with."""

from __future__ import annotations

from typing import Any

import tavola
from tavola.core.match import Match
from tavola.core.words import Lang
from tavola.terminal.drawings.pen import Pen
from tavola.terminal.drawings.render import Renderer, renderer_of
from tavola.terminal.lines.sitting import Move, seen

NAMES = ("Ada", "Bob", "Zoé", "Dan")


class Scene:
    """A match of two to four, and what its renderer makes of it."""

    def __init__(self, game: str, seats: int = 2, *moves: str, **options: Any) -> None:
        self.rules = tavola.rules(game, **options)
        self.match: Match[Any, Any] = Match(self.rules, NAMES[:seats])
        self.look: Renderer = renderer_of(game)
        self.play(*moves)

    def play(self, *moves: str) -> Move | None:
        last = None
        for text in moves:
            actor, before = self.match.actor, self.view()
            move = self.rules.parse(text)
            last = seen(self.match, None, actor, before, move, self.match.play(move))
        return last

    def view(self, seat: int | None = None) -> Any:
        return self.rules.view(self.match.state, seat)

    def mine(self) -> Any:
        """The view of the one who decides."""
        assert self.match.actor >= 0
        return self.view(self.match.actor)

    def pen(
        self, lang: Lang = "en", *, plain: bool = False, width: int = 80, humans: tuple[int, ...] = ()
    ) -> Pen:
        names = self.match.names
        return Pen(
            lang, names, lambda event: self.rules.say(event, lang, names), plain, width, frozenset(humans)
        )

    def told(self, move: str, pen: Pen) -> list[str]:
        made = self.play(move)
        assert made is not None
        return [line.plain for line in self.look.told(pen, made.before, made.after, made.events)]


def texts(lines: list[Any]) -> list[str]:
    return [line.plain for line in lines]
