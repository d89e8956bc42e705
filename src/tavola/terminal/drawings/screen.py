"""The one place that prints and reads: at a terminal, a pipe, a screen reader, or an old screen."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
import time
import unicodedata
from collections.abc import Iterable
from typing import TextIO

from rich.console import Console
from rich.text import Text

from tavola.core.tables import Table
from tavola.terminal.drawings.faces import on_old_screens
from tavola.terminal.drawings.pen import clean

HANGING = " " * 4
LONGEST_LINE = 1000  # characters; nothing longer makes sense at a prompt

# Replacements for our signs on a screen that lacks them; letters lose their accents.
_SIGNS = {
    **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼", "+"),
    **dict.fromkeys("─━—–", "-"),
    **dict.fromkeys("│┃", "|"),
    **dict.fromkeys("“”«»", '"'),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("\u00a0\u202f", " "),
    "●": "o",
    "▸": ">",
    "✗": "x",
    "×": "x",
    "·": "-",
    "★": "*",
    **on_old_screens(),
    "…": ".",
}


def _similar(error: UnicodeError) -> tuple[str, int]:
    """The replacement of characters the screen can't show: one for one, so that columns stay."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_SIGNS.get(sign) or _bare(sign) for sign in signs), error.end


def _bare(sign: str) -> str:
    first = unicodedata.normalize("NFKD", sign)[:1]
    return first if first.isascii() and first.isprintable() and first else "?"


def prepare_streams() -> None:
    """Make the standard streams usable in any state: closed, with an old encoding, or fed with bytes."""
    codecs.register_error("tavola", _similar)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="tavola" if mode == "w" else "replace")


def hush(stream: TextIO) -> None:
    """The reader is gone: discard further output, without an error at the exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class Screen:
    """Lines go out, typed lines come in. `plain` unset: plain if the output is no terminal."""

    def __init__(self, plain: bool | None = None, delay: float = 0.0) -> None:
        self.plain = not sys.stdout.isatty() if plain is None else plain
        self.delay = delay
        self._console = Console(highlight=False, markup=False, emoji=False)

    @property
    def width(self) -> int:
        return max(20, self._console.width)

    @property
    def is_live(self) -> bool:
        """Is there a person at both ends?"""
        return sys.stdin.isatty() and sys.stdout.isatty()

    def show(self, lines: Iterable[Text | str]) -> None:
        for line in lines:
            text = line if isinstance(line, Text) else Text(line)
            if not text.plain.isprintable():
                text = Text(clean(text.plain))
            if self.plain:
                print(text.plain)
            else:
                self._print(text)
        sys.stdout.flush()

    def _print(self, text: Text) -> None:
        """A line too long for the screen continues below, indented."""
        if text.cell_len <= self.width:
            self._console.print(text)
            return
        first, *more = text.wrap(self._console, self.width - len(HANGING))
        self._console.print(first)
        for rest in more:
            self._console.print(Text(HANGING) + rest)

    def markdown(self, text: str) -> None:
        if self.plain:
            print("".join(sign if sign == "\n" else clean(sign) for sign in text))
            return
        from rich.markdown import Markdown

        self._console.print(Markdown(text), width=min(self.width, 100))

    def gap(self) -> None:
        """An empty line, on a screen that is seen and not read aloud."""
        if not self.plain:
            print()

    def wipe(self) -> None:
        """Clears the screen, so that the next person does not see it. A pipe has no screen to clear."""
        if sys.stdout.isatty():
            print("\n" * self._console.height, end="")
            self._console.clear()

    def rest(self) -> None:
        if self.delay:
            time.sleep(self.delay)

    def ask(self, prompt: str) -> str:
        """What a person types, or the next line of a pipe; EOFError when there is nothing more."""
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - lets arrow keys edit what is typed
            return input(prompt).strip()[:LONGEST_LINE]
        print(prompt, end="", flush=True)
        try:
            text = read_line()
        except EOFError:
            print()
            raise
        print(clean(text)[:80], flush=True)  # a transcript shows the answers
        return text


def read_line() -> str:
    """The next line of the standard input, without reading an endless one into memory."""
    line = sys.stdin.readline(LONGEST_LINE)
    if not line:
        raise EOFError
    rest = line
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(1 << 16)
    return line.strip()


def warn(text: str) -> None:
    sys.stdout.flush()
    print(clean(text), file=sys.stderr, flush=True)


# ---- tables of figures ----


def print_tables(screen: Screen, tables: Iterable[Table]) -> None:
    for number, table in enumerate(tables):
        if number:
            print()
        print_table(screen, table)


def print_table(screen: Screen, table: Table) -> None:
    if screen.plain:
        print(table)
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table as Grid

    grid = Grid(
        title=table.title,
        box=box.SIMPLE_HEAD,
        title_justify="left",
        title_style="bold",
        caption=table.note or None,
    )
    grid.caption_justify = "left"
    for number, column in enumerate(table.columns):
        grid.add_column(column, justify="right" if table.is_number(number) else "left")
    for row in table.rows:
        grid.add_row(*row)
    Console(highlight=False, markup=False, emoji=False).print(grid)
