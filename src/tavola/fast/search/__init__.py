"""The search of `master`, for any game of two sides that tells it how: `told` is what a game has to tell.

`tree` is for while something is hidden, `endgame` for when nothing is. Neither knows a game: they call the
functions of `told` by name, and `fast.compile.bind` puts a game's own in their place.
"""
