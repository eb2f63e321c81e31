"""Taking hidden people's ids and names out of a value, wherever they stand: picks, origins, anchors, labels, paths, texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

SOMEBODY = "somebody"
Some = TypeVar("Some")


def masked(value: Some, hidden: frozenset[str]) -> Some:
    """The value with every hidden word replaced by "somebody"; the value itself where none stands in it."""
    if not hidden:
        return value
    words = re.compile("|".join(rf"(?<![\w-]){re.escape(id)}(?![\w-])" for id in sorted(hidden, key=lambda word: (-len(word), word))))
    found: Some = _masked(value, words)
    return found


def _masked(value: Any, words: re.Pattern[str]) -> Any:
    if isinstance(value, str):
        return words.sub(SOMEBODY, value)
    if isinstance(value, tuple):
        changed = tuple(_masked(one, words) for one in value)
        return value if all(new is old for new, old in zip(changed, value, strict=True)) else changed
    if isinstance(value, frozenset):
        return frozenset(_masked(one, words) for one in value)
    if isinstance(value, Mapping):
        return {_masked(key, words): _masked(one, words) for key, one in value.items()}
    if isinstance(value, Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        changes = {name: new for name, old in fields.items() if (new := _masked(old, words)) is not old}
        return replace(value, **changes) if changes else value
    return value
