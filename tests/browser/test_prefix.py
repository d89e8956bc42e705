"""The page below a path of another site, behind nginx with TLS: all it asks for and leads to is below it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.browsers import Window, launched
from tests.browser.house import House
from tests.browser.person import Person
from tests.deploy.proxies import DEPLOY, certificate, free_port, nginx, put_in

PREFIX = "/tavola"
SITE = """
    {map}
    upstream tavola {{ server 127.0.0.1:{tavola}; }}
    server {{
        listen 127.0.0.1:{port} ssl http2;
        ssl_certificate {cert}; ssl_certificate_key {key};
        location / {{ return 418 "another site"; }}
        {ours}
    }}
"""
LINKS = """() => [...document.querySelectorAll('[href], [src]')]
    .map((one) => one.getAttribute('href') ?? one.getAttribute('src'))"""


class Below(Person):
    def goes(self, path: str = "/") -> Person:
        self.page.goto(PREFIX + path)
        return self


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory, page_is_built: None) -> Iterator[Below]:
    del page_is_built
    folder = tmp_path_factory.mktemp("below")
    (cert, key), port = certificate(folder), free_port()
    env = {"TAVOLA_PATH_PREFIX": PREFIX, "TAVOLA_TRUSTED_PROXIES": "127.0.0.1"}
    house = House(folder, env={**os.environ, **env}).open()
    files = {path.name: path.read_text(encoding="utf-8") for path in (DEPLOY / "nginx").iterdir()}
    (folder / "proxy.conf").write_text(files["tavola-proxy.conf"], encoding="utf-8")
    ours = put_in(files["tavola-prefix.conf"], {"/etc/nginx/tavola-proxy.conf": str(folder / "proxy.conf")})
    start = files["tavola.conf"].index("map $http_upgrade")
    config = SITE.format(
        map=files["tavola.conf"][start : files["tavola.conf"].index("}", start) + 1],
        tavola=house.ports["http"],
        port=port,
        cert=cert,
        key=key,
        ours=ours,
    )
    try:
        with nginx(folder, config, [port]), sync_playwright() as playwright:
            browser = launched(playwright)
            window = Window(browser, f"https://127.0.0.1:{port}")
            asked: list[str] = []
            window.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
            window.page.on("websocket", lambda socket: asked.append(urlsplit(socket.url).path))
            yield Below(window)
            complaints = window.complaints
            browser.close()
        assert complaints == []
        assert [path for path in asked if not path.startswith(f"{PREFIX}/") and path != PREFIX] == []
        assert f"{PREFIX}/ws" in asked
    finally:
        house.kill()


def astray(person: Person) -> list[str]:
    """What a page leads to outside."""
    found: list[str] = person.page.evaluate(LINKS)
    assert found
    return [link for link in found if not link.startswith((f"{PREFIX}/", "#", "https://", "data:", "blob:"))]


def test_a_table_is_played_left_and_come_back_to(below: Below) -> None:
    page = below.page
    below.goes()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    home = page.url
    below.is_asked_at("5000", seats=2, points=5000)
    table = page.url
    assert urlsplit(table).path.startswith(f"{PREFIX}/table/")
    assert below.plays(2) == 2
    page.reload()
    assert below.plays(1) == 1  # the token of this prefix brought me back to my seat
    below.goes(f"/record/{below.table}")
    expect(page.get_by_role("link", name="All games", exact=True)).to_have_attribute("href", f"{PREFIX}/")
    below.window.forgive("409", "404")  # its record comes when it is over
    page.go_back()
    expect(page).to_have_url(table)
    assert below.plays(1) == 1
    page.goto(home)
    expect(page.get_by_role("link", name="Rules").first).to_be_visible()


def test_an_invitation_leads_below(below: Below) -> None:
    below.fills_in("421").button(below.words.open_table).click()
    below.sits("421")
    link = below.page.get_by_label("Link to this table").input_value()
    assert urlsplit(link).path == f"{PREFIX}/join/{below.table}"


@pytest.mark.parametrize("path", ["/", "/rules/421", "/standings/421", "/scoreboards", "/scoreboards?plain"])
def test_nothing_leads_outside(below: Below, path: str) -> None:
    below.goes(path)
    expect(below.page.locator("h1").first).to_be_visible()
    assert astray(below) == []


def test_the_prefix_without_its_slash(below: Below) -> None:
    below.page.goto(PREFIX)
    assert urlsplit(below.page.url).path == f"{PREFIX}/"
    expect(below.page.locator("h1").first).to_be_visible()
