"""What comes of an act of Cyberpunk RED: every verb and the function that resolves it, and what follows by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from firefight.ask import Ask
from firefight.events import Adjusted, Changed, Closed, Event, Marked, Passed, PoolSet, Scored
from firefight.games.cyberpunk_red import (
    attack,
    body,
    calm,
    checks,
    gear,
    grapple,
    healing,
    holds,
    initiative,
    moments,
    movement,
    net,
    scene,
    tasks,
    timing,
    vehicles,
    wounds,
)
from firefight.table import Table
from firefight.timeline import Deed

Resolved = Callable[[Deed, Ask], Iterable[Event]]

VERBS: dict[str, Resolved] = {
    "move": movement.move, "run": body.run, "get up": body.get_up,
    "attack": attack.attack, "aimed attack": attack.attack, "autofire": attack.autofire,
    "grab": grapple.grab, "snatch": grapple.snatch, "break free": grapple.break_free, "let go": grapple.let_go,
    "choke": grapple.choke, "human shield": grapple.human_shield, "throw": grapple.throw,
    "stabilize": healing.stabilize, "face": scene.face,
    "draw": gear.handle("hand"), "stow": gear.handle("ready"), "drop": gear.handle("floor"),
    "fetch": gear.fetch, "pick up": gear.pick_up, "reload": gear.reload,
    "use skill": tasks.begin, "use object": tasks.begin, "go on": tasks.go_on,
    "use net actions": net.use_net_actions, "net action": net.net_action,
    "get in": vehicles.get_in, "start": vehicles.start, "maneuver": vehicles.maneuver,
    "hold": holds.hold, "luck": calm.luck,
}  # fmt: skip
OF_THE_TABLE: dict[str, Resolved] = {
    "initiative": initiative.initiative, "tie": initiative.initiative, "drivers": timing.drivers, "lapse": moments.lapse,
    "number up": moments.number_up, "happened": moments.happened, "happening": moments.happening,
    "race": calm.race, "travel": calm.travel, "check": checks.check, "opposed check": checks.opposed_check,
    "suffer": wounds.suffer, "death save": wounds.death_saves,
}  # fmt: skip


def resolve(deed: Deed, ask: Ask) -> Iterator[Event]:
    """What comes of a deed; Holds on a happening may come after it or, by house rule, before it. CPR-HOLD-07"""
    if not deed.who:
        yield from OF_THE_TABLE[deed.act.verb](deed, ask)
        return
    when = ask.table.options["hold_event_timing"]
    if when != "after-event" and not moments.go_before(deed, ask):
        return
    yield from VERBS[deed.act.verb](deed, ask)
    if when != "before-event":
        yield from moments.asked_after(deed, ask.table)


def follows(table: Table, event: Event) -> Iterable[Event]:
    """Letting the moment of a Hold go by forgoes it; a moment nobody could use is lost; a place set anew may be a tie;
    hit points bring Wound States; whoever goes down or leaves holds nobody any longer.

    CPR-HOLD-02 CPR-INIT-03 CPR-HP-02 CPR-ATK-07
    """
    if isinstance(event, Adjusted | PoolSet):
        return wounds.states(table, event)
    if isinstance(event, Marked):
        return grapple.slackened(table, event) if event.mark.name in scene.DOWN else ()
    if isinstance(event, Changed) and event.here is False:
        return (*grapple.slackened(table, event), *(initiative.set_anew(table, event) if table.timeline.running else ()))
    if not table.timeline.running:
        return ()
    if isinstance(event, Passed):
        return moments.passed(table, event)
    if isinstance(event, Closed):
        return moments.gone_by(table)
    return initiative.set_anew(table, event) if isinstance(event, Scored | Changed) else ()
