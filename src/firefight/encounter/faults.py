"""What is wrong with a file: every fault at once, each with its line and the remedy, and never a half-made result."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from firefight.encounter.lines import Path
from firefight.errors import FirefightError

MOST = 1_000_000
LONGEST = 2_000


class Fault(NamedTuple):
    """Something wrong at a path of the file: what it is, and what to do about it."""

    path: Path
    text: str


class Unreadable(FirefightError):
    """A file that cannot be taken, with all its faults by line. `line` 0 means the file as a whole."""

    def __init__(self, file: str, faults: Iterable[tuple[int, str]]) -> None:
        self.file = file
        self.faults = sorted(dict.fromkeys(faults))
        told = [f"line {line}: {text}" if line else text for line, text in self.faults]
        many = f"{file} has {len(told)} faults:\n  " + "\n  ".join(told)
        super().__init__(many if len(told) > 1 else f"{file}, {told[0]}" if self.faults[0][0] else f"{file}: {told[0]}")


def near(name: str, known: Iterable[str], list_all: bool = True) -> str:
    """What was probably meant, as a sentence; else what there is."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=2, cutoff=0.6)
    if close:
        return "did you mean " + " or ".join(f"'{one}'" for one in close) + "?"
    return f"there is {', '.join(names)}" if names and list_all else "there is none"


# ------------------------------------------------------------------ values against types


def check(value: Any, kind: Any, path: Path = ()) -> Iterator[Fault]:
    """Every fault of a value that should be of a type. Kinds are Struct types or anything msgspec can describe."""
    yield from against(value, shape(kind), path)


@cache
def shape(kind: Any) -> inspect.Type:
    """A type as msgspec describes it; describing it takes longer than checking a value."""
    return inspect.type_info(kind)


def against(value: Any, kind: inspect.Type, path: Path) -> Iterator[Fault]:
    """Every fault of a value that should be of a described type."""
    match kind:
        case inspect.Metadata():
            yield from against(value, kind.type, path)
        case inspect.UnionType():
            yield from against_any(value, kind, path)
        case inspect.StructType() if isinstance(value, dict):
            yield from against_struct(value, kind, path)
        case inspect.DictType() if isinstance(value, dict):
            for key, one in value.items():
                yield from against(one, kind.value_type, (*path, key))
        case inspect.VarTupleType() | inspect.ListType() if isinstance(value, list):
            for number, one in enumerate(value):
                yield from against(one, kind.item_type, (*path, number))
        case _ if not fits(value, kind):
            yield Fault(path, f"{called(path)} must be {described(kind)}{remedy(value, kind)}")
        case inspect.IntType():
            yield from bounds(value, kind, path)
        case inspect.StrType():
            yield from text_faults(value, kind, path)
        case _:
            pass


def against_any(value: Any, kind: inspect.UnionType, path: Path) -> Iterator[Fault]:
    """A value that may be of several types: checked against the one of its shape."""
    for one in kind.types:
        if fits(value, one):
            yield from against(value, one, path)
            return
    literal = next((one for one in kind.types if isinstance(one, inspect.LiteralType)), None)
    hint = remedy(value, literal if literal and isinstance(value, str) else kind.types[0])
    yield Fault(path, f"{called(path)} must be {described(kind)}{hint}")


def against_struct(value: dict[str, Any], kind: inspect.StructType, path: Path) -> Iterator[Fault]:
    """A table with named keys: unknown ones, missing ones, and the faults of each."""
    fields = {field.encode_name: field for field in kind.fields}
    for key, one in value.items():
        if key in fields:
            yield from against(one, fields[key].type, (*path, key))
        else:
            yield Fault((*path, key), f"{owner(path)} has no '{key}'; {near(key, fields)}")
    for name, field in fields.items():
        if field.required and name not in value:
            yield Fault(path, f"{owner(path)} needs '{name}', {described(field.type)}")


def fits(value: Any, kind: inspect.Type) -> bool:
    """Whether a value has the shape of a type; what is inside lists and tables is not looked at."""
    match kind:
        case inspect.Metadata():
            return fits(value, kind.type)
        case inspect.UnionType():
            return any(fits(value, one) for one in kind.types)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.FloatType():
            return isinstance(value, int | float) and not isinstance(value, bool) and value == value
        case inspect.StrType():
            return isinstance(value, str)
        case inspect.LiteralType():
            return value in kind.values
        case inspect.NoneType():
            return value is None
        case inspect.StructType() | inspect.DictType():
            return isinstance(value, dict)
        case inspect.VarTupleType() | inspect.ListType():
            return isinstance(value, list)
        case _:
            return isinstance(kind, inspect.AnyType)


def described(kind: inspect.Type) -> str:
    """A type in plain words."""
    match kind:
        case inspect.Metadata():
            return described(kind.type)
        case inspect.UnionType():
            parts = [described(one) for one in kind.types if not isinstance(one, inspect.NoneType)]
            return " or ".join(dict.fromkeys(parts))
        case inspect.IntType():
            return "a whole number"
        case inspect.BoolType():
            return "true or false"
        case inspect.FloatType():
            return "a number"
        case inspect.StrType():
            return "text"
        case inspect.LiteralType():
            return "one of " + ", ".join(f"'{value}'" for value in kind.values)
        case inspect.VarTupleType() | inspect.ListType():
            return "a list"
        case _:
            return "a table { key = value }"


def remedy(value: Any, kind: inspect.Type) -> str:
    """What to write instead of a value of the wrong type."""
    kind = kind.type if isinstance(kind, inspect.Metadata) else kind
    if isinstance(kind, inspect.LiteralType) and isinstance(value, str):
        return f"; got '{shown(value)}'; {near(value, map(str, kind.values))}"
    if isinstance(kind, inspect.IntType | inspect.BoolType) and isinstance(value, str):
        plain = value.strip().lstrip("-").isdigit() or value.strip() in ("true", "false")
        bare = f": write {value.strip()} without the quotation marks" if plain else ""
        return f'; got the text "{shown(value)}"{bare}'
    if isinstance(kind, inspect.StrType) and isinstance(value, int | float):
        return f': write "{shown(value)}" with quotation marks'
    if isinstance(kind, inspect.IntType) and isinstance(value, float) and value.is_integer():
        return f"; got {value}: write {int(value)}"
    if isinstance(kind, inspect.VarTupleType | inspect.ListType) and isinstance(value, dict):
        return "; got a table: write its heading with two brackets, [[...]]"
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return f"; got {shown(value)}: put it in brackets, [{shown(value)}]"
    return f"; got {shown(value)}"


def shown(value: Any) -> str:
    """A value as the file writes it, cut where it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    text = "".join(sign if sign.isprintable() else "?" for sign in str(value))
    return text if len(text) <= 40 else text[:39] + "…"


def bounds(value: int, kind: inspect.IntType, path: Path) -> Iterator[Fault]:
    """Numbers beyond all reason, or beyond what the field takes."""
    least = -MOST if kind.ge is None else kind.ge
    most = MOST if kind.le is None else kind.le
    if not least <= value <= most:
        yield Fault(path, f"{called(path)} must be from {least:,} to {most:,}; got {shown(value)}")


def text_faults(value: str, kind: inspect.StrType, path: Path) -> Iterator[Fault]:
    """Text that is too long, or holds what no text should."""
    longest = kind.max_length or LONGEST
    if len(value) > longest:
        yield Fault(path, f"{called(path)} is {len(value)} characters long; {longest} are the most")
    if wrong := strange(value.replace("\n", "").replace("\t", "")):
        yield Fault(path, f"{called(path)} holds the control character {wrong}; take it out")


def strange(text: str) -> str:
    """The first character that would garble what it is shown in, as U+NNNN: controls, and marks that turn the line round."""
    for sign in text:
        turning = unicodedata.bidirectional(sign) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
        if turning or unicodedata.category(sign) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp"):
            return f"U+{ord(sign):04X}"
    return ""


def called(path: Path) -> str:
    """The place in words: 'sheet.ref', 'marks' number 2."""
    names = [part for part in path if isinstance(part, str)]
    numbered = f" number {path[-1] + 1}" if path and isinstance(path[-1], int) else ""
    name = ".".join(names[-2:] if len(names) > 2 else names[-1:])
    return f"'{name}'{numbered}" if names else "this"


def owner(path: Path) -> str:
    """The table a key stands in, in words."""
    return called(path) if path else "the file"


def converted(value: Any, kind: type[Any]) -> Any:
    """A value that `check` has found nothing wrong with, as its type. Raises FirefightError for what only the type knows."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, ValueError) as error:
        raise FirefightError(str(error)) from None
