"""What hearers are told: in words where they speak a language, and once for all who hear the same."""

from __future__ import annotations

from tavola.core.contract import OVER
from tavola.table import facts as f
from tavola.table import messages as m
from tavola.table.redaction import Telling, standing, told
from tests.table.sitting import ADA, BO, House


def test_events_have_words_for_who_speaks_a_language() -> None:
    house = House("5000").sit(ADA, BO)
    (fact,) = house.play(0).facts
    for lang, words in (("it", True), (None, False)):
        news = told("t", fact, None, lang)  # type: ignore[arg-type]
        assert isinstance(news, m.News)
        events = [event for step in news.steps for event in step.events]
        assert events
        assert all(("words" in event) == words for event in events)


def test_who_hear_the_same_are_told_by_the_same_bytes() -> None:
    house = House("scopetta").sit(ADA, BO)
    (fact,) = house.play(0).facts
    assert isinstance(fact, f.Played)
    telling = Telling("t", fact)
    assert telling.to(None, "en") == m.encode(telling.message(None, "en"))
    assert telling.to(None, "en") is telling.to(None, "en")
    assert len({telling.to(seat, lang) for seat in (0, 1, None) for lang in ("en", "fr")}) == 6


def test_when_a_game_is_over_nobody_has_a_move() -> None:
    house = House("5000").sit(ADA, BO)
    before = standing(house.table, house.table.actor, "en", house.now).sight
    assert before is not None
    assert before.moves
    house.do(ADA, m.Resign(table="t"))
    after = standing(house.table, house.table.actor, "en", house.now).sight
    assert after is not None
    assert (after.actor, after.moves) == (OVER, [])
