"""Ratings of rated tables: in the transaction of the record, once for each, whoever writes it."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from tavola.server.store import Clash, Store
from tavola.server.store.rating_rule import DAY, LEAST, OFTEN, TOO_OFTEN
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
                store.commit(
                    [over(f"{store.node}-{n}", at=n * DAY, seats=seats, bots=(False,) * 3, winners=(n % 3,))]
                )
                for n in range(12)
                for store, seats in ((one, names), (two, names[::-1]))
            ]
            await asyncio.gather(*games)
            assert sorted(line.games for line in await one.standings("421")) == [24, 24, 24]
            # Read and written together with the rating: had one game overwritten another, it would be less.
            counted = await one.read(lambda c: c.execute(select(ratings.c.games)).scalars().all())
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


# ---- what counts less, or not at all ----


def test_the_same_two_count_five_times_a_day_then_half_then_not(url: str) -> None:
    async def story(store: Store) -> None:
        changes = [over(f"t{n:02}", at=100.0 + n, winners=(0,)) for n in range(TOO_OFTEN + 2)]
        await store.commit(changes[:7])  # those of one batch count one another as well
        for change in changes[7:]:
            await store.commit([change])
        found = [each.weight for each in reversed(await store.records())]
        halves = [(0.5, ("met_often",))] * (TOO_OFTEN - OFTEN)
        assert found == [(1.0, ())] * OFTEN + halves + [(0.0, ("met_often",))] * 2
        assert {line.name: line.games for line in await store.standings("421")} == {"ada": 10, "bo": 10}
        before = await ratings_of(store)
        await store.commit([over("late", at=100.0 + TOO_OFTEN + DAY, winners=(0,))])
        assert (await store.records())[0].weight == (1.0, ())
        assert (await ratings_of(store))["ada", False].mu > before["ada", False].mu

    with_store(url, story)


def test_half_a_game_moves_a_rating_half_as_far(url: str) -> None:
    async def story(store: Store) -> None:
        moves = (
            (-1, "roll 421"),
            *((seat, "stop") for _ in range(LEAST) for seat in range(2)),
            (1, "resigns"),
        )
        await store.commit([over("t", winners=(0,), moves=moves, how="resigned")])
        (ada,), _ = rated([[Rating()], [Rating()]], [True, False])
        new = Rating()
        found = (await ratings_of(store))["ada", False]
        assert found == pytest.approx(((ada.mu + new.mu) / 2, (ada.sigma + new.sigma) / 2))
        record = await store.record("t")
        assert record is not None
        assert record.tags["Counts"] == "0.5 unfinished"

    with_store(url, story)


def test_what_nobody_really_played_counts_for_nobody(url: str) -> None:
    async def story(store: Store) -> None:
        once = ((-1, "roll 421"), (0, "stop"), (1, "resigns"))
        await store.commit([over("short", moves=once, how="resigned")])
        await store.commit([over("home", same_address=True)])
        assert await store.standings("421") == []
        tags = [record.tags["Counts"] async for record in store.export()]
        assert sorted(tags) == ["0 same_address", "0 too_short"]

    with_store(url, story)


def test_a_bot_meets_everybody_and_its_own_kind_all_day(url: str) -> None:
    """Two bots at one table are no pairing; a person and a bot are."""

    async def story(store: Store) -> None:
        for n in range(OFTEN + 1):
            seats = (f"p{n}", "house", "greedy")
            await store.commit([over(f"t{n}", seats=seats, bots=(False, True, True))])
        assert {each.weight for each in await store.records()} == {(1.0, ())}
        for n in range(OFTEN):
            await store.commit([over(f"u{n}", seats=("p0", "house"), bots=(False, True))])
        assert (await store.records())[0].weight == (0.5, ("met_often",))

    with_store(url, story)


async def counted(store: Store, table: str) -> str:
    record = await store.record(table)
    assert record is not None
    return record.tags["Counts"]


def test_two_of_the_ladder_who_meet_nobody_else_count_as_anybody(url: str) -> None:
    async def story(store: Store) -> None:
        for n in range(TOO_OFTEN + 1):
            await store.commit([over(f"t{n}", at=n, paired=True)])
        assert await counted(store, f"t{OFTEN - 1}") == "1"
        assert await counted(store, f"t{OFTEN}") == "0.5 met_often"
        assert await counted(store, f"t{TOO_OFTEN}") == "0 met_often"

    with_store(url, story)


def test_on_the_ladder_there_is_no_cap_for_who_meets_others(url: str) -> None:
    async def story(store: Store) -> None:
        for n in range(3 * TOO_OFTEN):
            for pair in (("ada", "bo"), ("bo", "cy"), ("cy", "ada")):
                await store.commit([over(f"{pair[0]}{n}", at=n, seats=pair, paired=True)])
        assert {await counted(store, f"{name}{n}") for name in ("ada", "bo", "cy") for n in range(30)} == {
            "1"
        }

    with_store(url, story)


def test_on_the_ladder_who_never_moves_has_lost(url: str) -> None:
    async def story(store: Store) -> None:
        await store.commit([over("t", winners=(0,), how="time", moves=(), paired=True)])
        assert await counted(store, "t") == "1"
        found = await ratings_of(store)
        assert found["ada", False].mu > found["bo", False].mu

    with_store(url, story)
