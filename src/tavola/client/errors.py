"""What can go wrong between a client and a server, with messages that say what to do."""

from __future__ import annotations

from tavola.core.errors import TavolaError, Trouble
from tavola.table import messages as m


class ClientError(Trouble):
    """The conversation with a server can't go on."""


class BadAddress(TavolaError):
    """A URL that is not a server's address."""


class NoConnection(ClientError):
    """There is no server, or it has been away for longer than we wait."""


class NotOpenYet(NoConnection):
    """The server is well, and nobody plays there yet."""


class Interrupted(NoConnection):
    """A game that did not take place, by no fault of ours; it may be played again."""


class BrokenOff(Interrupted):
    """Another player was too slow or left. The server is well: the next game may begin."""


class NoMoreGames(ClientError):
    """The server is well, and there is nothing left to play there."""


class Refused(TavolaError):
    """The server refused a command: `code` for programs, `why` for people, `legal` moves if there are any."""

    def __init__(self, told: m.Refused) -> None:
        self.code: str = told.code
        self.why = told.why
        self.legal = told.legal
        self.table = told.table
        self.retry_after = told.retry_after
        rest = f"; legal now: {', '.join(told.legal)}" if told.legal else ""
        super().__init__(f"{told.why}{rest}")


class BotTrouble(Trouble):
    """A bot that can't be loaded, broke down, or tried what is not allowed. `cause` is its own error."""

    def __init__(self, why: str, cause: BaseException | None = None) -> None:
        super().__init__(why)
        self.cause = cause
