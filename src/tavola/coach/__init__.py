"""The coach: what was best, what a move cost, and how much of a result was luck and how much was play.

`judge_of` finds who judges a game: exactly for dice, as far as it is solved, by playing out for cards. A
`Judge` sees a View only, so the same one gives hints. `review` goes through a record with it.
"""

from tavola.coach.finding import check_coach, judge_of
from tavola.coach.judging import Judge, JudgedMove, Unit
from tavola.coach.reviewing import Review, review

__all__ = ["Judge", "JudgedMove", "Review", "Unit", "check_coach", "judge_of", "review"]
