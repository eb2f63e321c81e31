"""Chases, stunts and ramming at the table."""

from __future__ import annotations

import pytest

from firefight.events import Changed, Marked, PoolSet
from firefight.table import Mark
from firefight.timeline import Note
from tests.games.cities_without_number.helpers import Fight, npc, pc


def car(id: str, side: str, hp: int = 30, armor: int = 6, flies: bool = False, target: int = 12) -> object:
    """A vehicle."""
    return npc(id, side, kind="vehicle", hp=hp, armor=armor, trauma_target=target, weapons=(), flies=flies)


def at_wheel(fight: Fight, **drivers: str) -> None:
    """These sit at the wheels of these vehicles, or behind."""
    fight.order(*(Marked(who, Mark("at the wheel", by=vehicle)) for who, vehicle in drivers.items()))


def on_foot(**options: str) -> Fight:
    """Two PCs who can flee from, or hunt, two NPCs."""
    ana = pc("ana", attributes={"Dex": 14, "Con": 10}, skills={"Exert": 2})
    bo = pc("bo", attributes={"Dex": 14}, skills={"Exert": 1})
    return Fight(ana, bo, npc("thug", skill_modifier=1), npc("guard", skill_modifier=1), begin=False, **options)


# ------------------------------------------------------------------ chases


def test_the_best_runner_sets_the_pace() -> None:
    """CWN-CHASE-01 CWN-CHASE-02: +3 and 7 make a pace of 10, a tie escapes."""
    fight = on_foot()
    fight.does("gm", "chase", {"pace ana": (3, 4)}, kind="foot", fleeing="pcs", pursuing="gang")
    fight.says("hindrances ana", 0)
    fight.says("botches ana", 0)
    fight.says("pursuer", "thug", {"pursuit thug": (4, 5)})
    assert fight.table.who("ana").value("pace") == 10
    assert fight.told("gets away")


@pytest.mark.parametrize(("faces", "text"), [((4, 6), "catches up"), ((4, 5), "gets away"), ((4, 4), "gets away")])
def test_a_tie_escapes_pcs_as_well(faces: tuple[int, int], text: str) -> None:
    """CWN-CHASE-04: pace 10 against 11, 10 and 9 of a PC."""
    fight = Fight(pc("ana", skills={"Exert": 1}), npc("thug", skill_modifier=3), begin=False)
    rolls = {"pace thug": (3, 4), "pursuit ana": faces}
    fight.does("gm", "chase", rolls, kind="foot", fleeing="gang", pursuing="pcs")
    assert fight.told(text)


def test_on_foot_is_proposed_to_people_on_foot() -> None:
    """CWN-CHASE-01"""
    assert next(line for line in on_foot().session.menu("") if line.verb == "chase").fixed["kind"] == "foot"


@pytest.mark.parametrize(("pursuers", "bonus"), [(2, 2), (1, 3)])
def test_more_pursuers_hinder_each_other(pursuers: int, bonus: int) -> None:
    """CWN-CHASE-05: no head start, vengeful, and one less for numbers."""
    gang = [npc(f"n{n}", skill_modifier=n) for n in range(pursuers)]
    fight = Fight(pc("ana", skills={"Exert": 0}), *gang, begin=False)
    rolls = {"pace ana": (6, 6), f"pursuit n{pursuers - 1}": (1, 1)}
    picks = {"head_start": "none", "vengeful": "yes"}
    fight.does("gm", "chase", rolls, kind="foot", fleeing="pcs", pursuing="gang", **picks)
    assert fight.told(f": {2 + pursuers - 1 + bonus} against")


def test_who_is_carried_does_not_roll() -> None:
    """CWN-CHASE-02"""
    fight = Fight(pc("ana", skills={"Exert": 4}), pc("bo"), npc("thug"), begin=False)
    fight.order(Marked("ana", Mark("incapacitated")))
    fight.does("gm", "chase", {"pace bo": (3, 3), "pursuit thug": (1, 1)}, kind="foot", fleeing="pcs", pursuing="gang")
    assert fight.table.who("bo").value("pace") == 5


@pytest.mark.parametrize(("option", "pace"), [("cap-then-subtract", 11), ("net", 12)])
def test_hindrances_and_a_botch(option: str, pace: int) -> None:
    """CWN-CHASE-03: 9 with four successes and a harmful botch."""
    helpers = [pc(f"pc{n}", skills={}) for n in range(5)]
    fight = Fight(pc("ana", skills={"Exert": 2}), *helpers, npc("thug"), begin=False, pace_cap=option)
    fight.does("gm", "chase", {"pace ana": (3, 4)}, kind="foot", fleeing="pcs", pursuing="gang")
    fight.says("hindrances ana", 4)
    fight.says("botches ana", 1, {"pursuit thug": (1, 1)})
    assert fight.table.who("ana").value("pace") == pace


@pytest.mark.parametrize(("option", "bonus"), [("none", 5), ("two", 2)])
def test_pursuers_who_know_the_ground_and_hate(option: str, bonus: int) -> None:
    """CWN-CHASE-05: no head start, terrain +2, vengeful: +5, by house rule +2."""
    fight = Fight(pc("ana", skills={"Exert": 0}), npc("thug"), begin=False, chase_cap=option)
    rolls = {"pace ana": (3, 4), "pursuit thug": (1, 2)}
    picks = {"head_start": "none", "terrain": 2, "vengeful": "yes"}
    fight.does("gm", "chase", rolls, kind="foot", fleeing="pcs", pursuing="gang", **picks)
    assert fight.told(f": {3 + bonus} against a pace of 7")


def by_vehicle(*pursuers: str, **flying: bool) -> Fight:
    """A PC with Dex +1 and Drive-2 flees from as many vehicles."""
    ana = pc("ana", attributes={"Dex": 14}, skills={"Drive": 2})
    others = [car(id, "gang", flies=flying.get(id, False)) for id in pursuers]
    people = [npc(f"d{id}") for id in pursuers]
    fight = Fight(ana, car("van", "pcs", flies=flying.get("van", False)), *others, *people, begin=False)  # type: ignore[arg-type]
    at_wheel(fight, ana="van", **{f"d{id}": id for id in pursuers})
    return fight


def test_every_pursuing_vehicle_rolls_and_a_tie_catches_up() -> None:
    """CWN-CHASE-01 CWN-CHASE-06 CWN-CHASE-07: pace 11; 12 and 11 catch up, 10 does not."""
    fight = by_vehicle("a", "b", "c")
    rolls = {"pace van": (4, 4), "pursuit a": (6, 6), "pursuit b": (5, 6), "pursuit c": (5, 5)}
    fight.does("gm", "chase", rolls, kind="vehicle", fleeing="pcs", pursuing="gang")
    assert fight.table.who("van").value("pace") == 11
    assert [line.split(" ")[0] for line in fight.lines() if "against a pace of 11" in line] == ["A", "B", "Van"]
    assert next(line for line in fight.session.menu("") if line.verb == "chase").fixed["kind"] == "vehicle"


def test_a_single_pursuer_below_the_pace_has_lost_them() -> None:
    """CWN-CHASE-07"""
    fight = by_vehicle("a")
    fight.does("gm", "chase", {"pace van": (4, 4), "pursuit a": (5, 5)}, kind="vehicle", fleeing="pcs", pursuing="gang")
    assert fight.told("Van gets away")


def test_passengers_hinder_the_pursuit() -> None:
    """CWN-CHASE-06: 9 and two helpful passengers make 11."""
    fight = Fight(
        pc("ana", attributes={"Dex": 14}, skills={"Drive": 2}), pc("bo"), pc("cy"), car("van", "pcs"),  # type: ignore[arg-type]
        car("a", "gang"), npc("thug"), begin=False,  # type: ignore[arg-type]
    )  # fmt: skip
    at_wheel(fight, ana="van", thug="a")
    fight.order(Marked("bo", Mark("aboard", by="van")), Marked("cy", Mark("aboard", by="van")))
    fight.does("gm", "chase", {"pace van": (3, 3)}, kind="vehicle", fleeing="pcs", pursuing="gang")
    fight.says("hindrances van", 2)
    fight.says("botches van", 0, {"pursuit a": (1, 1)})
    assert fight.table.who("van").value("pace") == 11


@pytest.mark.parametrize(
    ("flying", "picks", "bonus"),
    [
        ({"a": True}, {"spotter": "yes"}, 4),
        ({"van": True}, {"spotter": "yes", "out_of_sight": "yes"}, -4),
        ({"a": True, "van": True}, {}, 0),
    ],
)
def test_fliers_and_sight(flying: dict[str, bool], picks: dict[str, str], bonus: int) -> None:
    """CWN-CHASE-08"""
    fight = by_vehicle("a", **flying)
    rolls = {"pace van": (4, 4), "pursuit a": (4, 4)}
    fight.does("gm", "chase", rolls, kind="vehicle", fleeing="pcs", pursuing="gang", **picks)  # type: ignore[arg-type]
    assert fight.told(f": {8 + bonus} against")


def test_each_vehicle_can_be_judged_by_itself() -> None:
    """CWN-CHASE-08"""
    fight = by_vehicle("a")
    rolls = {"pace van": (4, 4)}
    fight.does("gm", "chase", rolls, kind="vehicle", fleeing="pcs", pursuing="gang", judged="each vehicle")
    fight.says("situation a", 3, {"pursuit a": (4, 4)})
    assert fight.told("A catches up with Van: 11")


# ------------------------------------------------------------------ stunts


def two_cars(fight: bool = True, **ana: object) -> Fight:
    """Two drivers in a fight, the PC's car in control."""
    driver = pc("ana", **{"attributes": {"Dex": 14}, "skills": {"Drive": 1}, **ana})
    people = (driver, car("van", "pcs", hp=45, armor=8), car("sedan", "gang"), npc("thug", skill_modifier=0), npc("guard"))
    order = ("pcs", "gang") if fight else ()
    table = Fight(*people, begin=fight, order=order)  # type: ignore[arg-type]
    at_wheel(table, ana="van", thug="sedan")
    return table


def test_a_stunt_is_part_of_driving_once_a_round() -> None:
    """CWN-STUNT-01: not without control; Dex +1, Drive-1 and 8 beat 10; no second one."""
    fight = two_cars()
    assert "CWN-STUNT-01" in fight.against("gm", "stunt", who="ana", difficulty=10)
    fight.order(Marked("van", Mark("in control")))
    fight.does("gm", "stunt", {"check ana": (4, 4)}, who="ana", difficulty=10, what="jumps the canal")
    assert fight.told("brings it off: jumps the canal")
    assert fight.budget("ana")["Main"] == 1
    assert "CWN-STUNT-01" in fight.against("gm", "stunt", who="ana", difficulty=6)


@pytest.mark.parametrize(("faces", "text"), [((4, 5), "brings it off"), ((5, 5), "fails")])
def test_a_stunt_against_a_driver(faces: tuple[int, int], text: str) -> None:
    """CWN-STUNT-02: 9 to 9 is the PC's, 9 to 10 is not."""
    fight = two_cars(fight=False)
    fight.does("gm", "stunt", {"check ana": (3, 4), "check thug": faces}, who="ana", against="thug")
    assert fight.told(text)


# ------------------------------------------------------------------ ramming


def ramming(die: int, save: int = 1, hp: int = 100) -> Fight:
    """A car with 12 of 30 hit points runs down somebody, 10 against 8."""
    driver = pc("ana", attributes={"Dex": 14}, skills={"Drive": 1})
    fight = Fight(driver, car("van", "pcs"), npc("thug", hp=hp, skill_modifier=0), begin=False)  # type: ignore[arg-type]
    at_wheel(fight, ana="van")
    fight.order(PoolSet("van", "hp", 12))
    rolls = {"check ana": (4, 4), "check thug": (4, 4), "save thug": save, **({"trauma thug": die} if save == 1 else {})}
    fight.does("gm", "ram", rolls, who="ana", at="person", target="thug")
    return fight


@pytest.mark.parametrize(("die", "lost"), [(4, 30), (6, 90)])
def test_ramming_a_person_hits_with_the_maximum(die: int, lost: int) -> None:
    """CWN-RAM-01"""
    fight = ramming(die)
    assert fight.pool("thug") == 100 - lost
    assert fight.has("thug", "traumatic hit") == (die == 6)


def test_who_saves_is_unharmed() -> None:
    """CWN-RAM-01"""
    assert ramming(1, save=20).pool("thug") == 100


def test_a_pc_who_is_run_down_is_mortally_wounded() -> None:
    """CWN-RAM-01"""
    fight = Fight(pc("bo", hp=20), npc("thug", skill_modifier=2), car("van", "gang"), begin=False)  # type: ignore[arg-type]
    at_wheel(fight, thug="van")
    rolls = {"check thug": (5, 5), "check bo": (2, 2), "save bo": 1, "trauma bo": 1}
    fight.does("gm", "ram", rolls, who="thug", at="person", target="bo")
    assert fight.pool("bo") == 0
    assert fight.has("bo", "mortally wounded")
    assert not fight.asked


def test_in_the_open_nobody_is_rammed() -> None:
    """CWN-RAM-01"""
    fight = two_cars(fight=False)
    assert "CWN-RAM-01" in fight.against("gm", "ram", who="ana", at="person", target="guard", room="open")


@pytest.mark.parametrize(("die", "left"), [(1, 200 - 39), (12, 200 - 129)])
def test_ramming_a_vehicle_hits_both(die: int, left: int) -> None:
    """CWN-RAM-02: truck 45/8 and car 30/6."""
    fight = two_cars(fight=False)
    fight.order(PoolSet("sedan", "hp", 30), Changed("guard", here=False))
    rolls = {"check ana": (5, 5), "check thug": (2, 2), "trauma sedan": die, "trauma van": 1}
    notes = ()
    if left > 0:
        fight.session.order(PoolSet("sedan", "hp", 200, most=200))
        notes = (Note("collision van", 30, "the test's"),)
    fight.does("gm", "ram", rolls, notes=notes, who="ana", at="vehicle", target="sedan")
    assert fight.pool("sedan") == left
    assert fight.pool("van") == 45 - 22


def test_both_vehicles_of_a_ram_can_be_destroyed() -> None:
    """CWN-RAM-02"""
    fight = two_cars(fight=False)
    fight.order(PoolSet("van", "hp", 5), PoolSet("sedan", "hp", 5))
    rolls = {"check ana": (5, 5), "check thug": (2, 2), "trauma sedan": 1, "trauma van": 1, "save thug": 20, "save ana": 20}
    fight.does("gm", "ram", rolls, who="ana", at="vehicle", target="sedan")
    assert fight.has("van", "destroyed")
    assert fight.has("sedan", "destroyed")


def test_a_stunt_without_a_limit_can_be_tried_again() -> None:
    """CWN-STUNT-01"""
    driver = pc("ana", attributes={"Dex": 14}, skills={"Drive": 1})
    fight = Fight(driver, car("van", "pcs"), npc("thug"), order=("pcs", "gang"), stunt_limit="any")  # type: ignore[arg-type]
    at_wheel(fight, ana="van")
    fight.order(Marked("van", Mark("in control")))
    for _ in range(2):
        fight.does("gm", "stunt", {"check ana": (1, 1)}, who="ana")
    assert fight.told("keeps control")


def test_a_driver_stunts_in_his_own_turn_at_the_gms_difficulty() -> None:
    """CWN-STUNT-01"""
    fight = two_cars()
    assert "CWN-STUNT-01" in fight.against("ana", "stunt", what="jumps")
    fight.does("ana", "drive", vehicle="van")
    fight.does("ana", "stunt", what="jumps")
    fight.says("difficulty", 10, {"check ana": (4, 4)})
    assert fight.told("brings it off: jumps")
    assert fight.budget("ana")["Main"] == 0


@pytest.mark.parametrize(("room", "hp"), [("open", 10), ("narrow", 0)])
def test_a_driver_rams_where_the_gm_sees_no_room_to_dodge(room: str, hp: int) -> None:
    """CWN-RAM-01"""
    fight = two_cars()
    fight.does("ana", "drive", vehicle="van")
    fight.does("ana", "ram", at="person", target="guard")
    rolls = {"check ana": (6, 6), "check guard": (1, 1), "save guard": 1, "trauma guard": 1}
    fight.says("room", room, rolls if room == "narrow" else None)
    assert fight.pool("guard") == hp


def test_a_lost_ram_harms_nobody() -> None:
    """CWN-RAM-02"""
    fight = two_cars(fight=False)
    fight.does("gm", "ram", {"check ana": (1, 1), "check thug": (6, 6)}, who="ana", at="vehicle", target="sedan")
    assert (fight.pool("van"), fight.pool("sedan")) == (45, 30)
