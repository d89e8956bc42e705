"""The lanes before the other workers: one thing at a time, and what nobody waits for makes way."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tavola
from tavola import analysis
from tavola.analysis import store
from tavola.server.connections.worker import NOBODY_ASKS, WorkerDoor
from tavola.server.http.odds_answers import Question
from tavola.server.limits.fair_queue import Payer
from tavola.server.offline import helper
from tavola.server.offline.helper import BotsHere, GaveWay, Helper, Lane, NoAnswer, packed
from tavola.server.tables.bot_pool import Seated
from tavola.server.telemetry.metrics import Metrics
from tests.server.offline.test_house import Drawer, Page, opens


class Slow:
    """A worker that answers when it is told to, and gives a sign of life whenever it is looked at."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.ended = 0
        self.dead = False
        self._heard = 0
        self._answer: asyncio.Future[str] | None = None

    @property
    def heard(self) -> int:
        self._heard += not self.dead
        return self._heard

    def work(self, text: str, of: str) -> asyncio.Future[str]:
        del of
        assert self._answer is None or self._answer.done(), "one thing at a time"
        self.asked.append(text)
        self._answer = asyncio.get_running_loop().create_future()
        return self._answer

    def end(self) -> None:
        self.ended += 1

    def answers(self, text: str) -> None:
        assert self._answer is not None
        self._answer.set_result(text)

    def fails(self) -> None:
        assert self._answer is not None
        self._answer.set_exception(OSError("out of memory"))


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper, "LOOK", 0.001)
    monkeypatch.setattr(helper, "MAKES_WAY", 0.002)
    monkeypatch.setattr(helper, "ALONE", 0.02)
    monkeypatch.setattr(helper, "SILENT", 0.02)


def played(story: Callable[[Slow, Lane], Coroutine[Any, Any, None]]) -> None:
    async def told() -> None:
        slow = Slow()
        await asyncio.wait_for(story(slow, Lane(slow)), 20)

    asyncio.run(told())


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.001)


def test_questions_are_worked_out_one_after_the_other_and_who_left_is_not_among_them() -> None:
    async def story(slow: Slow, lane: Lane) -> None:
        first, left, last = (asyncio.create_task(lane.work(each, each)) for each in ("first", "left", "last"))
        await until(lambda: slow.asked)
        left.cancel()
        slow.answers("1")
        assert await first == "1"
        await until(lambda: len(slow.asked) == 2)
        slow.answers("3")
        assert await last == "3"
        assert (slow.asked, slow.ended) == (["first", "last"], 0)

    played(story)


def test_what_nobody_waits_for_any_more_makes_way() -> None:
    async def story(slow: Slow, lane: Lane) -> None:
        left = asyncio.create_task(lane.work("left", "its rules"))
        await until(lambda: slow.asked)
        left.cancel()
        other = asyncio.create_task(lane.work("other", "other rules"))
        await until(lambda: len(slow.asked) == 2)
        assert slow.ended == 1  # before the other one was asked
        slow.answers("here")
        assert await other == "here"
        with pytest.raises(asyncio.CancelledError):
            await left

    played(story)


def test_nobody_throws_away_what_the_next_question_needs() -> None:
    """Whoever plays on asks about one decision after the other, and all need the same solution."""

    async def story(slow: Slow, lane: Lane) -> None:
        left = asyncio.create_task(lane.work("a decision", "rules"))
        await until(lambda: slow.asked)
        left.cancel()
        following = asyncio.create_task(lane.work("the next one", "rules"))
        other = asyncio.create_task(lane.work("something else", "other rules"))
        await asyncio.sleep(0.1)  # much longer than it had alone
        assert (slow.asked, slow.ended) == (["a decision"], 0)
        slow.answers("for nobody")
        await until(lambda: len(slow.asked) == 2)
        slow.answers("next")
        assert await following == "next"
        await until(lambda: len(slow.asked) == 3)
        slow.answers("else")
        assert await other == "else"
        assert slow.ended == 0

    played(story)


def test_what_is_left_ends_by_itself() -> None:
    async def story(slow: Slow, lane: Lane) -> None:
        left = asyncio.create_task(lane.work("left", "rules"))
        await until(lambda: slow.asked)
        left.cancel()
        await until(lambda: slow.ended)

    played(story)


def test_a_worker_without_a_sign_of_life_is_ended_and_one_that_works_is_not() -> None:
    async def story(slow: Slow, lane: Lane) -> None:
        long = asyncio.create_task(lane.work("long", "rules"))
        await asyncio.sleep(0.1)
        assert not long.done()
        slow.dead = True
        with pytest.raises(NoAnswer):
            await long
        assert slow.ended == 1
        again = asyncio.create_task(lane.work("again", "rules"))
        await until(lambda: len(slow.asked) == 2)
        slow.answers("here")
        assert await again == "here"

    played(story)


def test_a_bot_nobody_looks_at_gives_way_to_one_somebody_waits_for() -> None:
    async def story(slow: Slow, lane: Lane) -> None:
        alone = asyncio.create_task(lane.work("alone", "rules", lambda: True))
        await until(lambda: slow.asked)
        await asyncio.sleep(0.05)
        assert not alone.done()  # nobody else wants anything
        other = asyncio.create_task(lane.work("other", "other rules"))
        with pytest.raises(GaveWay):
            await alone
        await until(lambda: len(slow.asked) == 2)
        slow.answers("here")
        assert await other == "here"

    played(story)


def test_a_bot_whose_worker_dies_is_asked_again() -> None:
    async def story(slow: Slow, lane: Lane) -> None:
        rules = tavola.rules("dice-poker")
        bots = BotsHere(Metrics(), 4.0)
        bots.lane = lane
        seated = Seated("a table", 0, "optimal", rules, Payer("here"))
        state = rules.start(2)
        state = rules.play(state, rules.chance(state).sample(Random(1))).state
        view = rules.view(state, 0)
        choice = asyncio.create_task(bots.choose(seated, view))
        await until(lambda: slow.asked)
        slow.fails()
        await until(lambda: len(slow.asked) == 2)
        slow.answers(packed(view.moves[0]))
        assert await choice == view.moves[0]
        bots.close()

    played(story)


def test_a_bot_waits_behind_no_question_and_a_question_is_dropped() -> None:
    async def story() -> None:
        made: list[Slow] = []

        def begin() -> Slow:
            made.append(Slow())
            return made[-1]

        page = Page(Drawer())
        page.door = door = WorkerDoor(Drawer(), page.door._post, begin)
        await door.start()
        await page.opened(0, "somebody with a browser")
        asked = asyncio.create_task(door.ask("GET", "/api/solve/421", "", "ask 1"))
        await until(lambda: any(each.asked for each in made))
        table, _ = await opens(page, "dice-poker", bot="optimal")
        while (actor := (seen := await page.say(0, type="resume", table=table))["sight"]["actor"]) != 1:
            if actor == 0:
                await page.say(0, type="play", table=table, move=seen["sight"]["moves"][0])
            await asyncio.sleep(0.001)
        await until(lambda: all(each.asked for each in made))  # the bot's, while the question goes on
        assert not asked.done()
        door.drop("ask 1")
        assert json.loads(await asked)[0] == NOBODY_ASKS
        await door.house.manager.stop()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_the_worker_tells_how_far_it_is_and_what_it_has_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAVOLA_CACHE", str(tmp_path))
    monkeypatch.setattr(helper, "stand_in", lambda: True)
    monkeypatch.setattr(store, "saved", None)
    told: list[float] = []
    kept: list[str] = []

    def reply(question: Question) -> bytes:
        analysis.silent(question.what, 0.5)
        store.remembered(store.Label("small", "", ()), lambda: store.StoredResult(1))
        return b"{}"

    monkeypatch.setattr(helper, "reply", reply)
    try:
        assert Helper(None, told.append, kept.append).work('{"what":"solve","game":"421"}') == "{}"
    finally:
        analysis.watch(None)
    assert told == [0.5]
    assert [Path(each).parent for each in kept] == [Path(helper.folder())]
    assert Path(kept[0]).is_file()
