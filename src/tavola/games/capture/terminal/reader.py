"""Matches that the original card client saved: known by their name, or on a pipe by how YAML begins."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tavola.core.words import Lang
from tavola.games.capture.saved import SavedMatch, read_match
from tavola.games.capture.terminal import saved_match
from tavola.games.capture.terminal.plain_yaml import decoded, plain_data
from tavola.terminal.drawings.screen import Screen

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
