"""The menu of Cyberpunk RED: what somebody may do now, and every reason against what he may not."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.game import Budget, Choice, Choices, Offer, Reason
from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.sheet import Item, free_hands, in_hand, place_of, sheet
from firefight.games.cyberpunk_red.timing import able, fires, latest_number
from firefight.table import Combatant, Table
from firefight.timeline import Act, Hold, Pick, Turn

HOLDABLE = ("attack", "get up", "grab", "throw", "stabilize", "use skill", "use object", "get in", "start", "run")
ACTION = "Action"
FREE = "free"


def menu(table: Table, who: str) -> tuple[Offer, ...]:
    """Everything this person may do now; the GM's own lines for nobody ("")."""
    if not who:
        return tuple(of_the_gm(table))
    one, top = table.who(who), table.timeline.top
    hold = table.timeline.hold_of(who)
    if isinstance(top, Turn) and hold and fires(top, who) and who not in top.passed:
        return (carry_out(table, one, hold),)
    if not table.timeline.running:
        return tuple(in_calm(table, one))
    here = why_not_now(table, one)
    lines = [*moves(table, one), *actions(table, one), *in_passing(table, one)]
    return tuple(with_reasons(line, here) for line in lines)


def with_reasons(line: Offer, more: tuple[Reason, ...]) -> Offer:
    """A line with further reasons against it."""
    return line if not more else Offer(line.verb, line.picks, line.price, line.fixed, (*more, *line.reasons), line.rule)


def why_not_now(table: Table, one: Combatant) -> tuple[Reason, ...]:
    """Why somebody can do nothing at this moment: it is not his Turn, or he is in no state to. CPR-INIT-04"""
    turn = table.timeline.top
    mine = isinstance(turn, Turn) and not turn.window and one.id in turn.members and one.id not in turn.passed
    reasons = () if mine else (Reason("not_your_turn", "CPR-INIT-04"),)
    return reasons if able(table, one.id) else (*reasons, Reason("unable", "CPR-INIT-04"))


# ------------------------------------------------------------------ budgets


def metres_left(table: Table, one: Combatant) -> int:
    """Metres that are left of the Turn's Move Actions; what is left over is lost with the Turn. CPR-MOV-04 CPR-MOV-05"""
    allowance = rules.move_allowance(sheet(table, one.id).move)
    return allowance * (1 + one.has("running")) - one.value("spent move")


def why_no_move(one: Combatant) -> tuple[Reason, ...]:
    """Being Prone or held rules every Move Action out, the rest of one begun as well. CPR-ACT-05"""
    prone = (Reason("prone", "CPR-ACT-05"),) if one.has("prone") else ()
    return (*prone, *((Reason("grappled", "CPR-ACT-07"),) if one.has("grappled") else ()))


def why_no_action(one: Combatant) -> tuple[Reason, ...]:
    """One Action a Turn, and nothing buys another. CPR-ACT-01"""
    return (Reason("action_spent", "CPR-ACT-01"),) if one.has("spent action") else ()


def budget(table: Table, who: str) -> tuple[Budget, ...]:
    """The Action and the metres of the Move Action that are left, NET Actions where they were bought. CPR-ACT-01"""
    one = table.who(who)
    allowance = rules.move_allowance(sheet(table, who).move) * (1 + one.has("running"))
    found = (
        Budget("Action", int(not one.has("spent action")), 1),
        Budget("metres", max(0, metres_left(table, one)), allowance),
    )
    net = one.mark("net actions")
    return (*found, Budget("NET Actions", net.value, rules.net_actions(sheet(table, who).interface))) if net else found


# ------------------------------------------------------------------ lines


def moves(table: Table, one: Combatant) -> Iterator[Offer]:
    """The Move Action, in as many parts as one likes. CPR-ACT-01 CPR-MOV-01 CPR-MOV-04"""
    left = metres_left(table, one)
    used_up = (Reason("move_spent", "CPR-MOV-04"),) if left <= 0 else ()
    metres = Choices("metres", (), left, "number", 1, left, Reason("too_far", "CPR-MOV-04", {"left": left}))
    yield Offer("move", (metres,), "Move Action", reasons=(*why_no_move(one), *used_up), rule="CPR-MOV-04")
    begun = table.is_on("run_needs_move_first") and not one.has("spent move")
    late = (Reason("move_first", "CPR-ACT-07"),) if begun else ()
    twice = (Reason("running_already", "CPR-ACT-01"),) if one.has("running") else ()
    yield Offer("run", (), ACTION, reasons=(*why_no_move(one), *late, *twice, *why_no_action(one)), rule="CPR-ACT-07")


def actions(table: Table, one: Combatant) -> Iterator[Offer]:
    """Everything that costs the Action. CPR-ACT-01 CPR-ACT-03"""
    no = why_no_action(one)
    for line in (*attacks(table, one), *bodily(table, one), *vehicles(table, one), *handling(table, one)):
        again = line.verb == "attack" and one.has("attacks left") and one.value("attacks left") > 0
        yield line if again else with_reasons(line, no)
    yield hold_line(table, one)


def attacks(table: Table, one: Combatant) -> Iterator[Offer]:
    """An attack with each weapon in hand, and bare-handed. CPR-ACT-03"""
    hands = (Item("bare hands", "weapon", "hand", 0, 2, 2),)
    for weapon in (*(item for item in in_hand(one) if item.kind == "weapon"), *hands):
        yield Offer("attack", (targets(table, one),), ACTION, {"weapon": weapon.name}, rule="CPR-ACT-03")


def targets(table: Table, one: Combatant, pick: str = "target", near: bool = False) -> Choices:
    """Everybody else, enemies first, with why one cannot reach him. CPR-SCN-01 CPR-SCN-02 CPR-SCN-04"""
    others = sorted(
        (other for other in table.present() if other.id != one.id),
        key=lambda other: (other.side == one.side, gone(other)),
    )
    choices = tuple(Choice(other.id, why_not_at(one, other, near)) for other in others)
    open_ = [choice.value for choice in choices if not choice.reasons]
    return Choices(pick, choices, open_[0] if open_ else "", reason=Reason("nobody_there"))


def gone(one: Combatant) -> bool:
    """Whether somebody is out of the fight, and no likely target."""
    return any(one.has(state) for state in ("out", "dead", "unconscious"))


def why_not_at(one: Combatant, other: Combatant, near: bool) -> tuple[Reason, ...]:
    """What the GM has flagged between two: not seen, blocked, out of reach. CPR-SCN-01 CPR-SCN-02 CPR-SCN-04"""
    flags = {"unseen": "CPR-SCN-01", "blocked": "CPR-SCN-02", **({"out of reach": "CPR-SCN-04"} if near else {})}
    return tuple(
        Reason(flag.replace(" ", "_"), rule)
        for flag, rule in flags.items()
        if any(mark.name == flag and mark.by in ("", one.id) for mark in other.marks)
    )


def bodily(table: Table, one: Combatant) -> Iterator[Offer]:
    """Get Up, Grab, Throw, Stabilize. CPR-ACT-05 CPR-ACT-06 CPR-ACT-08 CPR-ACT-10"""
    up = () if one.has("prone") else (Reason("not_prone", "CPR-ACT-05"),)
    yield Offer("get up", (), ACTION, reasons=up, rule="CPR-ACT-05")
    yield Offer("grab", (targets(table, one, near=True),), ACTION, {"use": "hold"}, rule="CPR-ACT-06")
    what = Choices("object", (), "", "text")
    yield Offer("grab", (targets(table, one, near=True), what), ACTION, {"use": "snatch"}, rule="CPR-ACT-06")
    free = () if one.has("grappled") or one.has("grappling") else (Reason("not_grappled", "CPR-ACT-06"),)
    yield Offer("grab", (), ACTION, {"use": "escape"}, reasons=free, rule="CPR-ACT-06")
    held = [other.id for other in table.present() if any(mark.name == "grappled" and mark.by == one.id for mark in other.marks)]
    things = [item.name for item in in_hand(one)]
    others = [other.id for other in table.present() if other.id != one.id and other.id not in held]
    no = (Reason("not_in_hand", "CPR-ACT-10"),)
    elsewhere = [item.name for item in sheet(table, one.id).gear if item.name not in things]
    choices = (*map(Choice, [*things, *held]), *(Choice(name, no) for name in [*elsewhere, *others]))
    what = Choices("what", choices, (things + held + [""])[0], reason=no[0])
    yield Offer("throw", (what,), ACTION, reasons=() if things or held else no, rule="CPR-ACT-10")
    yield Offer("stabilize", (targets(table, one, near=True),), ACTION, rule="CPR-ACT-08")


def vehicles(table: Table, one: Combatant) -> Iterator[Offer]:
    """Getting into a vehicle and starting it. CPR-ACT-04 CPR-ACT-09"""
    keys = sheet(table, one.id).keys
    cars = [other for other in table.present() if sheet(table, other.id).kind == "vehicle"]
    inside = one.mark("in a vehicle")
    for car in cars:
        locked = sheet(table, car.id).locked and car.id not in keys
        no = (Reason("locked", "CPR-ACT-04"),) if locked else ()
        seated = (Reason("in_it_already", "CPR-ACT-04"),) if inside else ()
        yield Offer("get in", (), ACTION, {"vehicle": car.id}, (*no, *seated), "CPR-ACT-04")
        outside = () if inside and inside.by == car.id else (Reason("not_in_it", "CPR-ACT-09"),)
        keyless = () if car.id in keys else (Reason("no_key", "CPR-ACT-09"),)
        yield Offer("start", (), ACTION, {"vehicle": car.id}, (*outside, *keyless), "CPR-ACT-09")


def handling(table: Table, one: Combatant) -> Iterator[Offer]:
    """Skills, objects, NET Actions. CPR-ACT-11 CPR-ACT-12 CPR-ACT-14"""
    what = Choices("what", (), "", "text")
    yield Offer("use skill", (what,), ACTION, rule="CPR-ACT-12")
    yield Offer("use object", (what,), ACTION, rule="CPR-ACT-14")
    begun = one.mark("task")
    if begun:
        yield Offer("go on", (), ACTION, {"task": begun.note.split("|")[-1]}, rule="CPR-ACT-13")
    runner = () if sheet(table, one.id).interface else (Reason("no_netrunner", "CPR-ACT-11"),)
    yield Offer("use net actions", (), ACTION, reasons=runner, rule="CPR-ACT-11")
    for item in sheet(table, one.id).gear:
        if place_of(one, item) != "hand":
            hands = () if free_hands(one) >= item.hands else (Reason("no_free_hand", "CPR-ACT-16"),)
            yield Offer("fetch", (), ACTION, {"item": item.name}, hands, "CPR-ACT-14")
        else:
            yield Offer("stow", (), ACTION, {"item": item.name}, rule="CPR-ACT-17")


def in_passing(table: Table, one: Combatant) -> Iterator[Offer]:
    """What costs no Action: drawing, dropping, and the NET Actions bought with one. CPR-ACT-16 CPR-ACT-17"""
    for item in sheet(table, one.id).gear:
        place = place_of(one, item)
        if place in ("ready", "packed") and item.kind == "weapon":
            yield Offer("draw", (), FREE, {"item": item.name}, why_not_drawn(one, item, place), "CPR-ACT-16")
        if place == "hand":
            shield = item.kind == "shield"
            yield Offer(
                "drop",
                (),
                ACTION if shield else FREE,
                {"item": item.name},
                why_no_action(one) if shield else (),
                "CPR-ACT-17",
            )
    left = one.value("net actions")
    if left > 0:
        yield Offer("net action", (Choices("what", (), "", "text"),), f"NET Action, {left} left", rule="CPR-ACT-11")


def why_not_drawn(one: Combatant, item: Item, place: str) -> tuple[Reason, ...]:
    """Drawing is free for what is easily reached and finds a free hand. CPR-ACT-16"""
    hands = () if free_hands(one) >= item.hands else (Reason("no_free_hand", "CPR-ACT-16"),)
    return (*hands, *((Reason("not_accessible", "CPR-ACT-16"),) if place == "packed" else ()))


# ------------------------------------------------------------------ Hold


def hold_line(table: Table, one: Combatant) -> Offer:
    """Holding one Action for a number of the queue or a happening. CPR-HOLD-01 CPR-HOLD-05 CPR-HOLD-06"""
    lines = {
        line.verb: line for line in (*attacks(table, one), *bodily(table, one), *vehicles(table, one), *handling(table, one))
    }
    acts = [Choice(verb, why_not_held(table, verb)) for verb in dict.fromkeys([*HOLDABLE, *lines])]
    acts += [Choice(verb, why_not_held(table, verb)) for verb in ("move", "hold")]
    latest = latest_number(table, one) if one.score else 0
    until = Choices(
        "until", (), "", "text or number", most=latest, reason=Reason("number_gone_by", "CPR-HOLD-06", {"most": latest})
    )
    needs = "text" if table.is_on("hold_names_target") else "any"
    picks = (Choices("act", tuple(acts), "attack"), Choices("what", (), "", needs), until)
    weapon = next((item.name for item in in_hand(one) if item.kind == "weapon"), "bare hands")
    reasons = (
        *why_no_action(one),
        *((Reason("holds_already", "CPR-HOLD-04"),) if table.timeline.hold_of(one.id) else ()),
    )
    weapons = Choices("weapon", tuple(Choice(item.name) for item in in_hand(one)) + (Choice("bare hands"),), weapon)
    return Offer("hold", (*picks, weapons), ACTION, reasons=reasons, rule="CPR-HOLD-01")


def why_not_held(table: Table, verb: str) -> tuple[Reason, ...]:
    """Moves, NET Actions and Holds cannot be held; Run only by house rule. CPR-HOLD-05"""
    if verb in ("move", "use net actions", "net action", "hold") or (verb == "run" and not table.is_on("hold_run")):
        return (Reason("cannot_be_held", "CPR-HOLD-05"),)
    return ()


def carry_out(table: Table, one: Combatant, hold: Hold) -> Offer:
    """The moment of a Hold: exactly the Action chosen, or nothing. CPR-HOLD-02 CPR-HOLD-04"""
    act = hold.act or Act("pass")
    fixed = {pick: value for pick, value in act.picks.items() if pick != "what" or value}
    lines = [
        *attacks(table, one),
        *bodily(table, one),
        *vehicles(table, one),
        *handling(table, one),
        *moves(table, one),
    ]
    line = next((line for line in lines if line.fits(Act(act.verb, real_picks(table, line, fixed)))), None)
    if line is None:
        return Offer(act.verb, (), "held", fixed, (Reason("became_impossible", "CPR-HOLD-02"),), "CPR-HOLD-02")
    known = real_picks(table, line, fixed)
    reasons = [reason for pick in line.picks if pick.pick in known for reason in pick.refusals(known[pick.pick])]
    open_picks = tuple(pick for pick in line.picks if pick.pick not in known)
    own = tuple(reason for reason in line.reasons if reason.key != "action_spent")
    return Offer(act.verb, open_picks, "held", {**line.fixed, **known}, (*own, *reasons), "CPR-HOLD-02")


def real_picks(table: Table, line: Offer, fixed: dict[str, Pick]) -> dict[str, Pick]:
    """What was named at the declaration, as picks of the line: somebody by id; a mere description leaves the target open."""
    named = fixed.get("what")
    picks = {pick: value for pick, value in fixed.items() if pick != "what" and (pick != "weapon" or line.verb == "attack")}
    if named is None:
        return picks
    for pick in line.picks:
        if pick.kind == "text" or any(choice.value == named for choice in pick.choices):
            return {**picks, pick.pick: named}
    return picks


# ------------------------------------------------------------------ outside a fight, and the GM


def in_calm(table: Table, one: Combatant) -> Iterator[Offer]:
    """Outside Combat Time budgets do not count. CPR-ACT-02 CPR-TIME-01"""
    yield Offer("stabilize", (targets(table, one),), FREE, rule="CPR-ACT-02")
    yield Offer("use skill", (Choices("what", (), "", "text"),), FREE, rule="CPR-ACT-02")
    yield Offer("use object", (Choices("what", (), "", "text"),), FREE, rule="CPR-ACT-02")
    points = one.pool("luck")
    no = () if points else (Reason("no_luck", "CPR-INIT-06"),)
    yield Offer("luck", (Choices("points", (), 1, "number", 1, max(points, 1)),), "Luck", reasons=no, rule="CPR-INIT-06")


def of_the_gm(table: Table) -> Iterator[Offer]:
    """Acts of the GM: a race by MOVE, and a happening that no deed has brought about. CPR-MOV-02 CPR-MOV-03"""
    people = tuple(Choice(one.id) for one in table.present())
    if people:
        yield Offer(
            "race",
            (Choices("first", people, people[0].value), Choices("second", people, people[-1].value)),
            FREE,
            rule="CPR-MOV-03",
        )
    if table.timeline.held:
        yield Offer("happening", (), FREE, rule="CPR-HOLD-07")
