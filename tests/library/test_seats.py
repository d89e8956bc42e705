from __future__ import annotations

import pytest

import tavola
from tavola.core.errors import BadSeats, TavolaError, UnknownBot
from tavola.library.seats import bots_of, default_players, luck, sitters

RULES = tavola.rules("421")
INFO = RULES.info


def names(players: str) -> list[str]:
    return [sitter.name for sitter in sitters(players, INFO, "en")]


def test_names_are_unique() -> None:
    assert names("you,house,house") == ["Player", "Pia", "Bruno"]
    assert names("you:Ada,you:Ada,you") == ["Ada", "Ada 2", "Player"]
    assert len(set(names("you:house 2,house,house,house"))) == 4


def test_people_and_bots() -> None:
    assert [sitter.bot for sitter in sitters("you, you:Ada ,house", INFO, "fr")] == ["", "", "house"]
    assert sitters("you,house", INFO, "fr")[0].name == "Joueur"


@pytest.mark.parametrize("players", ["", ",", "you,,house", " , "])
def test_nobody_on_a_chair(players: str) -> None:
    with pytest.raises(TavolaError, match="--players takes names"):
        sitters(players, INFO, "en")


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\x1b[31m", "a\nb", "\udcff"])
def test_names_that_no_table_can_show(name: str) -> None:
    with pytest.raises(TavolaError, match="printable"):
        sitters(f"you:{name},house", INFO, "en")


def test_too_many() -> None:
    with pytest.raises(BadSeats, match="2 to 8 players, not 9"):
        sitters(",".join("abcdefghi"), INFO, "en")


def test_unknown_bot() -> None:
    with pytest.raises(UnknownBot, match="nobody"):
        bots_of(sitters("you,nobody", INFO, "en"), RULES, 1)


def test_default_players_are_enough() -> None:
    assert default_players(INFO) == "you,house"
    assert default_players(tavola.rules("5000").info) == "you,house"


def test_luck_depends_on_the_seed_and_the_purpose() -> None:
    def numbers(seed: int, purpose: str) -> list[int]:
        return [luck(seed, purpose).randrange(10**9)]

    assert numbers(1, "dice") == numbers(1, "dice")
    assert numbers(1, "dice") != numbers(2, "dice")
    assert numbers(1, "dice") != numbers(1, "bot 0")
