"""Bots have names, faces and a line of character, the same everywhere; a record is nobody's own."""

from __future__ import annotations

from playwright.sync_api import expect

from tavola.bots.characters import character
from tests.browser.conftest import Newcomer
from tests.browser.test_records import RECORDS, brings

HOUSE = character("scopetta", "house")
NAMES = [figure.name for figure in HOUSE.figures]


def test_the_seats_of_a_table_have_names_and_faces(newcomer: Newcomer) -> None:
    person = newcomer().begins("tombolon", seats=4)
    seats = person.page.locator("ul.seats li")
    for name in NAMES[:3]:
        seat = seats.filter(has_text=name)
        expect(seat).to_be_visible()
        expect(seat.locator("svg.portrait")).to_be_visible()
        expect(seat).to_contain_text(HOUSE.line.en)  # for who does not see the face
    assert "house" not in person.page.locator("main").inner_text().split()


def test_the_same_names_in_the_form_and_in_the_replay(newcomer: Newcomer) -> None:
    person = newcomer(lang="fr").fills_in("scopetta")
    expect(person.page.locator("form")).to_contain_text(HOUSE.line.fr)
    expect(person.page.locator("form option").filter(has_text=NAMES[0])).to_have_count(1)
    person.begins("scopetta").plays()
    expect(person.result).to_contain_text(NAMES[0])
    person.page.get_by_role("link", name=person.words.see_again).click()
    seats = person.page.locator("ul.seats li")
    expect(seats.filter(has_text=NAMES[0]).locator("svg.portrait")).to_be_visible()
    expect(person.page.locator("h1").first).to_contain_text(NAMES[0])


def test_a_strangers_record_is_not_mine(newcomer: Newcomer) -> None:
    for game in ("scopetta", "421"):
        person = brings(newcomer(), RECORDS[game])
        expect(person.page.locator("ul.seats li").first).to_be_visible()
        person.button("^To the end$").click()
        person.page.wait_for_timeout(300)
        said = person.page.locator("main").inner_text()
        assert "(you)" not in said
        assert "You\n" not in said
        assert person.page.get_by_label("Your hand").count() == 0
