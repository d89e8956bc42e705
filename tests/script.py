"""Playing a game from its notation, for tests that tell a story."""

from __future__ import annotations

from typing import Any

from tavola.core.contract import CHANCE, Event, Rules


class Script:
    """A game played move by move, in its own notation: `script.play("roll 421", "stop")`."""

    def __init__(self, rules: Rules[Any, Any], seats: int) -> None:
        self.rules = rules
        self.names = tuple("ABCDEFGH"[:seats])
        self.state = rules.start(seats)
        self.events: list[Event] = []

    def play(self, *moves: str) -> list[Event]:
        """Make the moves; what happened during them."""
        happened: list[Event] = []
        for text in moves:
            step = self.rules.play(self.state, self.rules.parse(text))
            self.state = step.state
            happened += step.events
        self.events += happened
        return happened

    def rolls(self, *dice: int) -> list[Event]:
        """Let dice fall one after the other, with no decision between them."""
        happened: list[Event] = []
        for each in dice:
            assert self.rules.actor(self.state) == CHANCE
            happened += self.play(f"roll {each}")
        return happened

    @property
    def moves(self) -> list[str]:
        return [str(move) for move in self.rules.moves(self.state)]

    def said(self, events: list[Event], lang: Any = "en") -> list[str]:
        return [words for event in events if (words := self.rules.say(event, lang, self.names))]
