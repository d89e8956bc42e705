"""The same batches played by any bots through the contract: a thousand times slower, and as exact.

A game draws its dice from the same stream in the same way as compiled play does. So a bot that is asked here
plays the very same games as its table in a kernel. Each bot has a stream of its own.

The loop is not the driver's: nobody needs the match's memory or the driver's reports here, and they made a
batch of random players 12 to 18 % slower.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from tavola.core.chance import Chance
from tavola.core.contract import CHANCE, OVER, Rules, Step
from tavola.core.driver import Bot, BotFails, guarded
from tavola.core.errors import IllegalMove
from tavola.core.plugins import reason
from tavola.fast.kernel import Kernel
from tavola.fast.streams import StreamLuck
from tavola.fast.sums import MOST_DECISIONS, Sums, Widths, enter
from tavola.pieces.dice import FACES, Roll, RollOf
from tavola.pieces.seats import NONE_EACH, put

Stop = Callable[[], bool]  # asked between games
MakeBot = Callable[[str, Rules[Any, Any], Random], Bot]


def never() -> bool:
    return False


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
    stop: Stop = never,
) -> None:
    for game in range(first, first + games):
        if stop():
            return
        bots = [
            make_bot(player, rules, StreamLuck(seed, game, seat + 1)) for seat, player in enumerate(players)
        ]
        play_game(rules, kernel, players, bots, widths, StreamLuck(seed, game), sums)


def play_game(
    rules: Rules[Any, Any],
    kernel: Kernel | None,
    players: Sequence[str],
    bots: Sequence[Bot],
    widths: Widths,
    luck: StreamLuck,
    sums: Sums,
) -> None:
    s = rules.start(len(bots))
    told = _told(bots, players)
    variant = rules.options.variant if kernel else None
    decisions, throws = 0, 0
    while (actor := rules.actor(s)) != OVER and decisions < MOST_DECISIONS:
        if actor == CHANCE:
            move = fall(rules.chance(s), luck)
            done = rules.play(s, move)
            throws += 1
        else:
            move, done = bot_moves(rules, s, players[actor], bots[actor])
            decisions += 1
        for name, happens in told:
            guarded(name, lambda: happens(actor, move, done))  # noqa: B023 - at once
        for seat, pattern in kernel.count(variant, s, done.events) if kernel else ():
            sums.patterns[seat, pattern] += 1
        s = done.state
    end = rules.outcome(s)
    winners = sum(1 << seat for seat in end.winners) if end else 0
    scores = NONE_EACH
    for seat, score in enumerate(end.scores if end else rules.score(s)):
        scores = put(scores, seat, score)
    enter(sums, widths, len(bots), winners, scores, decisions, throws)


def _told(bots: Sequence[Bot], players: Sequence[str]) -> list[tuple[str, Callable[..., None]]]:
    """Seats the bots; returns (name, happens) of each bot that wants to hear of every step."""
    for seat, (name, bot) in enumerate(zip(players, bots, strict=True)):
        if (sits := getattr(bot, "sits", None)) is not None:
            guarded(name, partial(sits, seat, tuple(players)))
    named = ((name, getattr(bot, "happens", None)) for name, bot in zip(players, bots, strict=True))
    return [(name, happens) for name, happens in named if happens is not None]


def bot_moves(rules: Rules[Any, Any], s: Any, name: str, bot: Bot) -> tuple[Any, Step[Any]]:
    """A bot's decision and the step it makes. BotFails names the bot if the rules refuse the decision."""
    view = rules.view(s, rules.actor(s))
    move = guarded(name, lambda: bot.choose(view))
    try:
        return move, rules.play(s, move)
    except IllegalMove as error:
        raise BotFails(f"the bot {name} tried {move}: {error}") from None
    except Exception as error:
        if move in view.moves:  # then it is not the bot's fault
            raise
        raise BotFails(f"the bot {name} tried {move!r}, which is no move: {reason(error)}") from error


def fall(chance: Chance[Any], luck: StreamLuck) -> Any:
    """The outcome of a chance. Dice thrown together are one draw here, as they are in a kernel."""
    if not isinstance(chance, RollOf):
        return chance.sample(luck)
    rest, dice, weight = luck.randrange(FACES**chance.n), 0, 1
    for _ in range(chance.n):
        rest, face = divmod(rest, FACES)
        dice += weight * (face + 1)
        weight *= 10
    return Roll(dice)
