"""Names, and whose they are."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tavola.games.five_thousand.tcp.memory import MemoryStore
from tavola.server.limits.rates import TokenBuckets
from tavola.server.setting_kinds import Rate
from tavola.table.identity import holder_of
from tests.games.five_thousand.tcp.people import Hall, Peer, hall, run, scripted

FIRST = "22346 22346 22346"


async def newcomer(here: Hall) -> Peer:
    peer = await here.join()
    await peer.prompted()
    return peer


def test_a_claimed_name_is_played_under_with_its_token_only() -> None:
    async def story() -> None:
        async with hall() as here:
            owner = await newcomer(here)
            assert "ERROR" not in await owner.ask("NAME titou secret-of-titou\n")
            assert here.slate.owners == {"titou": holder_of("secret-of-titou")}
            again = await newcomer(here)
            assert "ERROR" not in await again.ask("NAME titou secret-of-titou\n")
            thief = await newcomer(here)
            for said in ("NAME titou\n", "NAME titou wrong-token\n"):
                told = await thief.ask(said)
                assert told.startswith("ERROR: this name is claimed")
                assert "secret" not in told
            names = [table["names"] for table in here.arena.status()["training"]["tables"]]
            assert names == [["titou"], ["titou"], [thief.name]]

    run(story)


def test_an_unclaimed_name_is_anybodys() -> None:
    async def story() -> None:
        async with hall() as here:
            for _ in range(2):
                peer = await newcomer(here)
                assert "ERROR" not in await peer.ask("NAME titou")
            assert here.slate.owners == {}

    run(story)


def test_nobody_plays_under_a_name_of_the_house() -> None:
    async def story() -> None:
        async with hall() as here:
            peer = await newcomer(here)
            for said in ("NAME house\n", "NAME Pia\n", "NAME mаster token-of-mine\n"):
                assert (await peer.ask(said)).startswith("ERROR: this name belongs to the house")
            assert here.slate.owners == {}

    run(story)


def test_naming_does_not_use_up_the_decision_nor_the_turn() -> None:
    async def story() -> None:
        async with hall(dice=scripted(FIRST)) as here:
            peer = await here.join()
            state = (await peer.prompted()).split("\n", 1)[1]
            for name in ("a", "b", "élodie"):
                assert await peer.ask(f"NAME {name}\n") == state
            assert '"played_turns": 1' in await peer.ask("TRASH\n")
            assert (await peer.ask("NAME late\n")).startswith("ERROR: you can register your name only")

    run(story)


class Guarded(MemoryStore):
    """Fails at looking up one name."""

    async def owner_of(self, name: str) -> str | None:
        if name == "trouble":
            raise OSError("secret path")
        return await super().owner_of(name)


def test_names_that_cant_be_looked_up_are_not_given(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with hall(Guarded()) as here:
            peer = await newcomer(here)
            assert (await peer.ask("NAME trouble\n")).startswith("ERROR: names can't be looked up")
            assert "ERROR" not in await peer.ask("NAME fine\n")
            assert here.arena.counters.store_failures == 1

    run(story)
    assert "secret path" not in caplog.text


def test_guessing_tokens_is_limited_and_proving_a_name_is_not() -> None:
    async def story() -> None:
        async with hall(claims=TokenBuckets(Rate(2, 7200))) as here:
            for _ in range(4):
                peer = await newcomer(here)
                assert "ERROR" not in await peer.ask("NAME titou mine-and-only-mine\n")
            for guess in ("guess", "guess2"):
                peer = await newcomer(here)
                assert "not with this token" in await peer.ask(f"NAME titou {guess}\n")
            for token in ("guess3", "mine-and-only-mine"):  # or the guessing could go on
                peer = await newcomer(here)
                told = await peer.ask(f"NAME TITOU {token}\n")
                assert told.startswith(
                    "ERROR: too many wrong tokens for this name from your address; again in "
                )
                assert 3500 < int(told.partition("again in ")[2].partition(" seconds")[0]) <= 3600
            peer = await newcomer(here)
            assert "ERROR" not in await peer.ask("NAME ada another-long-token\n")  # another name
            assert here.slate.owners["titou"] == holder_of("mine-and-only-mine")

    run(story)


def test_guesses_at_once_are_no_way_around_the_limit() -> None:
    class Slow(MemoryStore):
        async def owner_of(self, name: str) -> str | None:
            await asyncio.sleep(0.2)
            return holder_of(f"the token of {name}")

    async def story() -> None:
        async with hall(Slow(), claims=TokenBuckets(Rate(1, 3600))) as here:
            peers = [await newcomer(here) for _ in range(5)]
            answers = await asyncio.gather(*[peer.ask("NAME titou guess\n") for peer in peers])
            assert sum("not with this token" in answer for answer in answers) == 1
            assert sum("too many wrong tokens" in answer for answer in answers) == 4

    run(story)


def test_claiming_new_names_is_limited() -> None:
    async def story() -> None:
        async with hall(claims=TokenBuckets(Rate(1, 30))) as here:
            assert "ERROR" not in await (await newcomer(here)).ask("NAME one token-of-one\n")
            told = await (await newcomer(here)).ask("NAME two token-of-two\n")
            assert told.startswith("ERROR: too many names claimed from your address; again in 30 seconds\n")

    run(story)


class Racing(MemoryStore):
    """Somebody else claims every name between the look and the claim."""

    async def claim(self, name: str, holder: str) -> bool:
        self.owners.setdefault(name.casefold(), "0" * 32)
        return await super().claim(name, holder)


@pytest.mark.parametrize("slate", [Racing()])
def test_of_two_who_claim_at_once_one_gets_it(slate: Any) -> None:
    async def story() -> None:
        async with hall(slate) as here:
            peer = await newcomer(here)
            assert "not with this token" in await peer.ask("NAME titou token\n")

    run(story)


@pytest.mark.parametrize("environment", ["training", "battle"])
@pytest.mark.parametrize("verb", ["POST", "post", "\r\nPost"])
def test_a_page_claims_no_name_through_a_browser(environment: str, verb: str) -> None:
    """A request whose body is a command: sent by a browser at the wish of any page its owner looks at."""

    async def story() -> None:
        async with hall() as here:
            peer = await here.join(environment)
            head = f"{verb} / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 20\r\n\r\n"
            peer.send(f"{head}NAME titou a-long-secret\nTRASH\n")
            told = await peer.rest()
            assert told.endswith("\nKICK\n")
            assert "no HTTP" in told
            assert here.slate.owners == {}

    run(story)
