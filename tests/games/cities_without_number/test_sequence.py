"""The loop of a fight: sides and their members, morale, durations, the end of a round and of the fight."""

from __future__ import annotations

import pytest

from firefight.commands import Begin
from firefight.events import Changed, Marked, MissionBegan, PoolSet, Unmarked
from firefight.table import Mark, Until
from tests.games.cities_without_number.helpers import BURST, Fight, npc, pc


def test_sides_act_from_high_to_low_and_never_roll_again() -> None:
    """CWN-SEQ-01"""
    people = (pc("ana"), npc("thug"), npc("cop", "police"))
    fight = Fight(*people, rolls={"initiative pcs": 6, "initiative gang": 8, "initiative police": 3})
    assert fight.sides == ["gang", "pcs", "police"]
    for number in (2, 3):
        fight.done("thug", "ana", "cop")
        assert (fight.round, fight.sides) == (number, ["gang", "pcs", "police"])


def test_a_side_that_is_down_is_passed_over_and_keeps_its_place() -> None:
    """CWN-SEQ-01"""
    fight = Fight(pc("ana"), npc("thug"), npc("cop", "police"), order=("gang", "pcs", "police"), morale_prompt="off")
    fight.order(Marked("cop", Mark("out")))
    fight.done("thug", "ana")
    assert (fight.round, fight.awaited) == (2, ("thug",))
    fight.order(Unmarked("cop", "out"))
    fight.done("thug", "ana")
    assert fight.awaited == ("cop",)


def test_members_act_in_any_order_decided_anew_each_round() -> None:
    """CWN-SEQ-02"""
    fight = Fight(pc("ana"), pc("bo"), pc("cy"), npc("thug"), order=("pcs", "gang"))
    fight.does("cy", "run")
    fight.done("cy")
    fight.does("ana", "run")
    fight.done("ana", "bo", "thug")
    fight.does("ana", "run")
    fight.done("ana", "bo", "cy")
    assert fight.awaited == ("thug",)


def test_a_member_finishes_before_the_next_begins() -> None:
    """CWN-SEQ-02"""
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), order=("pcs", "gang"))
    fight.does("ana", "run", metres=4)
    assert fight.against("bo", "run", metres=4) == {"CWN-SEQ-02"}
    assert fight.can("bo", "total defense")  # an Instant
    fight.done("ana")
    fight.does("bo", "run", metres=4)


def test_turns_may_interleave_by_house_rule() -> None:
    """CWN-SEQ-02"""
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), order=("pcs", "gang"), interleave_turns="yes")
    fight.does("ana", "run", metres=4)
    fight.does("bo", "run", metres=4)
    fight.attacks("ana", "thug", rolls={"attack": 1, "damage": 1})


def test_one_who_falls_in_his_turn_keeps_nobody_waiting() -> None:
    """CWN-SEQ-02"""
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), order=("pcs", "gang"))
    fight.does("ana", "run")
    fight.order(Marked("ana", Mark("unconscious")))
    assert fight.can("bo", "attack")


# ------------------------------------------------------------------ morale


def gang_of_five(**options: str) -> Fight:
    """Five thugs against Ana, who is first."""
    return Fight(pc("ana"), *(npc(f"thug{n}", morale=8) for n in range(1, 6)), order=("pcs", "gang"), **options)


@pytest.mark.parametrize(("dice", "broken"), [((4, 5), True), ((4, 4), False)])
def test_new_losses_offer_the_gm_a_morale_check_at_the_hand_over(dice: tuple[int, int], broken: bool) -> None:
    """CWN-SEQ-03"""
    fight = gang_of_five()
    fight.order(Marked("thug1", Mark("out")), Marked("thug2", Mark("out")))
    assert fight.asked == ()
    fight.done("ana")
    assert fight.asked == ("morale gang",)
    fight.says("morale gang", "check", rolls={"morale dice gang": dice})
    assert fight.has("thug3", "broken") is broken
    assert fight.told("gang break") is broken
    for one in ("thug3", "thug4", "thug5"):
        fight.done(one)
    assert fight.asked == ()  # nothing new


def test_the_gm_may_let_it_pass_or_see_defeat_himself() -> None:
    """CWN-SEQ-03"""
    fight = gang_of_five()
    fight.does("gm", "facing defeat", side="gang")
    fight.done("ana")
    fight.says("morale gang", "no check")
    assert not fight.has("thug1", "broken")
    fight.does("gm", "morale", rolls={"morale dice gang": (6, 6)}, side="gang")
    assert fight.has("thug1", "broken")


def test_pcs_are_never_checked_and_the_offer_can_be_switched_off() -> None:
    """CWN-SEQ-03"""
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), order=("gang", "pcs"))
    fight.order(Marked("bo", Mark("unconscious")))
    fight.done("thug")
    assert fight.asked == ()
    silent = gang_of_five(morale_prompt="off")
    silent.order(Marked("thug1", Mark("out")))
    silent.done("ana")
    assert silent.asked == ()


# ------------------------------------------------------------------ durations


def test_until_the_next_turn_means_the_sides_turn() -> None:
    """CWN-SEQ-04"""
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), order=("gang", "pcs"))
    fight.does("ana", "total defense")
    assert fight.has("ana", "total defense")
    fight.done("thug")
    assert (fight.awaited, fight.has("ana", "total defense")) == (("ana", "bo"), False)


def test_what_begins_in_ones_own_turn_lasts_until_the_next() -> None:
    """CWN-SEQ-04"""
    for option in ("side_slot", "own_activation"):
        fight = Fight(pc("ana"), pc("bo"), npc("thug"), order=("pcs", "gang"), turn_start=option)
        fight.does("ana", "total defense")
        fight.done("ana", "bo")
        assert fight.has("ana", "total defense")
        fight.done("thug")
        if option == "own_activation":
            fight.does("bo", "run")
            fight.done("bo")
            assert fight.has("ana", "total defense")
            fight.does("ana", "run")
        assert (fight.round, fight.has("ana", "total defense")) == (2, False)


def test_by_house_rule_the_turn_starts_as_one_begins_oneself() -> None:
    """CWN-SEQ-04"""
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), order=("gang", "pcs"), turn_start="own_activation")
    fight.does("ana", "total defense")
    fight.done("thug")
    fight.does("bo", "run")
    fight.done("bo")
    assert fight.has("ana", "total defense")
    fight.done("ana")  # at the latest at the end of the side's turn
    assert not fight.has("ana", "total defense")


def test_until_the_end_of_the_round_covers_the_others_turn() -> None:
    """CWN-SEQ-04"""
    fight = Fight(pc("ana"), npc("thug"), order=("pcs", "gang"))
    fight.order(Marked("ana", Mark("charging", Until("round end"))))
    fight.done("ana")
    assert fight.has("ana", "charging")
    fight.done("thug")
    assert not fight.has("ana", "charging")


def test_an_individual_uses_his_own_turn() -> None:
    """CWN-SEQ-04 CWN-INIT-03"""
    rolls = {"own initiative ana": 2, "own initiative bo": 5, "own initiative thug": 7}
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), rolls=rolls, initiative_mode="individual")
    fight.does("ana", "total defense")
    fight.done("thug", "bo")
    assert (fight.awaited, fight.has("ana", "total defense"), fight.budget("ana")["Main"]) == (("ana",), False, 0)


def test_each_duration_ends_at_its_own_edge() -> None:
    """FR-S-07 CWN-SEQ-04"""
    dice = {"thug": 7, "guard": 5, "nyx": 2, "kit": 1}
    rolls = {f"own initiative {who}": face for who, face in dice.items()}
    people = (npc("thug"), npc("guard"), pc("nyx"), pc("kit"))
    fight = Fight(*people, rolls=rolls, initiative_mode="individual")
    fight.does("nyx", "total defense")
    fight.done("thug")
    fight.order(Marked("guard", Mark("charging", Until("round end"))))
    assert fight.has("nyx", "total defense")
    fight.done("guard")
    assert (fight.awaited, fight.has("nyx", "total defense"), fight.budget("nyx")["Main"]) == (("nyx",), False, 0)
    fight.done("nyx")
    assert fight.has("guard", "charging")
    fight.done("kit")
    assert (fight.awaited, fight.has("guard", "charging")) == (("thug",), False)


# ------------------------------------------------------------------ the end of a round


def test_held_actions_come_before_grapples_and_countdowns() -> None:
    """CWN-SEQ-05"""
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), order=("gang", "pcs"), windows="concerned", morale_prompt="off")
    fight.order(Marked("bo", Mark("grappled", by="thug")))
    fight.done("thug")
    fight.does("ana", "hold")
    fight.done("bo")
    assert (fight.window, fight.awaited) == ("last 1", ("ana",))
    fight.attacks("ana", "thug")
    fight.done("ana", rolls={"attack": 20, "damage": 6})
    fight.done("thug", rolls={"grapple bo thug": 2})
    assert (fight.pool("thug"), fight.pool("bo"), fight.round) == (4, 8, 2)


def test_a_grappler_who_is_down_does_no_damage() -> None:
    """CWN-SEQ-05"""
    fight = Fight(pc("bo"), npc("thug"), order=("gang", "pcs"), morale_prompt="off")
    fight.order(Marked("bo", Mark("grappled", by="thug")))
    fight.done("thug")
    fight.order(Marked("thug", Mark("out")))
    fight.done("bo")
    assert (fight.asked, fight.round) == ((), 2)


def test_who_falls_in_the_grapple_step_is_not_counted_down_yet() -> None:
    """CWN-SEQ-05"""
    fight = Fight(pc("ana"), pc("bo", hp=2), npc("thug"), order=("pcs", "gang"))
    fight.order(Marked("bo", Mark("grappled", by="thug", note="lethal")))
    fight.done("ana", "bo", "thug", rolls={"grapple bo thug": 2, "grapple trauma bo thug": 1})
    assert fight.has("bo", "mortally wounded")
    assert fight.table.who("bo").value("mortally wounded") == 6
    fight.order(Unmarked("bo", "grappled"))
    for _ in range(5):
        fight.done("ana", "thug")
    assert fight.told("Bo is Mortally Wounded (rounds to live: 1)")
    fight.done("ana", "thug")
    assert fight.has("bo", "dead")


def test_the_table_may_put_the_steps_in_another_order() -> None:
    """CWN-SEQ-05"""
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), order=("pcs", "gang"), end_of_round_order="expiry,grapple,countdown")
    fight.order(Marked("bo", Mark("grappled", by="thug")))
    fight.order(Marked("bo", Mark("grappled")))
    fight.does("ana", "run")
    fight.done("ana", "bo", "thug", rolls={"grapple bo thug": 1})
    assert fight.asked == ("grapple bo",)  # nobody knows who else holds him
    assert fight.budget("ana")["Move"] == 1  # what lasts until the round's end is over already


# ------------------------------------------------------------------ the end of the fight


def test_the_end_of_a_fight_in_its_order() -> None:
    """CWN-SEQ-06"""
    fight = Fight(pc("ana", soak=5, abilities=(BURST,)), pc("bo"), npc("thug"), begin=False)
    fight.order(MissionBegan())
    fight.command(Begin(), {"initiative pcs": 5, "initiative gang": 3})
    fight.does("ana", "use", ability="Burst")
    fight.order(PoolSet("ana", "soak", 0), PoolSet("bo", "hp", 0), Marked("ana", Mark("prone")))
    fight.attacks("ana", "thug", rolls={"attack": 1, "damage": 1})
    fight.ends()
    assert (fight.pool("ana", "soak"), fight.pool("bo"), fight.table.clock.minute) == (5, 0, 1)
    assert fight.has("bo", "mortally wounded")
    assert fight.has("ana", "prone")
    assert fight.can("ana", "use", ability="Burst")
    assert fight.budget("ana")["Main"] == 1
    assert all(side.score == () for side in fight.table.sides.values())


def test_outside_missions_the_end_of_the_scene_is_proposed() -> None:
    """CWN-SEQ-06"""
    fight = Fight(pc("ana", abilities=(BURST,)), npc("thug"), order=("pcs", "gang"))
    fight.does("ana", "use", ability="Burst")
    fight.ends()
    assert fight.asked == ("new scene",)
    fight.says("new scene", "no")
    assert not fight.can("ana", "use", ability="Burst")


def test_the_gm_is_told_when_one_side_is_left() -> None:
    """CWN-SEQ-06"""
    fight = Fight(pc("ana"), npc("thug"), order=("pcs", "gang"))
    fight.attacks("ana", "thug", rolls={"attack": 20, "damage": 6})
    assert not fight.told("the fight may be over")
    fight.order(PoolSet("thug", "hp", 0))
    assert fight.told("the fight may be over")


def test_somebody_who_leaves_counts_as_a_loss() -> None:
    """CWN-SEQ-03"""
    fight = gang_of_five()
    fight.order(Changed("thug1", here=False))
    fight.done("ana")
    assert fight.asked == ("morale gang",)
