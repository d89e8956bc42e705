"""What `tavola` would say of a command that a page shows, without running it."""

from __future__ import annotations

import re
import shlex
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
