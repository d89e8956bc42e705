"""`tavola join` at a server that cheats: what the person at the terminal is told, and when."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola.client.client import Client
from tavola.client.fairness.folder import Receipts
from tavola.terminal.app.dialogs import PageDialog
from tests.browser.house import House
from tests.cheating import Way
from tests.terminal.app.person import Person, run
from tests.terminal.app.test_server import visitor

SAID = {
    "honest": "Verified: all ",
    "swapped seed": "NOT FAIR: the seed is not the one that was committed to before you sat down",
    "new commitment": "NOT FAIR: the seed is not the one that was committed to before you sat down",
    "my salt": "NOT FAIR: your salt is not the one you sent",
    "dropped salt": "NOT FAIR: the server has dropped your salt",
    "other salt": "NOT FAIR: the salt of other salt is not the one of the beginning",
    "loaded dice": "NOT FAIR: ",
    "no reveal": "NOT FAIR: the game is over, and the server does not reveal the seed",
}


async def until_over(ada: Person) -> str:
    """A game is given up; what the last dialog says, in one line."""
    await ada.until(lambda: ada.table.board.view is not None)
    await ada.press("f5", "y")
    await ada.until(lambda: ada.dialog is not None and "rematch" in ada.seen())
    assert ada.dialog is not None
    return " ".join(str(line) for line in ada.dialog.lines)


@pytest.mark.parametrize("way", SAID)
def test_the_end_says_whether_the_dice_were_fair(cheats: House, way: Way) -> None:
    async def story() -> None:
        async with Client.connect(f"ws://127.0.0.1:{cheats.ports['http']}/ws", name=way) as opener:
            table = await opener.create("5000", seats=2)
            commitment = table.state.commitment
            async with visitor(f"{cheats.url}/table/{table.id}", "ada") as ada:
                await ada.until(ada.has_table)
                await ada.until(
                    lambda: f"Throws and deals are committed to: {commitment[:12]}…" in ada.seen()
                )
                assert "NOT FAIR" not in ada.log
                await table.join()
                said = await until_over(ada)
                assert SAID[way] in said
                assert ("Verified" in said) == (way == "honest")
                await ada.press("f9")
                await ada.until(lambda: isinstance(ada.app.screen, PageDialog))
                assert isinstance(ada.app.screen, PageDialog)
                assert SAID[way] in ada.app.screen.text
                assert f"`{commitment}`" in ada.app.screen.text

    run(story())


def test_a_commitment_that_changes_is_told_at_once_and_once(cheats: House) -> None:
    async def story() -> None:
        way: Way = "new commitment"
        async with Client.connect(f"ws://127.0.0.1:{cheats.ports['http']}/ws", name=way) as opener:
            table = await opener.create("5000", seats=2)
            await table.join()
            async with visitor(f"{cheats.url}/table/{table.id}", "ada") as ada:  # the last seat: it begins
                await ada.until(ada.has_table)
                await ada.until(lambda: "NOT FAIR: the server has changed its commitment" in ada.log)
                assert "NOT FAIR: the server has changed its commitment" in await until_over(ada)
                assert ada.log.count("NOT FAIR") == 2  # when it was noticed, and at the end

    run(story())


def test_where_nothing_can_be_written_the_player_is_told(
    cheats: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(Receipts, "folder", lambda _: tmp_path / "file" / "below")

    async def story() -> None:
        async with Client.connect(f"ws://127.0.0.1:{cheats.ports['http']}/ws", name="honest") as opener:
            table = await opener.create("5000", seats=2)
            async with visitor(f"{cheats.url}/table/{table.id}", "ada") as ada:
                await ada.until(ada.has_table)
                await ada.until(lambda: "The commitment could not be written down here" in ada.log)
                await table.join()
                assert "Verified: all " in await until_over(ada)

    run(story())


def test_who_looks_on_is_told_what_could_be_checked(cheats: House) -> None:
    async def story() -> None:
        async with Client.connect(f"ws://127.0.0.1:{cheats.ports['http']}/ws", name="honest") as opener:
            table = await opener.create("5000", seats=2)
            async with visitor(f"{cheats.url}/table/{table.id}", "eve", watch=True) as eve:
                await eve.until(eve.has_table)
                await table.join()
                await table.seat_bot("random")
                await eve.until(lambda: eve.table.board.view is not None)
                await table.resign()
                await eve.until(lambda: eve.dialog is not None)
                assert eve.dialog is not None
                said = " ".join(str(line) for line in eve.dialog.lines)
                assert "The seed fits the commitment" in said
                assert "no salt of yours is in them" in said

    run(story())
