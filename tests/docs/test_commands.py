"""Every `tavola` command that a page shows is one that `tavola` takes, with its options."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from tavola.cli import app

TOP = Path(__file__).parents[2]
PAGES = [TOP / "README.md", *sorted((TOP / "docs").glob("*.md"))]
BLOCK = re.compile(r"^( *)```[^\n]*\n(.*?)^\1```", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^(?:\$ )?(?:[A-Z_]+=\S+ )*(?:\S*/bin/)?tavola (.+)")
SHELL = re.compile(r"\s(?:\||>|>>|<|&|&&|;|2>|2>&1)(?:\s.*)?$")


def shown(page: Path) -> Iterator[str]:
    """The commands in the blocks of a page, each as it would be typed after `tavola`."""
    for _, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        for line in re.sub(r"\\\n\s*", " ", block).splitlines():
            if found := COMMAND.match(line.strip()):
                yield found[1]


def words(typed: str) -> list[str]:
    """Without what the shell does with it, and without the remark that stands behind some spaces or a #."""
    plain = SHELL.sub("", re.split(r" {2,}| #", typed)[0])
    plain = re.sub(r"\[(.*?)\]", r"\1", plain)  # what may be left out
    return [word for word in shlex.split(plain) if word not in ("…", "...")]


def takes(typed: list[str]) -> None:
    """Raises what `tavola` would say of it, and runs nothing."""
    command: Any = typer.main.get_command(app)
    context: Any = None
    rest = typed
    while hasattr(command, "commands"):
        if not rest or rest[0].startswith("-"):
            return
        assert rest[0] in command.commands, f"there is no command {rest[0]}"
        context = command.make_context(rest[0], [], parent=context, resilient_parsing=True)
        command, rest = command.commands[rest[0]], rest[1:]
    command.make_context(command.name, list(rest), parent=context)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_is_one_that_tavola_takes(page: Path) -> None:
    wrong = {}
    for typed in shown(page):
        try:
            takes(words(typed))
        except (Exception, SystemExit) as error:
            wrong[typed] = getattr(error, "message", "") or str(error)
    assert not wrong


def test_there_are_commands_to_look_at() -> None:
    assert sum(len(list(shown(page))) for page in PAGES) > 60


@pytest.mark.parametrize("typed", ["plya scopetta", "play scopetta --playres you", "serve --http-port"])
def test_a_wrong_one_is_noticed(typed: str) -> None:
    with pytest.raises(Exception, match=r"no command|[Nn]o such option|requires an argument"):
        takes(words(typed))
