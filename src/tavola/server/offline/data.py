"""What the page needs before its engine runs: the games and their rules, in every language, as files.

`python -m tavola.server.offline.data FOLDER`, in a process of its own: it tells what a browser has, not what
is installed here.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any, cast

from tavola.core import extras
from tavola.core.words import LANGS
from tavola.fast.wasm import twins


def write(folder: Path) -> None:
    extras.in_a_browser = True
    if (twins.folder() / twins.DESCRIPTION).is_file():  # the engine brings them along
        extras.replaced(*extras.ODDS.modules)
    from tavola.games import OURS
    from tavola.server.offline.house import OfflineHouse

    async def told() -> None:
        house = OfflineHouse(cast(Any, None))  # the requests below need no store
        for lang in LANGS:
            for name in ("", *(f"/{game}" for game in OURS)):
                answer = await house.ask("GET", f"/api/games{name}?lang={lang}")
                assert answer.status == 200, answer.body
                folder.joinpath(f"games{name.replace('/', '-')}.{lang}.json").write_bytes(answer.body)

    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(told())


if __name__ == "__main__":
    write(Path(sys.argv[1]))
