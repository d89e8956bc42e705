"""A game in this process: people and bots in turn, in a thread of their own, so that no bot delays a key.

The thread plays the same `Sitting` as the table line by line; its front hands over each piece of news and
waits until it was shown, so the game is never ahead of the screen.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tavola.core.contract import Seat
from tavola.core.driver import Resigns, Seen
from tavola.core.errors import IllegalMove, TavolaError, Trouble
from tavola.core.match import Match
from tavola.core.plugins import reason
from tavola.library.seats import NamedSeat, bots_of, luck, tags_of
from tavola.terminal import words
from tavola.terminal.app.source import (
    AnyRules,
    Asks,
    Broke,
    GameEnded,
    News,
    Noted,
    Stands,
    StepShown,
    Throws,
    WorkProgress,
)
from tavola.terminal.drawings.render import renderer_of
from tavola.terminal.lines.sitting import AnyMatch, Leaves, Sitting
from tavola.terminal.saved.keeping import Keeper

LAST_WORD = 2.0  # seconds for the thread to save and end


@dataclass(frozen=True, slots=True)
class Setup:
    """The options of a game. The same setup with another seed is another game."""

    rules: AnyRules
    seated: tuple[NamedSeat, ...]
    seed: int
    begun: AnyMatch | None = None  # a game to go on with

    @property
    def tags(self) -> Mapping[str, str]:
        """The seed is in the record, so that the game can be played again."""
        return tags_of(self.seated, None if self.begun else self.seed)


class Local:
    """A game at home."""

    remote = False
    link = ""

    def __init__(self, setup: Setup, keeper: Keeper | None = None) -> None:
        self.setup = setup
        self.rules = setup.rules
        self.names = tuple(sitter.name for sitter in setup.seated)
        self.humans = frozenset(seat for seat, sitter in enumerate(setup.seated) if not sitter.bot)
        self.keeper = keeper
        self.match: AnyMatch = setup.begun or Match(self.rules, [sitter.label for sitter in setup.seated])
        self.forget = False  # left for good
        self._front = _Front(self.rules, self.humans)
        bots = bots_of(setup.seated, setup.rules, setup.seed)
        self.sitting = Sitting(
            self.match, bots, luck(setup.seed, "dice"), self._front, keeper, dict(setup.tags)
        )
        self._thread: threading.Thread | None = None

    async def news(self) -> AsyncIterator[News]:
        self._front.loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._play, daemon=True, name="game")
        self._thread.start()
        while (news := await self._front.told.get()) is not None:
            yield news
            if not isinstance(news, WorkProgress | Broke):  # the thread does not wait until these are shown
                self._front.shown.release()

    def _prepare(self) -> None:
        """A bot that has to solve the game does it now, not before its first move."""
        for bot in self.sitting.bots.values():
            if prepare := getattr(bot, "prepare", None):
                prepare(self.rules, len(self.names), self._front.works)

    def _play(self) -> None:
        try:
            self._prepare()
            self.sitting.play()
            end = self.match.outcome
            assert end is not None
            self._front.tell(GameEnded(end))
        except Leaves:
            pass
        except TavolaError as error:
            self._front.hand_over(Broke(str(error)))
        except BaseException as error:  # a bot may raise anything here
            self._front.hand_over(Broke(f"something went wrong inside tavola: {reason(error)}"))
        finally:
            self._front.hand_over(None)

    async def answer(self, move: Any) -> None:
        self._front.answers.put(move)

    async def resign(self, seat: Seat) -> None:
        self._front.answers.put(Resigns(seat))

    async def leave(self) -> None:
        if self._front.leaving:
            return
        self._front.leave()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join, LAST_WORD)


@dataclass
class _Front:
    """The thread's side: hands over news, and waits for answers."""

    rules: AnyRules
    humans: frozenset[Seat]
    answers: queue.SimpleQueue[Any] = field(default_factory=queue.SimpleQueue)
    told: asyncio.Queue[News | None] = field(default_factory=asyncio.Queue)
    shown: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    loop: asyncio.AbstractEventLoop | None = None
    leaving: bool = False

    def __post_init__(self) -> None:
        self.look = renderer_of(self.rules)
        self.viewer: Seat | None = next(iter(self.humans)) if len(self.humans) == 1 else None

    # ---- between the threads ----

    def hand_over(self, news: News | None) -> None:
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.told.put_nowait, news)

    def tell(self, news: News) -> None:
        """Hands it over, and waits until it was shown."""
        if self.leaving:
            raise Leaves
        self.hand_over(news)
        self.shown.acquire()
        if self.leaving:
            raise Leaves

    def works(self, what: str, done: float) -> None:
        if self.leaving:
            raise Leaves
        self.hand_over(WorkProgress(what, done))

    def leave(self) -> None:
        self.leaving = True
        self.shown.release()
        self.answers.put(Leaves())

    def _answer(self) -> Any:
        answer = self.answers.get()
        if isinstance(answer, Exception):
            raise answer
        return answer

    # ---- what a sitting asks of its front ----

    def begins(self, match: AnyMatch) -> None:
        self.tell(Stands(self.rules.view(match.state, self.viewer)))
        if match.moves:
            self.tell(Noted(words.GOES_ON.fill(n=len(match.moves))))

    def tells(self, match: AnyMatch, move: Seen) -> None:
        del match
        self.tell(StepShown(move.before, move.after, move.events))

    def asks(self, match: AnyMatch, seat: Seat) -> Any:
        self.tell(Asks(seat, self.rules.view(match.state, seat)))
        return self._answer()

    def refuses(self, match: AnyMatch, seat: Seat, error: IllegalMove) -> None:
        del match, seat
        self.tell(Noted(words.CANT.fill(why=error.why), bad=True))

    def throws(self, match: AnyMatch) -> Seat | None:
        """The person who throws, unless the decision to throw was just made."""
        seat = self.look.throws(self.rules.view(match.state, self.viewer))
        if seat is None or seat not in self.humans:
            return None
        return None if match.moves and match.moves[-1][0] == seat else seat

    def waits(self, match: AnyMatch, seat: Seat) -> None:
        self.tell(Throws(seat, self.rules.view(match.state, seat)))
        self._answer()

    def warns(self, trouble: Trouble) -> None:
        self.tell(Noted(words.WARNING.fill(what=words.NOT_SAVED.fill(why=trouble.said)), bad=True))
