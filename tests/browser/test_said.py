"""Words of machines stay out of the page: what is seen and read out on every page, in three languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tavola.games import OURS, game_class, game_names
from tests.browser.conftest import Newcomer
from tests.browser.person import Person, settled
from tests.browser.test_records import RECORDS, brings
from tests.browser.words import WORDS

GAMES = ("421", "5000", "dice-poker", "spazzino", "scopetta", "tombolon")
PAGES = ("/", "/scoreboards", "/nowhere", "/record/file")
OF_A_GAME = ("/new/{}", "/rules/{}", "/odds/{}", "/standings/{}")

# What is seen, and what a screen reader or a tooltip adds; what is typed or copied is not said.
SAID = """() => {
  const skip = 'code, pre, script, noscript, style, input, textarea, [data-copy]';
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim();
    if (text && !walk.currentNode.parentElement.closest(skip)) found.push(text);
  }
  for (const one of document.querySelectorAll('[aria-label], [title], [alt]')) {
    if (!one.closest(skip)) for (const name of ['aria-label', 'title', 'alt'])
      if (one.getAttribute(name)) found.push(one.getAttribute(name));
  }
  return found;
}"""

IDENTIFIERS = {bot for game in OURS.values() for bot in game.bots} - {
    "none",
    "random",
    "match",
    "house",
    "master",
    "published",
}
OPTIONS = {name for game in game_names() for name in game_class(game).info.options.__dataclass_fields__}
RAW = [
    re.compile(r"\w_\w"),  # extra_onori
    re.compile(r"\b[a-z]\w*=\S"),  # goal=10000
    re.compile(r"\b(undefined|null|NaN)\b"),
    re.compile(r"\{\w+"),  # a blank nobody filled
    re.compile(r"\b(seat|place|posto) 0\b|\b(seats|places|posti) 0\b"),
    re.compile(r"\b(throw|keep \d+) hit\b"),
    re.compile(r"\bau (Scopetta|Spazzino|Tombolon|Dice)"),
    re.compile(r"(?<![\d.,\u202f])\b1 (cards|points|turns|tokens|players|throws|moves|plays|seconds|dice)\b"),
    re.compile(r"(?<![\d.,])\b1 (cartes|points|tours|jetons|joueurs|coups|secondes|dés)\b"),
    re.compile(r"(?<![\d.,])\b1 (carte|punti|turni|gettoni|giocatori|mosse|secondi|dadi)\b"),
]
ITALIAN_CARDS = re.compile(r"\b(fante|cavallo|denari|coppe|bastoni)\b")


def raw(person: Person, *, lang: str) -> list[str]:
    said: list[str] = person.page.evaluate(SAID)
    found = [text for text in said if any(pattern.search(text) for pattern in RAW)]
    found += [text for text in said if text.lower() in IDENTIFIERS | OPTIONS and "_" in text]
    found += [text for text in said if text in IDENTIFIERS]
    if lang == "fr":  # French has a space before these signs
        found += [text for text in said if re.search(r"[a-zé’)»][:;!?](\s|$)", text) and "http" not in text]
    return found


@pytest.mark.parametrize("lang", list(WORDS))
def test_every_page_speaks_to_people(newcomer: Newcomer, lang: str) -> None:
    person, found = newcomer(lang=lang), {}
    pages = [*PAGES, *(path.format(game) for path in OF_A_GAME for game in GAMES)]
    for path in pages:
        settled(person.goes(path))
        if words := raw(person, lang=lang):
            found[path] = words
    person.window.forgive("404")  # there is nothing at /nowhere
    assert found == {}


@pytest.mark.parametrize("lang", list(WORDS))
def test_every_table_and_replay_speaks_to_people(newcomer: Newcomer, lang: str) -> None:
    person, found = newcomer(lang=lang), {}
    for game in GAMES:
        person.is_asked_at(game)
        expect(person.turn).to_be_visible()
        if words := raw(person, lang=lang):
            found[game] = words
        brings(person, RECORDS[game])
        expect(person.page.locator("ul.seats li").first).to_be_visible()
        if words := raw(person, lang=lang):
            found[f"replay of {game}"] = words
    assert found == {}


def test_rules_and_table_have_one_word_for_a_card(newcomer: Newcomer) -> None:
    """The Italian word stands once, where the cards are introduced."""
    person = newcomer()
    for game in ("spazzino", "scopetta", "tombolon"):
        settled(person.goes(f"/rules/{game}"))
        text = person.page.locator("article").inner_text()
        assert "jack" in text.lower()
        assert "coins" in text.lower()
        lines = [line for line in text.splitlines() if ITALIAN_CARDS.search(line)]
        assert len(lines) <= 2, lines
