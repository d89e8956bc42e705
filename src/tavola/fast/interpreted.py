"""The same batches played by any bots through the contract: slower, by the thousandfold, and as exact.

The dice of a game are drawn from the same stream by the same numbers as in compiled play, so that bots
tabulated for a kernel and asked here play the very same games. Each bot has a stream of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tavola.core.chance import Chance
from tavola.core.contract import CHANCE, OVER, Rules
from tavola.fast.kernel import Bot, Kernel
from tavola.fast.streams import Luck
from tavola.fast.sums import MOST_DECISIONS, Sums, Widths, enter
from tavola.pieces.dice import FACES, Roll, RollOf
from tavola.pieces.seats import NONE_EACH, put

MakeBot = Callable[[str, Rules[Any, Any], Random], Bot]


def play_games(
    rules: Rules[Any, Any],
    kernel: Kernel | None,
    players: Sequence[str],
    make_bot: MakeBot,
    widths: Widths,
    seed: int,
    first: int,
    games: int,
    sums: Sums,
) -> None:
    for game in range(first, first + games):
        bots = [make_bot(player, rules, Luck(seed, game, seat + 1)) for seat, player in enumerate(players)]
        play_game(rules, kernel, bots, widths, Luck(seed, game), sums)


def play_game(
    rules: Rules[Any, Any],
    kernel: Kernel | None,
    bots: Sequence[Bot],
    widths: Widths,
    luck: Luck,
    sums: Sums,
) -> None:
    s = rules.start(len(bots))
    variant = rules.options.variant if kernel else None
    decisions, throws = 0, 0
    while (actor := rules.actor(s)) != OVER and decisions < MOST_DECISIONS:
        if actor == CHANCE:
            move = fall(rules.chance(s), luck)
            throws += 1
        else:
            move = bots[actor].choose(rules.view(s, actor))
            decisions += 1
        done = rules.play(s, move)
        for seat, pattern in kernel.count(variant, s, done.events) if kernel else ():
            sums.patterns[seat, pattern] += 1
        s = done.state
    end = rules.outcome(s)
    winners = sum(1 << seat for seat in end.winners) if end else 0
    scores = NONE_EACH
    for seat, score in enumerate(end.scores if end else rules.score(s)):
        scores = put(scores, seat, score)
    enter(sums, widths, len(bots), winners, scores, decisions, throws)


def fall(chance: Chance[Any], luck: Luck) -> Any:
    """What falls. Dice thrown together are one draw here, as they are in a kernel."""
    if not isinstance(chance, RollOf):
        return chance.sample(luck)
    rest, dice, weight = luck.randrange(FACES**chance.n), 0, 1
    for _ in range(chance.n):
        rest, face = divmod(rest, FACES)
        dice += weight * (face + 1)
        weight *= 10
    return Roll(dice)
