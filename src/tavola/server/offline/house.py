"""The house in the browser: the table manager, REST and the desk, without a socket or a database."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote

import msgspec

from tavola.core.words import LANGS, Phrase
from tavola.server.http.api import OWN
from tavola.server.http.house import House
from tavola.server.http.odds_answers import Question
from tavola.server.http.odds_desk import said
from tavola.server.http.odds_worker import reply
from tavola.server.http.record_answers import RECORDS
from tavola.server.http.routes import Route, Router
from tavola.server.http.wire import Answer, Asked, Refuse, sorry, told
from tavola.server.http.worker_pool import Broken
from tavola.server.limits.rates import RateLimits
from tavola.server.offline.copies import copied
from tavola.server.offline.helper import BotsHere, Lane, NoAnswer, Worker, topic_of
from tavola.server.offline.shelf import BrowserStore, Shelf
from tavola.server.setting_kinds import Rate
from tavola.server.settings import Settings
from tavola.server.store.trouble import StorageTrouble
from tavola.server.tables.manager import TableManager
from tavola.server.telemetry.metrics import Metrics

if TYPE_CHECKING:
    from tavola.server.http.odds_desk import Desk
    from tavola.server.limits.fair_queue import Payer
    from tavola.server.store import Store

log = logging.getLogger(__name__)
PLENTY = Rate(1_000_000, 1)  # no limits: there is only one's own browser to flood
APART = ("/api/admin", "/api/ladder/")  # routes this house has not: no operator, nothing is rated
LONGEST = 4 << 20  # bytes of a body
GAVE_UP = Phrase(
    "this could not be worked out here: perhaps there is too little memory; ask again",
    "impossible de le calculer ici : la mémoire manque peut-être ; redemandez",
    "qui non si è potuto calcolare: forse manca memoria; chiedi di nuovo",
)


def settings() -> Settings:
    rates = "create chat log address_log report claim connection address name request odds".split()
    return Settings(
        **{f"{name}_rate": PLENTY for name in rates},  # type: ignore[arg-type]
        body_bytes=LONGEST,
        output_bytes=LONGEST,
        frame_bytes=LONGEST,
        services={},
    )


class DeskHere:
    """Works a question out at once; one that may take long in another worker."""

    def __init__(self, lane: Lane | None = None) -> None:
        self._lane = lane

    def knows(self, question: Question) -> bool:
        del question
        return True

    async def ask(self, question: Question, payer: Payer, keep: bool = True) -> bytes:
        del payer, keep
        if self._lane is None or question.what in RECORDS or question.what == "counts":
            return said(reply(question))
        try:
            line = await self._lane.work(msgspec.json.encode(question).decode(), topic_of(question))
        except NoAnswer as error:
            log.warning("a question could not be worked out: %s", error)
            raise Broken(GAVE_UP.in_(question.lang)) from None
        return said(line.encode())


class OfflineHouse:
    """Tables, and answers to the page's requests. Call `start` first, in a running loop.

    `begin` starts another worker: one for questions, one for bots; without it all is worked out here.
    """

    def __init__(self, shelf: Shelf, begin: Callable[[], Worker] | None = None) -> None:
        chosen, metrics = settings(), Metrics()
        of_questions, of_bots = (Lane(begin()) if begin else None for _ in range(2))
        self._store = BrowserStore(shelf)
        store = cast("Store", self._store)  # it has the part of `Store` that is used here
        self.manager = TableManager(chosen, store, metrics)
        self.manager.bots = bots = BotsHere(metrics, chosen.bot_seconds, self.manager.ledger)
        bots.lane = of_bots
        self._house = House(
            chosen, store, metrics, RateLimits.of(chosen), cast("Desk", DeskHere(of_questions))
        )
        routes = [route for route in OWN if not route.path.startswith(APART)]
        self._router = Router([*routes, Route("POST", "/api/copies", self._copy)])

    async def start(self) -> None:
        self.manager.start()
        try:
            await self._store.tidy()
        except StorageTrouble as trouble:  # one can still play
            log.warning("%s", trouble)

    async def _copy(self, _house: House, asked: Asked) -> Answer:
        """POST /api/copies."""
        return told({"table": await copied(self.manager, await asked.body(LONGEST))})

    async def ask(self, method: str, target: str, body: bytes = b"") -> Answer:
        """The answer of REST."""
        asked = _asked(method, target, body)
        try:
            route = self._router.find(asked)
            return await route.answer(self._house, asked)
        except Refuse as refused:
            lang = asked.lang()
            return sorry(refused, lang if lang in LANGS else "en")
        except StorageTrouble as trouble:
            return sorry(Refuse(503, "storage", str(trouble)))
        except Exception:
            log.exception("a question failed: %s %s", method, target[:200])
            return sorry(Refuse(500, "our_fault", "something went wrong here; it is in the console"))


def _asked(method: str, target: str, body: bytes) -> Asked:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body}

    path, _, query = target.partition("?")
    headers = [(b"content-length", str(len(body)).encode())]
    scope = {"method": method, "path": unquote(path), "query_string": query.encode(), "headers": headers}
    return Asked(scope, receive)
