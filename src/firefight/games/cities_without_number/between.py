"""What goes on between fights, as the GM's menu, the verbs and what follows know it: one entry for each room."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from firefight.ask import Ask
from firefight.events import Event, Marked, Ticked
from firefight.game import Lines
from firefight.games.cities_without_number import advancement, chases, crafting, encumbrance, mods, stunts
from firefight.games.cities_without_number.aftermath import by_main
from firefight.table import Table
from firefight.timeline import Deed

GM: Lines = (
    (("chase",), chases.lines),
    (("stunt", "ram"), stunts.lines),
    (("award experience", "level up", "spend points"), advancement.lines),
    (("craft", "stock up"), crafting.lines),
    (tuple(mods.VERBS), mods.lines),
    (("carry", "put down"), encumbrance.lines),
)
IN_CALM: Lines = ((("unpack", "pack", "break bundle"), by_main(encumbrance.main_lines)),)
"""In a fight and outside one. CWN-ENC-03"""
LINES: Lines = (*IN_CALM, (("stunt", "ram"), stunts.own_lines))
PRICES = dict.fromkeys(encumbrance.VERBS, "main")
VERBS: dict[str, Callable[[Deed, Ask], Iterable[Event]]] = {
    **encumbrance.VERBS, "stunt": stunts.stunt, "ram": stunts.ram,
}  # fmt: skip
OF_THE_TABLE: dict[str, Callable[[Deed, Ask], Iterable[Event]]] = {
    "chase": chases.chase, "stunt": stunts.stunt, "ram": stunts.ram, "run down": stunts.run_down,
    **advancement.VERBS,
    **crafting.VERBS,
    **mods.VERBS,
    **encumbrance.OF_THE_TABLE,
}  # fmt: skip
FOLLOWS: dict[type[Event], tuple[Callable[[Table, Any], Iterable[Event]], ...]] = {
    Ticked: (mods.after_ticked,), Marked: (encumbrance.after_marked,),
}  # fmt: skip
