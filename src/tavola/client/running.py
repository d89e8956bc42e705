"""So many games one after the other, whatever breaks on the way: the wire, the server, the bot itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable

from tavola.client.errors import BotTrouble, Interrupted, NoConnection
from tavola.client.playing import BotGame

PATIENCE = 60.0  # seconds a server may be away
SOON, LATE = 0.25, 8.0  # seconds between two tries to find it again: the first, and the longest
MOST_BREAKDOWNS = 5  # games in a row that the bot lost by its own doing
MOST_IN_VAIN = 20  # games in a row that came to nothing

Play = Callable[[], Awaitable[BotGame]]
Note = Callable[[str], None]


async def play_on(
    play: Play, game: str, games: int, note: Note, broke: Callable[[BotTrouble], None] | None = None
) -> AsyncIterator[BotGame]:
    """So many games that count. One that was interrupted is played again. One in which the bot breaks down is
    lost; several of them in a row are enough, and so is the only one that was wanted."""
    done = faults = 0
    server = _Server(play, note)
    while done < games:
        try:
            result = await server.game()
        except BotTrouble as trouble:
            if games == 1 or faults + 1 >= MOST_BREAKDOWNS:
                raise
            if broke is not None:
                broke(trouble)
            result = lost_by(trouble, game)
        faults = 0 if result.how not in ("broke_down", "time") else faults + 1
        if faults >= MOST_BREAKDOWNS:
            raise BotTrouble(
                f"{faults} games in a row were lost by being too slow; the last: {result.reason}"
            )
        done += 1
        yield result


def lost_by(trouble: BotTrouble, game: str) -> BotGame:
    """A game that is lost because the bot broke down."""
    return BotGame(game, "", -1, [], False, [], [], "broke_down", 0, 0.0, 0.0, str(trouble))


class _Server:
    """A server that may go away and come back."""

    def __init__(self, play: Play, note: Note) -> None:
        self._play, self._note = play, note
        self._known = False  # has it been there at all?

    async def game(self) -> BotGame:
        """The next game that counts."""
        vain, wait, away = 0, SOON, time.monotonic()
        while True:
            try:
                result = await self._play()
                self._known = True
                return result
            except Interrupted as interrupted:
                vain += 1
                if vain >= MOST_IN_VAIN:
                    raise
                self._known, wait, away = True, SOON, time.monotonic()
                self._note(f"{interrupted}; it is played again")
            except NoConnection:
                if not self._known or time.monotonic() - away + wait > PATIENCE:
                    raise
            await asyncio.sleep(wait)
            wait = min(2 * wait, LATE)
