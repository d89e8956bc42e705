from tavola.core.words import LANGS, Phrase, same


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
