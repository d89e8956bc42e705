"""docs/run-in-public.md: the files and commands it names are there, and it is one screen."""

from __future__ import annotations

import re
from pathlib import Path

from typer.testing import CliRunner

from tavola.cli import app

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "run-in-public.md").read_text(encoding="utf-8")


def test_every_file_is_there() -> None:
    named = set(re.findall(r"deploy/[\w@./-]*[\w/]", PAGE))
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).exists()] == []
    links = set(re.findall(r"\]\(([\w-]+\.md)", PAGE))
    assert [name for name in links if not (ROOT / "docs" / name).is_file()] == []


def test_every_command_is_there() -> None:
    commands = set(re.findall(r"tavola (db \w+|serve|admin)\b", PAGE))
    assert len(commands) >= 2
    for command in commands:
        assert CliRunner().invoke(app, [*command.split(), "--help"]).exit_code == 0


def test_it_is_one_screen() -> None:
    assert len(PAGE.splitlines()) <= 60
