"""What was measured, as values that print themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec


def at(share: float, ordered: Sequence[float]) -> float:
    """The value below or at which so large a share of them lies; 0 of none."""
    if not ordered:
        return 0.0
    return ordered[min(len(ordered) - 1, max(0, -int(-share * len(ordered) // 1) - 1))]


class Slice(msgspec.Struct, kw_only=True):
    """One server under load for some seconds. Times in milliseconds, memory in megabytes."""

    who: str
    seconds: float
    moves: int
    p50: float
    p99: float
    worst: float
    rss: list[float]  # at the start, in the middle, at the end
    used: dict[str, float]  # seconds of processor, by process of the server
    load_cpu: float  # processors in use by the players, on average
    games: int = 0  # finished
    lost: int = 0  # connections
    own_stall: float = 0.0  # the longest the players' process kept itself waiting
    refused: dict[str, int] = {}

    @property
    def rate(self) -> float:
        return self.moves / self.seconds if self.seconds else 0.0

    @property
    def server_cpu(self) -> float:
        """Processors in use by the server, on average."""
        return sum(self.used.values()) / self.seconds if self.seconds else 0.0

    @property
    def cost(self) -> float:
        """Microseconds of the server's processor for one move: what a busy machine disturbs least."""
        return 1e6 * sum(self.used.values()) / self.moves if self.moves else 0.0


def latency(milliseconds: Iterable[float]) -> tuple[float, float, float]:
    """The median, the 99th percentile and the worst."""
    ordered = sorted(milliseconds)
    return at(0.5, ordered), at(0.99, ordered), (ordered[-1] if ordered else 0.0)


class Together(msgspec.Struct, kw_only=True):
    """All slices of one server: the rate over all of them, the worst p99 of any."""

    who: str
    rate: float
    p50: float
    p99: float
    rss: float
    cost: dict[str, float]  # microseconds of processor for one move, by process

    @property
    def per_processor(self) -> float:
        """Moves that a second of processor makes, all processes of the server together."""
        whole = sum(self.cost.values())
        return 1e6 / whole if whole else 0.0


def together(slices: Sequence[Slice]) -> Together:
    seconds, moves = sum(each.seconds for each in slices), sum(each.moves for each in slices)
    used: Counter[str] = Counter()
    for each in slices:
        used.update(each.used)
    return Together(
        who=slices[0].who,
        rate=moves / seconds if seconds else 0.0,
        p50=at(0.5, sorted(each.p50 for each in slices)),
        p99=max(each.p99 for each in slices),
        rss=max(max(each.rss) for each in slices),
        cost={who: 1e6 * each / max(1, moves) for who, each in used.items()},
    )


STALL = 20.0  # milliseconds; longer ones are worth a word

HEAD = (
    f"{'':34}{'moves/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'worst':>9}{'RSS MB: start, middle, end':>28}"
    f"{'CPU':>6}{'load':>6}{'µs/move':>9}"
)


def line(each: Slice) -> str:
    memory = " ".join(f"{size:.0f}" for size in each.rss)
    said = (
        f"{each.who:34}{each.rate:9,.0f}{each.p50:9.1f}{each.p99:9.1f}{each.worst:9.1f}{memory:>28}"
        f"{each.server_cpu:6.2f}{each.load_cpu:6.2f}{each.cost:9.0f}"
    )
    trouble = [f"{each.lost} connections lost"] if each.lost else []
    if each.own_stall > STALL:
        trouble.append(f"the players' own process stood still for {each.own_stall:.0f} ms")
    trouble += [f"{count} × {why}" for why, count in each.refused.items()]
    return "\n    ".join([said, *trouble])


def beside(ours: Together, theirs: Together) -> str:
    """The one sentence of it all."""
    ratio = ours.rate / theirs.rate if theirs.rate else float("inf")
    return (
        f"{ours.who}: {ours.rate:,.0f} moves a second, {ratio:.2f} times {theirs.who}'s {theirs.rate:,.0f}; "
        f"p99 {ours.p99:.1f} ms beside {theirs.p99:.1f} ms (the worst slice of each)"
    )


PARTS = ("server", "log writer")


def costs(all_: Iterable[Together]) -> str:
    """A table of what a move costs, process by process."""
    head = f"{'processor, µs a move':34}" + "".join(f"{part:>20}" for part in PARTS)
    lines = [head + f"{'together':>10}{'moves a processor-second':>26}"]
    for each in all_:
        parts = "".join(f"{each.cost.get(part, 0.0):20.1f}" for part in PARTS)
        lines.append(f"{each.who:34}{parts}{sum(each.cost.values()):10.1f}{each.per_processor:26,.0f}")
    return "\n".join(lines)
