"""The router: paths with blanks, and the fields of a query. OpenAPI is made from the same table."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tavola.server.http.forms import Form
from tavola.server.http.wire import Answer, Asked, BadForm, Refuse
from tavola.server.setting_kinds import number, whole

Kind = Literal["string", "integer", "number", "boolean"]


@dataclass(frozen=True, slots=True)
class Param:
    """A field of a query: what it means and what it takes."""

    name: str
    help: str
    kind: Kind = "string"
    choices: tuple[str, ...] = ()
    low: float = 0
    high: float = 1 << 53
    longest: int = 64
    default: Any = None
    many: bool = False
    shape: str = ""  # how it looks, in words
    pattern: str = r"^[^\u0000]*$"  # of a text; no database takes NUL
    required: bool = False

    def read(self, text: str) -> Any:
        try:
            return getattr(self, f"_{self.kind}")(text)
        except ValueError:
            raise BadForm(f"{self.name} takes {self.takes()}, not {text[:40]!r}") from None

    def takes(self) -> str:
        if self.choices:
            return ", ".join(self.choices)
        if self.shape:
            return self.shape
        if self.kind == "string":
            return f"a text of at most {self.longest} characters"
        if self.kind == "boolean":
            return "yes or no"
        return f"a {'whole ' if self.kind == 'integer' else ''}number from {self.low:g} to {self.high:g}"

    def _string(self, text: str) -> str:
        if len(text) > self.longest or (self.choices and text not in self.choices):
            raise ValueError
        if not re.search(self.pattern, text):
            raise ValueError
        return text

    def _integer(self, text: str) -> int:
        return whole(text, self.low, self.high)

    def _number(self, text: str) -> float:
        return number(text[:40], self.low, self.high)

    def _boolean(self, text: str) -> bool:
        if text.lower() not in ("yes", "no", "true", "false", "1", "0"):
            raise ValueError
        return text.lower() in ("yes", "true", "1")


Handler = Callable[[Any, Asked], Awaitable[Answer]]  # the house, and what is asked


@dataclass(frozen=True, slots=True)
class Route:
    """Where a handler lives, and what the docs say about it."""

    method: str
    path: str
    handler: Handler
    summary: str = ""
    gives: Any = None  # the type of the answer; None: a page, not part of the API
    params: tuple[Param, ...] = ()
    blanks: dict[str, str] = field(default_factory=dict)  # what each {blank} of the path means
    also: dict[int, str] = field(default_factory=dict)  # other answers it may give
    takes: str = ""  # what the body is, if there is one
    form: Form | None = None  # how the body is formed
    kinds: tuple[str, ...] = ("application/json",)

    async def answer(self, house: Any, asked: Asked) -> Answer:
        """The handler's answer. A 400 of its own is not about the form: it becomes 409 if `also` has it."""
        try:
            return await self.handler(house, asked)
        except BadForm:
            raise
        except Refuse as refused:
            if refused.status == 400 and 409 in self.also:
                refused.status = 409
            raise

    @property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]{1,128})", re.escape(self.path)))


class Router:
    """Finds the route of a request, or says why there is none."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self.routes = tuple(routes)
        self._plain: dict[str, list[Route]] = {}
        self._blank: list[tuple[re.Pattern[str], Route]] = []
        for route in routes:
            if "{" in route.path:
                self._blank.append((route.pattern, route))
            else:
                self._plain.setdefault(route.path, []).append(route)

    def find(self, asked: Asked) -> Route:
        """The route, with `asked.parts` and `asked.fields` filled in."""
        here = self._here(asked)
        if not here:
            raise nothing_at(asked.path)
        wanted = "GET" if asked.method == "HEAD" else asked.method
        for route, parts in here:
            if route.method == wanted:
                asked.parts = parts
                asked.form = route.form.why_not if route.form else asked.form
                asked.fields = read_fields(route, asked)
                return route
        allowed = _methods(here)
        raise Refuse(405, "method_not_allowed", f"{_shown(asked.path)} takes {allowed}", allow=allowed)

    def allowed(self, asked: Asked) -> str:
        """What the path takes, as the header Allow names it. `*` is the whole server."""
        if asked.path == "*":
            return _methods([(route, {}) for route in self.routes])
        if not (here := self._here(asked)):
            raise nothing_at(asked.path)
        return _methods(here)

    def _here(self, asked: Asked) -> list[tuple[Route, dict[str, str]]]:
        found = [(route, dict[str, str]()) for route in self._plain.get(asked.path, ())]
        if not found and len(asked.path) < 500:
            for pattern, route in self._blank:
                if match := pattern.fullmatch(asked.path):
                    found.append((route, match.groupdict()))
        return found


def nothing_at(path: str) -> Refuse:
    return Refuse(404, "not_found", f"there is nothing at {_shown(path)}")


def _shown(path: str) -> str:
    """Without control characters: the answer may be shown in a terminal."""
    return path[:80] if path.isprintable() else ascii(path[:80])


def _methods(here: Iterable[tuple[Route, object]]) -> str:
    methods = {route.method for route, _ in here} | {"OPTIONS"}
    return ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set())))


def read_fields(route: Route, asked: Asked) -> dict[str, Any]:
    """The query, each field as its Param reads it. A page ignores what it does not know, the API does not."""
    known = {param.name: param for param in route.params}
    fields: dict[str, Any] = {p.name: [] if p.many else p.default for p in route.params}
    for name, text in asked.query():
        param = known.get(name)
        if param is None:
            if route.gives is None:
                continue  # a page
            there = f"; there are: {', '.join(known)}" if known else ""
            raise BadForm(f"there is no field {name[:40]!r} here{there}")
        try:
            value = param.read(text)
        except BadForm:
            if route.gives is None:
                continue
            raise
        fields[name] = [*fields[name], value] if param.many else value
    for param in route.params:
        if param.required and fields[param.name] is None:
            raise BadForm(f"{param.name} is missing; it takes {param.takes()}")
    return fields
