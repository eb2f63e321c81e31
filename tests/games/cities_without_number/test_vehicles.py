"""Vehicles in combat: their own slot, control, gunners, armour, wrecks and crashes."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.commands import Begin
from firefight.events import Marked, PoolSet
from firefight.games.cities_without_number.sheet import Weapon
from firefight.table import Combatant, Mark
from tests.games.cities_without_number.helpers import PISTOL, Fight, npc, pc
from tests.games.cities_without_number.test_attacks import total

TURRET = Weapon("turret", "ranged", "2d6", skill="Shoot", attributes=("Dex",), hands=2, magazine=5)
ROCKET = Weapon("rocket", "ranged", "3d6", skill="Shoot", attributes=("Dex",), hands=2, heavy=True, trauma="1d12", rating=3)
RIFLE = Weapon("rifle", "ranged", "1d12", skill="Shoot", attributes=("Dex",), hands=2, damage=5)


def car(id: str = "car", side: str = "pcs", **sheet: Any) -> Combatant:
    """A car of AC 13 with 20 hit points."""
    return npc(id, side, **{"kind": "vehicle", "hp": 20, "melee_ac": 13, "weapons": (TURRET,), **sheet})


def road(*people: Combatant, driver: str = "ana", passengers: tuple[str, ...] = (), moving: bool = True, **more: Any) -> Fight:
    """A car on the road, with its people in it, before anything happens."""
    crew = people or (pc("ana", skills={"Drive": 2, "Shoot": 0}), npc("thug", weapons=(RIFLE, ROCKET)))
    fight = Fight(*crew, *([] if any(one.id == "car" for one in crew) else [car()]), begin=False, morale_prompt="off", **more)
    if driver:
        fight.does("gm", "seat", who=driver, vehicle="car", seat="driver")
    for who in passengers:
        fight.does("gm", "seat", who=who, vehicle="car", seat="passenger")
    if moving:
        fight.does("gm", "set moving", vehicle="car")
    return fight


def begin(fight: Fight, **rolls: int) -> None:
    fight.command(Begin(), {f"initiative {who.replace('_', ' ')}": die for who, die in rolls.items()})


def hits(
    fight: Fight, who: str = "thug", weapon: str = "rifle", target: str = "car", ruling: str = "no trauma", **dice: Any
) -> None:
    """The thug hits, and the GM rules on what the weapon can do."""
    fight.does(
        who,
        "attack",
        {"attack": 20, **{key: dice.pop(key) for key in ("damage", "trauma") if key in dice}},
        target=target,
        weapon=weapon,
    )
    if fight.asked == ("machine",):
        fight.says("machine", ruling, dice)


# ------------------------------------------------------------------ sides and turns


def test_every_vehicle_has_a_slot_of_its_own_with_all_aboard() -> None:
    """CWN-VEH-01"""
    people = pc("ana", modifiers={"Dex": 1}), pc("bo", modifiers={"Dex": 2}), pc("cy"), npc("cop", "police")
    fight = Fight(*people, car("a"), car("b"), car("van", "police"), begin=False)
    for who, vehicle in (("ana", "a"), ("bo", "a"), ("cy", "b"), ("cop", "van")):
        fight.does("gm", "seat", who=who, vehicle=vehicle, seat="passenger")
    begin(fight, vehicle_a=4, vehicle_b=4, vehicle_van=6)
    assert fight.to_come == [("a", "ana", "bo"), ("cop", "van"), ("b", "cy")]
    assert fight.table.who("a").score == (6,)  # the best Dexterity aboard
    assert fight.awaited == ("ana", "bo")


def test_a_vehicle_without_pcs_loses_the_tie_and_people_on_foot_are_sides_of_their_own() -> None:
    """CWN-VEH-01"""
    people = pc("ana"), pc("bo"), npc("cop", "police")
    fight = Fight(*people, car("a"), car("van", "police"), begin=False)
    for who, vehicle in (("ana", "a"), ("cop", "van")):
        fight.does("gm", "seat", who=who, vehicle=vehicle, seat="driver")
    begin(fight, vehicle_a=5, pcs=3, vehicle_van=5)
    assert fight.to_come == [("a", "ana"), ("cop", "van"), ("bo",)]


def test_by_house_rule_the_driver_rolls() -> None:
    """CWN-VEH-01"""
    people = pc("ana"), pc("bo", modifiers={"Dex": 2}), npc("thug")
    fight = road(*people, passengers=("bo",), moving=False, vehicle_initiative="driver")
    begin(fight, vehicle_car=4, gang=2)
    assert fight.table.who("car").score == (4,)


def test_who_goes_ahead_of_everyone_does_so_aboard_as_well() -> None:
    """CWN-VEH-01"""
    people = pc("ana", automatic_initiative=True), pc("bo"), npc("thug")
    fight = road(*people, driver="ana", passengers=("bo",))
    begin(fight, vehicle_car=1, gang=5)
    assert fight.to_come == [("ana",), ("thug",), ("bo", "car")]
    fight.does("ana", "drive", vehicle="car")
    fight.done("ana", "thug", "bo")
    assert fight.round == 2  # driven already: no save


def test_a_vehicle_does_nothing_of_itself_and_is_nobodys_loss() -> None:
    """CWN-VEH-01 CWN-SEQ-03"""
    people = pc("ana"), npc("thug"), car("van", "gang")
    fight = Fight(*people, car(), begin=False)
    fight.does("gm", "seat", who="ana", vehicle="car", seat="driver")
    begin(fight, vehicle_car=5, gang=2)
    assert not [
        line.verb for line in fight.session.menu("car") if not line.reasons and line.verb not in ("waive", "watch", "propose")
    ]
    fight.done("ana")
    assert (fight.asked, fight.awaited) == ((), ("thug",))


# ------------------------------------------------------------------ control


@pytest.mark.parametrize(("die", "crashes"), [(12, True), (13, False)])
def test_a_driver_who_gave_up_his_main_action_needs_luck(die: int, crashes: bool) -> None:
    """CWN-VEH-02"""
    fight = road(pc("ana", level=3, hp=30), npc("thug", hp=20))  # Luck 13
    begin(fight, vehicle_car=1, gang=5)
    fight.does("ana", "snap attack", {"attack": 1, "damage": 1}, target="thug", weapon="pistol")
    fight.done("thug")
    assert fight.against("ana", "drive", vehicle="car") == {"CWN-ACT-01"}
    more = {"save ana": (die, 20, 20)} if crashes else {"save ana": die}
    fight.done("ana", rolls=more)
    assert fight.has("car", "destroyed") is crashes
    assert not fight.has("car", "moving")


def test_whoever_has_a_main_action_may_take_the_wheel() -> None:
    """CWN-VEH-02"""
    fight = road(pc("ana"), pc("bo"), npc("thug"), passengers=("bo",))
    begin(fight, vehicle_car=5, gang=2)
    assert fight.against("bo", "drive", vehicle="car") == {"CWN-VEH-02"}
    fight.order(Marked("ana", Mark("unconscious")))
    fight.does("bo", "drive", vehicle="car")
    fight.done("bo")
    assert (fight.has("bo", "at the wheel"), fight.has("ana", "aboard"), fight.has("car", "moving")) == (True, True, True)


def test_an_unconscious_driver_still_makes_the_save() -> None:
    """CWN-VEH-02"""
    fight = road(pc("ana"), pc("bo"), npc("thug"), passengers=("bo",))
    begin(fight, vehicle_car=5, gang=2)
    fight.order(Marked("ana", Mark("unconscious")))
    fight.done("bo", rolls={"save ana": 20})
    assert not fight.has("car", "moving")


def test_a_parked_car_needs_no_driver() -> None:
    """CWN-VEH-02"""
    fight = road(pc("ana"), pc("bo"), npc("thug"), passengers=("bo",), moving=False)
    begin(fight, vehicle_car=5, gang=2)
    fight.order(Marked("ana", Mark("unconscious")))
    fight.done("bo")
    assert fight.awaited == ("thug",)


def test_driving_keeps_control_and_may_stop_or_set_off() -> None:
    """CWN-VEH-02"""
    fight = road()
    begin(fight, vehicle_car=5, gang=2)
    fight.does("ana", "drive", vehicle="car", **{"and": "stop"})
    assert not fight.has("car", "moving")
    fight.done("ana", "thug")
    fight.does("ana", "drive", vehicle="car")
    assert fight.has("car", "moving")
    assert fight.budget("ana")["Main"] == 0


def test_with_nobody_at_the_wheel_the_gm_says_what_comes_of_it() -> None:
    """CWN-VEH-02"""
    fight = road(pc("ana", hp=30), npc("thug"), driver="", passengers=("ana",))
    begin(fight, vehicle_car=5, gang=2)
    fight.done("ana")
    assert fight.asked == ("nobody drives",)
    fight.says("nobody drives", "halt")
    assert not fight.has("car", "moving")


# ------------------------------------------------------------------ weapons


def test_a_mounted_weapon_needs_a_gunner_and_a_gunner_fires_once() -> None:
    """CWN-VEH-03"""
    second = Weapon("second turret", "ranged", "2d6", skill="Shoot", attributes=("Dex",), hands=2)
    people = pc("ana"), pc("bo"), npc("thug", hp=40), car(weapons=(TURRET, second))
    fight = road(*people, passengers=("bo",))
    begin(fight, vehicle_car=5, gang=2)
    assert fight.against("ana", "fire", target="thug", weapon="turret") == {"CWN-VEH-03"}  # at the wheel
    fight.does("bo", "fire", {"attack": 20, "damage": (3, 3)}, target="thug", weapon="turret")
    assert (fight.pool("thug"), fight.pool("car", "turret rounds")) == (34, 4)
    assert fight.against("bo", "fire", target="thug", weapon="second turret") == {"CWN-ACT-01"}


def test_a_weapon_fires_once_a_round_whoever_is_at_it() -> None:
    """CWN-VEH-03"""
    people = pc("ana"), pc("bo"), pc("cy"), npc("thug", hp=40)
    fight = road(*people, passengers=("bo", "cy"))
    begin(fight, vehicle_car=5, gang=2)
    fight.does("bo", "fire", {"attack": 1, "damage": (3, 3)}, target="thug", weapon="turret")
    fight.done("bo")
    assert fight.against("cy", "fire", target="thug", weapon="turret") == {"CWN-VEH-03"}


@pytest.mark.parametrize(("moving", "worth"), [(True, -6), (False, -2)])
def test_shooting_out_of_the_window_is_4_harder_while_the_car_moves(moving: bool, worth: int) -> None:
    """CWN-VEH-04"""
    gun = Weapon("gun", "ranged", "1d6", skill="Shoot", attributes=("Dex",), range=10, long_range=80)
    fight = road(pc("ana"), pc("bo", weapons=(gun,)), npc("thug", hp=20), passengers=("bo",), moving=moving)
    begin(fight, vehicle_car=5, gang=2)
    fight.order(Marked("bo", Mark("distance", value=40, by="thug")))
    fight.attacks("bo", "thug", "gun", rolls={"attack": 10, "damage": 1})
    assert total(fight)[0] == 10 + worth


def test_mounted_weapons_are_not_shaken() -> None:
    """CWN-VEH-04"""
    fight = road(pc("ana"), pc("bo"), npc("thug", hp=40), passengers=("bo",))
    begin(fight, vehicle_car=5, gang=2)
    fight.does("bo", "fire", {"attack": 10, "damage": (1, 1)}, target="thug", weapon="turret")
    assert total(fight)[0] == 10


# ------------------------------------------------------------------ armour


@pytest.mark.parametrize(
    ("moving", "skills", "ac"), [(False, {"Drive": 2}, 9), (True, {"Drive": 2}, 15), (True, {"Exert": 1}, 13)]
)
def test_a_parked_car_is_easy_to_hit_and_a_moving_one_as_its_driver_drives(moving: bool, skills: dict[str, int], ac: int) -> None:
    """CWN-VEH-05"""
    fight = road(pc("ana", skills=skills), npc("thug", weapons=(RIFLE,)), moving=moving)
    begin(fight, vehicle_car=2, gang=5)
    fight.does("thug", "attack", {"attack": 1, "damage": 1}, target="car", weapon="rifle")
    assert total(fight)[1] == ac


def test_a_stranger_at_the_wheel_adds_his_modifier_and_nobody_nothing() -> None:
    """CWN-VEH-05"""
    people = npc("thug", skill_modifier=2), pc("ana", weapons=(RIFLE,)), car(side="gang")
    fight = road(*people, driver="thug")
    begin(fight, vehicle_car=2, pcs=5)
    fight.attacks("ana", "car", "rifle", rolls={"attack": 1, "damage": 1})
    assert total(fight)[1] == 15
    fight.does("gm", "seat", who="thug", vehicle="car", seat="out")
    fight.forces("ana", "attack", "again", {"attack": 1, "damage": 1}, target="car", weapon="rifle")
    assert total(fight)[1] == 13


@pytest.mark.parametrize(("damage", "left"), [(12, 13), (4, 20)])
def test_armour_is_taken_off_every_damage(damage: int, left: int) -> None:
    """CWN-VEH-05"""
    gun = Weapon("rifle", "ranged", "1d12", skill="Shoot", attributes=("Dex",), hands=2)
    fight = road(pc("ana"), npc("thug", weapons=(gun,)), car(armor=5))
    begin(fight, vehicle_car=2, gang=5)
    hits(fight, damage=damage)
    assert fight.pool("car") == left


def test_by_house_rule_armour_comes_before_trauma() -> None:
    """CWN-ATK-01"""
    for house, left in (("after_trauma", 42 - 6), ("before_trauma", 24)):
        fight = road(pc("ana"), npc("thug", weapons=(ROCKET,)), car(armor=6, hp=60, trauma_target=10), armor_order=house)
        begin(fight, vehicle_car=2, gang=5)
        hits(fight, weapon="rocket", ruling="trauma", damage=(4, 5, 5), trauma=10)
        assert fight.pool("car") == 60 - left


# ------------------------------------------------------------------ wrecks


def wrecked(saves: dict[str, Any], ana: dict[str, Any] | None = None, moving: bool = False, **options: str) -> Fight:
    """A car with 6 hit points and Armor 4 is hit for 17."""
    people = pc("ana", **{"hp": 40, **(ana or {})}), npc("thug", weapons=(RIFLE,)), car(armor=4)
    fight = road(*people, moving=moving, **options)
    fight.order(PoolSet("car", "hp", 6))
    begin(fight, vehicle_car=2, gang=5)
    hits(fight, damage=12, **saves)
    return fight


@pytest.mark.parametrize(("die", "lost"), [(2, 17), (20, 8)])
def test_those_aboard_suffer_what_destroyed_the_car_or_half_of_it(die: int, lost: int) -> None:
    """CWN-VEH-06"""
    fight = wrecked({"save ana": die})
    assert (fight.pool("car"), fight.has("car", "destroyed"), fight.pool("ana")) == (0, True, 40 - lost)


def test_an_occupants_own_soak_counts_after_the_halving() -> None:
    """CWN-VEH-06"""
    assert wrecked({"save ana": 20}, {"soak": 5}).pool("ana") == 37


def test_by_house_rule_they_suffer_what_got_through() -> None:
    """CWN-VEH-06"""
    assert wrecked({"save ana": 2}, occupant_damage="after_armor").pool("ana") == 27


def test_everybody_saves_for_himself_and_nobody_is_traumatised() -> None:
    """CWN-VEH-06"""
    people = pc("ana", hp=40), pc("bo", hp=40), npc("thug", weapons=(RIFLE,)), car()
    fight = road(*people, passengers=("bo",), moving=False)
    fight.order(PoolSet("car", "hp", 6))
    begin(fight, vehicle_car=2, gang=5)
    hits(fight, damage=12, **{"save ana": 2, "save bo": 20})
    assert (fight.pool("ana"), fight.pool("bo"), fight.has("ana", "traumatic hit")) == (23, 32, False)


def test_a_parked_car_blown_up_does_not_crash() -> None:
    """CWN-VEH-07"""
    assert not wrecked({"save ana": 20}).told("crashes")


def test_a_moving_car_blown_up_crashes_after_the_blast() -> None:
    """CWN-VEH-07"""
    fight = wrecked({"save ana": (20, 20, 20)}, moving=True)
    assert fight.told("Car crashes")
    lines = fight.lines()
    assert lines.index("Car crashes.") > next(n for n, line in enumerate(lines) if "Ana loses" in line)
    assert fight.pool("ana") == 32


def test_by_house_rule_every_wreck_crashes() -> None:
    """CWN-VEH-07"""
    assert wrecked({"save ana": (20, 20, 20)}, crash_when="always_when_destroyed").told("crashes")


def test_a_crash_without_a_blow_is_a_crash_alone() -> None:
    """CWN-VEH-07"""
    fight = road(pc("ana", hp=30), npc("thug"))
    begin(fight, vehicle_car=5, gang=2)
    fight.done("ana", rolls={"save ana": (2, 20, 20)})
    assert (fight.pool("ana"), fight.pool("car"), fight.has("car", "destroyed")) == (30, 0, True)


# ------------------------------------------------------------------ crashes


def crashed(saves: tuple[int, int], most: int, now: int) -> Fight:
    """A car out of control: the driver's Luck fails, then his two saves."""
    fight = road(pc("ana", hp=most, soak=5), npc("thug"))
    fight.order(PoolSet("ana", "hp", now))
    begin(fight, vehicle_car=5, gang=2)
    more = {"major injury ana": 12} if max(saves) < 10 else {}
    fight.done("ana", rolls={"save ana": (2, *saves), **more})
    return fight


@pytest.mark.parametrize(("saves", "now", "left"), [((20, 20), 9, 9), ((20, 2), 9, 2), ((2, 20), 9, 2), ((20, 2), 6, 0)])
def test_one_save_that_fails_costs_half_of_all_hit_points(saves: tuple[int, int], now: int, left: int) -> None:
    """CWN-VEH-08"""
    fight = crashed(saves, 15, now)
    assert (fight.pool("ana"), fight.pool("ana", "soak")) == (left, 5)
    assert fight.has("ana", "mortally wounded") is (left == 0)


def test_both_failed_is_dying_with_a_major_injury_and_no_save_for_it() -> None:
    """CWN-VEH-08"""
    fight = crashed((2, 2), 30, 30)
    assert (fight.pool("ana"), fight.has("ana", "mortally wounded")) == (0, True)
    assert not fight.told("injury save")


# ------------------------------------------------------------------ abstract movement, trauma


def test_between_vehicles_nobody_counts_metres() -> None:
    """CWN-VEH-09"""
    gun = Weapon("gun", "ranged", "1d6", skill="Shoot", attributes=("Dex",), range=10, long_range=800)
    people = pc("ana"), pc("bo", weapons=(gun,)), npc("cop", "police"), car("van", "police")
    fight = Fight(*people, car(), begin=False, morale_prompt="off")
    for who, vehicle in (("ana", "car"), ("bo", "car"), ("cop", "van")):
        fight.does("gm", "seat", who=who, vehicle=vehicle, seat="passenger")
    begin(fight, vehicle_car=5, vehicle_van=2)
    fight.order(Marked("bo", Mark("distance", value=400, by="van")))
    fight.attacks("bo", "van", "gun", rolls={"attack": 10, "damage": 1})
    fight.says("machine", "no trauma")
    assert total(fight)[0] == 10


def test_who_flees_by_vehicle_is_chased_and_who_catches_up_is_back_in_the_fight() -> None:
    """CWN-VEH-09"""
    people = pc("ana", skills={"Drive": 1}), npc("cop", "police"), npc("sarge", "police")
    fight = Fight(*people, car(), car("van", "police"), car("jeep", "police"), begin=False)
    for who, vehicle in (("ana", "car"), ("cop", "van"), ("sarge", "jeep")):
        fight.does("gm", "seat", who=who, vehicle=vehicle, seat="driver")
    begin(fight, vehicle_car=5, vehicle_van=2, vehicle_jeep=1)
    fight.ends()
    assert next(line for line in fight.session.menu("") if line.verb == "chase").fixed["kind"] == "vehicle"
    rolls = {"pace car": (4, 4), "pursuit van": (5, 5), "pursuit jeep": (1, 2)}
    fight.does("gm", "chase", rolls, kind="vehicle", fleeing="pcs", pursuing="police")
    assert len(fight.lines()) > 2
    fight.command(Begin())
    dice = {"initiative vehicle car": 5, "initiative vehicle van": 2, "initiative vehicle jeep": 1}
    fight.says("new scene", "no", dice)
    assert fight.to_come[0] == ("ana", "car")


def test_a_rocket_that_can_ruin_the_car_multiplies_for_those_aboard_too() -> None:
    """CWN-VEH-10"""
    people = pc("ana", hp=60), npc("thug", weapons=(ROCKET,)), car(armor=6, hp=30, trauma_target=10)
    fight = road(*people, moving=False)
    begin(fight, vehicle_car=2, gang=5)
    hits(fight, weapon="rocket", ruling="trauma", damage=(4, 5, 5), trauma=10, **{"save ana": 20})
    assert (fight.has("car", "destroyed"), fight.pool("ana")) == (True, 60 - 21)


def test_a_pistol_that_cannot_ruin_a_car_throws_its_trauma_die_for_nothing() -> None:
    """CWN-VEH-10"""
    gun = Weapon("rifle", "ranged", "1d6", skill="Shoot", attributes=("Dex",), trauma="1d8", rating=3)
    fight = road(pc("ana"), npc("thug", weapons=(gun, PISTOL)))
    begin(fight, vehicle_car=2, gang=5)
    hits(fight, damage=5, trauma=8)
    assert fight.pool("car") == 15
