"""A game that counts: the page leads to a name of one's own, and says why a game did not count."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.browsers import barriers
from tests.browser.conftest import Newcomer

CLAIM = "^Claim this name and sit down$"


def test_a_name_is_claimed_on_the_way_to_the_seat(newcomer: Newcomer) -> None:
    host, guest, thief = newcomer(), newcomer(), newcomer()
    host.fills_in("421").page.get_by_label(re.compile("counts for the standings")).check()
    host.button(host.words.open_table).click()
    host.sits("421")
    expect(host.page.get_by_text("your name has to be yours alone")).to_be_visible()
    assert barriers(host.page) == []
    host.page.get_by_label("Your name").fill("Fiammetta")
    host.button(CLAIM).click()
    expect(host.button("^Stand up$")).to_be_visible()

    for person, name in ((thief, "fiammetta"), (guest, "Romeo")):
        person.goes(f"/join/{host.table}").page.get_by_label("Your name").fill(name)
        person.button(CLAIM).click()
    expect(thief.page.get_by_role("alert").filter(has_text=re.compile("\\w"))).to_be_visible()
    guest.button("^Resign$").click()
    guest.button("^Resign$", guest.dialog).click()
    for person in (host, guest):
        expect(person.result).to_contain_text("does not count for the standings")
        expect(person.result).to_contain_text("fewer than two decisions, two opponents play from the same")
    # The name is known: the next time one only sits down.
    guest.fills_in("421").page.get_by_label(re.compile("counts for the standings")).check()
    guest.button(guest.words.open_table).click()
    guest.sits("421")
    expect(guest.button("^Stand up$")).to_be_visible()
