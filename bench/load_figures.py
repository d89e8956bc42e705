"""What was measured, as values that print themselves."""

from __future__ import annotations

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
    server_cpu: float  # processors in use, on average
    load_cpu: float
    games: int = 0  # finished
    lost: int = 0  # connections
    own_stall: float = 0.0  # the longest the players' process kept itself waiting
    refused: dict[str, int] = {}

    @property
    def rate(self) -> float:
        return self.moves / self.seconds if self.seconds else 0.0

    @property
    def cost(self) -> float:
        """Microseconds of the server's processor for one move: what a busy machine disturbs least."""
        return 1e6 * self.server_cpu / self.rate if self.moves else 0.0


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


def together(slices: Sequence[Slice]) -> Together:
    seconds = sum(each.seconds for each in slices)
    return Together(
        who=slices[0].who,
        rate=sum(each.moves for each in slices) / seconds if seconds else 0.0,
        p50=at(0.5, sorted(each.p50 for each in slices)),
        p99=max(each.p99 for each in slices),
        rss=max(max(each.rss) for each in slices),
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
