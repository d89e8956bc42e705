"""docs/protocol.md: every example is one the schema and the server know, and nothing is left out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tavola.server.schema.messages import COMMANDS, MESSAGES, word
from tavola.table import messages as m
from tests.server.schema.test_schema import validator

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^(-->|<--) (\{.*\})$", PAGE, re.MULTILINE)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 20
    assert len(EXAMPLES) == len(re.findall(r"^(?:-->|<--)", PAGE, re.MULTILINE))


@pytest.mark.parametrize(("way", "text"), EXAMPLES)
def test_an_example(way: str, text: str) -> None:
    validator("AnyCommand" if way == "-->" else "AnyMessage").validate(json.loads(text))
    read = m.decode_command(text) if way == "-->" else m.decode_message(text)
    told = msgspec.to_builtins(read)
    assert json.loads(text).items() <= told.items(), "a field of the example is not a field of the message"


def listed(heading: str) -> set[str]:
    """The words in the first column of the table under a heading."""
    part = PAGE.split(f"## {heading}\n", 1)[1].split("\n## ")[0]
    return {
        name
        for row in re.findall(r"^\| (`.*?) \|", part, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    }


def test_everything_is_explained() -> None:
    assert listed("Commands") == {word(kind) for kind in COMMANDS}
    assert listed("Messages") == {word(kind) for kind in MESSAGES}
    assert listed("When a command is refused") == set(get_args(m.Code))
