"""The table of the capture games as it is drawn and told, and what may be typed at it."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.core.words import LANGS, Phrase
from tavola.games.capture.terminal import saved_match, summary
from tavola.games.capture.terminal import words as card_words
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet
from tavola.terminal.drawings import faces
from tavola.terminal.drawings.pen import Pen
from tests.terminal.table import Scene, texts

# Bob deals, so Ada, who is seat 0, plays first.
TABLE = "5c 2b 7s Rd"
DEAL = ("dealer 1", f"deal {TABLE}", "deal 7d As Fs", "deal 3c 6c Rb")


def scene(game: str = "spazzino", *moves: str, **options: Any) -> Scene:
    return Scene(game, 2, *DEAL, *moves, **options)


def hand(s: Scene, **pen: Any) -> list[str]:
    """What the one who decides sees."""
    return texts(s.look.hand(s.pen(**pen), s.mine()))


# ---- drawing ----


def test_a_card_is_a_box_with_its_notation() -> None:
    assert texts(faces.box(Card.parse("7d"))) == ["╭────╮", "│ 7d │", "│  ♦ │", "╰────╯"]
    assert texts(faces.box(Card.parse("10d"), sign=False)) == ["╭────╮", "│10d │", "╰────╯"]


@pytest.mark.parametrize("width", [20, 40, 80])
def test_boxes_fit_the_screen(width: int) -> None:
    s = scene()
    pen = s.pen(width=width)
    cards = CardSet.deck(52)
    lines = texts(faces.boxes(pen, cards))
    assert max(map(len, lines)) <= width
    assert all(str(card) in "".join(lines) for card in cards)


def test_each_suit_has_a_colour_of_its_own() -> None:
    assert len({faces.style(Card.parse(f"A{suit}")) for suit in "bcds"}) == 4


def test_the_table_says_all_that_is_open() -> None:
    text = "\n".join(hand(scene()))
    assert "match to 21 · hand 1 · Bob deals · Bob: 3 cards · stock 30" in text
    for card in ("5c", "2b", "7s", "Rd", "7d", "As", "Fs"):
        assert f"│ {card} │" in text
    for hidden in ("3c", "6c", "Rb"):
        assert hidden not in text


def test_the_table_in_words() -> None:
    s = scene()
    assert hand(s, plain=True) == [
        "Bob: 3 cards, stock 30",
        "On the table: 2b 5c 7s Rd",
        "Your hand: As 7d Fs",
    ]
    assert texts(s.look.table(s.pen(plain=True), s.view())) == [
        "Ada: 0 of 21",
        "Bob: 0 of 21",
        "match to 21",
        "hand 1",
        "Bob deals",
        "Ada: 3 cards",
        "Bob: 3 cards",
        "stock 30",
    ]


def test_the_card_under_the_stock() -> None:
    deal = ("dealer 1", f"deal {TABLE}", "deal 7d As Fs 4b", "deal 3c 6c Rb 2c", "bottom 5s")
    s = Scene("tombolon", 2, *deal)
    assert "stock 28, under it 5s" in "\n".join(hand(s))


def test_pairs_are_shown_as_sides() -> None:
    s = Scene("tombolon", 4, "dealer 3", f"deal {TABLE}")
    lines = texts(s.look.table(s.pen(), s.view()))
    assert lines[0].startswith("  Ada + Zoé  0 ─")
    assert lines[1].startswith("  Bob + Dan  0 ─")


def test_an_empty_table() -> None:
    s = Scene("spazzino", 2, "dealer 1", "deal Ab 2b 3b Ac", "deal 7d As Fs", "deal 3c 6c Rb")
    s.play("7d x Ab 2b 3b Ac")
    assert "  The table is empty." in hand(s)
    assert "The table is empty." in hand(s, plain=True)


# ---- choosing ----


def test_plays_are_numbered_and_stand_by_their_card() -> None:
    s = scene()
    offered = texts(s.look.offered(s.pen(), s.view(0)))
    assert [line.split() for line in offered] == [
        ["As", "1", "drop"],
        ["7d", "2", "takes", "2b", "5c", "3", "takes", "7s"],
        ["Fs", "4", "drop"],
    ]
    assert texts(s.look.offered(s.pen(plain=True), s.view(0))) == [
        "1 As drop",
        "2 7d takes 2b 5c",
        "3 7d takes 7s",
        "4 Fs drop",
    ]


def test_a_card_with_several_captures_opens_them() -> None:
    s = scene()
    view = s.view(0)
    assert s.look.opens("7D", view) == "7d x "
    assert s.look.opens("as", view) == ""
    assert s.look.opens("7d x 7s", view) == ""
    ways = texts(s.look.offered(s.pen(plain=True), view, "7d x "))
    assert ways == [
        "2 7d takes 2b 5c",
        "3 7d takes 7s",
        "7d can take in several ways: type a number, or the cards.",
    ]


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("as", "As"),
        ("7d 5c 2b", "7d x 5c 2b"),
        ("7d x 2b 5c", "7d x 5c 2b"),
        ("7d2b,5c", "7d x 5c 2b"),
        ("7d 7s", "7d x 7s"),
        ("7d Rd", "7d x Rd"),  # not legal, and the rules will say why
        ("5c", None),
        ("7d 7d", None),
        ("7d 5c 5c", None),
        ("3c", None),
        ("", None),
        ("nonsense", None),
    ],
)
def test_what_may_be_typed(typed: str, means: str | None) -> None:
    s = scene()
    assert s.look.read(typed, s.view(0)) == means


@pytest.mark.parametrize("width", [24, 40, 80])
def test_many_captures_fit_the_screen(width: int) -> None:
    s = Scene("spazzino", 2, "dealer 1", "deal Ab 2b 3b 4b", "deal 7d 7c 7s", "deal 3c 6c Rb")
    lines = texts(s.look.offered(s.pen(width=width), s.view(0)))
    assert max(map(len, lines)) <= width
    numbers = [word for line in lines for word in line.split() if word.isdigit()]
    assert numbers == [str(n) for n in range(1, len(s.view(0).moves) + 1)]


# ---- what happens ----


def test_a_play_is_one_line_and_special_points_stand_out() -> None:
    s = scene()
    (line,) = s.told("7d x 7s", s.pen())
    assert line.split() == ["Ada", "7d", "×", "7s"]
    s = Scene("spazzino", 2, "dealer 1", "deal 5c 2c 7s Rd", "deal 7c As Fs", "deal 3c 6c Rb")
    (line,) = s.told("7c x 5c 2c", s.pen())
    assert line.endswith("★ bager +3 ")


def test_special_points_in_words() -> None:
    s = Scene("spazzino", 2, "dealer 1", "deal 5c 2c 7s Rd", "deal 7c As Fs", "deal 3c 6c Rb")
    pen = s.pen(plain=True)
    assert s.told("7c x 5c 2c", pen) == ["Ada plays 7c and takes 5c 2c", "Ada: bager, 3"]


def test_the_packets_of_others_are_not_told() -> None:
    s = Scene("spazzino", 2, "dealer 1", f"deal {TABLE}")
    assert s.told("deal 7d As Fs", s.pen()) == []
    assert s.told("deal 3c 6c Rb", s.pen(plain=True)) == ["Bob gets 3 cards"]


def test_the_last_play_again() -> None:
    s = Scene("spazzino", 2, "dealer 1", "deal 5c 2c 7s Rd", "deal 7c As Fs", "deal 3c 6c Rb")
    made = s.play("7c x 5c 2c")
    assert made is not None
    again = texts(s.look.again(s.pen(), made.events))
    assert again[0] == "  Ada plays 7c and takes 5c 2c"
    assert again[2] == "  │ 7c │  ×   │ 2c ││ 5c │"
    assert again[-1].strip() == "★ Ada: bager, 3"
    assert s.look.again(s.pen(), ()) == []


# ---- the summary ----

POINTS = (
    {"carte": 2, "spade": 0, "extra_onori": 0, "scopa": 7},
    {"carte": 0, "spade": 1, "extra_onori": 0, "scopa": 0},
)
PILES = (CardSet.deck() - CardSet.suit("s"), CardSet.deck() & CardSet.suit("s"))


def hand_summary(*sides: str) -> summary.Summary:
    return summary.Summary("The points of hand 3", sides, POINTS, (19, 4), 31, PILES)


def test_the_summary_side_by_side() -> None:
    lines = texts(summary.lines(scene().pen(), hand_summary("Ada", "Bob")))
    assert lines[0].startswith("  ╭─ The points of hand 3 ─")
    assert [line.strip(" │").split() for line in lines[1:5]] == [
        ["Ada", "Bob"],
        ["cards", "(30)", "2", "(10)", "·"],
        ["swords", "(0)", "·", "(10)", "1"],
        ["scopa", "7", "·"],
    ]
    assert [line.strip(" │").split() for line in lines[-3:-1]] == [
        ["this", "hand", "9", "1"],
        ["match", "to", "31", "19", "4"],
    ]
    assert len({len(line) for line in lines}) == 1


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("lang", LANGS)
def test_the_summary_fits(width: int, lang: Any) -> None:
    pen = Pen(lang, ("a",), str, False, width)
    lines = texts(summary.lines(pen, hand_summary("Alessandra + Giambattista", "x" * 40)))
    assert max(map(len, lines)) <= width
    assert len({len(line) for line in lines}) == 1


def test_the_summary_in_words() -> None:
    pen = Pen("fr", ("Ada", "Bob"), str, True)
    assert texts(summary.lines(pen, hand_summary("Ada", "Bob"))) == [
        "The points of hand 3.",
        "cartes : Ada 2 (30 en tout), Bob 0 (10 en tout)",
        "épées : Ada 0 (0 en tout), Bob 1 (10 en tout)",
        "scopa : Ada 7, Bob 0",
        "cette donne : Ada 9, Bob 1",
        "partie : Ada 19, Bob 4",
    ]


@pytest.mark.parametrize("module", [card_words, saved_match])
def test_every_phrase_is_in_three_languages(module: Any) -> None:
    phrases = [value for value in vars(module).values() if isinstance(value, Phrase)]
    assert phrases
    for phrase in phrases:
        assert all(phrase), phrase
        english, french, italian = (
            sorted(part.split("}")[0].partition(":")[0] for part in text.split("{")[1:]) for text in phrase
        )
        assert english == french == italian, phrase
