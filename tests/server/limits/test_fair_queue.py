"""The fair queue, as a value: who comes next, counted and not timed."""

from __future__ import annotations

from collections import Counter

import pytest

from tavola.server.limits.fair_queue import (
    HALF_LIFE,
    STAYS,
    Estimates,
    FairQueue,
    Ledger,
    Payer,
    Payers,
    place_of,
)

EVIL, ADA, BO = Payer("192.0.2.1", "evil"), Payer("192.0.2.2", "ada"), Payer("192.0.2.2", "bo")


def served(queue: FairQueue[int], ledger: Ledger, times: int, cost: float = 1.0, now: float = 0.0) -> str:
    """The first letters of the holders that come next, each paying `cost`."""
    found = ""
    for _ in range(times):
        if (next_ := queue.pop()) is None:
            break
        ledger.charge(next_[0], cost, now)
        found += next_[0].holder[0]
    return found


def test_who_comes_late_and_has_spent_nothing_is_next() -> None:
    queue: FairQueue[int] = FairQueue(ledger := Ledger())
    for number in range(60):
        queue.push(EVIL, number)
    assert served(queue, ledger, 2) == "ee"
    queue.push(ADA, 0)
    assert served(queue, ledger, 2) == "ae"


def test_two_who_ask_for_more_than_there_is_get_the_same() -> None:
    queue: FairQueue[int] = FairQueue(ledger := Ledger())
    for number in range(60):
        queue.push(EVIL, number)
    for number in range(10):
        queue.push(ADA, number)
    assert Counter(served(queue, ledger, 20)) == {"e": 10, "a": 10}


def test_it_is_cost_that_counts_and_not_how_often() -> None:
    queue: FairQueue[int] = FairQueue(ledger := Ledger())
    for number in range(40):
        queue.push(EVIL, number)
        queue.push(ADA, number)
    spent: Counter[str] = Counter()
    for _ in range(33):
        found = queue.pop()
        assert found is not None
        cost = 10.0 if found[0] == EVIL else 1.0
        spent[found[0].holder] += int(cost)
        ledger.charge(found[0], cost, 0.0)
    assert abs(spent["evil"] - spent["ada"]) <= 10


def test_an_address_has_one_share_however_many_tokens_and_those_behind_it_share_that() -> None:
    queue: FairQueue[int] = FairQueue(ledger := Ledger())
    for token in range(50):
        queue.push(Payer("192.0.2.1", f"evil {token}"), token)
    for number in range(20):
        queue.push(ADA, number)
        queue.push(BO, number)
    assert Counter(served(queue, ledger, 20)) == {"e": 10, "a": 5, "b": 5}


def test_a_classmate_does_not_wait_behind_sixty_tables() -> None:
    queue: FairQueue[int] = FairQueue(ledger := Ledger())
    for number in range(60):
        queue.push(ADA, number)
    assert served(queue, ledger, 5) == "aaaaa"
    queue.push(BO, 1)
    assert served(queue, ledger, 2) == "ba"


def test_what_was_spent_is_forgotten_by_and_by() -> None:
    ledger = Ledger()
    ledger.charge(EVIL, 8.0, 0.0)
    assert ledger.spent(EVIL, HALF_LIFE) == pytest.approx(4.0)
    ledger.charge(ADA, 5.0, HALF_LIFE)  # less than he ever spent, more than what is left of it
    queue: FairQueue[int] = FairQueue(ledger)
    queue.push(ADA, 1)
    queue.push(EVIL, 1)
    assert served(queue, ledger, 2, now=HALF_LIFE) == "ea"


def test_what_was_charged_too_much_comes_back() -> None:
    ledger = Ledger()
    ledger.charge(EVIL, 3.0, 1e9)
    ledger.charge(EVIL, -3.0, 1e9)
    assert ledger.spent(EVIL, 1e9) == 0
    assert len(ledger) == 0


def test_the_ledger_is_bounded_and_remembers_who_spent_most() -> None:
    ledger = Ledger(most=10)
    ledger.charge(EVIL, 100.0, 0.0)
    for number in range(1000):
        ledger.charge(Payer(f"a{number}", "x"), 0.1, 0.0)
    assert len(ledger) <= 12
    assert ledger.spent(EVIL, 0.0) == pytest.approx(100.0)


def test_if_there_is_no_room_who_has_most_waiting_loses_his_newest() -> None:
    queue: FairQueue[int] = FairQueue(Ledger(), most=3)
    assert [queue.push(EVIL, number) for number in range(4)] == [None, None, None, 3]
    assert queue.push(ADA, 10) == 2
    assert (queue.waiting(EVIL.place), queue.waiting(ADA.place), len(queue)) == (2, 1, 3)


def test_who_does_not_want_to_wait_is_out_of_the_way() -> None:
    queue: FairQueue[int] = FairQueue(Ledger())
    for payer in (EVIL, ADA, BO):
        queue.push(payer, 7)
    assert queue.ahead(BO, 7) == 1
    queue.remove(EVIL, 7)
    queue.remove(EVIL, 7)
    queue.remove(ADA, 8)
    assert [queue.pop(), queue.pop(), queue.pop()] == [(ADA, 7), (BO, 7), None]
    assert len(queue) == 0


def test_one_token_at_several_addresses_has_one_share_for_as_long_as_he_keeps_coming() -> None:
    payers = Payers()
    assert payers.of("192.0.2.1", "ada", 0.0) == Payer("192.0.2.1", "ada")
    assert payers.of("192.0.2.9", "ada", STAYS) == Payer("192.0.2.1", "ada")
    assert payers.of("192.0.2.9", "ada", 3 * STAYS) == Payer("192.0.2.9", "ada")


def test_a_line_of_ipv6_is_one_place() -> None:
    assert place_of("2001:db8:0:1200::1") == place_of("2001:db8:0:ffff::2") == "2001:db8::/48"
    assert place_of("2001:db8:1::1") != place_of("2001:db8:0::1")
    assert place_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert place_of("unknown") == "unknown"


def test_estimates_follow_what_was_measured() -> None:
    estimates = Estimates(most=2, weight=0.5)
    assert estimates.of("a", 7.0) == 7.0
    for seconds in (1.0, 3.0):
        estimates.learn("a", seconds)
    assert estimates.of("a", 7.0) == 2.0
    for kind in "bc":
        estimates.learn(kind, 1.0)
    assert estimates.of("a", 7.0) == 7.0
