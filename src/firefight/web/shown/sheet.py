"""Somebody's sheet in words."""

from __future__ import annotations

from typing import Any

from firefight.web.screen import Screen


def sheet(screen: Screen, who: str) -> list[tuple[str, str]]:
    """What is on somebody's sheet, in words: every number that is not 0, and whatever else is not left to its default."""
    known = screen.table.who(who).sheet
    usual = type(known)()
    found = []
    for field in known.__struct_fields__:
        value = getattr(known, field)
        if says_something(value, getattr(usual, field)):
            found.append((screen.say.word("sheet", field.replace("_", " ")), in_words(screen, value)))
    return found


def says_something(value: Any, usual: Any) -> bool:
    """Whether a value is worth a line. A main number is, though it may be the usual one."""
    if isinstance(value, int) and not isinstance(value, bool) and value:
        return True
    return bool(value != usual and value not in ("", (), {}, None))


def in_words(screen: Screen, value: Any) -> str:
    """A value of a sheet in words."""
    if isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, dict):
        return ", ".join(f"{screen.say.word('value', key)} {in_words(screen, one)}" for key, one in value.items())
    if isinstance(value, tuple | list):
        return ", ".join(in_words(screen, one) for one in value)
    return screen.say.word("value", str(getattr(value, "name", value)))
