"""An ambush: the test before the fight, the free action of those who were not noticed, and the first turn after it."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.events import Event, Flagged, Marked, Opened, Told, Unmarked
from firefight.games.eclipse_phase.checks import contest, modifiers, reckoned, skill_test
from firefight.games.eclipse_phase.sheet import ready
from firefight.marks import UNTIL_ROUND_END
from firefight.table import Mark, Table
from firefight.timeline import Deed, Turn

AMBUSHING, UNNOTICED, AMBUSHED, SURPRISED = "ambushing", "unnoticed", "ambushed", "surprised"
NO_VIGOR = "no extra actions by Vigor"
TAG = "ambush"


def ambush(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Infiltrate against Perceive, at -20 for whoever suspects nothing: who loses is surprised, else he is only at -3.

    EP-SURP-01
    """
    who, target = deed.act.text("who"), deed.act.text("target")
    unaware = 0 if deed.act.text("alert") == "yes" else -20
    sneaking = skill_test(ask.table.who(who), f"infiltrate {who}", "infiltrate", modifiers(deed.act.text("modifiers")))
    watching = skill_test(ask.table.who(target), f"perceive {target}", "perceive", unaware)
    first, second, won = contest(ask, sneaking, watching)
    yield from (*reckoned(ask, first), *reckoned(ask, second))
    yield Told(
        "ambush_works" if won > 0 else "ambush_seen", who, {"other": target}, about=(target,), rules=("EP-SURP-01",), gm=True
    )
    yield Marked(who, Mark(AMBUSHING, UNTIL_ROUND_END, quiet=True))
    if won > 0:
        yield Marked(who, Mark(UNNOTICED, UNTIL_ROUND_END, quiet=True))
    yield Marked(target, Mark(SURPRISED if won > 0 else AMBUSHED, UNTIL_ROUND_END, quiet=True), rules=("EP-SURP-01",))


def is_on(table: Table) -> bool:
    """Whether the fight that begins is an ambush."""
    return table.timeline.round == 1 and any(one.has(AMBUSHING) for one in table.fighters())


def sprung(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The ambush as the fight begins: where all were taken by surprise, the unnoticed act once before anybody rolls.

    Where some were not, all who are no ambushers roll at -3, and nobody buys extra actions with Vigor in this turn. EP-SURP-01
    """
    others = [one for one in ask.table.fighters() if not one.has(AMBUSHING)]
    if not any(one.has(SURPRISED) for one in others):
        return
    yield from (Marked(one.id, Mark(SURPRISED, UNTIL_ROUND_END), rules=("EP-SURP-01",)) for one in others if one.has(SURPRISED))
    if all(one.has(SURPRISED) for one in others):
        yield from free_action(ask.table)
        return
    yield Told("mixed_ambush", rules=("EP-SURP-01",))
    yield Flagged(NO_VIGOR, ask.table.timeline.fight, rules=("EP-SURP-01",))
    yield from (Marked(one.id, Mark(AMBUSHED, UNTIL_ROUND_END, quiet=True)) for one in others if not one.has(AMBUSHED))


def free_action(table: Table) -> Iterator[Event]:
    """One turn for every ambusher whom somebody has not noticed, all at the same time. EP-SURP-01"""
    dues = tuple((one.id, TAG) for one in table.fighters() if one.has(UNNOTICED) and ready(table, one.id))
    if dues:
        yield Told("free_action", about=tuple(who for who, _ in dues), rules=("EP-SURP-01",))
        yield Opened(dues, together=len(dues) > 1)


def over(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The free action is done: nobody is surprised any more, and movement begins anew. In a mixed group it goes on.

    EP-SURP-01
    """
    mixed = ask.table.flags.get(NO_VIGOR) == ask.table.timeline.fight
    gone = (AMBUSHING, UNNOTICED, "spent metres", "staying", "full move")
    for one in ask.table.fighters():
        yield from (Unmarked(one.id, name, quiet=True) for name in gone if one.has(name))
        if one.has(SURPRISED) and not mixed:
            yield Unmarked(one.id, SURPRISED, rules=("EP-SURP-01",))


def no_vigor(table: Table) -> bool:
    """Whether Vigor buys no extra actions now: in the free action, and in the first turn of a mixed ambush. EP-SURP-01"""
    line = table.timeline
    free = any(tag == TAG for frame in line.stack if isinstance(frame, Turn) for _, tag in frame.dues)
    return free or (line.round == 1 and table.flags.get(NO_VIGOR) == line.fight)
