"""No, and why not."""

from __future__ import annotations

from collections.abc import Sequence

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
        self.retry_after = retry_after
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
    """A rate limit: what would have to wait so many seconds is refused; 0.0: it may be done now."""
    if wait > 0:
        raise Refusal("too_much", why, retry_after=round(wait, 3))
