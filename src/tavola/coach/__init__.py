"""The coach: what was best, what a move cost, and how much of a result was luck and how much was play.

`judge_of` gives the judge of a game: exact for dice, as far as the game is solved; by playing out for cards.
A `Judge` sees only a View, so the same one gives hints. `review` goes through a record with it.

>>> import tavola
>>> rules = tavola.rules("dice-poker")
>>> check_coach(rules)  # raises what would be missing
>>> judge = judge_of(rules, seats=1)  # a `Judge`
>>> judge.exact, judge.unit.name
(True, 'TURNS')
>>> match = tavola.Match(rules, ["Ada"])
>>> step = match.play("roll 66621")
>>> str(judge.weigh(rules.view(match.state, 0))[0].move)
'reroll 21'
"""

from tavola.coach.finding import check_coach, judge_of
from tavola.coach.judging import Judge, JudgedMove, Unit
from tavola.coach.reviewing import Review, review

__all__ = ["Judge", "JudgedMove", "Review", "Unit", "check_coach", "judge_of", "review"]
