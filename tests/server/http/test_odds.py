"""Odds over REST: worked out in another process, one at a time, none twice."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tavola.cli import app
from tavola.server.http.worker_pool import Worker
from tavola.server.setting_kinds import Rate
from tests.server.http.running import Heard, Running, running

Test = Callable[[Running], Awaitable[None]]
PATIENT = 60.0
QUICK = "/api/odds/dice-poker?strategy=none"


def with_server(folder: Path, test: Test, **settings: Any) -> None:
    async def run() -> None:
        async with running(folder, **({"odds_seconds": PATIENT} | settings)) as server:
            await test(server)

    asyncio.run(run())


def by_command(*arguments: str) -> Any:
    done = CliRunner().invoke(app, [*arguments, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


async def in_the_end(server: Running, target: str) -> Heard:
    """Ask until it is worked out, as Retry-After says, only sooner."""
    for _ in range(600):
        heard = await server.ask(target)
        if heard.status != 202:
            return heard
        await asyncio.sleep(0.1)
    raise AssertionError("it never came")


def test_the_same_as_the_commands(tmp_path: Path) -> None:
    asked = {
        "/api/odds/421?set=suites=off": ("odds", "421", "--set", "suites=off"),
        "/api/odds/dice-poker?strategy=smart": ("odds", "dice-poker", "--strategy", "smart"),
        "/api/odds/5000?policy=house&total=100&set=goal=1000": (
            "odds",
            "5000",
            *("--policy", "house", "--total", "100", "--set", "goal=1000"),
        ),
        "/api/explain/dice-poker?position=54263&lang=it": ("explain", "dice-poker", "54263", "--lang", "it"),
    }

    async def test(server: Running) -> None:
        for target, command in asked.items():
            heard = await server.ask(target)
            assert heard.status == 200, heard.text
            assert heard.json == by_command(*command)

    with_server(tmp_path, test)


def test_nothing_is_worked_out_twice(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        at_once = await asyncio.gather(*(server.ask(QUICK) for _ in range(5)))
        later = await server.ask(QUICK)
        assert {heard.status for heard in (*at_once, later)} == {200}
        assert len({heard.body for heard in (*at_once, later)}) == 1
        assert server.app.house.desk.worked_out == 1
        for _ in range(2):
            heard = await server.ask("/api/explain/dice-poker?position=rubbish")
            assert (heard.status, heard.code) == (409, "bad_request")
            assert "positions look like" in heard.text
        assert server.app.house.desk.worked_out == 2

    with_server(tmp_path, test)


def test_whoever_does_not_want_to_wait_is_told_to_come_back(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        heard = await server.ask(QUICK)
        assert (heard.status, heard.json["status"], heard.headers["retry-after"]) == (202, "working", "2")
        assert heard.headers["cache-control"] == "no-store"
        assert (await server.ask("/healthz")).status == 200
        assert (await in_the_end(server, QUICK)).status == 200

    with_server(tmp_path, test, odds_seconds=0.0)


class Held:
    """Processes that answer nothing until they are let; `order` is what they were asked, in which order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.order: list[str] = []
        self.let = asyncio.Event()
        really, held = Worker.ask, self

        async def ask(worker: Worker, question: bytes) -> bytes:
            held.order.append(json.loads(question)["position"])
            await held.let.wait()
            return await really(worker, question)

        monkeypatch.setattr(Worker, "ask", ask)


def explain(dice: str) -> str:
    return f"/api/explain/dice-poker?position={dice}"


def test_who_asks_for_much_is_told_when_again_and_a_stranger_does_not_notice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One address has two processes and so many questions waiting; a stranger's goes before those."""

    async def test(server: Running) -> None:
        held = Held(monkeypatch)
        mine = [await server.ask(explain(dice)) for dice in ("11111", "22222", "33333", "44444", "55555")]
        assert [heard.status for heard in mine] == [202, 202, 202, 202, 429]
        assert (mine[-1].code, int(mine[-1].headers["retry-after"]) > 0) == ("too_much", True)
        assert 'tavola_questions_refused_total{limit="own"} 1' in (await server.ask("/metrics")).text
        stranger = await server.ask(explain("66666"), x_forwarded_for="192.0.2.7")
        assert stranger.status == 202
        held.let.set()
        for dice in ("33333", "44444", "66666"):
            assert (await in_the_end(server, explain(dice))).status == 200
        assert held.order.index("66666") < held.order.index("33333")

    with_server(tmp_path, test, odds_seconds=0.0, odds_waiting=2, trusted_proxies=("127.0.0.1",))


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("/api/odds/bridge", 404),
        ("/api/odds/scopetta", 409),
        ("/api/odds/421?strategy=smart", 409),
        ("/api/odds/421?total=50", 409),
        ("/api/odds/421?set=suites", 400),
        ("/api/odds/421?set=suites=perhaps", 409),
        ("/api/odds/421?set=no_such=1", 409),
        ("/api/odds/421?preset=nothing", 409),
        ("/api/explain/5000", 400),
    ],
)
def test_what_can_not_be_asked_costs_nothing(tmp_path: Path, target: str, status: int) -> None:
    async def test(server: Running) -> None:
        heard = await server.ask(target)
        assert (heard.status, "why" in heard.json["error"]) == (status, True), heard.text
        assert server.app.house.desk.worked_out == 0

    with_server(tmp_path, test)


def test_questions_are_rationed_but_known_answers_are_not(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "tavola.http")

    async def test(server: Running) -> None:
        assert (await server.ask(QUICK)).status == 200
        heard = await server.ask("/api/odds/dice-poker?strategy=sequential")
        assert (heard.status, int(heard.headers["retry-after"]) > 1000) == (429, True)
        assert [record.facts for record in caplog.records if record.message == "requests are refused"] == [  # type: ignore[attr-defined]
            {"limit": "--odds-rate", "address": "127.0.0.1"}
        ]
        assert (await server.ask(QUICK)).status == 200

    with_server(tmp_path, test, odds_rate=Rate(1, 3600))


def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        assert (await server.ask(QUICK)).status == 200
        worker = server.app.house.desk.worker
        assert worker is not None
        os.kill(worker, signal.SIGKILL)
        await in_the_end(server, "/api/odds/dice-poker?strategy=sequential")
        assert (await server.ask("/api/odds/dice-poker?strategy=sequential")).status == 200

    with_server(tmp_path, test)


def test_what_takes_too_long_is_given_up(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        heard = await server.ask("/api/odds/421")
        assert (heard.status, heard.code) == (503, "cant_say")
        assert server.app.house.desk.worker is None

    with_server(tmp_path, test, odds_longest=0.001)


def test_the_process_goes_with_the_server(tmp_path: Path) -> None:
    pids = []

    async def test(server: Running) -> None:
        await server.ask(QUICK)
        pids.append(server.app.house.desk.worker)

    with_server(tmp_path, test)
    assert pids[0] is not None
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


def test_when_to_bank(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        told = (await in_the_end(server, "/api/odds/5000/bank")).json
        assert sum(kind["chance"]["p"] for kind in told["throws"]) == pytest.approx(1)
        by_dice = {kind["dice"]: kind["bank_from"] for kind in told["throws"]}
        assert by_dice["6-5-4-3-2"] == {"2": None, "3": None}  # whoever can play all five does
        nothing = told["throws"][0]
        assert nothing["bank_from"] == {hand: scores[0] for hand, scores in told["hands"].items()}
        heard = await server.ask("/api/odds/421/bank")
        assert (heard.status, heard.code) == (409, "bad_request")

    with_server(tmp_path, test)
