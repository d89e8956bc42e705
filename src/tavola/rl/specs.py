"""The description of an environment: its seats, its decisions and their numbers, its observations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

from tavola.core.contract import Rules, Seat
from tavola.core.errors import BadOption, BadSeats
from tavola.core.extras import FAST, RL, Needs
from tavola.core.game import Game
from tavola.core.options import changed
from tavola.core.plugins import BrokenPlugin
from tavola.games import OURS, game_names, game_of
from tavola.games import rules as rules_of

if TYPE_CHECKING:
    from tavola.fast.env_kernel import Environment, Field

# Raised in a `Game` whenever the same seed and the same decisions no longer give the same observations, masks
# and rewards. `tests/rl/test_versions.py` notices.
VERSIONS = {name: game.environment_version for name, game in OURS.items() if game.environment}


def environments() -> dict[str, Game]:
    """Every game that has an environment, those of other packages too; a broken one is left out."""
    found = {}
    for name in game_names():
        try:
            game = game_of(name)
        except BrokenPlugin:
            continue  # reported when it is asked for by name
        if game.environment:
            found[name] = game
    return found


REWARDS = ("wins", "points")
LONGEST = 100_000  # decisions; a longer game is truncated
MOST_LONGEST = 1 << 40
COMPILED = Needs(RL.install, FAST.modules)  # for what needs neither Gymnasium nor PettingZoo


@dataclass(frozen=True)
class Spec:
    """One game under some options, with so many seats, as an environment."""

    rules: Rules[Any, Any]
    seats: int

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.rules.info.name

    @property
    def version(self) -> int:
        """The number at the end of the environment's name."""
        return game_of(self.game).environment_version

    @cached_property
    def environment(self) -> Environment:
        from tavola.fast.env_kernel import environment_of

        found = environment_of(self.game)
        assert found is not None  # `spec` has checked it
        return found

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """What the numbers of an observation mean, one field after the other."""
        return self.environment.fields(self.rules, self.seats)

    @cached_property
    def width(self) -> int:
        """How many numbers an observation has."""
        return sum(field.size for field in self.fields)

    @cached_property
    def actions(self) -> int:
        """How many decisions have a number; the mask says which of them are legal."""
        return self.environment.actions(self.rules)

    @cached_property
    def tables(self) -> Any:
        rules: Any = self.rules  # hashable, which the contract does not ask for
        return _tables(self.environment, rules)

    @cached_property
    def variant(self) -> Any:
        return self.rules.options.variant

    def index(self, state: Any, move: Any) -> int:
        """The number of a legal move in a state. The move may be a text: `7d x 5c 2b`."""
        meant = self.rules.parse(move) if isinstance(move, str) else move
        if meant not in self.rules.moves(state):
            legal = ", ".join(map(str, self.rules.moves(state)))
            raise BadOption(f"{str(move)[:40]} is not legal here; legal now: {legal or 'nothing'}")
        return self.environment.index(self.rules, state, meant)

    def move(self, state: Any, index: SupportsIndex) -> Any:
        """The move that a number means in a state, where it is legal."""
        legal = {self.environment.index(self.rules, state, move): move for move in self.rules.moves(state)}
        number = whole(index)
        if number is None or number not in legal:
            said = ", ".join(f"{n} ({move})" for n, move in sorted(legal.items()))
            raise BadOption(f"{str(index)[:40]} is no decision here; legal now: {said or 'nothing'}")
        return legal[number]

    def meant(self, state: Any, index: int) -> Any:
        """The same, where the number is known to be legal."""
        return self.environment.move(self.rules, state, index)

    def slices(self) -> dict[str, slice]:
        """Where each field is in an observation."""
        found, at = {}, 0
        for field in self.fields:
            found[field.name] = slice(at, at + field.size)
            at += field.size
        return found

    def __deepcopy__(self, memo: dict[int, Any]) -> Spec:
        return self  # nothing in it ever changes

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what it is made from; the tables are made again on loading."""
        return _again, (self.game, self.seats, changed(self.rules.options))

    def __str__(self) -> str:
        seats = "1 seat" if self.seats == 1 else f"{self.seats} seats"
        lines = [f"{self.game}, {seats}: {self.actions} decisions, {self.width} numbers"]
        for name, where in self.slices().items():
            meaning = next(field.meaning for field in self.fields if field.name == name)
            lines.append(f"  {where.start:4} to {where.stop - 1:4}  {name}: {meaning}")
        return "\n".join(lines)


def spec(game: str, seats: int | None = None, /, preset: str | None = None, **options: Any) -> Spec:
    """A game as an environment; refused with the reason if it can't be one."""
    rules = rules_of(game, preset, **options)
    if not game_of(game).environment:
        raise BadOption(f"{game} has no environment; there are: {', '.join(environments())}")
    COMPILED.check("tavola.rl")
    info = rules.info
    usual = 2 if 2 in info.seats else info.seats[0]
    number = usual if seats is None else whole(seats)
    if number not in info.seats:
        raise BadSeats(info.name, cast(int, seats), info.seats)
    found = Spec(rules, number)
    if refusal := found.environment.refuses(rules):
        raise BadOption(refusal)
    return found


@lru_cache(maxsize=16)
def _tables(environment: Environment, rules: Any) -> Any:
    """Made once for all environments of the same game and options."""
    return environment.tables(rules)


def _again(game: str, seats: int, options: dict[str, str]) -> Spec:
    return spec(game, seats, **options)


def check_rewards(rewards: str) -> None:
    if rewards not in REWARDS:
        raise BadOption(f"rewards are {' or '.join(REWARDS)}, not {str(rewards)[:40]!r}")


def check_seat(seat: Seat, seats: int) -> Seat:
    found = whole(seat)
    if found is None or not 0 <= found < seats:
        raise BadOption(f"there is no seat {str(seat)[:40]}; seats are 0 to {seats - 1}")
    return found


def check_number(name: str, number: object, low: int, high: int) -> int:
    found = None if isinstance(number, bool) else whole(number)
    if found is None or not low <= found <= high:
        raise BadOption(f"{name} is a whole number from {low} to {high}, not {str(number)[:40]}")
    return found


def whole(number: object) -> int | None:
    """A whole number, NumPy's too, as a Python int; None for anything else, such as 2.5."""
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        return None
