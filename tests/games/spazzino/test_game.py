"""Spazzino, sentence by sentence."""

from __future__ import annotations

import pytest

from tavola.games.capture import events as e
from tavola.games.capture.state import State
from tavola.games.spazzino.game import Spazzino
from tavola.games.spazzino.options import Options
from tests.games.capture.positions import set_up

G = Spazzino()


def scored(s: State, *moves: str) -> dict[str, int]:
    """What the last of some plays scored at once."""
    events: tuple[object, ...] = ()
    for move in moves:
        step = G.play(s, G.parse(move))
        s, events = step.state, step.events
    return {event.what: event.points for event in events if isinstance(event, e.Scored) and not event.deck}


def test_numerals_take_an_equal_card_or_any_sum() -> None:
    s = set_up(G, ["7d", "2b"], "7b 5c 2s 4d 3b Rs")
    assert {str(move) for move in G.moves(s)} == {"7d x 7b", "7d x 5c 2s", "7d x 4d 3b"}


def test_figures_take_only_their_equal() -> None:
    s = set_up(G, ["Fs Rd", "2b"], "5c 3b 7c Ab Fc")
    assert {str(move) for move in G.moves(s)} == {"Fs x Fc", "Rd"}


def test_spazzino_clears_the_table() -> None:
    assert scored(set_up(G, ["7d", "2b"], "5c 2s"), "7d x 5c 2s") == {"spazzino": 1}
    assert scored(set_up(G, ["7d", "2b"], "5c 2s Rs"), "7d x 5c 2s") == {}


def test_picula_takes_what_was_just_dropped() -> None:
    s = set_up(G, ["5d 3c", "5b 2b"], "Rs Fc")
    assert scored(s, "5d", "5b x 5d") == {"picula": 1}


def test_no_picula_on_an_older_drop_or_after_a_capture() -> None:
    older = set_up(G, ["5d Cc", "2b 5b"], "Rs Fc")
    assert scored(older, "5d", "2b", "Cc", "5b x 5d") == {}
    after_capture = set_up(G, ["Rd 5c", "5b 2b"], "Rs 5d Fc")
    assert scored(after_capture, "Rd x Rs", "5b x 5d") == {}


def test_no_picula_by_a_sum() -> None:
    s = set_up(G, ["5d 3c", "7b 2b"], "2s Rs")
    assert scored(s, "5d", "7b x 5d 2s") == {}


def test_no_picula_on_the_first_play_after_a_deal() -> None:
    s = set_up(G, ["", "5d"], "Rs Fc", turn=1, dealer=1)
    step = G.play(s, G.parse("5d"))
    assert step.state.turn.dropped == -1
    dealt = step.state
    for packet in ("deal 5b 2b 3b", "deal 6b 7b Ab"):
        dealt = G.play(dealt, G.parse(packet)).state
    assert scored(dealt, "5b x 5d") == {}


def test_bager_counts_the_cards_taken_and_one() -> None:
    assert scored(set_up(G, ["7d", "2b"], "5d 2d Rs"), "7d x 5d 2d") == {"bager": 3}
    assert scored(set_up(G, ["7d", "2b"], "4d 2d Ad Rs"), "7d x 4d 2d Ad") == {"bager": 4}
    assert scored(set_up(G, ["7c", "2b"], "5d 2d Rs"), "7c x 5d 2d") == {}, "the played card's suit"
    assert scored(set_up(G, ["7d", "2b"], "5d 2c Rs"), "7d x 5d 2c") == {}


def test_they_add_up() -> None:
    assert scored(set_up(G, ["7d", "2b"], "5d 2d"), "7d x 5d 2d") == {"bager": 3, "spazzino": 1}
    assert scored(set_up(G, ["5d 3c", "5b 2b"], ""), "5d", "5b x 5d") == {"picula": 1, "spazzino": 1}


@pytest.mark.parametrize(("table", "play"), [("5d 2d", "7d x 5d 2d"), ("7c", "7d x 7c")])
def test_none_of_them_on_the_last_play(table: str, play: str) -> None:
    assert scored(set_up(G, ["7d", ""], table, rest=1, dropped="7c" if "7c" in table else ""), play) == {}


def test_options() -> None:
    assert Options().target == 21
    assert Spazzino(Options(target=41)).variant.target == 41
