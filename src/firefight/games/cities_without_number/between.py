"""What goes on between fights, as the GM's menu, the verbs and what follows know it: one entry for each room."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from firefight.ask import Ask
from firefight.events import Event, Ticked
from firefight.game import Lines, Setting
from firefight.games.cities_without_number import advancement, chases, crafting, mods, stunts
from firefight.table import Table
from firefight.timeline import Deed

SETTINGS = (
    Setting("pace_cap", ("cap-then-subtract", "net"), "cap-then-subtract",
            "What hinders pursuers counts up to +3 before botches are taken off, or after.", ("CWN-CHASE-03",)),
    Setting("chase_cap", ("none", "two"), "none", "What helps and hinders pursuers has no limit, or that of other checks.",
            ("CWN-CHASE-05", "CWN-CHASE-08")),
    Setting("stunt_limit", ("one", "any"), "one", "A driver may try one stunt a round, or as many as the GM likes.",
            ("CWN-STUNT-01",)),
    Setting("xp_rate", ("fast", "slow"), "fast", "PCs rise quickly, or at a more measured rate.", ("CWN-ADV-02",)),
    Setting("levelup_order", ("as-listed", "player"), "as-listed",
            "Attributes are raised after the hit points are rolled, or the player may raise them before.", ("CWN-ADV-03",)),
    Setting("levelup_current", ("with-max", "unchanged"), "with-max",
            "Hit points left rise with the maximum, or stay.", ("CWN-ADV-04",)),
    Setting("hardtokill_retro", ("bump-and-roll", "roll-only"), "bump-and-roll",
            "Becoming Hard to Kill at level 5 raises the old maximum before the roll, or not.", ("CWN-ADV-17",)),
)  # fmt: skip
"""The table options of these chapters."""
GM: Lines = (
    (("chase",), chases.lines),
    (("stunt", "ram"), stunts.lines),
    (("award experience", "level up", "spend points"), advancement.lines),
    (("craft", "stock up"), crafting.lines),
    (tuple(mods.VERBS), mods.lines),
)
OF_THE_TABLE: dict[str, Callable[[Deed, Ask], Iterable[Event]]] = {
    "chase": chases.chase, "stunt": stunts.stunt, "ram": stunts.ram, "run down": stunts.run_down,
    **advancement.VERBS,
    **crafting.VERBS,
    **mods.VERBS,
}  # fmt: skip
FOLLOWS: dict[type[Event], tuple[Callable[[Table, Any], Iterable[Event]], ...]] = {Ticked: (mods.after_ticked,)}
