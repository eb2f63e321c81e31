"""Words for what people say aloud or type on a phone: the names of tables, the codes of newcomers."""

from __future__ import annotations

import secrets

WORDS = (
    "amber", "ash", "basalt", "brass", "cedar", "chrome", "cobalt", "copper", "delta", "ember", "flint", "garnet",
    "glass", "harbor", "indigo", "iron", "jade", "lantern", "lotus", "mercury", "neon", "night", "nickel", "onyx",
    "opal", "otter", "pearl", "pine", "quartz", "raven", "ridge", "river", "rust", "sable", "salt", "silver",
    "slate", "sparrow", "steel", "storm", "tin", "velvet",
)  # fmt: skip


def in_words(many: int) -> str:
    """So many words and a number, by chance: amber-otter-31."""
    return "-".join([*(secrets.choice(WORDS) for _ in range(many)), str(secrets.randbelow(90) + 10)])
