"""What the actions of a turn cost: Main, Move, On Turn, and whatever the GM makes of the rest."""

from __future__ import annotations

from firefight.commands import Rewind
from firefight.events import Marked, PoolSet
from firefight.games.cities_without_number.sheet import Ability
from firefight.table import Mark
from firefight.timeline import Note
from tests.games.cities_without_number.helpers import Fight, npc, pc

MISS = {"attack": 1, "damage": 1}


def turn(first: str = "pcs", **options: str) -> Fight:
    """Ana and Bo against a thug."""
    order = ("pcs", "gang") if first == "pcs" else ("gang", "pcs")
    return Fight(pc("ana"), pc("bo"), npc("thug"), order=order, **options)


# ------------------------------------------------------------------ Main


def test_one_main_action_a_round() -> None:
    """CWN-ACT-01"""
    fight = turn()
    fight.attacks("ana", "thug", rolls=MISS)
    assert fight.against("ana", "use skill", what="first aid", skill="Heal") == {"CWN-ACT-01"}
    assert fight.budget("ana") == {"Main": 0, "Move": 1}


def test_a_main_action_given_up_before_ones_turn_is_gone_until_the_next_round() -> None:
    """CWN-ACT-01"""
    fight = turn(first="gang")
    fight.does("ana", "snap attack", target="thug", weapon="pistol", rolls=MISS)
    fight.done("thug")
    assert fight.against("ana", "attack", target="thug", weapon="knife") == {"CWN-ACT-01"}
    fight.does("ana", "run")
    fight.does("ana", "go prone")
    fight.done("ana", "bo", "thug")
    assert fight.budget("ana") == {"Main": 1, "Move": 1}


def test_what_is_unspent_may_still_be_given_up_but_not_used_otherwise() -> None:
    """CWN-ACT-01"""
    fight = turn()
    fight.does("ana", "run")
    fight.done("ana", "bo")
    assert fight.against("ana", "attack", target="thug", weapon="knife") == {"CWN-ACT-01"}
    fight.does("ana", "total defense")
    assert fight.budget("ana")["Main"] == 0


def test_by_house_rule_actions_come_back_with_ones_own_turn() -> None:
    """CWN-ACT-01"""
    fight = turn(first="gang", budget_refresh="own_turn")
    fight.does("ana", "snap attack", target="thug", weapon="pistol", rolls=MISS)
    fight.done("thug")
    fight.attacks("ana", "thug", rolls=MISS)
    fight.done("ana", "bo")
    assert (fight.round, fight.against("ana", "total defense")) == (2, {"CWN-ACT-09"})


def test_going_back_gives_the_main_action_back() -> None:
    """CWN-ACT-01"""
    fight = turn()
    fight.attacks("ana", "thug", rolls=MISS)
    fight.command(Rewind("undo"))
    assert fight.budget("ana")["Main"] == 1


# ------------------------------------------------------------------ Move


def test_the_main_action_buys_a_second_move() -> None:
    """CWN-ACT-02"""
    fight = turn()
    fight.does("ana", "run", metres=10)
    fight.does("ana", "run", metres=10)
    assert fight.budget("ana") == {"Main": 0, "Move": 0}
    assert fight.against("ana", "run", metres=1) == {"CWN-ACT-02"}
    assert fight.against("ana", "attack", target="thug", weapon="knife") == {"CWN-ACT-01"}


def test_standing_up_then_running_leaves_no_attack() -> None:
    """CWN-ACT-02"""
    fight = turn()
    fight.order(Marked("ana", Mark("prone")))
    fight.does("ana", "stand up")
    fight.does("ana", "run", metres=10)
    assert not fight.has("ana", "prone")
    assert fight.against("ana", "attack", target="thug", weapon="knife") == {"CWN-ACT-01"}


def test_no_second_attack_for_the_move() -> None:
    """CWN-ACT-02"""
    fight = turn()
    fight.attacks("ana", "thug", rolls=MISS)
    assert fight.against("ana", "attack", target="thug", weapon="pistol") == {"CWN-ACT-01"}
    fight.does("ana", "run", metres=10)
    assert fight.against("ana", "run", metres=1) == {"CWN-ACT-02"}


def test_a_move_is_not_split_around_the_attack() -> None:
    """CWN-ACT-02"""
    fight = turn()
    fight.does("ana", "run", metres=4)
    fight.attacks("ana", "thug", rolls=MISS)
    assert fight.against("ana", "run", metres=6) == {"CWN-ACT-02"}


def test_by_house_rule_it_is() -> None:
    """CWN-ACT-02"""
    fight = turn(split_move="yes")
    fight.does("ana", "run", metres=4)
    fight.attacks("ana", "thug", "pistol", rolls=MISS)
    fight.does("ana", "run", metres=6)
    assert fight.against("ana", "run", metres=1) == {"CWN-ACT-02"}
    fight.done("ana", "bo", "thug")
    fight.does("ana", "run", metres=3)
    assert fight.budget("ana") == {"Main": 1, "Move": 0}


def test_a_prone_one_crawls_half_the_way_unrounded() -> None:
    """CWN-GEN-02"""
    fight = Fight(pc("ana", move=7), npc("thug"), order=("pcs", "gang"))
    fight.order(Marked("ana", Mark("prone")))
    fight.does("ana", "run", metres="3.5")
    assert fight.told("Ana moves 3.5 m")
    fight.order(PoolSet("ana", "hp", 9))
    assert not fight.has("ana", "spent main")


# ------------------------------------------------------------------ On Turn


def test_on_turn_actions_have_no_limit_but_the_gms_patience() -> None:
    """CWN-ACT-03"""
    chrome = [Ability(name, kind="on turn", effect="mark") for name in ("Eyes", "Ears", "Legs", "Skin")]
    fight = Fight(pc("ana", abilities=tuple(chrome)), npc("thug"), order=("pcs", "gang"))
    for name in ("Eyes", "Ears", "Legs"):
        fight.does("ana", "use", ability=name)
    line = next(line for line in fight.session.menu("ana") if line.fixed.get("ability") == "Skin")
    assert line.price == "On Turn, 3 so far"
    fight.does("gm", "enough", who="ana", of="on turn")
    assert fight.told("Ana is done with On Turn Actions")
    assert fight.against("ana", "use", ability="Skin") == {"CWN-ACT-03"}
    assert fight.against("ana", "go prone") == {"CWN-ACT-03"}


def test_an_on_turn_power_waits_for_ones_turn_and_keeps_its_own_limit() -> None:
    """CWN-ACT-03"""
    eyes = Ability("Eyes", kind="on turn", uses=1, per="round", effect="mark", lasts="round")
    fight = Fight(pc("ana", abilities=(eyes,)), npc("thug"), order=("gang", "pcs"))
    assert fight.against("ana", "use", ability="Eyes") == {"CWN-ACT-03"}
    fight.done("thug")
    fight.does("ana", "use", ability="Eyes")
    assert fight.against("ana", "use", ability="Eyes") == {"CWN-INST-01"}
    fight.done("ana", "thug")
    assert fight.can("ana", "use", ability="Eyes")


# ------------------------------------------------------------------ anything else


def test_the_gm_gives_any_other_deed_its_type() -> None:
    """CWN-ACT-04"""
    fight = turn()
    fight.does("ana", "improvise", what="kick the table over", type="main")
    (question,) = fight.session.questions()
    assert question.options == ("main", "move", "on turn", "instant", "refused")
    fight.says("type", "move")
    assert fight.told("kick the table over (move)")
    assert fight.budget("ana") == {"Main": 1, "Move": 0}
    assert fight.against("bo", "run") == {"CWN-SEQ-02"}


def test_a_deed_the_gm_refuses_costs_nothing() -> None:
    """CWN-ACT-04"""
    fight = turn()
    fight.does("ana", "improvise", what="fly")
    fight.says("type", "refused")
    assert fight.told("The GM refuses: fly")
    assert fight.budget("ana") == {"Main": 1, "Move": 1}


def test_off_turn_only_an_instant_can_be_improvised() -> None:
    """CWN-ACT-04"""
    fight = turn(first="gang")
    fight.does("ana", "improvise", what="duck")
    assert fight.session.questions()[0].options == ("instant", "refused")
    fight.says("type", "instant")
    assert fight.budget("ana") == {"Main": 1, "Move": 1}


# ------------------------------------------------------------------ overruling


def test_a_computed_modifier_is_overruled_and_both_stand_in_the_log() -> None:
    """CWN-GEN-01"""
    fight = turn()
    fight.order(Marked("thug", Mark("full cover")))
    note = Note("line.cover", -2, "a thin door")
    fight.attacks("ana", "thug", "pistol", rolls={"attack": 12, "damage": 3}, notes=(note,))
    assert fight.told("line.cover: -4 -> -2. a thin door")
    assert fight.pool("thug") == 7


def test_a_refusal_is_forced_and_the_log_names_the_rule() -> None:
    """CWN-GEN-01"""
    fight = turn()
    fight.order(Marked("ana", Mark("enemy in reach")))
    assert fight.against("ana", "attack", target="thug", weapon="rifle") == {"CWN-ACT-06"}
    reason = "point blank, and lucky"
    fight.forces("ana", "attack", reason, {"attack": 15, "damage": 12}, target="thug", weapon="rifle")
    assert fight.told(f"Overruled by the GM: attack. {reason}")
    assert any("CWN-ACT-06" in event.rules for event in fight.session.history.batches[-1].events)
    assert fight.has("thug", "dead")


def test_damage_and_the_target_number_can_be_overruled_too() -> None:
    """CWN-GEN-01"""
    fight = turn()
    notes = (Note("line.ac", 20), Note("sure hit", 1))
    fight.attacks("ana", "thug", rolls={"attack": 2, "damage": 4}, notes=notes)
    assert fight.told("10 -> 20")
    assert fight.pool("thug") == 6


def test_without_an_overruling_the_default_applies_silently() -> None:
    """CWN-GEN-01"""
    fight = turn()
    fight.attacks("ana", "thug", rolls=MISS)
    assert not fight.told("Overruled")


# ------------------------------------------------------------------ the rest of an attack, as far as it goes


def test_soak_takes_damage_first_and_hit_points_stop_at_nothing() -> None:
    fight = Fight(pc("ana"), npc("thug", soak=5, hp=4), order=("pcs", "gang"))
    fight.attacks("ana", "thug", rolls={"attack": 15, "damage": 3})
    assert (fight.pool("thug", "soak"), fight.pool("thug")) == (2, 4)
    fight.done("ana", "thug")
    fight.attacks("ana", "thug", rolls={"attack": 15, "damage": 6})
    assert (fight.pool("thug", "soak"), fight.pool("thug"), fight.has("thug", "dead")) == (0, 0, True)


def test_a_skill_in_a_fight_takes_the_main_action_and_the_gm_names_the_rest() -> None:
    fight = Fight(pc("ana", skills={"Heal": 1}, modifiers={"Int": 1}), pc("bo"), npc("thug"), order=("pcs", "gang"))
    fight.does("ana", "use skill", what="stop the bleeding", skill="Heal")
    assert fight.budget("ana")["Main"] == 0
    fight.says("attribute", "Int")
    fight.says("difficulty", 8, rolls={"check ana": (3, 3)})
    assert fight.told("Ana succeeds (Int/Heal): 8 against 8")


def test_a_dropped_weapon_is_out_of_reach_until_picked_up_while_rising() -> None:
    fight = turn()
    fight.does("ana", "go prone")
    fight.does("ana", "drop", item="knife")
    assert not fight.can("ana", "attack", weapon="knife")
    fight.does("ana", "stand up", picking_up="yes")
    assert fight.can("ana", "attack", weapon="knife")
    assert fight.budget("ana") == {"Main": 1, "Move": 0}


def test_prone_counts_against_a_distant_shot_and_for_a_blade() -> None:
    fight = turn()
    fight.order(Marked("thug", Mark("prone")))
    fight.attacks("ana", "thug", "pistol", rolls={"attack": 11, "damage": 3})
    assert fight.told("misses")
    fight.done("ana")
    fight.attacks("bo", "thug", "knife", rolls={"attack": 8, "damage": 3})
    assert fight.told("hits")


def test_a_menu_line_names_all_that_speaks_against_it() -> None:
    fight = turn()
    fight.order(Marked("ana", Mark("unconscious")), Marked("ana", Mark("spent main")))
    assert fight.against("ana", "attack", target="thug", weapon="knife") == {"CWN-INST-01", "CWN-ACT-01"}
