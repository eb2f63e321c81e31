"""What the GM does at the table of Cities Without Number: opening checks, morale, patience, minutes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from firefight.ask import Ask
from firefight.dice import TWO_D6
from firefight.events import Closed, Event, Flagged, Followed, Marked, Told
from firefight.game import Choice, Choices, Lines, Offer, Reason, listed
from firefight.games.cities_without_number import (
    aftermath,
    between,
    checks,
    executions,
    harm,
    instants,
    rules,
    swarms,
    time,
    timing,
    vehicles,
)
from firefight.games.cities_without_number.checks import DIFFICULTIES
from firefight.games.cities_without_number.crews import is_vehicle
from firefight.games.cities_without_number.order import is_pc_side
from firefight.games.cities_without_number.sheet import ATTRIBUTES, SAVES, SKILLS, can_act, level, sheet, written_out
from firefight.marks import UNTIL_ROUND_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed

WHAT_SAVES_ARE_FOR = {
    "Physical": "exhaustion, poison, disease, harm to the body",
    "Evasion": "explosions, traps, whatever needs speed",
    "Mental": "hacked implants, influence on the mind, shock",
    "Luck": "blind chance alone",
}


def menu(table: Table, verb: str = "") -> Iterator[Offer]:
    """Everything the GM can do of himself, or at least what one verb offers. CWN-SKILL-01"""
    return listed(LINES, verb, table)


def saves(table: Table) -> Iterator[Offer]:
    """A saving throw of anybody. CWN-SAVE-02"""
    people = tuple(table.present())
    if people:
        yield save_offer(people)


def open_checks(table: Table) -> Iterator[Offer]:
    """A check of everybody here. CWN-SKILL-01"""
    return (check_offer(table, one) for one in table.present())


def opposed_checks(table: Table) -> Iterator[Offer]:
    """Everybody here against the others. CWN-SKILL-09"""
    people = tuple(table.present())
    for one in people if len(people) > 1 else ():
        yield opposed_offer(table, one, tuple(other for other in people if other.id != one.id))


def surprise_checks(table: Table) -> Iterator[Offer]:
    """Everybody here against those of other sides. CWN-INIT-04"""
    for one in table.present():
        if foes := tuple(other for other in table.present() if other.side != one.side):
            yield surprise_offer(one, foes)


def of_the_sides(table: Table) -> Iterator[Offer]:
    """Initiative modifiers, morale, and when it is enough. CWN-INIT-01 CWN-SEQ-03 CWN-ACT-03 CWN-INST-01 CWN-SKILL-03"""
    sides = choices("side", [one.side for one in table.present()])
    if sides.choices:
        yield Offer("modify initiative", (sides, Choices("by", (), -2, "number", -20, 20)), rule="CWN-INIT-01")
    groups = choices("side", [side for side in npc_sides(table) if conscious_members(table, side)])
    if groups.choices:
        yield Offer("morale", (groups,), rule="CWN-SEQ-03")
        yield Offer("facing defeat", (groups,), rule="CWN-SEQ-03")
    if table.timeline.running:
        who = choices("who", [one.id for one in table.fighters() if one.here])
        yield Offer("enough", (who, choices("of", ["on turn", "instants"])), rule="CWN-INST-01")
    yield Offer("training required", (choices("skill", SKILLS), choices("is", ["yes", "no"])), rule="CWN-SKILL-03")


def choices(pick: str, values: Iterable[str], default: str = "") -> Choices:
    """A pick among some words, each once."""
    found = tuple(dict.fromkeys(values))
    return Choices(pick, tuple(map(Choice, found)), default or (found[0] if found else ""))


def harming(table: Table) -> Iterator[Offer]:
    """Damage that no attack has done: a fall, a fire, poison, what a grenade leaves of somebody. CWN-DMG-02"""
    people = [one.id for one in table.present()]
    if people:
        damage = Choices("damage", (), 1, "number", 1, 1000)
        kinds = choices("of", ["other", "weapon"]), choices("meant", ["lethal", "non-lethal"])
        yield Offer("harm", (choices("who", people), damage, *kinds), rule="CWN-DMG-02")


# ------------------------------------------------------------------ opening rolls


def save_offer(people: tuple[Combatant, ...]) -> Offer:
    """A saving throw: whose, of which kind, with what it is for. CWN-SAVE-02"""
    kinds = Choices("kind", tuple(Choice(kind, label=WHAT_SAVES_ARE_FOR[kind]) for kind in SAVES), "Evasion")
    bonus, damage = Choices("bonus", (), 0, "number", -30, 30), Choices("damage", (), 0, "number", 0, 1000)
    of = choices("of", ["other", "weapon"])
    return Offer("save", (choices("who", [one.id for one in people]), kinds, bonus, damage, of), rule="CWN-SAVE-02")


def check_offer(table: Table, one: Combatant) -> Offer:
    """A check of one person, with the difficulties most tables use. CWN-SKILL-01 CWN-SKILL-04 CWN-SKILL-05"""
    presets = tuple(Choice(number, label=label) for number, label in DIFFICULTIES.items())
    second = (choices("or attribute", ["", *ATTRIBUTES]), choices("or skill", ["", *SKILLS]))
    difficulty = Choices("difficulty", presets, 8, "number", 0, 40)
    picks = (*approach_picks("", table, one), *second, difficulty, *situation_picks(""))
    return Offer("check", (*picks, choices("limit", ["kept", "lifted"])), fixed={"who": one.id}, rule="CWN-SKILL-01")


def approach_picks(role: str, table: Table, one: Combatant | None = None) -> tuple[Choices, ...]:
    """Attribute and skill of somebody, and for an ordinary NPC how good he should be at it. CWN-SKILL-07"""
    skills = tuple(Choice(skill, why_untrained(table, one, skill)) for skill in SKILLS)
    return (
        choices(f"{role}attribute", ATTRIBUTES, "Wis"),
        Choices(f"{role}skill", skills, "Notice"),
        choices(f"{role}fit", ["good", "ordinary", "bad"]),
    )


def why_untrained(table: Table, one: Combatant | None, skill: str) -> tuple[Reason, ...]:
    """Against the untrained, where the GM has said that a skill needs training. CWN-SKILL-03"""
    if one is None or not table.flags.get(f"training {skill}") or not written_out(one) or level(one, skill) != rules.UNTRAINED:
        return ()
    return (Reason("training_required", "CWN-SKILL-03", {"skill": skill}),)


def situation_picks(role: str) -> tuple[Choices, ...]:
    """What helps or hinders: modifiers in a list, a skill that hardly fits, gear. CWN-SKILL-04 CWN-SKILL-06"""
    stretch = Choices(f"{role}stretch", (Choice(0), Choice(-1), Choice(-2)), 0)
    return Choices(f"{role}situation", (), "", "any"), stretch, Choices(f"{role}gear", (), 0, "number", -10, 10)


def opposed_offer(table: Table, one: Combatant, others: tuple[Combatant, ...]) -> Offer:
    """An opposed check of one person against another. CWN-SKILL-09"""
    active = (*approach_picks("active ", table, one), *situation_picks("active "))
    resisting = (*approach_picks("resisting ", table), *situation_picks("resisting "))
    against = choices("resisting", [other.id for other in others])
    return Offer("opposed check", (against, *active, *resisting), fixed={"active": one.id}, rule="CWN-SKILL-09")


def surprise_offer(one: Combatant, foes: tuple[Combatant, ...]) -> Offer:
    """An ambush; who expects a fight cannot be surprised. CWN-INIT-04"""
    no = (Reason("expects_a_fight", "CWN-INIT-04"),)
    targets = tuple(Choice(foe.id, no if foe.has("expects a fight") else ()) for foe in foes)
    default = next((choice.value for choice in targets if not choice.reasons), "")
    picks = (Choices("target", targets, default), Choices("situation", (), "", "any"))
    return Offer("surprise check", picks, fixed={"ambusher": one.id}, rule="CWN-INIT-04")


# ------------------------------------------------------------------ morale


def npc_sides(table: Table) -> list[str]:
    """The sides without a PC, whose morale can break. CWN-SEQ-03"""
    sides = dict.fromkeys(one.side for one in table.fighters() if not one.pc)
    return [side for side in sides if not is_pc_side(table, side)]


def conscious_members(table: Table, side: str) -> list[Combatant]:
    """Those of a side who are here and on their feet; vehicles have no courage to lose."""
    return [one for one in table.fighters() if one.side == side and one.here and can_act(one)]


def losses(table: Table, side: str) -> int:
    """How many of a side are down or gone."""
    people = sum(one.side == side and not is_vehicle(one) for one in table.fighters())
    return people - len(conscious_members(table, side))


def hand_over(table: Table, event: Closed) -> Iterator[Event]:
    """As play passes on: a swarm that has not struck, a vehicle nobody has driven, the morale of those with losses.

    CWN-SEQ-03 CWN-SWARM-01 CWN-VEH-02
    """
    if table.timeline.running and is_turn(event.id):
        yield from swarms.warned(table, tuple(who for who, _ in event.dues))
        yield from vehicles.uncontrolled(table, event)
        yield from morale_offers(table)


def morale_offers(table: Table) -> Iterator[Event]:
    """The GM is offered a check for every group with new losses or facing defeat. CWN-SEQ-03"""
    line = table.timeline
    if line.stack or table.options["morale_prompt"] == "off":
        return
    for side in npc_sides(table):
        new = losses(table, side) - table.flags.get(f"gm losses {side}", 0)
        if (new > 0 or table.flags.get(f"gm defeat {side}")) and conscious_members(table, side):
            path = f"{line.fight}.{line.round}/morale {side} {len(line.done)}"
            yield Followed(Act("morale", {"side": side, "offered": True}), path)


def is_turn(path: str) -> bool:
    """Whether the path of a frame is that of a turn: round and members; what goes on within one has a / in it."""
    return ":" in path and "/" not in path


def morale(deed: Deed, ask: Ask) -> Iterator[Event]:
    """2d6 above the best Morale among those still standing: they break. CWN-SEQ-03"""
    side = deed.act.text("side")
    name = ask.table.sides[side].name or side
    members = conscious_members(ask.table, side)
    yield Flagged(f"gm losses {side}", losses(ask.table, side))
    yield Flagged(f"gm defeat {side}", 0)
    if (
        deed.act.picks.get("offered")
        and ask.ruling(f"morale {side}", ("check", "no check"), "check", f"{name} have losses") != "check"
    ):
        return
    best = max((sheet(one).morale for one in members), default=0)
    score, dice = ask.number("morale score", best), sum(ask.throw_for("", {f"morale dice {side}": TWO_D6})[0])
    broken = rules.breaks(dice, score)
    seen = tuple(one.id for one in members)
    yield Told("morale_breaks" if broken else "morale_holds", "", {"side": name}, about=seen, rules=("CWN-SEQ-03",))
    yield Told("morale_dice", "", {"dice": dice, "score": score}, about=seen, gm=True)
    if broken:
        yield from (Marked(one.id, Mark("broken")) for one in members)


# ------------------------------------------------------------------ short acts


def modify_initiative(deed: Deed, ask: Ask) -> Iterator[Event]:
    """What a side's coming initiative roll is helped or hindered by. CWN-INIT-01 CWN-INIT-04"""
    yield Flagged(f"gm initiative {deed.act.text('side')}", deed.act.number("by"))


def facing_defeat(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A group that the GM sees facing defeat is offered a check at the next hand-over. CWN-SEQ-03"""
    yield Flagged(f"gm defeat {deed.act.text('side')}")


def enough(deed: Deed, ask: Ask) -> Iterator[Event]:
    """No more Instants, or On Turn Actions, of somebody this round. CWN-INST-01 CWN-ACT-03"""
    of = deed.act.text("of")
    yield Marked(
        deed.act.text("who"), Mark(f"enough {of}", UNTIL_ROUND_END), rules=("CWN-ACT-03" if of == "on turn" else "CWN-INST-01",)
    )


def training_required(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A skill that the untrained cannot even try. CWN-SKILL-03"""
    yield Flagged(f"training {deed.act.text('skill')}", int(deed.act.text("is") == "yes"))


OF_THE_TABLE: dict[str, Callable[[Deed, Ask], Iterable[Event]]] = {
    **timing.OF_THE_ROUND,
    **aftermath.OF_THE_TABLE,
    **between.OF_THE_TABLE,
    "suffer": harm.suffer, "harm": harm.harm,
    "settle": instants.settle, "new scene": time.new_scene, "morale": morale,
    "save": checks.save, "check": checks.check, "opposed check": checks.opposed_check, "surprise check": checks.surprise_check,
    "modify initiative": modify_initiative, "facing defeat": facing_defeat, "enough": enough,
    "training required": training_required, "spend time": time.spend_time, "attach": time.attach,
    "line up": executions.line_up, "seat": vehicles.seat, "set moving": vehicles.moves, "control": vehicles.control,
    "wreck": vehicles.wreck, "caught": vehicles.blasted, "crash": vehicles.crash,
    "thrown about": vehicles.thrown_about, "pulled out": vehicles.pulled_out,
}  # fmt: skip
LINES: Lines = (
    (("save",), saves),
    (("check",), open_checks),
    (("opposed check",), opposed_checks),
    (("surprise check",), surprise_checks),
    (("modify initiative", "morale", "facing defeat", "enough", "training required"), of_the_sides),
    (("spend time", "attach"), time.offers),
    (("harm",), harming),
    (("line up",), executions.assassins),
    (("seat", "set moving"), vehicles.seating),
    *aftermath.GM,
    *between.GM,
)
