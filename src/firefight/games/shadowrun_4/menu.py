"""The menu of Shadowrun 4: what somebody may do now, and every reason against what he may not."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.game import Budget, Choice, Choices, Lines, Offer, Reason, listed
from firefight.games.shadowrun_4 import edge, fire, movement, rules
from firefight.games.shadowrun_4.arms import attacks, reloads
from firefight.games.shadowrun_4.consequences import FREE
from firefight.games.shadowrun_4.defense import OWES, is_own_action
from firefight.games.shadowrun_4.delays import CAME_IN, LETS_PASS
from firefight.games.shadowrun_4.lines import COMPLEX, EDGE, FREE_ACTION, SIMPLE, comrades_first, reasons, with_reasons
from firefight.games.shadowrun_4.order import EXTRA_PASS, GOES_FIRST, PASSES, acting, own_passes, running_pass
from firefight.games.shadowrun_4.sheet import is_ready, weapons
from firefight.games.shadowrun_4.surprise import is_surprised
from firefight.games.shadowrun_4.wounds import is_up
from firefight.marks import UNTIL_ROUND_END
from firefight.table import Combatant, Table
from firefight.timeline import Act, Turn

SIMPLE_VERBS = ("aim", "ready", "stand up", "take cover", "simple")
COMPLEX_VERBS = ("complex",)
FREE_VERBS = ("drop prone", "drop", "speak", "run", "free")
NEXT = "the next action"
SAID = Choices("what", (), "", "text")
OWN_PHASES = "pass "


def menu(table: Table, who: str, verb: str = "") -> tuple[Offer, ...]:
    """Everything this person may do now; the GM's own lines for nobody (""), who has none in this game. SR4-TURN-02"""
    if not who:
        return ()
    one = table.who(who)
    if not table.timeline.running:
        return (*in_calm(table, one), *([go_first(table, one), edge_on_test(one)] if "edge" in one.pools else []))
    return tuple(listed(LINES, verb, table, one))


# ------------------------------------------------------------------ budgets


def spent(one: Combatant) -> tuple[int, int]:
    """Simple and Complex Actions declared in this phase."""
    return one.value("spent simple"), one.value("spent complex")


def budget(table: Table, who: str) -> tuple[Budget, ...]:
    """What is left of the Action Phase, and the Free Action, which stays beyond it. SR4-PHASE-02 SR4-FREE-01"""
    one, now = table.who(who), acting(table, who) is not None
    return (
        Budget(SIMPLE, rules.simple_left(*spent(one)) if now else 0, 2),
        Budget(COMPLEX, rules.complex_left(*spent(one)) if now else 0, 1),
        Budget(FREE_ACTION, one.value(FREE), 1),
        *movement.budget(table, one),
    )


# ------------------------------------------------------------------ in the own phase


def why_no_action(table: Table, one: Combatant) -> dict[str, tuple[Reason, ...]]:
    """What speaks against any Simple and any Complex Action: two or one of them, in the own phase only.

    SR4-PASS-01 SR4-PHASE-02
    """
    off = reasons(
        (acting(table, one.id) is None, "not_your_phase", "SR4-PASS-01"),
        (not is_up(one), "unable", "SR4-CM-02"),
    )
    return {
        SIMPLE: (*off, *reasons((rules.simple_left(*spent(one)) == 0, "no_simple_left", "SR4-PHASE-02"))),
        COMPLEX: (*off, *reasons((rules.complex_left(*spent(one)) == 0, "no_complex_left", "SR4-PHASE-02"))),
    }


def weapon_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Attacks and reloading. SR4-PHASE-02"""
    no = why_no_action(table, one)
    yield from (with_reasons(line, no[line.price]) for line in (*attacks(table, one), *reloads(table, one)))


def action_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """The other Simple and Complex Actions of a phase. SR4-PHASE-02"""
    no = why_no_action(table, one)
    for verb in SIMPLE_VERBS:
        yield Offer(verb, picks(one, verb), SIMPLE, reasons=(*no[SIMPLE], *why_not(one, verb)), rule="SR4-PHASE-02")
    for verb in COMPLEX_VERBS:
        yield Offer(verb, picks(one, verb), COMPLEX, reasons=no[COMPLEX], rule="SR4-PHASE-02")
    yield Offer("tend", (comrades_first(table, one),), COMPLEX, reasons=no[COMPLEX], rule="SR4-PHASE-02")


def picks(one: Combatant, verb: str) -> tuple[Choices, ...]:
    """What has to be said to a verb: its object, or in words what is done. Weapons are suggested."""
    if verb in ("ready", "drop"):
        known = tuple(Choice(arm.name) for arm in weapons(one)[:-1] if is_ready(one, arm) == (verb == "drop"))
        return (Choices("what", known, "", "text"),)
    return (SAID,) if verb in ("simple", "complex", "speak", "free") else ()


def why_not(one: Combatant, verb: str) -> tuple[Reason, ...]:
    """Only who lies can stand up, only who stands can drop."""
    return reasons(
        (verb == "stand up" and not one.has("prone"), "not_prone", "SR4-PHASE-02"),
        (verb == "drop prone" and one.has("prone"), "prone_already", "SR4-FREE-01"),
    )


# ------------------------------------------------------------------ at other moments, too


def defense_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Full Defense: the Complex Action of one's own phase, or out of turn for the next phase one has. SR4-DEF-01 SR4-DEF-02"""
    top, own = table.timeline.top, is_own_action(table, one.id)
    no = reasons(
        (not isinstance(top, Turn) or bool(top.window), "no_declaration_now", "SR4-DEF-02"),
        (not is_up(one), "unable", "SR4-CM-02"),
        (not own and one.has(OWES), "phase_owed", "SR4-DEF-02"),
        (not own and is_surprised(table, one.id), "surprised", "SR4-SURP-01"),
    )
    yield Offer("full defense", (), COMPLEX if own else NEXT, reasons=no, rule="SR4-DEF-01" if own else "SR4-DEF-02")


def free_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """The Free Action: in the own phase, or while somebody else declares in his. SR4-FREE-01 SR4-FREE-02"""
    no = why_no_free_action(table, one)
    for verb in FREE_VERBS:
        yield Offer(verb, picks(one, verb), FREE_ACTION, reasons=(*no, *why_not(one, verb)), rule="SR4-FREE-01")


def why_no_free_action(table: Table, one: Combatant) -> tuple[Reason, ...]:
    """It takes a declaration step, an own phase that has come in this turn, and one that is not used. SR4-FREE-01 SR4-FREE-02"""
    top, had = table.timeline.top, one.has(FREE) or (one.id, "pass 1") in table.timeline.done
    return reasons(
        (not isinstance(top, Turn) or bool(top.window), "no_declaration_now", "SR4-FREE-02"),
        (not is_up(one), "unable", "SR4-CM-02"),
        (not had, "phase_not_come", "SR4-FREE-02"),
        (had and one.value(FREE) < 1, "no_free_action", "SR4-FREE-01"),
    )


def delay_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Putting the whole phase off: an own phase, nothing of it used. SR4-PHASE-03 SR4-DELAY-03"""
    turn = acting(table, one.id)
    own = turn is not None and turn.tag(one.id).startswith(OWN_PHASES) and not one.has(CAME_IN)
    no = reasons(
        (turn is None, "not_your_phase", "SR4-PHASE-03"),
        (turn is not None and not own, "no_own_phase", "SR4-DELAY-03"),
        (sum(spent(one)) > 0, "phase_begun", "SR4-DELAY-03"),
        (not is_up(one), "unable", "SR4-CM-02"),
    )
    yield Offer("delay", (), "the phase", reasons=no, rule="SR4-PHASE-03")


def other_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """What Edge buys for the order, and speaking up again after letting others go. SR4-DELAY-01 SR4-DELAY-02"""
    if "edge" in one.pools:
        yield from (go_first(table, one), extra_pass(table, one), edge_on_test(one))
    if table.timeline.hold_of(one.id):
        no = reasons((not one.has(LETS_PASS), "asked_when_it_begins", "SR4-DELAY-01"))
        yield Offer("speak up", (), "", reasons=no, rule="SR4-DELAY-01")


def go_first(table: Table, one: Combatant) -> Offer:
    """Edge for acting first in the next pass one has, declared before it begins. SR4-EDGE-01"""
    no = reasons(
        (not is_up(one), "unable", "SR4-CM-02"),
        (one.pool("edge") < 1, "no_edge", "SR4-EDGE-01"),
        (one.has(GOES_FIRST) and not gone_first(table, one), "goes_first_already", "SR4-EDGE-01"),
    )
    return Offer("go first", (), EDGE, reasons=no, rule="SR4-EDGE-01")


def gone_first(table: Table, one: Combatant) -> bool:
    """Whether the pass somebody paid to go first in has begun already."""
    mark = one.mark(GOES_FIRST)
    return mark is not None and mark.until == UNTIL_ROUND_END and mark.value <= running_pass(table)


def extra_pass(table: Table, one: Combatant) -> Offer:
    """Edge for one more pass this turn: once, and never beyond the fourth. SR4-EDGE-02 SR4-PASS-04"""
    number = rules.bought_pass(own_passes(one), running_pass(table))
    no = reasons(
        (not is_up(one), "unable", "SR4-CM-02"),
        (one.pool("edge") < 1, "no_edge", "SR4-EDGE-02"),
        (one.has(EXTRA_PASS), "extra_pass_already", "SR4-EDGE-02"),
        (number > PASSES, "no_fifth_pass", "SR4-PASS-04"),
    )
    return Offer("extra pass", (), EDGE, reasons=no, rule="SR4-EDGE-02")


def edge_on_test(one: Combatant) -> Offer:
    """Edge on the next test of a kind, paid before it is rolled. SR4-EDGE-03"""
    paid = {kind: one.has(edge.paid_for(kind)) for kind in edge.TESTS}
    choices = tuple(Choice(kind, reasons((had, "edge_paid_already", "SR4-EDGE-03"))) for kind, had in paid.items())
    no = reasons((one.pool("edge") < 1, "no_edge", "SR4-EDGE-03"), (all(paid.values()), "edge_paid_already", "SR4-EDGE-03"))
    default = next((kind for kind, had in paid.items() if not had), edge.TESTS[0])
    return Offer("edge", (Choices("test", choices, default),), EDGE, reasons=no, rule="SR4-EDGE-03")


def in_calm(table: Table, one: Combatant) -> Iterator[Offer]:
    """Outside a fight nothing has a price."""
    yield Offer("free", (SAID,))
    for line in reloads(table, one):
        yield Offer(line.verb, (), "", line.fixed, line.reasons)
    yield Offer("tend", (comrades_first(table, one),))


LINES: Lines = (
    (("attack", "reload"), weapon_lines),
    (("move",), movement.lines),
    ((*SIMPLE_VERBS, *COMPLEX_VERBS, "tend"), action_lines),
    (("full defense",), defense_lines),
    (FREE_VERBS, free_lines),
    (("delay",), delay_lines),
    (("go first", "extra pass", "edge", "speak up"), other_lines),
)
"""The lines of a fight."""


def kind_of(one: Combatant, act: Act) -> str:
    """Which kind of action an act takes: simple, complex, free, or "" for what is none."""
    if act.verb == "attack":
        return fire.action(fire.weapon_of(one, act.text("weapon")), act.text("mode"))
    kinds = {"simple": (*SIMPLE_VERBS, "reload"), "complex": (*COMPLEX_VERBS, "tend"), "free": FREE_VERBS}
    return next((kind for kind, verbs in kinds.items() if act.verb in verbs), "")
