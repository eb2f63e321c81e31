"""Stabilizing the wounded: saved from death, or on the way to getting well."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.events import Event, Marked, PoolSet, Told, Unmarked
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cyberpunk_red import checks, rules
from firefight.games.cyberpunk_red.gear import ACTION
from firefight.games.cyberpunk_red.scene import why_not_at
from firefight.games.cyberpunk_red.sheet import REACH, STATES, is_person, skill_of, wound_state
from firefight.games.cyberpunk_red.wounds import DEAD, MORTALLY, SAVES
from firefight.table import Combatant, Mark, Table, Until
from firefight.timeline import Deed


def stabilize_line(table: Table, one: Combatant) -> Offer:
    """Stabilizing somebody within reach, the wounded of one's own side first. CPR-ACT-08"""
    people = sorted(
        filter(is_person, table.present()),
        key=lambda other: (other.side != one.side, not other.has("mortally wounded"), other.id == one.id),
    )
    choices = tuple(Choice(other.id, (*why_not_treated(other), *why_not_at(table, one, other, REACH))) for other in people)
    target = Choices("target", choices, next((choice.value for choice in choices if not choice.reasons), ""))
    return Offer("stabilize", (target, *checks.luck_picks(one)), ACTION, rule="CPR-ACT-08")


def why_not_treated(other: Combatant) -> tuple[Reason, ...]:
    """There is nothing to be done for the dead, nor for anybody who has no wound. CPR-ACT-08 CPR-HP-02 CPR-HP-04"""
    dead = Reason("dead", "CPR-HP-02") if other.has(DEAD) else None
    well = Reason("not_wounded", "CPR-HP-04") if not other.has_any(STATES[1:]) else None
    return tuple(reason for reason in (dead, well) if reason)


def stabilize(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Natural healing begins, or somebody is saved from being Mortally Wounded. CPR-ACT-08 CPR-HP-04"""
    target = ask.table.who(deed.act.text("target"))
    made, events = treated(deed, ask, target)
    yield from events
    if not made:
        yield Told("stabilize_fails", deed.who, {"target": target.id}, rules=("CPR-ACT-08",), about=(target.id,))
    elif target.has(MORTALLY):
        yield from saved(ask.table, target)
    else:
        yield Marked(target.id, Mark("healing naturally"), rules=("CPR-ACT-08",))


def treated(deed: Deed, ask: Ask, target: Combatant) -> tuple[bool, list[Event]]:
    """Whether the treatment works: TECH and First Aid or Paramedic against the wound; a sketch leaves it to the GM. CPR-HP-04"""
    if not checks.is_fought(ask, deed.who):
        return ask.ruling("stabilize", ("success", "failure"), "success", target.name) == "success", []
    skill = max(("first aid", "paramedic"), key=lambda name: skill_of(ask.table, deed.who, name))
    total = checks.action(ask, deed.who, "stabilize", "tech", skill)
    dv = ask.number("dv", rules.stabilize_dv(wound_state(target)))
    made = rules.succeeds(total, dv, ask.table.is_on("check_tie_succeeds"))
    key = "check_succeeds" if made else "check_fails"
    return made, [checks.told(ask, key, deed.who, total, dv, what=skill), *checks.luck_spent(deed)]


def saved(table: Table, target: Combatant) -> Iterator[Event]:
    """Somebody Mortally Wounded lives: one hit point, out cold for a minute, the Death Saves made are forgotten. CPR-HP-04"""
    if target.has(SAVES):
        yield Unmarked(target.id, SAVES, quiet=True)
    if target.pool("hp") > 0:
        yield Unmarked(target.id, STATES[3], rules=("CPR-ACT-08",))
        return
    yield PoolSet(target.id, "hp", 1, rules=("CPR-HP-04",))
    yield Marked(target.id, Mark("unconscious", Until("clock", at=table.clock.minute + 1)), rules=("CPR-HP-04",))
