"""Lines of the menu about attacks: plain ones, thrown things, charges, snaps, free attacks, getting away."""

from __future__ import annotations

from collections.abc import Iterator

from firefight import scene
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number.aim import THROWN_WITH
from firefight.games.cities_without_number.attacks import attributes, meaning
from firefight.games.cities_without_number.budget import metres, moment
from firefight.games.cities_without_number.grips import grappling_picks, shoving_picks, why_no_grip
from firefight.games.cities_without_number.instants import Pending, is_hostile, stage_of, why_no_snap
from firefight.games.cities_without_number.limbs import why_no_hands, why_no_stand
from firefight.games.cities_without_number.movement import LEAST_RUN_UP, run_up, way_to
from firefight.games.cities_without_number.reach import blade, is_enemy, reach_of
from firefight.games.cities_without_number.reach import metres as far_off
from firefight.games.cities_without_number.reasons import (
    GIVEN_MAIN,
    SHOWN,
    why_held_fast,
    why_no_main,
    why_not_now,
)
from firefight.games.cities_without_number.sheet import UNARMED, Weapon, level, sheet, weapons, written_out
from firefight.games.cities_without_number.targets import others, targets, why_no_weapon
from firefight.games.cities_without_number.things import HANDS, at_hand, place
from firefight.table import Combatant, Table
from firefight.timeline import Pick, Turn


def usable(one: Combatant) -> Iterator[Weapon]:
    """The weapons a line speaks of: those at hand, what is in the pack with the reason against it, bare hands last."""
    yield from (arm for arm in weapons(one) if arm.body or place(one, arm.name) != "ground")
    yield UNARMED


def attacking(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """An attack with every weapon that is not thrown. CWN-ACT-05 CWN-ACT-06 CWN-ATK-01"""
    no, people = (*why_not_now(table, one, "main", now), *why_no_main(one)), others(table, one)
    aims: dict[tuple[bool, int, int], Choices] = {}
    for arm in usable(one):
        if arm.kind != "thrown":
            melee = arm.kind == "melee"
            alike = melee, arm.reach, arm.long_range
            if alike not in aims:
                aims[alike] = targets(table, one, people, arm, melee)
            barred = why_no_weapon(table, one, arm, melee)
            picks = (aims[alike], meaning(arm), *attributes(one, arm), *second(table, one, arm))
            yield Offer("attack", picks, SHOWN["main"], {"weapon": arm.name}, (*no, *barred), "CWN-ATK-01")


def throwing(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Throwing what can be thrown, with Shoot, Stab or Exert. CWN-ACT-06"""
    no = (*why_not_now(table, one, "main", now), *why_no_main(one))
    for arm in usable(one):
        if arm.can_be_thrown:
            barred = why_no_weapon(table, one, arm, False)
            kept = (meaning(arm), *attributes(one, arm), *thrown_with(one), *second(table, one, arm))
            picks = (targets(table, one, others(table, one), arm, False), *kept)
            yield Offer("throw", picks, SHOWN["main"], {"weapon": arm.name}, (*no, *barred), "CWN-ACT-06")


def thrown_with(one: Combatant) -> tuple[Choices, ...]:
    """The skill of a throw, the best one first. CWN-ACT-06"""
    if not written_out(one):
        return ()
    best = max(THROWN_WITH, key=lambda skill: level(one, skill))
    return (Choices("skill", tuple(map(Choice, THROWN_WITH)), best),)


# ------------------------------------------------------------------ two weapons


def second(table: Table, one: Combatant, arm: Weapon) -> tuple[Choices, ...]:
    """A second weapon, in the other hand. CWN-MAN-09"""
    if not arm.hands or arm.hands > 1 or len(sheet(one).weapons) < 2:
        return ()
    pairs = [other for other in at_hand(one)[:-1] if other.name != arm.name]
    if not pairs:
        return ()
    choices = (Choice("", label="no second weapon"), *(Choice(other.name, why_no_pair(one, arm, other)) for other in pairs))
    return (Choices("second", choices, ""),)


def why_no_pair(one: Combatant, arm: Weapon, other: Weapon) -> tuple[Reason, ...]:
    """Against two weapons at once: hands, training in both; NPCs only as the GM says. CWN-MAN-09"""
    if not one.pc:
        return (Reason("gm_says", "CWN-MAN-09"),)
    trained = all(level(one, known.skill) >= 1 for known in (arm, other))
    return (
        *((Reason("too_few_hands", "CWN-MAN-09"),) if arm.hands + other.hands > HANDS else ()),
        *why_no_hands(one, arm.hands + other.hands),
        *(() if trained else (Reason("untrained_with_two", "CWN-MAN-09"),)),
    )


# ------------------------------------------------------------------ charges, and getting away


def charging(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """A run-up that ends in a blow or a throw; Main and Move together. CWN-ACT-08"""
    no = (
        *why_not_now(table, one, "main", now), *why_no_main(one), *why_held_fast(table, one),
        *((Reason("move_spent", "CWN-ACT-08"),) if one.has("spent move") and not one.has("bonus move") else ()),
        *((Reason("prone", "CWN-ACT-08"),) if one.has("prone") else ()), *why_no_stand(one),
    )  # fmt: skip
    for arm in usable(one):
        if arm.kind in ("melee", "thrown"):
            barred = why_no_weapon(table, one, arm, arm.kind == "melee")
            blow = (meaning(arm), *attributes(one, arm), *thrown_at_last(arm))
            picks = (run_targets(table, one, arm), *run_length(table, one), *blow)
            yield Offer("charge", picks, "Main and Move", {"weapon": arm.name}, (*no, *barred), "CWN-ACT-08")


def thrown_at_last(arm: Weapon) -> tuple[Choices, ...]:
    """Whether what is for blows is thrown at the end of the run. CWN-ACT-08"""
    return (Choices("thrown", (Choice("no"), Choice("yes")), "no"),) if arm.kind == "melee" and arm.can_be_thrown else ()


def run_length(table: Table, one: Combatant) -> tuple[Choices, ...]:
    """Metres of the run-up, where no map tells them. CWN-ACT-08"""
    if table.ground is not None and one.place is not None:
        return ()
    most = metres(table, one)
    return (Choices("metres", (), min(10, most), "number", LEAST_RUN_UP, most, Reason("run_up", "CWN-ACT-08")),)


def run_targets(table: Table, one: Combatant, arm: Weapon) -> Choices:
    """Those who can be charged: neither too near nor too far. CWN-ACT-08"""
    found = tuple(Choice(other.id, why_no_run_up(table, one, other, arm)) for other in others(table, one))
    free = [choice.value for choice in found if not choice.reasons]
    return Choices("target", found, free[0] if free else (found[0].value if found else ""))


def why_no_run_up(table: Table, one: Combatant, other: Combatant, arm: Weapon) -> tuple[Reason, ...]:
    """Against a charge at somebody: no free straight run of at least three metres and at most two Moves. CWN-ACT-08"""
    no = (Reason("run_up", "CWN-ACT-08"),)
    if scene.both(table, one, other) is not None:
        return () if run_up(table, one, other, arm) else no
    far = far_off(table, one, other)
    out = far is not None and (far < LEAST_RUN_UP or far - reach_of(table, arm) > metres(table, one))
    return no if out else ()


def withdrawing(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """A Fighting Withdrawal, from all enemies or by house rule from one. CWN-ACT-11"""
    no = (*why_not_now(table, one, "main", now), *why_no_main(one))
    picks: tuple[Choices, ...] = ()
    if table.options["withdrawal_scope"] == "one_enemy":
        enemies = tuple(Choice(other.id) for other in table.present() if is_enemy(one, other))
        picks = (Choices("from", enemies, enemies[0].value),) if enemies else ()
    yield Offer("withdraw", picks, SHOWN["main"], reasons=no, rule="CWN-ACT-11")


def why_no_way(table: Table, one: Combatant, ally: str) -> tuple[Reason, ...]:
    """Against going to an ally's side: no way there within one Move. CWN-SCREEN-01"""
    other = table.who(ally)
    if scene.both(table, one, other) is None:
        return ()
    return () if way_to(table, one, other, metres(table, one) / 2) else (Reason("too_far_away", "CWN-SCREEN-01"),)


# ------------------------------------------------------------------ answers


def snapping(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Snap Attacks, and shoves and grapples made as such. CWN-ACT-07"""
    at = moment(table, one.id)
    if at == "own turn":
        return
    here = (*(() if at != "not now" else (Reason("not_now", "CWN-INST-01"),)), *why_no_snap(table, one, now))
    first, people = now.doer if is_hostile(table, one, now.doer) else "", others(table, one)
    for arm in usable(one):
        melee = arm.kind == "melee"
        no = (*here, *why_no_weapon(table, one, arm, melee))
        picks = (targets(table, one, people, arm, melee, first), meaning(arm), *attributes(one, arm))
        fixed: dict[str, Pick] = {"weapon": arm.name}
        yield Offer("snap attack", picks, GIVEN_MAIN, fixed, no, "CWN-ACT-07")
    if table.is_on("snap_manoeuvres"):
        yield Offer("snap shove", shoving_picks(table, one, people, first), GIVEN_MAIN, reasons=here, rule="CWN-ACT-07")
        no, fixed = (*here, *why_no_grip(table, one)), {"weapon": UNARMED.name}
        yield Offer("snap grapple", grappling_picks(table, one, people, first), GIVEN_MAIN, fixed, no, "CWN-ACT-07")


def free_attacking(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """The free attack on somebody who leaves one's reach, with a blade in use. CWN-ACT-10"""
    top = table.timeline.top
    mine = isinstance(top, Turn) and stage_of(top.window or "none 0") == ("free", one.id)
    if not mine or now.doer not in table.combatants:
        return
    for arm in at_hand(one):
        if blade(one, arm) and (arm != UNARMED or table.is_on("unarmed_free_attack")):
            picks = (meaning(arm), *attributes(one, arm))
            fixed: dict[str, Pick] = {"weapon": arm.name, "target": now.doer}
            yield Offer("free attack", picks, "free", fixed, why_no_weapon(table, one, arm, True), "CWN-ACT-10")
