"""How the capture games are searched: cards counted, the rest searched, the end of a hand solved.

`knowledge` is what a view tells for certain, `memory` what others have played. What is compiled is in
`games/capture/fast/search`; docs/master.md tells how it works and how strong it is.
"""

from tavola.bots.search.guide import Guide
from tavola.games.capture.bots.search.knowledge import look
from tavola.games.capture.bots.search.memory import Memory
from tavola.games.capture.fast.search import told

GUIDE = Guide(told, look, Memory, told.DEEPEST, told.COLUMNS)
