"""Instants and the windows they come in: who may answer a deed, with what, and what that does to it.

A window answers the deed below it. Window A ("before n") opens when the deed is declared, window B ("after n", for a
check or save "after WHO n", for one within another deed "check WHO n" or "parry WHO n") when its dice lie on the
table; as long as somebody answers, a further one opens for those who still can. An attack that a screener has stepped
into has windows of his own, "before WHO n" and "after WHO n". "free WHO n" is the window of a free attack.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import NamedTuple

from firefight.ask import Ask
from firefight.events import Event, Stopped, Told
from firefight.game import Reason
from firefight.games.cities_without_number.sheet import WISHES, Ability, can_act, conscious, sheet, works
from firefight.games.cities_without_number.time import used
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed, Note, Turn

MANOEUVRES = ("shove", "grapple", "snap shove", "snap grapple")
ATTACKS = (
    "attack", "throw", "fire", "snap attack", "free attack", "strike", "charge", "charge home", "squad attack", *MANOEUVRES,
)  # fmt: skip
ROLLS = {
    **dict.fromkeys(ATTACKS, "attack"), "save": "save",
    "check": "check", "use skill": "check", "opposed check": "check", "surprise check": "check", "execute": "check",
    **dict.fromkeys(("stabilise", "treat frailty"), "check"),
    **dict.fromkeys(("injury save", "neglect", "poison", "toxin save", "treat poison"), "save"),
}  # fmt: skip
"""What is rolled by the deeds that roll."""
CONTESTS = ("check", "parry")
"""The stages of windows after somebody's part in an opposed check within another deed."""


class Pending(NamedTuple):
    """What can be answered at a moment: the window's stage, the roll of the deed below, whose it is, whether it succeeds.

    `roll` is attack, check, save or none; `harm` tells whether the target would suffer from the attack as it stands and
    might yet be spared. What a viewer cannot know is empty or None, and then speaks against nothing.
    """

    stage: str = ""
    roll: str = ""
    doer: str = ""
    target: str = ""
    good: bool | None = None
    harm: bool = False


def stage_of(window: str) -> tuple[str, str]:
    """The stage of a window and whose roll it follows, from its label."""
    stage, *who, _ = window.split()
    return stage, " ".join(who)


def windows(ask: Ask, stage: str, pending: Callable[[Table], Pending]) -> None:
    """Windows of one stage, until nobody answers any more. CWN-INST-02"""
    n, before = 1, ask.table

    def who(table: Table) -> tuple[str, ...]:
        return responders(table, pending) if n == 1 or is_stirred(before, table) else ()

    while True:
        seen = ask.table
        if not ask.window(f"{stage} {n}", who):
            return
        n, before = n + 1, seen


def is_stirred(before: Table, now: Table) -> bool:
    """Whether an answer has changed anything that others may want to answer; a wish about windows has not."""
    if notes(before) != notes(now):
        return True
    return any(one.pools != now.who(id).pools or marks(one) != marks(now.who(id)) for id, one in before.combatants.items())


def notes(table: Table) -> tuple[Note, ...]:
    """What has been put on the deed on top."""
    top = table.timeline.top
    return top.notes if isinstance(top, Deed) else ()


def marks(one: Combatant) -> list[Mark]:
    """Somebody's marks without his wishes about windows."""
    return [mark for mark in one.marks if mark.name not in WISHES]


def last_chance(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Before a round closes, held actions and Instants have their last chance. CWN-SEQ-05 CWN-ACT-19"""
    windows(ask, "last", lambda table: Pending("last", "none"))
    yield from ()


# ------------------------------------------------------------------ who is asked


def responders(table: Table, pending: Callable[[Table], Pending]) -> tuple[str, ...]:
    """Those a window opens for: only who could use something, and only who is concerned. CWN-INST-01 CWN-INST-02"""
    never = table.options["windows"] == "never"
    asked = [one for one in table.present() if not (never and not one.has("watches")) and may_answer(table, one)]
    if not asked:
        return ()
    now = pending(table)
    return tuple(one.id for one in asked if is_asked(table, one, now))


def may_answer(table: Table, one: Combatant) -> bool:
    """Whether somebody is in a state for Instants; the surprised are by house rule only. CWN-INST-01 CWN-INIT-04"""
    here = one.fighting or not table.timeline.running
    awake = table.options["surprised_instants"] != "none" or not one.has("surprised")
    return here and awake and can_act(one) and not one.has("waives")


def is_asked(table: Table, one: Combatant, pending: Pending) -> bool:
    """Whether the window is for this one, as the table wants it: the concerned, everybody who could, or who watches."""
    house = table.options["windows"]
    if house == "everybody" or one.has("watches"):
        return could_answer(table, one, pending)
    return house == "concerned" and is_concerned(table, one, pending)


def could_answer(table: Table, one: Combatant, pending: Pending) -> bool:
    """Whether somebody has anything to answer with: a Snap Attack, Total Defense, a held action, an ability."""
    snaps = is_hostile(table, one, pending.doer) and not why_no_snap(table, one, pending)
    defends = one.id == pending.target and not why_no_defense(table, one, pending)
    return snaps or defends or has_held(table, one, pending) or has_ability(table, one, pending)


def is_concerned(table: Table, one: Combatant, pending: Pending) -> bool:
    """Whether somebody has a stake: a power fits, he holds an action against the other side, or the attack is on him.

    Then an answer must matter: before the dice that is a Snap Attack; Total Defense can wait for them, and a miss needs none.
    """
    waits_for_it = is_hostile(table, one, pending.doer) or pending.stage == "last"
    if (has_held(table, one, pending) and waits_for_it) or has_ability(table, one, pending):
        return True
    if one.id != pending.target or not table.timeline.running:
        return False
    no_snap, no_defense = why_no_snap(table, one, pending), why_no_defense(table, one, pending)
    early = table.options["instant_after_roll"] == "before_roll_only"
    return not no_snap or (early and not no_defense) if pending.stage == "before" else pending.harm and not no_defense


def is_hostile(table: Table, one: Combatant, doer: str) -> bool:
    """Whether a deed is that of somebody on another side."""
    return doer in table.combatants and table.who(doer).side != one.side


def has_held(table: Table, one: Combatant, pending: Pending) -> bool:
    """Whether somebody holds a Main Action that may answer this; nobody answers himself. CWN-ACT-19"""
    holds = table.timeline.hold_of(one.id) is not None and not one.has("spent main")
    return holds and one.id != pending.doer and not why_not_after_roll(table, pending, "hold_window")


def has_ability(table: Table, one: Combatant, pending: Pending) -> bool:
    """Whether somebody has a power that answers just this."""
    return any(
        power.when != "any time" and not why_no_ability(table, one, power, pending)
        for power in sheet(one).abilities
        if power.kind == "instant"
    )


# ------------------------------------------------------------------ what speaks against it


def why_not_after_roll(table: Table, pending: Pending, option: str = "") -> tuple[Reason, ...]:
    """After the dice, some tables allow no Snap Attack, Total Defense or held action. CWN-INST-02 CWN-ACT-19"""
    if pending.stage != "after":
        return ()
    if table.options["instant_after_roll"] == "before_roll_only":
        return (Reason("after_the_roll", "CWN-INST-02"),)
    return (Reason("after_the_roll", "CWN-ACT-19"),) if option and table.options[option] == "before_roll" else ()


def why_no_instant(table: Table, one: Combatant, costs_main: bool, rule: str) -> tuple[Reason, ...]:
    """What speaks against any Instant of somebody now. CWN-INST-01 CWN-INIT-04"""
    house = table.options["surprised_instants"]
    taken_in = one.has("surprised") and (house == "none" or (house == "cost_free_only" and costs_main))
    return (
        *(() if can_act(one) else (Reason("unable", "CWN-INST-01"),)),
        *((Reason("surprised", "CWN-INIT-04"),) if taken_in else ()),
        *((Reason("enough", "CWN-INST-01"),) if one.has("enough instants") else ()),
        *((Reason("main_spent", rule),) if costs_main and one.has("spent main") and table.timeline.running else ()),
    )


def why_no_snap(table: Table, one: Combatant, pending: Pending) -> tuple[Reason, ...]:
    """Against a Snap Attack: the Main Action must be left, and an NPC well trained."""
    trained = one.pc or sheet(one).trained
    return (
        *why_no_instant(table, one, True, "CWN-ACT-07"),
        *why_not_after_roll(table, pending),
        *(() if trained else (Reason("untrained_to_snap", "CWN-ACT-07"),)),
        *(() if table.timeline.running else (Reason("no_fight", "CWN-ACT-07"),)),
    )


def why_no_defense(table: Table, one: Combatant, pending: Pending) -> tuple[Reason, ...]:
    """Against Total Defense: the Main Action must be left, and it does not stack."""
    return (
        *why_no_instant(table, one, True, "CWN-ACT-09"),
        *why_not_after_roll(table, pending),
        *((Reason("defends_already", "CWN-ACT-09"),) if one.has("total defense") else ()),
        *(() if table.timeline.running else (Reason("no_fight", "CWN-ACT-09"),)),
    )


def why_no_ability(table: Table, one: Combatant, power: Ability, pending: Pending) -> tuple[Reason, ...]:
    """Against a power: the moment, its uses, its price, a damaged implant; some work for the helpless as well.

    CWN-INST-01 CWN-INST-05 CWN-TIME-02 CWN-INJ-01 CWN-REPAIR-01 CWN-STRAIN-04
    """
    spent = bool(power.uses) and used(one, power.name) >= power.uses
    strained = power.strain > strain_left(one)
    instant = why_no_instant(table, one, power.price == "main", "CWN-ACT-01") if power.kind == "instant" else ()
    return (
        *(reason for reason in instant if not (power.at_zero and reason.key == "unable" and not one.has("dead"))),
        *(() if works(one, power.implant) else (Reason("broken", "CWN-REPAIR-01", {"implant": power.implant}),)),
        *(() if WHEN[power.when](pending, one.id) else (Reason("not_the_moment", "CWN-INST-02"),)),
        *((Reason("used_up", "CWN-TIME-02" if power.per == "scene" else "CWN-INST-01"),) if spent else ()),
        *((Reason("too_much_strain", "CWN-STRAIN-04"),) if strained else ()),
    )


def strain_left(one: Combatant) -> int:
    """How much System Strain somebody can still take."""
    pool = one.pools.get("strain")
    return (pool.most or 0) - pool.now if pool else 0


def mine(pending: Pending, who: str) -> bool:
    """Whether the roll is this one's, as far as one knows."""
    return bool(pending.stage) and pending.doer in (who, "")


def at_me(pending: Pending, who: str) -> bool:
    """Whether this one is attacked, as far as one knows."""
    return bool(pending.stage) and pending.target in (who, "") and pending.doer != who


WHEN: dict[str, Callable[[Pending, str], bool]] = {
    "any time": lambda pending, who: True,
    "my attack": lambda pending, who: mine(pending, who) and pending.roll in ("attack", ""),
    "my miss": lambda pending, who: rolled(pending, "attack") and mine(pending, who) and pending.good is not True,
    "attack on me": lambda pending, who: pending.roll in ("attack", "") and at_me(pending, who),
    "hit on me": lambda pending, who: rolled(pending, "attack") and at_me(pending, who) and pending.good is not False,
    "my roll": lambda pending, who: pending.stage == "after" and mine(pending, who),
    "my failure": lambda pending, who: rolled(pending, "check", "save") and mine(pending, who) and pending.good is not True,
}


def rolled(pending: Pending, *rolls: str) -> bool:
    """Whether the dice of such a roll lie on the table, as far as one knows."""
    return pending.stage == "after" and pending.roll in (*rolls, "")


# ------------------------------------------------------------------ the deed below


def interrupted(table: Table) -> Deed | None:
    """The deed that the one on top interrupts; None where it interrupts no deed. CWN-INST-04"""
    for frame in reversed(table.timeline.stack[:-1]):
        if isinstance(frame, Deed):
            return frame
        if not frame.window and not any(tag == "held" for _, tag in frame.dues):
            return None
    return None


def window_number(table: Table) -> int:
    """Which of its stage's windows the deed on top came in."""
    frame = table.timeline.stack[-2] if len(table.timeline.stack) > 1 else None
    return int(frame.window.split()[-1]) if isinstance(frame, Turn) and frame.window else 1


def may_go_on(deed: Deed, ask: Ask) -> bool:
    """Whether an interrupted deed still happens after window A: who can no longer do it has lost it. CWN-INST-04"""
    one = ask.table.who(deed.who)
    simultaneous = ask.table.options["instant_attack_order"] == "always_simultaneous"
    target = ask.table.combatants.get(deed.act.text("target"))
    return one.here and (simultaneous or conscious(one)) and (target is None or target.here)


def answered(deed: Deed, ask: Ask, roll: str = "none") -> Generator[Event, None, bool]:
    """Window A of a deed; False if it does not happen any more. CWN-INST-02 CWN-INST-04"""
    windows(ask, "before", lambda table: Pending("before", roll, deed.who, deed.act.text("target")))
    if may_go_on(deed, ask):
        return True
    yield Told("action_lost", deed.who, rules=("CWN-INST-04",))
    return False


def settle(deed: Deed, ask: Ask) -> Iterator[Event]:
    """After a held action: a deed it has made impossible is lost, whatever its dice. CWN-ACT-19 CWN-INST-04"""
    for frame in ask.table.timeline.stack:
        if isinstance(frame, Deed) and frame.id == deed.act.text("deed") and frame.who:
            one = ask.table.who(frame.who)
            if not conscious(one) or not one.here:
                yield Stopped(frame.who, frame.id, "a held action was faster", rules=("CWN-ACT-19",))
