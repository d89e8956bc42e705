"""A card `Player` at a table far away, and in a batch of games here."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from tavola.client.minds import Adapter, GameSetup, Mind
from tavola.client.views import events_of, view_of
from tavola.core.contract import CHANCE, Outcome, Rules, Seat, Step, View
from tavola.core.driver import seen_by
from tavola.core.words import same
from tavola.games.capture.bots.player import Player, Teller
from tavola.games.capture.game import CaptureGame
from tavola.table import messages as m


class PlayerMind(Mind):
    """A card player at the far end of a wire, told everything in the order of the table."""

    wants_news = True

    def __init__(self, setting: GameSetup, player: Player) -> None:
        super().__init__(setting)
        self._teller = Teller(player)
        rules = setting.rules
        self._teller.begin(setting.seat, setting.names, rules.options, rules.info.name)

    def hear(self, news: m.News) -> None:
        """Step by step, though only the last one has a view: the steps after the others are dice and
        deals."""
        view = view_of(self.setting.rules, self.setting.seat, news.sight)
        for left, step in zip(range(len(news.steps) - 1, -1, -1), news.steps, strict=True):
            events = events_of(self.setting.rules, step)
            self._teller.tell(replace(view, actor=CHANCE) if left else view, events)

    def choose(self, sight: m.Sight) -> object:
        return self._teller.choose(view_of(self.setting.rules, self.setting.seat, sight))

    def end(self, ending: m.Ending) -> None:
        self._teller.end(Outcome(same(ending.reason), tuple(ending.scores), tuple(ending.winners)))


class CardPlayer:
    """A player of cards, told everything as at a table."""

    def __init__(self, rules: Rules[Any, Any], player: Player, rng: Random) -> None:
        self._rules = rules
        self._teller = Teller(player, rng)
        self._seat = 0

    def sits(self, seat: Seat, names: tuple[str, ...]) -> None:
        self._seat = seat
        self._teller.begin(seat, names, self._rules.options, self._rules.info.name)

    def happens(self, actor: Seat, move: Any, step: Step[Any]) -> None:
        del actor, move
        self._teller.tell(self._rules.view(step.state, self._seat), seen_by(step.events, self._seat))
        if (outcome := self._rules.outcome(step.state)) is not None:
            self._teller.end(outcome)

    def choose(self, view: View[Any, Any]) -> Any:
        return self._teller.choose(view)


ADAPTER = Adapter("a card player", lambda rules: isinstance(rules, CaptureGame), PlayerMind, CardPlayer)
