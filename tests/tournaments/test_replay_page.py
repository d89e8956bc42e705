"""From the report to the game, and to the move that cost most."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tavola
from tavola.core.record import Record
from tavola.tournaments.chosen import MOST_COACHED, MOST_MEETINGS, ChosenGames
from tavola.tournaments.page import replay_page

HOSTILE = "a<script>&\"'"


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()]


def links(page: str) -> list[str]:
    return re.findall(r'href="([^"]*)"', page)


def test_every_link_of_the_report_leads_to_a_move_that_is_there(tmp_path: Path) -> None:
    found = tavola.tournament("421", f"{HOSTILE}=house,random", sets=3, seed=2, out=tmp_path, coach=2)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert len(links(page)) > 3
    for link in links(page):
        file, _, move = link.partition("#")
        replay = (tmp_path / file).read_text(encoding="utf-8")
        assert not move or f'id="{move}" class=blunder' in replay
        assert "a&lt;script&gt;&amp;&quot;&#x27;" in replay
        assert "<script" not in page + replay
    meeting = found.report["meetings"][0]
    sides = {"won_by_a": meeting["a"], "won_by_b": meeting["b"]}
    won = [game["seats"][game["result"]["winners"][0]] for game in lines(tmp_path)]
    for key, name in sides.items():
        latest = max((number for number, winner in enumerate(won, 1) if winner == name), default=None)
        assert meeting[key] == latest


def test_a_bots_blunders_are_those_of_its_reviews(tmp_path: Path) -> None:
    found = tavola.tournament("421", "house,random", sets=2, seed=4, out=tmp_path, coach=2)
    bot = next(each for each in found.report["coach"]["entrants"] if each["name"] == "random")
    assert len(bot["games"]) == 2
    kept, expected = lines(tmp_path), []
    for number in bot["games"]:
        review = tavola.review(json.dumps(kept[number - 1])).to_dict()
        seat = review["seats"].index("random")
        costs = [
            (each["cost"], number, each["number"]) for each in review["decisions"] if each["seat"] == seat
        ]
        expected += [each for each in costs if each[0] > 1e-9]
    told = [(each["cost"], each["number"], each["move"]) for each in bot["worst"]]
    assert [each[0] for each in told] == pytest.approx(sorted((e[0] for e in expected), reverse=True)[:5])
    assert {each[1:] for each in told} <= {each[1:] for each in expected}
    assert "Blunders" in str(found)
    # The same without a folder, and afterwards from the folder, without playing anything again.
    assert tavola.tournament("421", "house,random", sets=2, seed=4, coach=2).report == found.report
    assert tavola.tournament("421", "house,random", sets=2, out=tmp_path).report["coach"] is None


def test_what_the_coach_needs_and_is_not_there_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tavola.core.extras.installed", lambda _module: False)
    found = tavola.tournament("421", "house,random", sets=1, seed=4, out=tmp_path, coach=1)
    (note,) = found.report["coach"]["notes"]
    assert note.startswith("421: the coach needs packages that are not installed here")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "pip install &#x27;tavola[odds]&#x27;" in page
    assert links(page)  # replays need nothing


def test_without_a_folder_there_is_nothing_to_link_to() -> None:
    page = tavola.tournament("421", "house,random", sets=1, seed=4).page()
    assert not links(page)
    assert "With --out FOLDER" in page


def test_a_coach_is_asked_for_a_bounded_number_of_games() -> None:
    with pytest.raises(tavola.TavolaError, match="coach takes a whole number"):
        tavola.tournament("421", "house,random", sets=1, coach=MOST_COACHED + 1)


# ---- made-up games ----


def game(number: int, *seats: str, winners: tuple[int, ...] = (0,), **tags: str) -> Record:
    result = {"reason": "over", "scores": [0] * len(seats), "winners": list(winners)}
    return Record("421", {}, 1, seats, (), result, {"Number": str(number), **tags})


def test_the_coach_is_given_the_latest_lost_games_first() -> None:
    chosen = ChosenGames()
    for number, winner in enumerate((0, 1, 1, 0, 0), 1):
        chosen.add(game(number, "a", "b", winners=(winner,)))
    chosen.add(game(6, "a", "b", winners=(1,), Fault="0 crashed: by itself"))
    assert chosen.to_coach("a", "421", 1) == [3]
    assert chosen.to_coach("a", "421", 3) == [2, 3, 6]
    assert chosen.to_coach("b", "421", 2) == [4, 5]
    assert chosen.faulty("a") == 6
    assert chosen.faulty("b") is None


def test_of_many_pairings_the_first_are_shown_and_the_others_counted(tmp_path: Path) -> None:
    bots = ",".join(f"b{n}=random" for n in range(12))
    found = tavola.tournament("dice-poker", bots, sets=1, seed=1, out=tmp_path)
    assert len(found.report["meetings"]) == MOST_MEETINGS
    assert found.report["meetings_left_out"] == 12 * 11 // 2 - MOST_MEETINGS
    assert f"{12 * 11 // 2 - MOST_MEETINGS} more pairings" in found.page()


def test_a_damaged_record_is_shown_as_far_as_it_goes() -> None:
    record = replace(game(7, "a", "b"), moves=((-1, "roll 9"),))
    assert "From here on it can't be played again" in replay_page(7, record, {})
