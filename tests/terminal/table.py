"""Positions to draw: a game played from a few moves, and a pen to draw it with."""

from __future__ import annotations

from typing import Any

import tavola
from tavola.core.driver import Made, Seen
from tavola.core.match import Match
from tavola.core.words import Lang
from tavola.terminal.drawings.pen import Pen
from tavola.terminal.drawings.render import Renderer, renderer_of

NAMES = ("Ada", "Bob", "Zoé", "Dan")


class Scene:
    """A match of two to four, and what its renderer makes of it."""

    def __init__(self, game: str, seats: int = 2, *moves: str, **options: Any) -> None:
        self.rules = tavola.rules(game, **options)
        self.match: Match[Any, Any] = Match(self.rules, NAMES[:seats])
        self.look: Renderer = renderer_of(self.rules)
        self.play(*moves)

    def play(self, *moves: str) -> Seen | None:
        last = None
        for text in moves:
            actor, before, move = self.match.actor, self.match.state, self.rules.parse(text)
            last = Made(self.rules, 1, actor, move, before, self.match.play(move)).seen_by(None)
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
