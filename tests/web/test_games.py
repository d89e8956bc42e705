"""A game is a folder of the page: nothing outside it names one, and its types are what its tables tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from tavola.core.codec import codec_of
from tavola.core.contract import OVER
from tavola.games import OURS, rules

SRC = Path(__file__).resolve().parents[2] / "web" / "src"
MADE = "// Made by tools/"  # from Python, where the rule is the same


def names() -> list[str]:
    """What our games go by: name, title, the folder and the class of their rules."""
    found: set[str] = set()
    for name, game in OURS.items():
        module = game.rules_class.__module__.split(".")[-2]
        found |= {name, game.rules_class.info.title, module, game.rules_class.__name__}
    return sorted(found)


def mentions(text: str, name: str) -> list[str]:
    """The lines that name it. A number alone is a number, in quotation marks or in a sentence a name."""
    own = r"(?<![\w.#])" + re.escape(name) + r"(?!\w)"
    lines = [line.strip() for line in text.splitlines() if re.search(own, line, re.IGNORECASE)]
    if not name.isdigit():
        return lines
    return [line for line in lines if not re.search(rf"(?:[=(,?:<>] ?|\$\{{)-?{name}\b", line)]


def files() -> Iterator[tuple[Path, str]]:
    for path in sorted(SRC.rglob("*")):
        if path.suffix not in (".ts", ".svelte", ".css") or set(path.relative_to(SRC).parts[1:2]) & set(OURS):
            continue
        text = path.read_text(encoding="utf-8")
        if not text.startswith(MADE):
            yield path, text


def test_no_file_outside_its_folder_names_a_game() -> None:
    found = [
        f"{path.relative_to(SRC)}: {line}"
        for path, text in files()
        for name in names()
        for line in mentions(text, name)
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    ["if (game === '5000') return;", "text: 'The odds of 421',", "// as at 421", "import Scopetta from 'x';"],
)
def test_such_a_line_would_be_found(line: str) -> None:
    assert any(mentions(line, name) for name in names())


@pytest.mark.parametrize("line", ["const LONG = 5000; // ms", "wait(5000)", "width: 421px"])
def test_a_number_is_no_game(line: str) -> None:
    assert not any(mentions(line, name) for name in names())


def test_every_game_of_ours_has_its_folder() -> None:
    assert {path.parent.name for path in SRC.glob("boards/*/index.ts")} == set(OURS)


# ---- what is told, held against the types the page's are made from ----


def misfit(data: Any, hint: Any, at: str) -> str:
    """Where data is not of its type, or nothing."""
    origin, args = get_origin(hint), get_args(hint)
    if hasattr(hint, "from_data"):
        return misfit(data, get_type_hints(hint.to_data)["return"], at)
    if origin in (Union, UnionType):
        return "" if any(not misfit(data, arg, at) for arg in args) else f"{at}: {data!r}"
    if origin is Literal:
        return "" if data in args else f"{at}: {data!r}"
    if origin is tuple and args[-1] is not Ellipsis:
        if not isinstance(data, list | tuple) or len(data) != len(args):
            return f"{at}: {data!r}"
        return "".join(
            misfit(one, arg, f"{at}.{n}") for n, (one, arg) in enumerate(zip(data, args, strict=True))
        )
    if origin in (tuple, list, set, frozenset):
        return (
            "".join(misfit(one, args[0], f"{at}[]") for one in data)
            if isinstance(data, list)
            else f"{at}: {data!r}"
        )
    if isinstance(hint, type) and hint in (int, str, bool, float, NoneType):
        return "" if type(data) is hint else f"{at}: {data!r} is no {hint.__name__}"
    hints = get_type_hints(hint)
    named = hints if is_typeddict(hint) else getattr(hint, "_fields", None)
    wanted = set(named or (each.name for each in fields(hint)))
    if not isinstance(data, dict) or set(data) - {"event"} != wanted:
        return f"{at}: {data!r}"
    return "".join(misfit(data[name], hints[name], f"{at}.{name}") for name in wanted)


@pytest.mark.parametrize("game", OURS)
def test_tables_and_events_are_of_their_types(game: str) -> None:
    its, rng = rules(game), Random(7)
    codec = codec_of(its)
    state, seen = its.start(2), 0
    while (actor := its.actor(state)) != OVER and seen < 400:
        for seat in (0, 1, None):
            assert misfit(codec.table_data(its.view(state, seat).table), codec.shape, "table") == ""
        move = rng.choice(list(its.moves(state))) if actor >= 0 else its.chance(state).sample(rng)
        state, events = its.play(state, move)
        for event in events:
            for seat in (0, None):
                if (told := event.seen_by(seat)) is not None:
                    assert misfit(codec.event_data(told), type(told), type(told).__name__) == ""
        seen += 1
    assert seen > 5
