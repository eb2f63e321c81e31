"""Scenes, mission minutes, reminders, and what a fight costs of them."""

from __future__ import annotations

from firefight.commands import Begin
from firefight.events import Marked, MissionBegan, SceneBegan, Ticked
from firefight.games.cities_without_number.sheet import Ability
from firefight.table import Mark, Until
from tests.games.cities_without_number.helpers import BURST, Fight, npc, pc

TWICE = Ability("Surge", uses=2)


def calm(**options: str) -> Fight:
    """A mission before its fight."""
    fight = Fight(pc("ana", abilities=(BURST, TWICE)), pc("bo", abilities=(BURST,)), npc("thug"), begin=False, **options)
    fight.order(MissionBegan())
    return fight


def use(fight: Fight, who: str = "ana", ability: str = "Burst") -> None:
    fight.does(who, "use", ability=ability)


def fought(fight: Fight) -> None:
    """A fight of one round begins and ends."""
    fight.does("gm", "modify initiative", side="pcs", by=0)
    fight.command(Begin(), {"initiative pcs": 5, "initiative gang": 3})
    fight.ends()


def test_scene_mission_and_round_run_side_by_side() -> None:
    """CWN-TIME-01"""
    fight = calm()
    fight.order(Ticked(12))
    fight.command(Begin(), {"initiative pcs": 5, "initiative gang": 3})
    clock = fight.table.clock
    assert (clock.mission_minute, clock.scene, fight.round) == (12, 1, 1)
    fight.ends()
    assert fight.table.clock.mission_minute == 13
    assert fight.table.mode == "narrative"


def test_a_use_per_scene_is_refused_until_a_new_scene() -> None:
    """CWN-TIME-02"""
    fight = Fight(pc("ana", abilities=(BURST,)), npc("thug"), order=("pcs", "gang"))
    use(fight)
    for _ in range(3):
        fight.done("ana", "thug")
    assert fight.round == 4
    assert fight.against("ana", "use", ability="Burst") == {"CWN-TIME-02"}
    fight.ends()
    fight.says("new scene", "yes")
    assert fight.can("ana", "use", ability="Burst")


def test_counters_are_one_each_for_every_ability_of_everybody() -> None:
    """CWN-TIME-02"""
    fight = Fight(pc("ana", abilities=(BURST, TWICE)), pc("bo", abilities=(BURST,)), begin=False)
    use(fight, "ana", "Surge")
    assert fight.budget("ana") == {"Main": 1, "Move": 1, "Burst": 1, "Surge": 1}
    use(fight, "ana", "Surge")
    assert fight.against("ana", "use", ability="Surge") == {"CWN-TIME-02"}
    assert fight.can("ana", "use", ability="Burst")
    assert fight.can("bo", "use", ability="Burst")


def test_a_new_scene_is_proposed_before_a_fight_where_something_hangs_on_it() -> None:
    """CWN-TIME-02"""
    fight = Fight(pc("ana", abilities=(BURST,)), npc("thug"), begin=False)
    use(fight)
    fight.command(Begin())
    assert fight.asked == ("new scene",)
    fight.says("new scene", "no", rolls={"initiative pcs": 5, "initiative gang": 3})
    assert not fight.can("ana", "use", ability="Burst")
    fight.ends()
    fight.says("new scene", "yes")
    fight.command(Begin(), {"initiative pcs": 5, "initiative gang": 3})
    assert fight.asked == ()
    assert fight.can("ana", "use", ability="Burst")


def test_the_gm_begins_a_scene_whenever_he_likes() -> None:
    """CWN-TIME-02"""
    fight = Fight(pc("ana", abilities=(BURST,)), begin=False)
    use(fight)
    fight.order(SceneBegan("the chase"))
    assert fight.can("ana", "use", ability="Burst")


def test_ten_mission_minutes_refresh() -> None:
    """CWN-TIME-03"""
    fight = calm()
    fight.order(Ticked(2))
    use(fight)
    fight.order(Ticked(7))
    assert fight.against("ana", "use", ability="Burst") == {"CWN-TIME-02"}
    fight.order(Ticked(1))
    assert fight.can("ana", "use", ability="Burst")


def test_a_fight_that_is_over_refreshes_and_restarts_the_count() -> None:
    """CWN-TIME-03"""
    fight = calm()
    fight.order(Ticked(6))
    use(fight)
    fought(fight)
    assert (fight.table.clock.minute, fight.table.clock.refreshed) == (7, 7)
    use(fight)
    fight.order(Ticked(9))
    assert not fight.can("ana", "use", ability="Burst")
    fight.order(Ticked(1))
    assert fight.can("ana", "use", ability="Burst")


def test_at_fixed_marks_the_count_goes_on_through_a_fight() -> None:
    """CWN-TIME-03"""
    fight = calm(scene_refresh_anchor="fixed_marks")
    fight.order(Ticked(6))
    fought(fight)
    use(fight)
    fight.order(Ticked(3))
    assert fight.can("ana", "use", ability="Burst")


def test_on_a_mission_a_fight_begins_with_what_was_spent_before() -> None:
    """CWN-TIME-03"""
    for option, open_ in (("no", False), ("yes", True)):
        fight = calm(refresh_on_fight_start=option)
        fight.order(Ticked(3))
        use(fight)
        fight.order(Ticked(2))
        fight.command(Begin(), {"initiative pcs": 5, "initiative gang": 3})
        assert fight.asked == ()
        assert fight.can("ana", "use", ability="Burst") is open_
        fight.ends()
        assert fight.can("ana", "use", ability="Burst")


def test_a_mark_of_ten_minutes_in_a_fight_waits_for_its_end() -> None:
    """CWN-TIME-03"""
    fight = calm()
    fight.order(Ticked(9))
    use(fight)
    fight.command(Begin(), {"initiative pcs": 5, "initiative gang": 3})
    fight.order(Ticked(3))
    assert not fight.can("ana", "use", ability="Burst")
    fight.ends()
    assert fight.table.clock.refreshed == 13
    assert sum("there again" in line for line in fight.lines()) == 1


def test_a_minute_is_ten_rounds() -> None:
    """CWN-TIME-04"""
    fight = Fight(npc("a", "b"), npc("c", "a"), npc("e", "c"), order=("b", "a", "c"))
    assert fight.sides == ["b", "a", "c"]
    fight.order(Marked("a", Mark("burning", Until("round end", skip=9))))
    for _ in range(9):
        fight.done("a", "c", "e")
    assert (fight.round, fight.has("a", "burning")) == (10, True)
    fight.done("a", "c")
    assert fight.has("a", "burning")
    fight.done("e")
    assert (fight.round, fight.has("a", "burning"), fight.sides) == (11, False, ["b", "a", "c"])


def test_activities_cost_their_minutes_and_a_fight_one() -> None:
    """CWN-TIME-05"""
    fight = calm()
    fight.does("gm", "spend time", activity="open a lock")
    fight.does("gm", "spend time", activity="go through a desk")
    fight.command(Begin(), {"initiative pcs": 5, "initiative gang": 3})
    for _ in range(3):
        fight.done("ana", "bo", "thug")
    fight.ends()
    fight.does("gm", "spend time", activity="first aid for everybody")
    assert fight.table.clock.minute == 8


def test_who_acts_at_the_same_time_shares_the_minutes() -> None:
    """CWN-TIME-05"""
    fight = calm()
    fight.does("gm", "spend time", activity="search a room", meanwhile="start a car without its key")
    assert fight.table.clock.minute == 10
    fight.does("gm", "spend time", activity="something quick", at_least=4)
    assert fight.table.clock.minute == 14


def test_by_rounds_a_free_round_counts_too() -> None:
    """CWN-TIME-04 CWN-TIME-05"""
    fight = Fight(pc("ana"), npc("thug"), begin=False, fight_minutes="by_rounds")
    fight.order(MissionBegan())
    fight.command(Begin(surprised=("ana",)))
    fight.done("thug", rolls={"initiative pcs": 5, "initiative gang": 3})
    for _ in range(9):
        fight.done("ana", "thug")
    fight.ends()
    assert fight.table.clock.minute == 2  # the free round and ten others


def test_reminders_speak_once_when_their_minute_is_reached_or_passed() -> None:
    """CWN-TIME-06"""
    fight = calm()
    fight.does("gm", "attach", what="a patrol", minutes=6, after="the mission's start")
    fight.order(Ticked(4))
    assert not fight.told("a patrol")
    fight.does("gm", "spend time", activity="first aid for everybody")
    assert fight.told("due at minute 6: a patrol")
    fight.order(Ticked(2))
    assert not fight.told("a patrol")
    fight.does("gm", "attach", what="the response team", minutes=3)
    fight.order(Ticked(3))
    assert fight.table.clock.minute == 14
    assert fight.told("the response team")


def test_a_reminder_can_come_again_and_again() -> None:
    """CWN-TIME-06"""
    fight = calm()
    fight.does("gm", "attach", what="a drone passes", minutes=5, every=5)
    spoken = []
    for _ in range(4):
        fight.order(Ticked(5))
        spoken.append(fight.told("a drone passes"))
    assert spoken == [True] * 4
