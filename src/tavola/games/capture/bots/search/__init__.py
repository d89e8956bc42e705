"""The strong players of the capture games: cards counted, the rest searched, the end of a hand solved.

`budget` says how long to think, `knowledge` what a view tells for certain, `memory` what others have played,
`thinking` weighs every play within the budget, and `master` plays. What is compiled is in `fast/search_*.py`;
docs/master.md tells how it works and how strong it is.
"""

from tavola.games.capture.bots.search.master import Master

__all__ = ["Master"]
