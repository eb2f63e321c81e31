"""The scene's map as a drawing, and the same as text."""

from __future__ import annotations

from firefight.web.screen import Screen


def drawn(screen: Screen) -> object:
    """The map."""
    return screen.table.ground
