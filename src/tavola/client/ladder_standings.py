"""The standings of a ladder, from a server's REST."""

from __future__ import annotations

import json
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import urlopen

from tavola.client.errors import BadAddress, NoConnection
from tavola.core.errors import TavolaError

PATIENCE = 30.0  # seconds
MOST = 16 << 20  # bytes of an answer


def ladder_standings(url: str, game: str, name: str | None = None) -> dict[str, Any]:
    """The standings of a game's ladder; or of one bot its history and its opponents. As REST answers."""
    if urlsplit(url).scheme not in ("http", "https"):
        raise BadAddress("--url takes where the server is, such as http://127.0.0.1:8421")
    path = "/".join(quote(part, safe="") for part in (game, name) if part)
    try:
        with urlopen(f"{url.rstrip('/')}/api/ladder/{path}", timeout=PATIENCE) as answer:
            found: dict[str, Any] = json.loads(answer.read(MOST))
            return found
    except HTTPError as error:
        raise TavolaError(_why(error)) from None
    except (URLError, OSError) as error:
        raise NoConnection(f"can't reach {url}: {getattr(error, 'reason', error)}") from None
    except ValueError:
        raise NoConnection(f"{url} does not answer as a Tavola server does") from None


def _why(error: HTTPError) -> str:
    try:
        return str(json.loads(error.read(MOST))["error"]["why"])
    except (ValueError, KeyError, TypeError):
        return f"the server answered {error.code}"
