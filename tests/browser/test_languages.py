"""English, French, Italian: games in each, nothing left in another, switched and remembered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.person import Person, settled
from tests.browser.words import WORDS

PAGES = ("/", "/new/421", "/new/dice-poker", "/new/tombolon", "/scoreboards", "/standings/5000")
A_SENTENCE = 4  # words: shorter ones may well be the same in two languages


def lines(person: Person) -> set[str]:
    texts = [text for text in person.page.locator("body").inner_text().splitlines() if "python3" not in text]
    return {text.strip() for text in texts if len(text.split()) >= A_SENTENCE}


@pytest.mark.parametrize("lang", list(WORDS))
def test_games_in_each_language(newcomer: Newcomer, lang: str) -> None:
    person = newcomer(lang=lang)
    person.goes()
    expect(person.page.get_by_role("heading", level=1)).to_have_text(person.words.slogan)
    expect(person.page.locator("html")).to_have_attribute("lang", lang)
    person.begins("dice-poker").plays()
    expect(person.result).to_be_visible()
    person.begins("5000", seats=2, points=1_000_000).plays(1)
    person.begins("scopetta").plays(1)
    assert person.words.your_turn in person.told


def test_nothing_is_left_in_english(newcomer: Newcomer) -> None:
    read = {}
    for lang in WORDS:
        person = newcomer(lang=lang)
        for path in PAGES:
            settled(person.goes(path))
            read[lang, path] = lines(person)
    for path in PAGES:
        for one, other in (("en", "fr"), ("en", "it"), ("fr", "it")):
            assert read[one, path] & read[other, path] == set(), (path, one, other)


def test_switched_and_remembered(newcomer: Newcomer) -> None:
    person = newcomer().begins("5000", seats=2, points=1_000_000)
    person.plays(1)
    person.page.get_by_label("Language").first.select_option("it")
    expect(person.page.locator("html")).to_have_attribute("lang", "it")
    person.words = WORDS["it"]
    person.plays(2)
    assert re.search("gioca|tira|incassa|butta", " ".join(person.told[-3:]))
    person.page.reload()
    person.plays(1)
    person.goes()
    expect(person.page.get_by_role("heading", level=1)).to_have_text(person.words.slogan)
