"""Bots as they are handed to a verb: names, or classes, objects and functions of one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tavola.client.loading import checked
from tavola.client.simulating import bot_of, make_any
from tavola.core.contract import Rules
from tavola.core.driver import Bot
from tavola.core.errors import BadOption
from tavola.library.asking import Player
from tavola.library.seats import is_person, unique


@dataclass(frozen=True)
class NamedPlayers:
    """Every player by a name; `own` has the user's own bots by theirs."""

    names: tuple[str, ...]
    own: Mapping[str, Any]

    def make(self, name: str, rules: Rules[Any, Any], rng: Random) -> Bot:
        return bot_of(name, self.own[name], rules, rng) if name in self.own else make_any(name, rules, rng)

    @property
    def maker(self) -> Any:
        """What is pickled for other processes, where only names are known."""
        return self.make if self.own else make_any


def bots_by_name(players: Sequence[Player], people: bool = False) -> NamedPlayers:
    """A class makes a new bot for each game, an object is used for all; the same one twice has one name."""
    names: list[str] = []
    own: dict[str, Any] = {}
    known = [player for player in players if isinstance(player, str)]
    for player in players:
        if isinstance(player, str):
            names.append(_spec(player, people))
            continue
        name = next((name for name, before in own.items() if before is player), None)
        if name is None:
            name = unique(called(player), [*known, *own])
            own[name] = checked(name, player)
        names.append(name)
    return NamedPlayers(tuple(names), own)


def _spec(spec: str, people: bool) -> str:
    if not spec.strip():
        raise BadOption('players are names with commas between them, such as "house,random"')
    if not people and is_person(spec):
        raise BadOption(f"{spec.strip()[:40]} is a person; here the players are bots only")
    return spec.strip()


def called(player: object) -> str:
    """The name of a user's own bot: that of its class or function."""
    name: str = getattr(player, "__name__", None) or type(player).__name__
    return name.strip("<>")[:40]
