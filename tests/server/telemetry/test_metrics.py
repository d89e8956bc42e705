from __future__ import annotations

import re

from tavola.server.telemetry.metrics import Metrics
from tavola.server.telemetry.prometheus import MOST_SERIES, Counter, Gauge, Histogram, exposition

LINE = re.compile(
    r'[a-z_]+(\{[a-z_]+="[^"\n]*"(,[a-z_]+="[^"\n]*")*\})? [0-9.e+-]+|[a-z_]+_bucket\{le="[^"]+"\} \d+'
)


def test_counters_and_gauges() -> None:
    moves, people = Counter("moves_total", "Moves.", ["game"]), Gauge("people", "People.")
    moves.add("421")
    moves.add("421", by=2)
    people.set(2.5)
    text = exposition([moves, people])
    assert 'moves_total{game="421"} 3\n' in text
    assert text.endswith("# TYPE people gauge\npeople 2.5\n")


def test_a_gauge_is_asked_when_somebody_looks() -> None:
    seen = {"waiting": 1.0}
    gauge = Gauge("tables", "Tables.", ["status"])
    gauge.follow(lambda: seen)
    assert 'tables{status="waiting"} 1' in gauge.text()
    seen.clear()
    seen["over"] = 4.0
    assert 'tables{status="over"} 4' in gauge.text()
    assert "waiting" not in gauge.text()


def test_buckets_of_a_histogram_add_up() -> None:
    seconds = Histogram("s", "Seconds.", [0.1, 1])
    for value in (0.05, 0.1, 0.5, 7):
        seconds.observe(value)
    lines = seconds.text().splitlines()[2:]
    assert lines == [
        's_bucket{le="0.1"} 2',
        's_bucket{le="1"} 3',
        's_bucket{le="+Inf"} 4',
        "s_sum 7.65",
        "s_count 4",
    ]
    assert seconds.count == 4


def test_labels_are_escaped_and_bounded() -> None:
    odd = Counter("odd_total", "Odd.", ["what"])
    odd.add('a"b\\c\nd')
    assert r'{what="a\"b\\c\nd"} 1' in odd.text()
    for number in range(MOST_SERIES * 2):
        odd.add(str(number))
    assert len(odd.values) <= MOST_SERIES + 1
    assert sum(odd.values.values()) == MOST_SERIES * 2 + 1


def test_all_of_it_is_well_formed() -> None:
    metrics = Metrics()
    metrics.connections.add("websocket")
    metrics.connections.add("websocket", by=-1)
    metrics.tables.set(3, "playing", "421")
    text = metrics.text()
    samples = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(LINE.fullmatch(line) for line in samples), [s for s in samples if not LINE.fullmatch(s)]
    assert float(re.findall(r"process_resident_memory_bytes (\d+)", text)[0]) > 1e6
    names = re.findall(r"# TYPE (\S+)", text)
    assert len(names) == len(set(names)) > 15
