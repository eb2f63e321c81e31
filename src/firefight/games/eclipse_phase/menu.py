"""The menu of Eclipse Phase: what somebody may do now, and every reason against what he may not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from firefight.game import Choice, Choices, Lines, Offer, Reason, listed
from firefight.games.eclipse_phase import gm, spending
from firefight.games.eclipse_phase.delays import AFTER, BEFORE, CONDITION, DELAYS, STANDBY, outranked
from firefight.games.eclipse_phase.gear import Weapon
from firefight.games.eclipse_phase.places import EXTRAS
from firefight.games.eclipse_phase.share import (
    ACTIONS,
    NATURES,
    extra_pool,
    extras,
    has_fired,
    metres_left,
    nothing_spent,
    own_turn,
    rate,
    why_not_nature,
    why_not_size,
)
from firefight.games.eclipse_phase.sheet import BUYING, POOLS, able, sheet, weapons
from firefight.games.eclipse_phase.surprise import no_vigor
from firefight.scene import is_next_to, sees, way
from firefight.table import Combatant, Table
from firefight.timeline import Hold, Turn

FREE = "free"
NOT_NOW = Reason("not_now", "EP-DELAY-03")


def menu(table: Table, who: str, verb: str = "") -> tuple[Offer, ...]:
    """Everything this person may do now; the GM's own lines for nobody ("")."""
    if not who:
        return tuple(gm.menu(table, verb))
    one = table.who(who)
    unable = () if able(table, who) else (Reason("unable", "EP-INIT-09"),)
    lines = fighting(table, one, verb) if table.timeline.running else in_calm(table, one)
    return tuple(with_reasons(line, unable) for line in lines)


def fighting(table: Table, one: Combatant, verb: str) -> Iterator[Offer]:
    """The lines of a fight: one's own turn, then what may be said in anybody's."""
    not_mine = () if own_turn(table, one.id) else (Reason("not_your_turn", "EP-INIT-09"),)
    for line in listed(OWN_TURN, verb, table, one):
        yield with_reasons(line, not_mine)
    yield from listed(ANY_TURN, verb, table, one)


def with_reasons(line: Offer, more: tuple[Reason, ...]) -> Offer:
    """A line with further reasons against it."""
    return line if not more else Offer(line.verb, line.picks, line.price, line.fixed, (*more, *line.reasons), line.rule)


def in_calm(table: Table, one: Combatant) -> Iterator[Offer]:
    """Outside initiative order no actions are counted. EP-INIT-11"""
    yield Offer("automatic", (Choices("what", (), "", "text"),), FREE, rule="EP-INIT-11")
    yield from spending.lines(table, one)


# ------------------------------------------------------------------ moving


def movement(table: Table, one: Combatant) -> Iterator[Offer]:
    """Staying, a base or a full move is declared before anything else; the metres are spread around the actions.

    EP-FIRST-02 EP-ACT-02
    """
    mind = (Reason("mind_only", "EP-FIRST-02"),) if one.has("mind only") else ()
    on_time = nothing_spent(one) and not extra_pool(table, one.id)
    late = () if on_time else (Reason("declare_movement_first", "EP-ACT-02"),)
    numbers = sheet(table, one.id)
    for gait, far in (("stay", 0), ("base", numbers.move_base), ("full", numbers.move_full)):
        own = late if gait == "stay" else (*mind, *late)
        yield Offer("movement", (), f"{far} m", {"gait": gait}, own, "EP-ACT-02")
    left = metres_left(table, one)
    none = () if left else (Reason("no_metres", "EP-ACT-02", {"rate": rate(table, one)}),)
    too_far = Reason("too_far", "EP-ACT-02", {"left": left})
    to = way(table, one, left, too_far)
    if to:
        yield Offer("move", (to,), FREE, reasons=(*mind, *none), rule="EP-ACT-02")
    metres = Choices("metres", (), max(left, 1), "number", 1, max(left, 1), too_far)
    yield Offer("move", (metres,), FREE, reasons=(*mind, *none), rule="EP-ACT-02")


# ------------------------------------------------------------------ actions


def action(verb: str, table: Table, one: Combatant) -> Iterator[Offer]:
    """A complex, task or quick action. EP-ACT-01 EP-ACT-02 EP-EXTRA-05"""
    kind = ACTIONS[verb]
    nature = () if kind.nature else (natures(table, one),)
    against = why_not_nature(table, one, kind.nature) if kind.nature else ()
    reasons = (*why_not_size(table, one, kind.size), *against, *why_not_verb(one, verb))
    yield Offer(verb, (*picks(verb), *nature), f"{kind.size} action", reasons=reasons, rule="EP-ACT-02")


def going_on(table: Table, one: Combatant) -> Iterator[Offer]:
    """A task goes on with the task action of each turn. EP-ACT-03"""
    task = one.mark("task")
    if task and task.note:
        _, _, nature, what = task.note.split("|", 3)
        reasons = (*why_not_size(table, one, "task"), *why_not_nature(table, one, nature))
        yield Offer("go on", (), "task action", {"what": what}, reasons, "EP-ACT-03")


def attacks(table: Table, one: Combatant) -> Iterator[Offer]:
    """An attack with each weapon, a complex action, if it reaches anybody; what fires single shots does so once a turn.

    EP-ACT-02 EP-CMB-01
    """
    (line,) = action("attack", table, one)
    for weapon in weapons(one):
        spent = (Reason("fires_once", "EP-CMB-01"),) if has_fired(one, weapon.name) else ()
        target, fixed = targets(table, one, weapon), {"weapon": weapon.name}
        yield Offer("attack", (target,), line.price, fixed, (*line.reasons, *spent, *target.why_none()), "EP-CMB-01")


def targets(table: Table, one: Combatant, weapon: Weapon) -> Choices:
    """Everybody else, each with what speaks against him; by default the first against whom nothing does."""
    found = others(table, one, "target")
    choices = tuple(
        Choice(choice.value, why_not_at(table, one, table.who(str(choice.value)), weapon)) for choice in found.choices
    )
    return Choices("target", choices, next((choice.value for choice in choices if not choice.reasons), found.default))


def why_not_at(table: Table, one: Combatant, other: Combatant, weapon: Weapon) -> tuple[Reason, ...]:
    """On a map nobody strikes who is not next to him, walls counted, and nobody shoots whom he does not see. EP-CMB-01"""
    if weapon.melee:
        return (Reason("out_of_reach", "EP-CMB-01"),) if is_next_to(table, one, other) is False else ()
    return (Reason("out_of_sight"),) if sees(table, one, other) is False else ()


def picks(verb: str) -> tuple[Choices, ...]:
    """What has to be said about an action."""
    return () if verb in ("attack", "full defense", "reload", "stand up") else (Choices("what", (), "", "text"),)


def natures(table: Table, one: Combatant) -> Choices:
    """Of the body, the mind or the mesh, with what speaks against each. EP-FIRST-02 EP-EXTRA-01"""
    choices = tuple(Choice(nature, why_not_nature(table, one, nature)) for nature in NATURES)
    return Choices("nature", choices, next((one.value for one in choices if not one.reasons), NATURES[0]))


def others(table: Table, one: Combatant, pick: str) -> Choices:
    """Everybody else who is here, the other sides first, those who are down last."""
    present = (other for other in table.present() if other.id != one.id)
    found = sorted(present, key=lambda other: (other.side == one.side, not able(table, other.id)))
    return Choices(pick, tuple(Choice(other.id) for other in found), found[0].id if found else "")


def why_not_verb(one: Combatant, verb: str) -> tuple[Reason, ...]:
    """What an action needs."""
    return (Reason("not_prone", "EP-ACT-02"),) if verb == "stand up" and not one.has("prone") else ()


# ------------------------------------------------------------------ delaying


def delaying(table: Table, one: Combatant) -> Iterator[Offer]:
    """Delaying, in place of the whole turn: standing by, before or after somebody, on a condition. EP-DELAY-01"""
    turn = own_turn(table, one.id)
    tag = turn.tag(one.id) if turn else "turn"
    reasons = (
        *(() if tag == "turn" else (Reason("only_in_ordinary_turn", "EP-DELAY-01"),)),
        *(() if nothing_spent(one) else (Reason("acted_already", "EP-DELAY-01"),)),
        *((Reason("delays_already", "EP-DELAY-05"),) if table.timeline.hold_of(one.id) else ()),
    )
    yield Offer(STANDBY, (), "the turn", reasons=reasons, rule="EP-DELAY-01")
    for verb in (BEFORE, AFTER):
        yield Offer(verb, (others(table, one, "whom"),), "the turn", reasons=reasons, rule="EP-DELAY-01")
    yield Offer(CONDITION, (Choices("what", (), "", "text"),), "the turn", reasons=reasons, rule="EP-DELAY-01")


def stepping_in(table: Table, one: Combatant) -> Iterator[Offer]:
    """Acting now after a delay, and sparing oneself the questions for the rest of the turn. EP-DELAY-01 EP-DELAY-02"""
    hold = table.timeline.hold_of(one.id)
    not_held = () if hold else (Reason("not_delaying", "EP-DELAY-02"),)
    yield Offer("step in", (), "the delayed turn", reasons=(*not_held, *why_not_in(table, one)), rule="EP-DELAY-02")
    if hold and one.has("waiting on"):
        yield Offer("be ready", (), FREE, reasons=why_not_spoken(table, one), rule="EP-DELAY-01")
    elif hold:
        asked = () if in_window(table, one.id) else why_not_spoken(table, one)
        yield Offer("wait on", (), FREE, reasons=asked, rule="EP-DELAY-01")


def in_window(table: Table, who: str) -> bool:
    """Whether somebody is being asked whether he wants to step in."""
    top = table.timeline.top
    return isinstance(top, Turn) and bool(top.window) and who in top.members and who not in top.passed


def why_not_spoken(table: Table, one: Combatant) -> tuple[Reason, ...]:
    """What may be said at any time, may be said between two actions, not in the middle of one. EP-DELAY-03"""
    top = table.timeline.top
    return () if isinstance(top, Turn) and not top.window else (NOT_NOW,)


def why_not_in(table: Table, one: Combatant) -> tuple[Reason, ...]:
    """When one cannot step in: in the middle of an action, against the announcement where that binds, before a higher roll.

    EP-DELAY-01 EP-DELAY-03 EP-DELAY-06
    """
    top, hold, turn = table.timeline.top, table.timeline.hold_of(one.id), table.timeline.turn
    window = in_window(table, one.id)
    own = isinstance(top, Turn) and top.together and one.id in top.members and not window
    spoken = () if window else ((NOT_NOW,) if own else why_not_spoken(table, one))
    locked = table.options["delay_lock"] == "locked" and hold is not None and hold.kind in (BEFORE, AFTER)
    announced = isinstance(top, Turn) and hold is not None and as_announced(top, hold)
    bound = (Reason("as_announced", "EP-DELAY-01"),) if locked and not announced else ()
    late = (Reason("higher_roll", "EP-DELAY-06"),) if not window and outranked(table, turn, one.id) else ()
    return (*spoken, *bound, *late)


def as_announced(top: Turn, hold: Hold) -> bool:
    """Whether this is the moment before or after the one who was named: just then one is asked. EP-DELAY-01"""
    return top.window in ("before", "after") or (not top.window and hold.kind == BEFORE and hold.until in top.members)


# ------------------------------------------------------------------ in anybody's turn


def off_turn(table: Table, one: Combatant) -> Iterator[Offer]:
    """What is not bound to one's own turn: automatic actions, stepping in, going first, extra actions. EP-ACT-02"""
    asked = (Reason("answer_first", "EP-DELAY-03"),) if in_window(table, one.id) else ()
    yield Offer("automatic", (Choices("what", (), "", "text"),), FREE, reasons=asked, rule="EP-ACT-02")
    if not one.has("prone"):
        yield Offer("drop prone", (), FREE, reasons=asked, rule="EP-ACT-02")
    yield from stepping_in(table, one)
    pool = pool_choices(table, one, "EP-FIRST-01")
    yield Offer("go first", (pool,), "1 point", reasons=why_not_first(table, one), rule="EP-FIRST-05")
    pool = pool_choices(table, one, "EP-EXTRA-01")
    yield Offer("buy extra", (pool,), "1 point", reasons=why_not_extra(table, one), rule="EP-EXTRA-01")


def pool_choices(table: Table, one: Combatant, rule: str) -> Choices:
    """The pool that pays: Vigor or Insight, if there is a point in it. EP-FIRST-01 EP-FIRST-02 EP-EXTRA-01"""
    choices = tuple(Choice(pool, why_not_pool(table, one, pool, rule)) for pool in POOLS)
    return Choices("pool", choices, next((choice.value for choice in choices if not choice.reasons), "vigor"))


def why_not_pool(table: Table, one: Combatant, pool: str, rule: str) -> tuple[Reason, ...]:
    """Moxie and Flex buy nothing in the order of turns; Vigor buys no extra action for one who keeps to his mind.

    EP-POOL-01 EP-FIRST-02 EP-SURP-01
    """
    if pool not in BUYING:
        return (Reason("wrong_pool", rule),)
    empty = (
        (Reason("no_points", "EP-FIRST-02" if (rule, pool) == ("EP-FIRST-01", "insight") else rule),)
        if spending.points(one, pool) < 1
        else ()
    )
    mind = rule == "EP-EXTRA-01" and pool == "vigor" and one.has("mind only")
    ambush = rule == "EP-EXTRA-01" and pool == "vigor" and no_vigor(table)
    return (
        *empty,
        *((Reason("mind_only", "EP-FIRST-02"),) if mind else ()),
        *((Reason("ambush_no_vigor", "EP-SURP-01"),) if ambush else ()),
    )


def points_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """What points of the pools buy in anybody's turn. EP-POOL-01"""
    asked = (Reason("answer_first", "EP-DELAY-03"),) if in_window(table, one.id) else ()
    return (with_reasons(line, asked) for line in spending.lines(table, one))


def why_not_first(table: Table, one: Combatant) -> tuple[Reason, ...]:
    """Going first is for those whose turn has not come, at the time the table allows. EP-FIRST-05"""
    if table.options["first_when"] == "turn-start":
        return (Reason("first_at_start", "EP-FIRST-05"),)
    open_ = {due for frame in table.timeline.stack if isinstance(frame, Turn) for due in frame.dues}
    gone = (one.id, "turn") in table.timeline.done | open_ or table.timeline.hold_of(one.id) is not None
    return (
        *why_not_spoken(table, one),
        *((Reason("squad_follows", "EP-FIRST-05"),) if one.squad else ()),
        *((Reason("turn_gone", "EP-FIRST-05"),) if gone else ()),
        *((Reason("first_already", "EP-FIRST-04"),) if one.has("first") else ()),
    )


def why_not_extra(table: Table, one: Combatant) -> tuple[Reason, ...]:
    """Two extra actions a turn, bought before the extra actions of the turn begin. EP-DELAY-05 EP-EXTRA-04 EP-EXTRA-05"""
    own_slot = table.options["extra_when"] == "own-slot" and own_turn(table, one.id) is None
    over = one.has("delayed over") and not table.is_on("late_delay_extras")
    return (
        *why_not_spoken(table, one),
        *((Reason("two_extras", "EP-EXTRA-04"),) if extras(one) >= len(EXTRAS) else ()),
        *((Reason("extras_begun", "EP-EXTRA-05"),) if extras_begun(table) else ()),
        *((Reason("extra_in_own_turn", "EP-EXTRA-05"),) if own_slot else ()),
        *((Reason("delayed_over", "EP-DELAY-05"),) if over else ()),
    )


def extras_begun(table: Table) -> bool:
    """Whether the extra actions of this turn have begun. EP-EXTRA-05"""
    open_ = {due for frame in table.timeline.stack if isinstance(frame, Turn) for due in frame.dues}
    return any(tag in EXTRAS for _, tag in table.timeline.done | open_)


OWN_TURN: Lines = (
    (("movement", "move"), movement),
    (("attack",), attacks),
    *(((verb,), partial(action, verb)) for verb in ACTIONS if verb not in ("attack", "go on")),
    (("go on",), going_on),
    (DELAYS, delaying),
)
ANY_TURN: Lines = (
    (("automatic", "drop prone", "step in", "be ready", "wait on", "go first", "buy extra"), off_turn),
    (spending.VERBS, points_lines),
)
"""The lines of one's own turn, and of anybody's."""
