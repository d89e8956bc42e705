"""The ladder as bots meet it: come, go, come back, twice, too late, with somebody hostile beside."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from tavola.server.ladder import ladder as ladder_module
from tavola.server.ladder.pool import MOST_REMEMBERED, Pool
from tavola.server.setting_kinds import Rate
from tavola.server.store import Store
from tavola.server.tables.housekeeping import tidy
from tavola.server.tables.manager import TableManager
from tavola.table.identity import holder_of
from tavola.tournaments.ladder import LONG
from tests.server.store.samples import over
from tests.server.tables.guests import Message, Someone, a_hall, settled, someone

FAR = {"goal": "1000000"}  # no luck ends it before the test does
WISH: dict[str, Any] = {"game": "5000", "options": FAR}


async def a_bot(manager: TableManager, name: str, number: int = 0, **wish: Any) -> Someone:
    """A bot with its name and an address of its own; on the ladder, if it wishes for something."""
    bot = await someone(manager, name, address=f"192.0.2.{number or ord(name[0])}")
    assert (await bot.ask("claim", name=name, bot=True))["type"] == "done"
    if wish:
        assert (await bot.ask("ladder", **wish))["type"] == "ladder"
    return bot


async def rounds(manager: TableManager, seconds: float = 0.0) -> None:
    manager.ladder.round(time.monotonic() + seconds)
    await settled(manager)


async def both_sit(*bots: Someone) -> str:
    table = str(bots[0].of("paired")[-1]["table"])
    for bot in bots:
        assert bot.of("paired")[-1]["table"] == table
        assert (await bot.ask("join", table=table))["type"] == "table"
    return table


def tell(folder: Path, story: Callable[[TableManager, Store], Awaitable[None]], **settings: Any) -> None:
    async def told() -> None:
        async with a_hall(folder, **settings) as (manager, store):
            await story(manager, store)

    asyncio.run(told())


def test_two_who_want_the_same_are_told_of_a_table_and_play(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        ada, bo = await a_bot(manager, "ada", **WISH), await a_bot(manager, "bo", **WISH)
        await rounds(manager)
        told = ada.of("paired")[0]
        assert told["rated"]
        assert told["clock"] == {"decision": 10.0}
        assert told["opponents"] == [{"name": "bo", "account": "bot", "rating": 0.0}]
        table = await both_sit(ada, bo)
        live = manager.live[table].table
        assert live.status == "playing"
        assert [chair.account for chair in live.chairs] == ["bot", "bot"]
        assert live.sitter(told["seat"]).name == "ada"
        assert [each["ladder"] for each in (await ada.ask("tables"))["tables"]] == [True]
        await rounds(manager, LONG)
        assert len(ada.of("paired")) == 1  # one game at a time was wished for

    tell(tmp_path, story)


def test_the_result_is_rated_and_the_next_game_comes(tmp_path: Path) -> None:
    async def story(manager: TableManager, store: Store) -> None:
        ada, bo = await a_bot(manager, "ada", **WISH), await a_bot(manager, "bo", **WISH)
        await rounds(manager)
        table = await both_sit(ada, bo)
        await ada.ask("resign", table=table)
        await settled(manager)
        lines = {line.name: line for line in await store.standings("5000")}
        assert lines["bo"].wins == 1
        assert lines["bo"].account
        entries = {e.person.name: e.climber.rating.mu for e in manager.ladder.pool.entries.values()}
        async with asyncio.timeout(20):
            while entries["bo"] <= 25:
                await asyncio.sleep(0.01)
                entries = {e.person.name: e.climber.rating.mu for e in manager.ladder.pool.entries.values()}
        await rounds(manager)
        assert len(bo.of("paired")) == 2

    tell(tmp_path, story)


def test_several_games_at_once(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        many = await a_bot(manager, "many", **WISH, games=3)
        for name in ("ada", "bo", "cy", "di"):
            await a_bot(manager, name, **WISH, low=-100)
            await rounds(manager, LONG)
        assert 2 <= len(many.of("paired")) <= 3
        assert len({told["table"] for told in many.of("paired")}) == len(many.of("paired"))

    tell(tmp_path, story)


@pytest.mark.parametrize(
    ("claim", "wish", "code", "why"),
    [
        (None, WISH, "claim_first", "claim one"),
        (False, WISH, "bad_request", "only bots"),
        (True, {"game": "whist"}, "unknown_game", "whist"),
        (True, {"game": "5000", "options": {"goal": "x"}}, "bad_request", "goal"),
        (True, {"game": "5000", "clock": {}}, "bad_request", "needs a clock"),
        (True, {"game": "5000", "clock": {"decision": 61}}, "bad_request", "at most 60"),
        (True, {"game": "5000", "low": 3, "high": 2}, "bad_request", "above"),
        (True, {"game": "5000", "games": 17}, "bad_message", "16"),
        (True, {"game": "spazzino", "seats": 3}, "bad_request", "2"),
    ],
)
def test_who_may_not_wait_is_told_why(
    tmp_path: Path, claim: bool | None, wish: Message, code: str, why: str
) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        ada = await someone(manager, "ada")
        if claim is not None:
            await ada.ask("claim", name="ada", bot=claim)
        said = await ada.ask("ladder", **wish)
        assert said["code"] == code
        assert why in said["why"]

    tell(tmp_path, story)


def test_a_wish_nobody_shares_is_answered_in_words(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        ada = await a_bot(manager, "ada")
        assert "nobody else waits for 5000" in (await ada.ask("ladder", **WISH))["why"]
        bo = await a_bot(manager, "bo")
        assert "goal=1000000" in (await bo.ask("ladder", game="5000"))["why"]
        assert "rating" in (await bo.ask("ladder", **WISH, low=40))["why"]
        said = await bo.ask("ladder", **WISH)
        assert "why" not in said
        assert said["others"] == 1
        await rounds(manager)
        assert ada.of("ladder")[-1].get("why", "") == ""  # it has changed, and she hears of it

    tell(tmp_path, story)


def test_two_of_one_address_meet_only_where_it_does_not_count(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        ada, bo = await a_bot(manager, "ada", 7, **WISH), await a_bot(manager, "bo", 7)
        assert "your own address" in (await bo.ask("ladder", **WISH))["why"]
        await rounds(manager, LONG)
        assert not ada.of("paired")
        for bot in (ada, bo):
            await bot.ask("ladder", **WISH, rated=False)
        await rounds(manager)
        assert ada.of("paired")[0]["rated"] is False

    tell(tmp_path, story)


def test_where_one_address_is_a_class_they_meet(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        ada, _bo = await a_bot(manager, "ada", 7, **WISH), await a_bot(manager, "bo", 7, **WISH)
        await rounds(manager)
        assert ada.of("paired")[0]["rated"]

    tell(tmp_path, story, rated_same_address=True)


def test_who_comes_twice_is_there_once(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        ada = await a_bot(manager, "ada", **WISH)
        again = await someone(manager, "ada", address="192.0.2.9")
        await again.ask("ladder", **WISH)
        assert "another connection" in ada.of("off_ladder")[0]["why"]
        ada.disconnected()  # and does not take the other one along
        assert len(manager.ladder.pool.entries) == 1
        await rounds(manager, LONG)
        assert not again.of("paired")  # nobody plays against himself

    tell(tmp_path, story)


def test_two_names_of_one_token_do_not_meet(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        one = await a_bot(manager, "one", **WISH)
        two = Someone(manager, "192.0.2.77")
        await two.ask("hello", token="the long token of one", name="two")
        await two.ask("claim", name="two", bot=True)
        await two.ask("ladder", **WISH)
        await rounds(manager, LONG)
        assert not one.of("paired") + two.of("paired")

    tell(tmp_path, story)


def test_who_leaves_is_not_paired_but_plays_what_he_was_told_of(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        ada, bo = await a_bot(manager, "ada", **WISH), await a_bot(manager, "bo", **WISH)
        await rounds(manager)
        assert (await ada.ask("leave_ladder"))["type"] == "done"
        await both_sit(ada, bo)
        assert list(manager.ladder.pool.entries) == [(bo.session.person.holder, "5000")]  # type: ignore[union-attr]
        bo.disconnected()
        assert not manager.ladder.pool.entries

    tell(tmp_path, story)


def test_the_seats_are_kept_and_go_by_the_name(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        ada, _bo = await a_bot(manager, "ada", **WISH), await a_bot(manager, "bo", **WISH)
        cy = await a_bot(manager, "cy")
        await rounds(manager)
        table = ada.of("paired")[0]["table"]
        assert not (await cy.ask("tables"))["tables"]
        assert (await cy.ask("join", table=table))["code"] in ("taken", "full")
        await ada.ask("claim", name="another", bot=True)
        assert "“ada”" in (await ada.ask("join", table=table))["why"]

    tell(tmp_path, story)


def test_who_does_not_come_is_off_for_a_while_and_the_other_waits_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        ada, bo = await a_bot(manager, "ada", **WISH), await a_bot(manager, "bo", **WISH)
        await rounds(manager)
        table = ada.of("paired")[0]["table"]
        await ada.ask("join", table=table)
        monkeypatch.setattr(ladder_module, "WITHIN", 0.0)
        tidy(manager, time.monotonic())
        await settled(manager)
        off = bo.of("off_ladder")[0]
        assert table in off["why"]
        assert off["retry_after"] == 30.0
        no = await bo.ask("ladder", **WISH)
        assert no["code"] == "too_early"
        assert no["retry_after"] <= 30.0
        assert ada.heard[-1]["code"] == "unknown_table"
        assert [e.person.name for e in manager.ladder.pool.entries.values()] == ["ada"]
        cy = await a_bot(manager, "cy", **WISH)
        await rounds(manager)
        await both_sit(ada, cy)

    tell(tmp_path, story)


def test_who_never_moves_loses_each_time_and_is_sent_off(tmp_path: Path) -> None:
    async def story(manager: TableManager, store: Store) -> None:
        lazy = await a_bot(manager, "lazy", **WISH)
        for n, name in enumerate(("ada", "bo", "cy")):
            bot = await a_bot(manager, name, **WISH)
            await rounds(manager, LONG)
            table = await both_sit(lazy, bot)
            lazy_seat = lazy.of("paired")[-1]["seat"]
            if manager.live[table].table.actor != lazy_seat:
                await bot.ask("play", table=table, index=0)
            await lazy.ask("resign", table=table)
            await bot.ask("leave_ladder")
            assert len(lazy.of("off_ladder")) == (n == 2)
        await settled(manager)
        assert {line.name: line.games for line in await store.standings("5000")}["lazy"] == 3

    tell(tmp_path, story)


def test_a_game_of_the_ladder_is_not_called_off(tmp_path: Path) -> None:
    """Else who does not like his opponent would go before the first move."""

    async def story(manager: TableManager, _: Store) -> None:
        ada, bo = await a_bot(manager, "ada", **WISH), await a_bot(manager, "bo", **WISH)
        await rounds(manager)
        table = await both_sit(ada, bo)
        bo.disconnected()
        await settled(manager)
        gone = ada.of("seated")[-1]["gone"][0]
        assert "abort" not in gone
        assert "claim" in gone
        assert (await ada.ask("abort", table=table))["code"] == "bad_request"
        assert (await ada.ask("claim_win", table=table))["type"] == "news"

    tell(tmp_path, story, claim_seconds=0.0, away_seconds=0.0)


def test_a_challenge_and_its_answer(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        bot = await a_bot(manager, "bot", **WISH)
        eve = await someone(manager, "eve", claims=True, address="192.0.2.50")
        wish = {"to": "BOT", **WISH}
        challenge = (await eve.ask("challenge", **wish))["table"]
        heard = bot.of("challenged")[0]
        assert heard["challenge"] == challenge
        assert heard["by"]["name"] == "eve"
        assert "account" not in heard["by"]
        assert (await eve.ask("challenge", **wish))["code"] == "too_much"
        assert (await eve.ask("answer", challenge=challenge, accept=True))["code"] == "bad_request"
        await bot.ask("answer", challenge=challenge, accept=False)
        assert eve.of("declined")[0]["challenge"] == challenge
        assert "a moment ago" in (await eve.ask("challenge", **wish))["why"]
        di = await someone(manager, "di", claims=True, address="192.0.2.51")
        challenge = (await di.ask("challenge", **wish))["table"]
        await bot.ask("answer", challenge=challenge, accept=True)
        await settled(manager)
        assert di.of("paired")[0]["challenge"]
        table = await both_sit(di, bot)
        assert table == challenge
        assert manager.live[table].table.opened.ladder == "challenge"
        assert (await bot.ask("answer", challenge=challenge, accept=True))["code"] == "bad_request"

    tell(tmp_path, story)


def test_challenges_that_come_to_nothing(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        bot = await a_bot(manager, "bot", **WISH, rated=False)
        eve = await someone(manager, "eve", claims=True, address="192.0.2.50")
        assert "does not wait" in (await eve.ask("challenge", to="nobody", game="5000"))["why"]
        assert "goal=1000000" in (await eve.ask("challenge", to="bot", game="5000"))["why"]
        assert "not rated" in (await eve.ask("challenge", to="bot", **WISH, rated=True))["why"]
        assert "that is you" in (await bot.ask("challenge", to="bot", **WISH))["why"]
        await eve.ask("challenge", to="bot", **WISH)
        await rounds(manager, 31)
        assert "in time" in eve.of("declined")[0]["why"]
        await eve.ask("challenge", to="bot", **WISH)
        bot.disconnected()
        assert "has gone" in eve.of("declined")[1]["why"]
        shy = await a_bot(manager, "shy", **WISH, challenges=False)
        assert "takes no challenges" in (await eve.ask("challenge", to="shy", **WISH))["why"]
        await shy.ask("ladder", **WISH, high=-1)
        assert "rating" in (await eve.ask("challenge", to="shy", **WISH))["why"]

    tell(tmp_path, story)


def test_a_flood_of_challenges_reaches_few(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        bots = [await a_bot(manager, f"bot{n}", 100 + n, **WISH, games=2) for n in range(7)]
        eve = await someone(manager, "eve", claims=True, address="192.0.2.50")
        said = [await eve.ask("challenge", to=f"bot{n % 7}", **WISH) for n in range(30)]
        assert sum(each["type"] == "done" for each in said) == 5
        assert {each["code"] for each in said[5:]} == {"too_much"}
        assert sum(len(bot.of("challenged")) for bot in bots) == 5

    tell(tmp_path, story)


def test_a_server_killed_between_pairing_and_sitting_down(tmp_path: Path) -> None:
    """The table is in the log: whoever comes back may sit down; and a bot that says again what it wants is
    not given more games than it wished for."""

    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, _bo = await a_bot(manager, "ada", **WISH), await a_bot(manager, "bo", **WISH)
            await rounds(manager)
            table = ada.of("paired")[0]["table"]
        async with a_hall(tmp_path) as (manager, store):
            for found in await store.running():
                await manager.find(found)
            ada = await someone(manager, "ada", address="192.0.2.97")
            bo = await someone(manager, "bo", address="192.0.2.98")
            for bot in (ada, bo):
                await bot.ask("ladder", **WISH)
            await rounds(manager, LONG)
            for bot in (ada, bo):
                assert [told["table"] for told in bot.of("paired")] == [table]
                assert (await bot.ask("join", table=table))["type"] == "table"
            assert manager.live[table].table.status == "playing"

    asyncio.run(story())


def test_a_server_that_goes_down_pairs_nobody(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        ada, _bo = await a_bot(manager, "ada", **WISH), await a_bot(manager, "bo", **WISH)
        manager.draining = True
        await rounds(manager)
        assert not ada.of("paired")

    tell(tmp_path, story)


def test_options_of_any_game(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        wish: dict[str, Any] = {
            "game": "421",
            "options": {"suites": "off"},
            "seats": 3,
            "clock": {"game": 60},
        }
        bots = [await a_bot(manager, name, **wish) for name in ("ada", "bo", "cy")]
        await rounds(manager)
        table = await both_sit(*bots)
        opened = manager.live[table].table.opened
        assert (opened.options, opened.seats) == ({"suites": "off"}, 3)

    tell(tmp_path, story)


def test_so_many_games_and_no_more(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        ada = await a_bot(manager, "ada", **WISH, total=1, games=5)
        for name in ("bo", "cy"):
            await a_bot(manager, name, **WISH)
        for _round in range(3):
            await rounds(manager, LONG)
        assert len(ada.of("paired")) == 1

    tell(tmp_path, story)


def test_memory_is_bounded() -> None:
    pool = Pool()
    for n in range(MOST_REMEMBERED + 10):
        pool.note_met(["ada", str(n)])
    assert pool.met("ada", str(n)) == 1
    assert pool.met("ada", "0") == 0
    assert len(pool._lately) == MOST_REMEMBERED


def test_who_challenges_and_does_not_come_challenges_nobody_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        bot = await a_bot(manager, "bot", **WISH)
        eve = await someone(manager, "eve", claims=True, address="192.0.2.50")
        challenge = (await eve.ask("challenge", to="bot", **WISH))["table"]
        await bot.ask("answer", challenge=challenge, accept=True)
        await bot.ask("join", table=challenge)
        monkeypatch.setattr(ladder_module, "WITHIN", 0.0)
        tidy(manager, time.monotonic())
        await settled(manager)
        no = await eve.ask("challenge", to="bot", **WISH)
        assert (no["code"], no["retry_after"] <= 30) == ("too_early", True)
        assert not bot.of("off_ladder")

    tell(tmp_path, story)


def test_refused_challenges_are_counted_too(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        await a_bot(manager, "shy", **WISH, challenges=False)
        eve = await someone(manager, "eve", claims=True, address="192.0.2.50")
        said = [await eve.ask("challenge", to="shy", **WISH) for _ in range(3)]
        assert [each["code"] for each in said] == ["bad_request", "bad_request", "too_much"]

    tell(tmp_path, story, create_rate=Rate(2, 60))


def test_no_more_challenges_are_accepted_than_games_were_wished_for(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        bot = await a_bot(manager, "bot", **WISH)
        asked = {}
        for n in range(3):
            guest = await someone(manager, f"guest{n}", claims=True, address=f"192.0.2.{50 + n}")
            asked[(await guest.ask("challenge", to="bot", **WISH))["table"]] = guest
        answers = [await bot.ask("answer", challenge=each, accept=True) for each in asked]
        await settled(manager)
        assert [each["type"] for each in answers] == ["done", "refused", "refused"]
        first, *others = asked.values()
        assert len(first.of("paired")) == len(bot.of("paired")) == 1
        for other in others:
            assert "as many games as it wants" in other.of("declined")[0]["why"]

    tell(tmp_path, story)


def test_a_challenge_names_the_rating_of_who_asks(tmp_path: Path) -> None:
    async def story(manager: TableManager, store: Store) -> None:
        for name in ("eve", "ada"):
            await store.claim(name, holder_of(f"the long token of {name}"))
        for n in range(9):
            await store.commit([over(f"t{n}", game="5000", at=n, seats=("eve", "ada"))])
        rating = round((await store.rating("5000", "eve")).shown, 2)
        assert rating > 0
        bot = await a_bot(manager, "bot", **WISH)
        eve = await someone(manager, "eve", address="192.0.2.50")
        challenge = (await eve.ask("challenge", to="bot", **WISH))["table"]
        await bot.ask("answer", challenge=challenge, accept=True)
        await settled(manager)
        assert bot.of("challenged")[0]["by"]["rating"] == rating
        assert bot.of("paired")[0]["opponents"] == [{"name": "eve", "rating": rating}]

    tell(tmp_path, story)


def test_several_games_missed_together_are_one_pause_and_it_doubles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        ladder = manager.ladder
        ada = await a_bot(manager, "ada", **WISH, games=2)
        for name in ("bo", "cy"):
            other = await a_bot(manager, name, **WISH)
            await rounds(manager, LONG)
            await other.ask("join", table=other.of("paired")[0]["table"])
        assert len(ada.of("paired")) == 2
        monkeypatch.setattr(ladder_module, "WITHIN", 0.0)
        tidy(manager, time.monotonic())
        assert [off["retry_after"] for off in ada.of("off_ladder")] == [30.0]
        holder = holder_of("the long token of ada")
        assert ladder._pauses[holder][0] == 1
        ladder._pauses[holder] = (1, time.monotonic())  # it is over
        await other.ask("leave_ladder")  # so that she meets bo
        await ada.ask("ladder", **WISH)
        await rounds(manager, LONG)
        tidy(manager, time.monotonic())
        assert [off["retry_after"] for off in ada.of("off_ladder")] == [30.0, 60.0]

    tell(tmp_path, story)


def test_games_lost_without_a_move_do_not_make_a_pause_short_again(tmp_path: Path) -> None:
    async def story(manager: TableManager, _: Store) -> None:
        lazy = await a_bot(manager, "lazy")
        manager.ladder._pauses[holder_of("the long token of lazy")] = (1, time.monotonic())
        await lazy.ask("ladder", **WISH)
        for name in ("ada", "bo", "cy"):
            bot = await a_bot(manager, name, **WISH)
            await rounds(manager, LONG)
            table = await both_sit(lazy, bot)
            if manager.live[table].table.actor != lazy.of("paired")[-1]["seat"]:
                await bot.ask("play", table=table, index=0)
            await lazy.ask("resign", table=table)
            await bot.ask("leave_ladder")
        assert [off["retry_after"] for off in lazy.of("off_ladder")] == [60.0]

    tell(tmp_path, story)


def test_nobody_is_sent_off_for_the_time_the_server_was_away(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_hall(tmp_path) as (manager, _):
            ada, _bo = await a_bot(manager, "ada", **WISH), await a_bot(manager, "bo", **WISH)
            await rounds(manager)
            table = ada.of("paired")[0]["table"]
        async with a_hall(tmp_path) as (manager, _):
            live = await manager.find(table)
            live.table.opened = structs.replace(live.table.opened, at=live.table.opened.at - 3600)
            tidy(manager, time.monotonic())
            ada = await someone(manager, "ada", address="192.0.2.97")
            await ada.ask("ladder", **WISH)
            assert 29 < ada.of("paired")[0]["within"] <= 30
            assert (await ada.ask("join", table=table))["type"] == "table"

    asyncio.run(story())
