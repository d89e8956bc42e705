"""What every command shares: reading its options, and ending well or with one line that says why not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer

import tavola
from tavola.core.contract import Rules
from tavola.core.errors import TavolaError, Trouble
from tavola.core.extras import told
from tavola.core.options import make, told_options
from tavola.core.words import LANGS, Lang, Phrase, colon
from tavola.terminal import refusals
from tavola.terminal.drawings.screen import hush, warn

BAD_DATA, BAD_REQUEST, INTERRUPTED, NOBODY_READS = 1, 2, 130, 141
LARGEST_SEED = 2**64
ERROR = Phrase("error", "erreur", "errore")


@contextmanager
def telling(lang: str = "en") -> Iterator[None]:
    """What went wrong, as one line in the language and an exit code, never as a traceback."""
    spoken: Lang = next((known for known in LANGS if known == lang.strip().lower()), "en")
    try:
        yield
        sys.stdout.flush()
    except TavolaError as error:
        why = (
            str(error) if spoken == "en" else error.said.in_(spoken)
        )  # the legal moves are in the English one
        warn(colon(ERROR.in_(spoken), why, spoken))
        raise typer.Exit(BAD_DATA if isinstance(error, Trouble) else BAD_REQUEST) from None
    except ModuleNotFoundError as gone:
        if (missing := told(gone)) is None:
            raise
        warn(colon(ERROR.in_(spoken), missing.said.in_(spoken), spoken))
        raise typer.Exit(BAD_REQUEST) from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        hush(sys.stdout)
        raise typer.Exit(NOBODY_READS) from None


def language(text: str) -> Lang:
    for lang in LANGS:
        if text.strip().lower() == lang:
            return lang
    raise TavolaError(f"there is no language {text[:20]!r}; there are: {', '.join(LANGS)}")


def whole(option: str, text: str, limit: int) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < limit:
        return int(text)
    raise TavolaError(refusals.WHOLE.fill(option=option, low=0, high=limit - 1, given=repr(text[:40])))


def chosen_rules(game: str, preset: str | None, settings: list[str]) -> Rules[Any, Any]:
    """The rules of a game with its preset and options."""
    from tavola.terminal.commands import catalogue

    info = catalogue.info_of(game)
    given: dict[str, str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name.strip():
            there = told_options(info.options)
            raise TavolaError(refusals.NAME_VALUE.fill(given=repr(setting[:40]), game=game, there=there))
        given[name.strip()] = value.strip()
    make(info.options, given, game)  # a wrong one is refused here, even if it is called "preset"
    return tavola.rules(game, preset, **given)
