"""The menu of Cyberpunk RED: what somebody may do now, likely things first, and every reason against what he may not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from firefight.game import Offer, Reason
from firefight.games.cyberpunk_red import body, calm, gear, holds, net, scene, tasks, vehicles
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
    if holds.waiting(table):
        yield Offer("happening", (), FREE, rule="CPR-HOLD-07")
    yield from calm.gm_lines(table)


def in_combat(table: Table, one: Combatant, verb: str) -> list[Offer]:
    """The lines with what they cost and what speaks against them; in the moment of a Hold, what is held. CPR-HOLD-02"""
    found = list(lines(table, one, verb))
    if in_moment(table, one.id) and able(table, one.id):
        return holds.moment_lines(table, one, found)
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


def lines(table: Table, one: Combatant, verb: str) -> Iterator[Offer]:
    """Every line of the fight, or those of one verb, with its own reasons only. CPR-ACT-01"""
    for verbs, made in LINES:
        if not verb or verb in verbs:
            yield from made(table, one)


LINES: tuple[tuple[tuple[str, ...], Callable[[Table, Combatant], Iterable[Offer]]], ...] = (
    (("get up",), lambda table, one: (body.get_up_line(one),) if one.has("prone") else ()),
    (("move",), lambda table, one: (body.move_line(table, one),)),
    (("attack",), body.attack_lines),
    (("net action",), net.net_lines),
    (("draw", "drop"), gear.free_lines),
    (("let go",), body.free_lines),
    (("face",), scene.turning),
    (("run",), lambda table, one: (body.run_line(table, one),)),
    (("hold",), holds.action_lines),
    (("use skill", "use object", "go on"), tasks.action_lines),
    (("reload", "fetch", "stow", "pick up"), gear.action_lines),
    (("grab", "snatch", "break free", "choke", "human shield"), body.grapple_lines),
    (("throw",), lambda table, one: (body.throw_line(table, one),)),
    (("stabilize",), lambda table, one: (body.stabilize_line(table, one),)),
    (("get in", "start", "maneuver"), vehicles.action_lines),
    (("use net actions",), net.action_lines),
    (("get up",), lambda table, one: () if one.has("prone") else (body.get_up_line(one),)),
)
"""What makes the lines of which verbs, in the order in which people are likely to want them."""
