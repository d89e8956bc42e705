"""Who may play under which name."""

from __future__ import annotations

import hmac

from tavola.core.errors import TavolaError
from tavola.server.arena.settings import Claims, Names
from tavola.table.arena_lines import Named
from tavola.table.people import holder_of


async def why_not(names: Names, claims: Claims, address: str, said: Named) -> str | None:
    """Why somebody may not play under a name. None: he may, and if he gave a token the name is his now."""
    owner = await names.owner_of(said.name)
    if not said.token:
        return f"this name is claimed; if it is yours, say NAME {said.name} TOKEN" if owner else None
    holder = holder_of(said.token)
    if owner and hmac.compare_digest(owner, holder):
        return None
    # Only what is new or wrong is counted: whoever proves his name in every game does nothing unusual.
    if (wait := claims(address)) > 0:
        return f"too many names claimed or tried from your address; again in {wait:.0f} seconds"
    try:
        if not owner and await names.claim(said.name, holder):
            return None
    except TavolaError as error:
        return " ".join(str(error).split())
    return "this name is claimed, and not with this token"
