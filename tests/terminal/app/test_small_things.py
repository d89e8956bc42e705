"""What is easily wrong beside the game: letters of yes, greys, hints where there is nothing to advise."""

from __future__ import annotations

import time
from asyncio import run
from pathlib import Path

import pytest
from textual.color import Color
from textual.widgets import Input

from tavola.core.words import Lang
from tavola.terminal.app.app import ENOUGH, contrast
from tavola.terminal.app.dialogs import LineDialog
from tavola.terminal.app.terms import rules_told
from tests.terminal.app.person import at_table, local

YES = [("en", "y", "yes"), ("fr", "o", "oui"), ("it", "s", "sì")]


@pytest.mark.parametrize(("lang", "letter", "word"), YES)
def test_yes_has_the_letter_of_its_language(lang: Lang, letter: str, word: str) -> None:
    async def story() -> None:
        source = local("scopetta", seed=2)
        async with at_table(source, lang=lang) as person:
            await person.ready()
            await person.press("f5")
            await person.until(lambda: person.dialog is not None and f"{letter} {word}" in person.seen())
            await person.press(letter)
            await person.until(lambda: source.match.outcome is not None)

    run(story())


def test_without_colours_every_card_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def story() -> None:
        async with at_table(local("scopetta", seed=5)) as person:
            await person.ready()
            filters = person.app._filters
            looked_at = 0
            for strip in person.app.screen._compositor.render_strips():
                segments = list(strip)
                for each in filters:
                    segments = each.apply(segments, Color(30, 30, 30))
                for text, style, _ in segments:
                    if text.strip() and style is not None and style.color and style.bgcolor:
                        pair = (Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor))
                        assert contrast(*pair) >= ENOUGH - 0.01, text
                        assert pair[0].r == pair[0].g == pair[0].b
                        looked_at += 1
            assert looked_at > 20

    run(story())


@pytest.mark.parametrize(
    ("lang", "title", "wrong"),
    [
        ("fr", "Enregistrer la partie sous", "existe déjà"),
        ("it", "Salva la partita come", "esiste già"),
    ],
)
def test_the_save_dialog_speaks_the_language(lang: Lang, title: str, wrong: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with at_table(local("scopetta", seed=2), lang=lang) as person:
            await person.ready()
            await person.press("f5", "y")
            await person.until(lambda: person.dialog is not None and len(person.dialog.answers) > 2)
            await person.press("s")
            await person.until(lambda: isinstance(person.app.screen, LineDialog) and title in person.seen())
            line = person.app.screen.query_one(Input)
            assert Path(line.value).parent.name == "games"  # in the user's data folder
            assert Path(line.value).is_absolute()
            (tmp_path / "there.txt").write_text("precious")
            line.value = str(tmp_path / "there.txt")
            await person.press("enter")
            await person.until(lambda: wrong in person.seen().replace("\n", ""))
            person.app.screen.query_one(Input).value = str(tmp_path / "no" / "such" / "folder.txt")
            await person.press("enter")
            folder = {"fr": "ce dossier n'existe pas", "it": "la cartella non esiste"}[lang]
            await person.until(lambda: folder in " ".join(person.seen().split()))

    run(story())


def test_a_hint_where_there_is_nothing_to_decide_says_so() -> None:
    async def story() -> None:
        async with at_table(local("421", seed=1)) as person:
            await person.until(lambda: person.has_table() and person.table.board.throwing)
            await person.press("f4")
            await person.until(lambda: "nothing to decide now" in person.log or "no hints" in person.log)

    run(story())


def test_who_waits_for_a_hint_sees_it_live() -> None:
    """Nothing is known yet of how far it has come: the seconds go on, and after some it says why."""

    async def story() -> None:
        async with at_table(local("scopetta", seed=5)) as person:
            goes_on: list[bool] = []

            def slow(*_: object) -> list[str]:
                while not goes_on:
                    time.sleep(0.02)
                return ["there"]

            person.table.settings.hint = slow
            await person.ready()
            await person.press("f4")
            await person.until(lambda: "looking for the best 1 s" in person.seen())
            await person.until(lambda: "The first time" in person.seen())
            goes_on.append(True)
            await person.until(lambda: "there" in person.seen() and "looking" not in person.seen())

    run(story())


def test_what_one_sits_down_to_is_told_in_words() -> None:
    """Not by the names of options, which only --set and records need."""
    given = {"suites": "off", "nenette": "lowest", "count": "last_throw"}
    assert rules_told("421", given, "en") == [
        "654, 543, 432 and 321 are suites: no",
        "where 221 ranks: lowest",
        "what adds to the total of a turn: last throw",
    ]
    assert rules_told("5000", {"goal": "3000"}, "fr") == ["les points qui gagnent : 3000"]
    assert rules_told("tombolon", {"padova": "on"}, "it") == ["come a Padova: sì"]
    assert rules_told("nobody's", {"rule": "x"}, "en") == ["rule x"]
