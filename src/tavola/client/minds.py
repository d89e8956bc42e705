"""What decides for a seat, whatever it is written as: one shape for all of it.

A mind hears what a client hears, and answers `choose` with a move's notation. It holds
no socket and knows none, so the same bot plays in this process, over a pipe, a TCP line or a WebSocket.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from tavola.bots import Bot
from tavola.client.views import events_of, view_of
from tavola.core.contract import CHANCE, Outcome, Rules
from tavola.core.words import same
from tavola.games.capture.bots.player import Player, Teller
from tavola.table import facts as f
from tavola.table import messages as m
from tavola.table.redaction import told

Choose = Callable[[list[str], dict[str, Any]], object]  # moves and sight, to a move or its index


@dataclass(frozen=True, slots=True)
class Setting:
    """A game about to be played: what is known before the first move."""

    rules: Rules[Any, Any]
    seat: int
    names: tuple[str, ...]
    table: str = ""


class Mind:
    """One game of one seat. Subclasses say how it chooses."""

    wants_news = False  # is the whole story needed, or only how it stands?

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def hear(self, news: m.News) -> None:
        """Something happened."""

    def choose(self, sight: m.Sight) -> object:
        """A move: its notation, its index, or the game's own value."""
        raise NotImplementedError

    def end(self, ending: m.Ending) -> None:
        """It is over."""

    def close(self) -> None:
        """Nothing more will come, whether it ended well or not."""


class ViewMind(Mind):
    """A bot that is handed a View."""

    def __init__(self, setting: Setting, bot: Bot) -> None:
        super().__init__(setting)
        self._bot = bot

    def choose(self, sight: m.Sight) -> object:
        return self._bot.choose(view_of(self.setting.rules, self.setting.seat, sight))


class PlayerMind(Mind):
    """A card player, told everything in the order of the table."""

    wants_news = True

    def __init__(self, setting: Setting, player: Player) -> None:
        super().__init__(setting)
        self._teller = Teller(player)
        rules = setting.rules
        self._teller.begin(setting.seat, setting.names, rules.options, rules.info.name)

    def hear(self, news: m.News) -> None:
        """Step by step, though only the last one's view came: what follows the others is dice and deals."""
        view = view_of(self.setting.rules, self.setting.seat, news.sight)
        for left, step in zip(range(len(news.steps) - 1, -1, -1), news.steps, strict=True):
            events = events_of(self.setting.rules, step)
            self._teller.tell(replace(view, actor=CHANCE) if left else view, events)

    def choose(self, sight: m.Sight) -> object:
        return self._teller.choose(view_of(self.setting.rules, self.setting.seat, sight))

    def end(self, ending: m.Ending) -> None:
        self._teller.end(Outcome(same(ending.reason), tuple(ending.scores), tuple(ending.winners)))


class PlainMind(Mind):
    """A function, or an object, that is asked with texts and plain data only."""

    def __init__(self, setting: Setting, choose: Choose) -> None:
        super().__init__(setting)
        self._choose = choose
        self._happened: list[Any] = []

    def hear(self, news: m.News) -> None:
        self._happened += msgspec.to_builtins(news.steps)

    def choose(self, sight: m.Sight) -> object:
        happened, self._happened = self._happened, []
        return self._choose(list(sight.moves), plain_sight(self.setting, sight, happened))


def news_of(
    setting: Setting,
    steps: Iterable[f.Stepped],
    state: Any,
    actor: int,
    turn: int,
    ended: f.Ended | None = None,
) -> m.News:
    """What the seat may know of a game in this process, through the one door by which anybody is told."""
    fact = f.Played(
        version=0,
        rules=setting.rules,
        names=setting.names,
        turn=turn,
        steps=tuple(steps),
        state=state,
        actor=actor,
        time=None,
        ended=ended,
    )
    news = told("", fact, setting.seat, None)
    assert isinstance(news, m.News)
    return news


def plain_sight(setting: Setting, sight: m.Sight, happened: list[Any]) -> dict[str, Any]:
    """All a seat may know, as plain data: what a bot without classes, or in another language, gets."""
    return {
        "game": setting.rules.info.name,
        "seat": setting.seat,
        "names": list(setting.names),
        "score": list(sight.score),
        "table": sight.table,
        "happened": happened,  # since you were asked last
    }


def move_text(choice: object, legal: list[str]) -> str | None:
    """The legal move a choice means, by its notation, its index or its value; None if it is none."""
    if type(choice) is int:
        return legal[choice] if 0 <= choice < len(legal) else None
    try:
        text = " ".join(str(choice).split())
    except Exception:  # a value that can't even be written
        return None
    return text if text in legal else None
