from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tavola.server.limits.addresses import address_key, client_address
from tavola.server.limits.rates import RateLimits, TokenBuckets
from tavola.server.setting_kinds import Rate
from tavola.server.settings import Settings


def test_a_burst_then_a_wait_then_one_again() -> None:
    rates = RateLimits({"chat": Rate(5, 10)})
    assert [rates.take("chat", "ada", 100.0) for _ in range(5)] == [0.0] * 5
    assert rates.take("chat", "ada", 100.0) == pytest.approx(2.0)
    assert rates.take("chat", "ada", 101.0) == pytest.approx(1.0)
    assert rates.take("chat", "bob", 101.0) == 0.0
    assert rates.take("chat", "ada", 102.0) == 0.0
    assert rates.take("chat", "ada", 102.0) > 0


def test_what_it_says_to_wait_is_enough() -> None:
    bucket, rng, now = TokenBuckets(Rate(3, 7)), Random(1), 0.0
    for _ in range(1000):
        now += rng.random() * 3
        if wait := bucket.take("x", now):
            now += wait
            assert bucket.take("x", now) == 0.0


def test_no_stretch_of_time_sees_more_than_a_burst_and_the_refill() -> None:
    bucket, rng, now = TokenBuckets(Rate(10, 5)), Random(2), 0.0
    taken = []
    for _ in range(5000):
        now += rng.random() * 0.3
        if not bucket.take("x", now):
            taken.append(now)
    for length in (1.0, 5.0, 20.0):
        most = max(sum(1 for t in taken if start <= t <= start + length) for start in taken)
        assert most <= 10 + 2 * length + 1


def test_several_at_once() -> None:
    bucket = TokenBuckets(Rate(5, 5))
    assert bucket.take("x", 0.0, many=4) == 0.0
    assert bucket.take("x", 0.0, many=2) == pytest.approx(1.0)
    assert bucket.take("x", 0.0) == 0.0


def test_memory_is_bounded_whoever_comes() -> None:
    bucket = TokenBuckets(Rate(1, 1000), most=100)
    for number in range(10_000):
        bucket.take(str(number), number / 1000)
    assert len(bucket) <= 200


def test_the_forgotten_were_full() -> None:
    bucket = TokenBuckets(Rate(2, 10))
    for now in (0.0, 9.0, 9.5):
        bucket.take("x", now)
    assert bucket.take("x", 9.6) > 0
    bucket.take("y", 10.0)
    assert bucket.take("x", 10.1) > 0, "a new generation must not forgive"
    for now in (40.0, 60.0):
        bucket.take("z", now)
    assert len(bucket) <= 2


def test_every_kind_has_its_rate() -> None:
    rates = RateLimits.of(Settings())
    kinds = Counter(name.removesuffix("_rate") for name in Settings.__dataclass_fields__ if "_rate" in name)
    assert all(rates.take(kind, "x", 0.0) == 0.0 for kind in kinds)
    assert len(rates) == len(kinds)


def test_a_household_of_ipv6_is_one_address() -> None:
    assert address_key("2001:db8::1") == address_key("2001:db8::ffff:1") != address_key("2001:db8:0:1::1")
    assert address_key("::ffff:10.0.0.1") == address_key("10.0.0.1")
    assert address_key("fe80::1%eth0") == "fe80::/64"
    assert address_key("testing" * 100) == address_key("testing" * 200)


PROXY = ("10.0.0.0/8",)


@pytest.mark.parametrize(
    ("peer", "forwarded", "trusted", "who"),
    [
        ("1.2.3.4", "9.9.9.9", (), "1.2.3.4"),
        ("1.2.3.4", "9.9.9.9", PROXY, "1.2.3.4"),
        ("10.0.0.1", "9.9.9.9", PROXY, "9.9.9.9"),
        ("10.0.0.1", "6.6.6.6, 9.9.9.9, 10.1.1.1", PROXY, "9.9.9.9"),
        ("10.0.0.1", "", PROXY, "10.0.0.1"),
        ("10.0.0.1", "rubbish", PROXY, "unknown"),
        ("::ffff:10.0.0.1", "9.9.9.9", PROXY, "9.9.9.9"),
    ],
)
def test_only_a_trusted_proxy_says_who_asks(
    peer: str, forwarded: str, trusted: tuple[str, ...], who: str
) -> None:
    assert client_address(peer, forwarded, trusted) == who


def test_asking_how_long_takes_nothing() -> None:
    bucket = TokenBuckets(Rate(2, 10))
    assert bucket.wait("a", 100.0) == 0.0
    for now in (100.0, 100.0, 100.0, 101.0):
        waits = bucket.wait("a", now)
        assert waits == bucket.wait("a", now) == pytest.approx(bucket.take("a", now))
    assert bucket.wait("b", 101.0) == 0.0
    assert bucket.wait("a", 105.0) == 0.0
