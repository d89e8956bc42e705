"""Who somebody is, and which table: what is typed at a shell."""

from __future__ import annotations

import re

import pytest

from tavola.table.identity import holder_of, new_table_id, wished_table_id

ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{21}")


def test_a_command_never_takes_the_id_of_a_table_for_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_bytes", lambda size: b"\xfb" * size)  # "-" in base64
    assert ID.fullmatch(new_table_id())
    wished = {wished_table_id(holder_of("a token"), str(wish)) for wish in range(2000)}
    assert len(wished) == 2000
    assert all(map(ID.fullmatch, wished))
