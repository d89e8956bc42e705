"""The administrator's side: a server at a URL, the one beside the database, or the database itself."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from tavola.core.errors import BadOption, TavolaError, Trouble
from tavola.server.admin import asks
from tavola.server.admin.administration import Administration
from tavola.server.admin.doors import answer, place, user_name
from tavola.server.store import Store
from tavola.server.store import address as addresses

PATIENCE = 600.0  # seconds: to erase somebody from a large database takes a while
MOST_ANSWER = 64 << 20


def administer(
    ask: asks.AnyAsk, *, storage: str | None = None, sock: str = "", url: str = "", token: str = ""
) -> dict[str, Any]:
    """The answer; TavolaError if it can't be done, Trouble if nobody answers."""
    said = _over_http(ask, url, token) if url else asyncio.run(_nearby(ask, storage, sock))
    if "error" in said:
        raise TavolaError(said["error"]["why"])
    return said


async def _nearby(ask: asks.AnyAsk, storage: str | None, sock: str) -> dict[str, Any]:
    path = place(storage or "", sock)
    if path is not None and path.exists() and (said := await _over_socket(ask, path)) is not None:
        return said
    if sock:
        raise Trouble(f"no server listens at {sock}")
    file = addresses.read(storage or addresses.default_url()).file
    if file is not None and not file.exists():
        raise Trouble(f"there is no database {file}, and no server; is --storage right?")
    store = await Store.open(storage, migrate=False, reading=isinstance(ask, asks.LOOKS))
    try:
        who = f"{user_name(os.getuid()) if hasattr(os, 'getuid') else 'owner'} (database)"
        return await answer(Administration(store), who, asks.encode(ask))
    finally:
        await store.close()


async def _over_socket(ask: asks.AnyAsk, path: Path) -> dict[str, Any] | None:
    """None: the socket is left over from a server that is gone."""
    try:
        reader, writer = await asyncio.open_unix_connection(path, limit=MOST_ANSWER)
    except PermissionError:
        raise Trouble(f"{path} is another user's; ask as whoever runs the server") from None
    except OSError:
        return None
    try:
        writer.write(asks.encode(ask) + b"\n")
        async with asyncio.timeout(PATIENCE):
            said = await reader.readline()
    except (OSError, TimeoutError):
        said = b""
    finally:
        writer.close()
    if not said:
        raise Trouble("the server went away before it answered; look at tavola admin audit, then ask again")
    found: dict[str, Any] = json.loads(said)
    return found


class _Nowhere(HTTPRedirectHandler):
    """Follows no redirect: the token is for this server only."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _over_http(ask: asks.AnyAsk, url: str, token: str) -> dict[str, Any]:
    if urlsplit(url).scheme not in ("http", "https"):
        raise BadOption("--url takes where the server is, such as https://games.example.org")
    if not token:
        raise BadOption("--url needs the token of the server: set TAVOLA_ADMIN_TOKEN")
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    asked = Request(f"{url.rstrip('/')}/api/admin", asks.encode(ask), headers)
    try:
        with build_opener(_Nowhere).open(asked, timeout=PATIENCE) as answered:
            said = answered.read(MOST_ANSWER)
    except HTTPError as error:
        said = error.read(MOST_ANSWER)
    except (URLError, OSError) as error:
        raise Trouble(f"can't reach {url}: {getattr(error, 'reason', error)}") from None
    try:
        found: dict[str, Any] = json.loads(said)
    except ValueError:
        raise Trouble(f"{url} does not answer as a Tavola server does") from None
    return found
