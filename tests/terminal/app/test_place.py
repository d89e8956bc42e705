"""Addresses of servers and tables, as people are sent them."""

from __future__ import annotations

import pytest

from tavola.client.errors import BadAddress
from tavola.terminal.app.place import ServerPlace, read_place


@pytest.mark.parametrize(
    ("text", "url", "table"),
    [
        ("http://example.org:8421/table/abc", "ws://example.org:8421/ws", "abc"),
        ("https://example.org/table/abc/", "wss://example.org/ws", "abc"),
        ("https://example.org/games/table/abc", "wss://example.org/games/ws", "abc"),
        ("https://example.org/games/join/abc", "wss://example.org/games/ws", "abc"),
        ("http://example.org:8421", "ws://example.org:8421/ws", None),
        ("example.org:8421", "ws://example.org:8421/ws", None),
        ("example.org:8421/table/x-y_z", "ws://example.org:8421/ws", "x-y_z"),
        ("ws://example.org:8421/ws", "ws://example.org:8421/ws", None),
        ("wss://example.org", "wss://example.org/ws", None),
        ("tcp://example.org:8422", "tcp://example.org:8422", None),
        ("tcp://example.org:8422/table/abc", "tcp://example.org:8422", "abc"),
        ("http://[::1]:8421/table/abc", "ws://[::1]:8421/ws", "abc"),
    ],
)
def test_addresses(text: str, url: str, table: str | None) -> None:
    place = read_place(text)
    assert (place.url, place.table) == (url, table)
    if table is not None:
        assert read_place(place.link(table)) == place


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ftp://x",
        "http://",
        "tcp://host",
        "http://x:99999",
        "http://x/table/a/b",
        "http://x/join/",
        "x" * 500,
        "http://[::1",
    ],
)
def test_no_addresses(text: str) -> None:
    with pytest.raises(BadAddress, match="one looks like"):
        read_place(text)


def test_a_link_for_friends() -> None:
    assert ServerPlace("ws://example.org:8421/ws").link("abc") == "http://example.org:8421/table/abc"
    assert ServerPlace("wss://example.org/ws").link("abc") == "https://example.org/table/abc"
    assert ServerPlace("tcp://example.org:8422").link("abc") == "tcp://example.org:8422/table/abc"


def test_a_server_is_called_as_people_call_it() -> None:
    for url in ("http://example.org:8421", "https://example.org/games", "tcp://example.org:8422"):
        assert read_place(url).home == url
