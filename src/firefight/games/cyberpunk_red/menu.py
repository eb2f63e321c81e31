"""The menu of Cyberpunk RED: what somebody may do now, likely things first, and every reason against what he may not."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.game import Lines, Offer, Reason, listed
from firefight.games.cyberpunk_red import (
    attack,
    body,
    calm,
    checks,
    gear,
    grapple,
    healing,
    holds,
    moments,
    movement,
    net,
    scene,
    tasks,
    vehicles,
)
from firefight.games.cyberpunk_red.budget import is_further_attack, why_no_action
from firefight.games.cyberpunk_red.gear import ACTION, FREE
from firefight.games.cyberpunk_red.sheet import is_vehicle
from firefight.games.cyberpunk_red.timing import able, in_moment
from firefight.table import Combatant, Table
from firefight.timeline import Turn


def menu(table: Table, who: str, verb: str = "") -> tuple[Offer, ...]:
    """Everything this person may do now, or the lines of one verb at least; the GM's own lines for nobody ("")."""
    if not who:
        return tuple(gm_lines(table))
    one = table.who(who)
    if is_vehicle(one):
        return ()
    if not table.timeline.running:
        return tuple(calm.lines(table, one))
    if not one.fighting:
        return (calm.luck_line(one),)
    return tuple(in_combat(table, one, verb))


def gm_lines(table: Table) -> Iterator[Offer]:
    """What the GM does that is nobody's deed: a happening somebody waits for, a race, a journey. CPR-HOLD-07 CPR-MOV-01"""
    if moments.waiting(table):
        yield Offer("happening", (), FREE, rule="CPR-HOLD-07")
    yield from calm.gm_lines(table)
    yield from checks.gm_lines(table)


def in_combat(table: Table, one: Combatant, verb: str) -> list[Offer]:
    """The lines with what they cost and what speaks against them; in the moment of a Hold, what is held. CPR-HOLD-02"""
    found = list(listed(LINES, verb, table, one))
    if in_moment(table, one.id) and able(table, one.id):
        return moments.moment_lines(table, one, found)
    here = why_not_now(table, one)
    return [priced(table, one, line, here) for line in found]


def why_not_now(table: Table, one: Combatant) -> tuple[Reason, ...]:
    """It is not his Turn, what he holds waits for its trigger, or he is in no state to act. CPR-INIT-04 CPR-HOLD-04"""
    turn = table.timeline.top
    mine = isinstance(turn, Turn) and not turn.window and one.id in turn.members and one.id not in turn.passed
    reasons = (
        None if mine else Reason("not_your_turn", "CPR-INIT-04"),
        Reason("trigger_stays", "CPR-HOLD-04") if not mine and table.timeline.hold_of(one.id) else None,
        None if able(table, one.id) else Reason("unable", "CPR-INIT-04"),
    )
    return tuple(reason for reason in reasons if reason)


def priced(table: Table, one: Combatant, line: Offer, here: tuple[Reason, ...]) -> Offer:
    """A line with all that speaks against it; a further attack of the same Action costs nothing more. CPR-ACT-01 CPR-ACT-03"""
    more = line.verb == "attack" and is_further_attack(table, one, str(line.fixed["weapon"]))
    spent = why_no_action(one) if line.price == ACTION and not more else ()
    price = "same Action" if more else line.price
    return Offer(line.verb, line.picks, price, line.fixed, (*here, *spent, *line.reasons), line.rule)


LINES: Lines = (
    (("get up",), lambda table, one: (body.get_up_line(one),) if one.has("prone") else ()),
    (("move",), movement.move_lines),
    (("attack",), attack.attack_lines),
    (("net action",), net.net_lines),
    (("use net actions",), lambda table, one: net.action_lines(table, one) if net.is_runner(table, one) else ()),
    (("draw",), gear.draw_lines),
    (("run",), lambda table, one: (body.run_line(table, one),)),
    (("aimed attack",), attack.aimed_lines),
    (("autofire",), attack.autofire_lines),
    (("hold",), holds.aimed_lines),
    (("face",), scene.turning),
    (("use skill", "use object", "go on"), tasks.action_lines),
    (("let go",), grapple.let_go_lines),
    (("grab", "snatch", "break free", "choke", "human shield"), grapple.lines),
    (("reload", "fetch", "stow", "pick up"), gear.action_lines),
    (("drop",), gear.drop_lines),
    (("throw",), lambda table, one: (grapple.throw_line(table, one),)),
    (("stabilize",), lambda table, one: (healing.stabilize_line(table, one),)),
    (("get in", "start", "maneuver"), vehicles.action_lines),
    (("hold",), holds.other_lines),
    (("use net actions",), lambda table, one: () if net.is_runner(table, one) else net.action_lines(table, one)),
    (("get up",), lambda table, one: () if one.has("prone") else (body.get_up_line(one),)),
)
"""Every line of the fight with its own reasons only, in the order in which people are likely to want them. CPR-ACT-01"""
