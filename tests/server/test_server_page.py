"""The pages of the reference that are written from the server name every setting and every path of REST."""

from __future__ import annotations

from docs.building import generated

from tavola.server.http.api import api
from tavola.server.settings import SETTINGS


def test_every_setting_with_its_words() -> None:
    page = "\n".join(generated.settings())
    for each in SETTINGS:
        assert f"| `{each.option}` | {generated.cell(each.help)} |" in page


def test_every_path_is_there() -> None:
    page = "\n".join(generated.rest())
    told = [line.split()[2] for line in page.splitlines() if line.startswith(("## GET ", "## POST "))]
    for pattern in (route.pattern for route in api()):
        assert any(pattern.fullmatch(path.replace("{", "").replace("}", "")) for path in told), pattern
