"""Taking hidden people's ids and names out of a value, wherever they can stand: picks, origins, anchors, labels, paths, texts.

The words of a game stay as they are, even where they spell like somebody hidden: verbs, tags, the names of marks and
pools, the keys of every mapping, and the first word of a label, which says the role. So do words that are known anyway.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

SOMEBODY = "somebody"
WORDS = frozenset({
    "verb", "tag", "edge", "kind", "spec", "name", "mark", "pool", "flag", "option", "field", "step", "key", "key_", "secret",
    "rules", "seed", "commitment", "dues", "done", "passed", "sheet", "pools", "game", "ground",
})  # fmt: skip
LABELS = frozenset({"label", "window"})
Some = TypeVar("Some")
Change = Callable[[str], str]


def masked(value: Some, hidden: frozenset[str], known: frozenset[str] = frozenset()) -> Some:
    """The value with every hidden word replaced by "somebody"; the value itself where none stands in it.

    `known` are words in plain sight: they are no secret, and a hidden word that is part of a longer known one is none there.
    """
    secret = {word for word in hidden - known if word.strip()}
    if not secret:
        return value
    longer = {word for word in known if any(one in word for one in secret)}
    words = "|".join(re.escape(word) for word in sorted(secret | longer, key=lambda word: (-len(word), word)))
    pattern = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")
    found: Some = _masked(value, lambda text: pattern.sub(lambda match: match[0] if match[0] in longer else SOMEBODY, text))
    return found


def _masked(value: Any, change: Change) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple):
        changed = tuple(_masked(one, change) for one in value)
        return value if all(new is old for new, old in zip(changed, value, strict=True)) else changed
    if isinstance(value, frozenset):
        return frozenset(_masked(one, change) for one in value)
    if isinstance(value, Mapping):
        values = {key: _masked(one, change) for key, one in value.items()}
        return value if all(new is value[key] for key, new in values.items()) else values
    if isinstance(value, Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        changes = {name: new for name, old in fields.items() if (new := _field(name, old, change)) is not old}
        return replace(value, **changes) if changes else value
    return value


def _field(name: str, value: Any, change: Change) -> Any:
    if name in WORDS and not isinstance(value, Struct):
        return value
    if name in LABELS and isinstance(value, str):
        role, space, rest = value.partition(" ")
        return role + space + change(rest) if space else value
    return _masked(value, change)
