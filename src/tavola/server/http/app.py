"""The ASGI app: REST, pages, health and metrics. WebSockets have a door of their own, before ASGI."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from tavola.core.words import LANGS, Lang
from tavola.server.admin.moderation import why
from tavola.server.connections.allowed_hosts import why_not_called
from tavola.server.http import manual, offline, pages, site
from tavola.server.http.api import DESCRIPTIONS, OWN
from tavola.server.http.headers import dressed, preflight
from tavola.server.http.house import House
from tavola.server.http.lists import metrics as show_metrics
from tavola.server.http.odds_desk import Desk
from tavola.server.http.routes import Route, Router
from tavola.server.http.static import file
from tavola.server.http.wire import Answer, Asked, Receive, Refuse, Scope, Send, sorry
from tavola.server.limits.addresses import client_address
from tavola.server.limits.rates import RateLimits
from tavola.server.service import game_services
from tavola.server.settings import Settings
from tavola.server.store import StorageTrouble, Store
from tavola.server.telemetry.metrics import Metrics

log = logging.getLogger("tavola.http")
METHODS = ("GET", "HEAD", "POST", "OPTIONS")
UNCOUNTED = (
    "/healthz",
    "/readyz",
    "/metrics",
)  # monitoring asks often, and needs an answer during an attack

ROUTES: tuple[Route, ...] = (
    *OWN,
    Route("GET", "/metrics", show_metrics, "Figures for Prometheus."),
    *DESCRIPTIONS,
    *site.ROUTES,
    *offline.ROUTES,
    *manual.ROUTES,
    Route("GET", "/files/{name}", file),
)


class App:
    """`app(scope, receive, send)`. `ports` is shown on the pages; `draining`: the server is going down."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        manager: Any = None,
        services: Mapping[str, Any] | None = None,
        metrics: Metrics | None = None,
        *,
        rates: RateLimits | None = None,
    ) -> None:
        self.settings = settings
        self.manager = manager
        self.house = House(
            settings,
            store,
            metrics or Metrics(),
            rates or RateLimits.of(settings),
            Desk(settings, None if manager is None else manager.ledger, metrics),
            services or {},
        )
        self.house.offline = partial(offline.size, self.house)
        if manager is not None:
            self.house.moderation = manager.moderation
        self.router = Router(
            (*ROUTES, *(route for each in game_services().values() for route in each.routes()))
        )

    @property
    def ports(self) -> dict[str, int]:
        return self.house.ports

    @property
    def draining(self) -> bool:
        return self.house.draining

    @draining.setter
    def draining(self, value: bool) -> None:
        self.house.draining = value

    async def close(self) -> None:
        await self.house.desk.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "lifespan":
            await lifespan(receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        asked = Asked(scope, receive, self.settings.path_prefix)
        asked.address = client_address(
            asked.address, asked.headers.get("x-forwarded-for", ""), self.settings.trusted_proxies
        )
        status, headers, body = await dressed(asked, await self._answer(asked), self.settings)
        raw = [(name.encode("ascii"), value.encode("latin-1", "replace")) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": raw})
        await send({"type": "http.response.body", "body": body})
        metrics = self.house.metrics
        metrics.requests.add(asked.method if asked.method in METHODS else "other", str(status))
        metrics.request_seconds.observe(time.perf_counter() - began)

    async def _answer(self, asked: Asked) -> Answer:
        try:
            self._check_rate(asked)
            self._check_host(asked)
            if (banned := self._banned(asked)) is not None:
                return banned
            self._check_length(asked)
            if asked.method == "OPTIONS":
                return preflight(asked, self.settings, self.router.allowed(asked))
            route = self.router.find(asked)
            return await route.answer(self.house, asked)
        except Refuse as refused:
            if refused.status == 404 and asked.wants("text/html"):
                return pages.not_found(asked)
            return sorry(refused, spoken(asked))
        except StorageTrouble as trouble:
            log.warning("%s", trouble)
            self.house.metrics.faults.add("storage")
            return sorry(Refuse(503, "storage", "the database does not answer; try again", retry_after="5"))
        except asyncio.CancelledError:
            raise
        except Exception:
            self.house.metrics.faults.add("http")
            log.exception("a request failed: %s %s", asked.method, asked.path[:200])
            return sorry(Refuse(500, "our_fault", "something went wrong here; it is in the log"))

    def _check_rate(self, asked: Asked) -> None:
        if asked.path in UNCOUNTED:
            return
        if wait := self.house.too_many("request", asked.address):
            why = f"too many requests from your address; again in {wait:.1f} s"
            raise Refuse(429, "too_much", why, retry_after=str(int(wait) + 1))

    def _banned(self, asked: Asked) -> Answer | None:
        """The answer to a banned address, as a page or as JSON."""
        one = self.house.moderation.find("ban", address=asked.address)
        if one is None or asked.path in (*UNCOUNTED, "/api/admin"):
            return None
        lang = spoken(asked)
        text = why(one).in_(lang)
        if asked.wants("text/html"):
            return pages.forbidden(asked, text)
        return sorry(Refuse(403, "banned", text), lang)

    def _check_host(self, asked: Asked) -> None:
        if "," in (host := asked.headers.get("host", "")):
            raise Refuse(400, "bad_request", "a request has one Host header")
        if (why := why_not_called(host, self.settings)) is not None:
            raise Refuse(421, "wrong_host", why)

    def _check_length(self, asked: Asked) -> None:
        """A body that no handler reads must not be long either."""
        declared = asked.headers.get("content-length", "")
        if declared and (not declared.isdigit() or int(declared[:16]) > self.settings.body_bytes):
            most = self.settings.body_bytes
            raise Refuse(413, "too_long", f"a body has at most {most} bytes", connection="close")


def spoken(asked: Asked) -> Lang:
    """The language to refuse in: `lang` itself may be what is wrong."""
    lang = asked.lang()
    return lang if lang in LANGS else "en"


async def lifespan(receive: Receive, send: Send) -> None:
    while True:
        event = await receive()
        await send({"type": f"{event['type']}.complete"})
        if event["type"] == "lifespan.shutdown":
            return
