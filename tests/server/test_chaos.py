"""Tables in play while the server is killed: nothing lost, nothing doubled, every record verifies.

The same code as `python -m bench.chaos`, small. And servers with a fault, to see that the reckoning can fail.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from bench.chaos import Plan, chaos
from tests.server.postgres import fresh_database

SMALL = Plan(tables=12, kills=3, seed=5, think=0.05, life=(0.2, 1.0), patience=1.0, ending=20.0)


def told(plan: Plan, folder: Path) -> tuple[list[str], int, int]:
    """The violations; how many commands were accepted, and records verified, of those there should be."""
    story = asyncio.run(asyncio.wait_for(chaos(plan, folder), 300))
    counts = story.found.counts
    assert len(story.up) == plan.kills
    return story.violations, counts["accepted"], counts["verified"] - story.tables


def test_a_server_killed_three_times_loses_nothing(tmp_path: Path) -> None:
    violations, accepted, unverified = told(SMALL, tmp_path)
    assert violations == []
    assert accepted > 100
    assert unverified == 0


def test_nor_does_it_with_postgresql(tmp_path: Path) -> None:
    with fresh_database() as url:
        plan = Plan(
            tables=6, kills=2, seed=6, think=0.05, life=(0.2, 1.0), patience=1.0, ending=20.0, storage=url
        )
        violations, accepted, unverified = told(plan, tmp_path)
    assert violations == []
    assert accepted > 50
    assert unverified == 0


@pytest.mark.parametrize(
    ("fault", "kills", "sign"),
    [
        ("early", 1, "was told already"),
        ("forgets", 0, "lost"),
        ("doubles", 1, "doubled"),
    ],
)
def test_the_reckoning_finds_a_server_that(fault: str, kills: int, sign: str, tmp_path: Path) -> None:
    command = (sys.executable, "-m", "bench.chaos_sabotage", fault)
    for seconds in (1.0, 4.0, 16.0):  # a busy machine plays little in one
        folder = tmp_path / str(seconds)
        folder.mkdir()
        life = (seconds, 1.5 * seconds)
        plan = Plan(tables=8, kills=kills, seed=7, think=0.05, life=life, ending=2.0, command=command)
        if any(sign in each for each in told(plan, folder)[0]):
            return
    pytest.fail(f"nothing was {sign}")
