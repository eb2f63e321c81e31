"""Getting about in a fight: runs, screens, charges, getting away from blades, lying down and rising.

On a map a run is a way across it; without one it is so many metres, perhaps up to somebody. Whoever leaves the reach of
an armed enemy gives him a free attack, in a window of his own ("free WHO 1"), before the first step.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence

from firefight import scene, space
from firefight.ask import Ask
from firefight.events import Event, Followed, Marked, Placed, Told, Unmarked
from firefight.games.cities_without_number.budget import metres, until_next_turn
from firefight.games.cities_without_number.instants import answered
from firefight.games.cities_without_number.reach import (
    can_strike,
    is_armed,
    is_grappling,
    leaves,
    neighbours,
    reach_of,
)
from firefight.games.cities_without_number.sheet import Weapon, conscious, weapon
from firefight.games.cities_without_number.things import belongings, is_in_grasp, moved, place
from firefight.ground import Ground, Square
from firefight.marks import UNTIL_ROUND_END, until_turn_end
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed

LEAST_RUN_UP = 3


# ------------------------------------------------------------------ runs


def run(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A Move, in one go, past whoever gets a free attack. Whoever is stopped before it begins stays where he was.

    CWN-ACT-02 CWN-ACT-10 CWN-INST-04
    """
    if ask.table.who(deed.who).has("unhindered"):
        yield Unmarked(deed.who, "unhindered", quiet=True)
    if not (yield from answered(deed, ask)):
        return
    table, one, most = ask.table, ask.table.who(deed.who), metres(ask.table, ask.table.who(deed.who)) / 2
    path = scene.walked(table, one, deed.act, most)
    if not (yield from got_away(deed, ask, provoked(table, one, path, deed.act.text("next to")))):
        return
    if path:
        yield Told("runs", deed.who, {"metres": f"{scene.cost(table, one, deed.act, most):g}"}, rules=("CWN-ACT-02",))
        yield from scene.moved(table, one, deed.act, most, ("CWN-ACT-02",))
        return
    yield Told("runs", deed.who, {"metres": deed.act.text("metres")}, rules=("CWN-ACT-02",))
    yield from leaves(table, deed.who, int(float(deed.act.text("metres", "0"))), deed.act.text("next to"))


# ------------------------------------------------------------------ free attacks


def provoked(table: Table, one: Combatant, path: Sequence[Square], next_to: str = "", verb: str = "run") -> list[str]:
    """The armed enemies whose reach somebody leaves, one after another. CWN-ACT-10 CWN-ACT-11"""
    if one.has("unhindered") or (verb != "run" and table.options["provoking_moves"] == "run_only"):
        return []
    bare_hands = table.is_on("unarmed_free_attack")
    spared = {mark.by for mark in one.marks if mark.name == "withdrawn"}
    return [
        other.id for other in neighbours(table, one)
        if can_strike(other) and is_armed(other, bare_hands) and not is_grappling(table, other)
        and other.id not in spared and "" not in spared and leaves_reach(table, other, path, next_to)
    ]  # fmt: skip


def leaves_reach(table: Table, enemy: Combatant, path: Sequence[Square], next_to: str) -> bool:
    """Whether a way leads out of an enemy's reach; without a map, unless it ends next to him. CWN-ACT-10"""
    if not path or table.ground is None or enemy.place is None:
        return enemy.id != next_to
    return not all(space.is_within(table.ground, enemy.place, at, reach_of(table)) for at in path)


def got_away(deed: Deed, ask: Ask, enemies: Sequence[str]) -> Generator[Event, None, bool]:
    """Free attacks, one after another; False for whoever is dropped by one and stays where he was. CWN-ACT-10"""
    for enemy in enemies:
        ask.window(f"free {enemy} 1", who_can_strike(enemy))
        if not conscious(ask.table.who(deed.who)) or not ask.table.who(deed.who).here:
            yield Told("action_lost", deed.who, rules=("CWN-ACT-10",))
            return False
    return True


def who_can_strike(enemy: str) -> Callable[[Table], tuple[str, ...]]:
    """An enemy, if he is still fit for a blow when his window opens."""
    return lambda table: (enemy,) if can_strike(table.who(enemy)) else ()


def withdraw(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Off from the blades next to one: moving away draws no free attack for the rest of the turn. CWN-ACT-11"""
    if (yield from answered(deed, ask)):
        yield Marked(deed.who, Mark("withdrawn", until_turn_end(deed.who), by=deed.act.text("from")), rules=("CWN-ACT-11",))


# ------------------------------------------------------------------ up to somebody


def screen(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A Move to an ally's side, whom one's body covers until one's next turn starts. CWN-SCREEN-01"""
    if not (yield from answered(deed, ask)):
        return
    table, one, ward = ask.table, ask.table.who(deed.who), ask.table.who(deed.act.text("ally"))
    path = way_to(table, one, ward, metres(table, one) / 2)
    if not (yield from got_away(deed, ask, provoked(table, one, path, ward.id, "screen"))):
        return
    yield from steps_up(table, one, ward, path)
    until, note = until_next_turn(table, deed.who)
    yield Marked(deed.who, Mark("screens", until, by=ward.id, note=note), rules=("CWN-SCREEN-01",))


def steps_up(table: Table, one: Combatant, other: Combatant, path: Sequence[Square]) -> Iterator[Event]:
    """Somebody ends a movement next to another. CWN-SCREEN-01 CWN-ACT-08"""
    if path:
        yield from ([Placed(one.id, path[-1])] if path[-1] != one.place else [])
    elif scene.both(table, one, other) is None:
        yield from leaves(table, one.id, 0, other.id)
    yield from ()


def way_to(table: Table, one: Combatant, other: Combatant, most: float) -> list[Square]:
    """The shortest way to a free square next to somebody, no longer than so many metres; empty where there is none."""
    here = scene.both(table, one, other)
    if here is None:
        return []
    ground, start, goal = here
    if space.are_adjacent(start, goal):
        return [start]
    costs = space.reachable(ground, start, most, scene.taken(table, one))
    ends = [at for at in space.around(goal) if at in costs and space.is_clear(ground, at, goal)]
    end = min(ends, key=lambda at: (costs[at], at), default=None)
    return [] if end is None else space.route(ground, (start, end), most, scene.taken(table, one)) or []


def run_up(table: Table, one: Combatant, other: Combatant, arm: Weapon) -> list[Square]:
    """The straight run of a charge on the map, up to where the target is within reach; empty where there is none.

    CWN-ACT-08
    """
    here = scene.both(table, one, other)
    if here is None:
        return []
    ground, start, goal = here
    path = [start, *space.straight(start, goal)[:-1]]
    reach = reach_of(table, arm)
    end = next((n for n, at in enumerate(path) if space.is_within(ground, at, goal, reach)), None)
    way = path[: end + 1] if end is not None else []
    return way if way and fits_charge(table, ground, one, way) else []


def fits_charge(table: Table, ground: Ground, one: Combatant, way: Sequence[Square]) -> bool:
    """Whether a run is free, long enough, and no longer than twice the rate. CWN-ACT-08"""
    length = space.length(ground, way)
    free = space.blocked_at(ground, way, scene.taken(table, one)) is None
    return free and LEAST_RUN_UP <= length <= metres(table, one)


def charge(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A straight run that ends in a blow, which follows; for the rest of the round one is easier to hit. CWN-ACT-08"""
    if not (yield from answered(deed, ask, "attack")):
        return
    table, one, target = ask.table, ask.table.who(deed.who), ask.table.who(deed.act.text("target"))
    path = run_up(table, one, target, weapon(one, deed.act.text("weapon")))
    if not (yield from got_away(deed, ask, provoked(table, one, path, target.id, "charge"))):
        return
    yield Marked(deed.who, Mark("charged", UNTIL_ROUND_END), rules=("CWN-ACT-08",))
    yield from steps_up(table, one, target, path)
    yield Followed(Act("charge home", deed.act.picks), f"{deed.id}/blow", deed.who, deed.notes)


# ------------------------------------------------------------------ lying down and rising


def go_prone(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Drops flat: harder to shoot from afar, easier to strike. CWN-ACT-18"""
    yield Marked(deed.who, Mark("prone"), rules=("CWN-ACT-18",))


def stand_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Gets up, with what he has dropped and can reach if he likes; nobody gets a free attack for it. CWN-ACT-17"""
    if not (yield from answered(deed, ask)):
        return
    yield Unmarked(deed.who, "prone", rules=("CWN-ACT-17",))
    if deed.act.text("picking up") == "yes":
        one = ask.table.who(deed.who)
        yield from (moved(one.id, name, "hand") for name in belongings(one) if is_on_the_ground(ask.table, one, name))


def is_on_the_ground(table: Table, one: Combatant, name: str) -> bool:
    """Whether a thing of somebody's lies on the ground where he can reach it. CWN-ACT-16 CWN-ACT-17"""
    return place(one, name) == "ground" and is_in_grasp(table, one, name)


VERBS = {
    "run": run, "screen": screen, "charge": charge, "withdraw": withdraw, "go prone": go_prone, "stand up": stand_up,
}  # fmt: skip
