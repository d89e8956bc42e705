"""The search of `master`, for any game of two sides that provides the functions in `told`.

`tree` searches while something is hidden, `endgame` when nothing is. Neither knows a game: they call the
functions of `told` by name, and `fast.compile.bind` puts a game's own in their place.
"""
