"""The laws every game keeps. A new law is added to this list.

They are asked in this order: those on which others rest come first.
"""

from tavola.testing.law import Law
from tavola.testing.laws.chance import chance
from tavola.testing.laws.counts import conservation, events
from tavola.testing.laws.data import data
from tavola.testing.laws.paper import notation, replay
from tavola.testing.laws.play import legality, pure, seats, turns
from tavola.testing.laws.sight import secrecy, something_hidden, view
from tavola.testing.laws.speed import compiled

LAWS = (
    Law(seats),
    Law(pure),
    Law(turns),
    Law(chance),
    Law(view),
    Law(conservation),
    Law(events),
    Law(notation),
    Law(legality, every=4),
    Law(secrecy, every=4, looks_ahead=True, afterwards=something_hidden),
    Law(data, every=2, looks_ahead=True),
    Law(replay),
    Law(compiled, looks_ahead=True),
)
