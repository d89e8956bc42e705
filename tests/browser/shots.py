"""Takes the pictures of docs/page.md: `python -m tests.browser.shots`, or some: `... shots home reading`."""

from __future__ import annotations

import ast
import json
import re
import socket
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.browser.browsers import DESKTOP, PHONE, SMALL_PHONE, Window, launched
from tests.browser.house import House
from tests.browser.person import Person
from tests.browser.played import hot_hand
from tests.browser.plugged import plugged
from tests.browser.test_plugged import choices as choices_of
from tests.browser.test_plugged import sits_down
from tests.browser.test_records import RECORDS, brings

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures" / "page"
HEAVIEST = 150_000  # bytes of a picture


class Studio:
    def __init__(self, browser: Browser, house: House) -> None:
        self.browser, self.house = browser, house

    def person(self, name: str = "Ada", *, phone: bool = False, lang: str = "en", **looks: str) -> Person:
        """Somebody who has chosen his name and how he likes the table."""
        size = PHONE if phone else DESKTOP
        window = Window(self.browser, self.house.url, size=size, touch=phone, lang=lang)
        likes = json.dumps({"name": name, "lang": lang, "theme": "light", **looks})
        # Only the first time: what he changes later is kept.
        window.context.add_init_script(
            f"const place = 'tavola.prefs'; localStorage[place] ??= {json.dumps(likes)};"
        )
        return Person(window)

    def take(self, person: Person, name: str, *, whole: bool = False) -> None:
        person.page.wait_for_load_state("networkidle")
        person.page.mouse.move(2, 2)
        person.page.wait_for_timeout(700)
        person.page.evaluate("scrollTo(0, 0)")
        path = FOLDER / f"{name}.png"
        person.page.screenshot(path=path, full_page=whole)
        print(f"{name}: {shrink(path).stat().st_size // 1000} kB")

    def done(self, *people: Person) -> None:
        for person in people:
            person.window.close()


def shrink(path: Path) -> Path:
    """A smaller file that looks the same."""
    small = path.with_suffix(".webp")
    for quality in (90, 80, 65):
        Image.open(path).save(small, quality=quality, method=6)
        if small.stat().st_size < HEAVIEST:
            break
    path.unlink()
    return small


# ---- the door and the other pages ----


def home(studio: Studio) -> None:
    for name, how in (
        ("home", {}),
        ("home-evening", {"theme": "dark"}),
        ("home-phone", {"phone": True, "lang": "it"}),
    ):
        person = studio.person(**how)
        studio.take(person.goes(), name, whole=name == "home")
        studio.done(person)


def form(studio: Studio) -> None:
    person = studio.person().goes()
    person.button("^Options of 421").click()
    studio.take(person, "form")
    person.page.keyboard.press("Escape")
    person.button("^Settings$").click()
    studio.take(person, "settings")
    studio.done(person)


def waiting(studio: Studio) -> None:
    person = studio.person().goes()
    person.button("^Invite a friend to Scopetta").click()
    studio.take(person.sits("scopetta"), "waiting")
    studio.done(person)


def scoreboards(studio: Studio) -> None:
    names = ("titou", "cautious", "collector", "netcat", "lucky", "marmotte")
    arena(studio.house.ports["battle"], [names[n % 6] for n in range(20)])
    person = studio.person()
    studio.take(person.goes("/scoreboards/battle"), "scoreboards")
    studio.done(person)


def standings(studio: Studio) -> None:
    for name in ("Basile", "Carlo", "Dora"):
        person = studio.person(name).fills_in("421")
        person.page.get_by_label("It counts for the standings").check()
        person.button(person.words.start).click()
        person.sits("421").plays()
        studio.done(person)
    person = studio.person()
    studio.take(person.goes("/standings/421"), "standings")
    studio.done(person)


def reading(studio: Studio) -> None:
    for name, path, how in (
        ("rules", "/rules/421", {}),
        ("rules-phone", "/rules/scopetta", {"phone": True}),
        ("odds", "/odds/5000", {}),
        ("odds-evening", "/odds/421", {"theme": "dark"}),
    ):
        person = studio.person(**how)
        person.goes(path).page.get_by_role("heading", level=1).first.wait_for()
        studio.take(person, name)
        studio.done(person)


# ---- tables ----


def until(person: Person, seen: Callable[[], bool], most: int = 40) -> None:
    """Plays until there is something worth a picture."""
    while not seen() and most:
        if not person.plays(1):
            return
        most -= 1


def fourtwentyone(studio: Studio) -> None:
    for name, seats, how in (
        ("421", 3, {}),
        ("421-eight", 8, {"theme": "dark"}),
        ("421-phone", 3, {"phone": True, "lang": "fr"}),
        ("421-eight-phone", 8, {"phone": True}),
    ):
        person = studio.person(**how)
        if name == "421-eight-phone":
            person.page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
        unload = person.page.get_by_role("heading", name=re.compile("The unload|La décharge"))

        def chooses(person: Person = person, unload: Any = unload) -> bool:
            return bool(person.turn.count() and unload.count() and person.dice.count() == 3)

        for _ in range(6):  # luck may end a game before there is anything to see
            until(person.begins("421", seats=seats), chooses)
            if not person.result.count():
                break
        if person.dice.count():
            person.dice.first.click()
        studio.take(person, name)
        studio.done(person)


def five_thousand(studio: Studio) -> None:
    looks: dict[str, dict[str, Any]] = {"5000": {}, "5000-phone": {"phone": True, "felt": "red"}}
    for name, how in looks.items():
        person = studio.person(**how).begins("5000", seats=2, points=5000)
        until(person, lambda person=person: person.dice.count() in (3, 4) and bool(counting(person)))  # type: ignore[misc]
        for face in counting(person)[:1]:
            person.keeps(face, 1)
        studio.take(person, name)
        studio.done(person)


def counting(person: Person) -> list[str]:
    return [face for face in person.faces() if face in (person.words.ace, person.words.five)]


def dice_poker(studio: Studio) -> None:
    for name, how in (
        ("dice-poker", {"felt": "blue"}),
        ("dice-poker-phone", {"phone": True, "theme": "dark"}),
    ):
        person = studio.person(**how).begins("dice-poker", seats=2, points=1000)
        until(person, lambda person=person: pair(person) != "")  # type: ignore[misc]
        person.keeps(pair(person))
        studio.take(person, name)
        studio.done(person)


def pair(person: Person) -> str:
    faces = person.faces()
    return next((face for face in faces if len(faces) == 5 and faces.count(face) > 1), "")


def choices(studio: Studio) -> None:
    """A card that could take this or that."""
    for name, game, seats, how in (
        ("scopetta", "scopetta", None, {}),
        ("scopetta-phone", "scopetta", None, {"phone": True}),
        ("scopetta-plain", "scopetta", None, {"cards": "plain", "felt": "blue", "theme": "dark"}),
        ("spazzino", "spazzino", None, {"felt": "red"}),
        ("tombolon-four", "tombolon", 4, {}),
        ("tombolon-phone", "tombolon", 4, {"phone": True, "theme": "dark"}),
    ):
        person = studio.person(**how).begins(game, seats=seats, points=21)
        until(person, lambda person=person: chosen_takes(person), most=8)  # type: ignore[misc]
        person.page.wait_for_timeout(1500)  # a cheer for the last play goes
        studio.take(person, name)
        studio.done(person)


def chosen_takes(person: Person) -> bool:
    """Chooses a card of the hand that takes something, if there is one and something to look at."""
    cards = person.page.get_by_role("list", name="On the table").get_by_role("button")
    takers = person.button(person.words.can_take)
    if not person.turn.count() or cards.count() < 3 or not takers.count():
        return False
    takers.first.click()
    return True


def ends(studio: Studio) -> None:
    """The count of a hand, the result, the record."""
    person = studio.person().begins("scopetta", points=3)
    while not person.dialog.count():
        if person.turn.count():
            person.moves()
        person.page.wait_for_timeout(150)
    studio.take(person, "count")
    person.plays()
    studio.take(person, "result")
    studio.done(person)

    person = studio.person().begins("5000", points=800)
    person.plays()
    person.result.get_by_role("link", name=person.words.see_again).click()
    person.page.get_by_role("heading", level=1).first.wait_for()
    for _ in range(9):
        person.page.keyboard.press("ArrowRight")
        person.page.wait_for_timeout(150)
    if person.page.get_by_text("Nothing is decided here").count():
        person.page.keyboard.press("ArrowRight")
    person.page.wait_for_timeout(2500)  # the odds are computed
    studio.take(person, "record")
    person.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    studio.take(person, "record-phone")
    studio.done(person)


def rampo(studio: Studio) -> None:
    """A hot hand, from a game that was played."""
    record, step = hot_hand()
    person = brings(studio.person(theme="dark"), record)
    person.page.get_by_role("slider", name="Step").fill(str(step - 1))
    person.page.wait_for_timeout(300)
    person.button("^One step on$").click()
    person.page.evaluate("document.activeElement.blur()")
    studio.take(person, "rampo")
    studio.done(person)


def coach(studio: Studio) -> None:
    person = brings(studio.person(), RECORDS["421"])
    told = person.page.get_by_role("region", name="The coach")
    told.get_by_role("button", name="Review this game").click()
    told.get_by_role("listitem").first.get_by_role("button").click(timeout=240_000)
    told.evaluate("one => one.scrollIntoView()")
    studio.take(person, "coach")
    studio.done(person)


def weighed(studio: Studio) -> None:
    """The odds, asked for at the table."""
    for name, game, phone in (("odds-table", "421", False), ("odds-table-phone", "5000", True)):
        person = studio.person(phone=phone).begins(game, seats=2, points=5000)
        person.turn.wait_for()
        person.presses(person.button("^Show the odds$"))
        person.page.get_by_role("complementary").get_by_text("best").first.wait_for(timeout=120_000)
        studio.take(person, name)
        studio.done(person)


def company(studio: Studio) -> None:
    """Somebody looks on and talks; then the line is lost."""
    person = studio.person().fills_in("421", seats=3)
    person.page.get_by_label("Others may find this table and sit down").check()
    person.button(person.words.start).click()
    person.sits("421").plays(4)
    friend = studio.person("Basile").goes(f"/table/{person.table}")
    friend.button("^Open talk and history$").click()
    for line in ("May I look on?", "That was close."):
        friend.page.get_by_label("Say something").fill(line)
        friend.page.keyboard.press("Enter")
    studio.take(friend, "looking-on")
    studio.done(friend)
    studio.house.kill()
    person.page.get_by_text(person.words.lost).first.wait_for()
    studio.take(person, "line-lost")
    studio.house.open()
    studio.done(person)


# ---- bots for the scoreboard ----


def others(studio: Studio) -> None:
    """Games of other packages, at a house that has them."""
    with tempfile.TemporaryDirectory() as folder:
        house = plugged(Path(folder)).open()
        try:
            there = Studio(studio.browser, house)
            for game, name, moves, phone in (
                ("briscola", "briscola", 3, False),
                ("high-card", "high-card-phone", 1, True),
            ):
                person = there.person(phone=phone, lang="fr" if phone else "en")
                sits_down(person.page, game, 2 if game == "briscola" else 3)
                for _ in range(moves):
                    choices_of(person.page).last.click()
                    person.page.wait_for_timeout(1500)
                there.take(person, name)
                there.done(person)
        finally:
            house.kill()


def arena(port: int, names: list[str]) -> None:
    """Everybody plays one game of 5000 over TCP."""
    bots = [Thread(target=careless_bot, args=(port, name)) for name in names]
    for bot in bots:
        bot.start()
    for bot in bots:
        bot.join()


def careless_bot(port: int, name: str) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(f"NAME {name}\n".encode())
        heard = b""
        while told := line.recv(4096):
            heard += told
            if heard.endswith(b">> "):
                state = heard.rpartition(b"STATE: ")[2].split(b"\n")[0].decode()
                line.sendall(careless_move(ast.literal_eval(state)))
                heard = b""


def careless_move(state: dict[str, Any]) -> bytes:
    dice = state["dices"]
    counts = [n for n, face in enumerate(dice) if face in (1, 5) or dice.count(face) >= 3]
    if len(dice) == 5 and state["turn_score"] >= 300:
        return b"BANK\n"
    return f"PLAY {counts[:3]}\n".encode() if counts else b"TRASH\n"


SHOTS = (
    home,
    form,
    waiting,
    fourtwentyone,
    five_thousand,
    dice_poker,
    choices,
    ends,
    rampo,
    coach,
    weighed,
    company,
    others,
    standings,
    scoreboards,
    reading,
)


def main(wanted: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder)).open()
        try:
            studio = Studio(launched(playwright), house)
            for shot in SHOTS:
                if not wanted or shot.__name__ in wanted:
                    shot(studio)
        finally:
            house.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
