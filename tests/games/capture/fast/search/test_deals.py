"""Deals that explain what was played: by the formula, by all hands there can be, and in whole games."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb, exp, log
from random import Random
from typing import Any

import numpy as np
import pytest

import tavola
from tavola.bots import make_bot
from tavola.core.contract import CHANCE, OVER
from tavola.fast.compile import jit
from tavola.fast.search.told import MOST_MOVES
from tavola.fast.streams import StreamLuck, open_stream
from tavola.fast.sums import Ints
from tavola.games.capture.bots.search.knowledge import CREDENCE, Scene, scene_of, told_of
from tavola.games.capture.bots.search.memory import Heard, Memory, heard_last
from tavola.games.capture.fast.draws import open_draws
from tavola.games.capture.fast.search.deals import Credence, Known, ToldPlays, dealt, likelihood, likely_deal
from tavola.games.capture.fast.search.moves import CARD_BITS, weight_of
from tavola.games.capture.moves import plays
from tavola.games.capture.state import State
from tavola.pieces.cards import cards_in
from tavola.pieces.cardset import CardSet
from tests.games.capture.fast.search.tables import VARIANTS
from tests.games.capture.positions import set_up

TABLES = [(game, options) for game, seats, options in VARIANTS if seats == 2]


def deal_likely(
    v: Any,
    known: Known,
    lines: Any,
    captures: Any,
    pool: Ints,
    told: ToldPlays,
    credence: Credence,
    seed: np.uint64,
    number: int,
) -> State:
    order, spare, moves = pool.copy(), pool.copy(), np.zeros(MOST_MOVES, np.int64)
    luck, guess = open_draws(seed, number), open_stream(seed, number | 1 << 41)
    return likely_deal(v, known, lines, captures, pool, told, credence, luck, guess, order, spare, moves)[0]


def deal_any(known: Known, pool: Ints, seed: np.uint64, number: int) -> State:
    return dealt(known, pool.copy(), open_draws(seed, number))[0]


def as_likely(scene: Scene, told: ToldPlays, number: int, credence: Credence = CREDENCE) -> State:
    found: State = jit(deal_likely)(
        scene.v, scene.known, *scene.book, scene.pool, told, credence, np.uint64(3), number
    )
    return found


def likelihood_of(scene: Scene, told: ToldPlays, hands: Any) -> float:
    moves = np.zeros(MOST_MOVES, np.int64)
    return float(jit(likelihood)(scene.v, *scene.book, told, CREDENCE, hands, moves))


def by_the_formula(scene: Scene, told: ToldPlays, hand: int) -> float:
    """Of seat 1, which made all plays, through the rules' own list of moves."""
    found = 1.0
    for n in range(len(told.seat)):
        table, dropped = int(told.table[n]), int(told.dropped[n])

        def weight(move: int, n: int = n, table: int = table, dropped: int = dropped) -> float:
            return weight_of(scene.v, told.worth[n], told.peril[n], table, dropped, False, move)

        legal = [
            play.taken.bits << CARD_BITS | int(play.card)
            for play in plays(scene.v, hand | int(told.laid[n]), table)
        ]
        odds = [exp(weight(move) / CREDENCE.temper) for move in legal]
        chance = exp(weight(int(told.move[n])) / CREDENCE.temper) / sum(odds)
        found *= CREDENCE.doubt / len(legal) + (1 - CREDENCE.doubt) * chance
    return found


@pytest.mark.parametrize(("game", "options"), TABLES, ids=str)
def test_the_likelihood_is_that_of_every_play(game: str, options: dict[str, Any]) -> None:
    rules: Any = tavola.rules(game, **options)
    rng, memory, s, compared = Random(3), Memory(), rules.start(2), 0
    while (actor := rules.actor(s)) != OVER and s.turn.hand < 3:
        if actor == CHANCE:
            s = rules.play(s, rules.chance(s).sample(rng)).state
            continue
        move = rng.choice(rules.moves(s))
        if actor == 0:
            view = rules.view(s, 0)
            heard = memory.hear(view)
            memory.play(view, move)
            scene = scene_of(view)
            told = told_of(scene, heard)
            expected = by_the_formula(scene, told, s.cards.hands[1])
            assert likelihood_of(scene, told, s.cards.hands) == pytest.approx(expected, rel=1e-9)
            compared += len(heard) > 1
        s = rules.play(s, move).state
    assert compared > 5


def a_small_secret(rules: Any, move: str) -> tuple[Scene, ToldPlays]:
    """Six cards nobody has seen, two of them in the hand of seat 1, who has just played."""
    hands, out = ("7d 2b", f"6b {move.split()[0]} Fs"), CardSet.parse("6b 7c 4b Fs Ac 3s")
    table = CardSet.parse("7s 4c Rc")
    held = CardSet.parse(" ".join(hands)) | table | out
    gone = str(CardSet(rules.variant.deck) - held)
    s = set_up(rules, hands, str(table), taken=("", gone), turn=1)
    view = rules.view(rules.play(s, rules.parse(move)).state, 0)
    scene = scene_of(view)
    assert len(scene.pool) == 6 - (move.split()[0] in map(str, out))
    return scene, told_of(scene, heard_last(view))


def test_hands_come_as_often_as_they_explain_what_was_played() -> None:
    """With many guesses, Bayes' rule over all hands there can be."""
    scene, told = a_small_secret(tavola.rules("scopetta"), "3b")
    pool, n = sum(scene.pool.tolist()), 3000
    every = [sum(1 << card for card in pair) for pair in combinations(cards_in(pool), 2)]
    chances = np.array([likelihood_of(scene, told, (0, hand, 0, 0)) for hand in every])
    chances /= chances.sum()
    many = CREDENCE._replace(guesses=200)
    often = Counter(as_likely(scene, told, number, many).cards.hands[1] for number in range(n))
    assert len(every) == comb(6, 2)
    for hand, chance in zip(every, chances, strict=True):
        assert abs(often[hand] / n - chance) < 4 * (chance * (1 - chance) / n) ** 0.5 + 0.01


def test_who_leaves_a_seven_has_no_seven() -> None:
    """A drop, where a seven would have taken the seven of spade: whoever held one would have played it."""
    for game in ("spazzino", "scopetta", "tombolon"):
        scene, told = a_small_secret(tavola.rules(game), "3b")
        seven = CardSet.parse("7c").bits
        held = [bool(as_likely(scene, told, number).cards.hands[1] & seven) for number in range(1000)]
        nothing = told_of(scene, ())
        any_ = [bool(as_likely(scene, nothing, number).cards.hands[1] & seven) for number in range(1000)]
        assert np.mean(any_) == pytest.approx(2 / 6, abs=0.06)
        assert np.mean(held) < 0.75 * np.mean(any_), game


def test_where_nothing_was_heard_cards_are_dealt_as_ever() -> None:
    scene, _ = a_small_secret(tavola.rules("tombolon"), "3b")
    for number in range(50):
        plain = jit(deal_any)(scene.known, scene.pool, np.uint64(3), number)
        assert as_likely(scene, told_of(scene, ()), number) == plain


@pytest.mark.parametrize("player", ["greedy", "careful", "master:iterations=300"])
@pytest.mark.parametrize("game", ["spazzino", "scopetta", "tombolon"])
def test_listening_tells_something_of_the_hand(game: str, player: str) -> None:
    """The true hand's chance against that of any hand, as a logarithm: more than nothing on the whole,
    whoever plays. It would not be, if what they are thought to play by were not what they do."""
    gains = []
    for number, (scene, told, truth) in enumerate(overheard(tavola.rules(game), player)):
        sampled = jit(usual)(scene.v, scene.known, *scene.book, scene.pool, told, CREDENCE, number, 200)
        gains.append(log(likelihood_of(scene, told, truth) / sampled))
    assert len(gains) > 50
    assert np.mean(gains) > 2 * np.std(gains) / len(gains) ** 0.5


def usual(
    v: Any,
    known: Known,
    lines: Any,
    captures: Any,
    pool: Ints,
    told: ToldPlays,
    credence: Credence,
    seed: int,
    deals: int,
) -> float:
    """The likelihood of any deal, on average."""
    stock, moves, total = pool.copy(), np.zeros(MOST_MOVES, np.int64), 0.0
    for number in range(deals):
        stock[:] = pool
        hands = dealt(known, stock, open_draws(np.uint64(seed), number))[0].cards.hands
        total += likelihood(v, lines, captures, told, credence, hands, moves)
    return total / deals


def overheard(rules: Any, player: str) -> list[tuple[Scene, ToldPlays, Any]]:
    """Decisions of eight matches for which something was heard: what was, and the true hands."""
    found = []
    for deal in range(8):
        luck, s = StreamLuck(5, deal), rules.start(2)
        bots = [make_bot(player, rules, Random(f"{deal} {seat}")) for seat in range(2)]
        memories = [Memory(), Memory()]
        while (actor := rules.actor(s)) != OVER:
            if actor == CHANCE:
                s = rules.play(s, rules.chance(s).sample(luck)).state
                continue
            view = rules.view(s, actor)
            heard = memories[actor].hear(view)
            if heard and view.table.undealt:
                scene = scene_of(view)
                found.append((scene, told_of(scene, heard), s.cards.hands))
            move = bots[actor].choose(view)
            memories[actor].play(view, move)
            s = rules.play(s, move).state
    return found


def test_what_was_heard_is_counted_with_what_was_laid_down_since() -> None:
    rules: Any = tavola.rules("scopetta")
    s = set_up(rules, ("7d 2b", "6b Fs"), "4c", turn=0)
    scene = scene_of(rules.view(s, 0))
    heard = [Heard(1, rules.parse(card), 0, (0, 0), -1) for card in ("3b", "5b")]
    told = told_of(scene, heard)
    assert [str(CardSet(laid)) for laid in told.laid.tolist()] == ["3b 5b", "5b"]
