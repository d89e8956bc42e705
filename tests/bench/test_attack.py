"""The runner of attacks: every attack is found, and what people felt is reckoned right."""

from __future__ import annotations

import asyncio

from bench.attack import Result, shown, under
from bench.attack_honest import Felt
from bench.attacks.kit import Refused, all_attacks


def test_every_attack_has_a_name_and_a_sentence() -> None:
    found = all_attacks()
    assert "slow-bots" in found
    assert all(each.says.endswith(".") for each in found.values())


def test_refusals_and_waiting_are_felt_too() -> None:
    felt = Felt()

    async def well() -> None: ...

    async def badly() -> None:
        raise Refused({"code": "too_much", "why": "no"})

    async def story() -> None:
        for work in (well, badly, well):
            await felt.of(work, pace=0)

    asyncio.run(story())
    assert felt.figures() | {"median": 0, "p99": 0, "worst": 0} == {
        "n": 2,
        "median": 0,
        "p99": 0,
        "worst": 0,
        "unanswered": 0,
        "refused": {"too_much": 1},
    }
    felt.since = -1e6  # he began to wait long ago, and still does
    assert felt.figures()["unanswered"] == 1
    told = shown({}, Result("none", "Nothing.", {"move": felt.figures()}))
    assert "too_much×1  (still waiting)" in told


def test_a_stranger_plays_on_while_one_client_has_a_dozen_tables_of_slow_bots() -> None:
    """On a real server. First come, first served, his bot would answer after all of theirs: not once here."""
    found = under(all_attacks()["slow-bots"], seconds=4.0, scale=0.2, kinds=["house"])
    assert found.got == {"tables": 12}
    assert found.complaints == []
    assert found.felt["house"]["n"] >= 3
    assert (found.felt["house"]["refused"], found.felt["house"]["unanswered"]) == ({}, 0)
