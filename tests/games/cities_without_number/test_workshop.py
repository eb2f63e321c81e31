"""Crafting, mods and loads at the table."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from firefight.events import Marked, MissionBegan, SheetSet, Ticked, Unmarked
from firefight.games.cities_without_number import mods
from firefight.games.cities_without_number.budget import metres
from firefight.games.cities_without_number.encumbrance import carried
from firefight.games.cities_without_number.fittings import Load, Made, Mod
from firefight.games.cities_without_number.gear import Weapon
from firefight.games.cities_without_number.sheet import WEAKENED
from firefight.table import Mark
from tests.games.cities_without_number.helpers import Fight, npc, pc

RIFLE = Weapon("rifle", "ranged", "1d12", skill="Shoot", hands=2)


def shop(fix: int = 1, heal: int = -1, options: dict[str, str] | None = None, **sheet: Any) -> Fight:
    """A tech with a rifle and a pistol, a friend, a gang."""
    skills = {"Shoot": 0, **({"Fix": fix} if fix >= 0 else {}), **({"Heal": heal} if heal >= 0 else {})}
    numbers = {"weapons": (RIFLE, Weapon("pistol", "ranged")), "skills": skills, **sheet}
    return Fight(pc("ana", **numbers), pc("bo"), npc("thug"), begin=False, **(options or {}))


def crafts(fight: Fight, grade: str = "normal", of: str = "device", price: int = 100, **picks: Any) -> None:
    """Ana builds a gizmo."""
    fight.does("gm", "craft", who="ana", of=of, what="gizmo", grade=grade, price=price, **picks)


# ------------------------------------------------------------------ crafting


def test_the_untrained_build_nothing() -> None:
    """CWN-CRAFT-01"""
    assert "CWN-CRAFT-01" in shop(-1).against("gm", "craft", who="ana", of="device", what="gizmo")
    assert "CWN-CRAFT-01" in shop(1, -1).against("gm", "craft", who="ana", of="drug", what="gizmo")


def test_packed_parts_pay_in_the_wild() -> None:
    """CWN-CRAFT-02: 1500 less 1000."""
    fight = shop()
    fight.does("gm", "stock up", who="ana", what="spare parts", much=1500)
    crafts(fight, price=1000, place="packed spare parts")
    assert fight.pool("ana", "spare parts") == 500
    crafts(fight, price=1000, place="packed spare parts")
    assert fight.told("too few spare parts")


def test_in_the_wild_without_parts_the_gm_is_asked() -> None:
    """CWN-CRAFT-02"""
    fight = shop()
    crafts(fight, place="in the wild")
    fight.says("parts", "no")
    assert "gizmo" not in fight.table.who("ana").sheet.items


@pytest.mark.parametrize(
    ("kind", "grade", "price", "days", "dollars"),
    [
        ("weapon", "normal", 100, 7, 100), ("vehicle", "normal", 100, 30, 100), ("weapon", "jury-rigged", 2000, 3.5, 500),
        ("weapon", "jury-rigged from salvage", 2000, 7, 0), ("vehicle", "jury-rigged", 40_000, 15, 10_000),
        ("armour", "normal", 800, 7, 800), ("weapon", "mastercrafted", 600, 14, 6000),
    ],
)  # fmt: skip
def test_time_and_price_by_grade(kind: str, grade: str, price: int, days: float, dollars: int) -> None:
    """CWN-CRAFT-03 CWN-CRAFT-04 CWN-CRAFT-05 CWN-CRAFT-06"""
    fight = shop()
    crafts(fight, grade, price=price, kind=kind)
    assert fight.table.clock.minute == days * 24 * 60
    assert fight.told(f"${dollars},")
    assert "gizmo" in fight.table.who("ana").sheet.items


def test_simple_devices_go_as_fast_as_the_gm_says() -> None:
    """CWN-CRAFT-03"""
    fight = shop()
    crafts(fight, kind="simple device")
    fight.says("days", 2)
    assert fight.table.clock.minute == 2 * 24 * 60


def test_a_jury_rigged_thing_stops_after_a_day_and_takes_no_mods() -> None:
    """CWN-CRAFT-04 CWN-MOD-09"""
    fight = shop()
    crafts(fight, "jury-rigged")
    ana = fight.table.who("ana")
    assert mods.works(fight.table, ana, "gizmo")
    fight.order(Ticked(24 * 60))
    assert fight.told("gizmo stops working")
    assert not mods.works(fight.table, fight.table.who("ana"), "gizmo")
    assert "CWN-CRAFT-04" in fight.against("gm", "build mod", who="ana", item="ana/gizmo", mod="sight")
    fight.does("gm", "clear backlog", who="ana", item="ana/gizmo")
    assert mods.works(fight.table, fight.table.who("ana"), "gizmo")


@pytest.mark.parametrize(("of", "grade"), [("drug", "jury-rigged"), ("other consumable", "mastercrafted")])
def test_consumables_come_in_the_normal_grade_only(of: str, grade: str) -> None:
    """CWN-CRAFT-05"""
    fight = shop(1, 1)
    assert "CWN-CRAFT-05" in fight.against("gm", "craft", who="ana", of=of, what="gizmo", grade=grade)


def builds(fight: Fight, mod: str = "sight", item: str = "ana/rifle", who: str = "ana", **picks: Any) -> None:
    """A tech builds a mod."""
    fight.does("gm", "build mod", who=who, item=item, mod=mod, **picks)


def units(fight: Fight) -> list[str]:
    """The mods of Ana's that need maintenance."""
    ana = fight.table.who("ana")
    return [mod.name for mod in ana.sheet.mods if mods.needs(ana, mod)]


def test_the_makers_first_mod_of_a_masterpiece_needs_nothing() -> None:
    """CWN-CRAFT-06"""
    fight = shop(items=("gun",), made=(Made("gun", "mastercrafted", "ana"),))
    fight.order(SheetSet("bo", "skills", {"Fix": 1}))
    builds(fight, "by bo", "ana/gun", "bo")
    builds(fight, "first", "ana/gun")
    builds(fight, "second", "ana/gun")
    assert units(fight) == ["by bo", "second"]


# ------------------------------------------------------------------ mods


@pytest.mark.parametrize(
    ("picks", "days", "rent"),
    [
        ({"fix": 1}, 7, 3500), ({"fix": 1, "assistant": "yes", "nothing_but_work": "yes"}, 1.75, 1000),
        ({"fix": 2, "heal": 1}, 21, 10_500), ({"fix": 2, "heal": 1, "assistant": "yes"}, 10.5, 5500),
        ({"fix": 2, "heal": 1, "assistant": "yes", "nothing_but_work": "yes"}, 5.25, 3000),
        ({"fix": 1, "nothing_but_work": "yes"}, 3.5, 2000), ({"fix": 1, "workshop": "own"}, 7, 0),
    ],
)  # fmt: skip
def test_weeks_and_rent_of_a_mod(picks: dict[str, Any], days: float, rent: int) -> None:
    """CWN-MOD-01 CWN-MOD-04"""
    fight = shop(2, 1)
    builds(fight, **picks)
    assert fight.table.clock.minute == days * 24 * 60
    assert fight.told(f"${rent} rent")


def test_both_skills_must_do() -> None:
    """CWN-MOD-02"""
    assert "CWN-MOD-02" in shop(1).against("gm", "build mod", who="ana", item="ana/rifle", mod="sight", fix=2)
    assert "CWN-MOD-02" in shop(2, 0).against("gm", "build mod", who="ana", item="ana/rifle", mod="sight", fix=2, heal=1)


def test_components_are_needed_and_come_from_stripped_mods() -> None:
    """CWN-MOD-03"""
    fight = shop(mods=(Mod("old", "pistol", components=1),))
    fight.does("gm", "strip mod", who="ana", mod="ana/pistol/old")
    assert fight.pool("ana", "special components") == 1
    named = {"special components": 2}
    assert "CWN-MOD-03" in fight.against("gm", "build mod", who="ana", item="ana/rifle", mod="sight", **named)
    builds(fight, **{"special components": 1})
    assert fight.pool("ana", "special components") == 0


def test_a_mod_goes_out_and_back_a_day_each_and_nowhere_else() -> None:
    """CWN-MOD-05"""
    fight = shop(mods=(Mod("sight", "rifle"),))
    fight.does("gm", "install mod", who="ana", mod="ana/rifle/sight", to="taken out")
    assert "CWN-MOD-05" in fight.against("gm", "install mod", who="ana", mod="ana/rifle/sight", to="pistol")
    fight.does("gm", "install mod", who="ana", mod="ana/rifle/sight", to="rifle")
    assert fight.table.clock.minute == 2 * 24 * 60
    assert fight.table.who("ana").sheet.mods[0].fitted


def test_a_tech_keeps_up_what_skill_and_capacity_allow() -> None:
    """CWN-MOD-02 CWN-MOD-06: Fix-1, capacity 3."""
    some = tuple(Mod(f"m{n}", "rifle", fix=1) for n in range(4))
    fight = shop(mods=(*some, Mod("hard", "rifle", fix=2)))
    assert "CWN-MOD-02" in fight.against("gm", "maintain", who="ana", mod="ana/rifle/hard")
    for n in range(3):
        fight.does("gm", "maintain", who="ana", mod=f"ana/rifle/m{n}")
    assert "CWN-MOD-06" in fight.against("gm", "maintain", who="ana", mod="ana/rifle/m3")


def test_a_gut_wound_takes_capacity() -> None:
    """CWN-MOD-06 CWN-MAJOR-09"""
    fight = shop(attributes={"Con": 14}, mods=tuple(Mod(f"m{n}", "rifle", keeper="ana") for n in range(4)))
    assert mods.capacity(fight.table.who("ana")) == 4
    fight.order(Marked("ana", Mark(WEAKENED)))
    assert mods.capacity(fight.table.who("ana")) == 3
    fight.order(Ticked(24 * 60))
    assert [mod.keeper for mod in fight.table.who("ana").sheet.mods] == ["ana", "ana", "ana", ""]
    assert fight.told("m3 stops working")


def test_full_time_doubles_and_excludes_everything_else() -> None:
    """CWN-MOD-07"""
    fight = shop(attributes={"Int": 14})
    fight.does("gm", "working hours", who="ana", time="all")
    assert mods.capacity(fight.table.who("ana")) == 8
    busy = {"nothing but work": "yes"}
    assert "CWN-MOD-07" in fight.against("gm", "build mod", who="ana", item="ana/rifle", mod="sight", **busy)
    fight.does("gm", "working hours", who="ana", time="as usual")
    assert mods.capacity(fight.table.who("ana")) == 4


def test_full_time_maintenance_is_nothing_for_missions() -> None:
    """CWN-MOD-07"""
    fight = shop()
    fight.order(MissionBegan())
    assert "CWN-MOD-07" in fight.against("gm", "working hours", who="ana", time="all")


def states(fight: Fight) -> list[bool]:
    """Whether each of Ana's mods works, then the rifle."""
    ana = fight.table.who("ana")
    return [*(mods.mod_works(fight.table, ana, mod) for mod in ana.sheet.mods), mods.works(fight.table, ana, "rifle")]


def test_a_mod_lapses_after_a_day_and_its_item_after_a_week() -> None:
    """CWN-MOD-08"""
    fight = shop(mods=(Mod("sight", "rifle"),))
    seen = []
    for hours in (23, 1, 144):
        fight.order(Ticked(hours * 60))
        seen.append(states(fight))
    assert seen == [[True, True], [False, True], [False, False]]


def test_one_of_two_mods_lapses_alone() -> None:
    """CWN-MOD-08"""
    fight = shop(mods=(Mod("sight", "rifle", keeper="ana"), Mod("stock", "rifle")))
    fight.order(Ticked(24 * 60))
    assert states(fight) == [True, False, True]
    fight.does("gm", "stop maintaining", who="ana", mod="ana/rifle/sight")
    fight.order(Ticked(24 * 60))
    assert states(fight) == [False, False, True]


def test_an_hour_clears_the_backlog_of_an_item() -> None:
    """CWN-MOD-09: nine days, two mods."""
    fight = shop(mods=(Mod("sight", "rifle"), Mod("stock", "rifle")))
    fight.order(Ticked(9 * 24 * 60))
    fight.does("gm", "clear backlog", who="ana", item="ana/rifle")
    assert fight.table.clock.minute == (9 * 24 + 1) * 60
    assert states(fight) == [True, True, True]
    fight.order(Ticked(24 * 60))
    assert states(fight) == [False, False, True]


def test_a_backlog_takes_the_skills_of_all_that_lapsed() -> None:
    """CWN-MOD-09"""
    fight = shop(mods=(Mod("sight", "rifle", fix=2),))
    fight.order(Ticked(24 * 60))
    assert "CWN-MOD-09" in fight.against("gm", "clear backlog", who="ana", item="ana/rifle")


def test_gear_that_is_out_of_order_does_not_shoot() -> None:
    """CWN-MOD-08"""
    fight = shop(mods=(Mod("sight", "rifle"),))
    fight.order(Ticked(168 * 60))
    fight2 = Fight(fight.table.who("ana"), npc("thug"), order=("pcs", "gang"))
    fight2.session.order(Ticked(168 * 60))
    assert "CWN-MOD-08" in fight2.against("ana", "attack", target="thug", weapon="rifle")


@pytest.mark.parametrize(
    ("base", "price", "components", "dollars"), [(1000, 500, 0, 3500), (1000, 500, 1, 7000), (2000, 1000, 2, 28_000)]
)
def test_factory_mods_have_their_price(base: int, price: int, components: int, dollars: int) -> None:
    """CWN-MOD-10"""
    fight = shop()
    named = {"base price": base, "mods price": price, "special components": components}
    fight.does("gm", "factory gear", who="ana", item="prototype", mods=2, **named)
    assert fight.told(f"${dollars}.")


def test_factory_mods_need_nothing_until_another_comes() -> None:
    """CWN-MOD-11: 0 units, then 3; taking it out again changes nothing for the others."""
    fight = shop(mods=(Mod("a", "rifle", factory=True), Mod("b", "rifle", factory=True)))
    assert units(fight) == []
    builds(fight, "c")
    assert units(fight) == ["a", "b", "c"]
    fight.does("gm", "install mod", who="ana", mod="ana/rifle/c", to="taken out")
    assert units(fight) == ["a", "b"]


# ------------------------------------------------------------------ loads


def carrier(strength: int = 10, options: dict[str, str] | None = None, **sheet: Any) -> Fight:
    """Somebody without weapons who carries things."""
    numbers = {"weapons": (), "attributes": {"Str": strength}, **sheet}
    return Fight(pc("ana", **numbers), npc("thug"), begin=False, **(options or {}))


def carries(fight: Fight, count: int, place: str = "stowed", bulk: str = "one hand", what: str = "boxes", **more: Any) -> None:
    """Ana takes up so many boxes."""
    fight.does("gm", "carry", who="ana", what=what, count=count, place=place, bulk=bulk, **more)


def test_without_encumbrance_only_the_gm_gets_a_note() -> None:
    """CWN-ENC-01: Strength 8 with 20 Stowed."""
    fight = carrier(8, {"encumbrance": "off"})
    carries(fight, 20)
    assert not fight.has("ana", "slowed")
    assert fight.told("20 Stowed")


def test_points_by_bulk() -> None:
    """CWN-ENC-02"""
    fight = Fight(pc("ana", attributes={"Str": 18}, weapons=(RIFLE, Weapon("pistol", "ranged"))), npc("thug"), begin=False)
    assert carried(fight.table, fight.table.who("ana"), "readied") == 3
    carries(fight, 3, bulk="pocket", what="keycards")
    assert carried(fight.table, fight.table.who("ana"), "stowed") == 0
    carries(fight, 1, bulk="teammate", what="bo")
    assert carried(fight.table, fight.table.who("ana"), "stowed") == 12
    assert fight.has("ana", "dragging")


def test_stowed_things_take_a_main_action_to_come_out() -> None:
    """CWN-ENC-03"""
    grenades = Load("grenades", 1)
    fight = Fight(pc("ana", load=(grenades,)), npc("thug"), order=("pcs", "gang"))
    fight.does("ana", "unpack", what="grenades")
    assert fight.table.who("ana").sheet.load[0].place == "readied"
    assert fight.budget("ana")["Main"] == 0


def test_a_readied_thing_is_thrown_at_once_and_a_stowed_one_is_not() -> None:
    """CWN-ENC-03 CWN-ACT-13"""
    grenade = Weapon("grenade", "thrown", "2d6", range=10, long_range=30, skill="Exert")
    ready = Fight(pc("ana", weapons=(grenade,)), npc("thug"), order=("pcs", "gang"))
    stowed = Fight(pc("ana", weapons=(grenade,), stowed=("grenade",)), npc("thug"), order=("pcs", "gang"))
    assert ready.can("ana", "throw")
    assert not stowed.can("ana", "throw")


@pytest.mark.parametrize(
    ("readied", "stowed", "percent"), [(7, 0, 70), (8, 0, 50), (6, 15, 50), (5, 10, 0)]
)  # a mark only where it slows
def test_pushing_slows(readied: int, stowed: int, percent: int) -> None:
    """CWN-ENC-04 CWN-ENC-05"""
    fight = carrier()
    carries(fight, readied, "readied", what="hands")
    if stowed:
        carries(fight, stowed, what="pack")
    ana = fight.table.who("ana")
    assert ana.value("slowed") == percent
    assert metres(fight.table, ana) == 20 * (percent or 100) // 100


def test_another_base_speed_is_cut_exactly() -> None:
    """CWN-ENC-05: 12 metres and step one are 8.4."""
    fight = carrier(move=12)
    carries(fight, 11)
    assert fight.told("moves 8.4 m")


def test_too_much_is_refused_unless_for_a_few_metres() -> None:
    """CWN-ENC-05: Strength 10, 19 Stowed."""
    fight = carrier()
    carries(fight, 19)
    fight.says("too much", "refused")
    assert fight.table.who("ana").sheet.load == ()
    carries(fight, 19)
    fight.says("too much", "a few metres")
    assert fight.table.who("ana").value("slowed") == 50
    fight.does("gm", "put down", who="ana", what="boxes")
    assert not fight.has("ana", "slowed")


@pytest.mark.parametrize(("rest", "count", "points"), [("loose", 9, 3), ("loose", 8, 4), ("round-up", 8, 3)])
def test_bundles(rest: str, count: int, points: int) -> None:
    """CWN-ENC-06"""
    fight = carrier(options={"bundle_rest": rest})
    carries(fight, count, bundled="yes")
    assert carried(fight.table, fight.table.who("ana"), "stowed") == points


def test_whoever_drags_a_teammate_has_no_hand_free() -> None:
    """CWN-ENC-04"""
    fight = Fight(pc("ana", attributes={"Str": 18}), npc("thug"), order=("pcs", "gang"))
    fight.does("gm", "carry", who="ana", what="bo", bulk="teammate")
    assert "CWN-ENC-04" in fight.against("ana", "attack", target="thug", weapon="knife")


def test_a_stowed_bundle_is_taken_out_and_then_broken() -> None:
    """CWN-ENC-06: one Main Action each; then two left are two points."""
    fight = Fight(pc("ana", weapons=(), load=(Load("grenades", 3, bundled=True),)), npc("thug"), order=("pcs", "gang"))
    assert "CWN-ENC-06" in fight.against("ana", "break bundle", what="grenades")
    fight.does("ana", "unpack", what="grenades")
    assert "CWN-ACT-01" in fight.against("ana", "break bundle", what="grenades")
    fight.order(Unmarked("ana", "spent main"))
    fight.does("ana", "break bundle", what="grenades")
    assert fight.budget("ana")["Main"] == 0
    fight.order(SheetSet("ana", "load", to_builtins((Load("grenades", 2, place="readied"),))))
    assert carried(fight.table, fight.table.who("ana"), "readied") == 2


@pytest.mark.parametrize(("kilograms", "points"), [(25, 10), (12, 5)])
def test_bulk_goods_by_weight(kilograms: int, points: int) -> None:
    """CWN-ENC-07"""
    fight = carrier()
    carries(fight, kilograms, bulk="kilograms")
    assert carried(fight.table, fight.table.who("ana"), "stowed") == points


def test_vehicles_are_not_counted() -> None:
    """CWN-ENC-08"""
    van = pc("van", kind="vehicle", weapons=())
    fight = Fight(pc("ana"), van, npc("thug"), begin=False)
    assert {line.fixed["who"] for line in fight.session.menu("") if line.verb == "carry"} == {"ana"}
