"""What is remembered is what was played: all of it, and nothing from before the last packet."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import tavola
from tavola.bots import make_bot
from tavola.core.contract import CHANCE, OVER
from tavola.games.capture.bots.search.memory import Heard, Memory, heard_last
from tavola.games.capture.moves import Play
from tavola.pieces.cards import NO_CARD, Card
from tavola.pieces.cardset import CardSet
from tests.games.capture.fast.search.tables import VARIANTS
from tests.games.capture.positions import set_up

every_variant = pytest.mark.parametrize(("game", "seats", "options"), VARIANTS, ids=str)


@every_variant
def test_it_knows_what_the_seat_before_it_played(game: str, seats: int, options: dict[str, Any]) -> None:
    rules: Any = tavola.rules(game, **options)
    memories, since, found = [Memory() for _ in range(seats)], list[Heard](), Counter[int]()
    rng, s = Random(5), rules.start(seats)
    while (actor := rules.actor(s)) != OVER and s.turn.hand < 4:
        if actor == CHANCE:
            since.clear()
            s = rules.play(s, rules.chance(s).sample(rng)).state
            continue
        view, move = rules.view(s, actor), rng.choice(rules.moves(s))
        heard = memories[actor].hear(view)
        assert heard == tuple(each for each in since if each.seat == (actor - 1) % seats)
        found[len(heard)] += 1
        memories[actor].play(view, move)
        dropped = s.turn.dropped if seats == 2 else NO_CARD
        since.append(Heard(actor, move, s.cards.table, s.cards.taken, dropped))
        s = rules.play(s, move).state
    assert set(found) == set(range(max(found) + 1))
    assert max(found) >= 3


def test_a_view_alone_shows_the_last_play() -> None:
    rules: Any = tavola.rules("spazzino")
    s = set_up(rules, ("7d 2b 3b", "5b 6b Fs"), "5c 4c Rc", turn=1)
    for move, table in (("5b x 5c", "5c 4c Rc"), ("Fs", "5c 4c Rc")):
        after = rules.play(s, rules.parse(move)).state
        assert heard_last(rules.view(after, 0)) == (
            Heard(1, rules.parse(move), CardSet.parse(table).bits, (0, 0), NO_CARD),
        )


def test_new_cards_were_not_held_then() -> None:
    """The last card of a packet says nothing of the next."""
    rules: Any = tavola.rules("spazzino")
    s = rules.play(set_up(rules, ("", "5b"), "5c 4c", turn=1, dealer=1), rules.parse("5b x 5c")).state
    rng = Random(1)
    while rules.actor(s) == CHANCE:
        s = rules.play(s, rules.chance(s).sample(rng)).state
    view = rules.view(s, 0)
    assert view.table.last_play == (1, Play(Card.parse("5b"), CardSet.parse("5c")))
    assert heard_last(view) == ()


def test_another_game_is_begun_anew() -> None:
    rules: Any = tavola.rules("scopetta")
    memory = Memory()
    s = set_up(rules, ("7d 2b 3b", "5b 6b Fs"), "4c Rc", turn=1)
    view = rules.view(rules.play(s, rules.parse("5b")).state, 0)
    assert len(memory.hear(view)) == 1
    memory.play(view, rules.parse("2b"))
    other = set_up(rules, ("As 2s 3s", "5c 6c Fc"), "4b Rb", turn=1)
    heard = memory.hear(rules.view(rules.play(other, rules.parse("6c")).state, 0))
    assert [str(each.play) for each in heard] == ["6c"]
    assert heard[0].dropped == NO_CARD


def test_asked_again_it_hears_nothing_twice() -> None:
    rules: Any = tavola.rules("scopetta")
    memory = Memory()
    s = set_up(rules, ("7d 2b 3b", "5b 6b Fs"), "4c Rc", turn=1)
    view = rules.view(rules.play(s, rules.parse("5b")).state, 0)
    first = memory.hear(view)
    memory.play(view, rules.parse("2b"))
    assert memory.hear(view) == first


def test_master_listens_from_its_highest_levels_down() -> None:
    rules: Any = tavola.rules("spazzino")
    listens = [make_bot(f"master:{level}", rules, Random(0)).budget.listens for level in range(1, 6)]  # type: ignore[attr-defined]
    assert listens == [False, False, True, True, True]
