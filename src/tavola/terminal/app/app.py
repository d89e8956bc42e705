"""The app itself: one story from the first question to the farewell, and how it ends whatever happens."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import threading
from collections.abc import Awaitable, Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.binding import Binding
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

from tavola.core.errors import TavolaError
from tavola.core.plugins import reason
from tavola.terminal.app.source import GameSource
from tavola.terminal.app.table import MOVES_ON, Preferences, TableScreen

# ---- without colours (NO_COLOR): greys with enough contrast to what is below them ----
#
# Textual turns each colour into the grey of its brightness, and red into a grey close to that of the table.


ENOUGH = 4.5  # to 1: the contrast WCAG asks of text
BLACK, WHITE = Color(0, 0, 0), Color(255, 255, 255)


class Readable(LineFilter):
    """Applied after the colours are removed: raises the contrast of greys against their background."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text, style if style is None else _readable(style, background), control)
            for text, style, control in segments
        ]


@lru_cache(maxsize=1024)
def _readable(style: Style, background: Color) -> Style:
    if style.color is None or style.color.is_default:
        return style
    below = background
    if style.bgcolor is not None and not style.bgcolor.is_default:
        below = Color.from_rich_color(style.bgcolor)
    colour = Color.from_rich_color(style.color)
    towards = WHITE if contrast(below, WHITE) > contrast(below, BLACK) else BLACK
    step = 0
    while contrast(below, colour) < ENOUGH and step < 20:
        step += 1
        colour = colour.blend(towards, step / 20)
    return style + Style.from_color(colour.rich_color) if step else style


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two colours, by WCAG's formula."""
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


def _light(colour: Color) -> float:
    parts = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


FELT = Theme(
    name="felt",
    primary="#d9a441",
    secondary="#7fb58f",
    accent="#d9a441",
    foreground="#e8e4d8",
    background="#10231a",
    surface="#16301f",
    panel="#204030",
    warning="#e0b050",
    error="#d9624f",
    success="#7fb58f",
    dark=True,
)
INTERRUPTED = 130
GRACE = 20.0  # seconds to restore the terminal; one that takes no output would be waited for without an end
LARGEST_SEED = 2**64


class TavolaApp(App[int]):
    """Runs a story: a coroutine that shows one screen after another. Its result is the exit code."""

    CSS_PATH = Path(__file__).with_name("tavola.tcss")
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Tavola"
    BINDINGS: ClassVar = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "interrupt", show=False, priority=True),
    ]

    def __init__(self, story: Callable[[TavolaApp], Awaitable[None]], settings: Preferences) -> None:
        super().__init__()
        self.story = story
        self.settings = settings
        self.trouble: Exception | None = None  # what ended the app, reported by the restored terminal
        self.current: GameSource | None = None
        self._deadline: threading.Timer | None = None
        self.register_theme(FELT)
        self.theme = "felt"
        if self.no_color:
            self._filters.append(Readable())

    def on_mount(self) -> None:
        self._mind_signals()
        self.run_worker(self._tell(), exclusive=True, exit_on_error=False)

    async def _tell(self) -> None:
        try:
            await self.story(self)
            self.exit(0)
        except TavolaError as error:
            self.trouble = error
            self.exit(1)
        except Exception as error:
            self._handle_exception(error)

    def _mind_signals(self) -> None:
        """A closed window or a kill ends the app as Ctrl-C does: the terminal restored, the record kept."""
        if self.is_headless:
            return
        loop = asyncio.get_running_loop()
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) != signal.SIG_IGN:
                with contextlib.suppress(NotImplementedError):  # some systems have none
                    loop.add_signal_handler(number, self.exit, 128 + number)
                    # Also where the loop is stuck in writing to a terminal that takes nothing:
                    signal.signal(number, lambda number, _: self._end_soon(128 + number))

    def _end_soon(self, code: int) -> None:
        """End the process after the grace period, unless it has ended by itself."""
        if self._deadline is None:
            self._deadline = threading.Timer(GRACE, os._exit, [code])
            self._deadline.daemon = True
            self._deadline.start()

    def exit(self, result: int | None = None, *rest: Any, **more: Any) -> None:
        if not self.is_headless:
            self._end_soon(result or 0)
        super().exit(result, *rest, **more)

    def terminal_is_restored(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()

    def action_interrupt(self) -> None:
        self.exit(INTERRUPTED)

    async def sit_at(self, source: GameSource) -> str:
        """One table after another, as long as there are rematches; returns how the last of them ended."""
        while True:
            self.current = source
            screen = TableScreen(source, self.settings)
            ended = await self.push_screen_wait(screen)
            await source.leave()
            if ended != MOVES_ON or screen.next is None:
                return ended or ""
            source = screen.next

    def _handle_exception(self, error: Exception) -> None:
        """An internal error is reported in a line, not as a page of source text."""
        if os.environ.get("TAVOLA_DEBUG") or self.is_headless:
            super()._handle_exception(error)
            return
        self.trouble = self.trouble or InsideTrouble(reason(error))
        self.exit(1)


class InsideTrouble(Exception):
    """Something went wrong in the app itself."""


def run(app: TavolaApp) -> int:
    """Runs the app and restores the terminal. The error that ended it is raised again."""
    try:
        code = app.run()
    finally:
        app.terminal_is_restored()
    if isinstance(app.trouble, TavolaError):
        raise app.trouble
    if app.trouble is not None:
        raise RuntimeError(str(app.trouble))
    return 0 if code is None else code


def new_seed() -> int:
    return secrets.randbelow(LARGEST_SEED)
