"""Moving to another database: everything of a stopped server into an empty one (copying.py)."""

from __future__ import annotations

from tavola.core.errors import BadOption
from tavola.server.store import address as addresses
from tavola.server.store.copying import Copied, Progress, copy_all, keep_others_out
from tavola.server.store.engine import check_file
from tavola.server.store.store import Store
from tavola.server.store.trouble import in_words

CLIENT = "tavola db import"  # to PostgreSQL; not a server


async def import_all(source: str, target: str, progress: Progress = lambda *_: None) -> list[Copied]:
    """Copy a database. Nobody may use either of them; the source stays as it is."""
    old_address, new_address = addresses.read(source), addresses.read(target)
    if old_address.url == new_address.url:
        raise BadOption("these are one and the same database; give another to import into")
    if old_address.file is not None:
        check_file(old_address.file)  # else it would be made
    old = await Store.open(source, migrate=False, client=CLIENT)
    try:
        new = await Store.open(target, client=CLIENT)
        try:
            with in_words(new_address):
                async with old.session() as reading, new.session(writes=True) as writing:
                    await reading.run(keep_others_out)
                    await writing.run(keep_others_out)
                    return await copy_all(reading, writing, progress)
        finally:
            await new.close()
    finally:
        await old.close()
