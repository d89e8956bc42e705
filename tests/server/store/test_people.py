"""Names and scoreboards."""

from __future__ import annotations

import asyncio

import pytest

from tavola.core.errors import TavolaError
from tavola.server.store import Score, Store, fold
from tests.server.store.samples import opened, over, record, with_store


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("ada", "ADA"),
        ("Ada  Lovelace", " ada lovelace\t"),
        ("straße", "STRASSE"),
        ("ﬁfi", "fifi"),
        ("Ａｄａ", "ada"),
        ("e\u0301ve", "Ève".replace("È", "É")),
        ("a\u200bda", "ada"),
        ("a\u0000da", "ada"),
    ],
)
def test_the_same_name(name: str, other: str) -> None:
    assert fold(name) == fold(other)
    assert fold(fold(name)) == fold(name)


@pytest.mark.parametrize(("name", "other"), [("ada", "adà"), ("a da", "ada"), ("bo", "b0")])
def test_another_name(name: str, other: str) -> None:
    assert fold(name) != fold(other)


def test_a_name_is_the_first_holders(url: str) -> None:
    async def story(store: Store) -> None:
        assert await store.owner_of("Ada") is None
        assert await store.claim("Ada", "one")
        assert not await store.claim("ADA", "two")
        assert await store.claim(" ada ", "one")
        assert await store.owner_of("aDa") == "one"
        assert await store.claim("bo\0", "one")
        assert await store.claim("Cy", "two")
        assert await store.names_of("one") == ["Ada", "bo\N{REPLACEMENT CHARACTER}"]
        assert await store.names_of("two") == ["Cy"]
        assert await store.names_of("three") == []

    with_store(url, story)


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "\0"])
def test_a_name_nobody_sees(sqlite: str, name: str) -> None:
    async def story(store: Store) -> None:
        assert await store.owner_of(name) is None
        with pytest.raises(TavolaError, match="can be seen"):
            await store.claim(name, "one")

    with_store(sqlite, story)


def test_many_want_one_name(url: str) -> None:
    async def story(store: Store) -> None:
        got = await asyncio.gather(*(store.claim("ada", f"holder-{n}") for n in range(20)))
        assert sum(got) == 1
        assert await store.owner_of("ada") == f"holder-{got.index(True)}"

    with_store(url, story)


def test_scoreboard(url: str) -> None:
    async def story(store: Store) -> None:
        await store.count("battle", {"ada": (1, 1), "bo": (0, 1)}, None, 1.0)
        await store.count("battle", {"bo": (1, 1), "ada": (0, 1)}, None, 2.0)
        await store.count("battle", {"Ada": (-1, 1)}, None, 3.0)
        await store.count("battle", {"cy": (1, 1)}, None, 4.0)
        await store.count("training", {"ada": (1, 1)}, None, 5.0)
        await store.count("training", {}, None, 6.0)
        board = [Score("cy", 1, 1), Score("ada", 1, 2), Score("bo", 1, 2), Score("Ada", -1, 1)]
        assert await store.scoreboard("battle") == board
        assert await store.scoreboard("battle", 2) == board[:2]
        assert await store.scoreboard("training") == [Score("ada", 1, 1)]
        assert await store.scoreboard("tournament") == []

    with_store(url, story)


def test_the_record_behind_a_score(url: str) -> None:
    async def story(store: Store) -> None:
        told, untold = record(game="5000", Table="battle-1", Ended="time"), record(game="5000")
        await store.count("battle", {"ada": (1, 1)}, told, 1.0)
        await store.count("battle", {"ada": (1, 1)}, untold, 2.0)
        assert await store.record("battle-1") == told
        assert [(each.at, each.how) for each in await store.records(game="5000", name="bo")] == [
            (2.0, "played"),
            (1.0, "time"),
        ]
        assert [each async for each in store.export()] == [told, untold]
        assert await store.standings("5000") == []  # 5000's arena has scoreboards of its own

    with_store(url, story)


def test_scores_counted_at_once(postgresql: str) -> None:
    """Two nodes, the same names, in opposite order: neither waits for the other for ever."""

    async def story() -> None:
        async with opened(postgresql) as one, opened(postgresql) as two, asyncio.timeout(60):
            there = {f"p{n}": (1, 1) for n in range(20)}
            back = dict(reversed(list(there.items())))
            counting = [
                s.count("battle", c, None, 1.0) for _ in range(15) for s, c in ((one, there), (two, back))
            ]
            await asyncio.gather(*counting)
            assert {(line.score, line.games) for line in await one.scoreboard("battle")} == {(30, 30)}

    asyncio.run(story())


def test_a_name_may_be_a_bots_and_stays_one(url: str) -> None:
    async def story(store: Store) -> None:
        assert await store.account("robo") is None
        assert await store.claim("Robo", "one", bot=True)
        assert not await store.claim("robo", "two", bot=True)
        assert await store.claim("robo", "one")
        assert await store.account("ROBO") == ("one", True)
        assert await store.claim("ada", "one")
        assert await store.account("ada") == ("one", False)
        assert await store.claim("ada", "one", bot=True)  # nothing has counted for it yet
        assert await store.account("ada") == ("one", True)

    with_store(url, story)


def test_a_person_who_has_played_becomes_no_bot(url: str) -> None:
    async def story(store: Store) -> None:
        await store.claim("ada", "one")
        await store.commit([over("t", seats=("ada", "bo"))])
        assert await store.claim("ada", "one", bot=True)
        assert await store.account("ada") == ("one", False)

    with_store(url, story)


def test_standings_mark_the_bots_among_the_names(url: str) -> None:
    async def story(store: Store) -> None:
        await store.claim("Robo", "one", bot=True)
        await store.commit([over("t", seats=("robo", "ada"))])
        assert {line.name: line.account for line in await store.standings("421")} == {
            "robo": True,
            "ada": False,
        }

    with_store(url, story)
