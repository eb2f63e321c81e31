"""What an act of Shadowrun 4 costs and what comes of it. One short function per verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from firefight.ask import Ask
from firefight.effects import effects
from firefight.events import Adjusted, Event, Held, Marked, Passed, Unmarked
from firefight.games.shadowrun_4 import defense, edge, fire, movement, rules
from firefight.games.shadowrun_4.attack import LOST, as_boxes, attack, lost
from firefight.games.shadowrun_4.consequences import FREE
from firefight.games.shadowrun_4.delays import LETS_PASS, declared, phase
from firefight.games.shadowrun_4.initiative import break_tie, fall_in, initiative
from firefight.games.shadowrun_4.menu import kind_of
from firefight.games.shadowrun_4.order import EXTRA_PASS, GOES_FIRST, acting, own_passes, passes, running_pass
from firefight.games.shadowrun_4.sheet import weapons
from firefight.games.shadowrun_4.situation import COVER
from firefight.games.shadowrun_4.surprise import surprise
from firefight.games.shadowrun_4.timing import new_pass, turn_end
from firefight.games.shadowrun_4.wounds import is_up
from firefight.marks import UNTIL_ROUND_END, spent, until_turn_end, until_turn_start
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed, Hold


def costs(table: Table, who: str, act: Act) -> Iterator[Event]:
    """What declaring costs: a Simple or Complex Action of the phase, the Free Action, a phase to come, or Edge.

    Edge, Full Defense and steps on the map give at once what they are paid for.
    SR4-PHASE-02 SR4-FREE-01 SR4-EDGE-01 SR4-EDGE-02 SR4-EDGE-03 SR4-DEF-01 SR4-DEF-02
    """
    if not who:
        return
    one = table.who(who)
    kind = kind_of(one, act)
    if act.verb in EDGE_BUYS:
        yield from (Adjusted(who, "edge", -1), EDGE_BUYS[act.verb](table, one, act))
    elif act.verb == "move":
        yield from movement.gone(table, one, act)
    elif act.verb == "full defense":
        yield from defense.full_defense(table, who)
    elif kind == "free" and (mark := one.mark(FREE)):
        yield Marked(who, Mark(FREE, mark.until, 0, quiet=True))
    elif kind in ("simple", "complex") and acting(table, who):
        yield spent(who, kind, until_turn_end(who), one.value(f"spent {kind}") + 1)
        if act.verb == "attack":
            yield fire.fired(who, act.text("weapon"))


def resolve(deed: Deed, ask: Ask) -> Iterator[Event]:
    """What comes of a deed; one who can no longer do what he has declared needs the GM's leave. SR4-PHASE-01"""
    if not deed.who:
        yield from OF_THE_TABLE[deed.act.verb](deed, ask)
        return
    one = ask.table.who(deed.who)
    if deed.act.verb in VERBS and not is_up(one) and ask.ruling("impossible", LOST, "lost", one.name) == "lost":
        yield lost(deed)
        return
    yield from {**VERBS, **ANYTIME}[deed.act.verb](deed, ask)


# ------------------------------------------------------------------ in a phase


def reload(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A full weapon again."""
    yield fire.reloaded(deed.who, fire.weapon_of(ask.table.who(deed.who), deed.act.text("weapon")))


def ready(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Something in hand: a weapon by its name can be used, and parried with. SR4-MEL-02"""
    yield from in_hand(deed, ask, 1)


def drop(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Something lies on the floor; a weapon by its name has to be made ready again. SR4-MEL-02"""
    yield from in_hand(deed, ask, 0)


def in_hand(deed: Deed, ask: Ask, now: int) -> Iterator[Event]:
    """Whether a weapon is in hand from now on, if what is named is one."""
    what = deed.act.text("what").strip().lower()
    for weapon in weapons(ask.table.who(deed.who))[:-1]:
        if weapon.name.lower() == what.removeprefix("the "):
            yield Marked(deed.who, Mark(f"weapon {weapon.name}", value=now, quiet=True))


def tend(deed: Deed, ask: Ask) -> Iterator[Event]:
    """First aid and the like; what it does is the GM's to say: "-2 physical", "stabilized". SR4-CM-02"""
    target = deed.act.text("target")
    one, other = ask.table.who(deed.who), ask.table.who(target)
    yield from effects(as_boxes(ask.effect("effect", f"{one.name} tends {other.name}"), other), ask.table, target, deed.who)


def aim(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Taking aim, until the next attack."""
    yield Marked(deed.who, Mark("aiming", value=ask.table.who(deed.who).value("aiming") + 1))


def stand_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """On one's feet again."""
    yield Unmarked(deed.who, "prone")


def drop_prone(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Flat on the ground, in anybody's phase. SR4-FREE-01 SR4-FREE-02"""
    yield Marked(deed.who, Mark("prone"))


def take_cover(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Behind something, until one moves."""
    yield Marked(deed.who, Mark("in cover"))


def run(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Running until the next own phase, out of any cover."""
    yield Marked(deed.who, Mark("running", until_turn_start(deed.who)))
    yield from (Unmarked(deed.who, cover) for cover in COVER if ask.table.who(deed.who).has(cover))


def told(deed: Deed, ask: Ask) -> Iterator[Event]:
    """What is done in words only: the declaration has told it."""
    yield from ()


def delay(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The whole phase is put off, to come in with a later one of this Combat Turn. SR4-PHASE-03 SR4-DELAY-02"""
    line = ask.table.timeline
    turn = line.turn
    mine = turn is not None and deed.who in turn.members
    tag = turn.tag(deed.who) if turn is not None and mine else "nowhere"
    if ask.table.who(deed.who).has(LETS_PASS):
        yield Unmarked(deed.who, LETS_PASS, quiet=True)
    yield Held(Hold(deed.who, line.round, f"held from {tag}"), rules=("SR4-PHASE-03",))
    if turn is not None and mine and deed.who not in turn.passed:
        yield Passed(deed.who)


# ------------------------------------------------------------------ at any time


def speak_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Wants to be asked again when a phase begins. SR4-DELAY-01"""
    yield Unmarked(deed.who, LETS_PASS, quiet=True)


def go_first(table: Table, one: Combatant, act: Act) -> Marked:
    """First in the next pass one has: of this turn, else of the next. SR4-EDGE-01"""
    left = [number for number in passes(one) if number > running_pass(table)]
    until = UNTIL_ROUND_END if left or not table.timeline.running else replace(UNTIL_ROUND_END, skip=1)
    return Marked(one.id, Mark(GOES_FIRST, until, (left or [1])[0]), rules=("SR4-EDGE-01",))


def extra_pass(table: Table, one: Combatant, act: Act) -> Marked:
    """One pass more: after the last one has anyway, else the next to begin. SR4-EDGE-02"""
    number = rules.bought_pass(own_passes(one), running_pass(table))
    return Marked(one.id, Mark(EXTRA_PASS, UNTIL_ROUND_END, number), rules=("SR4-EDGE-02",))


def edge_on_test(table: Table, one: Combatant, act: Act) -> Marked:
    """Edge on the next test of a kind, before it is rolled. SR4-EDGE-03"""
    return edge.bought(one.id, act.text("test"))


EDGE_BUYS = {"go first": go_first, "extra pass": extra_pass, "edge": edge_on_test}
Verb = Callable[[Deed, Ask], Iterable[Event]]
VERBS: dict[str, Verb] = {
    "attack": attack, "reload": reload, "aim": aim, "ready": ready, "stand up": stand_up, "take cover": take_cover,
    "simple": told, "complex": told, "tend": tend, "drop prone": drop_prone, "drop": drop, "speak": told, "run": run,
    "free": told, "move": told,
}  # fmt: skip
ANYTIME: dict[str, Verb] = {
    "delay": delay, "speak up": speak_up, "go first": told, "extra pass": told, "edge": told, "full defense": told,
}  # fmt: skip
OF_THE_TABLE: dict[str, Verb] = {
    "surprise": surprise, "initiative": initiative, "join": initiative, "fall in": fall_in, "break tie": break_tie,
    "pass": new_pass, "phase": phase, "declared": declared, "turn end": turn_end,
}  # fmt: skip
