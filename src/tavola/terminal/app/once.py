"""A screen that is left once, however fast its keys come."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

T = TypeVar("T")


class Once(Screen[T]):
    """Of two keys in one breath the second finds it gone already, and would close what lies below.

    Where it is one base of several it is not the first, by which Textual styles.
    """

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_current else AwaitComplete()
