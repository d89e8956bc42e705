"""The arena on a real database."""

from __future__ import annotations

from pathlib import Path

from tavola.server.store import Store
from tavola.table.fair_check import check
from tests.games.five_thousand.tcp.people import hall, run


def test_scores_claims_and_records_are_there_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'arena.db'}"

    async def story() -> None:
        store = await Store.open(url)
        async with hall(store) as here:
            first, second = await here.sit("battle")
            await first.prompted()
            assert "ERROR" not in await first.ask("NAME titou secret-of-titou\n")
            first.send("TRASH\n")
            await second.prompted()
            await second.ask("NAME ada\n")
            second.vanish()
            assert (await first.rest()).endswith("KICK\n")
        await store.close()

        store = await Store.open(url)
        async with hall(store) as here:
            assert [tuple(line) for line in await store.scoreboard("battle")] == [("ada", -1, 1)]
            (record,) = [record async for record in store.export()]
            assert record.seats == ("titou", "ada")
            assert check(record).fits
            peer = await here.join()
            await peer.prompted()
            assert "claimed" in await peer.ask("NAME titou\n")
            assert "ERROR" not in await peer.ask("NAME titou secret-of-titou\n")
        await store.close()

    run(story)
