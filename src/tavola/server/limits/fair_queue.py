"""The fair queue: the payer that has spent least lately comes first. No I/O; the time is passed in.

What is shared out is processor time. A payer is an address and, behind it, a person. Addresses are served
by what each has spent, and people behind one address by what each of them has: so a crowd of tokens at one
address gets one address's share, and in a class nobody waits behind a classmate's sixty tables. What was
spent counts less and less with time.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Collection, Hashable
from heapq import heappop, heappush, heapreplace
from itertools import count
from math import inf, log2
from typing import Generic, NamedTuple, TypeVar

from tavola.server.limits.addresses import address_key, network_key

HALF_LIFE = 60.0  # seconds after which half of what was spent is forgotten
MOST_ACCOUNTS = 20_000
LEAST = 1e-6  # seconds; what is less counts as nothing


class Payer(NamedTuple):
    """On whose account work is done: an address as limits count it, and the person's holder, if known."""

    place: str
    holder: str = ""


STAYS = 600.0  # seconds without a sign, after which a person may count at another address
MOST_HOMES = 20_000


def place_of(address: str) -> str:
    """The address that one share is for: of IPv6 the network, since one line may have any number of /64."""
    key = address_key(address)
    return network_key(address) if key.endswith("/64") else key


class Payers:
    """Remembers at which address a person was first seen, and counts them there as long as they keep coming.

    One address, one share; one person at several addresses still has one. Tokens cost nothing, so a new one
    brings no new share.
    """

    def __init__(self, most: int = MOST_HOMES) -> None:
        self._homes: OrderedDict[str, tuple[str, float]] = OrderedDict()  # and when last seen
        self._most = most

    def of(self, address: str, holder: str, now: float) -> Payer:
        home, seen = self._homes.pop(holder, ("", 0.0))
        if not home or now - seen > STAYS:
            home = place_of(address)
        self._homes[holder] = (home, now)
        while len(self._homes) > self._most:
            self._homes.popitem(last=False)
        return Payer(home, holder)


T = TypeVar("T")
Account = str | Payer  # an address, or a person behind it


class Ledger:
    """What each payer has spent lately, in seconds of a processor.

    An account is one number: the logarithm of what was spent, plus the time in half-lives. All accounts decay
    at the same rate, so their order changes only when one is charged.
    """

    def __init__(self, most: int = MOST_ACCOUNTS) -> None:
        self._ranks: dict[Account, float] = {}
        self._most = most

    def rank(self, account: Account) -> float:
        """The higher, the more was spent; comparable at any time."""
        return self._ranks.get(account, -inf)

    def spent(self, account: Account, now: float) -> float:
        """Seconds, of which older ones count less."""
        return float(2 ** (self.rank(account) - now / HALF_LIFE))

    def charge(self, payer: Payer, seconds: float, now: float) -> None:
        """Charge both the person and the address. A negative charge gives back what was charged too much."""
        for account in (payer.place, payer):
            total = self.spent(account, now) + seconds
            if total > LEAST:
                self._ranks[account] = log2(total) + now / HALF_LIFE
            else:
                self._ranks.pop(account, None)
        if len(self._ranks) > self._most:
            self._forgive()

    def _forgive(self) -> None:
        """Forget the half of the accounts that have spent least: they count as having spent nothing."""
        by_rank = sorted(self._ranks, key=self.rank, reverse=True)
        self._ranks = {account: self._ranks[account] for account in by_rank[: self._most // 2]}

    def __len__(self) -> int:
        return len(self._ranks)


class FairQueue(Generic[T]):
    """Things that wait, each for its payer. Of one payer, first come, first served."""

    def __init__(self, ledger: Ledger, most: int = 0) -> None:
        self._ledger = ledger
        self._most = most  # that may wait; 0: any number
        self._places: dict[str, dict[str, deque[T]]] = {}  # by address, by person
        self._tickets: dict[str, int] = {}  # by address: of equals the lowest has waited longest
        self._order: list[tuple[float, int, str]] = []  # a heap: rank, ticket, address; some out of date
        self._numbers = count()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def waiting(self, place: str) -> int:
        """How many things of one address wait."""
        return sum(map(len, self._places.get(place, {}).values()))

    def push(self, payer: Payer, item: T) -> T | None:
        """Let it wait. If there is no room, the newest item of the payer with most waiting is dropped and
        returned: perhaps this one."""
        if payer.place not in self._places:
            self._places[payer.place] = {}
            self._line_up(payer.place)
        self._places[payer.place].setdefault(payer.holder, deque()).append(item)
        self._size += 1
        return self._drop() if self._most and self._size > self._most else None

    def pop(self, but: Collection[str] = ()) -> tuple[Payer, T] | None:
        """The next item, if anything waits; nothing of the addresses in `but`."""
        if (place := self._front(but)) is None:
            return None
        people, holder = self._places[place], self._first_of(place)
        item = people[holder].popleft()
        people[holder] = people.pop(holder)  # of equals now the last
        self._gone(place, holder)
        if place in self._places:
            self._line_up(place)
        return Payer(place, holder), item

    def peek(self, but: Collection[str] = ()) -> T | None:
        """The item `pop` would give, which stays in the queue."""
        place = self._front(but)
        return None if place is None else self._places[place][self._first_of(place)][0]

    def _front(self, but: Collection[str]) -> str | None:
        """The address that is next."""
        aside, found = [], None
        while self._order and found is None:
            rank, ticket, place = self._order[0]
            if self._tickets.get(place) != ticket:
                heappop(self._order)  # out of date: the address has left, or has a newer ticket
            elif (now := self._ledger.rank(place)) != rank:  # has spent something since
                heapreplace(self._order, (now, ticket, place))
            elif place in but:
                aside.append(heappop(self._order))
            else:
                found = place
        for entry in aside:
            heappush(self._order, entry)
        return found

    def _first_of(self, place: str) -> str:
        """The next person of an address."""
        return min(self._places[place], key=lambda each: self._ledger.rank(Payer(place, each)))

    def remove(self, payer: Payer, item: T) -> None:
        """Take an item out of the queue, if it is there."""
        line = self._places.get(payer.place, {}).get(payer.holder, ())
        if item in line:
            self._places[payer.place][payer.holder].remove(item)
            self._gone(payer.place, payer.holder)

    def ahead(self, payer: Payer, item: T) -> int:
        """About how many come before it: those of its payer, and everybody else once."""
        line = self._places.get(payer.place, {}).get(payer.holder, deque())
        return line.index(item) + len(self._places) - 1 if item in line else 0

    def _line_up(self, place: str) -> None:
        self._tickets[place] = ticket = next(self._numbers)
        heappush(self._order, (self._ledger.rank(place), ticket, place))

    def _gone(self, place: str, holder: str) -> None:
        """An item of theirs was taken out."""
        self._size -= 1
        people = self._places[place]
        if not people[holder]:
            del people[holder]
        if not people:
            del self._places[place], self._tickets[place]

    def _drop(self) -> T:
        place = max(self._places, key=self.waiting)
        people = self._places[place]
        holder = max(people, key=lambda each: len(people[each]))
        item = people[holder].pop()
        self._gone(place, holder)
        return item


class Estimates:
    """What work of each kind has cost so far: moving averages of at most so many kinds."""

    def __init__(self, most: int = 1000, weight: float = 0.3) -> None:
        self._most, self._weight = most, weight
        self._known: OrderedDict[Hashable, float] = OrderedDict()

    def of(self, kind: Hashable, unknown: float) -> float:
        return self._known.get(kind, unknown)

    def learn(self, kind: Hashable, seconds: float) -> None:
        before = self._known.pop(kind, seconds)
        self._known[kind] = before + self._weight * (seconds - before)
        while len(self._known) > self._most:
            self._known.popitem(last=False)
