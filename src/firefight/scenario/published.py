"""What is published about scenario files, made from the very types that read them: the JSON Schema, the table of orders.

`python -m firefight.scenario.published docs` writes both into a directory of documents.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.structs import FieldInfo, fields

from firefight.encounter.people import Person
from firefight.games import GAMES
from firefight.orders import ORDERS, Kind
from firefight.scenario.steps import ScenarioFile, step_kinds

SCHEMA, PAGE = "scenario.schema.json", "scenarios.md"
START, STOP = "<!-- orders -->\n", "<!-- /orders -->"


def schema() -> str:
    """The JSON Schema of scenario files, encounter files included, as text."""
    kinds = tuple(step_kinds().values())
    (_, *steps), parts = msgspec.json.schema_components((ScenarioFile, *kinds), ref_template="#/$defs/{name}")
    whole: dict[str, Any] = parts.pop(ScenarioFile.__name__)
    whole["properties"]["steps"] = {"type": "array", "minItems": 1, "items": {"anyOf": steps}}
    whole["properties"]["game"] = {"enum": list(GAMES), "description": whole["properties"]["game"]["description"]}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Firefight scenario or encounter"}
    return msgspec.json.format(msgspec.json.encode({**head, **without_title(whole), "$defs": parts}), indent=1).decode() + "\n"


def without_title(part: dict[str, Any]) -> dict[str, Any]:
    """A part of the schema without the name of its type."""
    return {key: value for key, value in part.items() if key != "title"}


def orders_table() -> str:
    """Every order with its parameters, as a table in Markdown."""
    rows = [f"| `{kind.name}` | {parameters(kind)} | {kind.help} |" for kind in ORDERS.values()]
    return "\n".join(["| Order | Parameters | What it does |", "|---|---|---|", *rows]) + "\n"


def parameters(kind: Kind) -> str:
    """The parameters of an order; those that may be left out in brackets, those that describe a person in a word."""
    person = set(Person.__struct_fields__) if issubclass(kind.asked, Person) else set()
    own = [parameter(field) for field in fields(kind.asked) if field.name not in {"reason", *person}]
    return ", ".join(["all of [People](#people)", *own] if person else own)


def parameter(field: FieldInfo) -> str:
    """One parameter: its name, and a word about it."""
    kind = inspect.type_info(field.type)
    about = kind.extra_json_schema or {} if isinstance(kind, inspect.Metadata) else {}
    said = str(about.get("description", "")).rstrip(".")
    name = f"`{field.encode_name}`" if field.required else f"[`{field.encode_name}`]"
    return f"{name} ({said[:1].lower()}{said[1:]})" if said else name


def page(text: str) -> str:
    """The page about scenarios with its table of orders made anew."""
    before, rest = text.split(START, 1)
    return before + START + orders_table() + STOP + rest.split(STOP, 1)[1]


def write(docs: Path) -> None:
    """Writes the schema and the table of orders."""
    (docs / SCHEMA).write_text(schema(), "utf-8")
    (docs / PAGE).write_text(page((docs / PAGE).read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "docs"))
