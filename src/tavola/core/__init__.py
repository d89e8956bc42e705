"""The contract: what a game is, what happens in it, what a player may know, and what is kept of it.

Nothing here knows a single game, and nothing here imports anything beyond the standard library. Packages that
add a game find these names in `tavola.kit`.
"""
