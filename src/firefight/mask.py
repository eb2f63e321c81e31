"""Taking hidden people's ids and names out of a value, wherever they can stand: picks, origins, anchors, labels, paths, texts.

The words of a game stay as they are, even where they spell like somebody hidden: verbs, tags, the names of marks and
pools, the keys of every mapping, and the first word of a label, which says the role. So do words that are known anyway.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

SOMEBODY = "somebody"
WORDS = frozenset({
    "verb", "tag", "edge", "kind", "spec", "name", "mark", "pool", "flag", "option", "field", "step", "key", "key_", "secret",
    "rules", "seed", "commitment", "dues", "done", "passed", "sheet", "pools", "game", "ground",
})  # fmt: skip
LABELS = frozenset({"label", "window"})
KEPT = 1_000
"""Values of mappings that one mask remembers."""
Some = TypeVar("Some")


def masked(value: Some, hidden: frozenset[str], known: frozenset[str] = frozenset()) -> Some:
    """The value with every hidden word replaced by "somebody"; the value itself where none stands in it.

    `known` are words in plain sight: they are no secret, and a hidden word that is part of a longer known one is none there.
    """
    secret = frozenset(word for word in hidden - known if word.strip())
    if not secret:
        return value
    longer = frozenset(word for word in known if any(one in word for one in secret))
    found: Some = mask(secret, longer).value(value)
    return found


@lru_cache(16)
def mask(secret: frozenset[str], longer: frozenset[str]) -> Mask:
    """The mask for some words, kept: it is put on the same people again and again."""
    return Mask(secret, longer)


class Mask:
    """Takes words out of values. What stands in a mapping is remembered: most people stay as they are."""

    def __init__(self, secret: frozenset[str], longer: frozenset[str]) -> None:
        words = "|".join(re.escape(word) for word in sorted(secret | longer, key=lambda word: (-len(word), word)))
        self._pattern = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")
        self._longer = longer
        self._kept: dict[int, tuple[Struct, Struct]] = {}

    def text(self, text: str) -> str:
        """A text without the words."""
        return self._pattern.sub(lambda match: match[0] if match[0] in self._longer else SOMEBODY, text)

    def value(self, value: Any) -> Any:
        """A value without them."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, tuple):
            changed = tuple(self.value(one) for one in value)
            return value if all(new is old for new, old in zip(changed, value, strict=True)) else changed
        if isinstance(value, frozenset):
            return frozenset(self.value(one) for one in value)
        if isinstance(value, dict):
            values = {key: self._member(one) for key, one in value.items()}
            return value if all(new is value[key] for key, new in values.items()) else values
        return self._struct(value) if isinstance(value, Struct) else value

    def _member(self, value: Any) -> Any:
        if not isinstance(value, Struct):
            return self.value(value)
        kept = self._kept.get(id(value))
        if kept is None or kept[0] is not value:
            if len(self._kept) > KEPT:
                self._kept.clear()
            kept = self._kept[id(value)] = (value, self._struct(value))
        return kept[1]

    def _struct(self, value: Struct) -> Struct:
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        changes = {name: new for name, old in fields.items() if (new := self._field(name, old)) is not old}
        return replace(value, **changes) if changes else value

    def _field(self, name: str, value: Any) -> Any:
        if name in WORDS and not isinstance(value, Struct):
            return value
        if name in LABELS and isinstance(value, str):
            role, space, rest = value.partition(" ")
            return role + space + self.text(rest) if space else value
        return self.value(value)
