from __future__ import annotations

from dataclasses import replace

import pytest

from tavola.server.connections.allowed_hosts import host_name, is_here, why_not_called
from tavola.server.settings import Settings

HERE, EVERYWHERE = Settings(), Settings(host="0.0.0.0")
OURS = [
    "localhost",
    "localhost:8421",
    "LOCALHOST.",
    "127.0.0.1:8421",
    "127.8.9.1",
    "[::1]:8421",
    "[::1]",
    "",
]
OTHERS = [
    "evil.example",
    "evil.example:8421",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil.example.",
    "192.168.1.7:8421",
    "[fe80::1]",
    "127.0.0.1@evil.example",
    "?",
]


@pytest.mark.parametrize("host", OURS)
@pytest.mark.parametrize("bound", ["127.0.0.1", "::1", "localhost"])
def test_a_server_of_this_machine_is_called_as_this_machine_is(host: str, bound: str) -> None:
    assert why_not_called(host, Settings(host=bound)) is None


@pytest.mark.parametrize("host", OTHERS)
@pytest.mark.parametrize("bound", ["127.0.0.1", "::1", "localhost"])
def test_and_by_no_other_name(host: str, bound: str) -> None:
    why = why_not_called(host, Settings(host=bound))
    assert why is not None
    assert repr(host_name(host)) in why
    assert "--allowed-hosts" in why


@pytest.mark.parametrize("host", [*OURS, *OTHERS])
def test_who_lets_everybody_in_may_be_called_anything(host: str) -> None:
    assert why_not_called(host, EVERYWHERE) is None


@pytest.mark.parametrize("settings", [HERE, EVERYWHERE, Settings(trusted_proxies=("127.0.0.1/32",))])
def test_names_given_are_the_only_ones(settings: Settings) -> None:
    named = replace(settings, allowed_hosts=("games.example",))
    for host in (*OURS, "games.example", "Games.Example:443"):
        assert why_not_called(host, named) is None
    assert why_not_called("evil.example", named) is not None
    # A watcher may ask by address, and no name can be made to look like one.
    assert (why_not_called("10.0.0.7:8421", named) is None) is (settings is EVERYWHERE)


def test_behind_a_proxy_it_is_called_as_the_proxy_is() -> None:
    assert why_not_called("games.example", Settings(trusted_proxies=("127.0.0.1/32",))) is None


def test_the_name_it_listens_at_is_its_own() -> None:
    named = Settings(host="tavern.local", allowed_hosts=("games.example",))
    assert why_not_called("tavern.local:8421", named) is None


@pytest.mark.parametrize(
    ("name", "here"), [("localhost", True), ("127.1.1.1", True), ("::1", True), ("", False)]
)
def test_is_here(name: str, here: bool) -> None:
    assert is_here(name) is here
