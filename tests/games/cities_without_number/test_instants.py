"""Instants: when they come, what they change, who is asked."""

from __future__ import annotations

import pytest

from firefight.commands import Do
from firefight.events import Marked, SheetSet
from firefight.games.cities_without_number.sheet import Ability, Weapon
from firefight.table import Mark
from firefight.timeline import Act, Note
from firefight.view import Viewer
from tests.games.cities_without_number.helpers import BURST, DODGE, LUCK, Fight, npc, pc

HIT = {"attack": 15, "damage": 5}
SWORD = Weapon("sword", "melee", "1d8", shock=2, shock_ac=13)


def duel(ana: dict[str, object] | None = None, thug: dict[str, object] | None = None, **options: str) -> Fight:
    """The thug is first; windows are open for those concerned."""
    people = (pc("ana", **(ana or {})), npc("thug", **{"hp": 10, **(thug or {})}))
    return Fight(*people, order=("gang", "pcs"), **{"windows": "concerned", **options})


# ------------------------------------------------------------------ what an Instant is


def test_instants_come_on_anybodys_turn_and_cost_nothing_by_themselves() -> None:
    """CWN-INST-01"""
    fight = duel({"abilities": (BURST,)})
    fight.does("ana", "drop", item="knife")
    fight.does("ana", "use", ability="Burst")
    assert fight.budget("ana") == {"Main": 1, "Move": 1, "Burst": 0}
    assert fight.awaited == ("thug",)


def test_who_is_down_has_no_instants() -> None:
    """CWN-INST-01"""
    fight = duel({"abilities": (BURST,)})
    fight.order(Marked("ana", Mark("mortally wounded")))
    assert fight.against("ana", "snap attack", target="thug", weapon="pistol") == {"CWN-INST-01"}
    assert fight.against("ana", "use", ability="Burst") == {"CWN-INST-01"}


def test_the_gm_may_find_it_enough() -> None:
    """CWN-INST-01"""
    fight = duel({"abilities": (BURST,)})
    fight.does("ana", "drop", item="knife")
    fight.does("gm", "enough", who="ana", of="instants")
    assert fight.against("ana", "total defense") == {"CWN-INST-01"}
    assert fight.against("ana", "use", ability="Burst") == {"CWN-INST-01"}


def test_strain_and_uses_are_spent_and_run_out() -> None:
    """CWN-INST-01 CWN-STRAIN-04"""
    jolt = Ability("Jolt", strain=2, effect="heal", value=3)
    fight = duel({"abilities": (jolt,), "strain": 3})
    fight.does("ana", "use", ability="Jolt")
    assert fight.pool("ana", "strain") == 2
    assert fight.against("ana", "use", ability="Jolt") == {"CWN-STRAIN-04"}


def test_a_power_may_cost_the_main_action() -> None:
    """CWN-INST-01"""
    shove = Ability("Blink", price="main")
    fight = duel({"abilities": (shove,)})
    fight.does("ana", "use", ability="Blink")
    assert fight.budget("ana")["Main"] == 0
    assert fight.against("ana", "use", ability="Blink") == {"CWN-ACT-01"}


# ------------------------------------------------------------------ before and after the dice


@pytest.mark.parametrize(("die", "hurt"), [(16, False), (18, True)])
def test_total_defense_after_the_dice_counts_against_the_same_dice(die: int, hurt: bool) -> None:
    """CWN-INST-02"""
    fight = duel({"melee_ac": 15})
    fight.attacks("thug", "ana")
    assert (fight.window, fight.awaited) == ("before 1", ("ana",))
    fight.done("ana", rolls={"attack": die, "damage": 5})
    assert (fight.window, fight.awaited) == ("after 1", ("ana",))
    fight.does("ana", "total defense")
    fight.done("ana")
    assert (fight.pool("ana"), fight.budget("ana")["Main"]) == (5 if hurt else 10, 0)


def test_what_has_landed_no_instant_undoes() -> None:
    """CWN-INST-02"""
    fight = duel({"melee_ac": 15})
    fight.attacks("thug", "ana")
    fight.done("ana", rolls=HIT)
    fight.done("ana")
    assert fight.pool("ana") == 5
    fight.does("ana", "total defense")
    assert fight.pool("ana") == 5
    assert fight.has("ana", "total defense")  # against later attacks


def test_by_house_rule_the_dice_are_too_late_for_all_but_powers() -> None:
    """CWN-INST-02"""
    fight = duel({"melee_ac": 12, "abilities": (DODGE,)}, instant_after_roll="before_roll_only")
    fight.attacks("thug", "ana")
    assert fight.can("ana", "total defense")
    fight.done("ana", rolls=HIT)
    assert fight.window == "after 1"
    assert fight.against("ana", "total defense") == {"CWN-INST-02"}
    assert fight.against("ana", "snap attack", target="thug", weapon="pistol") == {"CWN-INST-02"}
    fight.does("ana", "use", ability="Lucky Dodge")
    fight.done("ana")
    assert fight.pool("ana") == 10


def test_a_reroll_replaces_the_die_and_keeps_the_damage() -> None:
    """CWN-INST-02"""
    curse = Ability("Curse", when="attack on me", uses=1, effect="reroll")
    fight = duel({"melee_ac": 12, "abilities": (curse,)})
    fight.attacks("thug", "ana")
    fight.done("ana", rolls=HIT)
    fight.does("ana", "use", ability="Curse")
    fight.done("ana", rolls={"attack again 1": 12})
    assert fight.window == "after 2"
    fight.done("ana")
    assert fight.pool("ana") == 5


def test_a_power_that_takes_points_off_the_roll() -> None:
    """CWN-INST-02"""
    deflect = Ability("Deflect", when="attack on me", uses=1, effect="add", value=-4)
    fight = duel({"melee_ac": 12, "abilities": (deflect,)})
    fight.attacks("thug", "ana")
    fight.done("ana", rolls=HIT)
    fight.does("ana", "use", ability="Deflect")
    fight.done("ana")
    assert fight.told("misses")


# ------------------------------------------------------------------ at the same time


def test_opponents_who_answer_in_the_same_window_do_not_prevent_each_other() -> None:
    """CWN-INST-03"""
    people = (pc("ana", hp=4), npc("thug", hp=4, trained=True), npc("cop", "police"))
    fight = Fight(*people, order=("police", "gang", "pcs"), windows="everybody", morale_prompt="off")
    fight.attacks("cop", "ana", "pistol")
    assert fight.awaited == ("ana", "thug")
    fight.does("ana", "snap attack", target="thug", weapon="knife")
    fight.does("thug", "snap attack", target="ana", weapon="knife")
    fight.done("ana", "thug", rolls={"attack": (15, 15, 1), "damage": (5, 5, 1)})
    assert (fight.pool("ana"), fight.pool("thug")) == (0, 0)
    assert fight.has("ana", "mortally wounded")
    assert fight.has("thug", "dead")


@pytest.mark.parametrize(("said", "hurt"), [("the dice stand", False), ("hit", True), ("miss", False)])
def test_a_sure_hit_and_a_sure_miss_at_once_are_the_gms(said: str, hurt: bool) -> None:
    """CWN-INST-03"""
    spite = Ability("Spite", when="attack on me", uses=1, effect="miss")
    fight = duel({"melee_ac": 15, "abilities": (spite,)}, {"abilities": (LUCK,)})
    fight.attacks("thug", "ana")
    fight.done("ana", rolls={"attack": 10, "damage": 5})
    assert fight.awaited == ("ana", "thug")
    fight.does("thug", "use", ability="Veteran's Luck")
    fight.does("ana", "use", ability="Spite")
    fight.done("thug", "ana")
    assert fight.asked == ("contradiction",)
    assert fight.session.questions()[0].default == "the dice stand"
    fight.says("contradiction", said)
    assert fight.pool("ana") == (5 if hurt else 10)
    assert (fight.budget("ana")["Spite"], fight.budget("thug")["Veteran's Luck"]) == (0, 0)


def test_one_after_the_other_the_later_one_stands() -> None:
    """CWN-INST-03"""
    fight = duel({"melee_ac": 15, "abilities": (DODGE,)}, {"abilities": (LUCK,)})
    fight.attacks("thug", "ana")
    fight.done("ana", rolls={"attack": 10, "damage": 5})
    assert fight.awaited == ("thug",)
    fight.does("thug", "use", ability="Veteran's Luck")
    fight.done("thug")
    assert (fight.window, fight.awaited) == ("after 2", ("ana",))
    fight.does("ana", "use", ability="Lucky Dodge")
    fight.done("ana")
    assert (fight.asked, fight.pool("ana")) == ((), 10)


# ------------------------------------------------------------------ attacks as answers


def test_an_attack_answered_before_the_dice_may_never_happen() -> None:
    """CWN-INST-04"""
    fight = duel(thug={"hp": 4})
    fight.attacks("thug", "ana")
    fight.does("ana", "snap attack", target="thug", weapon="knife")
    fight.done("ana", rolls={"attack": 15, "damage": 5})
    assert fight.told("Thug can no longer do it")
    assert (fight.has("thug", "dead"), fight.pool("ana"), fight.budget("thug")["Main"]) == (True, 10, 0)


def test_after_the_dice_the_attack_still_lands() -> None:
    """CWN-INST-04"""
    fight = duel({"melee_ac": 12}, {"hp": 4})
    fight.attacks("thug", "ana")
    fight.done("ana", rolls=HIT)
    fight.does("ana", "snap attack", target="thug", weapon="knife")
    fight.done("ana", rolls={"attack": 15, "damage": 5})
    assert (fight.has("thug", "dead"), fight.pool("ana")) == (True, 5)


def test_by_house_rule_the_interrupted_attack_always_takes_effect() -> None:
    """CWN-INST-04"""
    fight = duel({"melee_ac": 12}, {"hp": 4}, instant_attack_order="always_simultaneous")
    fight.attacks("thug", "ana")
    fight.does("ana", "snap attack", target="thug", weapon="knife")
    fight.done("ana", rolls={"attack": (15, 15), "damage": (5, 5)})
    assert (fight.has("thug", "dead"), fight.pool("ana")) == (True, 5)


def test_a_runner_who_is_dropped_never_leaves() -> None:
    """CWN-INST-04"""
    fight = duel(thug={"hp": 4}, windows="everybody")
    fight.does("thug", "waive")
    fight.does("thug", "run", metres=10)
    assert (fight.window, fight.awaited) == ("before 1", ("ana",))
    fight.does("ana", "snap attack", target="thug", weapon="pistol")
    fight.done("ana", rolls={"attack": 15, "damage": 5})
    assert fight.told("the action is lost")
    assert not fight.told("moves 10 m.")


def test_an_answer_has_windows_of_its_own() -> None:
    """CWN-INST-04"""
    fight = duel(thug={"trained": True})
    fight.attacks("thug", "ana")
    fight.does("ana", "snap attack", target="thug", weapon="knife")
    fight.done("ana", rolls={"attack": (16, 1), "damage": (2, 1)})
    # his Main Action is spent: he has nothing to answer her with, and his own attack goes on
    assert (fight.pool("thug"), fight.pool("ana")) == (8, 10)


# ------------------------------------------------------------------ Veteran's Luck


def test_luck_makes_a_miss_a_hit_in_every_respect() -> None:
    """CWN-INST-05"""
    thug = {"weapons": (SWORD,), "abilities": (LUCK,), "attack": 2}
    fight = duel({"melee_ac": 13, "ranged_ac": 18}, thug)
    fight.order(Marked("ana", Mark("waives")))
    fight.attacks("thug", "ana", "sword", rolls={"attack": 9, "damage": 6})
    assert fight.awaited == ("thug",)
    fight.does("thug", "use", ability="Veteran's Luck")
    fight.done("thug")
    assert fight.pool("ana") == 4  # the damage of a hit, and no Shock beside it
    assert fight.against("thug", "use", ability="Veteran's Luck") == {"CWN-INST-02", "CWN-TIME-02"}


def test_a_sure_hit_stands_against_total_defense_in_the_same_window() -> None:
    """CWN-INST-05"""
    fight = duel({"melee_ac": 12, "abilities": (BURST,)}, {"abilities": (LUCK,)}, windows="everybody")
    fight.attacks("thug", "ana")
    fight.done("ana", rolls={"attack": 11, "damage": 4})
    assert fight.awaited == ("ana", "thug")
    fight.does("thug", "use", ability="Veteran's Luck")
    fight.does("ana", "total defense")
    fight.done("ana", "thug")
    assert (fight.pool("ana"), fight.budget("ana")["Main"], fight.budget("thug")["Veteran's Luck"]) == (6, 0, 0)


def test_luck_is_not_for_checks() -> None:
    """CWN-INST-05"""
    fight = Fight(pc("ana", abilities=(LUCK,), skills={"Shoot": 0}), begin=False, windows="concerned")
    rolls = {"check ana": (1, 1)}
    fight.does("gm", "check", rolls=rolls, who="ana", attribute="Dex", skill="Shoot")
    assert (fight.window, fight.asked) == ("", ("consequence",))


# ------------------------------------------------------------------ Snap Attack and Total Defense, as far as they go


def test_a_snap_attack_takes_4_off_and_needs_training_in_an_npc() -> None:
    fight = duel()
    fight.attacks("thug", "ana")
    fight.does("ana", "snap attack", target="thug", weapon="pistol")
    fight.done("ana", rolls={"attack": (13, 2), "damage": (3, 1)})
    assert fight.told("Ana misses Thug with the pistol: 9")


def test_the_untrained_make_no_snap_attacks_unless_the_gm_flags_them() -> None:
    people = (pc("ana"), npc("thug"))
    fight = Fight(*people, order=("pcs", "gang"))
    assert fight.against("thug", "snap attack", target="ana", weapon="knife") == {"CWN-ACT-07"}
    fight.order(SheetSet("thug", "trained", True))
    assert fight.can("thug", "snap attack")


# ------------------------------------------------------------------ who is asked


def test_only_the_concerned_are_asked() -> None:
    """CWN-INST-02"""
    people = (pc("ana", melee_ac=12), pc("bo"), npc("thug"), npc("pal", trained=True))
    fight = Fight(*people, order=("gang", "pcs"), windows="concerned")
    fight.attacks("thug", "ana")
    assert fight.awaited == ("ana",)
    fight.done("ana", rolls={"attack": 3, "damage": 1})
    assert fight.window == ""  # a miss concerns nobody
    fight.does("bo", "watch")
    fight.done("thug")
    fight.attacks("pal", "ana")
    assert fight.awaited == ("ana", "bo")
    fight.does("ana", "waive")
    fight.done("bo", rolls=HIT)
    assert (fight.window, fight.awaited) == ("after 1", ("bo",))


def test_everybody_or_nobody_by_house_rule_and_wishes_are_taken_back() -> None:
    """CWN-INST-02"""
    people = (pc("ana"), pc("bo"), npc("thug"), npc("pal", trained=True))
    everybody = Fight(*people, order=("gang", "pcs"), windows="everybody")
    everybody.does("bo", "waive")
    everybody.does("bo", "unwaive")
    everybody.attacks("thug", "ana")
    assert everybody.awaited == ("ana", "bo")
    nobody = Fight(*people, order=("gang", "pcs"), windows="never")
    nobody.does("bo", "watch")
    nobody.attacks("thug", "ana")
    assert nobody.awaited == ("bo",)
    nobody.does("bo", "unwatch")
    nobody.done("bo", rolls=HIT)
    assert nobody.window == ""


def test_a_player_answers_on_what_he_can_see() -> None:
    """CWN-INST-02"""
    fight = duel({"melee_ac": 12, "abilities": (DODGE,)})
    player = Viewer("player", "ana's player")
    fight.attacks("thug", "ana")
    fight.command(Do("ana", Act("pass")), rolls=HIT, by=player)
    assert fight.session.awaited(player) == ("ana",)
    fight.command(Do("ana", Act("use", {"ability": "Lucky Dodge"})), by=player)
    fight.command(Do("ana", Act("pass")), by=player)
    assert fight.pool("ana") == 10
    assert not any("AC" in line for line in fight.lines(player, whole=True))


@pytest.mark.parametrize("value", [True, False, "2", -3])
def test_a_note_on_a_number_of_an_attack_is_a_whole_number_or_yes_and_no(value: bool | int | str) -> None:
    """CWN-GEN-01"""
    fight = Fight(pc("ana"), pc("thug", "gang"), order=("pcs", "gang"), windows="everybody", morale_prompt="off")
    fight.does("ana", "attack", notes=(Note("line.modifier", value),), target="thug", weapon="knife")
    fight.done("thug", rolls={"attack": 19, "damage": 1})
    assert fight.window == "after 1", "he is asked by the attack as it stands"
    fight.done("thug")
    assert fight.told(f"line.modifier: 0 -> {int(value)}")
