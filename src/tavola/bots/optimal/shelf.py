"""Policies kept for the whole process: whoever asks first fetches one, the others wait for it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar, cast

P = TypeVar("P")
MOST = 8  # of some megabytes each

_there: OrderedDict[Hashable, Any] = OrderedDict()
_fetching: dict[Hashable, Lock] = {}
_door = Lock()


def fetch(key: Hashable, make: Callable[[], P]) -> P:
    """The policy of a key, made once. Two who want different ones don't wait for each other."""
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
