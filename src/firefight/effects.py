"""What the GM says comes of something, in a few words: "7 hp, prone", "+3 hp, not prone", "ammo = 4", "nothing"."""

from __future__ import annotations

import re

from firefight.errors import FirefightError
from firefight.events import Adjusted, Event, Marked, PoolSet, Unmarked
from firefight.table import Mark, Table

NOTHING = ("", "nothing", "miss", "none", "no effect")


def effects(text: str, table: Table, who: str, by: str = "") -> tuple[Event, ...]:
    """The events of such words for one combatant. A bare number is a loss, a leading + a gain.

    Raises FirefightError naming every part that says nothing the table knows.
    """
    parts = [part.strip() for part in re.split(r"[,;]", text) if part.strip().lower() not in NOTHING]
    read = [effect(part, table, who, by) for part in parts]
    if bad := [part for part, event in zip(parts, read, strict=True) if event is None]:
        pools = ", ".join(table.who(who).pools)
        like = pools.split(", ")[0] or "hp"
        raise FirefightError(
            f"'{bad[0]}' is no effect; say for instance '7 {like}', 'prone', 'not prone' or 'nothing' (pools: {pools or 'none'})"
        )
    return tuple(event for event in read if event is not None)


def effect(part: str, table: Table, who: str, by: str) -> Event | None:
    """One part of such words as an event; None where it says nothing."""
    pools = table.who(who).pools
    if found := re.fullmatch(r"([+-]?)\s*(\d{1,5})\s+(\w[\w ]*)", part):
        if found[3] not in pools:
            return None
        return Adjusted(who, found[3], int(found[2]) if found[1] == "+" else -int(found[2]))
    if found := re.fullmatch(r"(\w[\w ]*?)\s*=\s*(-?\d{1,5})", part):
        return PoolSet(who, found[1], int(found[2])) if found[1] in pools else None
    if found := re.fullmatch(r"not\s+([a-z][\w ]*)", part):
        return Unmarked(who, found[1])
    return Marked(who, Mark(part, by=by)) if re.fullmatch(r"[a-z][a-z ]*", part) else None
