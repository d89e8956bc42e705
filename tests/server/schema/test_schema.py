"""The descriptions: valid, up to date, and true of what is really said."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import jsonschema
import msgspec
import pytest
from openapi_spec_validator import validate

from tavola.server.http.api import api
from tavola.server.schema import DOCUMENTS
from tavola.server.schema.__main__ import text_of
from tavola.server.schema.messages import COMMANDS, MESSAGES, word
from tavola.table import messages as m
from tests.server.schema import rest_examples

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_files_are_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == text_of(name), "make schema writes them anew"


def test_the_module_writes_them(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tavola.server.schema"]
    subprocess.run([*command, str(tmp_path)], check=True)
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(DOCUMENTS)
    wrong = subprocess.run([*command, str(tmp_path / "nowhere")], capture_output=True, text=True, check=False)
    assert (wrong.returncode, "usage" in wrong.stderr) == (2, True)


def refs(document: Any) -> Iterator[str]:
    if isinstance(document, dict):
        if isinstance(ref := document.get("$ref"), str):
            yield ref
        for value in document.values():
            yield from refs(value)
    elif isinstance(document, list):
        for value in document:
            yield from refs(value)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_nothing_refers_to_nothing(name: str) -> None:
    document = DOCUMENTS[name]()
    found = set(refs(document))
    assert found
    for ref in found:
        here: Any = document
        for part in ref.removeprefix("#/").split("/"):
            here = here[part]


def test_openapi_is_valid_and_complete() -> None:
    document = json.loads(text_of("openapi.json"))
    for path, asked in document["paths"].items():  # what stands in a blank may be longer than any name
        assert "{" not in path or all("404" in each["responses"] for each in asked.values()), path
    validate(document)
    there = {(path, method.upper()) for path, methods in document["paths"].items() for method in methods}
    assert there == {(route.path, route.method) for route in api()}
    names = [each["operationId"] for methods in document["paths"].values() for each in methods.values()]
    assert len(names) == len(set(names))


def test_every_path_of_rest_has_an_example_that_a_server_gives() -> None:
    """The answers are what OpenAPI says, and still have the form of those that the reference shows."""
    assert set(rest_examples.QUESTIONS) == {route.path for route in api()}
    openapi, kept = json.loads(text_of("openapi.json")), rest_examples.kept()
    for path, said in asyncio.run(rest_examples.answers()).items():
        (asked,) = openapi["paths"][path].values()
        schema = asked["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema.Draft202012Validator(schema | {"components": openapi["components"]}).validate(said)
        question = rest_examples.QUESTIONS[path]
        assert (question.target, question.headers) == (kept[path]["target"], kept[path]["headers"])
        short = rest_examples.shortened(said)
        assert rest_examples.form(short) == rest_examples.form(kept[path]["answer"]), "make schema"


def test_json_schema_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(text_of("messages.schema.json")))


def test_asyncapi_has_every_message_on_both_doors() -> None:
    document = json.loads(text_of("asyncapi.json"))
    assert document["asyncapi"] == "3.0.0"
    every = {f"command.{word(kind)}" for kind in COMMANDS} | {f"message.{word(kind)}" for kind in MESSAGES}
    assert len(every) == len(get_args(m.AnyCommand)) + len(get_args(m.AnyMessage))
    assert set(document["components"]["messages"]) == every
    for channel in document["channels"].values():
        assert set(channel["messages"]) == every
    actions = {name: each["action"] for name, each in document["operations"].items()}
    assert actions == {
        "websocket.command": "receive",
        "websocket.message": "send",
        "lines.command": "receive",
        "lines.message": "send",
    }
    for message in document["components"]["messages"].values():
        jsonschema.Draft202012Validator.check_schema(message["payload"])


def validator(side: str) -> jsonschema.Draft202012Validator:
    document = json.loads(text_of("messages.schema.json"))
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{side}", "$defs": document["$defs"]})


ACCEPTED = [
    {"type": "ping"},
    {"type": "hello", "name": "ada", "lang": "it", "token": "12345678"},
    {"type": "create", "game": "421", "clock": {"decision": 5}, "options": {"suites": "off"}},
    {"type": "play", "table": "t", "move": "stop", "turn": 3, "id": "x"},
    {"type": "seat_bot", "table": "t"},
    {"type": "create", "game": "421", "clock": {"decision": 0.1, "game": 604800}},
]
REFUSED = [
    {},
    {"type": "nothing"},
    {"type": "hello", "token": "short"},
    {"type": "hello", "lang": "de"},
    {"type": "play"},
    {"type": "play", "table": "t", "index": -1},
    {"type": "chat", "table": "t", "text": "x" * 281},
    {"type": "ping", "more": 1},
    {"type": "create", "game": "421", "clock": {"decision": 0}},
    {"type": "create", "game": "421", "clock": {"game": 1e-9}},
    {"type": "create", "game": "421", "options": {f"o{i}": "x" for i in range(33)}},
]


@pytest.mark.parametrize("command", ACCEPTED + REFUSED, ids=json.dumps)
def test_the_schema_and_the_decoder_agree(command: dict[str, Any]) -> None:
    try:
        m.decode_command(json.dumps(command).encode())
        taken = True
    except msgspec.ValidationError:
        taken = False
    assert taken == (command in ACCEPTED)
    assert validator("AnyCommand").is_valid(command) == taken
