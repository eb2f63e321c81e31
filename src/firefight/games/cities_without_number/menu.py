"""The menu of Cities Without Number: what somebody may do now, and every reason against what he may not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from firefight import scene
from firefight.game import Choice, Choices, Lines, Offer, Reason, listed
from firefight.games.cities_without_number import (
    aftermath,
    attacks,
    between,
    executions,
    gm,
    grips,
    handling,
    squads,
    strikes,
    swarms,
    vehicles,
)
from firefight.games.cities_without_number.budget import metres, metres_left, moment
from firefight.games.cities_without_number.instants import CONTESTS, ROLLS, Pending, stage_of, why_no_ability, why_no_defense
from firefight.games.cities_without_number.limbs import why_no_stand
from firefight.games.cities_without_number.reasons import (
    GIVEN_MAIN,
    SHOWN,
    counted,
    why_held_fast,
    why_no_main,
    why_no_move,
    why_no_on_turn,
    why_not_now,
    why_unable,
)
from firefight.games.cities_without_number.sheet import SKILLS, Ability, combat_skill, conscious, sheet
from firefight.games.cities_without_number.targets import others
from firefight.games.cities_without_number.time import used
from firefight.table import Combatant, Table
from firefight.timeline import Deed, Turn

TYPES = ("main", "move", "on turn", "instant")
NOBODY = ""


def menu(table: Table, who: str, verb: str = "") -> tuple[Offer, ...]:
    """Everything this person may do now; the GM's own lines for nobody ("")."""
    if not who:
        return tuple(gm.menu(table, verb))
    one, now = table.who(who), answering(table)
    return tuple(listed(LINES if table.timeline.running else IN_CALM, verb, table, one, now))


def answering(table: Table) -> Pending:
    """What the window on top answers, as far as the table shows it; nothing where none is open. CWN-INST-02"""
    stack = table.timeline.stack
    top = stack[-1] if stack else None
    if not isinstance(top, Turn) or not top.window:
        return Pending()
    stage, who = stage_of(top.window)
    below = stack[-2] if len(stack) > 1 else None
    if stage in CONTESTS:
        return Pending("after", "check", who)
    if not isinstance(below, Deed):
        return Pending(stage, "none" if stage == "last" else "", who)
    roll = ROLLS.get(below.act.verb, "none" if below.who else "")
    if roll != "attack":
        return Pending(stage, roll, below.who if stage == "free" else who or below.who, below.act.text("target"))
    target = who or below.act.text("target")
    return attacks.shown(table, below, target) if stage == "after" else Pending(stage, roll, below.who, target)


# ------------------------------------------------------------------ one's own turn


def skill_use(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Using a skill, which takes the Main Action. CWN-ACT-12"""
    no = (*why_not_now(table, one, "main", now), *why_no_main(one))
    skills = Choices("skill", tuple(map(Choice, SKILLS)), "Fix")
    yield Offer("use skill", (Choices("what", (), "", "text"), skills), SHOWN["main"], reasons=no, rule="CWN-ACT-12")


def helping(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Helping with an ally's next check; in a fight that takes the Main Action. CWN-SKILL-08"""
    fights = table.timeline.running
    no = (*why_not_now(table, one, "main", now), *why_no_main(one)) if fights else ()
    allies = [other.id for other in table.present() if other.side == one.side and other.id != one.id]
    if allies:
        picks = gm.choices("ally", allies), Choices("skill", tuple(map(Choice, SKILLS)), "Notice"), Choices("how", (), "", "text")
        yield Offer("aid", picks, SHOWN["main"] if fights else "", reasons=no, rule="CWN-SKILL-08")


def runs(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Moving: across the map where one stands on it, or so many metres, perhaps up to somebody. CWN-ACT-02 CWN-ACT-10"""
    left = metres_left(table, one)
    here = (*why_not_now(table, one, "move", now), *why_held_fast(table, one), *(() if left else why_no_move(one)))
    price = "rest of the Move" if left else price_of_move(one)
    far = left or metres(table, one)
    way = scene.way(table, one, far / 2, Reason("too_far", "CWN-ACT-02", {"left": f"{far / 2:g}"}))
    if way:
        yield Offer("run", (way,), price, reasons=here, rule="CWN-ACT-02")
        return
    people = (Choice(NOBODY), *(Choice(other.id) for other in others(table, one)))
    yield Offer("run", (distance(far), Choices("next to", people, NOBODY)), price, reasons=here, rule="CWN-ACT-02")


def price_of_move(one: Combatant) -> str:
    """What a Move is paid with: what a power has given, the Move itself, else the Main Action. CWN-ACT-02 CWN-ACT-10"""
    if one.has("bonus move"):
        return "bonus Move"
    return "Main, as a second Move" if one.has("spent move") else SHOWN["move"]


def distance(half_metres: int) -> Choices:
    """Metres of a run, up to what one Move covers; a half is a choice where the way is not whole metres. CWN-GEN-02"""
    whole = half_metres // 2
    if half_metres % 2 == 0:
        return Choices("metres", (), whole, "number", 1, max(1, whole))
    return Choices("metres", (*(Choice(n) for n in range(1, whole + 1)), Choice(f"{whole}.5")), f"{whole}.5")


def moves(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """What else takes the Move, or the Main Action as a second one; holding back takes the Move itself.

    CWN-ACT-02 CWN-ACT-17 CWN-ACT-19
    """
    here = why_not_now(table, one, "move", now)
    if one.has("prone"):
        up = Choices("picking up", (Choice("no"), Choice("yes")), "no")
        no = (*here, *why_no_move(one), *why_no_stand(one))
        yield Offer("stand up", (up,), price_of_move(one), reasons=no, rule="CWN-ACT-17")
    spent = (Reason("move_spent", "CWN-ACT-19"),) if one.has("spent move") else ()
    yield Offer("hold", (), SHOWN["move"], reasons=(*here, *spent), rule="CWN-ACT-19")


def screening(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Standing in the way of whoever attacks an ally. CWN-SCREEN-01 CWN-SCREEN-02"""
    allies = [Choice(other.id) for other in table.present() if other.side == one.side and other.id != one.id]
    if allies:
        weak = (Reason("no_combat_skill", "CWN-SCREEN-02"),) if combat_skill(one) < 1 else ()
        no = (*why_not_now(table, one, "move", now), *why_no_move(one), *why_held_fast(table, one), *weak)
        choices = tuple(Choice(one_.value, strikes.why_no_way(table, one, str(one_.value))) for one_ in allies)
        yield Offer("screen", (Choices("ally", choices, choices[0].value),), price_of_move(one), reasons=no, rule="CWN-SCREEN-01")


def on_turn(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """What takes but a moment of one's own turn, and whatever else the GM will allow. CWN-ACT-03 CWN-ACT-04 CWN-ACT-18"""
    if not one.has("prone"):
        no = (*why_not_now(table, one, "on turn", now), *why_no_on_turn(one))
        yield Offer("go prone", (), counted(one), reasons=no, rule="CWN-ACT-18")
    picks = (Choices("what", (), "", "text"), Choices("type", tuple(map(Choice, TYPES)), "main"))
    busy = moment(table, one.id) == "not now" or bool(now.stage)
    no = (*why_unable(one), *((Reason("not_now", "CWN-ACT-04"),) if busy else ()))
    yield Offer("improvise", picks, "as the GM says", reasons=no, rule="CWN-ACT-04")


# ------------------------------------------------------------------ at any time


def instants(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Total Defense, and dropping something. CWN-INST-01 CWN-INST-02 CWN-ACT-09 CWN-ACT-15"""
    here = () if moment(table, one.id) != "not now" else (Reason("not_now", "CWN-INST-01"),)
    yield Offer("total defense", (), GIVEN_MAIN, reasons=(*here, *why_no_defense(table, one, now)), rule="CWN-ACT-09")
    yield from handling.instant_lines(table, one, here)


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
    """Whether one wants to be asked in windows, giving up a held action."""
    waives, watches = one.has("waives"), one.has("watches")
    yield Offer("unwaive" if waives else "waive", (), "be asked again" if waives else "ask me nothing", rule="CWN-INST-02")
    yield Offer("unwatch" if watches else "watch", (), "ask me less" if watches else "ask me always", rule="CWN-INST-02")
    if table.timeline.hold_of(one.id):
        yield Offer("let go", (), "gives up the hold", rule="CWN-ACT-19")


def proposal(table: Table, one: Combatant, now: Pending) -> Iterable[Offer]:
    """A player's wish for a check, between deeds. CWN-SKILL-01"""
    top = table.timeline.top
    busy = top is not None and (not isinstance(top, Turn) or bool(top.window))
    no = (Reason("not_now", "CWN-SKILL-01"),) if busy else ()
    return (Offer("propose", (Choices("what", (), "", "text"),), "asks the GM", reasons=no, rule="CWN-SKILL-01"),)


LINES: Lines = (
    (("free attack",), strikes.free_attacking),
    (("attack",), strikes.attacking),
    (("squad attack",), squads.attacking),
    (("throw",), strikes.throwing),
    (("fire",), vehicles.firing),
    (("drive",), vehicles.driving),
    (("strike",), swarms.striking),
    (("use",), powers),
    (("run",), runs),
    (("stand up", "hold"), moves),
    (("total defense", "drop"), instants),
    (("snap attack", "snap shove", "snap grapple"), strikes.snapping),
    (("charge",), strikes.charging),
    (("swarm",), swarms.joining),
    (("screen",), screening),
    (("withdraw",), strikes.withdrawing),
    (("use skill",), skill_use),
    (("aid",), helping),
    *aftermath.LINES,
    (("shove", "grapple", "escape", "haul", "release", "tighten"), grips.lines),
    (("go prone", "improvise"), on_turn),
    (("pick up", "put away", "nock"), handling.quick_lines),
    (("ready", "stow", "reload"), handling.main_lines),
    *between.LINES,
    (("line up",), executions.lining_up),
    (("execute",), executions.executing),
    (("waive", "unwaive", "watch", "unwatch", "let go"), wishes),
    (("propose",), proposal),
)
"""What is done most stands first, wishes last. CWN-ACT-01 CWN-ACT-03 CWN-INST-01"""
IN_CALM: Lines = (
    (("use",), powers), (("aid",), helping), (("line up",), executions.lining_up), (("execute",), executions.executing),
    (("propose",), proposal), *aftermath.IN_CALM, *between.IN_CALM,
)  # fmt: skip
"""Outside a fight no budget counts; powers are still used up. CWN-TIME-02"""
