"""Chases on foot and by vehicle, each a scene of its own: a pace, what is thrown in the way, who catches up.

The GM says which side flees from which. On foot the best runner sets one pace and the best pursuer rolls once; among
vehicles every driver rolls for himself. The pace stays visible as a mark until the scene ends.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

from firefight.ask import Ask
from firefight.dice import TWO_D6
from firefight.events import Event, Marked, SceneBegan, Told
from firefight.game import Choice, Choices, Offer
from firefight.games.cities_without_number import rules_between as rules
from firefight.games.cities_without_number.checks import Approach, bonus
from firefight.games.cities_without_number.crews import crew, driver, is_vehicle
from firefight.games.cities_without_number.sheet import ATTRIBUTES, conscious, secret, sheet
from firefight.games.cities_without_number.time import hangs_on_scene
from firefight.marks import UNTIL_SCENE_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed, Pick

RUNNING = (Approach("Dex", "Exert"), Approach("Con", "Exert"))
YES_NO = ("no", "yes")


class Unit(NamedTuple):
    """A vehicle and its driver, or somebody who rides or runs by himself."""

    id: str
    driver: Combatant
    others: tuple[Combatant, ...]


# ------------------------------------------------------------------ lines of the menu


def lines(table: Table) -> Iterator[Offer]:
    """For every two sides a chase on foot and one by vehicle, the nearer procedure first. CWN-CHASE-01"""
    if table.timeline.running:
        return
    groups = {side: runners(table, side) for side in dict.fromkeys(one.side for one in table.present())}
    sides = [side for side, members in groups.items() if members]
    for fleeing in sides:
        for pursuing in sides:
            if fleeing != pursuing:
                yield from of_two(table, fleeing, pursuing)


def of_two(table: Table, fleeing: str, pursuing: str) -> Iterator[Offer]:
    """The lines of one side against another; both in vehicles chase by vehicle. CWN-CHASE-01"""
    motor = all(any(is_vehicle(table.who(unit.id)) for unit in units(table, side)) for side in (fleeing, pursuing))
    foot: dict[str, Pick] = {"kind": "foot", "fleeing": fleeing, "pursuing": pursuing}
    start = picked("head start", tuple(rules.HEAD_STARTS), "under a minute")
    vehicle = {**foot, "kind": "vehicle"}
    attribute, each = picked("attribute", ATTRIBUTES, "Dex"), picked("judged", ("all alike", "each vehicle"))
    offers = (
        Offer("chase", (start, *situation()), fixed=foot, rule="CWN-CHASE-02"),
        Offer("chase", (attribute, picked("out of sight", YES_NO), picked("spotter", YES_NO), *situation(), each), "", vehicle,
              rule="CWN-CHASE-06"),
    )  # fmt: skip
    yield from reversed(offers) if motor else offers


def situation() -> tuple[Choices, ...]:
    """What every chase has: knowledge of the ground, and how much the pursuers want it. CWN-CHASE-05 CWN-CHASE-08"""
    terrain = Choices("terrain", (), 0, "number", -rules.TERRAIN, rules.TERRAIN)
    return terrain, picked("half-hearted", YES_NO), picked("vengeful", YES_NO)


def picked(pick: str, values: Sequence[str], default: str = "") -> Choices:
    """A pick among some words."""
    return Choices(pick, tuple(map(Choice, values)), default or values[0])


# ------------------------------------------------------------------ who takes part


def runners(table: Table, side: str) -> list[Combatant]:
    """Those of a side who are on their feet; who is carried does not roll. CWN-CHASE-02"""
    return [one for one in table.present() if one.side == side and not is_vehicle(one) and conscious(one)]


def units(table: Table, side: str) -> list[Unit]:
    """The vehicles of a side that somebody drives; without any, everybody by himself. CWN-CHASE-01 CWN-CHASE-06"""
    found = [unit for one in table.present() if one.side == side and is_vehicle(one) for unit in driven(table, one)]
    return found or [Unit(one.id, one, ()) for one in runners(table, side)]


def driven(table: Table, vehicle: Combatant) -> Iterator[Unit]:
    """A vehicle as a unit, if a fit driver is at its wheel. CWN-CHASE-06"""
    at_the_wheel = driver(table, vehicle.id)
    if at_the_wheel is not None and conscious(at_the_wheel) and not vehicle.has("destroyed"):
        others = tuple(one for one in crew(table, vehicle.id) if one.id != at_the_wheel.id and conscious(one))
        yield Unit(vehicle.id, at_the_wheel, others)


def runs_at(one: Combatant) -> int:
    """The better of the two ways of running. CWN-CHASE-02"""
    return max(bonus(one, how) for how in RUNNING)


def best(ask: Ask, label: str, group: Sequence[Combatant]) -> Combatant:
    """The best runner of a group; among equals the group chooses. CWN-CHASE-02 CWN-CHASE-04"""
    top = max(map(runs_at, group))
    equals = [one.id for one in group if runs_at(one) == top]
    return ask.table.who(ask.choose(label, equals[0], equals, equals[0]) if len(equals) > 1 else equals[0])


# ------------------------------------------------------------------ the chase


def chase(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A chase is a scene; who flees sets the pace, who pursues rolls against it. CWN-CHASE-01"""
    if not hangs_on_scene(ask.table) or ask.ruling("new scene", ("yes", "no"), "yes", "a chase begins") == "yes":
        yield SceneBegan(rules=("CWN-CHASE-01",))
    yield from on_foot(deed, ask) if deed.act.text("kind") == "foot" else by_vehicle(deed, ask)


def on_foot(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One roll against one roll; a tie is an escape, whoever the pursuers are. CWN-CHASE-02 CWN-CHASE-04 CWN-CHASE-05"""
    act, table = deed.act, ask.table
    fleeing, pursuing = runners(table, act.text("fleeing")), runners(table, act.text("pursuing"))
    runner = best(ask, "runner", fleeing)
    pace = yield from paced(ask, runner, runs_at(runner), len(fleeing) - 1, ("CWN-CHASE-02", "CWN-CHASE-03"))
    start = rules.HEAD_STARTS[act.text("head start", "under a minute")]
    mood = is_yes(deed, "half-hearted"), is_yes(deed, "vengeful")
    so = rules.OnFoot(len(pursuing), len(fleeing), start, act.number("terrain"), *mood)
    pursuer = best(ask, "pursuer", pursuing)
    situation = ask.number(f"situation {pursuer.id}", rules.on_foot(so, capped(table)))
    total = pursued(ask, pursuer, runs_at(pursuer) + situation)
    yield outcome(pursuer, runner.id, total, pace, rules.catches_on_foot(total, pace), "CWN-CHASE-04")


def by_vehicle(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Every fleeing vehicle has its own pace, every pursuing one rolls, and a tie catches up. CWN-CHASE-06 CWN-CHASE-07"""
    how = Approach(deed.act.text("attribute", "Dex"), "Drive")
    paces: dict[str, int] = {}
    for unit in units(ask.table, deed.act.text("fleeing")):
        rule = ("CWN-CHASE-06", "CWN-CHASE-03")
        paces[unit.id] = yield from paced(ask, unit.driver, bonus(unit.driver, how), len(unit.others), rule, unit.id)
    for unit in units(ask.table, deed.act.text("pursuing")):
        quarry = ask.choose(f"quarry of {unit.id}", unit.driver.id, tuple(paces), min(paces)) if len(paces) > 1 else min(paces)
        plus = bonus(unit.driver, Approach("Dex", "Drive")) + judged(deed, ask, unit, quarry)
        total = pursued(ask, unit.driver, plus, unit.id)
        caught = rules.catches_by_vehicle(total, paces[quarry])
        yield outcome(ask.table.who(unit.id), quarry, total, paces[quarry], caught, "CWN-CHASE-07")


def paced(
    ask: Ask, one: Combatant, plus: int, others: int, cited: tuple[str, ...], unit: str = ""
) -> Generator[Event, None, int]:
    """The pace of who flees: the check, and what the others throw in the way, one effort each. CWN-CHASE-02 CWN-CHASE-03"""
    who = unit or one.id
    total = sum(ask.throw_for(one.id, {f"pace {who}": TWO_D6})[0]) + ask.number(f"modifier {who}", plus)
    good, bad = hindrances(ask, who, others)
    pace = ask.number(f"pace of {who}", rules.pace(total, good, bad, ask.table.options["pace_cap"] == "net"))
    yield Marked(who, Mark("pace", UNTIL_SCENE_END, pace), rules=cited)
    return pace


def hindrances(ask: Ask, who: str, others: int) -> tuple[int, int]:
    """How many of the others have hindered the pursuit, and how many botched it to the group's harm. CWN-CHASE-03"""
    if not others:
        return 0, 0
    name = ask.table.who(who).name
    good = ask.amount(f"hindrances {who}", 0, f"how many of the {others} with {name} hinder the pursuers?")
    bad = ask.amount(f"botches {who}", 0, f"how many of them botch it and do harm to {name}'s flight?")
    return max(0, min(others, good)), max(0, min(others, bad))


def pursued(ask: Ask, one: Combatant, plus: int, unit: str = "") -> int:
    """The check of a pursuer. CWN-CHASE-04 CWN-CHASE-07"""
    who = unit or one.id
    return sum(ask.throw_for(one.id, {f"pursuit {who}": TWO_D6})[0]) + ask.number(f"modifier {who}", plus)


def judged(deed: Deed, ask: Ask, unit: Unit, quarry: str) -> int:
    """What helps and hinders one pursuing vehicle, if the GM likes one by one. CWN-CHASE-08"""
    so = rules.ByVehicle(
        is_yes(deed, "out of sight"), flies(ask.table, unit.id), flies(ask.table, quarry), is_yes(deed, "spotter"),
        deed.act.number("terrain"), is_yes(deed, "half-hearted"), is_yes(deed, "vengeful"),
    )  # fmt: skip
    proposed = rules.by_vehicle(so, capped(ask.table))
    if deed.act.text("judged") == "each vehicle":
        return ask.amount(f"situation {unit.id}", proposed, f"what helps or hinders {ask.table.who(unit.id).name}?")
    return ask.number(f"situation {unit.id}", proposed)


def flies(table: Table, who: str) -> bool:
    """Whether a machine is in the air. CWN-CHASE-08"""
    return sheet(table.who(who)).flies


def capped(table: Table) -> bool:
    """Whether the limit of situations holds in chases as well. CWN-CHASE-05 CWN-CHASE-08"""
    return table.options["chase_cap"] == "two"


def is_yes(deed: Deed, pick: str) -> bool:
    """Whether the GM has said yes."""
    return deed.act.text(pick) == "yes"


def outcome(pursuer: Combatant, quarry: str, total: int, pace: int, caught: bool, rule: str) -> Told:
    """What has come of it. CWN-CHASE-04 CWN-CHASE-07"""
    values: dict[str, Pick] = {"quarry": quarry, "total": total, "pace": pace}
    hidden = secret(pursuer, "total")
    return Told("chase_caught" if caught else "chase_escaped", pursuer.id, values, hidden, (quarry,), rules=(rule,))
