"""What a bot may do wrong, and how it is told."""

from __future__ import annotations

from typing import Literal

from tavola.core.errors import Trouble

Kind = Literal["crashed", "stalled", "cheated"]


class Fault(Trouble):
    """A bot lost its game by its own doing. `detail` is its traceback, or the end of its error stream."""

    def __init__(self, kind: Kind, why: str, detail: str = "") -> None:
        super().__init__(kind, why, detail)  # all of them, so that it can travel from one process to another
        self.kind, self.why, self.detail = kind, why, detail

    def __str__(self) -> str:
        return f"{self.kind}: {self.why}"
