"""Damage lands: shields and Soak take what they can, the rest comes off the hit points, and whoever has none left falls.

What a fall means is a deed of the table of its own, "fall" (who, lethal), for a vehicle "wreck". Until it is decided the
quiet mark "falling" keeps him from acting. Damage of one moment adds up first: each `suffer` lands before the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from firefight.ask import Ask
from firefight.events import Adjusted, Event, Followed, Marked, Told
from firefight.games.cities_without_number import rules
from firefight.games.cities_without_number.aim import house
from firefight.games.cities_without_number.crews import is_vehicle
from firefight.games.cities_without_number.sheet import has_shield, is_thing, sheet
from firefight.marks import UNTIL_ROUND_END, UNTIL_SCENE_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed, Pick

TRAUMATIC = "traumatic hit"
AT_ZERO = ("mortally wounded", "stabilised", "incapacitated")
"""The states of those who have fallen and live."""


def hurt(deed: Deed, who: str, damage: int, of: str, **more: Pick) -> Followed:
    """Plain damage as a deed that follows: `of` a "weapon", of "shock", of a "crash", or of anything "other". CWN-DMG-02"""
    return Followed(Act("suffer", {"target": who, "base": damage, "of": of, **more}), f"{deed.id}/suffer {who}")


def suffer(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Damage lands, on a shield, on Soak, on what is left. CWN-ATK-01 CWN-DMG-01 CWN-DMG-02 CWN-SHOCK-04 CWN-TRAUMA-02"""
    act, table, who = deed.act, ask.table, deed.act.text("target")
    one = table.who(who)
    if act.picks.get("shielded") and has_shield(one):
        yield Marked(who, Mark("shield used", UNTIL_ROUND_END, quiet=True))
        yield Told("shield_holds", who, rules=("CWN-SHOCK-04",))
        return
    base, factor, floor = ask.number("damage", act.number("base")), act.number("factor", 1), act.number("floor")
    soak = one.pool("soak") if is_soaked(table, act.text("of", "other")) else 0
    wound = rules.wound(house(table), base, factor, floor, soak, sheet(one).armor)
    if act.picks.get("traumatic") and not is_thing(one) and (wound.lost or not table.is_on("trauma_flag_needs_hp_loss")):
        yield Marked(who, Mark(TRAUMATIC, UNTIL_SCENE_END, quiet=True), rules=("CWN-TRAUMA-02",))
    if wound.soaked:
        yield Adjusted(who, "soak", -wound.soaked, rules=("CWN-DMG-02",))
    if wound.lost:
        yield from loses(table, deed, wound.lost, rules.damage(base, factor, floor))
    elif not wound.soaked:
        yield Told("unharmed", who, rules=("CWN-VEH-05" if sheet(one).armor else "CWN-DMG-01",))


def harm(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Damage that the GM enters; Soak takes only what a weapon does. CWN-DMG-02"""
    act = deed.act
    yield hurt(deed, act.text("who"), act.number("damage"), act.text("of"), lethal=act.text("meant") != "non-lethal")


def is_soaked(table: Table, of: str) -> bool:
    """Whether Soak takes this kind of damage: that of weapons and Shock, by house rule more or less, never a crash's.

    CWN-DMG-02 CWN-VEH-08
    """
    scope = table.options["soak_scope"]
    return of == "weapon" or (of == "shock" and scope != "hits_only") or (of == "other" and scope == "all_damage")


def loses(table: Table, deed: Deed, lost: int, damage: int) -> Iterator[Event]:
    """Hit points are lost, down to none, and then somebody falls. CWN-DMG-01 CWN-DMG-03 CWN-ATK-01"""
    who, act = deed.act.text("target"), deed.act
    one = table.who(who)
    down = is_felled(one) and one.pool("hp") <= lost
    if down:
        yield Marked(who, Mark("falling", quiet=True))
    yield Adjusted(who, "hp", -lost, rules=("CWN-DMG-01",))
    if down and is_vehicle(one):
        blast = lost if table.options["occupant_damage"] == "after_armor" else damage
        yield Followed(Act("wreck", {"who": who, "damage": blast}), f"{deed.id}/wreck {who}")
    elif down:
        more: dict[str, Pick] = {"unsurvivable": True} if act.picks.get("unsurvivable") else {}
        yield falls(who, bool(act.picks.get("lethal", True)), deed.id, **more)


def is_felled(one: Combatant) -> bool:
    """Whether somebody without hit points falls, helpless or not; the dead and those just falling do not. CWN-INJ-16"""
    return not one.has_any(("falling", "dead", "out", "destroyed"))


def falls(who: str, lethal: bool, path: str, **more: Pick) -> Followed:
    """What it means to have no hit points left is decided by a deed of its own. CWN-ATK-01"""
    return Followed(Act("fall", {"who": who, "lethal": lethal, **more}), f"{path}/fall {who}")


def after_hurt(table: Table, event: Event) -> Iterable[Event]:
    """Nobody stays on his feet without hit points, whatever took them: the GM's hand counts as lethal. CWN-ATK-01"""
    one = table.who(event.concerns()[0])
    if "hp" not in one.pools or one.pool("hp") > 0 or not is_felled(one) or one.has_any(AT_ZERO):
        return ()
    path = f"{path_of(table)}/{one.id} {sum(table.timeline.deeds.values())}"
    act = Followed(Act("wreck", {"who": one.id}), f"{path}/wreck") if is_vehicle(one) else falls(one.id, True, path)
    return (Marked(one.id, Mark("falling", quiet=True)), act)


def path_of(table: Table) -> str:
    """The path of what happens by itself now: round, or scene outside a fight."""
    line = table.timeline
    return f"{line.fight}.{line.round}" if line.running else f"scene {table.clock.scene}.{line.fight}"
