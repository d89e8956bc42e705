"""TIME and LOG: for those who ask for it, bounded, kept for a token; nobody else hears a byte of it."""

from __future__ import annotations

import json

from tavola.games.five_thousand.tcp.memory import MemoryStore
from tavola.games.five_thousand.tcp.seat_log import MOST_CHARACTERS, MOST_LINES, SeatLog
from tavola.table.identity import holder_of
from tavola.table.messages import MAX_LOG
from tests.games.five_thousand.tcp.people import hall, run_on_both, scripted

STATE = '"dices": [5, 4, 2, 6, 3], "played_hands": 0, "played_turns": 0, "total_score": 0, "turn_score": 0}'
FIRST = f"STATE: {{{STATE}\n>> "


def test_who_asks_for_the_time_is_told_it_with_every_question() -> None:
    async def story() -> None:
        async with hall(dice=scripted("54263 6334 56336")) as here:
            peer = await here.join()
            await peer.prompted()
            line, _, rest = (await peer.ask("TIME\n")).partition("\n")
            assert json.loads(line.removeprefix("TIME: ")) == {
                "last": None,
                "left": 60,
                "table": "table of 1",
                "turn": 1,
            }
            assert rest == FIRST
            line, _, rest = (await peer.ask("PLAY [0]\n")).partition("\n")
            told = json.loads(line.removeprefix("TIME: "))
            assert (told["turn"], 0 <= told["last"] < 60) == (3, True)
            assert rest.startswith('STATE: {"dices": [6, 3, 3, 4]')
            assert (await peer.ask("TIME\n")).startswith("ERROR: you are told the time already\nTIME: ")

    run_on_both(story)


def test_a_log_is_kept_for_the_token_and_changes_nothing_that_is_heard() -> None:
    async def story() -> None:
        slate = MemoryStore()
        async with hall(slate, dice=scripted("54263 55555")) as here:
            peer = await here.join()
            first = await peer.prompted()
            assert first == f'STARTING ["{peer.name}"]\n{FIRST}'
            refused = await peer.ask("LOG nobody's\n")
            assert refused == f"ERROR: a log is kept for who has said NAME with a token\n{FIRST}"
            assert await peer.ask("NAME titou my-long-secret\n") == FIRST
            told = await peer.ask("LOG I think \N{SNOWMAN}\r\nlog that it is\nTRASH\n")
            assert told.startswith('STATE: {"dices": [5, 5, 5, 5, 5], "played_hands": 0, "played_turns": 1')
            peer.send("LOG now I win\nPLAY [0, 1, 2, 3, 4]\n")
            peer.send("LOG of nothing\n")
            peer.vanish()
            await here.until(lambda: slate.bot_logs)
        (found,) = slate.bot_logs.items()
        assert found[0] == ("table of 1", holder_of("my-long-secret"))
        assert [(line.turn, line.text) for line in found[1]][:2] == [
            (1, "I think \N{SNOWMAN}\nthat it is"),
            (3, "now I win"),
        ]
        assert all(line.seconds is not None and line.seconds >= 0 for line in found[1][:2])
        assert all("I think" not in str(record) for record in slate.records)

    run_on_both(story)


def test_whatever_is_said_it_stays_small() -> None:
    log = SeatLog()
    for turn in range(2 * MOST_LINES):
        log.asked(turn, 0.0)
        for _ in range(4):
            log.said("x" * 1000)
        log.answered(1.0)
    assert len(log.lines) == MOST_LINES
    assert max(len(line.text) for line in log.lines) <= MAX_LOG
    assert sum(len(line.text) for line in log.lines) <= MOST_CHARACTERS
