"""What all `optimal` players share: the use of what `analysis` has solved.

Making such a player costs nothing: its policy is fetched at the first decision, from disk where it was solved
before. `prepare` fetches it earlier, and shows progress.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from random import Random
from threading import Lock
from typing import Any, TypeVar, cast

from tavola.core.contract import CHANCE, OVER, Rules

P = TypeVar("P")
MOST = 8  # policies kept, some megabytes each

_there: OrderedDict[Hashable, Any] = OrderedDict()
_fetching: dict[Hashable, Lock] = {}
_door = Lock()


def fetch(key: Hashable, make: Callable[[], P]) -> P:
    """The policy of a key, made once. Threads that want different ones don't wait for each other."""
    with _door:
        if key in _there:
            return cast(P, _found(key))
        turn = _fetching.setdefault(key, Lock())
    with turn:
        with _door:
            if key in _there:
                return cast(P, _found(key))
        made = make()
        with _door:
            _there[key] = made
            _fetching.pop(key, None)
            while len(_there) > MOST:
                _there.popitem(last=False)
        return made


def _found(key: Hashable) -> Any:
    _there.move_to_end(key)
    return _there[key]


def rehearse(rules: Rules[Any, Any], state: Any, move: Callable[[Any], Any], decisions: int = 1) -> None:
    """Make some decisions for nothing: the first one compiles what all the others need.

    No driver plays this: it begins in any state, which no match does, and a policy looks at states.
    """
    rng = Random(0)
    while decisions and (actor := rules.actor(state)) != OVER:
        if actor == CHANCE:
            state = rules.play(state, rules.chance(state).sample(rng)).state
        else:
            state = rules.play(state, move(state)).state
            decisions -= 1
