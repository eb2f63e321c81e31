"""Who is due in Shadowrun 4: scores, Initiative Passes, and the key that puts every Action Phase in its place."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.games.shadowrun_4 import rules
from firefight.games.shadowrun_4.sheet import sheet
from firefight.games.shadowrun_4.wounds import wound_modifier
from firefight.marks import UNTIL_ROUND_END
from firefight.table import Combatant, Table
from firefight.timeline import Act, Due, Hold, Key, Turn

PASSES = 4
AFTERWARDS = PASSES + 1
FIRST, BY_SCORE, LAST = 0, 1, 2
GLITCH, CRITICAL = "initiative glitch", "critical initiative glitch"
GOES_FIRST, EXTRA_PASS = "goes first", "extra pass"


# ------------------------------------------------------------------ numbers


def attribute(one: Combatant) -> int:
    """The Initiative attribute: Reaction, Intuition, bonuses, and what a "quickened" mark adds. SR4-INIT-05 SR4-INIT-08"""
    numbers = sheet(one)
    return numbers.reaction + numbers.intuition + numbers.initiative + one.value("quickened")


def standing(one: Combatant) -> int:
    """What a score rests on: attribute less wound modifier. When it changes, the score does. SR4-INIT-06 SR4-INIT-08"""
    return attribute(one) - wound_modifier(one)


def own_passes(one: Combatant) -> int:
    """Initiative Passes of this Combat Turn, without one bought with Edge. SR4-PASS-04 SR4-PASS-06 SR4-INIT-07"""
    numbers = sheet(one)
    return rules.passes(numbers.passes, numbers.bonus_passes + one.value("more passes"), int(one.has(CRITICAL)))


def passes(one: Combatant) -> tuple[int, ...]:
    """The passes in which somebody has an Action Phase; one bought with Edge comes after his own. SR4-PASS-03 SR4-EDGE-02"""
    own = own_passes(one)
    bought = max(one.value(EXTRA_PASS), own + 1) if one.has(EXTRA_PASS) else 0
    return (*range(1, own + 1), *([bought] if 0 < bought <= PASSES else ()))


def running_pass(table: Table) -> int:
    """The pass that is being played, as far as one may know; 0 before the first of a Combat Turn."""
    return max(table.flags.get("gm pass", 0), table.flags.get("pass", 0))


# ------------------------------------------------------------------ places


def dues(table: Table) -> list[Due]:
    """An Action Phase in every pass of everybody who has a score above 0, and a last chance for those who wait.

    SR4-TURN-03 SR4-INIT-01 SR4-INIT-02 SR4-INIT-06 SR4-PASS-01 SR4-PASS-02 SR4-PASS-03 SR4-PASS-05
    """
    return [due for one in table.fighters() if one.score and one.score[0] > 0 for due in phases(table, one)]


def phases(table: Table, one: Combatant) -> Iterator[Due]:
    """The Action Phases of one. Who comes in after a phase has this one in the place of his own. SR4-DELAY-02 SR4-DELAY-03"""
    hold = table.timeline.hold_of(one.id)
    late = late_key(table, one, hold)
    for number in passes(one):
        if not (hold and late and hold.tag == f"pass {number}"):
            yield Due(key(table, one, number), one.id, f"pass {number}")
    if hold and late:
        yield Due(late, one.id, hold.tag)


def late_key(table: Table, one: Combatant, hold: Hold | None) -> Key:
    """Where a delayed action comes by itself: after the phase named, else after the last phase of all, by house rule."""
    if hold is None or hold.key:
        return hold.key if hold else ()
    return (AFTERWARDS, *[0] * 9, rank(one)) if table.is_on("delay_after_last") else ()


def key(table: Table, one: Combatant, number: int) -> Key:
    """The place of an Action Phase in its pass: high scores first, a glitch behind its equals. SR4-INIT-02 SR4-INIT-07

    A second number of the score puts those whom the GM has moved right before (above 0) or behind their equals. The last
    two numbers are for those who come in after a phase.
    """
    score, fine = (*one.score, 0)[:2]
    return number, stage(one, number), -score, -fine, int(one.has(GLITCH)), *tie_break(table, one), 0, 0


def stage(one: Combatant, number: int) -> int:
    """Those who paid Edge for this pass go first, a critical glitch goes last. SR4-INIT-07 SR4-EDGE-01"""
    paid = one.mark(GOES_FIRST)
    now = paid is not None and paid.value == number and paid.until == UNTIL_ROUND_END
    return FIRST if now else (LAST if one.has(CRITICAL) else BY_SCORE)


def tie_break(table: Table, one: Combatant) -> tuple[int, int, int, int]:
    """What parts equal scores, by house rule: Edge, Initiative attribute, Reaction, a die. Else they act together. SR4-INIT-04"""
    if table.options["tie_rule"] == "same-time":
        return 0, 0, 0, 0
    return -sheet(one).edge, -attribute(one), -sheet(one).reaction, -one.value("tie die")


def rank(one: Combatant) -> int:
    """The order among those who come in at one moment: by score, equal scores together. SR4-DELAY-03"""
    return 1000 * stage(one, 0) - 2 * one.score[0] + one.has(GLITCH)


def after(place: Key, one: Combatant) -> tuple[int, ...]:
    """The place of one who comes in after the phase at a place. SR4-DELAY-01"""
    return (*(int(str(number)) for number in place[:-2]), 1, rank(one))


def is_own_phase(place: Key) -> bool:
    """Whether a place is that of an Action Phase of its owners, not of somebody who comes in late or was granted a turn."""
    return bool(place) and place[-2] == 0 and place[0] != AFTERWARDS


def acting(table: Table, who: str) -> Turn | None:
    """The Action Phase on top, if somebody is in it and not done."""
    top = table.timeline.top
    if not isinstance(top, Turn) or top.window or who not in top.members or who in top.passed:
        return None
    return top


def collects(table: Table, people: int) -> bool:
    """Whether so many who share a phase declare everything before the first of it is resolved. SR4-INIT-04 SR4-PHASE-01"""
    return people > 1 or table.options["simple_declaration"] == "together"


def names(act: Act) -> tuple[str, ...]:
    """The people a deed of the table concerns."""
    who = act.picks.get("who", ())
    return who if isinstance(who, tuple) else (str(who),)
