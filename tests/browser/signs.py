"""Draws what shows the page elsewhere, from its own art: `python -m tests.browser.signs`.

The favicon of old browsers, the icon on the screen of a telephone, and the picture beside a link.
"""

from __future__ import annotations

import tempfile
from base64 import b64encode
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tavola.games import game_class, game_names
from tests.browser.browsers import Window, launched
from tests.browser.house import House
from tests.browser.person import Person, settled

PUBLIC = Path(__file__).resolve().parents[2] / "web" / "public"
TOUCH = 180
FAVICON = (16, 32, 48)
PREVIEW = (1200, 630)
QUALITY = 82
SHOWN = ("421", "scopetta")
BIG = (2400, 1600)

# The sign fills a telephone's whole square; the telephone rounds the corners.
SQUARE = """<style>
  body { margin: 0; background: #14532d }
  svg { display: block; width: 100vw; height: 100vh }
</style>"""
POSTER = """<style>
  body { margin: 0; height: 630px; overflow: hidden; display: grid; grid-template-rows: 1fr auto;
         background: #1d4d36; font-family: Georgia, 'Liberation Serif', serif; color: #fdfaf3 }
  .scenes { display: grid; grid-template-columns: 1fr 1fr; overflow: hidden }
  .scenes img { display: block; width: 600px; height: 424px; object-fit: cover; scale: 1.02 }
  footer { display: flex; align-items: center; gap: 32px; padding: 34px 56px; border-top: 12px solid #6b3f22;
           background: #fdfaf3; color: #2a1b12 }
  footer svg { width: 112px; height: 112px }
  b { display: block; font-size: 76px; line-height: 1 }
  span { display: block; margin-top: 14px; font-size: 31px; color: #5d5148 }
</style>
<div class="scenes">%(scenes)s</div>
<footer>%(sign)s<div><b>Tavola</b><span>%(games)s</span></div></footer>"""


def sheet(browser: Browser, size: tuple[int, int], content: str) -> Page:
    """An empty page of that size, with this on it."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.set_content(content)
    return page


def scenes(browser: Browser, house: House) -> str:
    """The drawings of some games, as the door shows them."""
    person = Person(Window(browser, house.url, size=BIG)).goes()
    settled(person)
    person.page.evaluate("document.documentElement.style.fontSize = '32px'")  # twice as large
    cards = person.page.locator("main .games li")
    drawn = []
    for game in SHOWN:
        title = person.page.get_by_role("heading", name=game.capitalize(), exact=True)
        picture = cards.filter(has=title).locator(".picture svg").first.screenshot()
        drawn.append(f'<img src="data:image/png;base64,{b64encode(picture).decode()}">')
    person.window.close()
    return "".join(drawn)


def main() -> None:
    games = " · ".join(game_class(name).info.title for name in game_names())
    sign = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launched(playwright)
        square = Path(folder) / "square.png"
        sheet(browser, (TOUCH, TOUCH), SQUARE + sign).screenshot(path=square)
        Image.open(square).quantize(64).save(PUBLIC / "apple-touch-icon.png", optimize=True)
        clear = Path(folder) / "clear.png"
        plain = SQUARE.replace("background: #14532d", "")
        sheet(browser, (192, 192), plain + sign).screenshot(path=clear, omit_background=True)
        Image.open(clear).save(PUBLIC / "favicon.ico", sizes=[(size, size) for size in FAVICON])
        house = House(Path(folder)).open()
        try:
            poster = sheet(
                browser, PREVIEW, POSTER % {"scenes": scenes(browser, house), "sign": sign, "games": games}
            )
            poster.screenshot(path=PUBLIC / "preview.jpg", type="jpeg", quality=QUALITY)
        finally:
            house.kill()
        browser.close()
    for name in ("apple-touch-icon.png", "favicon.ico", "preview.jpg"):
        print(f"{name}: {(PUBLIC / name).stat().st_size} bytes")


if __name__ == "__main__":
    main()
