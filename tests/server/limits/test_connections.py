"""Connections are shared out: who has many leaves as many to others, and who needs his least gives way."""

from __future__ import annotations

import itertools

import pytest

from tavola.server.limits.addresses import network_key
from tavola.server.limits.connections import (
    IDLE,
    OFTEN,
    PRESENT,
    SEATED,
    ConnectionLimit,
    Place,
    Stake,
    TooManyConnections,
)


class House:
    """A connection limit whose connections remember whether they had to go."""

    def __init__(self, most: int, per_address: int = 0) -> None:
        self.limit = ConnectionLimit(most, per_address)
        self.gone: list[str] = []

    def come(self, address: str, standing: int = IDLE, holder: str = "") -> Place | None:
        try:
            return self.limit.enter(
                address, lambda: self.gone.append(f"{address} {holder}"), lambda: Stake(standing, holder)
            )
        except TooManyConnections:
            return None

    def fill(self, addresses: list[str], standing: int = SEATED) -> int:
        """As many as are let in, each another person; how many that were."""
        numbers = itertools.count()
        return sum(
            iter(
                lambda: (
                    self.come(addresses[(n := next(numbers)) % len(addresses)], standing, f"p{n}") is not None
                ),
                False,
            )
        )


def test_an_address_has_no_more_than_are_free() -> None:
    house = House(1000)
    assert house.fill(["10.0.0.1"]) == 500
    assert not house.gone, "players keep their seats"
    assert house.come("10.9.0.1")
    assert house.fill(["10.8.0.1"]) == 250
    assert house.come("10.7.0.1")


def test_a_network_has_no_more_than_twice_as_many_as_are_free() -> None:
    house = House(900)
    assert house.fill([f"2001:db8:1:{n:x}::1" for n in range(100)]) == 600
    assert house.come("2001:db8:2::1", SEATED, "ada")
    assert house.come("10.0.0.1", SEATED, "bo")


def test_a_number_for_each_address() -> None:
    house = House(1000, 3)
    assert house.fill(["10.0.0.1"]) == 3
    with pytest.raises(TooManyConnections, match="already 3 connections"):
        house.limit.enter("10.0.0.1")
    assert house.come("10.0.0.2")


@pytest.mark.parametrize(
    ("standing", "holders"),
    [(IDLE, 1), (IDLE, 500), (PRESENT, 1), (SEATED, 1)],
    ids=["nobody yet", "many tokens", "one who looks on", "one who sits there again and again"],
)
def test_one_person_does_not_lock_out_who_is_behind_the_same_address(standing: int, holders: int) -> None:
    house = House(1000)
    ada = house.come("10.0.0.1", SEATED, "ada")
    for n in range(700):
        house.come("10.0.0.1", standing, f"many {n % holders}")
    house.gone.clear()
    assert house.come("10.0.0.1", SEATED, "bo") is not None
    (gone,) = house.gone
    assert gone.startswith("10.0.0.1 many")
    assert ada is not None
    assert house.limit.count <= 501


def test_when_nothing_is_free_who_has_most_gives_way_and_players_last() -> None:
    house = House(200)
    for n in range(19):
        for m in range(8):
            house.come(f"10.{n}.0.1", SEATED, f"{n} {m}")
    spare = 200 - house.limit.count
    for _ in range(spare):
        place = house.limit.enter("10.99.0.1", lambda: house.gone.append("hog"))
        place.stake = lambda: Stake(IDLE, "hog")
    while house.limit.count < 200:  # others may still come until all is taken
        house.come(f"10.50.{house.limit.count}.1", SEATED, "x")
    house.gone.clear()
    for n in range(5):
        assert house.come(f"10.70.{n}.1", SEATED, f"late {n}")
    assert house.gone == ["hog"] * 5
    assert house.limit.count == 200


def test_a_seat_beyond_what_an_address_is_sure_of_is_the_last_to_go() -> None:
    house = House(160, 100)
    for n in range(100):
        house.come("10.0.0.1", SEATED, f"a{n}")
    for n in range(60):
        house.come(f"10.1.{n}.1", IDLE, f"b{n}")
    assert house.come("10.2.0.1") is None, "all are as modest as he, or sure of their seats"
    house.limit._per_address = 20
    assert house.come("10.2.0.1") is not None
    (gone,) = house.gone
    assert gone.startswith("10.0.0.1 a")


def test_a_newcomer_has_a_moment_to_say_who_he_is() -> None:
    """Others come all the time and say nothing: of those the oldest gives way."""
    house = House(100)
    for _ in range(50):
        house.come("10.0.0.1", IDLE, "")
    ada = house.limit.enter("10.0.0.1", lambda: house.gone.append("ada"))
    for _ in range(45):
        house.come("10.0.0.1", IDLE, "")
    assert "ada" not in house.gone
    ada.stake = lambda: Stake(IDLE, "ada")
    for _ in range(200):
        house.come("10.0.0.1", IDLE, "")
    assert "ada" not in house.gone


def test_who_is_about_to_say_who_he_is_goes_before_nobody_who_said_so_long_ago() -> None:
    """Somebody holds all connections, each by another token; some newcomers have not yet said theirs."""
    house = House(400)
    for n in range(200):
        house.come("10.0.0.1", IDLE, f"token {n}")
    for _ in range(3):
        house.limit.enter("10.0.0.1", lambda: house.gone.append("a newcomer"))
    for n in range(50):
        house.come("10.0.0.1", IDLE, f"another token {n}")
    assert "a newcomer" not in house.gone


def test_a_person_may_sit_there_several_times() -> None:
    house = House(1000, OFTEN)
    for _ in range(OFTEN):
        house.come("10.0.0.1", SEATED, "ada")
    assert house.come("10.0.0.1", SEATED, "bo") is None
    assert not house.gone


def test_nothing_is_kept_of_who_has_left() -> None:
    house = House(100)
    places = [house.come(f"10.0.{n % 3}.{n % 7}", SEATED, str(n)) for n in range(40)]
    for place in [*places[::2], *places[1::2], *places]:
        assert place is not None
        place.leave()
    assert house.limit.count == 0
    assert not house.limit._addresses
    assert not house.limit._networks


def test_connections_at_other_nodes_count() -> None:
    house = House(1000)
    house.limit.elsewhere = lambda owner: 400 if owner == "10.0.0.1" else 0
    assert house.fill(["10.0.0.1"]) == 300


def test_the_network_of_an_address() -> None:
    assert network_key("10.1.2.3") == network_key("::ffff:10.1.2.9") == "10.1.2.0/24"
    assert network_key("2001:db8:1:2::3") == network_key("2001:db8:1:ff::") == "2001:db8:1::/48"
    assert network_key("proxy 77") == "proxy 77"
