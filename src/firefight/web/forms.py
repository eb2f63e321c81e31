"""What people press, as commands: a form's fields are data, and the engine decides what may be done with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect

from firefight.commands import AnyCommand, Begin, Do, End, Reply, Rewind
from firefight.errors import FirefightError
from firefight.game import whole_number
from firefight.language import Give, Show, parse
from firefight.orders import command, kind
from firefight.timeline import Act, Value
from firefight.web.screen import Screen
from firefight.web.shown.menu import act_of

Fields = Mapping[str, list[str]]
MOST_DICE = 1_000
"""Faces that are typed in at once."""


def one(fields: Fields, name: str, default: str = "") -> str:
    """The value of a field."""
    values = fields.get(name) or [default]
    return values[0]


def act(screen: Screen, fields: Fields) -> Do:
    """A line of somebody's menu: `verb`, `fixed.NAME` and `pick.NAME`.

    `force` is the GM's reason to let through what is refused, `allow` the pick that is (NAME=VALUE) where it is one.
    """
    who, verb = one(fields, "who"), one(fields, "verb")
    if verb == "pass":
        return Do(who, Act("pass"), one(fields, "token"))
    fixed = {name.removeprefix("fixed."): values[0] for name, values in fields.items() if name.startswith("fixed.")}
    picks = {name.removeprefix("pick."): values for name, values in fields.items() if name.startswith("pick.")}
    allowed, _, value = one(fields, "allow").partition("=")
    if allowed:
        picks[allowed] = [value]
    known = who in screen.table.combatants or (not who and screen.gm)
    meant = act_of(screen.menu(who) if known else (), verb, fixed, picks)
    return Do(who, meant, one(fields, "token"), force=one(fields, "force").strip())


def answer(screen: Screen, fields: Fields) -> Reply:
    """The answer to a question: `value`, or `face` for each die that was typed in."""
    label, who, token = one(fields, "label"), one(fields, "who"), one(fields, "token")
    asked = next((question for question in screen.questions if (question.label, question.who) == (label, who)), None)
    value: Value = one(fields, "value")
    if asked is not None and asked.kind == "dice":
        faces = fields.get("face") or str(value).replace(",", " ").replace("+", " ").split()
        value = tuple(number for face in faces[:MOST_DICE] if (number := whole_number(face)) is not None)
    return Reply(label, value, who, token)


def order(screen: Screen, name: str, fields: Fields) -> AnyCommand:
    """One of the GM's orders by its name, with its parameters as text. A file is never one of this machine's."""
    asked = kind(name).asked
    known = inspect.type_info(asked)
    types = {field.encode_name: field.type for field in known.fields} if isinstance(known, inspect.StructType) else {}
    values = {key: typed(types[key], said) for key, said in fields.items() if key in types and key != "file" and any(said)}
    if name == "mark" and isinstance(values.get("name"), str):
        values["name"] = condition(screen, values["name"])
    return command(name, screen.game, screen.table, values)


def condition(screen: Screen, text: str) -> str:
    """The name of a condition, for what the page calls it; any other text is a condition of the GM's own."""
    known = {said: key.removeprefix("mark_") for key, said in screen.say.sentences.items() if key.startswith("mark_")}
    known |= {said: name for name, said in screen.say.vocabulary.get("mark", {}).items()}
    return known.get(text, text)


def typed(wanted: inspect.Type, said: list[str]) -> Any:
    """What a form says as what an order wants. Raises FirefightError for what is no number where one is wanted."""
    wanted = wanted.type if isinstance(wanted, inspect.Metadata) else wanted
    kinds = {type(part) for part in (wanted.types if isinstance(wanted, inspect.UnionType) else (wanted,))}
    if inspect.VarTupleType in kinds and (len(said) > 1 or inspect.StrType not in kinds):
        return tuple(part for part in said if part)
    text = said[0].strip()
    if inspect.BoolType in kinds and text.lower() in ("true", "on", "yes", "false", "off", "no"):
        return text.lower() in ("true", "on", "yes")
    number = whole_number(text) if inspect.IntType in kinds else None
    return text if number is None else number


def typed_line(screen: Screen, text: str) -> Give | Show:
    """A line of the command bar, in the language of the table."""
    if len(text) > 4_000:
        raise FirefightError("that line is too long; 4,000 characters are the most")
    return parse(text, screen.seat)


def rewind(fields: Fields) -> Rewind:
    """Undo, redo, or back to a line by its number."""
    name = one(fields, "kind", "undo")
    to = whole_number(one(fields, "to", "0"))
    if name not in ("undo", "redo", "goto") or to is None:
        raise FirefightError("say undo, redo, or goto with the number of a line")
    return Rewind(name, to, one(fields, "token"))  # type: ignore[arg-type]


def begin(fields: Fields) -> Begin:
    """A fight begins between those who are ticked, else everybody."""
    return Begin(tuple(filter(None, fields.get("who", []))), tuple(filter(None, fields.get("surprised", []))))


def end(fields: Fields) -> End:
    """The fight is over."""
    return End(one(fields, "reason"))


def stamped(screen: Screen, meant: AnyCommand) -> AnyCommand:
    """A typed command with the name of the moment it was typed in."""
    if isinstance(meant, Do):
        return msgspec.structs.replace(meant, token=screen.token(meant.who))
    return meant
