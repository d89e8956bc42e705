"""Ratings of rated tables: in the transaction of the record, once for each, whoever writes it."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from tavola.server.store import Clash, Store
from tavola.server.store.schema import ratings
from tavola.tournaments.ratings import Rating, rated
from tests.server.store.samples import new, opened, over, with_store


async def ratings_of(store: Store, game: str = "421") -> dict[tuple[str, bool], Rating]:
    lines = await store.standings(game)
    return {(s.name, s.bot): Rating(s.mu, s.sigma) for s in lines if s.mu is not None and s.sigma is not None}


def test_a_rated_game_rates_both(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([over("t", winners=(0,))])
        (ada,), (bo,) = rated([[Rating()], [Rating()]], [True, False])
        assert await ratings_of(store) == {("ada", False): ada, ("bo", False): bo}
        assert ada.mu > 25 > bo.mu
        assert ada.sigma < Rating().sigma

    with_store(url, story)


def test_games_of_one_transaction_count_in_their_order(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([over("t1", winners=(0,)), over("t2", winners=(1,)), over("t3", winners=(0, 1))])
        (ada,), (bo,) = [Rating()], [Rating()]
        for won in ([True, False], [False, True], [True, True]):
            (ada,), (bo,) = rated([[ada], [bo]], won)
        found = await ratings_of(store)
        assert found["ada", False] == pytest.approx(ada)
        assert found["bo", False] == pytest.approx(bo)

    with_store(url, story)


def test_what_is_not_rated_rates_nobody(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([over("t", rated=False)])
        await store.commit([over("alone", seats=("ada",), bots=(False,), game="5000")])
        assert await ratings_of(store) == {}
        assert await ratings_of(store, "5000") == {}
        assert [line.games for line in await store.standings("5000")] == [1]

    with_store(url, story)


def test_a_record_kept_twice_counts_once(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([over("t")])
        before = await ratings_of(store)
        with pytest.raises(Clash):
            await store.commit([over("t", version=2), new("u")])
        assert await ratings_of(store) == before
        assert len(before) == 2

    with_store(url, story)


def test_a_person_called_like_a_bot_has_a_rating_of_his_own(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([over("t", seats=("house", "HOUSE"), bots=(False, True), winners=(0,))])
        found = await ratings_of(store)
        assert found["house", False].mu > found["HOUSE", True].mu

    with_store(url, story)


def test_a_name_on_two_seats_gets_the_mean_of_both(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([over("t", seats=("ada", "Ada", "bo"), bots=(False,) * 3, winners=(0,))])
        first, second, third = (team[0] for team in rated([[Rating()]] * 3, [True, False, False]))
        found = await ratings_of(store)
        assert found["Ada", False].mu == pytest.approx((first.mu + second.mu) / 2)
        assert found["bo", False] == pytest.approx(third)

    with_store(url, story)


def test_partners_are_rated_together(url: str) -> None:
    async def story(store: Store) -> None:
        seats = ("ada", "bo", "cy", "di")
        await store.commit([over("t", seats=seats, bots=(False,) * 4, winners=(0, 2), game="tombolon")])
        found = await ratings_of(store, "tombolon")
        assert found["ada", False] == found["cy", False]
        assert found["bo", False] == found["di", False]
        assert found["ada", False].mu > found["bo", False].mu

    with_store(url, story)


def test_the_highest_rating_may_come_first(url: str) -> None:
    async def story(store: Store) -> None:
        for n in range(3):
            await store.commit([over(f"a{n}", seats=("many", "weak"), winners=(0,))])
            await store.commit([over(f"b{n}", seats=("strong", "many"), winners=(0,))])
        await store.commit([over("c", seats=("many", "weak"), winners=(0,))])
        by_wins = [line.name for line in await store.standings("421")]
        by_rating = [line.name for line in await store.standings("421", by_rating=True)]
        assert by_wins == ["many", "strong", "weak"]
        assert by_rating == ["strong", "many", "weak"]

    with_store(url, story)


def test_two_nodes_rate_the_same_people_at_once(postgresql: str) -> None:
    """In opposite order of seats: neither waits for the other for ever, and no game is lost."""

    async def story() -> None:
        async with (
            opened(postgresql, node="one") as one,
            opened(postgresql, node="two") as two,
            asyncio.timeout(60),
        ):
            names = ("ada", "bo", "cy")
            games = [
                store.commit([over(f"{store.node}-{n}", seats=seats, bots=(False,) * 3, winners=(n % 3,))])
                for n in range(12)
                for store, seats in ((one, names), (two, names[::-1]))
            ]
            await asyncio.gather(*games)
            assert sorted(line.games for line in await one.standings("421")) == [24, 24, 24]
            # Read and written together with the rating: had one game overwritten another, it would be less.
            counted = await one._read(lambda c: c.execute(select(ratings.c.games)).scalars().all())
            assert counted == [24, 24, 24]

    asyncio.run(story())


def test_a_bot_on_several_seats_is_one_player(url: str) -> None:
    async def story(store: Store) -> None:
        seats = ("ada", "house", "house (2)")
        await store.commit([over("t", seats=seats, bots=(False, True, True), winners=(1,))])
        found = {(line.name, line.bot): (line.games, line.wins) for line in await store.standings("421")}
        assert found == {("ada", False): (1, 0), ("house", True): (2, 1)}
        assert set(await ratings_of(store)) == set(found)

    with_store(url, story)
