"""What is kept: the logs of the tables, the records, the names, the scores. SQLite or PostgreSQL, same code.

    store = await Store.open("sqlite:///tavola.db")
    lost = await store.commit([Change(table, 1, (entry,), listing=listing)])
    await store.close()

Whatever goes wrong with a database is a StorageTrouble, a wrong address a TavolaError; neither ever shows a
password or what was to be written.
"""

from tavola.core.extras import SERVER

try:
    from tavola.server.store.address import default_url, shown
    from tavola.server.store.names import fold
    from tavola.server.store.store import Store
    from tavola.server.store.trouble import Clash, StorageTrouble
    from tavola.server.store.values import Change, Finished, Info, Listing, Score, Standing, Status, Summary
except ModuleNotFoundError:
    SERVER.check("tavola.server.store")
    raise

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
