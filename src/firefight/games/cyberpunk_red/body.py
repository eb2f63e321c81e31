"""What people do to each other and with their bodies: moving, attacking, getting up, grabbing, throwing, stabilizing."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.effects import effects
from firefight.events import Event, Marked, Told, Unmarked
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.budget import metres_left, why_no_move
from firefight.games.cyberpunk_red.gear import ACTION, FREE, handed, in_hand, moved, thing, things, weapons
from firefight.games.cyberpunk_red.scene import targets, why_not_at
from firefight.games.cyberpunk_red.sheet import REACH
from firefight.marks import until_turn_end
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed

# ------------------------------------------------------------------ moving


def move_line(table: Table, one: Combatant) -> Offer:
    """The Move Action, in as many parts as one likes. CPR-ACT-01 CPR-MOV-01 CPR-MOV-04 CPR-MOV-05"""
    left = max(0, metres_left(table, one.id))
    stuck = why_no_move(table, one)
    used_up = (Reason("move_spent", "CPR-MOV-04"),) if not left and not stuck else ()
    too_far = Reason("too_far", "CPR-MOV-04", {"left": left, "squares": rules.squares(left)})
    metres = Choices("metres", (), left, "number", 1, left, too_far)
    return Offer("move", (metres,), "Move Action", reasons=(*stuck, *used_up), rule="CPR-MOV-04")


def run_line(table: Table, one: Combatant) -> Offer:
    """One more Move Action for the Action, once a Turn and only for those who could move. CPR-ACT-01 CPR-ACT-07"""
    early = table.is_on("run_needs_move_first") and not one.has("spent move")
    late = (Reason("move_first", "CPR-ACT-07"),) if early else ()
    twice = (Reason("running_already", "CPR-ACT-01"),) if one.has("running") else ()
    return Offer("run", (), ACTION, reasons=(*why_no_move(table, one), *late, *twice), rule="CPR-ACT-07")


def get_up_line(one: Combatant) -> Offer:
    """Getting up from the floor. CPR-ACT-05"""
    up = () if one.has("prone") else (Reason("not_prone", "CPR-ACT-05"),)
    return Offer("get up", (), ACTION, reasons=up, rule="CPR-ACT-05")


def run(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One more Move Action in this Turn; out of a Hold it is made at once. CPR-ACT-07 CPR-HOLD-05"""
    if "metres" in deed.act.picks:
        yield Told("covers", deed.who, {"metres": deed.act.number("metres")}, rules=("CPR-HOLD-05",))
    else:
        yield Marked(deed.who, Mark("running", until_turn_end(deed.who), quiet=True))


def get_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Ends being Prone. CPR-ACT-05"""
    yield Unmarked(deed.who, "prone", rules=("CPR-ACT-05",))


# ------------------------------------------------------------------ against others


def attack_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """An attack with each weapon in hand, and bare-handed. CPR-ACT-03"""
    for weapon in weapons(table, one.id):
        yield Offer("attack", (targets(table, one, weapon.reach),), ACTION, {"weapon": weapon.name}, rule="CPR-ACT-03")


def grapple_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Grab in its three uses, and what can be done to somebody held. CPR-ACT-06 CPR-ACT-18"""
    near = targets(table, one, REACH)
    free = () if one.has("grappled") or one.has("grappling") else (Reason("not_grappled", "CPR-ACT-06"),)
    yield Offer("grab", (near,), ACTION, rule="CPR-ACT-06")
    yield Offer("snatch", (near, Choices("object", (), "", "text")), ACTION, rule="CPR-ACT-06")
    yield Offer("break free", (), ACTION, reasons=free, rule="CPR-ACT-06")
    for victim in held_by(table, one):
        yield Offer("choke", (), ACTION, {"target": victim.id}, rule="CPR-ACT-18")
        yield Offer("human shield", (), ACTION, {"target": victim.id}, rule="CPR-ACT-18")


def held_by(table: Table, one: Combatant) -> list[Combatant]:
    """Those whom somebody grapples."""
    return [other for other in table.present() if any(mark.name == "grappled" and mark.by == one.id for mark in other.marks)]


def throw_line(table: Table, one: Combatant) -> Offer:
    """Throwing a thing in hand or somebody one grapples, at somebody or nobody; nothing else. CPR-ACT-10"""
    hand, held = [item.name for item in in_hand(table, one.id)], [other.id for other in held_by(table, one)]
    no = (Reason("not_in_hand", "CPR-ACT-10"),)
    elsewhere = [item.name for item in things(table, one.id) if item.name not in hand]
    others = [other.id for other in table.present() if other.id not in (one.id, *held)]
    what = Choices(
        "what", (*map(Choice, (*hand, *held)), *(Choice(name, no) for name in (*elsewhere, *others))), (*hand, *held, "")[0]
    )
    at = Choices("at", (Choice(""), *targets(table, one).choices))
    return Offer("throw", (what, at), ACTION, reasons=() if hand or held else no, rule="CPR-ACT-10")


def stabilize_line(table: Table, one: Combatant) -> Offer:
    """Stabilizing somebody within reach, the wounded of one's own side first. CPR-ACT-08"""
    people = sorted(
        table.present(), key=lambda other: (other.side != one.side, not other.has("mortally wounded"), other.id == one.id)
    )
    choices = tuple(Choice(other.id, why_not_at(table, one, other, REACH)) for other in people)
    target = Choices("target", choices, next((choice.value for choice in choices if not choice.reasons), ""))
    return Offer("stabilize", (target,), ACTION, rule="CPR-ACT-08")


def let_go_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Letting somebody go takes no Action. CPR-ACT-06"""
    if one.has("grappling"):
        yield Offer("let go", (), FREE, rule="CPR-ACT-06")


def attack(deed: Deed, ask: Ask) -> Iterator[Event]:
    """An attack; what it does is the GM's to say. CPR-ACT-03"""
    target, weapon = deed.act.text("target"), deed.act.text("weapon")
    yield from done_to(deed, ask, target, f"{ask.table.who(deed.who).name} attacks {ask.table.who(target).name} with {weapon}")


def done_to(deed: Deed, ask: Ask, target: str, about: str) -> Iterator[Event]:
    """What the GM says comes of it for somebody. CPR-ACT-03 CPR-ACT-10 CPR-ACT-18"""
    yield from effects(ask.effect("effect", about), ask.table, target, deed.who)


def grab(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Taking hold of somebody and keeping the hold. CPR-ACT-06"""
    target = deed.act.text("target")
    if is_failure(deed, ask, f"{ask.table.who(deed.who).name} grabs {ask.table.who(target).name}"):
        yield failed(deed)
    else:
        yield Marked(target, Mark("grappled", by=deed.who), rules=("CPR-ACT-06",))
        yield Marked(deed.who, Mark("grappling", by=target, quiet=True))


def snatch(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Taking an object that somebody carries. CPR-ACT-06"""
    target, what = deed.act.text("target"), deed.act.text("object")
    if is_failure(deed, ask, f"{ask.table.who(deed.who).name} snatches the {what} from {ask.table.who(target).name}"):
        yield failed(deed)
    else:
        taken = thing(ask.table, target, what)
        yield Told("snatched", deed.who, {"object": what, "target": target}, rules=("CPR-ACT-06",), about=(target,))
        yield from handed(taken, target, deed.who) if taken else ()


def break_free(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Breaking out of a grapple one is in. CPR-ACT-06"""
    if is_failure(deed, ask, f"{ask.table.who(deed.who).name} breaks free"):
        yield failed(deed)
    else:
        yield from let_go_of(ask.table, deed.who)


def is_failure(deed: Deed, ask: Ask, about: str) -> bool:
    """The GM says how the opposed Check of a Grab ends. CPR-ACT-06"""
    return ask.ruling(deed.act.verb, ("success", "failure"), "success", about) == "failure"


def failed(deed: Deed) -> Told:
    """A Grab has come to nothing; its Action is spent. CPR-ACT-06"""
    return Told("grab_fails", deed.who, rules=("CPR-ACT-06",))


def let_go(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Whoever holds somebody lets go. CPR-ACT-06"""
    yield from let_go_of(ask.table, deed.who)


def let_go_of(table: Table, who: str) -> Iterator[Event]:
    """Ends every grapple this person is in, on both sides of it."""
    for one in table.combatants.values():
        for mark in one.marks:
            if mark.name in ("grappled", "grappling", "human shield") and who in (one.id, mark.by):
                yield Unmarked(one.id, mark.name, mark.by, quiet=mark.quiet, rules=("CPR-ACT-06",))


def choke(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Choking somebody who is held. CPR-ACT-18"""
    target = deed.act.text("target")
    yield from done_to(deed, ask, target, f"{ask.table.who(deed.who).name} chokes {ask.table.who(target).name}")


def human_shield(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Somebody who is held becomes a shield. CPR-ACT-18"""
    yield Marked(deed.act.text("target"), Mark("human shield", by=deed.who), rules=("CPR-ACT-18",))


def throw(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Throwing somebody one grapples, or a thing in hand. CPR-ACT-10"""
    what, at = deed.act.text("what"), deed.act.text("at")
    thrown, name = thing(ask.table, deed.who, what), ask.table.who(deed.who).name
    if what in ask.table.combatants:
        yield from let_go_of(ask.table, what)
    elif thrown:
        yield moved(deed.who, thrown, "floor")
    hit = what if what in ask.table.combatants else at
    if hit:
        yield from done_to(deed, ask, hit, f"{name} throws {what}" + (f" at {ask.table.who(at).name}" if at else ""))
    else:
        said = ask.ruling("throw", (), "it lands", f"{name} throws {what}")
        yield Told("throws", deed.who, {"what": what, "outcome": said}, rules=("CPR-ACT-10",))


def stabilize(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Natural healing begins, or somebody is saved from being Mortally Wounded. CPR-ACT-08"""
    target = deed.act.text("target")
    if ask.ruling("stabilize", ("success", "failure"), "success", ask.table.who(target).name) == "failure":
        yield Told("stabilize_fails", deed.who, {"target": target}, rules=("CPR-ACT-08",), about=(target,))
    elif ask.table.who(target).has("mortally wounded"):
        yield Unmarked(target, "mortally wounded", rules=("CPR-ACT-08",))
    else:
        yield Marked(target, Mark("healing naturally"), rules=("CPR-ACT-08",))
