from __future__ import annotations

import re
from importlib import import_module
from pkgutil import walk_packages

import tavola
from tavola.core.words import LANGS, Phrase, colon, same


def test_a_phrase_speaks_three_languages() -> None:
    hello = Phrase("hello", "bonjour", "ciao")
    assert [hello.in_(lang) for lang in LANGS] == ["hello", "bonjour", "ciao"]
    assert str(hello) == "hello"


def test_blanks_are_filled_in_the_language() -> None:
    said = Phrase("{who} has {what}", "{who} a {what}", "{who} ha {what}")
    filled = said.fill(who="Ada", what=Phrase("a pair", "une paire", "una coppia"))
    assert filled == ("Ada has a pair", "Ada a une paire", "Ada ha una coppia")


def test_braces_in_a_name_are_only_text() -> None:
    assert Phrase("{who}!", "{who} !", "{who}!").fill(who="{x}").en == "{x}!"


def test_same() -> None:
    assert same("421") == ("421", "421", "421")


def test_one_and_more() -> None:
    said = Phrase("{n} {n:card|cards}", "{n} {n:carte|cartes}", "{n} {n:carta|carte}")
    assert said.fill(n=1) == ("1 card", "1 carte", "1 carta")
    assert said.fill(n=0) == ("0 cards", "0 carte", "0 carte")  # French counts none as it counts one
    assert said.fill(n="40") == ("40 cards", "40 cartes", "40 carte")


def test_a_colon_as_the_language_writes_it() -> None:
    assert [colon("Ada", "3", lang) for lang in LANGS] == ["Ada: 3", "Ada : 3", "Ada: 3"]


# ---- all that is said ----


def everything_said() -> dict[str, Phrase]:
    """Every phrase that some module of Tavola keeps, and where."""
    found: dict[str, Phrase] = {}

    def look(value: object, where: str, depth: int = 0) -> None:
        if isinstance(value, Phrase):
            found.setdefault(where, value)
        elif isinstance(value, dict) and depth < 4:
            for key, each in value.items():
                look(each, f"{where}[{key}]", depth + 1)
        elif isinstance(value, list | tuple) and depth < 4:
            for number, each in enumerate(value):
                look(each, f"{where}[{number}]", depth + 1)

    for module in walk_packages(tavola.__path__, "tavola."):
        if "__main__" not in module.name and "migrations" not in module.name:
            for name, value in vars(import_module(module.name)).items():
                if not name.startswith("__"):
                    look(value, f"{module.name}.{name}")
    return found


SAID = everything_said()
NUMBERED = re.compile(r"\{\w+:[^{}|]*\|[^{}|]*\}")
AFTER_A_SPACE = re.compile(r"(?<![\s\u00a0\u202f\"])[:;!?](?=\s|$)")  # as French writes these signs


def test_french_has_a_space_before_its_colons() -> None:
    assert len(SAID) > 400
    french = {where: NUMBERED.sub("", phrase.fr) for where, phrase in SAID.items()}
    assert {where: said for where, said in french.items() if AFTER_A_SPACE.search(said)} == {}


def test_languages_have_the_same_blanks() -> None:
    for where, phrase in SAID.items():
        blanks = [set(re.findall(r"\{(\w+)[:}]", said)) for said in phrase]
        assert blanks[0] == blanks[1] == blanks[2], where
