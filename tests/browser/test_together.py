"""Two browsers at one table; somebody who looks on; talk, resigning, once more."""

from __future__ import annotations

import re
import time
from contextlib import suppress

from playwright.sync_api import TimeoutError as NotThere
from playwright.sync_api import expect

from tests.browser.browsers import barriers
from tests.browser.conftest import Newcomer
from tests.browser.person import Person

TOGETHER = 120.0


def invited(newcomer: Newcomer, game: str) -> tuple[Person, Person]:
    """One opens a table, sits there, and says who he is; the other comes by the link he was sent."""
    host, guest = newcomer(), newcomer(lang="fr")
    host.fills_in(game).button(host.words.open_table).click()
    host.sits(game)
    expect(host.button("^Stand up$")).to_have_count(1)
    expect(host.button("Sit")).to_have_count(0)
    expect(host.page.get_by_text("This link works on this computer only")).to_be_visible()
    host.page.get_by_label("Your name").fill("Ada")
    host.button("^Use this name$").click()
    seat = host.page.get_by_role("listitem").filter(has=host.button("^Stand up$"))
    expect(seat.get_by_text("Ada", exact=True)).to_be_visible()
    expect(host.button("^Use this name$")).to_have_count(0)
    link = host.page.get_by_label("Link to this table").input_value()
    assert barriers(host.page) == []
    guest.game = game
    guest.page.goto(link)
    guest.page.get_by_label("Votre nom").fill("Basile")
    assert barriers(guest.page) == []
    expect(guest.button("asseoir")).to_have_count(1)
    guest.button("^S’asseoir$").click()
    return host, guest


def play_together(*people: Person) -> None:
    """Each in turn, until it is over for all of them."""
    deadline = time.monotonic() + TOGETHER
    playing = list(people)
    while playing:
        assert time.monotonic() < deadline, "it does not end"
        for person in list(playing):
            if person.result.count():
                playing.remove(person)
            elif person.dialog.count():
                person.reads_on()
            elif person.turn.count():
                with suppress(NotThere):  # the deadline judges
                    person.moves()


def test_two_browsers_at_one_table(newcomer: Newcomer) -> None:
    host, guest = invited(newcomer, "dice-poker")
    expect(host.page.get_by_role("listitem").filter(has_text="Basile").first).to_be_visible()
    play_together(host, guest)
    scores = [person.result.get_by_role("row").all_inner_texts()[1:] for person in (host, guest)]
    shown = [[re.findall(r"\d+$", row.strip()) for row in rows] for rows in scores]
    assert shown[0] == shown[1]

    host.button(host.words.once_more).click()
    expect(guest.page.get_by_text(re.compile("^Ada veut rejouer"))).to_be_visible()
    before = guest.table
    guest.button(guest.words.once_more).click()
    for person in (host, guest):
        expect(person.page).not_to_have_url(re.compile(before))
        expect(person.turn.or_(person.page.locator('[aria-current="true"]')).first).to_be_visible()
    assert host.table == guest.table


def test_who_looks_on_is_taken_along(newcomer: Newcomer) -> None:
    """To the next game, when all want one; the bot always does."""
    host = newcomer().is_asked_at("5000", seats=2, points=1_000_000)
    onlooker = newcomer().goes(f"/table/{host.table}")
    expect(onlooker.page.get_by_text("You are looking on").first).to_be_visible()
    host.button("^Resign$").click()
    host.button("^Resign$", host.dialog).click()
    for person in (host, onlooker):
        expect(person.result).to_be_visible()
    before = host.table
    host.button(host.words.once_more).click()
    for person in (host, onlooker):
        expect(person.page).not_to_have_url(re.compile(before))
        expect(person.page.locator('[aria-current="true"]').first).to_be_visible()
    assert host.table == onlooker.table
    expect(onlooker.page.get_by_text("You are looking on").first).to_be_visible()

    late = newcomer().goes(f"/table/{before}")
    late.result.get_by_role("link", name="Follow to the next game").click()
    expect(late.page).to_have_url(re.compile(host.table))


def test_the_end_is_warm_and_leads_to_the_coach(newcomer: Newcomer) -> None:
    """Who wins is celebrated, unless nothing is to move; the coach begins by himself."""
    for motion in (True, False):
        host, guest = newcomer(motion=motion), newcomer()
        host.fills_in("421").button(host.words.open_table).click()
        host.sits("421")
        guest.goes(f"/table/{host.table}").page.get_by_label("Your name").fill("Bea")
        guest.button("^Sit down$").click()
        guest.button("^Resign$").click()
        guest.button("^Resign$", guest.dialog).click()
        expect(host.result.get_by_text("You win!")).to_be_visible()
        expect(host.result.get_by_text("Well played.")).to_be_visible()
        expect(guest.result.get_by_text("Well played.")).to_have_count(0)
        heads = host.result.get_by_role("columnheader").all_inner_texts()
        assert re.match(r"sets lost\s+\(the fewest win\)", heads[1], re.IGNORECASE)
        assert (host.result.locator(".air").count() > 0) == motion
        assert barriers(host.page) == []
    host.result.get_by_role("link", name="What the coach says").click()
    coach = host.page.get_by_role("region", name="The coach")
    expect(coach.get_by_role("table").or_(coach.get_by_role("alert"))).to_be_visible(timeout=120_000)
    expect(coach.get_by_role("button", name="Review this game")).to_have_count(0)


def test_looking_on(newcomer: Newcomer) -> None:
    host = newcomer().fills_in("5000", seats=2, points=1_000_000)
    host.page.get_by_label("Others may find this table and sit down").check()
    host.button(host.words.start).click()
    host.sits("5000").plays(1)

    onlooker = newcomer().goes()
    onlooker.page.get_by_role("link", name=re.compile("^Watch 5000")).first.click()
    expect(onlooker.page.get_by_text("You are looking on").first).to_be_visible()
    assert onlooker.page.get_by_role("group", name=onlooker.words.actions).get_by_role("button").count() == 0
    assert barriers(onlooker.page) == []

    onlooker.button("^Open talk and history$").click()
    onlooker.page.get_by_label("Say something").fill("Courage!")
    onlooker.page.keyboard.press("Enter")
    host.button("^Open talk and history$").click()
    expect(host.page.get_by_role("complementary").get_by_text("Courage!")).to_be_visible()
    assert barriers(host.page) == []

    host.button("^Resign$").click()
    host.button("^Resign$", host.dialog).click()
    expect(host.result).to_be_visible()
    expect(onlooker.result).to_be_visible()
    assert onlooker.result.get_by_role("button", name=onlooker.words.once_more).count() == 0


def test_resigning(newcomer: Newcomer) -> None:
    host, guest = invited(newcomer, "spazzino")
    host.button("^Resign$").click()
    host.button("^Go on playing$").click()
    expect(host.dialog).to_have_count(0)
    host.button("^Resign$").click()
    host.button("^Resign$", host.dialog).click()
    expect(host.result).to_be_visible()
    expect(guest.result.get_by_role("heading")).to_have_text("Vous gagnez !")
