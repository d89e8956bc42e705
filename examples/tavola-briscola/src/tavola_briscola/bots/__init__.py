"""Two players of Briscola: `greedy`, who looks at the trick, and `house`, who also looks at what it costs.

`sight` is a view made ready for reckoning, `worth` what a card is worth in the hand, `tricks` how a trick may
go on, `ending` the last tricks solved, and `players` asks them.
"""

from tavola_briscola.bots.players import Greedy, House

__all__ = ["Greedy", "House"]
