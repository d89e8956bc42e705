"""The door: rules within reach, open tables in sight, and a form that offers what a table takes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import PHONE, barriers
from tests.browser.conftest import Newcomer
from tests.browser.person import CARDS, DICE, Person

LAPTOP = (1440, 900)
AGAINST = re.compile("^Against")
TOO_HIGH = """() => {
  const form = document.querySelector('dialog[open]');
  return form.scrollHeight > form.clientHeight;
}"""


def opponents(person: Person) -> list[str]:
    offered = person.page.get_by_label(AGAINST).locator("option")
    return [one.get_attribute("value") or "" for one in offered.all()]


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_every_form_is_seen_whole(newcomer: Newcomer, lang: str) -> None:
    person = newcomer(size=LAPTOP, lang=lang).goes()
    cards = person.page.locator("main .games li")
    expect(cards).to_have_count(6)
    for card in cards.all():
        expect(card.get_by_role("link")).to_have_text(re.compile("Rules|Règles|Regole"))
        card.get_by_role("button").last.click()
        expect(person.dialog).to_be_visible()
        assert not person.page.evaluate(TOO_HIGH), card.inner_text()
        person.page.keyboard.press("Escape")
        expect(person.dialog).to_have_count(0)


def test_the_rules_of_a_game_are_one_click_away(newcomer: Newcomer) -> None:
    person = newcomer().goes()
    person.page.get_by_role("link", name="Rules of Scopetta").click()
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Scopetta")


def test_who_is_chosen_is_who_one_plays_against(newcomer: Newcomer) -> None:
    person = newcomer().fills_in("dice-poker")
    page, chooses = person.page, person.page.get_by_label(AGAINST)
    assert "match" not in opponents(person)
    chooses.select_option("match:two_pair")
    expect(person.button(person.words.start)).to_have_text(re.compile("Two pair"))
    person.button(person.words.start).click()
    person.sits("dice-poker")
    expect(page.locator('main [aria-current="true"]').or_(person.dialog).first).to_be_visible()


def test_a_master_of_every_level(newcomer: Newcomer) -> None:
    person = newcomer(lang="en").fills_in("scopetta")
    levels = [one for one in opponents(person) if one.startswith("master")]
    assert levels == [f"master:{level}" for level in range(1, 6)]
    person.page.get_by_label(AGAINST).select_option("master:1")
    person.button("^Play against .*level 1").click()
    expect(
        person.sits("scopetta").turn.or_(person.page.locator('[aria-current="true"]')).first
    ).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_a_hint_is_for_the_form_alone(newcomer: Newcomer, lang: str) -> None:
    host = newcomer(lang=lang).fills_in("tombolon", points=41)
    expect(host.page.get_by_label(re.compile(host.words.points))).to_have_count(1)
    expect(host.page.locator("form")).to_contain_text(re.compile(r"\(0 ?: "))
    host.button(host.words.open_table).click()
    host.sits("tombolon")
    expect(host.page.get_by_text(re.compile(host.words.points + r"\s?:\s41$"))).to_be_visible()


def test_odds_are_linked_to_where_there_are_some(newcomer: Newcomer) -> None:
    person = newcomer()
    for path in ("new", "rules"):
        for game in (*CARDS, *DICE):
            person.goes(f"/{path}/{game}")
            expect(person.page.locator(f'main a[href="/standings/{game}"]').first).to_be_visible()
            linked = person.page.locator(f'main a[href="/odds/{game}"]')
            expect(linked).to_have_count(1 if game in DICE else 0)


def test_on_a_phone_open_tables_are_in_sight(newcomer: Newcomer) -> None:
    hosts = [newcomer().fills_in("tombolon") for _ in range(4)]
    for host in hosts:
        host.page.get_by_label("Others may find this table and sit down").check()
        host.button(host.words.open_table).click()
        host.sits("tombolon")
    person = newcomer(size=PHONE, touch=True).goes()
    heading = person.page.get_by_role("heading", name="Open tables")
    first = person.page.get_by_role("link", name=re.compile("^Sit down at Tombolon")).first
    for thing in (heading, first):
        expect(thing).to_be_in_viewport()
    rows = person.page.get_by_role("region", name="Open tables").get_by_role("listitem")
    expect(rows).to_have_count(3)
    person.button("^Show all").tap()
    assert rows.count() > 3
    assert barriers(person.page) == []


def test_who_invites_sits_there_at_once(newcomer: Newcomer) -> None:
    """Without a name, from the card of the game."""
    host = newcomer().goes()
    host.button("^Invite a friend to Spazzino$").click()
    host.sits("spazzino")
    expect(host.button("^Stand up$")).to_have_count(1)
    expect(host.button("^Sit down$|^Sit here$")).to_have_count(0)
    link = host.page.get_by_label("Link to this table").input_value()
    guest = newcomer(size=PHONE, touch=True)
    guest.page.goto(link)
    expect(guest.button("^Sit")).to_have_count(1)
    guest.button("^Sit down$").tap()
    for person in (host, guest):
        expect(person.page.locator('main [aria-current="true"]').first).to_be_visible()
