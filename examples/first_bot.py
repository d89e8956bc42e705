"""The shortest bot there is: a function. It plays every game, and takes the first move it is offered.

tavola bot check first_bot.py:choose --game scopetta
tavola bot run first_bot.py:choose --game scopetta --against house
"""

from __future__ import annotations

from typing import Any


def choose(moves: list[str], sight: dict[str, Any]) -> str:  # noqa: ARG001 - it does not look
    """`moves` are texts such as "7d x 5c 2b"; `sight` is all your seat may know. Return one of the moves."""
    return moves[0]
