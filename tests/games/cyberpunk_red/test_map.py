"""On a map of squares: sight, what is in the way, facing, reach, and the Move Action square by square."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from firefight.commands import Do
from firefight.drawing import read
from firefight.engine import Impossible
from firefight.events import Changed, DoorMoved, Event, GroundSet, Placed, Turned
from firefight.games.cyberpunk_red.sheet import Item
from firefight.ground import Ground, named, square
from firefight.space import metres
from firefight.timeline import Act
from firefight.view import Viewer
from tests.games.cyberpunk_red.helpers import PISTOL, Fight
from tests.games.cyberpunk_red.test_scene import SCOPED, SPEAR, shot

FIELD = Ground(60, 60)
ROOMS = """
+-+-+-+-+-+-+
|a    d    b|
+ + + +-+-+-+
|     w c   |
+-+-+-+-+-+-+
"""


def fight(
    ground: Ground, places: Mapping[str, str], options: Mapping[str, str] | None = None, sheets: Any = None, **more: int
) -> Fight:
    """Ana acts first, Bo after her, on this ground at these squares."""
    on = Fight(options, ana=18, bo=9, sheets=sheets, **more)
    laid: list[Event] = [GroundSet(ground), *(Placed(who, square(at)) for who, at in places.items())]
    on.order(*laid)
    return on


def rooms(**options: str) -> Fight:
    ground, at = read(ROOMS)
    return fight(ground, {"ana": named(at["a"]), "bo": named(at["b"])}, options)


def mover(move: int, at: str = "T20", **others: str) -> Fight:
    return fight(FIELD, {"ana": at, **others}, sheets={"ana": {"move": move}})


def place(on: Fight, who: str) -> str:
    at = on.one(who).place
    return named(at) if at else ""


# ------------------------------------------------------------------ sight, blocked


def test_a_target_in_plain_view_at_forty_metres_can_be_attacked() -> None:
    """CPR-SCN-01"""
    assert shot(fight(FIELD, {"ana": "A1", "bo": "U1"})) == []


def test_a_scope_shows_what_is_far_off_and_not_what_is_behind_a_wall() -> None:
    """CPR-SCN-01"""
    for gear, rules in ((SCOPED, []), (PISTOL, ["CPR-SCN-01"])):
        on = fight(FIELD, {"ana": "A1", "bo": "BH1"}, sheets={"ana": {"gear": (gear,)}})
        on.mark("bo", "seen by scope", by="ana")
        assert shot(on, gear.name) == rules
    walled, at = read(ROOMS)
    on = fight(walled, {"ana": named(at["a"]), "bo": "F1"}, sheets={"ana": {"gear": (SCOPED,)}})
    on.mark("bo", "seen by scope", by="ana")
    assert "CPR-SCN-01" in shot(on, "rifle")


def test_a_shut_door_blocks_attack_and_grab_until_it_is_open() -> None:
    """CPR-SCN-01, CPR-SCN-02"""
    on = rooms()
    assert shot(on) == ["CPR-SCN-01", "CPR-SCN-02"]
    assert on.refused("ana", "grab", target="bo") == ["CPR-SCN-01", "CPR-SCN-02", "CPR-SCN-04"]
    on.order(DoorMoved("door D1"))
    assert shot(on) == []


def test_fire_goes_through_a_window_and_a_hand_does_not() -> None:
    """CPR-SCN-02"""
    on = rooms()
    on.order(Placed("ana", square("C2")), Placed("bo", square("D2")))
    assert shot(on) == []
    assert on.refused("ana", "grab", target="bo") == ["CPR-SCN-02"]


def test_a_wall_to_the_waist_blocks_on_the_map_by_house_rule_only() -> None:
    """CPR-SCN-02"""
    for house, rules in (("not-blocked", []), ("blocked", ["CPR-SCN-02"])):
        on = rooms(partial_cover=house)
        on.order(Placed("ana", square("D2")), Placed("bo", square("E2")))
        assert shot(on) == rules
        on.order(Placed("bo", square("F2")))
        assert shot(on) == [], "cover that is not beside the target shelters nobody"


def test_the_gms_flags_stay_in_force_on_a_map() -> None:
    """CPR-SCN-01, CPR-SCN-02, CPR-SCN-04"""
    on = fight(FIELD, {"ana": "A1", "bo": "B1"})
    for flag, rule in (("unseen", "CPR-SCN-01"), ("blocked", "CPR-SCN-02"), ("out of reach", "CPR-SCN-04")):
        on.mark("bo", flag, by="ana")
        assert on.refused("ana", "grab", target="bo") == [rule]
        on.unmark("bo", flag)


def test_whoever_is_not_on_the_map_goes_by_flags_alone() -> None:
    """CPR-SCN-01"""
    on = rooms()
    on.order(Placed("bo"))
    assert shot(on) == []
    on.mark("bo", "unseen")
    assert shot(on) == ["CPR-SCN-01"]


# ------------------------------------------------------------------ facing


# CPR-SCN-03
@pytest.mark.parametrize(
    ("house", "facing", "rules"),
    [
        ("off", 180, []),
        ("on", 45, []),
        ("on", 90, []),
        ("on", 270, []),
        ("on", 91, ["CPR-SCN-03"]),
        ("on", 180, ["CPR-SCN-03"]),
    ],
)
def test_only_what_is_forward_of_the_shoulders_can_be_acted_on(house: str, facing: int, rules: list[str]) -> None:
    on = fight(FIELD, {"ana": "D4", "bo": "H4"}, {"facing": house})
    on.order(Turned("ana", facing))
    assert shot(on) == rules


def test_turning_on_the_map_is_free_on_ones_own_turn() -> None:
    """CPR-SCN-03"""
    on = fight(FIELD, {"ana": "D4", "bo": "D8"}, {"facing": "on"})
    on.order(Turned("ana", 270))
    on.do("ana", "face", target="bo")
    assert (on.one("ana").facing, on.budget("ana")) == (90, {"Action": 1, "metres": 12})
    assert shot(on) == []


def test_a_held_action_cannot_be_used_behind_ones_back() -> None:
    """CPR-SCN-03"""
    on = fight(FIELD, {"ana": "D4", "bo": "H4"}, {"facing": "on"})
    on.order(Turned("ana", 180))
    on.do("ana", "hold", act="attack with pistol", what="bo", until="9")
    on.passes("ana")
    assert on.refused("ana", "attack", target="bo", weapon="pistol") == ["CPR-SCN-03"]
    assert on.refused("ana", "face", target="bo") == ["CPR-HOLD-02"]


def test_without_a_facing_nobody_has_his_back_to_anybody() -> None:
    """CPR-SCN-03"""
    assert shot(fight(FIELD, {"ana": "D4", "bo": "A4"}, {"facing": "on"})) == []


# ------------------------------------------------------------------ reach, squares


# CPR-SCN-04, CPR-SCN-06
@pytest.mark.parametrize(
    ("scale", "at", "rules"),
    [
        (1.5, "E4", []),
        (2.0, "E4", []),
        (2.0, "E5", []),
        (2.5, "E4", ["CPR-SCN-04"]),
        (2.0, "F4", ["CPR-SCN-04"]),
    ],
)
def test_what_is_two_metres_off_can_be_touched(scale: float, at: str, rules: list[str]) -> None:
    on = fight(Ground(20, 20, scale), {"ana": "D4", "bo": at})
    if rules:
        assert on.refused("ana", "grab", target="bo") == rules
    else:
        on.do("ana", "grab", "success", target="bo")
        assert on.one("bo").has("grappled")


def test_a_longer_weapon_reaches_farther_on_the_map() -> None:
    """CPR-SCN-04"""
    on = fight(Ground(20, 20, 3.0), {"ana": "D4", "bo": "E4"}, sheets={"ana": {"gear": (SPEAR, PISTOL)}})
    assert (shot(on, "spear"), shot(on, "bare hands"), shot(on)) == ([], ["CPR-SCN-04"], [])


def test_a_yard_is_a_metre() -> None:
    """CPR-SCN-05"""
    on = fight(FIELD, {"ana": "A1", "bo": "M1"}, sheets={"ana": {"move": 6}})
    on.do("ana", "move", to="G1")
    assert on.budget("ana")["metres"] == 0, "MOVE 6: six squares, 12 m or equally 12 yds"


def test_a_square_is_two_metres() -> None:
    """CPR-SCN-06"""
    on = mover(7)
    on.do("ana", "move", to="T13")
    assert on.budget("ana")["metres"] == 0, "seven squares in a straight line are 14 m"
    assert on.session.game.square * 30 == metres(Ground(31, 1), (0, 0), (30, 0)) == 60, "a table side of 30 inches"


# ------------------------------------------------------------------ the Move Action


def test_move_five_goes_five_squares_and_not_six() -> None:
    """CPR-MOV-04"""
    on = mover(5)
    assert on.refused("ana", "move", to="T26") == ["CPR-MOV-04"]
    on.do("ana", "move", to="T25")
    assert (place(on, "ana"), on.budget("ana")["metres"]) == ("T25", 0)
    assert on.refused("ana", "move", to="T26") == ["CPR-MOV-04"]


# CPR-MOV-04
@pytest.mark.parametrize(("way", "fits"), [("X24", True), ("W23 X23", True), ("Y24", False), ("T21 T22 T23 T24 T25", False)])
def test_every_step_costs_a_square_with_move_four_diagonal_or_not(way: str, fits: bool) -> None:
    on = mover(4)
    if fits:
        on.do("ana", "move", to=way)
        assert on.budget("ana")["metres"] == 0
    else:
        assert on.refused("ana", "move", to=way) == ["CPR-MOV-04"]


def test_what_is_left_over_on_the_map_is_lost() -> None:
    """CPR-MOV-04"""
    on = mover(6)
    on.do("ana", "move", to="T22")
    on.passes("ana", "bo")
    assert on.budget("ana") == {"Action": 1, "metres": 12}
    assert on.refused("ana", "move", to="T29") == ["CPR-MOV-04"]


def test_without_move_nobody_leaves_his_square() -> None:
    """CPR-MOV-04"""
    assert mover(0).refused("ana", "move", to="T21") == ["CPR-MOV-04"]


def test_on_a_map_too_the_move_action_pays_for_no_attack() -> None:
    """CPR-MOV-04, CPR-ACT-01"""
    on = mover(6, bo="T30")
    on.do("ana", "use object", 3, what="a button")
    assert on.refused("ana", "attack", target="bo", weapon="pistol") == ["CPR-ACT-01"]
    on.do("ana", "move", to="T26")


def test_a_move_is_split_around_the_action_and_the_sum_counts() -> None:
    """CPR-MOV-05"""
    on = mover(6, bo="T40")
    on.do("ana", "move", to="T22")
    on.do("ana", "attack", target="bo", weapon="pistol")
    assert on.refused("ana", "move", to="T27") == ["CPR-MOV-04"]
    on.do("ana", "move", to="T26")
    assert on.budget("ana")["metres"] == 0


def test_squares_and_metres_are_one_budget() -> None:
    """CPR-MOV-05"""
    on = mover(6)
    on.do("ana", "move", metres=5)
    assert on.refused("ana", "move", to="T24") == ["CPR-MOV-04"], "7 m are left: three squares, and no move ends between two"
    on.do("ana", "move", to="T23")
    assert on.budget("ana")["metres"] == 1


def test_the_action_first_then_the_whole_way() -> None:
    """CPR-MOV-05"""
    on = mover(6, bo="T40")
    on.do("ana", "attack", target="bo", weapon="pistol")
    on.do("ana", "move", to="N14")
    assert on.budget("ana")["metres"] == 0


def test_run_adds_squares_and_all_of_them_can_be_split() -> None:
    """CPR-MOV-05, CPR-ACT-07"""
    on = mover(7)
    on.do("ana", "move", to="T23")
    on.do("ana", "run")
    on.do("ana", "move", to="T30")
    on.do("ana", "move", to="X34")
    assert on.budget("ana") == {"Action": 0, "metres": 0}
    assert on.refused("ana", "move", to="X35") == ["CPR-MOV-04"]


def test_a_way_is_split_around_two_attacks() -> None:
    """CPR-MOV-05, CPR-ACT-03"""
    on = mover(6, bo="T40")
    for way in ("T22", "T24", "T26"):
        on.do("ana", "move", to=way)
        if way != "T26":
            on.do("ana", "attack", target="bo", weapon="pistol")
    assert on.budget("ana") == {"Action": 0, "metres": 0, "attacks": 0}


def test_squares_of_a_metre_and_a_half_lose_nothing_however_the_way_is_cut_up() -> None:
    """CPR-MOV-05"""
    whole, parts = (fight(Ground(40, 40, 1.5), {"ana": "A1"}, sheets={"ana": {"move": 6}}) for _ in range(2))
    whole.do("ana", "move", to="I1")
    for at in "BCDEFGHI":
        parts.do("ana", "move", to=f"{at}1")
    assert whole.budget("ana") == parts.budget("ana") == {"Action": 1, "metres": 0}


# ------------------------------------------------------------------ one way of counting (FR-S-19)

QUARTERS = [(x, y, swapped) for x in (1, -1) for y in (1, -1) for swapped in (False, True)]


def way_of(steps: int, straight: int, x: int, y: int, swapped: bool) -> list[str]:
    """Some diagonal steps and then some straight ones from T20, towards one of the eight sides."""
    path = [(n, n) for n in range(1, steps + 1)] + [(steps, steps + n) for n in range(1, straight + 1)]
    turned = [(b, a) if swapped else (a, b) for a, b in path]
    return [named((19 + a * x, 19 + b * y)) for a, b in turned]


# FR-S-19: CPR-MOV-04, CPR-MOV-05, CPR-ACT-07
@pytest.mark.parametrize(("x", "y", "swapped"), QUARTERS)
def test_a_path_costs_six_squares_in_every_direction_and_however_it_is_cut_up(x: int, y: int, swapped: bool) -> None:
    every = way_of(3, 4, x, y, swapped)
    straight_through, with_waypoints, step_by_step = mover(6), mover(6), mover(6)
    straight_through.do("ana", "move", to=every[5])
    with_waypoints.do("ana", "move", to=" ".join(every[:6]))
    for at in every[:6]:
        step_by_step.do("ana", "move", to=at)
    for on in (straight_through, with_waypoints, step_by_step):
        assert (place(on, "ana"), on.budget("ana")["metres"]) == (every[5], 0)
        assert on.refused("ana", "move", to=every[6]) == ["CPR-MOV-04"]
        on.do("ana", "run")
        on.do("ana", "move", to=way_of(3, 9, x, y, swapped)[-1])
        assert on.budget("ana") == {"Action": 0, "metres": 0}


def test_while_prone_neither_a_way_nor_run_is_possible_until_one_gets_up() -> None:
    """FR-S-19: CPR-ACT-05"""
    on = mover(6)
    on.mark("ana", "prone")
    assert on.refused("ana", "move", to="T21") == ["CPR-ACT-05"]
    assert on.refused("ana", "run") == ["CPR-ACT-05"]
    on.do("ana", "get up")
    on.do("ana", "move", to="T21")


def test_no_figure_stops_between_squares_and_nine_metres_are_four_squares() -> None:
    """FR-S-19: CPR-MOV-05, CPR-SCN-06"""
    on = mover(6)
    on.do("ana", "move", metres=3)
    assert on.refused("ana", "move", to="T25") == ["CPR-MOV-04"]
    on.do("ana", "move", to="T24")
    assert (place(on, "ana"), on.budget("ana")["metres"]) == ("T24", 1)


# ------------------------------------------------------------------ what is in the way


def refusals(on: Fight, to: str) -> list[str]:
    line = next(line for line in on.session.menu("ana") if line.verb == "move" and line.picks[0].pick == "to")
    return [reason.key for reason in line.refusals(line.filled(Act("move", {"to": to})))]


def test_a_way_round_a_wall_is_found_and_paid_for() -> None:
    on = fight(*drawn("+-+-+-+-+\n|   |   |\n+   +   +\n|a  |   |\n+ + + + +\n|       |\n+-+-+-+-+"))
    on.do("ana", "move", to="C1")
    assert (place(on, "ana"), on.budget("ana")["metres"]) == ("C1", 6)


def drawn(drawing: str) -> tuple[Ground, dict[str, str]]:
    ground, at = read(drawing)
    return ground, {"ana": named(at["a"])}


def test_nobody_goes_through_walls_or_others_or_off_the_map() -> None:
    on = rooms()
    on.order(Placed("bo", square("B1")))
    assert refusals(on, "F1") == ["way_blocked"]
    assert refusals(on, "B1") == ["occupied"]
    assert refusals(on, "C1") == []
    assert refusals(on, "A1") == ["there_already"]
    assert refusals(on, "Z9 D4x") == ["no_square", "no_square"]
    assert refusals(on, "") == ["no_text"]
    assert refusals(on, "B1 C1 B1 C1 B1 C1 B1 C1") == ["occupied", "too_far"]


def test_the_gm_may_let_somebody_through_a_wall_but_not_to_a_square_that_is_none() -> None:
    on = rooms()
    with pytest.raises(Impossible, match="no square"):
        on.do("ana", "move", force="far away", to="Z99")
    on.do("ana", "move", force="she kicks it in", to="E1")
    assert place(on, "ana") == "E1"
    on.do("ana", "move", force="over his head", to="F1")
    assert "Ana and Bo are both at F1." in on.told()


def test_what_can_be_reached_is_what_is_not_refused() -> None:
    on = rooms()
    line = next(line for line in on.session.menu("ana") if line.verb == "move" and line.picks[0].pick == "to")
    names = {named((x, y)) for x in range(6) for y in range(2)} - {"A1"}
    assert set(line.picks[0].reachable()) == {name for name in names if not refusals(on, name)}  # type: ignore[attr-defined]


def test_a_driver_takes_the_vehicle_and_all_in_it_along() -> None:
    """CPR-MOV-05"""
    sheets = {"car": {"kind": "vehicle", "move": 10}, "ana": {"keys": ("car",)}}
    on = fight(FIELD, {"ana": "D4", "car": "D4", "bo": "D4"}, sheets=sheets, car=6)
    on.mark("ana", "in a vehicle", by="car")
    on.mark("bo", "in a vehicle", by="car")
    on.do("ana", "start", vehicle="car")
    on.do("ana", "move", to="N4")
    assert [place(on, who) for who in ("ana", "bo", "car")] == ["N4", "N4", "N4"]


# ------------------------------------------------------------------ hidden people


def ambush() -> Fight:
    """Ana is played by a player; Lurk is hidden at T22."""
    on = fight(FIELD, {"ana": "T20", "bo": "T40"})
    on.join("lurk", 5, hidden=True)
    on.order(Placed("lurk", square("T22")), Changed("ana", owner="p"))
    return on


PLAYER = Viewer("player", "p")


def test_a_players_move_is_not_refused_because_of_somebody_hidden_and_the_gm_is_told() -> None:
    on = ambush()
    on.session.do(Do("ana", Act("move", {"to": "T22"})), PLAYER)
    assert place(on, "ana") == "T22"
    assert on.told()[-1] == "Ana comes upon Lurk at T22, who is hidden."
    assert not [line for line in on.told(PLAYER) if "Lurk" in line or "hidden" in line]


def test_walking_past_somebody_hidden_costs_no_detour_and_the_gm_is_told() -> None:
    on = ambush()
    on.session.do(Do("ana", Act("move", {"to": "T24"})), PLAYER)
    assert on.budget("ana")["metres"] == 4
    assert on.told()[-1] == "Ana comes upon Lurk at T22, who is hidden."


def test_the_menu_of_a_move_is_the_same_for_the_gm_and_the_player() -> None:
    on = ambush()
    lines = [[line for line in on.session.menu("ana", by) if line.verb == "move"] for by in (Viewer(), PLAYER)]
    assert lines[0] == lines[1]
    assert [line.picks[0].pick for line in lines[0]] == ["metres", "to"]


def test_who_is_revealed_stands_in_the_way() -> None:
    on = ambush()
    on.order(Changed("lurk", hidden=False))
    assert refusals(on, "T22") == ["occupied"]
    on.do("ana", "move", to="T24")
    assert on.budget("ana")["metres"] == 4, "past him by the next square, diagonally: no farther"


# ------------------------------------------------------------------ attacks and grapples by the map


def test_the_map_knows_how_far_off_a_target_is() -> None:
    """CPR-ATK-01: 7 squares are 14 m, DV 20 for a pistol; nobody is asked for a distance."""
    gun = Item("heavy pistol", "weapon", "hand", type="heavy pistol")
    on = fight(FIELD, {"ana": "A1", "bo": "H1"}, sheets={"ana": {"skills": {"handgun": 6}, "gear": (gun,)}})
    on.attacks("ana", "bo", "heavy pistol", 2)
    assert any("against DV 20" in line for line in on.told())
    line = next(line for line in on.session.menu("ana") if line.verb == "attack")
    assert [pick.pick for pick in line.picks] == ["target"]


def test_what_the_map_shows_to_be_too_far_off_is_refused() -> None:
    """CPR-ATK-01"""
    knife = Item("throwing knife", "weapon", "hand", skill="athletics", dice=1, range="thrown")
    on = fight(FIELD, {"ana": "A1", "bo": "N1"}, sheets={"ana": {"skills": {"athletics": 6}, "gear": (knife,)}})
    assert on.refused("ana", "attack", target="bo", weapon="throwing knife") == ["CPR-ATK-01"]


def test_who_is_held_is_taken_along() -> None:
    """CPR-ATK-07"""
    on = fight(FIELD, {"ana": "A1", "bo": "B1"})
    on.do("ana", "grab", "success", target="bo")
    on.do("ana", "move", to="D4")
    assert place(on, "ana") == place(on, "bo") == "D4"
