"""What the two races to a goal report alike."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tavola.core.words import Lang, same
from tavola.games.race.analysis import aim, explained


def test_what_is_known_decides_what_is_aimed_at() -> None:
    assert [aim(None, None), aim(1200, None), aim(0, 3000)] == ["points", "turns", "win"]


@pytest.mark.parametrize(
    ("of", "worths", "lang", "said"),
    [
        ("points", {"bank": Fraction(350), "play": Fraction(701, 2)}, "en", "350.50 points of this turn"),
        ("turns", {"bank": -21.5, "play": -20.25}, "fr", "encore 20,25 tours"),
        ("win", {"bank": 0.25, "play": 0.5}, "it", "50,00 % di vincere"),
    ],
)
def test_the_best_comes_first_and_the_other_is_behind(
    of: str, worths: dict[str, Fraction | float], lang: Lang, said: str
) -> None:
    best, other = explained(worths.items(), of, lambda move: same(f"because it is {move}"), lang)
    assert (best["move"], best["behind"], best["says"]) == ("play", 0.0, said)
    assert best["reason"] == "because it is play"
    assert (other["move"], other["behind"]) == ("bank", float(worths["play"] - worths["bank"]))
    if of == "points":
        assert best["value"]["exact"] == "701/2"
    else:
        assert best["value"] == {"exact": None, "p": abs(worths["play"])}
