"""`tavola.rules`, typed: a game of ours has the type of its rules, and its options their names.

Made by tools/typed_rules.py (`make schema`) from the games. Do not edit: change the games instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from tavola.core.contract import Rules

if TYPE_CHECKING:
    from tavola.games.dice_poker.game import DicePoker
    from tavola.games.five_thousand.game import FiveThousand
    from tavola.games.fourtwentyone.game import FourTwentyOne
    from tavola.games.scopetta.game import Scopetta
    from tavola.games.spazzino.game import Spazzino
    from tavola.games.tombolon.game import Tombolon


@overload
def rules(
    game: Literal["421"],
    /,
    preset: Literal["standard", "classic"] | None = None,
    *,
    suites: bool | str = ...,
    nenette: Literal["above_others", "lowest"] = ...,
    others_value: int | str = ...,
    count: Literal["every_throw", "last_throw"] = ...,
    knock: Any = ...,
) -> FourTwentyOne: ...
@overload
def rules(
    game: Literal["5000"],
    /,
    preset: None = None,
    *,
    goal: int | str = ...,
    brelan_of_aces: Literal["100", "best"] = ...,
) -> FiveThousand: ...
@overload
def rules(
    game: Literal["dice-poker"],
    /,
    preset: None = None,
    *,
    points: Literal["table", "linear", "recalibrated"] = ...,
    goal: int | str = ...,
    rerolls: int | str = ...,
) -> DicePoker: ...
@overload
def rules(
    game: Literal["spazzino"],
    /,
    preset: None = None,
    *,
    target: int | str = ...,
) -> Spazzino: ...
@overload
def rules(
    game: Literal["scopetta"],
    /,
    preset: None = None,
    *,
    target: int | str = ...,
    primiera: Literal["values", "sevens"] = ...,
    napola: bool | str = ...,
) -> Scopetta: ...
@overload
def rules(
    game: Literal["tombolon"],
    /,
    preset: Literal["rovigo", "padova"] | None = None,
    *,
    target: int | str = ...,
    colour: Literal["all", "any_three"] = ...,
    call_out: bool | str = ...,
    padova: bool | str = ...,
) -> Tombolon: ...
@overload
def rules(game: str, /, preset: str | None = None, **options: Any) -> Rules[Any, Any]: ...
def rules(game: str, /, preset: str | None = None, **options: Any) -> Rules[Any, Any]:
    """The rules of a game: `rules("421", suites=False)`, `rules("421", preset="classic")`.

    >>> import tavola
    >>> tavola.rules("421", suites=False).options.suites
    False
    """
    from tavola.games import rules_named

    return rules_named(game, preset, options)
