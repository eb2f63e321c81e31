"""Scenes, mission minutes and what a fight costs of them, side by side. CWN-TIME-01

What is used per scene is a mark until the scene's end. While mission time runs, scenes refresh by themselves; otherwise
the GM is asked, and only where something hangs on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from firefight.ask import Ask
from firefight.events import Event, FightBegan, FightEnded, Flagged, Followed, PoolSet, Refreshed, ReminderSet, SceneBegan, Ticked
from firefight.game import Choice, Choices, Offer
from firefight.games.cities_without_number import rules
from firefight.marks import ends
from firefight.table import Combatant, Reminder, Table
from firefight.timeline import Act, Deed

SECONDS = 6
ACTIVITIES = {
    "go through a desk": 1,
    "open a lock": 1,
    "start a car without its key": 1,
    "a fight": 1,
    "something quick": 1,
    "first aid for everybody": 5,
    "search a room": 10,
}
NOTHING = "nothing"


# ------------------------------------------------------------------ uses per scene


def used(one: Combatant, ability: str) -> int:
    """How often somebody has used an ability in this scene or round. CWN-TIME-02"""
    return one.value(f"used {ability}")


def hangs_on_scene(table: Table) -> bool:
    """Whether anything lasts until the scene ends: uses that are spent, states."""
    return any(mark.until and mark.until.edge == "scene end" for one in table.present() for mark in one.marks)


def proposal(table: Table, why: str) -> Iterator[Event]:
    """The GM is asked about a new scene, where something hangs on it. CWN-TIME-02"""
    if hangs_on_scene(table):
        path = f"scene {table.clock.scene}.{table.timeline.fight}/{why}"
        yield Followed(Act("new scene", {"why": why}), path)


def new_scene(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A new scene, if the GM agrees: everything used per scene is there again. CWN-TIME-02"""
    if ask.ruling("new scene", ("yes", "no"), "yes", deed.act.text("why")) == "yes":
        yield SceneBegan(rules=("CWN-TIME-02",))


# ------------------------------------------------------------------ mission time


def after_ticked(table: Table, event: Ticked) -> Iterator[Event]:
    """Ten mission minutes refresh the scene, not in the middle of a fight. CWN-TIME-03"""
    clock = table.clock
    if clock.mission is None or table.timeline.running:
        return
    fixed = table.options["scene_refresh_anchor"] == "fixed_marks"
    last = rules.last_refresh(clock.mission if fixed else clock.refreshed, clock.minute)
    if last > clock.refreshed:
        yield Refreshed(last, rules=("CWN-TIME-03",))


def after_refreshed(table: Table, event: Refreshed) -> Iterable[Event]:
    """A refresh is the end of a scene for everything that lasts until then. CWN-TIME-03"""
    return ends(table, "scene end")


def after_begun(table: Table, event: FightBegan) -> Iterator[Event]:
    """A fight is a scene: one is proposed, or by house rule refreshed in mission time. CWN-TIME-02 CWN-TIME-03"""
    yield from (
        Flagged(flag, 0) for flag in table.flags if flag.startswith(("gm losses", "gm defeat", "gm ruling", "free round"))
    )
    if event.surprise:
        yield Flagged("free round")
    if table.clock.mission is None:
        yield from proposal(table, "a fight begins")
    elif table.is_on("refresh_on_fight_start"):
        yield Refreshed(table.clock.minute, rules=("CWN-TIME-03",))


def after_ended(table: Table, event: FightEnded) -> Iterator[Event]:
    """Soak is full again, then the scene is refreshed or its end proposed; states of the body stay.

    The engine has ended the round's effects, budgets, counters and initiative before. CWN-SEQ-06 CWN-TIME-03
    """
    for one in table.present():
        if "soak" in one.pools and one.pool("soak") != one.pools["soak"].most:
            yield PoolSet(one.id, "soak", one.pools["soak"].most or 0, rules=("CWN-SEQ-06",))
    if table.clock.mission is None:
        yield from proposal(table, "the fight is over")
        return
    minutes = fight_minutes(table, event)
    yield Refreshed(table.clock.minute + minutes, rules=("CWN-TIME-03",))
    yield Ticked(minutes, "a fight", rules=("CWN-TIME-05",))


def fight_minutes(table: Table, event: FightEnded) -> int:
    """What the fight cost of mission time; a free round counts as a round. CWN-TIME-04 CWN-TIME-05"""
    rounds = event.seconds // SECONDS + 1 + table.flags.get("free round", 0)
    return rules.fight_minutes(rounds, table.options["fight_minutes"] == "by_rounds")


# ------------------------------------------------------------------ acts of the GM


def offers(table: Table) -> Iterator[Offer]:
    """Spending minutes, and events on the mission clock. CWN-TIME-05 CWN-TIME-06"""
    known = tuple(Choice(name, label=f"{name}, {minutes} min") for name, minutes in ACTIVITIES.items())
    activity = Choices("activity", known, "something quick")
    meanwhile = Choices("meanwhile", (Choice(NOTHING), *known), NOTHING)
    longer = Choices("at least", (), 0, "number", 0, 1000)
    yield Offer("spend time", (activity, meanwhile, longer), rule="CWN-TIME-05")
    what, minutes = Choices("what", (), "", "text"), Choices("minutes", (), 1, "number", 1, 1000)
    since = Choices("after", (Choice("now"), Choice("the mission's start")), "now")
    yield Offer("attach", (what, minutes, since, Choices("every", (), 0, "number", 0, 1000)), rule="CWN-TIME-06")


def spend_time(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Minutes go by; what is done at the same time shares them. CWN-TIME-05"""
    doing = [name for name in (deed.act.text("activity"), deed.act.text("meanwhile")) if name in ACTIVITIES]
    longest = max([deed.act.number("at least"), *(ACTIVITIES[name] for name in doing)])
    yield Ticked(ask.number("minutes", longest), ", ".join(doing), rules=("CWN-TIME-05",))


def attach(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Something the GM is told of at a minute of the mission, so long after now, or again and again. CWN-TIME-06"""
    clock = ask.table.clock
    since = clock.minute if deed.act.text("after") == "now" else (clock.mission or 0)
    yield ReminderSet(Reminder(since + deed.act.number("minutes"), deed.act.text("what"), deed.act.number("every")))
