from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from tavola.fast.compile import jit
from tavola.fast.kernel import some_of
from tavola.fast.streams import StreamLuck, below, open_stream, philox, word
from tavola.fast.sums import Ints
from tests.fast.chi import even, fits

U = np.uint64
MASK = (1 << 64) - 1

# The published known answers of Philox2x64-10: counter, counter, key, and the two words.
KNOWN = [
    (0, 0, 0, 0xCA00A0459843D731, 0x66C24222C9A845B5),
    (MASK, MASK, MASK, 0x65B021D60CD8310F, 0x4D02F3222F86DF20),
    (
        0x243F6A8885A308D3,
        0x13198A2E03707344,
        0xA4093822299F31D0,
        0x0A5E742C2997341C,
        0xB0F883D38000DE5D,
    ),
]


@pytest.mark.parametrize("known", KNOWN)
def test_known_answers(known: tuple[int, ...]) -> None:
    count, game, key, left, right = known
    assert jit(philox)(U(count), U(game), U(key)) == (left, right)


def by_hand(count: int, game: int, key: int) -> tuple[int, int]:
    """The same generator in Python's own numbers."""
    for _ in range(10):
        product = 0xD2B74407B1CE6E93 * count
        count, game = (product >> 64) ^ key ^ game, product & MASK
        key = (key + 0x9E3779B97F4A7C15) & MASK
    return count, game


def draw_words(seed: np.uint64, game: int, out: Any) -> None:
    stream = open_stream(seed, game)
    for i in range(len(out)):
        out[i], stream = word(stream)


@pytest.mark.parametrize(("seed", "game"), [(0, 0), (7, 3), (MASK, 1 << 40), (1, (1 << 48) - 1)])
def test_a_stream_is_the_blocks_of_its_game_one_after_the_other(seed: int, game: int) -> None:
    found = np.zeros(101, np.uint64)
    jit(draw_words)(U(seed), game, found)
    wanted = [each for block in range(51) for each in by_hand(block, game, seed)]
    assert found.tolist() == wanted[:101]
    luck = StreamLuck(seed, game)
    assert [luck.word() for _ in range(101)] == wanted[:101]


def draw_below(seed: np.uint64, game: int, bound: int, out: Ints) -> None:
    stream = open_stream(seed, game)
    for i in range(len(out)):
        out[i], stream = below(stream, bound)


@pytest.mark.parametrize("bound", [1, 2, 6, 7776, 10**12, 3 << 61, (1 << 63) - 1])
def test_interpreted_code_draws_what_compiled_code_draws(bound: int) -> None:
    found = np.zeros(500, np.int64)
    jit(draw_below)(U(99), 12, bound, found)
    luck = StreamLuck(99, 12)
    assert found.tolist() == [luck.randrange(bound) for _ in range(500)]
    assert 0 <= found.min() <= found.max() < bound


def test_a_bound_that_wastes_a_quarter_of_all_words_is_drawn_evenly() -> None:
    # Without rejection the first and the last third would differ by half.
    bound = 3 << 61
    found = np.zeros(90_000, np.int64)
    jit(draw_below)(U(5), 0, bound, found)
    assert even(np.bincount(found // (1 << 61), minlength=3).tolist())


def count_falls(seed: np.uint64, dice: int, throws: int, out: Ints) -> None:
    stream = open_stream(seed, dice)
    ways = len(out)
    for _ in range(throws):
        fell, stream = below(stream, ways)
        out[fell] += 1


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_all_throws_of_dice_are_equally_likely(dice: int) -> None:
    counts = np.zeros(6**dice, np.int64)
    jit(count_falls)(U(2024), dice, 100 * 6**dice, counts)
    assert even(counts.tolist())


def count_hands(seed: np.uint64, cards: int, n: int, deals: int, out: Ints) -> None:
    stream = open_stream(seed, n)
    for _ in range(deals):
        hand, stream = some_of(cards, n, stream)
        out[hand] += 1


@pytest.mark.parametrize("n", [1, 2, 3, 4, 6, 9])
def test_all_hands_of_some_cards_are_equally_likely(n: int) -> None:
    cards = 0b1011_0110_1111  # nine cards, with gaps
    counts = np.zeros(1 << 12, np.int64)
    hands = [sum(1 << i for i in hand) for hand in combinations([i for i in range(12) if cards >> i & 1], n)]
    jit(count_hands)(U(31), cards, n, 200 * len(hands), counts)
    assert counts.sum() == counts[hands].sum()
    assert len(hands) == 1 or even(counts[hands].tolist())


def first_draws(seed: np.uint64, games: int, out: Ints) -> None:
    """Two dice: the first of a game, and the first of the next game."""
    before, _ = below(open_stream(seed, 0), 6)
    for game in range(1, games):
        now, _ = below(open_stream(seed, game), 6)
        out[6 * before + now] += 1
        before = now


def test_neighbouring_games_and_neighbouring_seeds_have_nothing_to_do_with_each_other() -> None:
    by_games, by_seeds = np.zeros(36, np.int64), np.zeros(36, np.int64)
    jit(first_draws)(U(1), 36_000, by_games)
    assert even(by_games.tolist())
    for seed in range(3600):
        by_seeds[6 * StreamLuck(seed, 0).randrange(6) + StreamLuck(seed + 1, 0).randrange(6)] += 1
    assert even(by_seeds.tolist())


def test_streams_of_one_game_differ() -> None:
    words = {StreamLuck(7, 1, stream).word() for stream in range(9)} | {
        StreamLuck(7, game).word() for game in range(9)
    }
    assert len(words) == 17


def test_luck_is_a_random_random() -> None:
    luck = StreamLuck(4, 2)
    assert sorted(luck.sample(range(100), 100)) == list(range(100))
    assert all(0 <= luck.random() < 1 for _ in range(100))
    assert all(5 <= luck.randrange(5, 9) < 9 for _ in range(100))
    assert luck.getrandbits(130) < 1 << 130
    tenths = [0] * 10
    for _ in range(5000):
        tenths[int(10 * luck.random())] += 1
    assert even(tenths)


def test_the_chi_square_sees_a_loaded_die() -> None:
    luck = StreamLuck(1, 1)
    loaded = [0] * 6
    for _ in range(6000):
        loaded[min(5, luck.randrange(7))] += 1
    assert not even(loaded)
    assert not fits([1000] * 6, [1 / 6] * 6)  # nothing falls as evenly as that
