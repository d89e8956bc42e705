"""Advice, forms and waiting: read to the end, and in the language of the player."""

from __future__ import annotations

from typing import Any

from tavola.terminal.app.app import TavolaApp
from tavola.terminal.app.home import Home, Visit
from tavola.terminal.app.table import Preferences
from tests.terminal.app.person import Person, app_for, local, run


def test_long_advice_can_be_read_to_its_end_below_a_table_of_eight() -> None:
    async def story() -> None:
        said = [f"best {'so ' * 15}", f"others {'and so ' * 30}THE END"]

        def hint(*asked: Any) -> list[str]:
            del asked
            return said

        app = app_for(local("dice-poker", "you:Ada" + 7 * ",random", seed=3))
        app.settings.hint, app.settings.always = hint, True
        async with app.run_test(size=(80, 24)) as pilot:
            person = Person(pilot)
            await person.ready()
            await person.press("enter")
            await person.until(lambda: "best so" in person.seen())
            while "THE END" not in person.seen():
                await person.press("pagedown")

    run(story())


def test_the_form_explains_options_in_the_language_of_the_player() -> None:
    async def story() -> None:
        home = Home(Visit("421", None, None, 5, None, False))
        async with TavolaApp(home.story, Preferences("fr", delay=0)).run_test(size=(120, 40)) as pilot:
            person = Person(pilot)
            await person.until(lambda: "654, 543, 432 et 321" in person.seen())
            assert "654, 543, 432 and 321" not in person.seen()

    run(story())


def test_waiting_for_advice_or_for_a_bot_is_said_in_the_language_of_the_player() -> None:
    import threading

    class Solves:
        def __init__(self) -> None:
            self.goes_on = threading.Event()

        def prepare(self, rules: Any, seats: int, progress: Any) -> None:
            del rules, seats
            progress("solving", 0.25)
            self.goes_on.wait(60)
            progress("solving", 1.0)

        def choose(self, view: Any) -> Any:
            return view.moves[0]

    bot, free = Solves(), threading.Event()

    def hint(rules: Any, seats: int, view: Any, lang: str, progress: Any) -> list[str]:
        del rules, seats, view, lang
        progress("solving", 0.5)
        free.wait(60)
        return ["voilà"]

    async def story() -> None:
        source = local("scopetta", "you:Ada,house", seed=3, lang="fr")
        source.sitting.bots = {1: bot}
        app = app_for(source, "fr")
        app.settings.hint, app.settings.always = hint, True
        async with app.run_test(size=(100, 30)) as pilot:
            person = Person(pilot)
            await person.until(lambda: "un robot se prépare" in person.seen() and "25%" in person.seen())
            bot.goes_on.set()
            await person.until(lambda: "recherche du meilleur coup 50%" in person.seen())
            assert "25%" not in person.seen()
            free.set()
            await person.until(lambda: "voilà" in person.seen())

    run(story())
