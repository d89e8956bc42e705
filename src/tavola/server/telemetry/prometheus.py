"""Counters, gauges and histograms in Prometheus's text format. Counting costs a dictionary access.

Not thread-safe: everything is counted on the event loop.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

MOST_SERIES = 500  # of one metric; label values are our own, but a mistake must not fill the memory
Labels = tuple[str, ...]
Reading = Callable[[], float | Mapping[Labels, float] | Mapping[str, float]]


class Metric:
    """A name, what it means, and the names of its labels."""

    kind = "untyped"

    def __init__(self, name: str, help_: str, labels: Sequence[str] = ()) -> None:
        self.name, self.help, self.labels = name, help_, tuple(labels)

    def samples(self) -> Iterator[str]:
        raise NotImplementedError

    def text(self) -> str:
        head = [f"# HELP {self.name} {self.help}", f"# TYPE {self.name} {self.kind}"]
        return "\n".join([*head, *self.samples()])


class Counter(Metric):
    """Only grows."""

    kind = "counter"

    def __init__(self, name: str, help_: str, labels: Sequence[str] = ()) -> None:
        super().__init__(name, help_, labels)
        self.values: dict[Labels, float] = {} if labels else {(): 0}

    def add(self, *labels: str, by: float = 1) -> None:
        values = self.values
        try:
            values[labels] += by
        except KeyError:
            if len(values) >= MOST_SERIES:
                labels = ("other",) * len(self.labels)
            values[labels] = values.get(labels, 0) + by

    def samples(self) -> Iterator[str]:
        for labels, value in self.values.items():
            yield f"{self.name}{_labelled(self.labels, labels)} {_number(value)}"


class Followed(Counter):
    """Counted elsewhere: read at each scrape."""

    def __init__(self, name: str, help_: str, labels: Sequence[str] = ()) -> None:
        super().__init__(name, help_, labels)
        self._reading: Reading | None = None

    def follow(self, reading: Reading) -> None:
        """Read this at each scrape: a number, or numbers by label."""
        self._reading = reading

    def samples(self) -> Iterator[str]:
        if self._reading is not None:
            found = self._reading()
            if isinstance(found, Mapping):
                self.values = {(k,) if isinstance(k, str) else k: v for k, v in found.items()}
            else:
                self.values = {(): found}
        yield from super().samples()


class Gauge(Followed):
    """Goes up and down: set, or followed."""

    kind = "gauge"

    def set(self, value: float, *labels: str) -> None:
        self.values[labels] = value


class Histogram(Metric):
    """How often a value fell into which of some fixed buckets."""

    kind = "histogram"

    def __init__(self, name: str, help_: str, bounds: Sequence[float]) -> None:
        super().__init__(name, help_)
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value

    @property
    def count(self) -> int:
        return sum(self.counts)

    def samples(self) -> Iterator[str]:
        so_far = 0
        for bound, count in zip((*self.bounds, "+Inf"), self.counts, strict=True):
            so_far += count
            yield f'{self.name}_bucket{{le="{bound}"}} {so_far}'
        yield f"{self.name}_sum {_number(self.sum)}"
        yield f"{self.name}_count {so_far}"


def exposition(metrics: Iterable[Metric]) -> str:
    """All metrics in the text format."""
    return "\n".join(metric.text() for metric in metrics) + "\n"


def _labelled(names: Labels, values: Labels) -> str:
    if not names:
        return ""
    pairs = (f'{name}="{_escaped(value)}"' for name, value in zip(names, values, strict=True))
    return "{" + ",".join(pairs) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(float(value))
