"""421 for compiled play.

A policy is a table of decisions by situation, dice and target, and by total and tokens where the bot looks at
them. The situation is the number of the throw for the first player, the throws left for the others; the
target is the best combination shown so far, which only the others have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavola.core.contract import Event, Rules
from tavola.fast.compile import look_up
from tavola.fast.kernel import RANDOM, Bot, Falls, Kernel, any_of, weighted_falls
from tavola.fast.streams import below, open_stream
from tavola.fast.sums import MOST_DECISIONS, Ints, Sums, Widths, enter
from tavola.games.fourtwentyone.chances import EVEN, PAYABLE, open_total
from tavola.games.fourtwentyone.combinations import Variant, kind, rank, value
from tavola.games.fourtwentyone.events import Announced
from tavola.games.fourtwentyone.moves import Fall, action_of
from tavola.games.fourtwentyone.rules import extremes, legal, step
from tavola.games.fourtwentyone.state import (
    LEFT,
    MAX_THROWS,
    OVER,
    UNLOAD,
    Go,
    Round,
    State,
    Tokens,
    Turn,
    start,
)
from tavola.pieces.dice import throws
from tavola.pieces.seats import NONE_EACH, all_seats, is_single, only_seat, put

THREE = 3
COMBINATIONS = tuple(dice for dice, _ in throws(THREE))
CODES = len(COMBINATIONS) + 1  # 0 stands for no dice
FIRST_ONCE, FIRST_TWICE, LAST, NEXT_TO_LAST, ALL_LEFT = range(5)  # situations
SITUATIONS = 5


# ---- small functions of the rules, looked up rather than worked out ----

VARIANTS = tuple(Variant(*options) for options in product((0, 1), repeat=len(Variant._fields)))


def _by_variant(function: Callable[[Variant, int], int]) -> Ints:
    """array[variant, combination]: what a function of the rules returns."""
    found = np.zeros((len(VARIANTS), 667), np.int64)
    for place, variant in enumerate(VARIANTS):
        for dice in COMBINATIONS:
            found[place, dice] = function(variant, dice)
    return found


KINDS, RANKS, VALUES = map(_by_variant, (kind, rank, value))


def place_of(variant: Variant) -> int:
    """The index of a variant among all of them."""
    first = 8 * variant.suites + 4 * variant.nenette_lowest
    return first + 2 * variant.others_value + variant.last_throw_counts


def kind_of(variant: Variant, dice: int) -> int:
    return KINDS[place_of(variant), dice]  # type: ignore[no-any-return]


def rank_of(variant: Variant, dice: int) -> int:
    return RANKS[place_of(variant), dice]  # type: ignore[no-any-return]


def value_of(variant: Variant, dice: int) -> int:
    return VALUES[place_of(variant), dice]  # type: ignore[no-any-return]


look_up(kind, kind_of)
look_up(rank, rank_of)
look_up(value, value_of)


class KernelTables(NamedTuple):
    falls: Falls
    codes: Ints  # array[dice]: 0 for none, then the combinations


def play_games(
    variant: Variant,
    seats: int,
    policies: NDArray[np.int8],
    which: Ints,
    tables: KernelTables,
    widths: Widths,
    seed: np.uint64,
    first: int,
    games: int,
    sums: Sums,
) -> None:
    (ways, starts, fallen), codes = tables
    patterns = sums.patterns
    for game in range(first, first + games):
        s, luck = start(seats), open_stream(seed, game)
        decisions, thrown = 0, 0
        while s.round.kind != OVER and decisions < MOST_DECISIONS:
            go = s.go
            if go.in_hand > 0:
                fell, luck = below(luck, ways[go.in_hand])
                action = on_table(go, fallen[starts[go.in_hand] + fell])
                thrown += 1
            else:
                if which[go.seat] == RANDOM:
                    action, luck = any_of(legal(s), luck)
                else:
                    target = codes[best_shown(variant, s)]
                    total, held = stakes(variant, s)
                    total, held = min(total, policies.shape[4] - 1), min(held - 1, policies.shape[5] - 1)
                    action = int(policies[which[go.seat], situation(s), codes[go.dice], target, total, held])
                decisions += 1
            s, news = step(variant, s, action)
            if news.call.throws > 0:
                patterns[news.call.seat, kind(variant, news.call.dice)] += 1
        enter(sums, widths, seats, winners(s), s.tokens.sets_lost, decisions, thrown)


def on_table(go: Go, fell: int) -> int:
    """The dice that fell beside those that were kept."""
    kept = go.kept
    for _ in range(go.in_hand):
        kept *= 10
    return kept + fell


def situation(s: State) -> int:
    if s.go.seat == s.turn.first:
        return FIRST_ONCE + s.go.throws - 1
    return LAST + s.turn.limit - s.go.throws - 1


def stakes(variant: Variant, s: State) -> tuple[int, int]:
    """The total, and the tokens of the turn's first player; an even set's while more than two hold some."""
    total = open_total(variant, s)
    if is_single(s.round.members & (s.round.members - 1)):
        return total, s.tokens.held[s.turn.first]
    return min(total, PAYABLE), EVEN


def best_shown(variant: Variant, s: State) -> int:
    """The highest combination of those who have had their go, 0 for the first player."""
    before = s.round.members & ~s.round.waiting
    if before == 0:
        return 0
    _, highest = extremes(variant, s.round, before)
    return s.round.shown[only_seat(highest)]


def winners(s: State) -> int:
    """Everyone except the player who lost two sets; nobody while the game goes on."""
    return all_seats(s.seats) & ~(1 << s.turn.first) if s.round.kind == OVER else 0


# ---- around the kernel ----


def legal_in(variant: Variant, s: State) -> int:  # noqa: ARG001 - all games are asked alike
    return legal(s)


def tables(rules: Rules[Any, Any], random: bool) -> KernelTables:  # noqa: ARG001 - all games are asked alike
    codes = np.zeros(667, np.int64)
    codes[list(COMBINATIONS)] = np.arange(1, CODES)
    return KernelTables(weighted_falls(THREE), codes)


def tabulate(rules: Rules[Any, Any], bot: Bot) -> NDArray[np.int8]:
    """A bot's decision in every situation: its `table` if it has one; else it must choose by dice and target
    alone."""
    if table := getattr(bot, "table", None):
        return table(rules.options)  # type: ignore[no-any-return]
    policy = np.zeros((SITUATIONS, CODES, CODES, 1, 1), np.int8)
    for code, dice in enumerate((0, *COMBINATIONS)):
        for thrown in range(1, MAX_THROWS) if dice else ():
            policy[FIRST_ONCE + thrown - 1, code] = _ask(rules, bot, dice, thrown, MAX_THROWS, 0)
        for target, shown in enumerate(COMBINATIONS, 1):
            if dice:
                policy[LAST, code, target] = _ask(rules, bot, dice, 1, 2, shown)
            else:
                policy[ALL_LEFT, code, target] = _ask(rules, bot, dice, 0, MAX_THROWS, shown)
            policy[NEXT_TO_LAST, code, target] = _ask(rules, bot, dice, int(dice > 0), 2 + (dice > 0), shown)
    return policy


def _ask(rules: Rules[Any, Any], bot: Bot, dice: int, thrown: int, limit: int, target: int) -> int:
    """The bot's decision at a table of two: as the second player if there is a target, else as the first."""
    seat = int(target > 0)
    s = State(
        2,
        Tokens(0, put(put(NONE_EACH, 0, 10), 1, 11), NONE_EACH),
        Turn(0, 0, 0, limit, 0, 0),
        Round(UNLOAD, 0b11, 0b10 if target else 0b11, LEFT, put(NONE_EACH, 0, target)),
        Go(seat, thrown, dice, 0, 0, 0),
    )
    chosen = action_of(dice, bot.choose(rules.view(s, seat)))
    assert chosen is not None  # a bot keeps dice that are there
    return chosen


def action(s: State, move: Any) -> int:
    found = move.on_table(s.go.kept) if isinstance(move, Fall) else action_of(s.go.dice, move)
    assert found is not None  # it was played
    return int(found)


def count(variant: Variant, before: State, events: Iterable[Event]) -> Iterator[tuple[int, int]]:  # noqa: ARG001
    """The kind of combination a go of the unload ended with."""
    for event in events:
        if isinstance(event, Announced) and event.throws:
            yield event.seat, kind(variant, event.dice)


def refuses(rules: Rules[Any, Any]) -> str:
    return "dice that knock others are only played interpreted" if rules.options.knock else ""


KERNEL = Kernel(
    play_games=play_games,
    step=step,
    legal=legal_in,
    action=action,
    tables=tables,
    tabulate=tabulate,
    no_table=np.zeros((0, SITUATIONS, CODES, CODES, 1, 1), np.int8),
    patterns=("other", "nenette", "suite", "aces", "triple", "421"),
    count=count,
    refuses=refuses,
)
