"""The end of a game: what can be done then, and what no key does by mistake."""

from __future__ import annotations

from pathlib import Path
from random import Random

from textual.widgets import Input

from tavola.core.record import Record
from tavola.terminal.app.app import TavolaApp
from tavola.terminal.app.table import AGAIN, Preferences
from tests.terminal.app.person import Person, at_table, local, run


def test_enter_at_the_end_goes_nowhere_and_all_answers_stay_at_hand(tmp_path: Path) -> None:
    """Enter was meant for the dice: it must not throw a game away that nobody has saved."""

    async def story() -> None:
        source = local("dice-poker", seed=3, goal=10)
        async with at_table(source) as person:
            await person.play_on(Random(1))
            await person.press("enter")
            await person.until(lambda: person.app.screen is person.table)
            await person.until(lambda: "another game" in person.seen() and "save the record" in person.seen())
            assert "resign" not in person.seen()  # there is nothing left to give up
            await person.press("f2")
            await person.until(lambda: "une autre partie" in person.seen())
            await person.press("enter", "s")
            await person.until(lambda: "Enregistrer la partie sous" in person.seen())
            person.app.screen.query_one(Input).value = str(tmp_path / "game.txt")
            await person.press("enter")
            await person.until(lambda: "La partie est dans" in person.log)
            await person.press("n")
            await person.until(lambda: not person.app.is_running)
        assert Record.parse((tmp_path / "game.txt").read_text()).moves == source.match.record().moves

    run(story())


def test_the_answers_at_the_end_can_be_clicked_below_the_table() -> None:
    async def story() -> None:
        ends = []

        async def evening(app: TavolaApp) -> None:
            ends.append(await app.sit_at(local("scopetta", seed=2)))

        async with TavolaApp(evening, Preferences(delay=0)).run_test(size=(80, 24)) as pilot:
            person = Person(pilot)
            await person.ready()
            await person.press("f5", "y")
            await person.until(lambda: person.dialog is not None and "resignation" in person.seen())
            await person.press("v")
            await person.until(lambda: "another game" in person.seen())
            line = "".join(segment.text for segment in person.table.query_one("#actions").render_line(0))
            await pilot.click("#actions", offset=(line.index("another game"), 0))
            await person.until(lambda: bool(ends))
        assert ends == [AGAIN]

    run(story())
