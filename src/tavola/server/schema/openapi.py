"""OpenAPI 3.1 of REST, from the table of routes and the types of their answers."""

from __future__ import annotations

from typing import Any

import msgspec

import tavola
from tavola.server.http.answers import Failed, Working
from tavola.server.http.api import api
from tavola.server.http.forms import RECORD
from tavola.server.http.routes import Param, Route

REF = "#/components/schemas/{name}"
ANYWHERE = {  # errors that any path may answer with
    400: "Bad Request.",
    421: "The server is not called by this Host.",
    429: "Too Many Requests.",
    431: "The head is longer than 32768 bytes.",
    500: "Something went wrong at the server; its log says what.",
    503: "The database does not answer.",
}


def openapi() -> dict[str, Any]:
    types = [route.gives for route in api()] + [Failed, Working, RECORD.type]
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    paths: dict[str, Any] = {}
    for route, schema in zip(api(), schemas, strict=False):
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route, schema)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tavola",
            "version": tavola.__version__,
            "description": "Lists, records, scoreboards and odds. Games are played over WebSocket or TCP: "
            "see asyncapi.json.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": components},
    }


def operation(route: Route, schema: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "summary": route.summary,
        "operationId": name_of(route),
        "parameters": [blank(name, text) for name, text in route.blanks.items()]
        + [parameter(param) for param in route.params],
        "responses": responses(route, schema),
    }
    if route.takes:
        body: dict[str, Any] = {"application/json": {"schema": {}}}
        if route.form:
            body["application/json"] = {"schema": {"$ref": REF.format(name=route.form.type.__name__)}}
            body["text/plain"] = {"schema": {"type": "string", "pattern": route.form.begins}}
        found["requestBody"] = {"required": True, "description": route.takes, "content": body}
    return found


def name_of(route: Route) -> str:
    words = route.path.removeprefix("/api").replace("{", "").replace("}", "").strip("/").split("/")
    return "_".join([route.method.lower(), *words])


def blank(name: str, text: str) -> dict[str, Any]:
    schema = {"type": "string", "maxLength": 128}
    return {"name": name, "in": "path", "required": True, "description": text, "schema": schema}


def parameter(param: Param) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": param.kind}
    if param.choices:
        schema["enum"] = list(param.choices)
    elif param.kind == "string":
        schema["maxLength"] = param.longest
        schema["pattern"] = param.pattern
    elif param.kind in ("integer", "number"):
        schema |= {"minimum": param.low, "maximum": param.high}
    if param.many:
        schema = {"type": "array", "items": schema}
    elif param.default is not None:
        schema["default"] = param.default
    where = {"name": param.name, "in": "query", "description": param.help}
    return where | ({"required": True} if param.required else {}) | {"schema": schema}


def responses(route: Route, schema: dict[str, Any]) -> dict[str, Any]:
    content = {kind: {"schema": schema if "json" in kind else {"type": "string"}} for kind in route.kinds}
    found: dict[str, Any] = {"200": {"description": "As asked.", "content": content}}
    for status, text in route.also.items():
        body = (
            schema if status == 503 else {"$ref": REF.format(name="Working" if status == 202 else "Failed")}
        )
        found[str(status)] = {"description": text, "content": {"application/json": {"schema": body}}}
    failed = {"application/json": {"schema": {"$ref": REF.format(name="Failed")}}}
    for status, text in ANYWHERE.items():
        found.setdefault(str(status), {"description": text, "content": failed})
    return dict(sorted(found.items()))
