"""How often onlookers ask: however many they are, they ask so often together and not more."""

from __future__ import annotations

WINDOW = 2.0  # seconds in which asks are counted
SHORTEST, LONGEST = 2.0, 30.0  # seconds between two asks of one
MOST = 100.0  # asks a second of all together


class Pace:
    """`asked` says to each after how many seconds to ask again. With a thousand that is every ten."""

    def __init__(self, most: float = MOST) -> None:
        self._most = most
        self._again = SHORTEST
        self._since = 0.0
        self._asks = 0

    def asked(self, now: float) -> float:
        passed = now - self._since
        if passed >= WINDOW:
            # So many look on, each asking as often as he was told. Half of the way at once, for those who
            # were told another time still come by that one.
            wanted = self._asks / passed * self._again / self._most
            self._again = min(LONGEST, max(SHORTEST, (self._again + wanted) / 2))
            self._since, self._asks = now, 0
        self._asks += 1
        return round(self._again, 1)
