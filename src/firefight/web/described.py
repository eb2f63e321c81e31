"""What the API takes and gives, for `/schema/openapi.json`: the schemas of our own types, put into the paths."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from firefight.table import Table
from firefight.timeline import Deed, Timeline, Turn

REFERENCE = "#/components/schemas/{name}"
ABOUT = """The same commands and the same views as the pages, for bots and other front ends.

Send a seat's secret (the last part of its link) as a bearer token. Everything is what that seat may know.
"""


class Told(NamedTuple):
    """The type of an operation's answer and of its body, None for none, and how the answer is sent."""

    answer: Any
    media: str
    body: Any


def told_as(answer: Any, media: str = "application/json", body: Any = None) -> dict[str, Any]:
    """What stands on a route about its answer and its body."""
    return {"told": Told(answer, media, body)}


class Described(JsonRenderPlugin):
    """The description with our own types in it."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The description as JSON."""
        return self.render_json(request, described(request, openapi_schema))


def described(request: Request[Any, Any, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The description with the bodies of requests and answers."""
    from firefight.web.routes.api import Problem

    told = {
        (route.path_format, method.lower()): handler.opt["told"]
        for route in request.app.routes
        for handler in getattr(route, "route_handlers", ())
        if "told" in handler.opt
        for method in handler.http_methods
    }
    known = Known([Problem, *(one.answer for one in told.values()), *(one.body for one in told.values() if one.body)])
    paths = {
        path: {method: operation(known, told.get((path, method)), said) for method, said in item.items()}
        for path, item in schema["paths"].items()
    }
    refused = known.content(Problem)
    for item in paths.values():
        for said in item.values():
            for status, why in REFUSALS.items():
                said["responses"][status] = {"description": why, "content": refused}
    components = {"schemas": known.components, "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}}}
    return {**schema, "paths": paths, "components": components, "security": [{"seat": []}]}


REFUSALS = {
    "400": "The body or a parameter cannot be read.",
    "401": "No seat at this table.",
    "403": "Not this seat's to see or to do.",
    "404": "There is no such table, or nobody of that name.",
    "409": "It cannot be done now; nothing was changed.",
    "429": "Too many commands: wait a moment.",
}


def operation(known: Known, told: Told | None, said: dict[str, Any]) -> dict[str, Any]:
    """One operation with its body and its answer."""
    if told is None:
        return said
    status = next(status for status in said["responses"] if status.startswith("2"))
    answer = {"description": "Done.", "content": known.content(told.answer, told.media)}
    body = {"requestBody": {"required": True, "content": known.content(told.body)}} if told.body else {}
    return {**said, **body, "responses": {status: answer}}


class Known:
    """The schemas of some types, with everything they refer to."""

    def __init__(self, types: list[Any]) -> None:
        self._types = [*types]
        kinds = [stated(one) for one in types]
        schemas, self.components = msgspec.json.schema_components([*kinds, Turn, Deed], ref_template=REFERENCE)
        self._schemas = schemas
        if "Timeline" in self.components:
            frames = [{"$ref": REFERENCE.format(name=name)} for name in ("Turn", "Deed")]
            self.components["Timeline"]["properties"]["stack"] = {"type": "array", "items": {"anyOf": frames}}

    def content(self, kind: Any, media: str = "application/json") -> dict[str, Any]:
        """A body of a type."""
        return {media: {"schema": self._schemas[self._types.index(kind)]}}


def stated(kind: Any) -> Any:
    """A type as a schema can state it: frames of a timeline bear no tag, as nobody sends them."""
    return TABLE if kind is Table else kind


def without_frames(kind: type[msgspec.Struct], **other: Any) -> type[msgspec.Struct]:
    """A type with some of its fields stated otherwise."""
    fields = [
        (field.name, other.get(field.name, field.type), *([None] if not field.required else []))
        for field in msgspec.structs.fields(kind)
    ]
    return msgspec.defstruct(kind.__name__, fields, namespace={"__doc__": kind.__doc__}, frozen=True)


TABLE = without_frames(Table, timeline=without_frames(Timeline, stack=tuple[Any, ...]))
