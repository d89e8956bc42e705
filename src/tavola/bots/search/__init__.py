"""`master`: a strong player of any game that tells the search how it goes.

A game names a `Guide` as its `search`, and `master` plays it. `budget` says how long to think, `thinking`
estimates every move within the budget, `master` decides. What is compiled, and what a game has to provide, is
in `fast/search`; docs/master.md tells how it works and how strong it is.
"""
