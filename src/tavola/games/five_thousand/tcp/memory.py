"""Scores and names in memory: for tests, benchmarks and experiments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tavola.core.record import Record
from tavola.table.messages import LogLine


class MemoryStore:
    """Both the `NameStore` and the `ScoreStore` of a server."""

    def __init__(self, keep_records: bool = True) -> None:
        self.owners: dict[str, str] = {}
        self.scores: dict[str, dict[str, tuple[int, int]]] = {}
        self.records: list[Record] = []
        self.bot_logs: dict[tuple[str, str], list[LogLine]] = {}  # by table and holder
        self._keep_records = keep_records

    async def owner_of(self, name: str) -> str | None:
        return self.owners.get(name.casefold())

    async def claim(self, name: str, holder: str) -> bool:
        return self.owners.setdefault(name.casefold(), holder) == holder

    async def keep(self, records: Sequence[Record], at: float) -> None:  # noqa: ARG002 - a slate has no dates
        self.records += records

    async def kept(self, prefix: str) -> list[Record]:
        return [each for each in self.records if each.tags.get("Table", "").startswith(prefix)]

    async def add_bot_log(self, table: str, holder: str, lines: Sequence[LogLine]) -> None:
        self.bot_logs.setdefault((table, holder), []).extend(lines)

    async def count(
        self,
        environment: str,
        gains: Mapping[str, tuple[int, int]],
        record: Record | None,
        at: float,  # noqa: ARG002 - a slate has no dates
    ) -> None:
        board = self.scores.setdefault(environment, {})
        for name, (points, games) in gains.items():
            before = board.get(name, (0, 0))
            board[name] = before[0] + points, before[1] + games
        if self._keep_records and record is not None:
            self.records.append(record)
