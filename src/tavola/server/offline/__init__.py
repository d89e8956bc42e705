"""The house without a server: the same tables and the same REST, in a browser's worker.

The page speaks to it as to any server, through connections/worker.py. The database is the browser's own.

- shelf.py: the store over what the browser keeps (IndexedDB)
- copies.py: a game that was begun at a server goes on here
- house.py: the table manager, the router of REST and the desk, put together

Everything here and whatever it imports needs msgspec and the standard library only (tests/server/offline).
"""
