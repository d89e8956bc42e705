"""However many look on, they ask so often together and not more."""

from __future__ import annotations

import heapq

from tavola.server.http.house import LONGEST, SHORTEST, Pace


def asks(onlookers: int, seconds: float) -> list[float]:
    """When they asked, each doing as it is told."""
    pace, times = Pace(most=100), []
    due = [SHORTEST * n / onlookers for n in range(onlookers)]
    heapq.heapify(due)
    while (now := due[0]) < seconds:
        times.append(now)
        heapq.heapreplace(due, now + pace.asked(1000 + now))
    return times


def test_few_ask_every_other_second() -> None:
    assert len(asks(10, 60)) == 10 * 60 / SHORTEST


def test_a_thousand_ask_about_a_hundred_times_a_second() -> None:
    late = [at for at in asks(1000, 300) if at > 60]
    assert 60 <= len(late) / 240 <= 140


def test_nobody_waits_longer_than_that() -> None:
    pace = Pace(most=1)
    for n in range(100_000):
        again = pace.asked(n / 1000)
    assert again == LONGEST
    quiet = [pace.asked(1000 + 60 * n) for n in range(8)]
    assert quiet[-1] == SHORTEST
