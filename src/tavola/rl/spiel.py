"""The games for OpenSpiel, through its Python interface. Importing this registers them.

    import pyspiel, tavola.rl.spiel
    game = pyspiel.load_game("tavola_GAME")
    game = pyspiel.load_game("tavola_GAME", {"players": 3, "option": False})

Decisions have the numbers they have in the other environments. Chance is explicit and comes in small steps,
so that its lists stay short: one die, one card at a time; other falls with their weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Protocol

from tavola.core.extras import SPIEL

try:
    import numpy as np
    import pyspiel

    from tavola.fast.compile import jit
except ModuleNotFoundError:
    SPIEL.check("tavola.rl.spiel")
    raise

from tavola.core.chance import Chance, Stepwise
from tavola.core.contract import CHANCE, OVER, Seat
from tavola.core.errors import TavolaError
from tavola.core.options import changed, describe, text
from tavola.core.showing import facts
from tavola.games import parts_of
from tavola.rl.specs import LONGEST, Spec, environments, spec

CHANCES_EACH = 200  # chance moves for each decision, a generous bound on OpenSpiel's histories


def short_name(game: str) -> str:
    return f"tavola_{game.replace('-', '_')}"


# ---- chance in small steps ----


@dataclass(frozen=True, slots=True)
class Draw:
    """A chance move in the making: the small steps taken so far."""

    chance: Chance[Any]
    drawn: tuple[int, ...] = ()

    def outcomes(self) -> list[tuple[int, float]]:
        """The next small step: numbers and their chances."""
        if (small := stepwise(self.chance)) is not None:
            steps = small.next_step(self.drawn)
            return [(number, 1 / len(steps)) for number in steps]
        return [(n, float(share)) for n, (_, share) in enumerate(self.chance.outcomes())]

    def take(self, number: int) -> Draw | Any:
        """After a small step: the rest of the draw, or the whole move if it is complete."""
        if (small := stepwise(self.chance)) is not None:
            drawn = (*self.drawn, number)
            move = small.whole(drawn)
            return Draw(self.chance, drawn) if move is None else move
        return list(self.chance.outcomes())[number][0]

    def number_of(self, move: Any) -> int:
        """The small step that makes this whole move, where one step is enough."""
        return [whole for whole, _ in self.chance.outcomes()].index(move)

    def words(self, number: int) -> str:
        if (small := stepwise(self.chance)) is not None:
            return small.say_step(number)
        return str(list(self.chance.outcomes())[number][0])


def stepwise(chance: Chance[Any]) -> Stepwise[Any] | None:
    """The chance, if it comes in small steps."""
    return chance if hasattr(chance, "next_step") else None  # type: ignore[return-value]


# ---- a state ----


class Past(Protocol):
    """How a game with secrets deals its past anew. A frozen value: states are copied."""

    def noted(self, before: Any, after: Any, move: Any, steps: int) -> Past:
        """The same after a chance move whose last small step was number `steps` of the history."""

    def dealt_anew(self, history: list[int], state: Any, guessed: Any, player: Seat) -> Iterable[int | Any]:
        """The history that leads to `guessed`: small steps, or a whole move where its number has changed."""


class TavolaState(pyspiel.State):  # type: ignore[misc]
    """A state of a game."""

    def __init__(self, game: TavolaGame) -> None:
        super().__init__(game)
        self.wanted = game.wanted
        self.state = self.wanted.rules.start(self.wanted.seats)
        self.decisions = 0
        self._draw: Draw | None = None
        self._told: list[list[str]] = [[] for _ in range(self.wanted.seats)]
        self._past: Past | None = parts_of(self.wanted.game).part("past")
        self._await()

    def current_player(self) -> int:
        actor = self.wanted.rules.actor(self.state)
        if actor == OVER or self.decisions >= LONGEST:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        return bool(self.current_player() == pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: Seat) -> list[int]:
        rules, index = self.wanted.rules, self.wanted.environment.index
        assert player >= 0  # OpenSpiel asks chance elsewhere
        return sorted(index(rules, self.state, move) for move in rules.moves(self.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert self._draw is not None  # OpenSpiel asks at chance nodes only
        return self._draw.outcomes()

    def _apply_action(self, action: int) -> None:
        if self._draw is None:
            self._play(self.wanted.meant(self.state, action))
            self.decisions += 1
        else:
            rest = self._draw.take(action)
            if isinstance(rest, Draw):
                self._draw = rest
                return
            before = self.state
            self._play(rest)
            if self._past is not None:  # OpenSpiel has not yet counted the step that is being applied
                self._past = self._past.noted(before, self.state, rest, self.move_number() + 1)
        self._await()

    def _play(self, move: Any) -> None:
        step = self.wanted.rules.play(self.state, move)
        self.state = step.state
        for seat, told in enumerate(self._told):
            told.extend(str(seen) for event in step.events if (seen := event.seen_by(seat)) is not None)

    def _await(self) -> None:
        rules = self.wanted.rules
        self._draw = Draw(rules.chance(self.state)) if rules.actor(self.state) == CHANCE else None

    def returns(self) -> list[float]:
        end = self.wanted.rules.outcome(self.state)
        if end is None or len(end.winners) == self.wanted.seats:
            return [0.0] * self.wanted.seats
        return [1.0 if seat in end.winners else -1.0 for seat in range(self.wanted.seats)]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE and self._draw is not None:
            return self._draw.words(action)
        return str(self.wanted.meant(self.state, action))

    def told_to(self, player: Seat) -> str:
        """Everything that player saw happen: equal for two states that the player can't tell apart."""
        return "\n".join(self._told[player])

    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> Any:
        """A state that looks the same to that player, with a history that leads to it: the other hands are
        dealt anew from the cards the player has not seen. For information-set search."""
        rules = self.wanted.rules
        if not rules.info.hidden:
            return self.clone()
        if self._past is None:
            raise TavolaError(f"{rules.info.name} can't deal its past anew, so it can't be resampled")
        guessed = rules.guess(rules.view(self.state, player), Random(sampler()))
        found = self.get_game().new_initial_state()
        for step in self._past.dealt_anew(list(self.history()), self.state, guessed, player):
            found.apply_action(step if isinstance(step, int) else found._draw.number_of(step))
        return found

    def __str__(self) -> str:
        """The whole table, all hands open, for people; different states have different texts."""
        rules = self.wanted.rules
        told = facts(rules.view(self.state, None).table)
        if rules.info.hidden:
            seen = [facts(rules.view(self.state, seat).table) for seat in range(self.wanted.seats)]
            told.pop("unseen", None)  # it follows from the rest
            for name in [name for name in told if any(each[name] != told[name] for each in seen)]:
                told[name] = [each[name] for each in seen]
        if self._draw and self._draw.drawn:
            told["drawn"] = [self._draw.words(number) for number in self._draw.drawn]
        return in_words(told, self.wanted.seats)


class Observer:
    """What a player may know: the other environments' numbers; in words the view, or everything seen so
    far."""

    def __init__(self, wanted: Spec, kind: Any) -> None:
        self._wanted, self._recalls = wanted, kind.perfect_recall
        self._rows = np.zeros((1, wanted.environment.width), np.int64)
        self._numbers = np.zeros((1, wanted.width), np.float32)
        self.tensor = self._numbers[0]
        self.dict = {name: self.tensor[where] for name, where in wanted.slices().items()}

    def set_from(self, state: TavolaState, player: Seat) -> None:
        environment = self._wanted.environment
        environment.pack(state.state, self._rows, 0)
        jit(environment.observe_row)(self._wanted.variant, self._rows, 0, player, self._numbers)

    def string_from(self, state: TavolaState, player: Seat) -> str:
        if self._recalls:
            return state.told_to(player)
        table = self._wanted.rules.view(state.state, player).table
        return in_words(facts(table), self._wanted.seats)


def in_words(told: Mapping[str, Any], seats: int) -> str:
    """One line for each fact. Of values for eight seats, those of taken seats."""
    return "\n".join(f"{name.replace('_', ' ')}: {_in_words(value, seats)}" for name, value in told.items())


def _in_words(value: Any, seats: int) -> str:
    if isinstance(value, tuple):
        return _in_words(list(value[:seats]), seats)
    if not isinstance(value, list):
        return "-" if value is None else str(value)
    apart = " | " if any(isinstance(each, list) or " " in str(each) for each in value) else " "
    return apart.join(_in_words(each, seats) for each in value) or "-"


# ---- a game ----


def game_type(game: str, zero_sum: bool) -> Any:
    info = spec(game).rules.info
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(game),
        long_name=f"{info.title} (Tavola, version {spec(game).version})",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if info.hidden
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=info.seats[-1],
        min_num_players=info.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters(game),
    )


def parameters(game: str) -> dict[str, Any]:
    """The number of players, and the options with their defaults; a fraction is a text."""
    found = {name: default for name, (default, _) in describe(spec(game).rules.info.options).items()}
    usual = {name: text(value) if isinstance(value, Fraction) else value for name, value in found.items()}
    return {"players": spec(game).seats, **usual}


def plain(options: Any) -> dict[str, Any]:
    """The options that are not the usual ones, so that OpenSpiel reads what it has written.

    OpenSpiel reads a text of digits in a game's name as a number: a fraction is always written with its
    stroke, and `brelan_of_aces`, which may be the text 100, is left out where it is that.
    """
    found = {name: getattr(options, name) for name in changed(options)}
    return {
        name: f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else value
        for name, value in found.items()
    }


class TavolaGame(pyspiel.Game):  # type: ignore[misc]
    """One game under some options. Each game is a subclass with its name."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**parameters(self.name), **(params or {})}
        players = int(given.pop("players"))
        self.wanted = spec(self.name, players, **given)
        zero_sum = len(self.wanted.rules.info.sides_of(players)) == 2
        told: dict[str, Any] = {"utility_sum": 0.0} if zero_sum else {}
        info = pyspiel.GameInfo(
            num_distinct_actions=self.wanted.actions,
            max_chance_outcomes=self.wanted.environment.falls,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LONGEST,
            **told,
        )
        kept = {"players": players, **plain(self.wanted.rules.options)}
        super().__init__(game_type(self.name, zero_sum), info, kept)

    def new_initial_state(self, state: str | None = None) -> TavolaState:  # noqa: ARG002 - there are no others
        return TavolaState(self)

    def max_chance_nodes_in_history(self) -> int:
        return LONGEST * CHANCES_EACH

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:  # noqa: ARG002
        return Observer(self.wanted, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def register() -> None:
    """Register every game with OpenSpiel that is not registered yet."""
    known = set(pyspiel.registered_names())
    for game in environments():
        if short_name(game) not in known:
            kind = type(f"Tavola_{game.replace('-', '_')}", (TavolaGame,), {"name": game})
            pyspiel.register_game(game_type(game, zero_sum=True), kind)


register()
