"""Replays: through a game of each kind by buttons and keys, its odds, its dice verified in the browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import PHONE, SMALL_PHONE, barriers, overflows
from tests.browser.conftest import Newcomer
from tests.browser.person import CARDS, Person
from tests.browser.played import hot_hand

VECTORS = Path(__file__).resolve().parents[2] / "docs" / "fair-dice-vectors.json"
RECORDS: dict[str, Any] = {
    record["game"]: record for record in json.loads(VECTORS.read_text(encoding="utf-8"))["records"]
}


def brings(person: Person, record: dict[str, Any]) -> Person:
    """Shows a record of his own to the page."""
    person.goes("/record/file")
    file = {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    person.page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    expect(person.page.get_by_role("slider")).to_be_visible()
    return person


def stands_at(person: Person, step: int) -> None:
    expect(person.page.get_by_role("slider", name="Step")).to_have_value(str(step))


@pytest.mark.parametrize("game", sorted(RECORDS))
def test_through_a_game_and_its_proof(newcomer: Newcomer, game: str) -> None:
    record = RECORDS[game]
    person, last = brings(newcomer(), record), len(record["moves"])
    person.button("^One step on$").click()
    stands_at(person, 1)
    person.button("^To the end$").click()
    stands_at(person, last)
    person.page.locator("h1").click()
    for key, step in (("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1)):
        person.page.keyboard.press(key)
        stands_at(person, step)
    person.button("^Check the deal$" if game in CARDS else "^Verify the dice$").click()
    draws = sum(who == "*" for who, _ in record["moves"])
    expect(person.dialog).to_contain_text(
        f"all {draws} throws and deals come from it; nobody here saw it before"
    )
    if game in ("421", "tombolon"):  # the page is one; a board of dice and one of cards
        assert barriers(person.page) == []


@pytest.mark.parametrize(("game", "check"), [("5000", "Check the dice"), ("scopetta", "Check the deal")])
def test_from_the_result_to_the_proof(newcomer: Newcomer, game: str, check: str) -> None:
    """Who asks for the proof at the end of a game does not have to ask for it again."""
    person = newcomer().begins(game, seats=2 if game == "5000" else None)
    person.plays()
    person.result.get_by_role("link", name=check).click()
    expect(person.dialog).to_contain_text("Verified: all")


def test_another_seed_is_found_out(newcomer: Newcomer) -> None:
    record = RECORDS["5000"]
    person = brings(newcomer(), record | {"tags": record["tags"] | {"Seed": "0" * 64}})
    person.button("^Verify the dice$").click()
    expect(person.dialog).to_contain_text("Not fair: the seed does not give the commitment of this record")


def test_odds_beside_a_decision_on_a_phone(newcomer: Newcomer) -> None:
    record = RECORDS["5000"]
    first = next(at for at, (who, _) in enumerate(record["moves"]) if who != "*")
    person = brings(newcomer(size=PHONE), record)
    for _ in range(first):
        person.button("^One step on$").click()
    odds = person.page.get_by_role("region", name="The odds of this decision")
    expect(odds.get_by_text("best").first).to_be_visible(timeout=60_000)
    expect(odds.get_by_text("played").first).to_be_visible()
    assert overflows(person.page) <= 0
    assert barriers(person.page) == []


def test_the_coach(newcomer: Newcomer) -> None:
    """He is asked, and goes through the game; a click goes to what cost most."""
    record = RECORDS["5000"]
    person = brings(newcomer(), record)
    coach = person.page.get_by_role("region", name="The coach")
    coach.get_by_role("button", name="Review this game").click()
    expect(coach.get_by_role("row")).to_have_count(1 + len(record["seats"]), timeout=120_000)
    dearest = coach.get_by_role("listitem").first
    number = int(re.findall(r"Move (\d+)", dearest.inner_text())[0])
    dearest.get_by_role("button").click()
    stands_at(person, number - 1)
    assert barriers(person.page) == []


def test_odds_say_what_they_count(newcomer: Newcomer) -> None:
    """At 421 the odds count sets and the coach games: he is heard first, and says a cost the same twice."""
    record = RECORDS["421"]
    person = brings(newcomer(size=SMALL_PHONE, lang="fr"), record)
    odds = person.page.get_by_role("region", name="Les chances de cette décision")
    coach = person.page.get_by_role("region", name="L’entraîneur")
    coach.get_by_role("button", name="Analyser cette partie").click()
    dearest = coach.get_by_role("listitem").first
    cost = dearest.locator(".cost").inner_text(timeout=240_000)
    dearest.get_by_role("button").click()
    expect(odds.get_by_role("heading", level=3)).to_contain_text("selon le livre")
    expect(odds).to_contain_text(f"Le coup joué abandonne {cost}.")
    assert overflows(person.page) <= 0
    odds.get_by_role("radio", name="cette manche").check(force=True)
    expect(odds.get_by_role("heading", level=3)).to_contain_text("Risque de perdre la manche")
    expect(odds.get_by_text("de perdre la manche").nth(1)).to_be_visible()
    assert barriers(person.page) == []


def test_rampo_and_hot_hand_are_seen(newcomer: Newcomer) -> None:
    record, step = hot_hand()
    person = brings(newcomer(), record)
    person.page.get_by_role("slider", name="Step").fill(str(step))
    stands_at(person, step)
    expect(person.page.get_by_role("heading", name=re.compile("^Rampo for the"))).to_be_visible()
    expect(person.page.get_by_title("hot hand")).to_have_count(1)
    assert barriers(person.page) == []


def test_what_is_no_record_is_explained(newcomer: Newcomer) -> None:
    person = newcomer().goes("/record/file")
    file = {"name": "x.txt", "mimeType": "text/plain", "buffer": b"hello"}
    person.page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    expect(person.page.get_by_role("alert").filter(has_text="this is no record")).to_be_visible()
    person.goes("/record/there-is-no-such-table")
    expect(person.page.get_by_role("heading", name="There is no record here.")).to_be_visible()
    person.window.forgive("400", "404")
