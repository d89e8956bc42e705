"""Players of the dice games that play as well as can be, from what `odds` has solved.

Making one costs nothing: what it knows is fetched when it is first asked, from disk where it was solved
before. `prepare` fetches it earlier, with progress for whoever waits.
"""
