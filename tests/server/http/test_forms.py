"""The form of a record in a body: what Record.parse takes has it, and what OpenAPI says of it is the same."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import msgspec
import pytest

from tavola.core.record import Record
from tavola.server.http.forms import RECORD
from tests.server.http.running import played

WHOLE = played("t1").as_json()
SCHEMA = msgspec.json.schema(RECORD.type)


@pytest.mark.parametrize(
    "text", [str(played("t1")), json.dumps(WHOLE), "\ufeff# a note\n\n" + str(played("t1"))]
)
def test_records_have_it(text: str) -> None:
    assert RECORD.why_not(text.encode()) == ""
    assert Record.parse(text).game == "dice-poker"


@pytest.mark.parametrize(
    ("change", "formed"),
    [
        ({"result": None, "rules_version": "1"}, True),
        ({"unknown": [1]}, True),
        ({"format": "tavola-record/2"}, False),
        ({"game": 5}, False),
        ({"rules_version": 1.5}, False),
        ({"seats": "ab"}, False),
        ({"moves": [["*"]]}, False),
        ({"moves": [[0, 1]]}, False),
        ({"options": None}, False),
        ({"tags": {"a": 1}}, False),
        ({"result": {}}, False),
    ],
)
def test_json_as_the_schema_says(change: dict[str, Any], formed: bool) -> None:
    brought = WHOLE | change
    assert (RECORD.why_not(json.dumps(brought).encode()) == "") is formed
    assert jsonschema.Draft202012Validator(SCHEMA).is_valid(brought) is formed
    if formed:
        Record.parse(json.dumps(brought))


@pytest.mark.parametrize("body", [b"", b"\xff", b"null", b"{", b"{}", b"[" * 5000 + b"{", b"{" * 5000])
def test_what_is_no_record(body: bytes) -> None:
    refused = RECORD.why_not(body)
    assert refused or body.startswith(b"[")  # a text that begins so may be one; the rules judge it
