"""So many games one after the other, through lost connections, restarts of servers and errors of the bot."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable

from tavola.client.errors import BotTrouble, BrokenOff, Interrupted, NoConnection, NoMoreGames, NotOpenYet
from tavola.client.playing import BotGame

PATIENCE = 600.0  # seconds a server may be away between two games, or closed
SOON, LATE = 0.25, 8.0  # seconds between two attempts to reconnect: the first, and the longest
MOST_BREAKDOWNS = 5  # games lost by the bot's own errors before a single one went well
MOST_IN_VAIN = 20  # times in a row that no game took place

Play = Callable[[], Awaitable[BotGame]]
Note = Callable[[str], None]


async def play_on(
    play: Play, game: str, games: int, note: Note, broke: Callable[[BotTrouble], None] | None = None
) -> AsyncIterator[BotGame]:
    """So many games that count, or as many as there are. An interrupted game is played again. A game in which
    the bot breaks down is lost; that ends everything if it was the only game, or if the first games all were
    lost like that."""
    done, faults = 0, Faults()
    server = _Server(play, note)
    while done < games:
        try:
            result = await server.game()
        except NoMoreGames as over:
            if not done:
                raise
            note(str(over))
            return
        except BotTrouble as trouble:
            if games == 1 or faults.are_enough():
                raise
            if broke is not None:
                broke(trouble)
            result = lost_by(trouble, game)
        else:
            if result.how != "time":
                faults.went_well()
            elif faults.are_enough():
                raise BotTrouble(
                    f"each of the first {MOST_BREAKDOWNS} games was lost; the last: {result.reason}"
                )
        done += 1
        yield result


class Faults:
    """Counts games lost by the bot's own errors. A bot that has never played a game to its end is broken; any
    other goes on, so that a few errors do not end a day of thousands of games."""

    def __init__(self) -> None:
        self._number, self._one_went_well = 0, False

    def went_well(self) -> None:
        self._one_went_well = True

    def are_enough(self) -> bool:
        """Count one more. Is the bot broken?"""
        self._number += 1
        return self._number >= MOST_BREAKDOWNS and not self._one_went_well


def lost_by(trouble: BotTrouble, game: str) -> BotGame:
    """A game that is lost because the bot broke down."""
    return BotGame(game, "", -1, [], False, [], [], "broke_down", 0, 0.0, 0.0, str(trouble))


class _Server:
    """A server that may be restarted meanwhile."""

    def __init__(self, play: Play, note: Note) -> None:
        self._play, self._note = play, note
        self._known = False  # has it answered at least once?

    async def game(self) -> BotGame:
        """The next game that counts."""
        vain, wait, away = 0, SOON, time.monotonic()
        while True:
            try:
                result = await self._play()
                self._known = True
                return result
            except BrokenOff as broken_off:
                vain, wait, away, self._known = 0, SOON, time.monotonic(), True
                self._note(f"{broken_off}; it is played again")
                continue
            except Interrupted as interrupted:
                vain += 1
                if vain >= MOST_IN_VAIN:
                    raise
                self._known, wait, away = True, SOON, time.monotonic()
                self._note(f"{interrupted}; it is played again")
            except NoConnection as away_now:
                if isinstance(away_now, NotOpenYet) and not self._known:
                    self._known = True
                    self._note(f"{away_now}; the bot waits for {PATIENCE / 60:g} minutes")
                if not self._known or time.monotonic() - away + wait > PATIENCE:
                    raise
            await asyncio.sleep(wait)
            wait = min(2 * wait, LATE)
