"""What `tavola` would say of a command that a page shows, without running it."""

from __future__ import annotations

import re
import shlex
from functools import cache
from typing import Any

import typer

from tavola.cli import app

SHELL = re.compile(r"\s(?:\||>|>>|<|&|&&|;|2>|2>&1)(?:\s.*)?$")


def words(typed: str) -> list[str]:
    """Without what the shell does with it, and without the remark behind a #."""
    plain = SHELL.sub("", re.split(r" #", typed)[0])
    return shlex.split(plain)


def takes(typed: list[str]) -> None:
    """Raises what `tavola` would say of it, and runs nothing."""
    command: Any = typer.main.get_command(app)
    context: Any = None
    rest = typed
    while hasattr(command, "commands"):
        if not rest or rest[0].startswith("-"):
            return
        if rest[0] not in command.commands:
            raise ValueError(f"there is no command {rest[0]}")
        context = command.make_context(rest[0], [], parent=context, resilient_parsing=True)
        command, rest = command.commands[rest[0]], rest[1:]
    command.make_context(command.name, list(rest), parent=context)


OF_MODULES = {"--listen"}  # of python -m tavola.tournaments.answering


def mentioned(typed: str) -> None:
    """A command as it stands in a sentence, or an option: raises if there is none of that name."""
    if typed.startswith("tavola "):
        try:
            takes([each for each in words(re.sub(r"[\[\]…]", "", typed))[1:] if each != "..."])
        except Exception as error:  # what it is given may be missing there
            if isinstance(error, ValueError) or type(error).__name__ == "NoSuchOption":
                raise ValueError(f"{typed}: {error}") from error
    elif (option := re.match(r"--[a-z][a-z-]*", typed)) and option[0] not in options() | OF_MODULES:
        raise ValueError(f"there is no option {option[0]}")


@cache
def options() -> frozenset[str]:
    """Of all commands."""
    from tools.manual import commands

    top: Any = typer.main.get_command(app)
    found = commands(top, top.make_context("tavola", ["games"]), "tavola")
    params = [each for _, command, context in found for each in command.get_params(context)]
    return frozenset(name for each in params for name in (*each.opts, *each.secondary_opts))
