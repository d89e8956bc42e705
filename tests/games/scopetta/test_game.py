"""Scopetta, sentence by sentence."""

from __future__ import annotations

from tavola.games.capture import events as e
from tavola.games.capture.state import State
from tavola.games.scopetta.game import Scopetta
from tavola.games.scopetta.options import Options
from tests.games.capture.positions import set_up

G = Scopetta()


def legal(hand: str, table: str) -> set[str]:
    return {str(move) for move in G.moves(set_up(G, [hand, "Ab"], table))}


def scored(s: State, move: str) -> dict[str, int]:
    events = G.play(s, G.parse(move)).events
    return {event.what: event.points for event in events if isinstance(event, e.Scored) and not event.deck}


def test_figures_are_eight_nine_and_ten() -> None:
    assert legal("Fs", "5c 3b 7d") == {"Fs x 5c 3b"}
    assert legal("Cs", "5c 4b 7d") == {"Cs x 5c 4b"}
    assert legal("Rs", "7c 3b 6d") == {"Rs x 7c 3b"}


def test_figures_may_be_summed() -> None:
    assert legal("Rs", "Fc 2b") == {"Rs x Fc 2b"}
    assert legal("Cs", "Fc Ac") == {"Cs x Fc Ac"}


def test_an_equal_card_excludes_sums() -> None:
    assert legal("7d", "7b 5c 2s") == {"7d x 7b"}
    assert legal("Fd", "Fb 5c 3s") == {"Fd x Fb"}


def test_only_the_fewest_cards() -> None:
    assert legal("7d", "5c 2s 4b 3c 3d Ad") == {"7d x 5c 2s", "7d x 4b 3c", "7d x 4b 3d"}
    assert legal("Rd", "4c 3c 2c Ac") == {"Rd x 4c 3c 2c Ac"}


def test_scopa_but_not_on_the_last_play() -> None:
    assert scored(set_up(G, ["7d", "2b"], "5c 2s"), "7d x 5c 2s") == {"scopa": 1}
    assert scored(set_up(G, ["7d", ""], "5c 2s", rest=1), "7d x 5c 2s") == {}


def test_no_picula_and_no_bager() -> None:
    assert scored(set_up(G, ["5b", "2b"], "5d Rs", dropped="5d"), "5b x 5d") == {}
    assert scored(set_up(G, ["7d", "2b"], "5d 2d Rs"), "7d x 5d 2d") == {}


def test_options() -> None:
    assert Options() == Options(target=11, primiera="values", napola=True)
