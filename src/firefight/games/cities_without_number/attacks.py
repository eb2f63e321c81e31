"""An attack from the declaration to what it does: windows, screens, the roll against an Armour Class, damage, trauma.

Every number it uses can be overruled by name ("line.ac", "line.cover", "damage done"). CWN-GEN-01 CWN-ATK-01
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

from firefight.ask import Ask, whole
from firefight.dice import D20, Dice
from firefight.events import Event, Flagged, Followed, Told
from firefight.game import Choice, Choices, Reason
from firefight.games.cities_without_number import rules
from firefight.games.cities_without_number.aim import (
    RULINGS,
    Attempt,
    attempt,
    house,
    ruling,
    ruling_flag,
    strike_line,
)
from firefight.games.cities_without_number.gear import dice_of
from firefight.games.cities_without_number.instants import MANOEUVRES, Pending, answered, interrupted, may_go_on, windows
from firefight.games.cities_without_number.reach import engages
from firefight.games.cities_without_number.screens import screened
from firefight.games.cities_without_number.sheet import Weapon, conscious, is_thing, modifier, secret, sheet, written_out
from firefight.games.cities_without_number.targets import others, why_no_target
from firefight.table import Combatant, Table
from firefight.timeline import Act, Answer, Deed, Pick, Turn, Value


class Faces(NamedTuple):
    """The dice of an attack: the d20, the sum of the weapon's dice, the Trauma Die (0 where none is thrown)."""

    d20: int
    damage: int
    trauma: int


class Struck(NamedTuple):
    """An attack whose outcome is final: whom it meets, its numbers, its dice, what came of it."""

    attempt: Attempt
    line: rules.Strike
    faces: Faces
    blow: rules.Blow
    harmless: bool = False


def attack(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One attack, all its steps. CWN-ATK-01 CWN-ACT-05 CWN-ACT-06 CWN-ACT-07"""
    struck = yield from rolled(deed, ask)
    if struck is not None:
        yield from done(deed, ask, struck)
        yield from next_attack(deed, ask.table)


def rolled(deed: Deed, ask: Ask) -> Generator[Event, None, Struck | None]:
    """An attack up to the end of its second window; None if it does not happen any more.

    CWN-ATK-01 CWN-INST-02 CWN-INST-04 CWN-GEN-01
    """
    declared = ask.table
    if not (yield from still_possible(deed, ask)):
        return None
    target = yield from screened(deed, ask, declared)
    if not target:
        yield Told("action_lost", deed.who, rules=("CWN-INST-04",))
        return None
    before, tried = ask.table, attempt(ask.table, deed, target)
    faces = thrown(ask, tried)
    stage = "after" if target == deed.act.text("target") else f"after {target}"
    windows(ask, stage, lambda table: pending(table, deed, target, faces))
    tried = tried if ask.table is before else attempt(ask.table, deed, target)
    line = ask.line(strike_line(ask.table, tried, added(deed))._replace(certain=certain(deed, ask)))
    blow = rules.strike(line, house(ask.table), *faces)
    if not (is_thing(tried.target) and blow.hit):
        return Struck(tried, line, faces, blow)
    said = yield from ruled(ask, tried)
    line = line._replace(rating=tried.arm.rating if said == "trauma" else 0)
    return Struck(tried, line, faces, rules.strike(line, house(ask.table), *faces), said == "no harm")


def still_possible(deed: Deed, ask: Ask) -> Generator[Event, None, bool]:
    """Window A; False if the attacker cannot do it any more, or the target has got out of reach. CWN-INST-02 CWN-INST-04

    The blow at the end of a charge has had its window before the run.
    """
    if deed.act.verb == "charge home":
        return may_go_on(deed, ask)
    declared = ask.table
    if not (yield from answered(deed, ask, "attack")):
        return False
    if ask.table is declared or not out_of_reach(ask.table, deed) or out_of_reach(declared, deed):
        return True
    yield Told("action_lost", deed.who, rules=("CWN-INST-04",))
    return False


def out_of_reach(table: Table, deed: Deed) -> bool:
    """Whether the target is not to be reached as things are."""
    a = attempt(table, deed, deed.act.text("target"))
    return bool(why_no_target(table, a.one, a.target, a.arm, a.melee))


def thrown(ask: Ask, a: Attempt) -> Faces:
    """The dice, all from one hand; what turns out not to be due is not used. CWN-ATK-01 CWN-TRAUMA-03"""
    wanted: dict[str, Dice] = {"attack": D20, **({} if a.verb in MANOEUVRES else harming(a))}
    faces = [sum(one) for one in ask.throw(**wanted)]
    return Faces(*faces, *[0] * (3 - len(faces)))


def harming(a: Attempt) -> dict[str, Dice]:
    """The dice of what an attack does; a shove or a grapple throws none. CWN-MAN-01 CWN-MAN-03"""
    trauma = {"trauma": dice_of(a.arm.trauma)} if a.lethal and a.arm.trauma else {}
    return {"damage": dice_of(a.arm.dice), **trauma}


def ruled(ask: Ask, a: Attempt) -> Generator[Event, None, str]:
    """What this weapon can do to a machine is asked once a fight. CWN-TRAUMA-04 CWN-VEH-05 CWN-VEH-10"""
    options = RULINGS if a.lethal and a.arm.trauma else RULINGS[1:]
    suggested = ruling(ask.table, a) if ruling(ask.table, a) in options else options[0]
    if ask.table.flags.get(ruling_flag(a)):
        return suggested
    said = ask.ruling("machine", options, suggested, f"what can the {a.arm.name} do to {a.target.name}?")
    yield Flagged(ruling_flag(a), RULINGS.index(said) + 1)
    return said


# ------------------------------------------------------------------ what comes of it


def done(deed: Deed, ask: Ask, struck: Struck) -> Iterator[Event]:
    """The outcome is told, and what it does follows: that is decided when it lands. CWN-ATK-01 CWN-ACT-05"""
    a, blow = struck.attempt, struck.blow
    computed = 0 if struck.harmless else rules.damage(blow.base, blow.factor, blow.floor)
    damage = ask.number("damage done", computed)
    yield from told(deed, struck, damage)
    if a.melee:
        yield from engages(ask.table, deed.who, a.target.id)
    if damage or (blow.traumatic and not struck.harmless):
        yield suffering(deed, struck, blow if damage == computed else blow._replace(base=damage, factor=1, floor=0))
    below = interrupted(ask.table)
    if below is not None and is_held(ask.table, deed.who):
        yield Followed(Act("settle", {"deed": below.id}), f"{deed.id}/settle")


def suffering(deed: Deed, struck: Struck, blow: rules.Blow) -> Followed:
    """What the target suffers, as a deed that follows. CWN-ATK-01"""
    a = struck.attempt
    picks: dict[str, Pick] = {
        "target": a.target.id, "by": deed.who, "base": blow.base, "factor": blow.factor, "floor": blow.floor,
        "of": "weapon" if blow.hit else "shock", "lethal": a.lethal, "traumatic": blow.traumatic, "shielded": blow.shielded,
    }  # fmt: skip
    if a.arm.unsurvivable:
        picks["unsurvivable"] = True
    return Followed(Act("suffer", picks), f"{deed.id}/suffer {a.target.id}")


def told(deed: Deed, struck: Struck, damage: int) -> Iterator[Event]:
    """What the table hears of an attack; the roll in its parts is for the GM. CWN-ATK-01 CWN-SHOCK-01 CWN-TRAUMA-01"""
    a, line, blow = struck.attempt, struck.line, struck.blow
    good = "gets_at" if a.verb in MANOEUVRES else "hits"
    key = good if blow.hit else ("misses_with_shock" if damage else "misses")
    values: dict[str, Value] = {"target": a.target.id, "weapon": a.arm.name, "total": blow.total, "damage": damage}
    deciding = ("CWN-ATK-01", *(() if blow.hit or not damage else ("CWN-SHOCK-01",)))
    yield Told(key, deed.who, values, secret=secret(a.one, "total", "damage"), about=(a.target.id,), rules=deciding)
    yield Told("roll", deed.who, parts(struck), about=(a.target.id,), gm=True)
    if blow.traumatic:
        die = struck.faces.trauma + line.trauma
        trauma: dict[str, Value] = {"die": die, "against": line.trauma_target, "factor": blow.factor, "base": blow.base}
        hidden = (*secret(a.one, "die", "base"), *secret(a.target, "against"))
        yield Told("traumatic", a.target.id, trauma, secret=hidden, about=(deed.who,), rules=("CWN-TRAUMA-01", "CWN-TRAUMA-02"))


NAMED = ("cover", "unseen", "range", "prone", "reach", "action", "modifier")


def parts(struck: Struck) -> dict[str, Value]:
    """The roll in its parts, by the names under which the GM may overrule them, and the Armour Class it meets."""
    line = struck.line
    named = [f", {name} {getattr(line, name):+}" for name in NAMED if getattr(line, name)]
    return {"die": struck.faces.d20, "bonus": line.bonus, "parts": "".join(named), "total": struck.blow.total, "ac": line.ac}


def next_attack(deed: Deed, table: Table) -> Iterator[Event]:
    """Who makes several attacks with one Main Action makes the next one when this one has landed. CWN-ATK-07"""
    made = deed.act.number("nth", 1)
    if deed.act.verb in ("attack", "throw", "fire") and made < sheet(table.who(deed.who)).attacks:
        yield Followed(Act("go on", {**deed.act.picks, "verb": deed.act.verb, "nth": made + 1}), f"{deed.id}/next", deed.who)


def go_on(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The next of several attacks: at the same target, or at another if that one is down. CWN-ATK-07"""
    a = attempt(ask.table, deed, deed.act.text("target"))
    target: str = a.target.id
    if not conscious(a.target):
        found = [one.id for one in others(ask.table, a.one) if is_open(ask.table, a, one)]
        if not found or not conscious(a.one):
            return
        target = ask.choose("next target", deed.who, (*found, "nobody"), found[0], "whom does the next attack meet?")
    if target != "nobody":
        picks = {name: value for name, value in deed.act.picks.items() if name != "verb"}
        yield Followed(Act(deed.act.text("verb"), {**picks, "target": target}), f"{deed.id}/attack", deed.who)


def is_open(table: Table, a: Attempt, one: Combatant) -> bool:
    """Whether an enemy on his feet can be attacked in the same way."""
    return one.side != a.one.side and conscious(one) and not why_no_target(table, a.one, one, a.arm, a.melee)


# ------------------------------------------------------------------ picks of an attack


def meaning(arm: Weapon) -> Choices:
    """Whether it is meant to kill, as far as the weapon allows. CWN-DMG-03"""
    no_kill = (Reason("only_nonlethal", "CWN-DMG-03"),) if arm.nonlethal == "always" else ()
    no_mercy = (Reason("only_lethal", "CWN-DMG-03"),) if arm.nonlethal == "never" else ()
    default = "non-lethal" if arm.nonlethal == "always" else "lethal"
    return Choices("meant", (Choice("lethal", no_kill), Choice("non-lethal", no_mercy)), default)


def attributes(one: Combatant, arm: Weapon) -> tuple[Choices, ...]:
    """Which of a weapon's attributes serves, the higher modifier first, where there is a choice. CWN-ATK-04"""
    if len(arm.attributes) < 2 or not written_out(one):
        return ()
    worth = {name: modifier(one, name) for name in arm.attributes}
    choices = tuple([Choice(name, label=f"{name} {value:+}") for name, value in worth.items()])
    return (Choices("attribute", choices, max(worth, key=worth.__getitem__)),)


# ------------------------------------------------------------------ what the windows know and do


def pending(table: Table, deed: Deed, target: str, faces: Faces) -> Pending:
    """The attack as it stands with its dice on the table. CWN-INST-02"""
    hit, miss = sure(deed)
    line = strike_line(table, attempt(table, deed, target), added(deed))._replace(certain=(hit > miss) - (hit < miss))
    of_line = [note for note in deed.notes if note.label.startswith("line.")]
    noted: dict[str, Any] = {note.label[5:]: whole(note.label, note.value) for note in of_line}
    blow = rules.strike(line._replace(**noted), house(table), *faces)
    harm = line.certain <= 0 and rules.damage(blow.base, blow.factor, blow.floor) > 0
    return Pending("after", "attack", deed.who, target, blow.hit, harm)


def shown(table: Table, deed: Deed, target: str) -> Pending:
    """The same from what the deed remembers, for a menu; on a view that does not show the dice, nothing is known of it."""
    attack, damage = latest(deed.answers, "attack"), latest(deed.answers, "damage")
    if attack is None or target not in table.combatants:
        return Pending("after", "attack", deed.who, target)
    return pending(table, deed, target, Faces(attack, damage or 0, latest(deed.answers, "trauma") or 0))


def latest(answers: tuple[Answer, ...], label: str) -> int | None:
    """The sum of some dice as they were thrown last."""
    thrown = [one.value for one in answers if one.label == label or one.label.startswith(f"{label} again ")]
    faces = thrown[-1] if thrown else None
    return sum(face for face in faces if isinstance(face, int)) if isinstance(faces, tuple) else None


def added(deed: Deed) -> int:
    """Points that powers have added to the roll, or taken from it. CWN-INST-02"""
    return sum(whole(note.label, note.value) for note in deed.notes if note.label.startswith("added by "))


def sure(deed: Deed) -> tuple[int, int]:
    """In which of the windows the attack was made a sure hit, and a sure miss; 0 for never."""
    notes = {note.label: whole(note.label, note.value) for note in deed.notes if note.label in ("sure hit", "sure miss")}
    return notes.get("sure hit", 0), notes.get("sure miss", 0)


def certain(deed: Deed, ask: Ask) -> int:
    """1 for a sure hit, -1 for a sure miss, 0 where the dice decide. Both at once is for the GM. CWN-INST-03 CWN-INST-05"""
    hit, miss = sure(deed)
    if hit and hit == miss:
        said = ask.ruling(
            "contradiction", ("the dice stand", "hit", "miss"), "the dice stand", "a sure hit and a sure miss at once"
        )
        return {"hit": 1, "miss": -1}.get(said, 0)
    return (hit > miss) - (hit < miss)


def is_held(table: Table, who: str) -> bool:
    """Whether the deed on top is a held action of this one. CWN-ACT-19"""
    frame = table.timeline.stack[-2] if len(table.timeline.stack) > 1 else None
    mark = table.who(who).mark("steps in")
    return isinstance(frame, Turn) and (frame.tag(who) == "held" or (mark is not None and mark.note == frame.id))
