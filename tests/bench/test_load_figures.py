"""What the load harness makes of its measurements."""

from __future__ import annotations

from bench.load_figures import Slice, at, beside, costs, latency, line, together


def a_slice(who: str, moves: int, p99: float, **more: object) -> Slice:
    made = Slice(
        who=who,
        seconds=10.0,
        moves=moves,
        p50=1.0,
        p99=p99,
        worst=99.0,
        rss=[50.0, 60.0, 55.0],
        used={"server": 6.0, "log writer": 4.0},
        load_cpu=0.5,
    )
    for name, value in more.items():
        setattr(made, name, value)
    return made


def test_a_percentile_is_the_value_that_enough_lie_below_or_at() -> None:
    hundred = [float(n) for n in range(1, 101)]
    assert (at(0.5, hundred), at(0.99, hundred), at(1.0, hundred)) == (50.0, 99.0, 100.0)
    assert at(0.99, [7.0]) == at(0.0, [7.0]) == 7.0
    assert at(0.99, []) == 0.0


def test_latency_needs_no_order() -> None:
    assert latency([3.0, 1.0, 2.0]) == (2.0, 3.0, 3.0)
    assert latency([]) == (0.0, 0.0, 0.0)


def test_slices_together_have_one_rate_and_the_worst_p99() -> None:
    both = together([a_slice("ours", 1000, 9.0), a_slice("ours", 3000, 4.0)])
    assert (both.rate, both.p99, both.rss) == (200.0, 9.0, 60.0)


def test_a_move_costs_what_the_processor_worked_for_it() -> None:
    assert a_slice("ours", 50_000, 1.0).cost == 200.0  # one processor all the time, 5,000 moves a second
    assert a_slice("ours", 0, 0.0).cost == 0.0


def test_the_sentence_compares_rates() -> None:
    said = beside(together([a_slice("ours", 6000, 9.0)]), together([a_slice("theirs", 3000, 45.0)]))
    assert "2.00 times theirs's 300" in said
    assert "p99 9.0 ms beside 45.0 ms" in said


def test_trouble_is_shown_not_hidden() -> None:
    shown = line(a_slice("ours", 10, 1.0, lost=3, refused={"too_much: slow down": 2}))
    assert "3 connections lost" in shown
    assert "2 × too_much: slow down" in shown


def test_a_move_costs_what_each_process_used_for_it() -> None:
    both = together([a_slice("ours", 1000, 9.0), a_slice("ours", 3000, 4.0)])
    assert both.cost == {"server": 3000.0, "log writer": 2000.0}
    assert both.per_processor == 200.0
    assert "3000.0" in costs([both])
    assert "2000.0" in costs([both])
