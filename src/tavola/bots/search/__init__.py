"""`master`: a strong player of any game that tells the search how it goes.

A game names a `Guide` as its `search`, and `master` plays it. `budget` says how long to think, `thinking`
weighs every move within the budget, `master` plays. What is compiled, and what a game has to tell, is in
`fast/search`; docs/master.md tells how it works and how strong it is.
"""
