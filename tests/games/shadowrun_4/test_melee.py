"""Melee attacks: both pools, the defender's choice, what counts for damage."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.commands import Reply, Rewind
from firefight.errors import FirefightError
from firefight.events import Adjusted, Marked
from firefight.games.shadowrun_4.sheet import Weapon
from firefight.table import Mark
from firefight.view import Viewer
from tests.games.shadowrun_4.helpers import BLADE, PISTOL, Fight, fighter, hits

SCORES = {"a": 13, "b": 9}
CHOOSER = {"reaction": 4, "skills": {"blades": 3, "unarmed": 5, "dodge": 2}}


def brawl(target: dict[str, Any] | None = None, owner: str = "", weapon: Weapon = BLADE, **options: str) -> Fight:
    """A, Agility 4 and blades 5, goes for B with a blade."""
    a = fighter("a", agility=4, skills={"blades": 5}, gear=(weapon,))
    return Fight(a, fighter("b", owner=owner, **(CHOOSER if target is None else target)), scores=SCORES, **options)


def asked(fight: Fight) -> dict[str, int]:
    """The ways B is offered, each with the pool it would give."""
    fight.does("a", "attack", weapon="blade", target="b")
    fight.done("a")
    question = fight.session.questions()[0]
    assert (question.label, question.who) == ("defense b", "b")
    before = len(fight.session.history)
    pools: dict[str, int] = {}
    for way in question.options:
        fight.answers("defense b", way, "b")
        pools[way] = int(str(fight.values("attack_sum")["defense_dice"]))
        fight.session.do(Rewind("goto", before))
    return pools


def test_the_attacker_rolls_agility_and_skill() -> None:
    """SR4-MEL-01"""
    fight = brawl()
    fight.attacks("a", "b", "blade")
    assert fight.values("attack_sum")["dice"] == 9


def test_modifiers_count_in_melee_as_everywhere() -> None:
    """SR4-MEL-01 SR4-CM-01"""
    fight = brawl()
    fight.order(Adjusted("a", "stun", 3))
    fight.attacks("a", "b", "blade")
    assert fight.values("attack_sum")["dice"] == 8


def test_the_defender_chooses_between_parry_block_and_dodge() -> None:
    """SR4-MEL-02"""
    pools = asked(brawl(owner="bo"))
    assert {way: pools[way] for way in ("parry", "block", "dodge", "none")} == {"parry": 7, "block": 9, "dodge": 6, "none": 0}


def test_the_players_choice_is_his_and_it_counts() -> None:
    """SR4-MEL-02"""
    fight = brawl(owner="bo")
    fight.attacks("a", "b", "blade")
    fight.session.do(Reply("defense b", "parry", "b"), Viewer("player", "bo"))
    assert (fight.values("defends")["way"], fight.values("attack_sum")["defense_dice"]) == ("parry", 7)


def test_without_a_melee_weapon_in_hand_there_is_no_parry() -> None:
    """SR4-MEL-02"""
    assert "parry" not in asked(brawl({**CHOOSER, "gear": (PISTOL,)}, owner="bo"))
    sheathed = Weapon("blade", skill="blades", damage=4, melee=True, ready=False)
    assert "parry" not in asked(brawl({**CHOOSER, "gear": (sheathed,)}, owner="bo"))


def test_a_weapon_that_is_dropped_does_not_parry_until_it_is_made_ready() -> None:
    """SR4-MEL-02"""
    fight = brawl(owner="bo")
    fight.does("a", "simple", what="waits")
    fight.done("a")
    fight.does("b", "drop", what="the blade")
    fight.done("b")
    fight.attacks("a", "b", "blade")
    assert "parry" not in fight.session.questions()[0].options
    fight.answers("defense b", "block", "b")
    assert fight.refusal("b", "attack", weapon="blade", target="a") == {"SR4-PHASE-02"}
    fight.does("b", "ready", what="blade")
    fight.done("b")
    fight.attacks("a", "b", "blade")
    assert "parry" in fight.session.questions()[0].options


def test_the_gms_people_defend_in_the_best_way_and_he_may_say_another() -> None:
    """SR4-MEL-02 SR4-TURN-02"""
    fight = brawl()
    fight.attacks("a", "b", "blade")
    assert (fight.asked, fight.values("defends")["way"]) == ([], "block")
    fight.done("b")
    fight.noted("a", "attack", {"defense b": "dodge"}, weapon="blade", target="b")
    assert fight.values("defends")["way"] == "dodge"


def test_a_way_that_is_not_open_is_refused_in_one_sentence() -> None:
    """SR4-MEL-02"""
    fight = brawl()
    with pytest.raises(FirefightError, match="'hide' does not answer 'defense b'"):
        fight.noted("a", "attack", {"defense b": "hide"}, weapon="blade", target="b")


@pytest.mark.parametrize(("prompts", "labels"), [("players", []), ("everybody", ["defense b"]), ("nobody", [])])
def test_whom_the_table_asks_is_a_house_rule(prompts: str, labels: list[str]) -> None:
    """SR4-MEL-02"""
    fight = brawl(defense_prompts=prompts)
    fight.attacks("a", "b", "blade")
    assert fight.asked == labels


def test_full_defense_adds_dodge_to_the_way_that_was_chosen() -> None:
    """SR4-MEL-03"""
    pools = asked(brawl({"reaction": 4, "skills": {"blades": 3, "dodge": 2}}, owner="bo"))
    assert (pools["full parry"], pools["full dodge"]) == (9, 8)


def test_a_full_block_counts_unarmed_combat_as_the_weapon_skill() -> None:
    """SR4-MEL-03"""
    assert asked(brawl(owner="bo"))["full block"] == 11


def test_without_a_full_block_by_house_rule_block_is_not_offered_on_full_defense() -> None:
    """SR4-MEL-03"""
    assert "full block" not in asked(brawl(owner="bo", full_defense_block="false"))
    fight = brawl(owner="bo", full_defense_block="false")
    fight.does("b", "full defense")
    assert set(asked(fight)) == {"parry", "dodge", "none"}


def test_on_full_defense_every_way_has_dodge_already() -> None:
    """SR4-MEL-03 SR4-DEF-01"""
    fight = brawl(owner="bo")
    fight.does("b", "full defense")
    assert asked(fight) == {"block": 11, "parry": 9, "dodge": 8, "none": 0}


def test_net_hits_alone_change_the_damage_in_melee() -> None:
    """SR4-MEL-04"""
    bayonet = Weapon("blade", skill="blades", damage=4, melee=True, ammunition=3)
    fight = brawl(weapon=bayonet)
    fight.attacks("a", "b", "blade", attack=hits(3, 9))
    assert fight.values("damage_sum")["damage"] == 7


def test_impact_armour_counts_in_melee() -> None:
    """SR4-MEL-04"""
    fight = brawl({**CHOOSER, "ballistic": 6, "impact": 4})
    fight.attacks("a", "b", "blade", attack=hits(3, 9))
    assert (fight.values("damage_sum")["meets"], fight.values("damage_sum")["armor"]) == ("impact", 4)


@pytest.mark.parametrize(("stun", "boxes"), [(False, (7, 0)), (True, (0, 7))])
def test_the_damage_says_which_monitor_in_melee_too(stun: bool, boxes: tuple[int, int]) -> None:
    """SR4-MEL-04"""
    fight = brawl(weapon=Weapon("blade", skill="blades", damage=4, melee=True, stun=stun))
    fight.attacks("a", "b", "blade", attack=hits(3, 9))
    assert fight.boxes("b") == boxes


def test_an_attack_in_melee_takes_the_whole_phase() -> None:
    """SR4-PHASE-02"""
    fight = brawl()
    fight.does("a", "aim")
    assert fight.refusal("a", "attack", weapon="blade", target="b") == {"SR4-PHASE-02"}


def test_strength_and_reach_count_where_the_weapon_says_so() -> None:
    """SR4-MEL-01 SR4-MEL-04"""
    axe = Weapon("blade", skill="blades", damage=4, by_strength=True, melee=True, reach=2)
    fight = brawl({**CHOOSER, "gear": (Weapon("club", skill="clubs", damage=1, melee=True, reach=1),)}, weapon=axe)
    fight.attacks("a", "b", "blade", attack=hits(3, 10))
    assert fight.values("attack_sum")["parts"] == "agility 4, skill 5, reach 1"
    assert fight.values("damage_sum")["dv"] == 6
    fight.attacks("b", "a", "club")
    assert "target reach 1" in str(fight.values("attack_sum")["defense_parts"])


def test_bare_hands_do_stun_by_strength() -> None:
    """SR4-MEL-04"""
    fight = Fight(fighter("a", strength=5, skills={"unarmed": 4}), fighter("b"), scores=SCORES)
    fight.attacks("a", "b", "unarmed", attack=hits(2, 9))
    assert fight.boxes("b") == (0, 5)


def test_one_who_is_down_does_not_defend() -> None:
    """SR4-DEF-03 SR4-PHASE-01"""
    fight = brawl(owner="bo")
    fight.order(Marked("b", Mark("unconscious")))
    fight.does("a", "attack", weapon="blade", target="b")
    fight.done("a")
    fight.answers("pointless", "as declared")
    assert fight.values("attack_sum")["defense_parts"] == "no test"
