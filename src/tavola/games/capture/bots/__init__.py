"""Players of the capture games, Spazzino, Scopetta and Tombolon.

`worth` says what a card is worth to the side that takes it, `risk` what the next player may gain from a
table, and `players` weighs one against the other.
"""

from tavola.games.capture.bots.players import Careful, Greedy

__all__ = ["Careful", "Greedy"]
