"""The faults by which a bot loses a game, and their tag in records."""

from __future__ import annotations

from typing import Literal, get_args

from tavola.core.errors import BrokenRecord, Trouble

Kind = Literal["crashed", "stalled", "cheated"]


class Fault(Trouble):
    """A bot lost its game by crashing, stalling or an illegal move. `detail` is its traceback, or the end of
    its stderr."""

    def __init__(self, kind: Kind, why: str, detail: str = "") -> None:
        super().__init__(kind, why, detail)  # all of them, so that it can be pickled
        self.kind, self.why, self.detail = kind, why, detail

    def __str__(self) -> str:
        return f"{self.kind}: {self.why}"


def tagged(seat: int, fault: Fault) -> str:
    """The tag of a record."""
    return f"{seat} {fault}"


def of_tag(tag: str, seats: int) -> tuple[int, Kind]:
    """The seat and the kind of fault in a tag: the inverse of `tagged`, without the reason."""
    seat, _, rest = tag.partition(" ")
    kind = next((each for each in get_args(Kind) if rest.startswith(f"{each}:")), None)
    if kind is None or seat not in map(str, range(seats)):
        raise BrokenRecord(0, f"its Fault should look like '0 crashed: why', not {tag[:40]!r}")
    return int(seat), kind
