"""What is kept: the logs of the tables, the records, the names, the scores. SQLite or PostgreSQL, same code.

    store = await Store.open("sqlite:///tavola.db")
    lost = await store.commit([Change(table, 1, (entry,), listing=listing)])
    await store.close()

Whatever goes wrong with a database is a StorageTrouble, a wrong address a TavolaError; neither ever shows a
password or what was to be written.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tavola.core.extras import SERVER

if TYPE_CHECKING:
    from tavola.server.store.address import default_url, shown
    from tavola.server.store.names import fold
    from tavola.server.store.store import Store
    from tavola.server.store.trouble import Clash, StorageTrouble
    from tavola.server.store.values import Change, Finished, Info, Listing, Score, Standing, Status, Summary

__all__ = [
    "Change",
    "Clash",
    "Finished",
    "Info",
    "Listing",
    "Score",
    "Standing",
    "Status",
    "StorageTrouble",
    "Store",
    "Summary",
    "default_url",
    "fold",
    "shown",
]

_PLACES = {"default_url": "address", "shown": "address", "fold": "names", "Store": "store"}
_PLACES |= {"Clash": "trouble", "StorageTrouble": "trouble"}


def __getattr__(name: str) -> Any:
    """Loaded when first asked for: values and names need no database, and a browser has none."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    place = _PLACES.get(name, "values")
    try:
        found = getattr(import_module(f"{__name__}.{place}"), name)
    except ModuleNotFoundError:
        SERVER.check("tavola.server.store")
        raise
    globals()[name] = found
    return found
