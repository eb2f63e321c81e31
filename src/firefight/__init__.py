"""Firefight runs the combat turn of four cyberpunk games by the book. Every value is immutable; events make new ones.

The public names are loaded when they are first used, so that `import firefight` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.2.0"

_HOMES = {
    "Act": "timeline",
    "AlreadyDone": "engine",
    "Begin": "commands",
    "Combatant": "table",
    "Do": "commands",
    "End": "commands",
    "FirefightError": "errors",
    "GM": "view",
    "Game": "game",
    "Impossible": "engine",
    "Mark": "table",
    "Offer": "game",
    "Order": "commands",
    "Pool": "table",
    "Question": "timeline",
    "Refused": "errors",
    "Reply": "commands",
    "Rewind": "commands",
    "Session": "session",
    "Table": "table",
    "Until": "table",
    "Viewer": "view",
    "combatant": "session",
    "found": "session",
    "log": "view",
    "open_store": "store",
    "resumed": "session",
}

__all__ = sorted([*_HOMES, "__version__"])


def __getattr__(name: str) -> Any:
    """A public name, from the module it lives in."""
    if name not in _HOMES:
        raise AttributeError(f"module 'firefight' has no attribute '{name}'")
    return getattr(import_module(f"firefight.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    """The public names."""
    return __all__
