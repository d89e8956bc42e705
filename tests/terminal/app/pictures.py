"""Takes the pictures of docs/terminal.md anew: `python -m tests.terminal.app.pictures`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tavola.terminal.app.app import TavolaApp
from tavola.terminal.app.home import Home, Visit
from tavola.terminal.app.table import Preferences
from tests.terminal.app.person import app_for, local
from tests.terminal.app.test_snapshots import SCENES, drawn, first_hand, pressing

FOLDER = Path(__file__).parents[3] / "docs" / "pictures" / "terminal"


async def take(
    name: str, app: TavolaApp, size: tuple[int, int], before: Callable[[Pilot[Any]], Awaitable[None]]
) -> None:
    async with app.run_test(size=size) as pilot:
        await before(pilot)
        await pilot.pause()
        (FOLDER / f"{name}.svg").write_text(app.export_screenshot(title="tavola"), encoding="utf-8")


async def take_all() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    home = Home(Visit("421", None, None, 1, None, False))
    await take("options", TavolaApp(home.story, Preferences()), (90, 28), drawn)
    for game, size in (
        ("421", (80, 24)),
        ("5000", (80, 24)),
        ("scopetta", (120, 34)),
        ("tombolon", (80, 24)),
    ):
        players, seed, keys = SCENES[game]
        await take(game, app_for(local(game, players, seed)), size, pressing(*keys))
    await take("points", app_for(local("scopetta", seed=3)), (80, 24), first_hand)


if __name__ == "__main__":
    asyncio.run(take_all())
