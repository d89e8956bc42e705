"""The published strategies of Dice Poker as players, and the optimal one."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from tavola.bots import no_argument
from tavola.core.contract import View
from tavola.core.errors import BadOption
from tavola.core.words import Phrase
from tavola.games.dice_poker import strategies
from tavola.games.dice_poker.moves import Move, move_of
from tavola.games.dice_poker.patterns import NAMES, NOTHING
from tavola.games.dice_poker.rules import State
from tavola.games.dice_poker.words import PATTERNS
from tavola.games.race import bots as race

LOOKS_FOR = Phrase(
    "the bot {bot} looks for a pattern: {there}; not {given}",
    "le bot {bot} cherche une figure : {there} ; pas {given}",
    "il bot {bot} cerca una figura: {there}; non {given}",
)


def _target(bot: str, argument: str) -> int:
    """The pattern of a name."""
    wanted = argument.strip().lower().replace("-", "_").replace(" ", "_").replace("é", "e")
    if wanted not in NAMES[NOTHING + 1 :]:
        there = ", ".join(f"{bot}:{name}" for name in reversed(NAMES[NOTHING + 1 :]))
        raise BadOption(LOOKS_FOR.fill(bot=bot, there=there, given=repr(argument[:40])))
    return NAMES.index(wanted)


class NoReroll:
    """Never re-rolls."""

    tabled = True

    def __init__(self, rng: Random | None = None, argument: str = "") -> None:  # noqa: ARG002
        no_argument("none", argument)

    def choose(self, view: View[State, Move]) -> Move:
        return move_of(view.table.dice, strategies.none(view.table.dice))


class Smart:
    """Re-rolls towards the most valuable pattern. The house player."""

    tabled = True

    def __init__(self, rng: Random | None = None, argument: str = "") -> None:  # noqa: ARG002
        no_argument("smart", argument)

    def choose(self, view: View[State, Move]) -> Move:
        return move_of(view.table.dice, strategies.smart(view.table.dice))


class Sequential:
    """Re-rolls the first die until a pattern is there or re-rolls are used up.

    The published strategy re-rolls up to three times, which the game allows only with `rerolls=3`.
    """

    tabled = True

    def __init__(self, rng: Random | None = None, argument: str = "") -> None:  # noqa: ARG002
        self._target = _target("sequential", argument) if argument else None

    def choose(self, view: View[State, Move]) -> Move:
        return move_of(view.table.dice, strategies.sequential(view.table.dice, self._target))


class MatchPattern:
    """Re-rolls towards one pattern and no other: `match:mega`."""

    tabled = True
    choices: ClassVar = {name: PATTERNS[name] for name in reversed(NAMES[NOTHING + 1 :])}

    def __init__(self, rng: Random | None = None, argument: str = "") -> None:  # noqa: ARG002
        self._target = _target("match", argument)

    def choose(self, view: View[State, Move]) -> Move:
        return move_of(view.table.dice, strategies.match(self._target, view.table.dice))


class Optimal(race.Optimal):
    """From the solved game."""

    game = "dice-poker"
    tabled = ("points",)  # aiming at the win it looks at the scores
