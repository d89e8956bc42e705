"""POST /api/admin: what `tavola admin` does, for whoever has the token of `--admin-token`."""

from __future__ import annotations

from math import ceil

from tavola.core.words import Phrase
from tavola.server.admin.asks import MOST_BYTES
from tavola.server.http.house import House
from tavola.server.http.wire import Answer, Asked, Refuse, told

NOT_OPEN = Phrase(
    "this server takes no administration over HTTP", "ce serveur n'accepte pas l'administration par HTTP",
    "questo server non accetta amministrazione via HTTP",
)  # fmt: skip
WRONG = Phrase("a wrong token", "jeton faux", "gettone sbagliato")
TOO_MANY = Phrase(
    "too many wrong tokens from your address", "trop de jetons faux depuis votre adresse",
    "troppi gettoni sbagliati dal tuo indirizzo",
)  # fmt: skip
STATUS = {"bad_request": 400, "refused": 409, "storage": 503, "our_fault": 500}


async def administer(house: House, asked: Asked) -> Answer:
    if house.admin is None:
        raise Refuse(404, "not_open", NOT_OPEN)
    wait = house.admin.check(asked.address, asked.headers.get("authorization", ""))
    if wait:
        raise Refuse(429, "too_much", TOO_MANY, retry_after=str(ceil(wait)))
    if wait is not None:
        raise Refuse(401, "wrong_token", WRONG, www_authenticate="Bearer")
    said = await house.admin.answer(asked.address, await asked.body(MOST_BYTES))
    status = STATUS.get(said["error"]["code"], 400) if "error" in said else 200
    return told(said, status, "no-store")
