"""A contest: in battle and tournament only its teams play, each under the name and token it was given."""

from __future__ import annotations

import csv
import hmac
import logging
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from tavola.core.errors import BadOption
from tavola.games.five_thousand.tcp.commands import Named
from tavola.games.five_thousand.tcp.names import too_many_tokens
from tavola.games.five_thousand.tcp.settings import NameStore
from tavola.server.connections.names import not_heard
from tavola.server.limits.addresses import address_key
from tavola.server.limits.rates import TokenBuckets
from tavola.server.store.names import fold
from tavola.table.identity import holder_of
from tavola.table.messages import MAX_NAME

log = logging.getLogger("tavola.five_thousand.tcp")

MOST_TEAMS = 10_000
NO_TEAM = "there is no such team in this contest"
FIRST = "this is a contest: say NAME TEAM TOKEN first"


def read_teams(path: str | Path) -> list[str]:
    """The names in a file: the first column of each line, a heading `team` left out."""
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            names = [row[0].strip() for row in csv.reader(file) if row and row[0].strip()]
    except OSError as error:
        why = error.strerror or error
        raise BadOption(f"the teams can't be read from {str(path)[:200]!r}: {why}") from None
    except (UnicodeDecodeError, csv.Error):
        why = "it is no text in UTF-8 with a name a line"
        raise BadOption(f"the teams can't be read from {str(path)[:200]!r}: {why}") from None
    names = names[1:] if names and names[0].casefold() == "team" else names
    if not 1 <= len(names) <= MOST_TEAMS:
        raise BadOption(f"{str(path)[:200]!r} should name from 1 to {MOST_TEAMS} teams, one a line")
    _check(names)
    return names


class Roster(Mapping[str, str]):
    """The teams of a file, by folded name. More may enter while the server runs."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._names = {fold(name): name for name in read_teams(path)}
        self._changed = self._stamp()

    def _stamp(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size

    def look(self) -> bool:
        """Have the teams changed? A file that can't be read leaves them as they are, and is logged once."""
        if (stamp := self._stamp()) == self._changed:
            return False
        self._changed, before = stamp, self._names
        try:
            self._names = {fold(name): name for name in read_teams(self._path)}
        except BadOption as error:
            log.warning("the teams stay as they are: %s", error)
        return self._names != before

    def __getitem__(self, team: str) -> str:
        return self._names[team]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _check(names: list[str]) -> None:
    seen: dict[str, str] = {}
    for name in names:
        if len(name.split()) != 1 or len(name) > MAX_NAME or not name.isprintable():
            raise BadOption(f"a team is one word of at most {MAX_NAME} characters, not {name[:60]!r}")
        if (other := seen.get(fold(name))) is not None:
            twice = (
                f"{name!r} is there twice" if other == name else f"{other!r} and {name!r} are the same team"
            )
            raise BadOption(f"{twice}; each is named once")
        seen[fold(name)] = name


async def why_no_team(
    names: NameStore,
    claims: TokenBuckets,
    address: str,
    said: Named,
    teams: Collection[str],
    here: Collection[str],
) -> str | None:
    """Why a connection may not play as a team. None: it has proved that it is of it.

    `here` are the teams at the table already: a team that plays against itself could win every game.

    The right token is accepted however many wrong ones came: a class shares an address, and a team that sends
    wrong tokens must not lock out another. Nobody guesses the 96 bits that `tavola contest teams` gives.
    """
    key = fold(said.name)
    if key not in teams:
        return NO_TEAM
    if not said.token:
        return f"say NAME {said.name} TOKEN, with the token of your team"
    owner = await names.owner_of(said.name)
    if not owner or not hmac.compare_digest(owner, holder_of(said.token)):
        wait = not_heard(claims, address_key(address), said.name, wrong=True)
        return too_many_tokens(wait) if wait else "this is not the token of that team"
    if key in here:
        return "your team sits at this table already"
    return None
