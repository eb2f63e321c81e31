"""What a driver does with his vehicle besides steering it: stunts, and running somebody or something down."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from msgspec.structs import replace

from firefight.ask import Ask
from firefight.dice import Dice
from firefight.events import Event, Followed, Marked, Told
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number import checks
from firefight.games.cities_without_number import rules_between as rules
from firefight.games.cities_without_number.checks import Approach, Part
from firefight.games.cities_without_number.crews import driver, is_at_the_wheel, is_vehicle, vehicle_of
from firefight.games.cities_without_number.harm import hurt
from firefight.games.cities_without_number.instants import Pending, answered
from firefight.games.cities_without_number.reasons import why_not_now
from firefight.games.cities_without_number.sheet import ATTRIBUTES, conscious, trauma_target
from firefight.marks import UNTIL_ROUND_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed

NOBODY = ""
STUNT = "stunt"
DRIVING, DODGING = Approach("Dex", "Drive"), Approach("Dex", "Exert")

# ------------------------------------------------------------------ lines of the menu


def lines(table: Table) -> Iterator[Offer]:
    """Stunts and ramming of everybody at a wheel, within the action that keeps control.

    CWN-STUNT-01 CWN-STUNT-02 CWN-RAM-01 CWN-RAM-02
    """
    for vehicle in table.present():
        one = driver(table, vehicle.id) if is_vehicle(vehicle) else None
        if one is not None and conscious(one) and not vehicle.has("destroyed"):
            yield stunt_line(table, one, vehicle)
            yield from ram_lines(table, one, vehicle)


def own_lines(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """The same for a driver in his turn; the GM then says how hard it is, and whether there is room to dodge.

    CWN-STUNT-01 CWN-STUNT-02 CWN-RAM-01 CWN-RAM-02
    """
    vehicle = vehicle_of(table, one)
    if vehicle is None or not is_at_the_wheel(one, vehicle.id) or vehicle.has("destroyed"):
        return
    no = why_not_now(table, one, "on turn", now)
    for offer in (stunt_line(table, one, vehicle), *ram_lines(table, one, vehicle)):
        fixed = {name: value for name, value in offer.fixed.items() if name != "who"}
        picks = tuple(pick for pick in offer.picks if pick.pick not in ("difficulty", "room", "attribute"))
        yield replace(offer, picks=picks, fixed=fixed, price="part of driving", reasons=(*no, *offer.reasons))


def stunt_line(table: Table, one: Combatant, vehicle: Combatant) -> Offer:
    """A stunt, against a difficulty or against another driver. CWN-STUNT-01 CWN-STUNT-02"""
    again = vehicle.has(STUNT) and table.options["stunt_limit"] == "one"
    no = (*why_not_driven(table, vehicle, "CWN-STUNT-01"), *((Reason("stunt_done", "CWN-STUNT-01"),) if again else ()))
    rivals = (Choice(NOBODY), *(Choice(other.id) for other in rival_drivers(table, vehicle)))
    picks = (
        Choices("what", (), "", "any"), Choices("attribute", tuple(map(Choice, ATTRIBUTES)), "Dex"),
        Choices("difficulty", (), 8, "number", 0, 40), Choices("against", rivals, NOBODY),
    )  # fmt: skip
    return Offer("stunt", picks, fixed={"who": one.id, "vehicle": vehicle.id}, reasons=no, rule="CWN-STUNT-01")


def ram_lines(table: Table, one: Combatant, vehicle: Combatant) -> Iterator[Offer]:
    """Ramming people, where they cannot dodge, and vehicles. CWN-RAM-01 CWN-RAM-02"""
    no = why_not_driven(table, vehicle, "CWN-RAM-01")
    people = [other for other in table.present() if not is_vehicle(other) and vehicle_of(table, other) is None]
    room = Choices("room", (Choice("narrow"), Choice("open", (Reason("room_to_dodge", "CWN-RAM-01"),))), "narrow")
    fixed = {"who": one.id, "vehicle": vehicle.id}
    if people:
        yield Offer("ram", (among(people), room), fixed={**fixed, "at": "person"}, reasons=no, rule="CWN-RAM-01")
    others = [other for other in table.present() if is_vehicle(other) and other.id != vehicle.id]
    if others := [other for other in others if not other.has("destroyed")]:
        yield Offer("ram", (among(others),), fixed={**fixed, "at": "vehicle"}, reasons=no, rule="CWN-RAM-02")


def among(targets: list[Combatant]) -> Choices:
    """A pick among targets."""
    return Choices("target", tuple(Choice(other.id) for other in targets), targets[0].id)


def why_not_driven(table: Table, vehicle: Combatant, rule: str) -> tuple[Reason, ...]:
    """Against a vehicle in a fight whose driver has not kept control this round. CWN-STUNT-01 CWN-RAM-01"""
    return (Reason("not_driven", rule),) if table.timeline.running and not vehicle.has("in control") else ()


def rival_drivers(table: Table, vehicle: Combatant) -> Iterator[Combatant]:
    """The fit drivers of other vehicles. CWN-STUNT-02"""
    for other in table.present():
        one = driver(table, other.id) if is_vehicle(other) and other.id != vehicle.id else None
        if one is not None and conscious(one):
            yield one


# ------------------------------------------------------------------ stunts


def stunt(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A stunt costs nothing beside the driving; failing does not lose control. CWN-STUNT-01 CWN-STUNT-02"""
    act, who = deed.act, deed.who or deed.act.text("who")
    if deed.who and not (yield from answered(deed, ask)):
        return
    how, rival = Approach(act.text("attribute", "Dex"), "Drive"), act.text("against")
    if ask.table.timeline.running:
        yield Marked(act.text("vehicle"), Mark(STUNT, UNTIL_ROUND_END, quiet=True))
    if rival != NOBODY:
        good = yield from checks.contest(deed, ask, Part(who, how, 0), Part(rival, DRIVING, 0))
    else:
        good = yield from checks.passing(deed, ask, who, how, difficulty(deed, ask), 0, "the stunt fails")
    about = (rival,) if rival != NOBODY else ()
    rule = "CWN-STUNT-02" if about else "CWN-STUNT-01"
    what = act.text("what") or "a stunt"
    yield Told("stunt_works" if good else "stunt_fails", who, {"what": what}, about=about, rules=(rule,))


def difficulty(deed: Deed, ask: Ask) -> int:
    """How hard a stunt is: the GM has said, or is asked. CWN-STUNT-01"""
    said = deed.act.number("difficulty", 8)
    return ask.amount("difficulty", 8, deed.act.text("what") or "a stunt") if deed.who else said


# ------------------------------------------------------------------ ramming


def ram(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One driver against whoever is in the way. CWN-RAM-01 CWN-RAM-02"""
    if deed.who and not (yield from answered(deed, ask)):
        return
    if deed.act.text("at") == "vehicle":
        yield from rams_vehicle(deed, ask)
    elif deed.who and ask.ruling("room", ("open", "narrow"), "open", "is there room to dodge?") == "open":
        yield Told(
            "ram_refused", deed.who, {"target": deed.act.text("target")}, about=(deed.act.text("target"),), rules=("CWN-RAM-01",)
        )
    else:
        yield from rams_person(deed, ask)


def rams_person(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A driver who wins forces a save. CWN-RAM-01"""
    act, target, who = deed.act, deed.act.text("target"), deed.who or deed.act.text("who")
    if (yield from checks.contest(deed, ask, Part(who, DRIVING, 0), Part(target, DODGING, 0))):
        yield Followed(Act("run down", {"vehicle": act.text("vehicle"), "who": target}), f"{deed.id}/run down {target}")
    else:
        yield missed(who, target, "CWN-RAM-01")


def run_down(deed: Deed, ask: Ask) -> Iterator[Event]:
    """An Evasion save against all that the vehicle can take itself. CWN-RAM-01"""
    target = deed.act.text("who")
    if (yield from checks.saving(deed, ask, target, "Evasion", 0)).good:
        yield Told("unharmed", target, rules=("CWN-RAM-01",))
    else:
        yield collision(deed, ask, deed.act.text("vehicle"), target)


def rams_vehicle(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Both are hit by what the other one can take; a vehicle that nobody drives cannot get away. CWN-RAM-02"""
    vehicle, target, who = deed.act.text("vehicle"), deed.act.text("target"), deed.who or deed.act.text("who")
    if (yield from wins(deed, ask, who, target)):
        yield from (collision(deed, ask, by, on) for by, on in ((vehicle, target), (target, vehicle)))
    else:
        yield missed(who, target, "CWN-RAM-02")


def wins(deed: Deed, ask: Ask, who: str, target: str) -> Generator[Event, None, bool]:
    """Whether a driver gets at the other vehicle. CWN-RAM-02"""
    other = driver(ask.table, target)
    if other is None or not conscious(other):
        return True
    return (yield from checks.contest(deed, ask, Part(who, DRIVING, 0), Part(other.id, DRIVING, 0)))


def collision(deed: Deed, ask: Ask, by: str, on: str) -> Followed:
    """The damage of a collision: the maximum of what hits, its Trauma Die against the target of what is hit.

    Deadly, and nothing that Soak takes. CWN-RAM-01 CWN-RAM-02 CWN-DMG-02 CWN-TRAUMA-04
    """
    rammer, target = ask.table.who(by), ask.table.who(on)
    (die,) = ask.throw_for("", {f"trauma {on}": Dice(1, rules.RAM_DIE)})[0]
    factor = rules.ram_factor(die, ask.number(f"trauma target {on}", trauma_target(target)))
    base = ask.number(f"collision {on}", rammer.pools["hp"].most or rammer.pool("hp"))
    return hurt(deed, on, base, "other", factor=factor, traumatic=factor > 1, lethal=True)


def missed(who: str, target: str, rule: str) -> Told:
    """The one in the way gets out of it. CWN-RAM-01 CWN-RAM-02"""
    return Told("ram_misses", who, {"target": target}, about=(target,), rules=(rule,))
