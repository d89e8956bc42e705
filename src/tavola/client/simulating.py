"""The user's own bots in a batch of games: everything `tavola arena` takes, except programs.

A bot with `choose(view)` is asked as ours are. A player with an adapter (`Adapter`), and a function of moves
and sight, are also told what happens: the batch calls `sits` when a game begins and `happens` after every
step of it.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import msgspec

from tavola.bots import Bot, bot_names, make_bot
from tavola.client.errors import BotTrouble
from tavola.client.loading import arguments, checked, chooser, find_object, guarded
from tavola.client.minds import GameSetup, adapter_of, move_text, news_of, plain_sight
from tavola.client.program import PREFIX
from tavola.core.contract import Rules, Seat, Step, View
from tavola.core.errors import UnknownBot
from tavola.table import facts as f


def make_any(spec: str, rules: Rules[Any, Any], rng: Random) -> Bot:
    """A bot by its name, or by MODULE:CLASS or bot.py:CLASS. Other processes are given this text."""
    if _is_known(spec, rules.info.name):
        return make_bot(spec, rules, rng)
    return bot_of(spec, _object(spec, rules.info.name), rules, rng)


def bot_of(spec: str, found: Any, rules: Rules[Any, Any], rng: Random) -> Bot:
    """A bot made of a class, an object or a function, which `checked` has passed."""
    if (adapter := adapter_of(found)) is not None:
        adapter.check(spec, rules)
        return adapter.bot(rules, guarded(spec, found), rng)
    bot = chooser(spec, found, rng)
    return PlainBot(rules, bot.choose) if arguments(spec, bot.choose) == 2 else bot


def _is_known(spec: str, game: str) -> bool:
    return spec.partition(":")[0] in bot_names(game)


@lru_cache(maxsize=64)
def _object(spec: str, game: str) -> Any:
    """Cached: every game of a batch asks for it."""
    name, colon, rest = spec.partition(":")
    if spec.startswith(PREFIX):
        raise BotTrouble(f"{spec[:80]} is a program, which is too slow for a batch; tavola arena plays it")
    if not colon or not name or not rest:
        raise UnknownBot(name, game, (*bot_names(game), "or MODULE:CLASS, bot.py:CLASS"))
    return checked(spec, find_object(spec, name, rest))


class PlainBot:
    """A function of moves and sight, which are those a server would send."""

    def __init__(self, rules: Rules[Any, Any], choose: Any) -> None:
        self._rules, self._choose = rules, choose
        self._setting = GameSetup(rules, 0, ())
        self._happened: list[f.Stepped] = []
        self._state: Any = None
        self._turn = 0

    def sits(self, seat: Seat, names: tuple[str, ...]) -> None:
        self._setting = GameSetup(self._rules, seat, names)

    def happens(self, actor: Seat, move: Any, step: Step[Any]) -> None:
        self._happened.append(f.Stepped(actor, move, step.events))
        self._state, self._turn = step.state, self._turn + 1

    def choose(self, view: View[Any, Any]) -> Any:
        happened, self._happened = self._happened, []
        news = news_of(self._setting, happened, self._state, view.actor, self._turn)
        legal = news.sight.moves
        choice = self._choose(legal, plain_sight(self._setting, news.sight, msgspec.to_builtins(news.steps)))
        text = move_text(choice, legal)
        return choice if text is None else self._rules.parse(text)
