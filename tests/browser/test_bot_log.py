"""A bot's own log on the page of its game: beside the move, for whoever types the token it played with."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.browsers import barriers
from tests.browser.conftest import Newcomer
from tests.browser.house import House

TOKEN = "the-long-token-of-a-thinker"
BOT = """
import sys
class Bot:
    def __init__(self, rng):
        self.asked = 0
    def choose(self, view):
        self.asked += 1
        print(f"thought {self.asked}", file=sys.stderr)
        return view.moves[-1] if self.asked < 5 else None
"""


def test_only_its_token_shows_it(newcomer: Newcomer, house: House, tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(BOT, encoding="utf-8")
    who = ["--name", "thinker", "--token", TOKEN, "--log"]
    where = ["--game", "5000", "--against", "house", "--url", f"{house.url}/ws".replace("http", "ws")]
    run = [sys.executable, "-m", "tavola", "bot", "run", f"{tmp_path}/mybot.py:Bot"]
    subprocess.run([*run, *where, *who], check=False, capture_output=True, timeout=120)
    person = newcomer()
    found = person.page.request.get(f"{house.url}/api/records?name=thinker").json()["records"]
    person.goes(f"/record/{found[0]['table']}")
    page = person.page
    page.get_by_text("What your bot said of its decisions").click()
    token = page.get_by_label("The token it played with")
    token.fill("the-long-token-of-another")
    person.button("^Show the log$").click()
    expect(page.get_by_text("There is no log of this game for that token.")).to_be_visible()
    token.fill(TOKEN)
    person.button("^Show the log$").click()
    for number in range(1, 4):
        person.button("^Next decision$").click()
        expect(page.get_by_text(f"thought {number}", exact=True)).to_be_visible()
    assert barriers(page) == []
