"""When marks end: at which edge of whose turn, of the round, the fight, the scene, the clock; and when anchors leave."""

from __future__ import annotations

import pytest

from firefight.commands import Begin, Do, End
from firefight.events import Changed, Marked, MissionBegan, Reminded, ReminderSet, SceneBegan, Scored, Ticked
from firefight.games import game
from firefight.session import Session
from firefight.table import Mark, Reminder, Until
from firefight.timeline import Act
from tests.conformance import table_of

PLACES = ("ana", "bo", "cy", "thug", "guard", "zq-lurker")


@pytest.fixture
def fight() -> Session:
    """A running fight in the order of PLACES; Ana acts."""
    session = table_of(game("cyberpunk-red"))
    session.do(Begin())
    for place, who in enumerate(PLACES):
        session.order(Scored(who, (20 - place,)))
    while session.awaited() != ("ana",) or session.table.timeline.done:
        session.do(Do(session.awaited()[0], Act("pass")))
    return session


def go(session: Session, *people: str) -> None:
    for who in people:
        session.do(Do(who, Act("pass"), session.token(who)))


def lit(session: Session) -> bool:
    return session.table.who("thug").has("lit")


def mark(session: Session, until: Until | None) -> None:
    session.order(Marked("thug", Mark("lit", until)))


def test_until_the_start_of_a_turn_ends_as_that_turn_opens(fight: Session) -> None:
    mark(fight, Until("turn start", "cy"))
    go(fight, "ana")
    assert lit(fight)
    go(fight, "bo")
    assert fight.awaited() == ("cy",)
    assert not lit(fight)


def test_until_the_start_of_the_running_turn_means_the_next_one(fight: Session) -> None:
    mark(fight, Until("turn start", "ana"))
    go(fight, *PLACES[:-1])
    assert lit(fight)
    go(fight, PLACES[-1])
    assert not lit(fight)


def test_until_the_end_of_a_turn_ends_as_it_closes(fight: Session) -> None:
    mark(fight, Until("turn end", "ana"))
    assert lit(fight)
    go(fight, "ana")
    assert not lit(fight)


def test_until_the_end_of_the_next_turn_lets_the_running_one_pass(fight: Session) -> None:
    mark(fight, Until("turn end", "ana", skip=1))
    go(fight, *PLACES)
    assert lit(fight)
    go(fight, "ana")
    assert not lit(fight)


def test_until_the_end_of_the_round(fight: Session) -> None:
    mark(fight, Until("round end"))
    go(fight, *PLACES[:-1])
    assert lit(fight)
    go(fight, PLACES[-1])
    assert not lit(fight)


def test_a_mark_outlives_its_anchors_leaving_and_ends_when_his_place_comes_up(fight: Session) -> None:
    mark(fight, Until("turn start", "cy"))
    fight.order(Changed("cy", here=False))
    go(fight, "ana")
    assert lit(fight)
    go(fight, "bo")
    assert fight.awaited() == ("thug",)
    assert not lit(fight)


def test_a_mark_ends_at_the_turn_of_one_who_cannot_act(fight: Session) -> None:
    mark(fight, Until("turn end", "cy"))
    fight.order(Marked("cy", Mark("out")))
    go(fight, "ana", "bo")
    assert fight.awaited() == ("thug",)
    assert not lit(fight)


def test_no_mark_of_a_fights_turns_outlives_the_fight(fight: Session) -> None:
    for until in (Until("turn start", "bo"), Until("round end"), Until("fight end")):
        fight.order(Marked("thug", Mark(f"lit {until.edge}", until)))
    fight.order(Marked("thug", Mark("prone")))
    fight.do(End())
    assert [one.name for one in fight.table.who("thug").marks] == ["prone"]


def test_a_mark_until_the_scene_ends_outlives_the_fight_only(fight: Session) -> None:
    mark(fight, Until("scene end"))
    fight.do(End())
    assert lit(fight)
    fight.order(SceneBegan("the morning after"))
    assert not lit(fight)
    assert fight.table.clock.scene == 2


def test_a_mark_until_a_minute_ends_as_the_clock_reaches_or_passes_it(fight: Session) -> None:
    mark(fight, Until("clock", at=10))
    fight.order(Ticked(9))
    assert lit(fight)
    fight.order(Ticked(5))
    assert not lit(fight)


def test_a_reminder_speaks_once_even_if_its_minute_is_passed_in_one_step(fight: Session) -> None:
    fight.order(ReminderSet(Reminder(6, "patrol")))
    fight.order(Ticked(4))
    batch = fight.order(Ticked(5))
    assert Reminded(Reminder(6, "patrol")) in batch.events
    assert fight.table.clock.reminders == ()


def test_a_repeating_reminder_is_set_anew(fight: Session) -> None:
    fight.order(ReminderSet(Reminder(5, "rounds", 5)))
    fight.order(Ticked(12))
    assert fight.table.clock.reminders == (Reminder(15, "rounds", 5),)


def test_the_clock_counts_minutes_hours_and_days(fight: Session) -> None:
    fight.order(Ticked(26 * 60 + 5))
    assert fight.table.clock.reading == "day 2, 02:05"
    fight.order(MissionBegan())
    fight.order(Ticked(3))
    assert fight.table.clock.mission_minute == 3


def test_a_mark_of_the_same_name_and_origin_is_replaced_another_origin_is_not(fight: Session) -> None:
    fight.order(Marked("thug", Mark("held", by="ana")), Marked("thug", Mark("held", by="bo")))
    fight.order(Marked("thug", Mark("held", by="ana", value=2)))
    assert {(one.by, one.value) for one in fight.table.who("thug").marks} == {("bo", 1), ("ana", 2)}
