"""Who goes first: sides, individuals, newcomers, surprise, automatic initiative."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from firefight.commands import Begin, Order
from firefight.events import Changed, Joined, Marked, Scored, SideScored
from firefight.table import Combatant, Mark
from tests.games.cities_without_number.helpers import DODGE, Fight, npc, pc


def newcomer(fight: Fight, *people: Combatant, rolls: dict[str, int] | None = None) -> None:
    """Somebody comes into the running fight."""
    fight.command(Order(tuple(Joined(replace(one, fighting=True)) for one in people)), rolls)


# ------------------------------------------------------------------ sides


def test_a_pc_side_adds_its_best_dexterity_and_wins_ties() -> None:
    """CWN-INIT-01"""
    people = (pc("ana"), pc("bo", modifiers={"Dex": 2}), pc("cy", modifiers={"Dex": -1}), npc("thug", modifiers={"Dex": 3}))
    fight = Fight(*people, rolls={"initiative pcs": 4, "initiative gang": 6})
    assert fight.table.sides["pcs"].score == fight.table.sides["gang"].score == (6,)
    assert fight.sides == ["pcs", "gang"]


def test_the_best_modifier_may_be_negative() -> None:
    """CWN-INIT-01"""
    people = (pc("ana", modifiers={"Dex": -1}), pc("bo", modifiers={"Dex": -1}), npc("thug"))
    fight = Fight(*people, rolls={"initiative pcs": 5, "initiative gang": 3})
    assert fight.table.sides["pcs"].score == (4,)


def test_the_best_is_taken_of_those_able_to_act() -> None:
    """CWN-INIT-01"""
    fight = Fight(pc("ana"), pc("bo", modifiers={"Dex": 2}), npc("thug"), begin=False)
    fight.order(Marked("bo", Mark("unconscious")))
    fight.command(Begin(), {"initiative pcs": 5, "initiative gang": 3})
    assert fight.table.sides["pcs"].score == (5,)


def test_tied_npc_sides_roll_off() -> None:
    """CWN-INIT-01"""
    people = (pc("ana"), npc("thug"), npc("guard", "corp"))
    rolls = {"initiative pcs": 5, "initiative gang": 8, "initiative corp": 8, "tie 1 gang": 3, "tie 1 corp": 6}
    fight = Fight(*people, rolls=rolls)
    assert fight.sides == ["corp", "gang", "pcs"]
    fight.done("guard", "thug", "ana")
    assert fight.sides == ["corp", "gang", "pcs"]


def test_pcs_win_a_tie_of_three_and_the_others_are_put_apart() -> None:
    """FR-S-03 CWN-INIT-01"""
    people = (pc("ana"), npc("thug"), npc("cop", "cops"))
    rolls = {"initiative pcs": 6, "initiative gang": 6, "initiative cops": 6}
    fight = Fight(*people, rolls={**rolls, "tie 1 gang": 2, "tie 1 cops": 2, "tie 2 gang": 4, "tie 2 cops": 7})
    assert fight.sides == ["pcs", "cops", "gang"]
    chosen = Fight(*people, rolls=rolls, side_tie="gm_order")
    assert chosen.asked == ("tie 1 gang",)
    chosen.says("tie 1 gang", "cops")
    assert chosen.sides == ["pcs", "cops", "gang"]


def test_the_gm_may_grant_a_modifier() -> None:
    """CWN-INIT-01"""
    fight = Fight(pc("ana"), npc("thug"), begin=False)
    fight.does("gm", "modify initiative", side="gang", by=2)
    fight.command(Begin(), {"initiative pcs": 5, "initiative gang": 4})
    assert fight.table.sides["gang"].score == (6,)
    assert not any(flag.startswith("gm initiative") for flag in fight.table.flags)


# ------------------------------------------------------------------ newcomers


def test_a_new_side_rolls_and_takes_its_place_from_the_next_round() -> None:
    """CWN-INIT-02"""
    fight = Fight(pc("ana"), npc("thug"), rolls={"initiative pcs": 7, "initiative gang": 4})
    for _ in range(2):
        fight.done("ana", "thug")
    newcomer(fight, npc("cop1", "police"), npc("cop2", "police"), rolls={"initiative police": 6})
    fight.done("ana", "thug")
    assert (fight.round, fight.sides) == (4, ["pcs", "police", "gang"])


def test_a_new_member_acts_when_his_side_does_next() -> None:
    """CWN-INIT-02"""
    fight = Fight(pc("ana"), npc("thug"), order=("pcs", "gang"))
    newcomer(fight, npc("late"))
    newcomer(fight, pc("bo"))
    fight.done("ana")
    assert set(fight.awaited) == {"thug", "late"}
    newcomer(fight, npc("later"))
    fight.done("thug", "late")
    assert (fight.round, fight.awaited) == (2, ("ana", "bo"))
    fight.done("ana", "bo")
    assert set(fight.awaited) == {"thug", "late", "later"}


def test_the_sides_number_stays_whoever_comes_or_goes() -> None:
    """CWN-INIT-02"""
    people = (pc("ana"), pc("bo", modifiers={"Dex": 2}), npc("thug"))
    fight = Fight(*people, rolls={"initiative pcs": 4, "initiative gang": 5})
    fight.order(Marked("bo", Mark("unconscious")), Changed("bo", here=False))
    newcomer(fight, pc("cy", modifiers={"Dex": 3}))
    fight.done("ana", "thug")
    assert fight.table.sides["pcs"].score == (6,)
    assert fight.sides == ["pcs", "gang"]


# ------------------------------------------------------------------ individuals


def test_everybody_for_himself() -> None:
    """CWN-INIT-03"""
    people = (pc("ana", modifiers={"Dex": 1}), pc("bo", modifiers={"Dex": -1}), npc("thug"), npc("boss"))
    dice = {"ana": 5, "bo": 6, "thug": 6, "boss": 5}
    fight = Fight(*people, rolls={f"own initiative {who}": face for who, face in dice.items()}, initiative_mode="individual")
    assert fight.to_come == [("ana",), ("thug",), ("bo",), ("boss",)]


def test_individuals_of_a_kind_who_tie_share_a_turn_and_agree_in_it() -> None:
    """CWN-INIT-03"""
    rolls = {"own initiative ana": 5, "own initiative bo": 5, "own initiative thug": 3}
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), rolls=rolls, initiative_mode="individual")
    assert fight.to_come == [("ana", "bo"), ("thug",)]
    fight.does("bo", "run")
    assert fight.against("ana", "run") == {"CWN-SEQ-02"}
    fight.done("bo", "ana", "thug")


def test_corrections_and_newcomers_pass_no_time() -> None:
    """FR-S-02 CWN-INIT-02 CWN-INIT-03"""
    rolls = {"own initiative nyx": 8, "own initiative a": 5, "own initiative b": 3}
    fight = Fight(pc("nyx"), npc("a"), npc("b"), rolls=rolls, initiative_mode="individual")
    fight.does("nyx", "total defense")
    fight.done("nyx")
    fight.does("a", "run")
    newcomer(fight, npc("c"), rolls={"own initiative c": 6})
    fight.order(Scored("b", (7,)))
    fight.order(Scored("nyx", (4,)))
    assert (fight.awaited, fight.budget("a")) == (("a",), {"Main": 1, "Move": 0})
    assert fight.has("nyx", "total defense")
    fight.done("a")
    assert fight.awaited == ("b",)
    fight.done("b")
    assert (fight.round, fight.to_come) == (2, [("b",), ("c",), ("a",), ("nyx",)])


# ------------------------------------------------------------------ surprise


def test_the_free_round_belongs_to_the_ambushers_and_then_initiative_is_rolled() -> None:
    """CWN-INIT-04"""
    fight = Fight(pc("ana"), npc("thug"), surprised=("ana",))
    assert (fight.round, fight.awaited, fight.budget("thug")) == (0, ("thug",), {"Main": 1, "Move": 1})
    fight.attacks("thug", "ana", rolls={"attack": 12, "damage": 2})
    assert fight.against("ana", "total defense") == {"CWN-INIT-04"}
    fight.done("thug", rolls={"initiative pcs": 3, "initiative gang": 6})
    assert (fight.round, fight.awaited, fight.has("ana", "surprised")) == (1, ("thug",), False)


def test_several_sides_that_are_awake_act_in_the_gms_order() -> None:
    """CWN-INIT-04"""
    people = (pc("ana"), npc("thug"), npc("guard", "corp"))
    fight = Fight(*people, surprised=("ana",))
    fight.says("free round 1", "corp")
    assert fight.sides == ["corp", "gang", "pcs"]
    fight.done("guard", "thug", rolls={"initiative pcs": 5, "initiative gang": 4, "initiative corp": 3})
    assert fight.sides == ["pcs", "gang", "corp"]


def test_a_surprise_check_and_who_cannot_be_surprised() -> None:
    """CWN-INIT-04"""
    fight = Fight(pc("ana", skills={"Notice": 0}), pc("bo"), npc("thug"), begin=False)
    fight.order(Marked("bo", Mark("expects a fight")))
    assert fight.against("gm", "surprise check", ambusher="thug", target="bo") == {"CWN-INIT-04"}
    fight.does("gm", "surprise check", rolls={"check thug": (4, 4), "check ana": (4, 4)}, ambusher="thug", target="ana")
    assert fight.told("is seen by Ana")  # ties are the PC's
    fight.does("gm", "surprise check", rolls={"check thug": (4, 5), "check ana": (4, 4)}, ambusher="thug", target="ana")
    assert fight.told("Ana may be surprised")
    fight.does("gm", "modify initiative", side="pcs", by=-2)
    fight.command(Begin(surprised=("ana", "bo")))
    assert fight.has("ana", "surprised")
    assert not fight.has("bo", "surprised")


def test_expecting_a_fight_costs_at_most_a_penalty() -> None:
    """CWN-INIT-04"""
    fight = Fight(pc("ana", modifiers={"Dex": 1}), npc("thug"), begin=False)
    fight.does("gm", "modify initiative", side="pcs", by=-2)
    fight.command(Begin(), {"initiative pcs": 5, "initiative gang": 4})
    assert fight.table.sides["pcs"].score == (4,)


@pytest.mark.parametrize(
    ("option", "free", "costly"), [("none", False, False), ("cost_free_only", True, False), ("all", True, True)]
)
def test_instants_of_the_surprised(option: str, free: bool, costly: bool) -> None:
    """CWN-INIT-04"""
    fight = Fight(pc("ana", abilities=(DODGE,)), npc("thug"), surprised=("ana",), windows="concerned", surprised_instants=option)
    fight.attacks("thug", "ana", rolls={} if costly else {"attack": 15, "damage": 3})
    if costly:
        fight.done("ana", rolls={"attack": 15, "damage": 3})
    assert fight.awaited == (("ana",) if free else ("thug",))
    assert fight.can("ana", "use", ability="Lucky Dodge") is free
    assert fight.can("ana", "total defense") is costly


# ------------------------------------------------------------------ ahead of everyone


def test_automatic_initiative_goes_first_in_a_turn_of_its_own() -> None:
    """CWN-INIT-05"""
    people = (pc("vee", automatic_initiative=True, modifiers={"Dex": 1}), pc("ana"), npc("thug"))
    fight = Fight(*people, rolls={"initiative pcs": 3, "initiative gang": 7})
    for number in (1, 2):
        assert (fight.round, fight.to_come) == (number, [("vee",), ("thug",), ("ana",)])
        fight.done("vee", "thug", "ana")


def test_several_of_them_roll_among_themselves_once() -> None:
    """CWN-INIT-05"""
    people = (
        pc("vee", automatic_initiative=True, modifiers={"Dex": 1}), pc("ana"),
        npc("assassin", automatic_initiative=True), npc("thug"),
    )  # fmt: skip
    rolls = {"own initiative vee": 2, "own initiative assassin": 3, "initiative pcs": 3, "initiative gang": 5}
    fight = Fight(*people, rolls=rolls)
    assert fight.to_come == [("vee",), ("assassin",), ("thug",), ("ana",)]
    fight.done("vee", "assassin", "thug", "ana")
    assert fight.to_come[:2] == [("vee",), ("assassin",)]


def test_the_trait_does_not_take_the_dexterity_out_of_the_side() -> None:
    """CWN-INIT-05"""
    people = (pc("vee", automatic_initiative=True, modifiers={"Dex": 2}), pc("ana"), npc("thug"))
    fight = Fight(*people, rolls={"initiative pcs": 3, "initiative gang": 7})
    assert fight.table.sides["pcs"].score == (5,)


def test_who_is_immune_to_surprise_is_first_in_the_free_round_and_then_one_of_the_side() -> None:
    """CWN-INIT-05"""
    people = (pc("kit", immune_to_surprise=True), pc("ana"), npc("thug"))
    fight = Fight(*people, surprised=("kit", "ana"))
    assert (fight.awaited, fight.to_come) == (("kit",), [("kit",), ("thug",), ("ana",)])
    fight.done("kit", "thug", rolls={"initiative pcs": 3, "initiative gang": 7})
    assert fight.to_come == [("thug",), ("ana", "kit")]


def test_by_house_rule_the_two_traits_are_one() -> None:
    """CWN-INIT-05"""
    people = (pc("kit", immune_to_surprise=True), pc("ana"), npc("thug"))
    rolls = {"initiative pcs": 3, "initiative gang": 7}
    fight = Fight(*people, rolls=rolls, surprise_immune_acts_first="every_round")
    assert fight.to_come == [("kit",), ("thug",), ("ana",)]


def test_automatic_initiative_does_not_wake_the_surprised() -> None:
    """CWN-INIT-05"""
    fight = Fight(pc("vee", automatic_initiative=True), npc("thug"), surprised=("vee",))
    assert fight.awaited == ("thug",)


def test_a_number_given_beforehand_stands() -> None:
    """CWN-INIT-01"""
    fight = Fight(pc("ana"), npc("thug"), begin=False)
    fight.order(SideScored("pcs", (2,)))
    fight.command(Begin(), {"initiative gang": 5})
    assert fight.sides == ["gang", "pcs"]
