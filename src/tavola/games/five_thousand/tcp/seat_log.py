"""Two extensions of the original protocol: TIME tells the time with each question, LOG keeps a bot's log.

A client that sends neither sees no difference.
"""

from __future__ import annotations

from tavola.table.messages import MAX_LOG, LogLine

MOST_LINES, MOST_CHARACTERS = 4000, 1 << 16  # of one player in one game
AGAIN = "you are told the time already"
NO_TOKEN = "a log is kept for who has said NAME with a token"
CUT = " ..."


class SeatLog:
    """One seat of one game: when it was asked, how long it took, and its log lines."""

    __slots__ = ("_characters", "_said", "_since", "_turn", "last", "lines", "tells_time")

    def __init__(self) -> None:
        self.tells_time = False
        self.last: float | None = None  # seconds between the last question and its answer
        self.lines: list[LogLine] = []
        self._characters = 0
        self._said: list[str] = []
        self._since = 0.0
        self._turn = 0

    def asked(self, turn: int, now: float) -> None:
        self._turn, self._since = turn, now

    def said(self, text: str) -> None:
        """A log line about the present decision."""
        room = min(MAX_LOG - sum(len(each) + 1 for each in self._said), MOST_CHARACTERS - self._characters)
        if room > len(CUT):
            self._said.append(text if len(text) < room else text[: room - len(CUT)] + CUT)
            self._characters += len(self._said[-1]) + 1

    def answered(self, now: float) -> None:
        self.last = max(0.0, now - self._since)
        self.settle()

    def settle(self) -> None:
        """The present decision is made, or will not be made any more."""
        if len(self.lines) < MOST_LINES:
            seconds = None if self.last is None else round(self.last, 6)
            self.lines.append(LogLine(self._turn, seconds, "\n".join(self._said)[:MAX_LOG]))
        self._said.clear()

    def time_line(self, table: str, left: float) -> str:
        """The line before STATE."""
        last = "null" if self.last is None else f"{self.last:.3f}"
        return f'TIME: {{"last": {last}, "left": {left:g}, "table": "{table}", "turn": {self._turn}}}\n'

    def close(self) -> None:
        """Keep log lines about a decision that was never made."""
        if self._said:
            self.last = None
            self.settle()
