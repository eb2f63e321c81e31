"""Lines of the menu about shoves and grapples."""

from __future__ import annotations

from collections.abc import Iterator

from firefight import scene
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number.attacks import attributes
from firefight.games.cities_without_number.instants import Pending
from firefight.games.cities_without_number.manoeuvres import CARRIED
from firefight.games.cities_without_number.reach import held_by
from firefight.games.cities_without_number.reasons import SHOWN, counted, why_no_main, why_no_on_turn, why_not_now
from firefight.games.cities_without_number.sheet import UNARMED, Weapon, is_thing
from firefight.games.cities_without_number.targets import targets, why_no_weapon
from firefight.games.cities_without_number.things import HANDS, at_hand, free_hands
from firefight.table import Combatant, Table
from firefight.timeline import Pick

MEANT = Choices("meant", (Choice("non-lethal"), Choice("lethal")), "non-lethal")


def lines(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Shoving, taking hold, and what comes of that. CWN-MAN-01 CWN-MAN-03 CWN-MAN-05 CWN-MAN-06"""
    no = (*why_not_now(table, one, "main", now), *why_no_main(one))
    for arm in at_hand(one):
        if arm.kind == "melee":
            barred = why_no_weapon(table, one, arm, True)
            picks = shoving_picks(table, one, arm)
            yield Offer("shove", picks, SHOWN["main"], {"weapon": arm.name}, (*no, *barred), "CWN-MAN-01")
    fixed: dict[str, Pick] = {"weapon": UNARMED.name}
    yield Offer("grapple", grappling_picks(table, one), SHOWN["main"], fixed, (*no, *why_no_grip(table, one)), "CWN-MAN-03")
    if one.has("grappled"):
        yield Offer("escape", (), SHOWN["main"], reasons=no, rule="CWN-MAN-03")
    if held_by(table, one) is not None:
        yield Offer("haul", carrying(table, one), SHOWN["main"], {"how": "carry"}, no, "CWN-MAN-06")
        yield Offer("haul", (), SHOWN["main"], {"how": "throw"}, no, "CWN-MAN-06")
        quick = (*why_not_now(table, one, "on turn", now), *why_no_on_turn(one))
        yield Offer("release", (), counted(one), reasons=quick, rule="CWN-MAN-03")
        yield Offer("tighten", (MEANT,), counted(one), reasons=quick, rule="CWN-MAN-05")


def shoving_picks(table: Table, one: Combatant, arm: Weapon) -> tuple[Choices, ...]:
    """Whom, and whether he is pushed or knocked down. CWN-MAN-01"""
    effect = Choices("effect", (Choice("push"), Choice("prone")), "push")
    return (targets(table, one, arm, True), effect, *attributes(one, arm))


def grappling_picks(table: Table, one: Combatant) -> tuple[Choices, ...]:
    """Whom, and whether it is meant to kill. CWN-MAN-03 CWN-MAN-05"""
    known = targets(table, one, UNARMED, True)
    living = tuple(choice for choice in known.choices if not is_thing(table.who(str(choice.value))))
    return (Choices("target", living or known.choices, known.default), MEANT, *attributes(one, UNARMED))


def why_no_grip(table: Table, one: Combatant) -> tuple[Reason, ...]:
    """Against taking hold: hands that are not free, or that hold somebody already. CWN-MAN-03 CWN-MAN-07"""
    return (
        *(() if free_hands(one) >= HANDS else (Reason("no_free_hands", "CWN-MAN-03"),)),
        *(() if held_by(table, one) is None else (Reason("holds_already", "CWN-MAN-07"),)),
    )


def carrying(table: Table, one: Combatant) -> tuple[Choices, ...]:
    """Where to a victim is carried: across the map, or so many metres. CWN-MAN-06"""
    too_far = Reason("out_of_bounds", "CWN-MAN-06", {"least": 1, "most": CARRIED})
    way = scene.way(table, one, CARRIED, too_far)
    return (way,) if way else (Choices("metres", (), CARRIED, "number", 1, CARRIED, too_far),)
