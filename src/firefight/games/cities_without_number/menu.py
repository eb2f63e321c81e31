"""The menu of Cities Without Number: what somebody may do now, and every reason against what he may not."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.game import Choice, Choices, Lines, Offer, Reason, listed
from firefight.games.cities_without_number import attacks, gm
from firefight.games.cities_without_number.budget import in_the_way, metres, metres_left, moment
from firefight.games.cities_without_number.instants import (
    ROLLS,
    Pending,
    is_hostile,
    stage_of,
    why_no_ability,
    why_no_defense,
    why_no_snap,
    why_not_after_roll,
)
from firefight.games.cities_without_number.sheet import SKILLS, Ability, Weapon, at_hand, conscious, dropped, sheet
from firefight.games.cities_without_number.time import used
from firefight.table import Combatant, Table
from firefight.timeline import Deed, Turn

OWN_TURN = {"main": "CWN-ACT-01", "move": "CWN-ACT-02", "on turn": "CWN-ACT-03"}
SHOWN = {"main": "Main", "move": "Move", "on turn": "On Turn", "instant": "Instant"}
GIVEN_MAIN = "Instant, gives up the Main"
TYPES = ("main", "move", "on turn", "instant")


def menu(table: Table, who: str, verb: str = "") -> tuple[Offer, ...]:
    """Everything this person may do now; the GM's own lines for nobody ("")."""
    if not who:
        return tuple(gm.menu(table, verb))
    one, now = table.who(who), answering(table)
    return tuple(listed(LINES, verb, table, one, now) if table.timeline.running else in_calm(table, one, now))


def in_calm(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Outside a fight no budget counts; powers are still used up. CWN-TIME-02"""
    yield from powers(table, one, now)
    yield from helping(table, one, ())
    yield proposal(table)


def answering(table: Table) -> Pending:
    """What the window on top answers, as far as the table shows it; nothing where none is open. CWN-INST-02"""
    stack = table.timeline.stack
    top = stack[-1] if stack else None
    if not isinstance(top, Turn) or not top.window:
        return Pending()
    stage, roller = stage_of(top.window)
    below = stack[-2] if len(stack) > 1 else None
    if not isinstance(below, Deed):
        return Pending(stage, "none" if stage == "last" else "", roller)
    roll = ROLLS.get(below.act.verb, "none" if below.who else "")
    if roll == "attack" and stage == "after":
        return attacks.shown(table, below)
    return Pending(stage, roll, roller or below.who, below.act.text("target"))


# ------------------------------------------------------------------ what speaks against it


def why_not_now(table: Table, one: Combatant, kind: str, now: Pending) -> tuple[Reason, ...]:
    """Against an action of one's own turn: it is not that turn, somebody else of the side is at it, no state for it.

    CWN-SEQ-02 CWN-ACT-01 CWN-ACT-02 CWN-ACT-03 CWN-ACT-19
    """
    at = moment(table, one.id)
    waits = in_the_way(table, one.id) if at == "own turn" else ""
    return (
        *why_unable(one),
        *((Reason("not_your_turn", OWN_TURN[kind]),) if at in ("off turn", "not now") else ()),
        *((Reason("turn_open", "CWN-SEQ-02", {"who": table.who(waits).name}),) if waits else ()),
        *(why_not_after_roll(table, now, "hold_window") if at == "held" else ()),
    )


def why_unable(one: Combatant) -> tuple[Reason, ...]:
    """Against anything at all. CWN-INIT-04"""
    surprised = (Reason("surprised", "CWN-INIT-04"),) if one.has("surprised") else ()
    return surprised if conscious(one) else (*surprised, Reason("unable", "CWN-INST-01"))


def why_no_main(one: Combatant) -> tuple[Reason, ...]:
    """One Main Action a round, and nothing buys another. CWN-ACT-01"""
    return (Reason("main_spent", "CWN-ACT-01"),) if one.has("spent main") else ()


def why_no_move(one: Combatant) -> tuple[Reason, ...]:
    """One Move a round, and a second one for the Main Action. CWN-ACT-02"""
    return (Reason("moves_spent", "CWN-ACT-02"),) if one.has("spent move") and one.has("spent main") else ()


def why_no_on_turn(one: Combatant) -> tuple[Reason, ...]:
    """Only the GM's patience ends On Turn Actions. CWN-ACT-03"""
    return (Reason("enough", "CWN-ACT-03"),) if one.has("enough on turn") else ()


def why_barred(one: Combatant, weapon: Weapon) -> tuple[Reason, ...]:
    """Against a two-handed gun or bow with an enemy in reach."""
    barred = weapon.kind == "ranged" and weapon.hands > 1 and one.has("enemy in reach")
    return (Reason("barred_in_melee", "CWN-ACT-06"),) if barred else ()


# ------------------------------------------------------------------ one's own turn


def main_actions(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """What takes the Main Action. CWN-ACT-01"""
    no = (*why_not_now(table, one, "main", now), *why_no_main(one))
    for weapon in at_hand(one):
        barred = why_barred(one, weapon)
        yield Offer("attack", (targets(table, one),), SHOWN["main"], {"weapon": weapon.name}, (*no, *barred), "CWN-ATK-01")
    skills = Choices("skill", tuple(map(Choice, SKILLS)), "Fix")
    yield Offer("use skill", (Choices("what", (), "", "text"), skills), SHOWN["main"], reasons=no, rule="CWN-ACT-12")
    yield from helping(table, one, no)


def targets(table: Table, one: Combatant) -> Choices:
    """Everybody else in the fight, enemies on their feet first."""
    others = sorted(
        (other for other in table.present() if other.id != one.id),
        key=lambda other: (other.side == one.side, not conscious(other)),
    )
    return Choices("target", tuple(Choice(other.id) for other in others), others[0].id if others else "")


def helping(table: Table, one: Combatant, no: tuple[Reason, ...]) -> Iterator[Offer]:
    """Helping with an ally's next check; in a fight that takes the Main Action. CWN-SKILL-08"""
    allies = [other.id for other in table.present() if other.side == one.side and other.id != one.id]
    if allies:
        picks = (
            gm.choices("ally", allies),
            Choices("skill", tuple(map(Choice, SKILLS)), "Notice"),
            Choices("how", (), "", "text"),
        )
        yield Offer("aid", picks, SHOWN["main"] if table.timeline.running else "", reasons=no, rule="CWN-SKILL-08")


def moves(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """What takes the Move, or the Main Action as a second one; holding back takes the Move itself. CWN-ACT-02 CWN-ACT-19"""
    here = why_not_now(table, one, "move", now)
    price = "Main, as a second Move" if one.has("spent move") else SHOWN["move"]
    left = metres_left(table, one)
    yield Offer("run", (distance(left or metres(table, one)),), "rest of the Move" if left else price,
                reasons=(*here, *(() if left else why_no_move(one))), rule="CWN-ACT-02")  # fmt: skip
    if one.has("prone"):
        up = Choices("picking up", (Choice("no"), Choice("yes")), "no")
        yield Offer("stand up", (up,), price, reasons=(*here, *why_no_move(one)), rule="CWN-ACT-17")
    spent = (Reason("move_spent", "CWN-ACT-19"),) if one.has("spent move") else ()
    yield Offer("hold", (), SHOWN["move"], reasons=(*here, *spent), rule="CWN-ACT-19")


def distance(half_metres: int) -> Choices:
    """Metres of a run, up to what one Move covers; a half is a choice where the way is not whole metres. CWN-GEN-02"""
    whole = half_metres // 2
    if half_metres % 2 == 0:
        return Choices("metres", (), whole, "number", 1, max(1, whole))
    return Choices("metres", (*(Choice(n) for n in range(1, whole + 1)), Choice(f"{whole}.5")), f"{whole}.5")


def on_turn(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """What takes but a moment of one's own turn, and whatever else the GM will allow. CWN-ACT-03 CWN-ACT-04"""
    if not one.has("prone"):
        no = (*why_not_now(table, one, "on turn", now), *why_no_on_turn(one))
        yield Offer("go prone", (), counted(one), reasons=no, rule="CWN-ACT-18")
    picks = (Choices("what", (), "", "text"), Choices("type", tuple(map(Choice, TYPES)), "main"))
    busy = moment(table, one.id) == "not now" or bool(now.stage)
    no = (*why_unable(one), *((Reason("not_now", "CWN-ACT-04"),) if busy else ()))
    yield Offer("improvise", picks, "as the GM says", reasons=no, rule="CWN-ACT-04")


def counted(one: Combatant) -> str:
    """The price of an On Turn Action, with how many there were already. CWN-ACT-03"""
    n = one.value("on turn actions")
    return f"On Turn, {n} so far" if n else SHOWN["on turn"]


# ------------------------------------------------------------------ at any time


def instants(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Snap Attack, Total Defense, dropping something. CWN-INST-01 CWN-INST-02"""
    at = moment(table, one.id)
    here = () if at != "not now" else (Reason("not_now", "CWN-INST-01"),)
    for weapon in () if at == "own turn" else at_hand(one):
        no = (*here, *why_no_snap(table, one, now), *why_barred(one, weapon))
        yield Offer("snap attack", (snapped(table, one, now),), GIVEN_MAIN, {"weapon": weapon.name}, no, "CWN-ACT-07")
    yield Offer("total defense", (), GIVEN_MAIN, reasons=(*here, *why_no_defense(table, one, now)), rule="CWN-ACT-09")
    held = [thing for thing in (*(weapon.name for weapon in sheet(one).weapons), *sheet(one).items) if not dropped(one, thing)]
    if held:
        no = (*here, *why_unable(one), *((Reason("enough", "CWN-INST-01"),) if one.has("enough instants") else ()))
        yield Offer("drop", (gm.choices("item", held),), SHOWN["instant"], reasons=no, rule="CWN-ACT-15")


def snapped(table: Table, one: Combatant, now: Pending) -> Choices:
    """The targets of a Snap Attack, first of all whoever it answers."""
    known = targets(table, one)
    return Choices("target", known.choices, now.doer) if is_hostile(table, one, now.doer) else known


def powers(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """The powers of somebody, each with its price. CWN-TIME-02 CWN-INST-01 CWN-INST-05 CWN-ACT-03"""
    for power in sheet(one).abilities:
        no = (*why_no_ability(table, one, power, now), *why_not_in_fight(table, one, power, now))
        yield Offer(
            "use", (), price(one, power), {"ability": power.name}, no, "CWN-INST-05" if power.effect in ("hit", "miss") else ""
        )


def price(one: Combatant, power: Ability) -> str:
    """What a power costs, in words. CWN-ACT-03"""
    kind = counted(one) if power.kind == "on turn" else SHOWN[power.kind]
    paid = GIVEN_MAIN if power.price else kind
    strain = f", Strain {power.strain}" if power.strain else ""
    left = f", {max(0, power.uses - used(one, power.name))} of {power.uses} left" if power.uses else ""
    return paid + strain + left


def why_not_in_fight(table: Table, one: Combatant, power: Ability, now: Pending) -> tuple[Reason, ...]:
    """Against a power by its type of action. CWN-ACT-01 CWN-ACT-02 CWN-ACT-03"""
    if not table.timeline.running:
        return () if conscious(one) or power.kind == "instant" else why_unable(one)
    if power.kind == "instant":
        return (Reason("not_now", "CWN-INST-01"),) if moment(table, one.id) == "not now" else ()
    spent = {"main": why_no_main, "move": why_no_move, "on turn": why_no_on_turn}[power.kind](one)
    return (*why_not_now(table, one, power.kind, now), *spent)


def wishes(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Whether one wants to be asked in windows, giving up a held action, proposing a check. CWN-SKILL-01"""
    yield Offer("unwaive" if one.has("waives") else "waive", rule="CWN-INST-02")
    yield Offer("unwatch" if one.has("watches") else "watch", rule="CWN-INST-02")
    if table.timeline.hold_of(one.id):
        yield Offer("let go", rule="CWN-ACT-19")
    yield proposal(table)


def proposal(table: Table) -> Offer:
    """A player's wish for a check, between deeds. CWN-SKILL-01"""
    top = table.timeline.top
    busy = top is not None and (not isinstance(top, Turn) or bool(top.window))
    return Offer(
        "propose",
        (Choices("what", (), "", "text"),),
        reasons=(Reason("not_now", "CWN-SKILL-01"),) if busy else (),
        rule="CWN-SKILL-01",
    )


LINES: Lines = (
    (("attack", "use skill", "aid"), main_actions),
    (("run", "stand up", "hold"), moves),
    (("go prone", "improvise"), on_turn),
    (("snap attack", "total defense", "drop"), instants),
    (("use",), powers),
    (("waive", "unwaive", "watch", "unwatch", "let go", "propose"), wishes),
)
"""The actions of one's own turn, then Instants, then wishes. CWN-ACT-01 CWN-ACT-03 CWN-INST-01"""
