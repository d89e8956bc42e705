"""The form of a body: what OpenAPI says of it, and what is refused with 400 whatever it may mean."""

from __future__ import annotations

import re
from typing import Any, Literal, NamedTuple

import msgspec

TEXT_BEGINS = r"^(\s|#[^\n]*\n)*\["  # [Game "NAME"]; notes may stand before it


class ResultBrought(msgspec.Struct, frozen=True):
    """How a game ended, as its record says."""

    reason: str
    scores: list[int | str]
    winners: list[int | str]


class RecordBrought(msgspec.Struct, frozen=True):
    """A record somebody brings: what /api/records/TABLE gives, or what `tavola` saves."""

    format: Literal["tavola-record/1"]
    game: str
    rules_version: int | str
    seats: list[str]
    moves: list[tuple[int | str, str]]
    options: dict[str, str] = {}
    tags: dict[str, str] = {}
    result: ResultBrought | None = None


class Form(NamedTuple):
    """What a body may be: JSON of a type, or a text that begins in a certain way."""

    type: Any
    begins: str

    def why_not(self, body: bytes) -> str:
        """Why it has not this form; "" if it has."""
        try:
            text = body.decode("utf-8").removeprefix("\ufeff")
        except UnicodeDecodeError:
            return "the body should be a text in UTF-8"
        if not text.lstrip().startswith("{"):
            return "" if re.match(self.begins, text) else 'this is no record: one begins like [Game "NAME"]'
        try:
            msgspec.json.decode(text, type=self.type)
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            return f"this is no record: {error}"
        return ""


RECORD = Form(RecordBrought, TEXT_BEGINS)
