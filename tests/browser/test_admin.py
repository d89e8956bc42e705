"""What people see of the administration: a report, a closed table, a ban, a table without chat."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

from playwright.sync_api import expect

from tests.browser.browsers import barriers
from tests.browser.conftest import Newcomer
from tests.browser.house import House
from tests.browser.person import Person


def admin(house: House, *words: str) -> Any:
    """Another process, as whoever runs the server would start it."""
    storage = f"sqlite:///{house.folder / 'tavola.db'}"
    command = [sys.executable, "-m", "tavola", "admin", *words, "--json", "--storage", storage]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def two_at_a_table(newcomer: Newcomer, name: str, lang: str = "en") -> tuple[Person, Person]:
    host, guest = newcomer(), newcomer(lang=lang)
    host.fills_in("421").button(host.words.open_table).click()
    host.sits("421")
    guest.goes(f"/join/{host.table}").page.locator("form input").fill(name)
    guest.page.locator("form button[type=submit]").click()
    expect(host.page.get_by_text(name).first).to_be_visible()
    return host, guest


def test_a_line_is_reported_and_who_said_it_is_banned(newcomer: Newcomer, house: House) -> None:
    host, guest = two_at_a_table(newcomer, "Malvina", lang="fr")
    guest.button("discussion").first.click()
    guest.page.get_by_label("Dire quelque chose").fill("quel âne")
    guest.button("Envoyer").click()
    host.button("Open talk").click()
    assert barriers(host.page) == []
    host.button("^Report this line of Malvina").click()
    expect(host.button("^Reported: Malvina")).to_be_disabled()
    expect(guest.page.get_by_role("button", name=re.compile("Signaler"))).to_have_count(0)
    (report,) = admin(house, "reports")["reports"]
    assert (report["name"], report["said"]) == ("Malvina", "quel âne")

    admin(house, "ban", "Malvina", "--why", "des injures", "--for", "1h")
    told = guest.page.get_by_text(
        re.compile("^l'accès à ce serveur vous est interdit jusqu'au .* : des injures$")
    )
    expect(told.first).to_be_visible()
    expect(host.page.get_by_text("Malvina is away.")).to_be_visible()
    guest.page.reload()
    expect(told.first).to_be_visible()
    admin(house, "unban", "Malvina")
    guest.page.reload()
    expect(host.page.get_by_text("Malvina is away.")).to_have_count(0)

    admin(house, "close", host.table, "--why", "it is late")
    for person, words in ((host, "closed the table: it is late"), (guest, "a fermé la table : it is late")):
        expect(person.page.get_by_text(words)).to_be_visible()


def test_a_table_without_chat_says_so(newcomer: Newcomer) -> None:
    host = newcomer()
    host.fills_in("421").page.get_by_label("With chat").uncheck()
    host.page.get_by_label(re.compile("Others may find")).check()
    host.button(host.words.open_table).click()
    host.sits("421")
    expect(host.page.get_by_text("no chat", exact=True)).to_be_visible()
    host.button("Open talk").click()
    expect(host.page.get_by_text("There is no chat at this table.")).to_be_visible()
    expect(host.page.get_by_label("Say something")).to_have_count(0)
    guest = newcomer().goes("/")
    expect(guest.page.get_by_role("region", name="Open tables")).to_contain_text("no chat")
