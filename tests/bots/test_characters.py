"""Who a bot is to people: the same names everywhere, told apart, and in three languages."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import pytest

from tavola.bots import FOR_EVERY_GAME, bot_names
from tavola.bots import characters as ch
from tavola.bots.characters.cast import CAST
from tavola.core import plugins
from tavola.core.record import Record
from tavola.core.words import Phrase
from tavola.games import OURS, game_class, game_names

EVERY_BOT = [(game, bot) for game in game_names() for bot in bot_names(game)]


@pytest.mark.parametrize(("game", "bot"), EVERY_BOT)
def test_a_whole_table_of_one_bot_has_names_and_faces_of_its_own(game: str, bot: str) -> None:
    seats = max(game_class(game).info.seats)
    labels: list[str] = []
    for _ in range(seats):
        labels.append(ch.label_of(game, bot, labels))
    figures = [ch.figure(game, label) for label in labels]
    names = [each.name for each in figures]
    assert len(set(names)) == seats
    assert len({each.face for each in figures}) == seats
    assert bot not in names
    assert all(name.isalpha() for name in names)


def test_every_bot_of_the_house_has_a_character() -> None:
    for game, bot in [(name, bot) for name in OURS for bot in (*FOR_EVERY_GAME, *OURS[name].bots)]:
        found = ch.character(game, bot)
        assert found.holds_together()
        assert len(set(found.line)) == 3, bot  # three languages, not one three times
        assert all(line.endswith(".") for line in found.line)
    names = [each.name for found in CAST.values() for each in found.figures]
    assert len(set(names)) == len(names)  # whoever meets Pia twice meets the same Pia


@pytest.mark.parametrize(
    ("label", "bot"),
    [("house", "house"), ("house (2)", "house"), ("master:3", "master"), ("match:mega (3)", "match")],
)
def test_the_bot_of_a_label(label: str, bot: str) -> None:
    assert ch.bot_of(label) == bot


def test_an_argument_does_not_change_who_it_is() -> None:
    assert ch.display_name("scopetta", "master:3") == ch.display_name("scopetta", "master")
    assert ch.display_name("scopetta", "master:3 (2)") == ch.display_name("scopetta", "master (2)")


def test_a_person_called_like_somebody_of_the_cast() -> None:
    first, second = (each.name for each in ch.character("421", "house").figures[:2])
    label = ch.label_of("421", "house", {first})
    assert label == "house (2)"
    assert ch.display_name("421", label) == second


def test_a_family_that_runs_out() -> None:
    small = ch.Character((ch.Figure("Uno"), ch.Figure("Due")), Phrase("x", "y", "z"))
    assert [small.figure(n).name for n in range(5)] == ["Uno", "Due", "Uno II", "Due II", "Uno III"]


# ---- records ----


def record(players: str | None, *seats: str) -> Record:
    tags = {} if players is None else {"Players": players}
    return Record("scopetta", {}, 1, seats, (), None, tags)


def test_the_seats_of_a_record_as_people_read_them() -> None:
    name = ch.character("scopetta", "house").name
    assert ch.display_names(record("you,house", "Ada", "house")) == ("Ada", name)
    assert ch.display_names(record("you,house", "house", "house (2)"))[0] == "house"  # a person's name
    assert ch.display_names(record(None, "Ada", "house")) == ("Ada", "house")  # it does not say
    assert ch.display_names(record("you,house,house", "Ada", "house")) == ("Ada", "house")  # nor does this


# ---- bots of other packages ----


class Point(NamedTuple):
    name: str
    gives: Any

    def load(self) -> Any:
        if isinstance(self.gives, Exception):
            raise self.gives
        return self.gives


@dataclass
class Guest:
    rng: Random
    argument: str = ""

    def choose(self, view: Any) -> Any:
        return view.moves[0]


class Named(Guest):
    character = ch.Character((ch.Figure("Zoe"), ch.Figure("Zeno")), Phrase("Bold.", "Hardie.", "Audace."))


class Nameless(Guest):
    character = ch.Character((), Phrase("a", "b", "c"))


@pytest.mark.parametrize(
    ("gives", "names"),
    [
        (Named, ["Zoe", "Zeno", "Zoe II"]),
        (Guest, ["My bot", "My bot II", "My bot III"]),
        (Nameless, ["My bot", "My bot II", "My bot III"]),
        (RuntimeError("broken"), ["My bot", "My bot II", "My bot III"]),
    ],
)
def test_a_bot_of_another_package(monkeypatch: pytest.MonkeyPatch, gives: Any, names: list[str]) -> None:
    point = Point("scopetta/my-bot", gives)
    monkeypatch.setattr("tavola.bots.find", lambda _: plugins.FoundPlugins({point.name: point}, ()))  # type: ignore[dict-item]
    ch.character.cache_clear()
    try:
        labels: list[str] = []
        for _ in names:
            labels.append(ch.label_of("scopetta", "my-bot", labels))
        assert [ch.display_name("scopetta", label) for label in labels] == names
        assert len({ch.figure("scopetta", label).face for label in labels[:2]}) == (
            1 if gives is Named else 2
        )
    finally:
        ch.character.cache_clear()
