"""Powers as data: what each of a fixed set of effects does, to the user or to the deed that is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from firefight.ask import Ask, whole
from firefight.events import Adjusted, Event, Marked, Noted, Told
from firefight.games.cities_without_number.dying import rescue
from firefight.games.cities_without_number.instants import CONTESTS, ROLLS, answered, interrupted, stage_of, window_number
from firefight.games.cities_without_number.sheet import Ability, ability
from firefight.games.cities_without_number.time import used
from firefight.marks import UNTIL_ROUND_END, UNTIL_SCENE_END
from firefight.table import Combatant, Mark, Table, Until
from firefight.timeline import Deed, Note, Turn


def use(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A power takes effect; one that takes a Main Action or a Move can be answered like any deed.

    CWN-INST-01 CWN-INST-02 CWN-INST-05
    """
    power = ability(ask.table.who(deed.who), deed.act.text("ability"))
    if power.kind in ("instant", "on turn") or (yield from answered(deed, ask)):
        yield from EFFECTS[power.effect](deed, ask, power)


def paid_for(table: Table, one: Combatant, power: Ability) -> Iterator[Event]:
    """A use and the strain it costs are spent at the declaration. CWN-INST-01 CWN-TIME-02"""
    if power.uses:
        until = UNTIL_SCENE_END if power.per == "scene" else UNTIL_ROUND_END
        yield Marked(one.id, Mark(f"used {power.name}", until, used(one, power.name) + 1, quiet=True))
    if power.strain:
        yield Adjusted(one.id, "strain", power.strain)


def told(deed: Deed, ask: Ask, power: Ability) -> Iterator[Event]:
    """What it does is the group's to say."""
    yield Told("uses", deed.who, {"ability": power.name})


def decides(deed: Deed, ask: Ask, power: Ability) -> Iterator[Event]:
    """The attack below becomes a sure hit, or a sure miss. CWN-INST-05"""
    yield from noted(ask, f"sure {power.effect}", window_number(ask.table), power)
    yield Told(f"sure_{power.effect}", deed.who, {"ability": power.name}, rules=("CWN-INST-05",))


def adds(deed: Deed, ask: Ask, power: Ability) -> Iterator[Event]:
    """Points are added to the roll below, or taken from it. CWN-INST-02"""
    below, label = interrupted(ask.table), f"{contest(ask.table)} added by {deed.who}".strip()
    before = sum(whole(note.label, note.value) for note in below.notes if note.label == label) if below else 0
    yield from noted(ask, label, before + power.value, power)
    yield Told("adds", deed.who, {"ability": power.name, "value": power.value}, rules=("CWN-INST-02",))


def rerolls(deed: Deed, ask: Ask, power: Ability) -> Iterator[Event]:
    """The dice of the roll below are thrown again; the others stay. CWN-INST-02"""
    below = interrupted(ask.table)
    roll = contest(ask.table) or (ROLLS.get(below.act.verb, "") if below else "")
    yield from noted(ask, f"reroll {roll}" if roll == "attack" else f"reroll {roll} {deed.who}", window_number(ask.table), power)
    yield Told("rerolls", deed.who, {"ability": power.name}, rules=("CWN-INST-02",))


def contest(table: Table) -> str:
    """Which opposed check within another deed the window on top follows; "" for any other window. CWN-INST-02"""
    frame = table.timeline.stack[-2] if len(table.timeline.stack) > 1 else None
    stage = stage_of(frame.window)[0] if isinstance(frame, Turn) and frame.window else ""
    return stage if stage in CONTESTS else ""


def noted(ask: Ask, label: str, value: int, power: Ability) -> Iterator[Event]:
    """A value on the deed below, if there is one."""
    below = interrupted(ask.table)
    if below is not None:
        yield Noted(below.id, Note(label, value, power.name))


def marks(deed: Deed, ask: Ask, power: Ability) -> Iterator[Event]:
    """A state of the user's, for the round or the scene."""
    yield Marked(deed.who, Mark(power.name.lower(), lasting(power)))


def shields(name: str, rule: str) -> Callable[[Deed, Ask, Ability], Iterator[Event]]:
    """A number that protects the user for the round or the scene: Armour Classes, the Trauma Target, no Shock."""

    def shield(deed: Deed, ask: Ask, power: Ability) -> Iterator[Event]:
        yield Marked(deed.who, Mark(name, lasting(power), power.value or 1, note=power.name), rules=(rule,))

    return shield


def gives(name: str) -> Callable[[Deed, Ask, Ability], Iterator[Event]]:
    """A further Main Action, or a Move that nobody can hinder, until the round is over. CWN-ACT-01 CWN-ACT-10"""

    def give(deed: Deed, ask: Ask, power: Ability) -> Iterator[Event]:
        yield Marked(deed.who, Mark(name, UNTIL_ROUND_END))

    return give


def lasting(power: Ability) -> Until:
    """Until when a power's mark stays."""
    return UNTIL_ROUND_END if power.lasts == "round" else UNTIL_SCENE_END


def heals(deed: Deed, ask: Ask, power: Ability) -> Iterator[Event]:
    """Hit points come back to the user."""
    yield Adjusted(deed.who, "hp", power.value)


EFFECTS: dict[str, Callable[[Deed, Ask, Ability], Iterator[Event]]] = {
    "told": told, "hit": decides, "miss": decides, "add": adds, "reroll": rerolls, "mark": marks, "heal": heals,
    "ac": shields("ac bonus", "CWN-INST-02"), "trauma target": shields("trauma target bonus", "CWN-TRAUMA-03"),
    "no shock": shields("no shock", "CWN-SHOCK-04"), "main": gives("bonus main"), "move": gives("bonus move"),
    "stabilise": rescue,
}  # fmt: skip
