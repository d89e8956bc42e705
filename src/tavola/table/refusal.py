"""A refused command: the code, and why in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from tavola.core.errors import TavolaError
from tavola.core.words import Lang, Phrase, same
from tavola.table.messages import Code, Refused


class Refusal(TavolaError):
    """A command that is not carried out; the table is as it was."""

    def __init__(
        self,
        code: Code,
        why: Phrase | str,
        *,
        legal: Sequence[object] | None = None,
        retry_after: float | None = None,
    ) -> None:
        self.code = code
        self.why = same(why) if isinstance(why, str) else why
        self.legal = None if legal is None else [str(move) for move in legal]
        # Rounded up: a retry after just that time must not be refused again, and a wait is never told as 0.
        self.retry_after = None if retry_after is None else ceil(1000 * retry_after) / 1000
        super().__init__(self.why.en)

    def told(self, lang: Lang | None, id: str = "", table: str | None = None) -> Refused:
        return Refused(
            code=self.code,
            why=self.why.in_(lang or "en"),
            id=id,
            table=table,
            legal=self.legal,
            retry_after=self.retry_after,
        )


def check_wait(wait: float, why: Phrase) -> None:
    """Refuse what a rate limit makes wait so many seconds; 0.0: it may be done now."""
    if wait > 0:
        raise Refusal("too_much", why, retry_after=wait)
