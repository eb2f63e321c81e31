"""Vehicles in combat: keeping control, what happens to a wreck and to those aboard, crashes.

A vehicle carries the marks "moving" and, for a round in which somebody has driven it, "in control". CWN-VEH-01
"""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.events import Closed, Event, Followed, Marked, PoolSet, Told, Unmarked
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number import attacks, checks, rules
from firefight.games.cities_without_number.crews import crew, driver, is_at_the_wheel, is_moving, is_vehicle, vehicle_of
from firefight.games.cities_without_number.harm import falls, hurt
from firefight.games.cities_without_number.instants import Pending, answered
from firefight.games.cities_without_number.reasons import SHOWN, why_no_main, why_not_now
from firefight.games.cities_without_number.sheet import conscious, sheet, weapons
from firefight.games.cities_without_number.targets import others, targets, why_empty
from firefight.marks import UNTIL_ROUND_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed, Pick

# ------------------------------------------------------------------ lines of the menu


def driving(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Driving, or taking the wheel from somebody who cannot. CWN-VEH-02"""
    vehicle = vehicle_of(table, one)
    if vehicle is None or vehicle.has("destroyed"):
        return
    no = (*why_not_now(table, one, "main", now), *why_no_main(one))
    mine = is_at_the_wheel(one, vehicle.id)
    fit = driver(table, vehicle.id)
    taken = (Reason("wheel_taken", "CWN-VEH-02"),) if fit is not None and not mine and conscious(fit) else ()
    picks = Choices("and", (Choice("keep moving"), Choice("stop")), "keep moving")
    yield Offer("drive", (picks,), SHOWN["main"], {"vehicle": vehicle.id}, (*no, *taken), "CWN-VEH-02")


def firing(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Firing a mounted weapon, which needs a gunner of its own. CWN-VEH-03"""
    vehicle = vehicle_of(table, one)
    if vehicle is None or vehicle.has("destroyed"):
        return
    no = (*why_not_now(table, one, "main", now), *why_no_main(one))
    busy = (Reason("drives", "CWN-VEH-03"),) if is_at_the_wheel(one, vehicle.id) and is_moving(vehicle) else ()
    for arm in weapons(vehicle):
        fired = (Reason("fired_already", "CWN-VEH-03"),) if vehicle.has(f"fired {arm.name}") else ()
        fixed: dict[str, Pick] = {"weapon": arm.name, "mount": vehicle.id}
        picks = (targets(table, one, others(table, one), arm, False), attacks.meaning(arm), *attacks.attributes(one, arm))
        yield Offer("fire", picks, SHOWN["main"], fixed, (*no, *busy, *fired, *why_empty(vehicle, arm)), "CWN-VEH-03")


def seating(table: Table) -> Iterator[Offer]:
    """The GM puts people into vehicles and out of them, and says whether these move. CWN-VEH-01 CWN-VEH-05"""
    vehicles = [one.id for one in table.present() if is_vehicle(one)]
    people = [one.id for one in table.present() if not is_vehicle(one)]
    if not vehicles or not people:
        return
    seats = Choices("seat", (Choice("passenger"), Choice("driver"), Choice("out")), "passenger")
    picks = Choices("who", tuple(map(Choice, people)), people[0]), Choices("vehicle", tuple(map(Choice, vehicles)), vehicles[0])
    yield Offer("seat", (*picks, seats), rule="CWN-VEH-01")
    yield Offer("set moving", (picks[1], Choices("is", (Choice("yes"), Choice("no")), "yes")), rule="CWN-VEH-05")


# ------------------------------------------------------------------ driving


def drive(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The driver keeps control for this round, and sets off or stops; who takes the wheel is the driver. CWN-VEH-02"""
    if not (yield from answered(deed, ask)):
        return
    vehicle = deed.act.text("vehicle")
    if not is_at_the_wheel(ask.table.who(deed.who), vehicle):
        former = driver(ask.table, vehicle)
        yield from seated(former, vehicle, "aboard") if former else ()
        yield from seated(ask.table.who(deed.who), vehicle, "at the wheel")
    yield Marked(vehicle, Mark("in control", UNTIL_ROUND_END, quiet=True), rules=("CWN-VEH-02",))
    yield from set_moving(ask.table.who(vehicle), deed.act.text("and") != "stop")


def seated(one: Combatant, vehicle: str, seat: str) -> Iterator[Event]:
    """Somebody changes his seat; "" is out of the vehicle."""
    yield from (Unmarked(one.id, mark.name, mark.by) for mark in one.marks if mark.name in ("aboard", "at the wheel"))
    if seat:
        yield Marked(one.id, Mark(seat, by=vehicle))


def set_moving(vehicle: Combatant, moves: bool) -> Iterator[Event]:
    """A vehicle sets off, or comes to rest. CWN-VEH-05"""
    if moves and not is_moving(vehicle):
        yield Marked(vehicle.id, Mark("moving"), rules=("CWN-VEH-05",))
    elif not moves and is_moving(vehicle):
        yield Unmarked(vehicle.id, "moving", rules=("CWN-VEH-05",))


def fire(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A mounted weapon is fired, once a round. CWN-VEH-03 CWN-VEH-04"""
    yield Marked(deed.act.text("mount"), Mark(f"fired {deed.act.text('weapon')}", UNTIL_ROUND_END, quiet=True))
    yield from attacks.attack(deed, ask)


def seat(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The GM's word on who sits where. CWN-VEH-01"""
    places = {"passenger": "aboard", "driver": "at the wheel", "out": ""}
    vehicle, to = deed.act.text("vehicle"), places[deed.act.text("seat")]
    former = driver(ask.table, vehicle) if to == "at the wheel" else None
    if former is not None and former.id != deed.act.text("who"):
        yield from seated(former, vehicle, "aboard")
    yield from seated(ask.table.who(deed.act.text("who")), vehicle, to)


def moves(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The GM's word on whether a vehicle moves. CWN-VEH-05"""
    yield from set_moving(ask.table.who(deed.act.text("vehicle")), deed.act.text("is") == "yes")


# ------------------------------------------------------------------ out of control


def uncontrolled(table: Table, event: Closed) -> Iterator[Event]:
    """At the end of its slot a moving vehicle that nobody has driven is out of its driver's hands. CWN-VEH-02"""
    for who, tag in event.dues:
        one = table.who(who)
        if tag == "turn" and is_vehicle(one) and one.here and is_moving(one) and not one.has("in control"):
            line = table.timeline
            yield Followed(Act("control", {"vehicle": who}), f"{line.fight}.{line.round}/control {who}")


def control(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The driver's Luck save, fit or not: a safe halt, or a crash. CWN-VEH-02 CWN-VEH-07"""
    vehicle = deed.act.text("vehicle")
    at_the_wheel = driver(ask.table, vehicle)
    if at_the_wheel is None:
        halts = ask.ruling("nobody drives", ("crash", "halt"), "crash", f"nobody drives {ask.table.who(vehicle).name}") == "halt"
    else:
        halts = (yield from checks.saving(deed, ask, at_the_wheel.id, "Luck", 0)).good
    if halts:
        yield Unmarked(vehicle, "moving", rules=("CWN-VEH-02",))
    else:
        yield Followed(Act("crash", {"vehicle": vehicle}), f"{deed.id}/crash {vehicle}")


# ------------------------------------------------------------------ wrecks


def wreck(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A vehicle without hit points: everybody aboard is hit as well, then it crashes if it was moving.

    CWN-VEH-06 CWN-VEH-07 CWN-VEH-10
    """
    vehicle, blast = ask.table.who(deed.act.text("who")), deed.act.number("damage")
    yield from destroyed(vehicle)
    if blast:
        yield from (caught(deed, one, blast) for one in crew(ask.table, vehicle.id))
    if is_moving(vehicle) or ask.table.options["crash_when"] == "always_when_destroyed":
        yield Followed(Act("crash", {"vehicle": vehicle.id}), f"{deed.id}/crash")


def destroyed(vehicle: Combatant) -> Iterator[Event]:
    """A vehicle is a wreck. CWN-VEH-06"""
    yield Unmarked(vehicle.id, "falling", quiet=True)
    yield Marked(vehicle.id, Mark("destroyed"), rules=("CWN-VEH-06",))


def caught(deed: Deed, one: Combatant, blast: int) -> Followed:
    """Somebody aboard is caught in what destroyed the vehicle. CWN-VEH-06"""
    return Followed(Act("caught", {"who": one.id, "damage": blast}), f"{deed.id}/caught {one.id}")


def blasted(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A Luck save halves the damage; the occupant's own Soak counts after that. CWN-VEH-06 CWN-GEN-02"""
    who, damage = deed.act.text("who"), deed.act.number("damage")
    saved = yield from checks.saving(deed, ask, who, "Luck", 0)
    half = rules.halved(damage, ask.table.options["rounding"] == "up")
    yield hurt(deed, who, half if saved.good else damage, "weapon")


def crash(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A vehicle crashes: it is destroyed, and everybody aboard makes his saves. CWN-VEH-07 CWN-VEH-08"""
    vehicle = ask.table.who(deed.act.text("vehicle"))
    yield Told("crashes", vehicle.id, rules=("CWN-VEH-08",))
    yield from ([Unmarked(vehicle.id, "moving", quiet=True)] if is_moving(vehicle) else [])
    if not vehicle.has("destroyed"):
        yield from destroyed(vehicle)
        yield from ([PoolSet(vehicle.id, "hp", 0)] if vehicle.pool("hp") else [])
    yield from (
        Followed(Act("thrown about", {"who": one.id}), f"{deed.id}/crash {one.id}") for one in crew(ask.table, vehicle.id)
    )


def thrown_about(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The first of two saves of everybody in a crash: Physical. CWN-VEH-08"""
    who = deed.act.text("who")
    save = yield from checks.saving(deed, ask, who, "Physical", 0)
    yield Followed(Act("pulled out", {"who": who, "made": save.good}), f"{deed.id}/luck")


def pulled_out(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The second, Luck: unharmed with both, half of all hit points lost with one, dying with a Major Injury with none.

    Whoever has no hit points left by then loses nothing more by one failure; Soak does not help. CWN-VEH-08
    """
    who = deed.act.text("who")
    luck = yield from checks.saving(deed, ask, who, "Luck", 0)
    made, one = luck.good + bool(deed.act.picks.get("made")), ask.table.who(who)
    if made == 2:
        yield Told("unharmed", who, rules=("CWN-VEH-08",))
    elif made == 1:
        half = rules.halved(one.pools["hp"].most or sheet(one).hp, ask.table.options["rounding"] == "up")
        yield from ([hurt(deed, who, half, "crash")] if conscious(one) else [])
    elif not one.has_any(("dead", "out")):
        yield Marked(who, Mark("falling", quiet=True))
        yield PoolSet(who, "hp", 0, rules=("CWN-VEH-08",))
        yield falls(who, True, deed.id, crash=True)
