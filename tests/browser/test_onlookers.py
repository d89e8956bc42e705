"""Looking on at a game over TCP: live from the scoreboard, replayed at the same address, and on the wall."""

from __future__ import annotations

import re
import socket

from playwright.sync_api import expect

from tests.browser.browsers import PHONE, barriers, overflows
from tests.browser.conftest import Newcomer
from tests.browser.house import House

LONG = "<b>a-name-of-visible-signs</b>"


class Player:
    """Somebody with netcat."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.asked()

    def asked(self) -> None:
        heard = b""
        while not heard.endswith(b">> "):
            heard += self._socket.recv(65536)

    def says(self, line: str) -> None:
        self._socket.sendall(f"{line}\n".encode())
        self.asked()

    def leaves(self) -> None:
        self._socket.close()


def test_a_game_over_tcp_is_looked_on_live_and_replayed_where_it_was(
    newcomer: Newcomer, house: House
) -> None:
    player, person = Player(house.ports["training"]), newcomer()
    player.says(f"NAME {LONG}")
    person.goes("/scoreboards/training")
    person.page.get_by_role("link", name=LONG).click()
    expect(person.page.get_by_text("Live", exact=True)).to_be_visible()
    expect(person.page.locator("button[data-face]")).to_have_count(5)
    player.says("TRASH")
    expect(person.page.get_by_text(re.compile("^[23] of 3 moves$"))).to_be_visible()
    expect(person.page.get_by_text("trashes the turn").first).to_be_visible()
    player.leaves()
    person.page.get_by_role("button", name="Replay it").click()
    expect(person.page.get_by_role("slider", name="Step")).to_be_visible()

    person.goes("/projector/5000?environment=training")
    expect(person.page.get_by_role("heading", name="5000 Training")).to_be_visible()
    expect(person.page.get_by_text("Replayed from")).to_be_visible()
    expect(person.page.locator(".race")).to_contain_text(LONG)
    assert barriers(person.page) == []
    assert not overflows(person.page)


def test_the_wall_waits_for_a_first_game_and_comes_back_by_itself(newcomer: Newcomer) -> None:
    person = newcomer(size=PHONE)
    person.goes("/projector/5000")
    expect(person.page.get_by_text("The first game is yet to come")).to_be_visible()
    expect(person.page.locator("header nav a")).to_have_attribute("href", "/scoreboards/tournament")
    person.page.route("**/projector", lambda route: route.abort())
    expect(person.page.get_by_text("This page comes back by itself")).to_be_visible()
    person.page.unroute("**/projector")
    expect(person.page.get_by_text("This page comes back by itself")).not_to_be_visible()
    person.page.get_by_role("combobox").select_option("it")
    expect(person.page.get_by_text("La prima partita deve ancora venire")).to_be_visible()
    assert not overflows(person.page)
    person.window.forgive("ERR_FAILED")  # what was kept from the page
