"""Somebody at a browser who sees the page as people do, by roles and names, and clicks what it offers."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from random import Random

from playwright.sync_api import Error, Locator, Page, expect
from playwright.sync_api import TimeoutError as NotThere

from tests.browser.browsers import Window
from tests.browser.words import WORDS

SHORT = {"5000": 300, "dice-poker": 150, "spazzino": 1, "scopetta": 1, "tombolon": 9}  # points that win
CARDS = ("spazzino", "scopetta", "tombolon")
DICE = ("421", "5000", "dice-poker")
HURRY = 5_000  # milliseconds: what was offered may be gone when it is clicked
MANY = 120  # things to go through with Tab
GAME = 120.0  # seconds for a whole game
HEARD = "() => document.querySelector('[role=log]').textContent"
NEWS = f"before => ({HEARD})() !== before"


class Person:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.page: Page = window.page
        self.words = WORDS[window.lang]
        self.rng = Random(421)
        self.game = ""
        self.alone = False  # nobody is there to tell anything: the server is away

    # ---- coming and going ----

    def goes(self, path: str = "/") -> Person:
        self.page.goto(path)
        return self

    def begins(self, game: str, *, seats: int | None = None, points: int | None = None) -> Person:
        """A short game against the house, as the form lets one choose it."""
        self.fills_in(game, seats=seats, points=points)
        self.presses(self.button(self.words.start))
        return self.sits(game)

    def is_asked_at(self, game: str, *, seats: int | None = None, points: int | None = None) -> Person:
        """A game in which I decide: at 421 luck may end one before there is anything to decide."""
        while not self.begins(game, seats=seats, points=points).is_asked(time.monotonic() + GAME):
            pass
        return self

    def fills_in(self, game: str, *, seats: int | None = None, points: int | None = None) -> Person:
        self.goes(f"/new/{game}")
        expect(self.button(self.words.start)).to_be_enabled()
        if game in SHORT:
            self.page.get_by_label(re.compile(self.words.points)).fill(str(points or SHORT[game]))
        if seats is not None:
            self.page.get_by_role("radio", name=str(seats), exact=True).check()
        return self

    def sits(self, game: str) -> Person:
        self.page.wait_for_url("**/table/*")
        self.game = game
        return self

    @property
    def table(self) -> str:
        return self.page.url.rstrip("/").rpartition("/")[2]

    # ---- what is seen ----

    def button(self, name: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("button", name=re.compile(name))

    @property
    def turn(self) -> Locator:
        """My own seat, while it is my turn."""
        return self.page.locator('[aria-current="true"]').filter(has_text=self.words.you)

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def result(self) -> Locator:
        """The dialog at the end of a game."""
        replay = self.page.get_by_role("link", name=self.words.see_again)
        return self.dialog.filter(has=replay)

    @property
    def told(self) -> list[str]:
        """What the screen reader heard."""
        return self.page.get_by_role("log").locator("p").all_inner_texts()

    # ---- playing ----

    def plays(self, moves: int | None = None, *, seconds: float = GAME) -> int:
        """So many moves, or to the end. Returns how many there were."""
        deadline = time.monotonic() + seconds
        made = 0
        while moves is None or made < moves:
            if not self.is_asked(deadline):
                return made
            try:
                self.moves()
                made += 1
            except NotThere:
                assert time.monotonic() < deadline, f"{self.game}: stuck after {made} moves"
        return made

    def is_asked(self, deadline: float) -> bool:
        """Waits for my turn; False if the game is over. Whatever stands in between is read and closed."""
        while True:
            left = max(1.0, deadline - time.monotonic()) * 1000
            expect(self.turn.or_(self.dialog).first).to_be_visible(timeout=left)
            if not self.dialog.count():
                return True
            if self.result.count():
                return False
            self.reads_on()
            assert time.monotonic() < deadline, f"{self.game}: a dialog stays"

    def reads_on(self) -> None:
        """Closes the count of a hand."""
        with suppress(Error):  # it may be gone by itself
            self.presses(self.button(self.words.go_on, self.dialog))

    def moves(self) -> None:
        """Something the page offers."""
        if self.game in CARDS:
            self.plays_a_card()
        elif self.game in DICE:
            self.throws_dice()
        else:
            offered = self.page.get_by_role("region", name=self.words.moves)
            self.does(self.any_of(offered.get_by_role("button", disabled=False)))

    def any_of(self, buttons: Locator) -> Locator:
        return buttons.nth(self.rng.randrange(max(1, buttons.count())))

    def presses(self, button: Locator) -> None:
        if self.window.touch:
            button.tap(timeout=HURRY)
        else:
            button.click(timeout=HURRY)

    def does(self, button: Locator) -> None:
        """A move: done when its news are told."""
        before = self.page.evaluate(HEARD)
        self.presses(button)
        if not self.alone:
            self.page.wait_for_function(NEWS, arg=before, timeout=HURRY)

    # cards

    def plays_a_card(self) -> None:
        hand = self.page.get_by_role("list", name=self.words.hand).get_by_role("button")
        takers = hand.and_(self.button(self.words.can_take))
        card = self.any_of(takers if takers.count() else hand)
        self.presses(card)
        self.confirms(card)

    def confirms(self, card: Locator) -> None:
        """Says yes to what the chosen card does, or to one of the things it could do."""
        del card  # it can do so by the card itself, too
        self.does(self.any_of(self.button(self.words.plays)))

    # dice

    def throws_dice(self) -> None:
        expect(self.page.locator("[data-act=skip]")).to_have_count(0)  # they lie there
        offered = self.page.get_by_role("group", name=self.words.actions).get_by_role(
            "button", disabled=False
        )
        if self.game == "5000":
            self.plays_five_thousand(offered)
        elif self.game == "dice-poker":
            self.plays_poker(offered)
        else:
            # One die at least is thrown: of three aces two are kept, also when this is tried again.
            kept = self.tray.get_by_role("button", disabled=False, pressed=True).count()
            self.keeps(self.words.ace, 2 - kept)
            self.does(self.any_of(offered))

    @property
    def tray(self) -> Locator:
        return self.page.get_by_role("region", name=self.words.tray)

    @property
    def dice(self) -> Locator:
        """The dice one may still keep or play."""
        return self.tray.get_by_role("button", disabled=False, pressed=False)

    def faces(self) -> list[str]:
        """'ace', 'two', …: the dice as they are read out."""
        names = [die.get_attribute("aria-label") or "" for die in self.dice.all()]
        return [re.sub(r"^.*?: ?|,.*$", "", name) for name in names]

    def keeps(self, face: str, most: int = 5) -> None:
        for _ in range(min(most, self.faces().count(face))):
            self.presses(self.dice.and_(self.button(rf": {face},")).first)

    def plays_five_thousand(self, offered: Locator) -> None:
        """Banks what it can; else the least that counts."""
        if (bank := offered.and_(self.button(self.words.bank))).count():
            return self.does(bank)
        faces = self.faces()
        counting = [(face, 1) for face in (self.words.ace, self.words.five) if face in faces]
        counting += [(face, 3) for face in set(faces) if faces.count(face) >= 3]
        if not counting:
            return self.does(offered.last)  # trash
        self.keeps(*counting[0])
        return self.does(offered.and_(self.button(self.words.play)))

    def plays_poker(self, offered: Locator) -> None:
        faces = self.faces()
        best = max(set(faces), key=faces.count, default="")
        if faces.count(best) > 1:
            self.keeps(best)
        again = offered.and_(self.button(self.words.throw))
        self.does(again if again.count() else offered.and_(self.button(self.words.stand)))


def settled(person: Person) -> None:
    """Everything that was asked for is there."""
    expect(person.page.get_by_role("heading", level=1).first).to_be_visible()
    person.window.settles()


class Typist(Person):
    """Somebody without a mouse: presses the key a button names, or goes there with Tab and presses Enter."""

    def presses(self, button: Locator) -> None:
        keys = button.get_attribute("aria-keyshortcuts", timeout=HURRY)
        die = re.match(r"\w+ (\d)\W*:", button.get_attribute("aria-label", timeout=HURRY) or "")
        if keys or die:
            self.page.keyboard.press(keys.split()[0].capitalize() if keys else die[1] if die else "")
        else:
            self.reaches(button)
            self.page.keyboard.press("Enter")

    def confirms(self, card: Locator) -> None:
        """The key of the card once more plays it, where there is only one thing it can do."""
        ways = self.button(self.words.plays)
        self.does(card if ways.count() == 1 else self.any_of(ways))

    def reaches(self, target: Locator) -> None:
        for _ in range(MANY):
            if target.evaluate("one => one === document.activeElement", timeout=HURRY):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not get to {target}")
