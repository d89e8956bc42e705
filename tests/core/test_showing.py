"""What notebooks show: pictures that are whole, say what is there, and give nothing away."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pytest

from tavola.analysis.distribution import MOST_BARS, Distribution
from tavola.core.contract import CHANCE, OVER
from tavola.core.match import Match
from tavola.core.record import Record
from tavola.core.showing import view_svg
from tavola.games import OURS, rules
from tavola.pieces.cards import Card
from tavola.pieces.dice import Roll

SVG = "{http://www.w3.org/2000/svg}"


def titles(svg: str) -> list[str | None]:
    return [title.text for title in ElementTree.fromstring(svg).iter(f"{SVG}title")]


def in_the_middle(game: str, names: tuple[str, ...] = ("ada", "<b>bo</b>")) -> Match[Any, Any]:
    """Some moves into a game, a player to decide."""
    rng, match = random.Random(2), Match(rules(game), names)
    for _ in range(7):
        if match.actor == CHANCE:
            match.draw(rng)
        elif match.actor != OVER:
            match.play(rng.choice(match.rules.moves(match.state)))
    while match.actor == CHANCE:
        match.draw(rng)
    return match


def test_dice_show_their_faces() -> None:
    assert titles(Roll(5421)._repr_svg_()) == ["dice 5421", "5", "4", "2", "1"]
    circles = list(ElementTree.fromstring(Roll(5421)._repr_svg_()).iter(f"{SVG}circle"))
    assert len(circles) == 5 + 4 + 2 + 1


@pytest.mark.parametrize("card", range(52))
def test_every_card_can_be_drawn(card: int) -> None:
    shown = Card(card)._repr_svg_()
    assert titles(shown) == [str(Card(card))]
    assert Card(card).name.it.split()[-1] in shown  # its suit


@pytest.mark.parametrize("game", OURS)
def test_a_view_shows_the_table_and_the_moves(game: str) -> None:
    match = in_the_middle(game)
    view = match.rules.view(match.state, match.actor)
    shown = view._repr_svg_()
    assert f"as seat {match.actor} sees it" in shown
    assert str(view.moves[0]) in " ".join(t or "" for t in titles(shown))


@pytest.mark.parametrize("game", OURS)
def test_what_can_only_be_told_is_told_in_whole_facts(game: str) -> None:
    match = in_the_middle(game)
    told = titles(view_svg(match.rules.view(match.state, None)))
    facts = [fact for line in told if line and " · " in line for fact in line.split("·")]
    assert facts
    for fact in facts:
        assert fact.strip()[:1].isalpha(), fact  # its name comes first, in the same line
    assert not any("winner" in fact for fact in facts)


def test_the_last_moves_have_their_own_numbers() -> None:
    match = in_the_middle("421")
    first = len(match.moves) - 12
    assert first > 0
    assert f'{first} moves before these</p><ol start="{first + 1}">' in match._repr_html_()
    assert '<ol start="1">' in match.record()._repr_html_()


@pytest.mark.parametrize("game", ["scopetta", "spazzino", "tombolon"])
def test_no_picture_shows_another_hand(game: str) -> None:
    """The picture is the same for every state that looks the same to that seat."""
    match, rng = in_the_middle(game), random.Random(1)
    for seat in (None, 0, 1):
        view = match.rules.view(match.state, seat)
        others = [match.rules.guess(view, rng) for _ in range(5)]
        assert any(other != match.state for other in others)
        for other in others:
            assert view_svg(match.rules.view(other, seat)) == view_svg(view)


@pytest.mark.parametrize("game", ["scopetta", "spazzino", "tombolon"])
def test_a_match_that_goes_on_names_no_card_of_a_hand(game: str) -> None:
    match, rng = in_the_middle(game), random.Random(1)
    shown = match._repr_html_()
    moves = shown[shown.index("<ol") :]
    hands = [match.rules.view(match.state, seat).table.hand for seat in range(2)]
    assert all(hands)
    assert not any(f" {card}" in moves for hand in hands for card in hand)
    assert "deal ? " in moves
    while match.actor != OVER:
        match.draw(rng) if match.actor == CHANCE else match.play(match.rules.moves(match.state)[0])
    assert "?" not in match._repr_html_()


@pytest.mark.parametrize("game", OURS)
def test_matches_and_records_show_who_plays_and_what_was_played(game: str) -> None:
    match = in_the_middle(game)
    for shown in (match._repr_html_(), match.record()._repr_html_()):
        ElementTree.fromstring(f"<div>{shown}</div>")
        assert "ada" in shown
        assert "&lt;b&gt;bo&lt;/b&gt;" in shown  # a name is only a name
        assert f": {match.moves[-1][1]}</li>" in shown


def test_a_long_record_says_how_much_is_left_out() -> None:
    record = Record("5000", {}, 1, ("a",), tuple((0, "bank") for _ in range(2500)))
    assert "and 500 more" in record._repr_html_()
    assert "2500 moves" in record._repr_html_()


def test_a_distribution_has_a_bar_for_each_outcome() -> None:
    shown = Distribution.of({"pair": Fraction(1, 4), "nothing": Fraction(3, 4)})._repr_svg_()
    bars = list(ElementTree.fromstring(shown).iter(f"{SVG}rect"))
    widths = [float(bar.attrib["width"]) for bar in bars]
    assert widths[1] == pytest.approx(3 * widths[0], rel=0.01)
    assert "25.0000%" in shown
    many = Distribution.counted(dict.fromkeys(range(500), 1))._repr_svg_()
    assert len(list(ElementTree.fromstring(many).iter(f"{SVG}rect"))) == MOST_BARS
