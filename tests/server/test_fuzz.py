"""Bad words at every door, while honest tables play on: the same code as `python -m bench.fuzz`, small."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

from bench.fuzz import Plan, Story, attack, fuzz
from bench.fuzz_doors import Listening, Tally, framed
from bench.fuzz_words import Words
from bench.load_ws import TEXT, frame

PLAN = Plan(count=8_000, seed=8421, workers=1, job=36, honest=3, think=0.2)


def stormed(folder: Path) -> Story:
    return asyncio.run(asyncio.wait_for(fuzz(PLAN, folder), 180))


def test_a_storm_of_bad_words_disturbs_nobody(tmp_path: Path) -> None:
    story = stormed(tmp_path)
    assert story.violations == []
    assert story.tally.shots >= PLAN.count
    assert {door for door, shots in story.tally.doors.items() if shots} == {
        "lines",
        "websocket",
        "arena",
        "http",
    }
    assert story.found.counts["verified"] > 0
    assert story.connections[0] == story.connections[-1]


def test_the_same_seed_says_the_same() -> None:
    def some(seed: int) -> list[bytes]:
        words = Words(Random(f"{seed} 1"), ["there"])
        return [words.one() for _ in range(200)]

    assert some(1) == some(1)
    assert some(1) != some(2)


def test_what_is_not_of_the_schema_is_noticed() -> None:
    tally = Tally()
    listening = Listening(tally, Words(Random(1), []))
    listening.hear(b'{"type":"pong"}')
    assert tally.violations == []
    for bad in (b'{"type":"pong","more":1}', b'{"type":"nothing"}', b"{", b'{"type":"pong","id":7}'):
        listening.hear(bad)
    assert len(tally.violations) == 4


def test_a_server_that_is_not_there_is_no_success() -> None:
    ports = dict.fromkeys(("lines", "http", "training", "battle", "tournament"), 9)
    tally = attack(ports, 1, 0, 6, [])
    assert tally.shots <= 1  # the first request counts before nobody takes it
    assert sum(tally.replies.values()) == 6
    assert all("broken off" in what for what in tally.replies)


def test_frames_and_commands_are_what_they_should_be() -> None:
    for size in (0, 125, 126, 70_000):
        assert framed(TEXT, b"x" * size) == frame(TEXT, b"x" * size, b"abcd")
    words = Words(Random(3), ["there"])
    assert all(json.loads(json.dumps(words.valid()))["type"] for _ in range(100))
