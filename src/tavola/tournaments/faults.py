"""What a bot may do wrong, and how it is told."""

from __future__ import annotations

from typing import Literal, get_args

from tavola.core.errors import BrokenRecord, Trouble

Kind = Literal["crashed", "stalled", "cheated"]


class Fault(Trouble):
    """A bot lost its game by its own doing. `detail` is its traceback, or the end of its error stream."""

    def __init__(self, kind: Kind, why: str, detail: str = "") -> None:
        super().__init__(kind, why, detail)  # all of them, so that it can travel from one process to another
        self.kind, self.why, self.detail = kind, why, detail

    def __str__(self) -> str:
        return f"{self.kind}: {self.why}"


def tagged(seat: int, fault: Fault) -> str:
    """What a record says of it."""
    return f"{seat} {fault}"


def of_tag(tag: str, seats: int) -> tuple[int, Kind]:
    """Whose fault a record tells of, and which; the inverse of `tagged`, as far as anybody counts."""
    seat, _, rest = tag.partition(" ")
    kind = next((each for each in get_args(Kind) if rest.startswith(f"{each}:")), None)
    if kind is None or seat not in map(str, range(seats)):
        raise BrokenRecord(0, f"its Fault should look like '0 crashed: why', not {tag[:40]!r}")
    return int(seat), kind
