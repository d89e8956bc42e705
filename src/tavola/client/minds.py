"""Minds: one interface for everything that decides for a seat, however it is written.

A mind is told what a client is told, and answers `choose` with a move's notation. It knows no socket, so the
same bot plays in this process, over a pipe, a TCP line or a WebSocket.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import msgspec

from tavola.bots import Bot
from tavola.client.errors import BotTrouble
from tavola.client.views import view_of
from tavola.core.contract import Rules
from tavola.core.game import load
from tavola.table import facts as f
from tavola.table import messages as m
from tavola.table.redaction import told

Choose = Callable[[list[str], dict[str, Any]], object]  # moves and sight, to a move or its index


@dataclass(frozen=True, slots=True)
class GameSetup:
    """A game about to be played: what is known before the first move."""

    rules: Rules[Any, Any]
    seat: int
    names: tuple[str, ...]
    table: str = ""


class ThinkingTime(msgspec.Struct, frozen=True):
    """In seconds: what is left for this decision, and how long the last one took until its answer arrived.
    None where there is no clock."""

    left: float | None = None
    last: float | None = None


NOBODY_COUNTS = ThinkingTime()


def time_left(time: m.Time | None, seat: int) -> ThinkingTime:
    """The clocks of a table, for the seat to move."""
    if time is None:
        return NOBODY_COUNTS
    of_game = None if time.game is None else time.game[seat]
    return ThinkingTime(min((t for t in (time.decision, of_game) if t is not None), default=None), time.last)


class Mind:
    """One game of one seat. Subclasses implement `choose`."""

    wants_news = False  # are all news needed, or only the present sight?
    time = NOBODY_COUNTS  # for the next decision; set by the caller of `choose`

    def __init__(self, setting: GameSetup) -> None:
        self.setting = setting

    def hear(self, news: m.News) -> None:
        """News of the table."""

    def choose(self, sight: m.Sight) -> object:
        """A move: its notation, its index, or the game's own value."""
        raise NotImplementedError

    def end(self, ending: m.Ending) -> None:
        """The game is over."""

    def close(self) -> None:
        """Nothing more will come, whether the game was played to its end or not."""


class ViewMind(Mind):
    """A bot with `choose(view)`."""

    def __init__(self, setting: GameSetup, bot: Bot) -> None:
        super().__init__(setting)
        self._bot = bot

    def choose(self, sight: m.Sight) -> object:
        return self._bot.choose(view_of(self.setting.rules, self.setting.seat, sight))


class Adapter(NamedTuple):
    """For players with an interface of a game's own, other than `choose`.

    The class they derive from names its adapter: `tavola_adapter = "package.module:ADAPTER"`.
    """

    kind: str  # as "a card player"
    plays: Callable[[Rules[Any, Any]], bool]
    mind: Callable[[GameSetup, Any], Mind]  # at a table
    bot: Callable[[Rules[Any, Any], Any, Random], Bot]  # in a batch of games

    def check(self, spec: str, rules: Rules[Any, Any]) -> None:
        if not self.plays(rules):
            raise BotTrouble(f"{spec} is {self.kind}; {rules.info.name} is no game for one")


def adapter_of(found: object) -> Adapter | None:
    """The adapter of a class of such players; None for all others."""
    path = getattr(found, "tavola_adapter", None) if isinstance(found, type) else None
    adapter = load(path) if isinstance(path, str) else None
    return adapter if isinstance(adapter, Adapter) else None


class PlainMind(Mind):
    """A function, or an object, that takes texts and plain data only."""

    def __init__(self, setting: GameSetup, choose: Choose) -> None:
        super().__init__(setting)
        self._choose = choose
        self._happened: list[Any] = []

    def hear(self, news: m.News) -> None:
        self._happened += msgspec.to_builtins(news.steps)

    def choose(self, sight: m.Sight) -> object:
        happened, self._happened = self._happened, []
        return self._choose(list(sight.moves), plain_sight(self.setting, sight, happened, self.time))


def news_of(
    setting: GameSetup,
    steps: Iterable[f.Stepped],
    state: Any,
    actor: int,
    turn: int,
    ended: f.Ended | None = None,
) -> m.News:
    """What the seat may know of a game in this process, by the server's own redaction."""
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


def over_a_wire(news: m.AnyMessage) -> m.News:
    """Encoded and decoded, like a server's message."""
    heard = m.decode_message(m.encode(news))
    assert isinstance(heard, m.News)
    return heard


def plain_sight(
    setting: GameSetup, sight: m.Sight, happened: list[Any], time: ThinkingTime = NOBODY_COUNTS
) -> dict[str, Any]:
    """All a seat may know, as plain data: for bots in other languages, or without classes."""
    return {
        "game": setting.rules.info.name,
        "seat": setting.seat,
        "names": list(setting.names),
        "score": list(sight.score),
        "table": sight.table,
        "happened": happened,  # since the last decision
        "time": msgspec.to_builtins(time),
    }


def move_text(choice: object, legal: list[str]) -> str | None:
    """The legal move that a choice means, by notation, index or value; None if it means none."""
    if type(choice) is int:
        return legal[choice] if 0 <= choice < len(legal) else None
    try:
        text = " ".join(str(choice).split())
    except Exception:  # a value whose __str__ raises
        return None
    return text if text in legal else None
