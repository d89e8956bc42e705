"""A person at the app: looks at the board, presses keys or clicks, waits until there is something to do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from textual.pilot import Pilot

import tavola
from tavola.core.words import Lang
from tavola.library.seats import sitters
from tavola.pieces.dice import faces
from tavola.terminal.app.app import TavolaApp
from tavola.terminal.app.dialogs import AskDialog
from tavola.terminal.app.dice_board import DiceBoard
from tavola.terminal.app.local import Local, Setup
from tavola.terminal.app.source import GameSource
from tavola.terminal.app.table import Preferences, TableScreen
from tavola.terminal.saved.keeping import Keeper

PATIENCE = 60.0  # seconds; a busy machine is slow, a stuck app is stuck for ever
AnyPilot = Pilot[int]


def local(
    game: str,
    players: str = "you:Ada,house",
    seed: int = 1,
    lang: Lang = "en",
    keeper: Keeper | None = None,
    **options: Any,
) -> Local:
    rules = tavola.rules(game, None, **options)
    return Local(Setup(rules, sitters(players, rules.info, lang), seed), keeper)


def app_for(source: GameSource, lang: Lang = "en") -> TavolaApp:
    """An app that plays at one table, and then is over."""

    async def story(app: TavolaApp) -> None:
        await app.sit_at(source)

    return TavolaApp(story, Preferences(lang, delay=0))


@asynccontextmanager
async def at_table(
    source: GameSource, size: tuple[int, int] = (100, 30), lang: Lang = "en"
) -> AsyncIterator[Person]:
    app = app_for(source, lang)
    async with app.run_test(size=size) as pilot:
        yield Person(pilot)


class Person:
    """What somebody before the screen sees and does."""

    def __init__(self, pilot: AnyPilot) -> None:
        self.pilot = pilot
        self.app = pilot.app

    # ---- looking ----

    @property
    def table(self) -> TableScreen:
        return next(s for s in reversed(self.app.screen_stack) if isinstance(s, TableScreen))

    @property
    def dialog(self) -> AskDialog | None:
        return self.app.screen if isinstance(self.app.screen, AskDialog) else None

    @property
    def is_asked(self) -> bool:
        screen = self.app.screen
        return isinstance(screen, TableScreen) and screen.board.asked is not None

    @property
    def log(self) -> str:
        shown = (line(self.table.pen) for line in self.table.log_lines.lines)
        return "\n".join(text.plain for text in shown if text is not None)

    def seen(self) -> str:
        """All the text on the screen."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    async def until(self, wanted: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not wanted():
            if time.monotonic() > end:
                raise TimeoutError(self.seen())
            await self.pilot.pause(0.02)

    def has_table(self) -> bool:
        return any(isinstance(screen, TableScreen) and screen.is_running for screen in self.app.screen_stack)

    async def ready(self) -> None:
        """A question, a dialog, or the end."""
        await self.until(self.has_table)
        await self.until(lambda: self.is_asked or self.dialog is not None)
        await self.pilot.pause()

    # ---- deciding ----

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def decide(self, luck: Random) -> None:
        """Some legal move, by the keys one would press for it."""
        board = self.table.board
        assert board.view is not None
        if board.throwing:
            await self.press("enter")
            return
        move = luck.choice(board.view.moves)
        keys = dice_keys(board, move) if isinstance(board, DiceBoard) else card_keys(board, move)
        await self.press(*keys)

    async def play_on(self, luck: Random, decide: Callable[[Random], Any] | None = None) -> None:
        """Until the game is over and its dialog is there."""
        for _ in range(2000):
            await self.ready()
            if self.dialog is None:
                await (decide or self.decide)(luck)
                await self.pilot.pause()
            elif [answer.key for answer in self.dialog.answers] == ["enter"]:
                await self.press("enter")
            else:
                return
        raise AssertionError("the game does not end")

    # ---- with the mouse ----

    async def click_item(self, row: str, index: int) -> None:
        widget = self.table.query_one(f"#{row}")
        x, y = widget.place_of(index)  # type: ignore[attr-defined]
        await self.pilot.click(f"#{row}", offset=(x, y))

    async def click_action(self, key: str) -> None:
        """The button with that key: the actions stand in the middle of their line."""
        keys = [action.key for action in self.table.board.actions()]
        assert key in keys
        widget = self.table.query_one("#actions")
        line = "".join(segment.text for segment in widget.render_line(0))
        at = line.index(f" {'Enter' if key == 'enter' else key} ")
        await self.pilot.click("#actions", offset=(at + 2, 0))


def dice_keys(board: DiceBoard, move: Any) -> list[str]:
    """The dice a move names are picked, one by one; then what is to be done with them."""
    assert board.view is not None
    words = str(move).split()
    lying = list(faces(board.ways.lying(board.view)))
    keys = []
    for face in words[1] if len(words) > 1 and words[1].isdigit() else "":
        place = lying.index(int(face))
        lying[place] = 0
        keys.append(str(place + 1))
    letters = {"stop": "s", "bank": "b", "trash": "t", "stand": "enter"}
    last = "h" if words[-1] == "hit" else letters.get(words[0], "enter")
    return [*keys, "enter" if len(board.view.moves) == 1 else last]


def card_keys(board: Any, move: Any) -> list[str]:
    """The card by its number, the space bar until the right cards are picked, and Enter."""
    place = board.held.index(move.card)
    ways = [other.taken for other in board.view.moves if other.card == move.card]
    spaces = 0 if len(ways) == 1 else ways.index(move.taken) + 1
    return [str((place + 1) % 10), *["space"] * spaces, "enter"]


def run(story: Any) -> None:
    asyncio.run(asyncio.wait_for(story, 4 * PATIENCE))
