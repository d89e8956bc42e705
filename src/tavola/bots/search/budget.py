"""How long `master` may think, and how well it plays: the argument after the colon of its name."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from tavola.core.errors import BadOption
from tavola.core.words import Phrase

MOST_ITERATIONS = 2_000_000
LONGEST, SHORTEST = 30.0, 0.001  # seconds
MOST_THREADS = 8
ITERATIONS_A_SECOND = 100_000
MASTER_TAKES = Phrase(
    "the bot master takes a level from 1 to 5, or iterations=2000, or seconds=0.3, perhaps followed by "
    "+threads=2, not {given}",
    "le bot master prend un niveau de 1 à 5, ou iterations=2000, ou seconds=0.3, suivi si l'on veut de "
    "+threads=2, pas {given}",
    "il bot master prende un livello da 1 a 5, o iterations=2000, o seconds=0.3, con +threads=2 se si vuole, "
    "non {given}",
)


@dataclass(frozen=True, slots=True)
class Budget:
    """Thinking ends after so many iterations or so many seconds, whichever is given."""

    iterations: int = 0
    seconds: float = 0.0
    threads: int = 1
    solves: bool = True  # solves the last cards exactly, when nothing is hidden any more
    listens: bool = True  # uses what others play as evidence of their hands
    mistakes: float = 0.0  # typical loss of a move, in points

    @property
    def cost(self) -> float:
        """The approximate cost of a decision, in seconds of a slow core."""
        return max(self.seconds, self.iterations / ITERATIONS_A_SECOND) * self.threads


# With a number of iterations the same luck gives the same play. The highest level has a time limit instead.
LEVELS = {
    1: Budget(iterations=30, solves=False, listens=False, mistakes=3.0),
    2: Budget(iterations=100, solves=False, listens=False, mistakes=0.8),
    3: Budget(iterations=500),
    4: Budget(iterations=5_000),
    5: Budget(seconds=1.0, threads=max(1, min(4, (os.cpu_count() or 1) // 2))),
}


def read_budget(argument: str) -> Budget:
    """`3`, `iterations=2000`, `seconds=0.3+threads=2`; an empty text is the highest level."""
    text = argument.strip().lower()
    if not text:
        return LEVELS[max(LEVELS)]
    if text.isascii() and text.isdigit() and len(text) < 3 and int(text) in LEVELS:
        return LEVELS[int(text)]
    given: dict[str, str] = {}
    for part in text.split("+"):
        name, equals, value = part.partition("=")
        if not equals or name.strip() in given or name.strip() not in ("iterations", "seconds", "threads"):
            raise _refused(argument)
        given[name.strip()] = value.strip()
    if ("iterations" in given) == ("seconds" in given):
        raise _refused(argument)
    threads = _whole("threads", given.get("threads", "1"), MOST_THREADS)
    if "iterations" in given:
        budget = Budget(iterations=_whole("iterations", given["iterations"], MOST_ITERATIONS))
    else:
        budget = Budget(seconds=_seconds(given["seconds"]))
    return replace(budget, threads=threads)


def _refused(argument: str) -> BadOption:
    return BadOption(MASTER_TAKES.fill(given=repr(argument[:40])))


def _whole(name: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and 1 <= int(text) <= most):
        raise BadOption(f"{name} of the bot master is a whole number from 1 to {most:,}, not {text[:40]!r}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = float(text) if text.isascii() and len(text) <= 20 else 0.0
    except ValueError:
        value = 0.0
    if not SHORTEST <= value <= LONGEST:
        raise BadOption(
            f"seconds of the bot master are a number from {SHORTEST} to {LONGEST:.0f}, not {text[:40]!r}"
        )
    return value
