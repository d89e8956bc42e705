"""Every byte a running server sends, while cards are played over both doors: no secret is among them."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tavola.core.contract import Seat
from tavola.pieces.cards import cards_in
from tavola.pieces.cardset import CardSet
from tavola.server.serve import Server
from tavola.table.entries import decode_entry
from tavola.table.facts import Played
from tavola.table.identity import holder_of
from tavola.table.opening import rebuild
from tests.server.leak.twins import CARD_GAMES
from tests.server.running import Guest, by_lines, by_web, running

CARD = re.compile(r"\b(?:10|[A2-9FCR])[bcds]\b")
MOVES = 60


def cards_of(value: Any) -> set[str]:
    return set(CARD.findall(json.dumps(value)))


async def play(guests: dict[int, Guest], table: str, rng: Random) -> None:
    """Both play whatever they may, for a while; nobody resigns."""
    version = 0
    for _ in range(MOVES):
        sights = [await sight_at(guest, version) for guest in guests.values()]
        if (actor := sights[0]["actor"]) < 0:
            return
        news = await guests[actor].ask("play", table=table, move=rng.choice(sights[actor]["moves"]))
        version = news["version"]


async def sight_at(guest: Guest, version: int) -> dict[str, Any]:
    """What a guest sees from a version on, once he does."""
    said = await guest.until(lambda said: "sight" in said and said["version"] >= version)
    sight: dict[str, Any] = said["sight"]
    return sight


async def story(server: Server, game: str) -> tuple[str, dict[Seat | None, list[Guest]]]:
    rng = Random(game)
    ada, bo = await by_lines(server), await by_web(server)
    lookers = [await by_lines(server), await by_web(server)]
    for n, guest in enumerate((ada, bo, *lookers)):
        await guest.hello(name=f"p{n}", lang="en")
    table = (await ada.ask("create", game=game))["table"]
    for guest in lookers:
        await guest.ask("watch", table=table)
    await ada.ask("join", table=table, seat=0, salt="a")
    await bo.ask("join", table=table)
    await play({0: ada, 1: bo}, table, rng)
    for guest in lookers:
        await guest.ask("resume", table=table, since=0)
    return table, {0: [ada], 1: [bo], None: lookers}


def hidden_after(log: list[bytes], viewer: Seat | None) -> dict[int, set[str]]:
    """Version by version, the cards that viewer could not know, from the server's own log."""
    table, facts = rebuild(map(decode_entry, log))
    found = {}
    for fact in facts:
        if isinstance(fact, Played):
            cards = fact.state.cards
            others = [hand for seat, hand in enumerate(cards.hands) if seat != viewer]
            bits = cards.undealt | sum(others)
            if cards.bottom >= 0:
                bits &= ~(1 << cards.bottom)
            found[fact.version] = {str(card) for card in cards_in(bits)}
    assert table.status == "playing"
    return found


def check_sight(sight: dict[str, Any], hidden: set[str]) -> None:
    shown = dict(sight["table"])
    assert set(shown.pop("unseen")) == hidden  # that they are somewhere is no secret
    assert not cards_of([shown, sight.get("moves", [])]) & hidden


def check_steps(news: dict[str, Any], viewer: Seat | None) -> int:
    deals = 0
    for step in news["steps"]:
        assert step["actor"] >= 0 or "move" not in step
        for event in step["events"]:
            words = event.pop("words", "")
            assert cards_of(words) <= cards_of(event)
            if event["event"] == "Dealt":
                deals += 1
                assert (event["cards"] is None) == (event["seat"] != viewer)
    return deals


@pytest.mark.parametrize("game", CARD_GAMES)
def test_no_byte_is_a_secret(game: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "tavola")

    async def tell() -> None:
        async with running(tmp_path) as server:
            table, guests = await story(server, game)
            while server.manager.live[table].table.status == "over":  # such luck: now all of it may be told
                for guest in [guest for some in guests.values() for guest in some]:
                    await guest.close()
                table, guests = await story(server, game)
            log = await server.store.log(table)
            seed = server.manager.live[table].table.opened.seed
            everyone = [guest for some in guests.values() for guest in some]
            texts = b"\n".join(line for guest in everyone for line in guest.raw)
            metrics = server.metrics.text().encode()
            secrets = [seed, *(holder_of(guest.token) for guest in everyone)]
            for secret in secrets:
                assert secret.encode() not in texts + metrics
                assert secret not in caplog.text
            for guest in everyone:
                told = sum(guest.token.encode() in line for other in everyone for line in other.raw)
                assert told == 1, "a token is told once, to whoever it is for"
                assert guest.token.encode() not in metrics
                assert guest.token not in caplog.text
            deals = 0
            for viewer, some in guests.items():
                hidden = hidden_after(log, viewer)
                for guest in some:
                    for said in (*guest.heard, *(n for s in guest.heard for n in s.get("missed", ()))):
                        assert "over" not in said
                        if said.get("sight"):
                            check_sight(said["sight"], hidden[said["version"]])
                        deals += check_steps(said, viewer) if "steps" in said else 0
            assert deals > 20
            for guest in everyone:
                await guest.close()

    asyncio.run(tell())


def test_the_reader_of_cards_reads_them() -> None:
    assert cards_of({"a": ["7d", "10s"], "b": "Rb takes Ac"}) == {"7d", "10s", "Rb", "Ac"}
    assert cards_of(["7dx", "d7", "twin", "Ad5"]) == set()
    assert {str(card) for card in cards_in(CardSet.parse("7d As").bits)} == {"7d", "As"}
