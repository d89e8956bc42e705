"""Matches that the original card client saved: recognised by their name, or on a pipe by how YAML begins."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tavola.core.errors import BrokenRecord
from tavola.core.words import Lang
from tavola.games.capture.saved import SavedMatch, read_match
from tavola.games.capture.terminal import saved_match
from tavola.terminal.drawings.screen import Screen

# ---- YAML as plain data: dicts, lists and texts, and never more of it than a saved match needs ----
#
# Only the parser is used, not the part that makes objects: every scalar stays a text, tags make nothing, and
# the expanded size of repeated aliases is checked before anything walks through them.


LARGEST = 4 * 1024 * 1024  # characters; a match of a hundred hands has a tenth of it
MOST_NODES = 400_000
DEEPEST = 24
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# The tags the client's language puts on texts. Any other tag asks for an object, which no saved match has.
_SYMBOLS = ("!ruby/sym", "!ruby/symbol", "tag:ruby.yaml.org,2002:sym", "tag:ruby.yaml.org,2002:symbol")
_BINARY = ("!binary", "tag:yaml.org,2002:binary")
_KINDS = "str int float bool null map seq timestamp".split()
_STANDARD = frozenset(f"tag:yaml.org,2002:{kind}" for kind in _KINDS)


def plain_data(text: str) -> Any:
    """The first document of a text; BrokenRecord says in which line it goes wrong."""
    if len(text) > LARGEST:
        raise BrokenRecord(0, f"too large for a saved match: more than {LARGEST >> 20} MiB")
    try:
        return _Reader(yaml.parse(text, Loader=_LOADER)).document()
    except yaml.MarkedYAMLError as error:
        line = "" if error.problem_mark is None else f" in line {error.problem_mark.line + 1}"
        raise BrokenRecord(0, f"not valid YAML{line}: {error.problem or error}") from None
    except yaml.YAMLError as error:
        raise BrokenRecord(0, f"not valid YAML: {str(error).splitlines()[0]}") from None


class _Reader:
    """Events in, data out. Anchored data is shared, not copied; its expanded size is kept beside it."""

    def __init__(self, events: Iterator[Any]) -> None:
        self.events = events
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.nodes = 0

    def document(self) -> Any:
        for event in self.events:
            if not isinstance(event, yaml.StreamStartEvent | yaml.DocumentStartEvent):
                return None if isinstance(event, yaml.StreamEndEvent) else self.node(event, 0)
        return None

    def node(self, event: Any, depth: int) -> Any:
        before = self.nodes
        self._count(1, event)
        if depth > DEEPEST:
            _refuse(event, f"nested deeper than {DEEPEST} levels")
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event)
        _check_tag(event)
        if isinstance(event, yaml.ScalarEvent):
            data: Any = _scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            data = [self.node(item, depth + 1) for item in self._until(yaml.SequenceEndEvent)]
        else:
            data = self._mapping(depth)
        if event.anchor is not None:
            self.anchors[event.anchor] = (data, self.nodes - before)
        return data

    def _mapping(self, depth: int) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for item in self._until(yaml.MappingEndEvent):
            key = self.node(item, depth + 1)
            if not isinstance(key, str):
                _refuse(item, "a key that is no text")
            data[key] = self.node(next(self.events), depth + 1)
        return data

    def _until(self, end: type) -> Iterator[Any]:
        for event in self.events:
            if isinstance(event, end):
                return
            yield event

    def _alias(self, event: Any) -> Any:
        if event.anchor not in self.anchors:
            _refuse(event, f"*{event.anchor[:20]} stands for nothing")
        data, size = self.anchors[event.anchor]
        self._count(size, event)
        return data

    def _count(self, more: int, event: Any) -> None:
        self.nodes += more
        if self.nodes > MOST_NODES:
            _refuse(event, "more data than a saved match can hold")


def _check_tag(event: Any) -> None:
    tag = event.tag
    if tag in (None, "!") or tag in _SYMBOLS or tag in _BINARY or tag in _STANDARD:
        return
    _refuse(event, f"{tag[:60]} asks for an object; a saved match holds only texts, numbers and lists")


def _scalar(event: Any) -> str:
    if event.tag not in _BINARY:
        return str(event.value)
    try:
        data = base64.b64decode("".join(event.value.split()), validate=True)
    except (binascii.Error, ValueError):
        _refuse(event, "!binary that is no base64")
    return decoded(data)


def decoded(data: bytes) -> str:
    """Bytes as text, as the client's computers may have written it: UTF-8, UTF-16 with its mark, or Latin."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _refuse(event: Any, why: str) -> Any:
    raise BrokenRecord(0, f"not a saved match, line {event.start_mark.line + 1}: {why}")


YAML_NAMES = (".yaml", ".yml")
YAML_STARTS = (b"---", b"%YAML", b":")
BYTE_ORDER_MARKS = b"\xef\xbb\xbf\xff\xfe\x00"


@dataclass(frozen=True, slots=True)
class Saved:
    match: SavedMatch

    def replay(self, screen: Screen | None, lang: Lang, step: bool) -> None:
        saved_match.replay_saved(self.match, screen, lang, step)


def read(name: str, data: bytes) -> Saved | None:
    starts = data[:200].lstrip(BYTE_ORDER_MARKS).lstrip().startswith(YAML_STARTS)
    if not starts and Path(name).suffix.lower() not in YAML_NAMES:
        return None
    return Saved(read_match(plain_data(decoded(data))))
