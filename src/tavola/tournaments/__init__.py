"""Tournaments among bots: the same luck for everyone, results one can trust, ratings.

    plan = Plan((PlannedGame.of(game),), read_entrants(["house,random"]), sets=100, seed=7)
    held = hold(plan, Path("my-arena"), crew_of(workers=1, cluster=None))
    print(report(held)["tiers"])

`tavola.tournament` is the verb, `tavola arena` the command over it; docs/arena.md says what its figures mean.
"""
