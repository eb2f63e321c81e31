"""Somebody's sheet in words."""

from __future__ import annotations

from typing import Any

from firefight.web.screen import Screen


def sheet(screen: Screen, who: str) -> list[tuple[str, str]]:
    """The numbers of somebody's sheet that are not left to their default, in words."""
    known = screen.table.who(who).sheet
    usual = type(known)()
    found = []
    for field in known.__struct_fields__:
        value = getattr(known, field)
        if value != getattr(usual, field) and value not in ("", (), {}, None):
            found.append((screen.say.word("sheet", field.replace("_", " ")), in_words(screen, value)))
    return found


def in_words(screen: Screen, value: Any) -> str:
    """A value of a sheet in words."""
    if isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, dict):
        return ", ".join(f"{screen.say.word('value', key)} {in_words(screen, one)}" for key, one in value.items())
    if isinstance(value, tuple | list):
        return ", ".join(in_words(screen, one) for one in value)
    return screen.say.word("value", str(getattr(value, "name", value)))
