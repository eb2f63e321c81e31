"""Lines of the menu about shoves and grapples."""

from __future__ import annotations

from collections.abc import Iterator

from firefight import scene
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number.attacks import attributes
from firefight.games.cities_without_number.instants import Pending
from firefight.games.cities_without_number.limbs import why_no_hands
from firefight.games.cities_without_number.manoeuvres import CARRIED
from firefight.games.cities_without_number.reach import held_by
from firefight.games.cities_without_number.reasons import SHOWN, counted, why_no_main, why_no_on_turn, why_not_now
from firefight.games.cities_without_number.sheet import UNARMED, is_thing
from firefight.games.cities_without_number.targets import People, others, targets, why_no_weapon
from firefight.games.cities_without_number.things import HANDS, at_hand, free_hands
from firefight.table import Combatant, Table
from firefight.timeline import Pick

MEANT = Choices("meant", (Choice("non-lethal"), Choice("lethal")), "non-lethal")


def lines(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Shoving, taking hold, and what comes of that. CWN-MAN-01 CWN-MAN-03 CWN-MAN-05 CWN-MAN-06"""
    no, people = (*why_not_now(table, one, "main", now), *why_no_main(one)), others(table, one)
    yield Offer("shove", shoving_picks(table, one, people), SHOWN["main"], reasons=no, rule="CWN-MAN-01")
    fixed: dict[str, Pick] = {"weapon": UNARMED.name}
    hold = (*no, *why_no_grip(table, one))
    yield Offer("grapple", grappling_picks(table, one, people), SHOWN["main"], fixed, hold, "CWN-MAN-03")
    if one.has("grappled"):
        yield Offer("escape", (), SHOWN["main"], reasons=no, rule="CWN-MAN-03")
    if held_by(table, one) is not None:
        yield Offer("haul", carrying(table, one), SHOWN["main"], {"how": "carry"}, no, "CWN-MAN-06")
        yield Offer("haul", (), SHOWN["main"], {"how": "throw"}, no, "CWN-MAN-06")
        quick = (*why_not_now(table, one, "on turn", now), *why_no_on_turn(one))
        yield Offer("release", (), counted(one), reasons=quick, rule="CWN-MAN-03")
        yield Offer("tighten", (MEANT,), counted(one), reasons=quick, rule="CWN-MAN-05")


def shoving_picks(table: Table, one: Combatant, people: People, first: str = "") -> tuple[Choices, ...]:
    """Whom, with what, and whether he is pushed or knocked down. CWN-MAN-01 CWN-MAN-04"""
    blades = [arm for arm in at_hand(one) if arm.kind == "melee"]
    arms = tuple(Choice(arm.name, why_no_weapon(table, one, arm, True)) for arm in blades)
    free = next(arm.value for arm in arms if not arm.reasons or arm is arms[-1])
    effect = Choices("effect", (Choice("push"), Choice("prone")), "push")
    return (targets(table, one, people, UNARMED, True, first), Choices("weapon", arms, free), effect)


def grappling_picks(table: Table, one: Combatant, people: People, first: str = "") -> tuple[Choices, ...]:
    """Whom, and whether it is meant to kill. CWN-MAN-03 CWN-MAN-05"""
    living = [other for other in people if not is_thing(other)] or people
    return (targets(table, one, living, UNARMED, True, first), MEANT, *attributes(one, UNARMED))


def why_no_grip(table: Table, one: Combatant) -> tuple[Reason, ...]:
    """Against taking hold: hands that are not free, or that hold somebody already. CWN-MAN-03 CWN-MAN-07"""
    return (
        *(() if free_hands(one) >= HANDS else (Reason("no_free_hands", "CWN-MAN-03"),)),
        *why_no_hands(one, HANDS),
        *(() if held_by(table, one) is None else (Reason("holds_already", "CWN-MAN-07"),)),
    )


def carrying(table: Table, one: Combatant) -> tuple[Choices, ...]:
    """Where to a victim is carried: across the map, or so many metres. CWN-MAN-06"""
    too_far = Reason("out_of_bounds", "CWN-MAN-06", {"least": 1, "most": CARRIED})
    way = scene.way(table, one, CARRIED, too_far)
    return (way,) if way else (Choices("metres", (), CARRIED, "number", 1, CARRIED, too_far),)
