"""The plan `tavola arena` is asked for: a new one, or the one its folder holds already."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tavola.core.errors import TavolaError
from tavola.library.asking import LARGEST_SEED
from tavola.terminal.commands.shared import chosen_rules, seed_of

if TYPE_CHECKING:
    from tavola.tournaments.plan import Plan, PlannedGame


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """What the command line says of a plan. `said` are those of `settings` that somebody typed."""

    games: str | None
    entrants: Sequence[str]
    seats: int | None
    preset: str | None
    options: Sequence[str]
    seed: str | None
    settings: dict[str, Any]  # what a plan takes as it is: sets, clock, ...
    said: AbstractSet[str]

    def plan(self, out: Path | None) -> Plan:
        """What is to be played. A folder that holds a tournament goes on with it or is refused."""
        from tavola.tournaments.folder import must_agree, read_plan

        there = None if out is None else read_plan(out)
        if out is None or there is None:
            self._must_begin(out)
            plan = self._new(secrets.randbelow(LARGEST_SEED))
        else:
            # Who names the games and the entrants describes all of it, and then the defaults count too.
            plan = self._new(there.seed) if self.games and self.entrants else self._over(there)
            must_agree(out, plan, there)
        if "most_sets" in self.said and not plan.until_separated:
            raise TavolaError("--most-sets is where --until-separated gives up: say both, or --sets alone")
        return plan

    def _must_begin(self, out: Path | None) -> None:
        if out is not None and not self.games and not self.entrants:
            raise TavolaError(f"there is no tournament in {str(out)[:200]!r} yet: say --games and --entrants")

    def _new(self, seed: int) -> Plan:
        from tavola.tournaments.entrants import read_entrants
        from tavola.tournaments.plan import Plan

        return Plan(
            events=_events(_names(self.games), self.seats, self.preset, self.options),
            entrants=read_entrants(self.entrants),
            seed=self._seed(seed),
            **self.settings,
        )

    def _over(self, there: Plan) -> Plan:
        """The plan there, with what was said put over it: whatever then differs was asked for."""
        from tavola.tournaments.entrants import read_entrants

        return replace(
            there,
            events=self._events_over(there.events),
            entrants=read_entrants(self.entrants) if self.entrants else there.entrants,
            seed=self._seed(there.seed),
            **{name: value for name, value in self.settings.items() if name in self.said},
        )

    def _events_over(self, there: Sequence[PlannedGame]) -> tuple[PlannedGame, ...]:
        if self.games:
            return _events(_names(self.games), self.seats, self.preset, self.options)
        if len(there) > 1 or not (self.preset or self.options):
            _one_game(len(there), self.preset, self.options)
            return tuple(replace(event, seats=self.seats or event.seats) for event in there)
        event = there[0]
        kept = [] if self.preset else [f"{name}={value}" for name, value in event.options.items()]
        return _events([event.game], self.seats or event.seats, self.preset, [*kept, *self.options])

    def _seed(self, otherwise: int) -> int:
        return otherwise if self.seed is None else seed_of(self.seed)


def _names(games: str | None) -> list[str]:
    names = [name.strip() for name in (games or "").split(",") if name.strip()]
    if not names:
        raise TavolaError("--games says what is played: names with commas between; tavola games lists them")
    if len(set(names)) < len(names):
        raise TavolaError("--games takes each game once")
    return names


def _events(
    names: Sequence[str], seats: int | None, preset: str | None, options: Sequence[str]
) -> tuple[PlannedGame, ...]:
    from tavola.core.options import changed
    from tavola.tournaments.plan import PlannedGame

    _one_game(len(names), preset, options)
    return tuple(
        PlannedGame.of(name, seats, **changed(chosen_rules(name, preset, list(options)).options))
        for name in names
    )


def _one_game(number: int, preset: str | None, options: Sequence[str]) -> None:
    if number > 1 and (preset or options):
        raise TavolaError("--set and --preset go with one game; hold a tournament for each")
