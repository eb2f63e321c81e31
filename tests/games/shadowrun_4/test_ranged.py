"""Ranged attacks: both pools, what changes the damage, which armour, which monitor."""

import pytest

from firefight.commands import Begin, Do, Reply, Rewind
from firefight.events import Adjusted, Changed, GroundSet, Marked, Placed
from firefight.games.shadowrun_4 import GAME
from firefight.games.shadowrun_4.sheet import Weapon
from firefight.ground import Ground, Wall
from firefight.session import Session, found
from firefight.table import Combatant, Mark
from firefight.timeline import Act
from firefight.view import Viewer
from tests.games.shadowrun_4.helpers import PISTOL, Fight, fighter, hits

SKILLS = {"pistols": 4, "dodge": 4}
SCORES = {"a": 13, "b": 9}


TARGET = fighter("b", reaction=5, skills=SKILLS)


def range_of(target: Combatant = TARGET, **options: str) -> Fight:
    """A with pistols 4 shoots at somebody."""
    return Fight(fighter("a", skills=SKILLS), target, scores=SCORES, **options)


def test_the_attacker_rolls_agility_and_skill_with_all_modifiers() -> None:
    """SR4-RNG-01"""
    fight = range_of()
    fight.noted("a", "attack", {"line.modifier": -2}, weapon="pistol", target="b")
    assert fight.values("attack_sum")["dice"] == 7


def test_an_attack_without_dice_cannot_succeed() -> None:
    """SR4-RNG-01 SR4-DICE-01"""
    rifle = Weapon("rifle", skill="longarms", damage=9, modes=("SA",))
    fight = Fight(fighter("a", agility=3, skills={"longarms": 1}, gear=(rifle,)), fighter("b", reaction=0), scores=SCORES)
    fight.noted("a", "attack", {"line.modifier": -5}, weapon="rifle", target="b")
    assert fight.values("attack_sum")["dice"] == 0
    assert fight.boxes("b") == (0, 0)


def test_the_defender_rolls_reaction_without_a_skill() -> None:
    """SR4-RNG-02"""
    fight = range_of()
    fight.attacks("a", "b")
    assert fight.values("attack_sum")["defense_dice"] == 5


def test_the_defenders_modifiers_count() -> None:
    """SR4-RNG-02"""
    fight = range_of(fighter("b"))
    fight.noted("a", "attack", {"line.target_modifier": -2}, weapon="pistol", target="b")
    assert fight.values("attack_sum")["defense_dice"] == 2


@pytest.mark.parametrize(("dodge", "dice"), [(4, 9), (0, 5)])
def test_full_defense_adds_dodge(dodge: int, dice: int) -> None:
    """SR4-RNG-03"""
    fight = range_of(fighter("b", reaction=5, skills={"dodge": dodge}))
    fight.does("b", "full defense")
    fight.attacks("a", "b")
    assert fight.values("attack_sum")["defense_dice"] == dice


def test_autofire_hurts_but_does_not_get_through_armour() -> None:
    """SR4-RNG-04"""
    gun = Weapon("smg", skill="pistols", damage=5, modes=("BF",), recoil=2)
    fight = Fight(fighter("a", gear=(gun,), skills=SKILLS), fighter("b", ballistic=7), scores=SCORES)
    fight.throws("attack", *hits(2, 9))
    fight.does("a", "attack", weapon="smg", target="b", mode="narrow burst")
    fight.done("a")
    found = fight.values("damage_sum")
    assert (found["compared"], found["kind"], found["damage"]) == (7, "Stun", 9)


def test_ammunition_counts_on_both_sides_of_the_comparison() -> None:
    """SR4-RNG-04"""
    gun = Weapon("rifle", skill="pistols", damage=5, ammunition=1, modes=("FA",), recoil=5)
    fight = Fight(fighter("a", gear=(gun,), skills=SKILLS), fighter("b", ballistic=6), scores=SCORES)
    fight.throws("attack", *hits(1, 9))
    fight.does("a", "attack", weapon="rifle", target="b", mode="narrow long burst")
    fight.done("a")
    found = fight.values("damage_sum")
    assert (found["compared"], found["kind"], found["damage"]) == (7, "Physical", 12)


@pytest.mark.parametrize(("armor", "rating"), [("ballistic", 6), ("impact", 4)])
def test_the_weapon_says_which_armour_counts(armor: str, rating: int) -> None:
    """SR4-RNG-05"""
    weapon = Weapon("thing", skill="pistols", damage=5, armor=armor)  # type: ignore[arg-type]
    fight = Fight(fighter("a", gear=(weapon,), skills=SKILLS), fighter("b", ballistic=6, impact=4), scores=SCORES)
    fight.attacks("a", "b", "thing", attack=hits(1, 9))
    assert fight.values("damage_sum")["armor"] == rating


def test_firearms_meet_ballistic_armour_and_worn_armour_is_added_to_ones_own() -> None:
    """SR4-RNG-05"""
    fight = range_of(fighter("b", armor="armour jacket", ballistic=1))
    fight.attacks("a", "b", attack=hits(1, 9))
    assert (fight.values("damage_sum")["meets"], fight.values("damage_sum")["armor"]) == ("ballistic", 9)


@pytest.mark.parametrize(("stun", "boxes"), [(False, (6, 0)), (True, (0, 6))])
def test_the_damage_says_which_monitor(stun: bool, boxes: tuple[int, int]) -> None:
    """SR4-RNG-05"""
    weapon = Weapon("gun", skill="pistols", damage=5, stun=stun)
    fight = Fight(fighter("a", gear=(weapon,), skills=SKILLS), fighter("b"), scores=SCORES)
    fight.attacks("a", "b", "gun", attack=hits(1, 9))
    assert fight.boxes("b") == boxes


# ------------------------------------------------------------------ the situation


def parts(fight: Fight) -> str:
    return str(fight.values("attack_sum")["parts"])


@pytest.mark.parametrize(
    ("state", "part"),
    [("running", "running -2"), ("in melee", "in melee -3"), ("in a moving vehicle", "vehicle -3")],
)
def test_what_the_attacker_is_doing_is_proposed_from_his_state(state: str, part: str) -> None:
    """SR4-RNG-01"""
    fight = range_of()
    fight.order(Marked("a", Mark(state)))
    fight.attacks("a", "b")
    assert part in parts(fight)


@pytest.mark.parametrize(("state", "part"), [("in cover", "cover -2"), ("in good cover", "cover -4")])
def test_the_targets_cover_is_proposed_from_his_state(state: str, part: str) -> None:
    """SR4-RNG-01"""
    fight = range_of()
    fight.order(Marked("b", Mark(state)))
    fight.attacks("a", "b")
    assert part in parts(fight)


def test_aiming_and_wounds_count_and_aim_is_used_up() -> None:
    """SR4-RNG-01 SR4-CM-01"""
    fight = range_of()
    fight.order(Adjusted("a", "physical", 3))
    fight.does("a", "aim")
    fight.does("a", "attack", weapon="pistol", target="b")
    fight.done("a")
    assert parts(fight) == "agility 5, skill 4, wounds -1, aim 1"
    assert not fight.one("a").has("aiming")


def test_any_number_can_be_overruled_and_the_log_keeps_both() -> None:
    """SR4-RNG-01 SR4-TURN-02"""
    fight = range_of()
    fight.order(Marked("b", Mark("in cover")))
    fight.noted("a", "attack", {"line.cover": -4, "net hits": 2, "boxes": 1}, weapon="pistol", target="b")
    assert "Overruled by the GM: line.cover: -2 -> -4. the GM says so" in fight.log()
    assert fight.boxes("b") == (1, 0)


def test_some_tables_ask_the_gm_for_a_modifier_at_each_attack() -> None:
    """SR4-RNG-01 SR4-ATK-01"""
    fight = range_of(modifiers="asked")
    fight.does("a", "attack", weapon="pistol", target="b")
    fight.session.do(Do("a", Act("pass")))
    assert fight.asked == ["modifier"]
    fight.answers("modifier", -3)
    assert fight.values("attack_sum")["dice"] == 6


def test_the_map_tells_range_and_proposes_cover() -> None:
    """SR4-RNG-01"""
    wall = Wall((29.0, 0.0), (29.0, 3.0), "cover")
    gun = Weapon("gun", skill="pistols", damage=5, ranges=(5, 20, 40, 60))
    fight = Fight(fighter("a", gear=(gun,), skills=SKILLS), fighter("b"), scores=SCORES)
    fight.order(GroundSet(Ground(60, 3, 1.0, (wall,))), Placed("a", (0, 1)), Placed("b", (29, 1)))
    fight.attacks("a", "b", "gun")
    assert parts(fight) == "agility 5, skill 4, range -2, cover -2"


def test_cover_lasts_until_one_runs() -> None:
    fight = range_of()
    fight.does("a", "take cover")
    fight.done("a")
    assert fight.one("a").has("in cover")
    fight.does("a", "run")
    assert not fight.one("a").has("in cover")


def test_an_enemy_beside_one_on_the_map_is_a_melee() -> None:
    """SR4-DEF-03"""
    fight = Fight(fighter("a", skills=SKILLS), fighter("b"), fighter("c"), scores={**SCORES, "c": 3})
    fight.order(GroundSet(Ground(20, 3, 1.0)), Placed("a", (0, 1)), Placed("b", (9, 1)), Placed("c", (10, 1)))
    fight.attacks("a", "b")
    assert fight.values("attack_sum")["defense_dice"] == 1
    fight.done("b", "c")
    fight.order(Changed("b", owner="bo"), Changed("c", hidden=True))
    fight.attacks("a", "b")
    assert fight.values("attack_sum")["defense_dice"] == 4


def test_where_the_gm_says_so_by_hand_nothing_is_rolled() -> None:
    """SR4-TURN-02"""
    fight = range_of()
    fight.noted("a", "attack", {"by hand": True}, weapon="pistol", target="b")
    assert fight.asked == ["effect"]
    fight.effect("2 stun")
    assert fight.boxes("b") == (0, 2)
    assert fight.one("a").pool("pistol rounds") == 14


def test_everybody_sees_what_happened_and_the_gm_alone_how_it_came_to_it() -> None:
    """SR4-TURN-02 SR4-ATK-01"""
    fight = Fight(fighter("a", owner="ana", skills=SKILLS), fighter("b", ballistic=3), scores=SCORES)
    fight.attacks("a", "b", attack=hits(3, 9), resist=hits(1, 7))
    ana = fight.log(Viewer("player", "ana"))
    assert "B defends: react.\nA hits B (pistol).\nB is hurt." in ana
    assert not any(word in ana for word in ("ballistic", "net", "reaction", "boxes"))
    assert (
        "A against B, pistol: 9 dice (agility 5, skill 4), 3 hits; react: 4 dice (reaction 4), 0 hits; net 3.\n"
        "B: DV 5 + 0 ammunition + 3 net = 8 against ballistic 3 (3, AP 0): Physical; "
        "8 to resist, 7 dice, 1 hits: 7 boxes."
    ) in fight.log()


def sealed() -> Session:
    """A has shot at B, with real dice."""
    session = found(GAME, [fighter("a", skills={"pistols": 20}), fighter("b")], secret=b"\7" * 32)
    attack = Act("attack", {"weapon": "pistol", "target": "b"})
    for command in (Begin(), Reply("initiative a", 12), Reply("initiative b", 9), Do("a", attack), Do("a", Act("pass"))):
        session.do(command)
    return session


def test_an_attack_with_real_dice_is_the_same_for_the_same_seed_and_after_going_back() -> None:
    """SR4-DICE-01"""
    session = sealed()
    then = session.table
    assert then.who("b").pool("physical") > 0
    assert sealed().table == then
    session.do(Rewind("undo"))
    session.do(Do("a", Act("pass")))
    assert session.table == then


def test_shots_take_rounds_and_reloading_brings_them_back() -> None:
    """SR4-PHASE-02"""
    fight = Fight(
        fighter("a", gear=(Weapon("derringer", skill="pistols", damage=4, modes=("SA",), ammo=2),)), fighter("b"), scores=SCORES
    )
    fight.does("a", "attack", weapon="derringer", target="b")
    fight.does("a", "attack", weapon="derringer", target="b")
    fight.done("a", "b")
    assert fight.one("a").pool("derringer rounds") == 0
    assert fight.refusal("a", "attack", weapon="derringer", target="b") == {"SR4-RCL-02"}
    fight.does("a", "reload", weapon="derringer")
    fight.does("a", "attack", weapon="derringer", target="b")
    fight.done("a")
    assert fight.one("a").pool("derringer rounds") == 1


def test_rounds_that_were_declared_are_not_there_twice() -> None:
    """SR4-RCL-02"""
    gun = Weapon("gun", skill="pistols", damage=4, modes=("SA",), ammo=1)
    fight = Fight(fighter("a", gear=(gun,)), fighter("b"), scores=SCORES)
    fight.does("a", "attack", weapon="gun", target="b")
    assert fight.refusal("a", "attack", weapon="gun", target="b") == {"SR4-RCL-02"}
    assert fight.refusal("b", "reload", weapon="pistol") == {"SR4-PASS-01", "SR4-PHASE-02"}


def test_an_attack_that_is_lost_takes_no_rounds() -> None:
    """SR4-PHASE-01"""
    fight = range_of()
    fight.does("a", "attack", weapon="pistol", target="b")
    fight.order(Marked("b", Mark("out")))
    fight.done("a")
    fight.answers("pointless", "lost")
    assert fight.one("a").pool("pistol rounds") == PISTOL.ammo


def test_less_than_no_net_hits_miss_and_less_than_no_boxes_heal_nobody() -> None:
    """SR4-ATK-01 SR4-ATK-03"""
    fight = range_of()
    fight.noted("a", "attack", {"net hits": -2}, weapon="pistol", target="b")
    assert "A misses B (pistol)." in fight.log()
    fight = range_of()
    fight.order(Adjusted("b", "physical", 2))
    fight.throws("attack", *hits(5, 9))
    fight.noted("a", "attack", {"boxes": -2}, weapon="pistol", target="b")
    assert "B is not hurt." in fight.log()
    assert fight.boxes("b") == (2, 0)


@pytest.mark.parametrize(("ruling", "shots"), [("lost", 0), ("as declared", 1)])
def test_a_shot_with_a_weapon_that_is_not_in_hand_any_more_needs_the_gms_leave(ruling: str, shots: int) -> None:
    """SR4-PHASE-01"""
    fight = range_of()
    fight.does("a", "attack", weapon="pistol", target="b")
    fight.order(Marked("a", Mark("weapon pistol", value=0, quiet=True)))
    fight.done("a")
    assert fight.asked == ["not in hand"]
    fight.answers("not in hand", ruling)
    assert fight.log().count("A misses B (pistol).") == shots
    assert fight.one("a").pool("pistol rounds") == 15 - shots
