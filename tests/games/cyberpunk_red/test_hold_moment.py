"""The moment of a Hold: exactly what was chosen or nothing, and what becomes of it at the round's end."""

from __future__ import annotations

from firefight.commands import Do
from firefight.events import Changed, Marked, Opened
from firefight.games.cyberpunk_red.sheet import Item
from firefight.marks import until_turn_end, until_turn_start
from firefight.table import Mark
from firefight.timeline import Act
from tests.games.cyberpunk_red.helpers import RIFLE, Fight

GRENADE = Item("grenade", "object", "hand")


def fight(act: str = "attack with pistol", what: str = "cy", **options: str) -> Fight:
    """Ana, at 18, holds something until 10; it has just come up."""
    on = Fight(options, ana=18, bo=12, cy=7, sheets={"bo": {"gear": ()}})
    on.do("ana", "hold", act=act, what=what, until="10")
    return on


def come_up(on: Fight) -> Fight:
    on.passes("ana", "bo")
    assert on.acting == ["ana"]
    return on


def test_the_held_attack_is_resolved_as_one() -> None:
    """CPR-HOLD-02"""
    on = come_up(fight())
    on.do("ana", "attack", "9 hp")
    assert on.one("cy").pool("hp") == 26
    assert on.session.table.timeline.held == ()


def test_a_held_action_may_be_forgone_and_is_gone_for_good() -> None:
    """CPR-HOLD-02"""
    on = come_up(fight())
    on.passes("ana")
    assert (on.acting, on.session.table.timeline.held) == (["cy"], ())
    assert "Ana forgoes the held Action." in on.told()


def test_another_target_is_refused() -> None:
    """CPR-HOLD-02"""
    on = come_up(fight())
    assert on.refused("ana", "attack", target="bo", weapon="pistol") == ["CPR-HOLD-02"]


def test_by_house_rule_another_target_is_no_matter() -> None:
    """CPR-HOLD-02"""
    on = come_up(fight(hold_names_target="false"))
    on.do("ana", "attack", "2 hp", target="bo", weapon="pistol")
    assert on.one("bo").pool("hp") == 33


def test_another_action_is_refused() -> None:
    """CPR-HOLD-02"""
    on = come_up(fight())
    for verb, picks in (("reload", {"weapon": "pistol"}), ("move", {"metres": 1}), ("drop", {"item": "pistol"})):
        assert on.refused("ana", verb, **picks) == ["CPR-HOLD-02"]
    assert on.verbs("ana") == ["attack"]


def test_another_weapon_is_refused() -> None:
    """CPR-HOLD-02"""
    assert come_up(fight()).refused("ana", "attack", target="cy", weapon="bare hands") == ["CPR-HOLD-02"]


def test_an_action_that_has_become_impossible_can_only_be_forgone() -> None:
    """CPR-HOLD-02"""
    on = fight()
    on.passes("ana")
    on.do("bo", "snatch", "success", target="ana", object="pistol")
    on.passes("bo")
    assert (on.acting, on.verbs("ana")) == (["ana"], [])
    assert on.refused("ana", "attack", target="cy", weapon="pistol") == ["CPR-HOLD-02"]
    on.passes("ana")
    assert on.acting == ["cy"]


def test_a_target_that_has_left_makes_it_impossible() -> None:
    """CPR-HOLD-02"""
    on = fight()
    on.order(Changed("cy", here=False))
    come_up(on)
    assert on.verbs("ana") == []
    assert on.refused("ana", "attack", target="cy", weapon="pistol") == ["CPR-HOLD-02"]


def test_a_thing_that_is_gone_makes_a_throw_impossible() -> None:
    """CPR-HOLD-02, CPR-ACT-10"""
    on = Fight(ana=18, bo=12, cy=7, sheets={"ana": {"gear": (GRENADE, Item("rock", "object", "hand"))}})
    on.do("ana", "hold", act="throw", what="grenade", until="10")
    on.passes("ana")
    on.do("bo", "snatch", "success", target="ana", object="grenade")
    on.passes("bo")
    assert on.verbs("ana") == []
    assert "CPR-HOLD-02" in on.refused("ana", "throw", what="rock")


def test_sight_is_asked_for_when_the_hold_comes_up() -> None:
    """CPR-HOLD-01, CPR-SCN-01"""
    on = come_up(fight())
    on.mark("cy", "unseen", by="ana")
    assert on.refused("ana", "attack") == ["CPR-SCN-01"]


def test_whoever_fits_the_description_can_be_the_target() -> None:
    """CPR-HOLD-01, CPR-HOLD-02"""
    on = come_up(fight(what="the first who leaves the van"))
    on.do("ana", "attack", "4 hp", target="bo", weapon="pistol")
    assert on.one("bo").pool("hp") == 31


def test_a_held_skill_is_used_as_it_was_named() -> None:
    """CPR-HOLD-02"""
    on = come_up(fight(act="use skill", what="talk her down"))
    assert on.refused("ana", "use skill", what="hide") == ["CPR-HOLD-02"]
    on.do("ana", "use skill", 3)
    on.reply("she listens")
    assert "Ana, talk her down: she listens." in on.told()


def test_a_held_grab_and_a_held_stabilize_keep_whom_they_were_meant_for() -> None:
    """CPR-HOLD-02"""
    for act, verb in (("grab", "grab"), ("stabilize", "stabilize")):
        on = come_up(fight(act=act, what="cy"))
        for hurt in ("bo", "cy"):
            on.mark(hurt, "lightly wounded")
        assert on.refused("ana", verb, target="bo") == ["CPR-HOLD-02"]
        on.do("ana", verb, "success")
        assert on.one("cy").has_any(("grappled", "healing naturally"))


def test_a_held_reload_keeps_its_weapon() -> None:
    """CPR-HOLD-02"""
    on = come_up(fight(act="reload", what="pistol"))
    on.do("ana", "reload")
    assert "Ana: reloads the pistol." in on.told()


def test_a_held_start_is_tested_when_it_comes_up() -> None:
    """CPR-HOLD-01, CPR-ACT-09"""
    sheets = {"car": {"kind": "vehicle"}, "ana": {"keys": ("car",)}}
    on = Fight(ana=18, bo=12, cy=7, car=0, sheets=sheets)
    on.do("ana", "hold", act="start", what="car", until="10")
    on.passes("ana", "bo")
    assert on.refused("ana", "start", vehicle="car") == ["CPR-ACT-09"]
    on.mark("ana", "in a vehicle", by="car")
    on.do("ana", "start")
    assert on.one("car").has("engine running")


def test_a_held_attack_with_a_quick_weapon_brings_both_attacks() -> None:
    """CPR-ACT-03, CPR-HOLD-02"""
    on = come_up(fight())
    on.do("ana", "attack", "3 hp")
    assert on.acting == ["ana"]
    assert on.refused("ana", "attack", target="bo", weapon="pistol") == ["CPR-HOLD-02"]
    on.do("ana", "attack", "3 hp")
    assert on.one("cy").pool("hp") == 29
    assert on.acting == ["cy"]


def test_the_second_attack_of_a_hold_may_be_let_go() -> None:
    """CPR-HOLD-02"""
    on = come_up(fight())
    on.do("ana", "attack", "3 hp")
    on.passes("ana", "cy")
    assert (on.round, on.acting) == (2, ["ana"])
    assert on.budget("ana") == {"Action": 1, "metres": 12}


def test_the_second_attack_of_a_hold_does_not_wait_for_a_holder_who_goes_down() -> None:
    """CPR-ACT-01, CPR-HOLD-02"""
    on = come_up(fight())
    on.do("ana", "attack", "3 hp")
    on.mark("ana", "out")
    assert on.acting == ["cy"]
    on.unmark("ana", "out")
    on.passes("cy")
    on.do("ana", "use object", 3, what="a lamp")
    assert on.refused("ana", "attack", target="cy", weapon="pistol") == ["CPR-ACT-01"]


def test_a_held_attack_with_a_slow_weapon_is_one() -> None:
    """CPR-ACT-03, CPR-HOLD-02"""
    on = Fight(ana=18, bo=12, cy=7, sheets={"ana": {"gear": (RIFLE,)}})
    on.do("ana", "hold", act="attack with rifle", what="cy", until="10")
    on.passes("ana", "bo")
    on.do("ana", "attack", "3 hp")
    assert on.acting == ["cy"]


def test_the_gm_may_let_something_else_be_done_in_the_moment() -> None:
    """CPR-HOLD-02"""
    on = come_up(fight())
    on.session.do(Do("ana", Act("attack", {"target": "bo", "weapon": "bare hands"}), force="she changes her mind"))
    on.reply("1 hp")
    assert on.session.table.timeline.held == ()
    assert any("she changes her mind" in line for line in on.told())


def test_what_the_gm_forces_beside_a_held_action_costs_no_action_of_the_next_turn() -> None:
    """CPR-ACT-01"""
    on = come_up(fight())
    on.session.do(Do("ana", Act("attack", {"target": "cy", "weapon": "pistol"})))
    on.do("ana", "use object", 3, force="with her foot", what="the pedal")
    on.reply("1 hp")
    on.passes(*on.acting, "cy")
    assert (on.round, on.budget("ana")["Action"]) == (2, 1)


def test_a_hold_that_was_never_set_off_is_lost_with_the_round() -> None:
    """CPR-HOLD-03"""
    on = Fight(ana=18, bo=12)
    on.do("ana", "hold", act="attack with pistol", what="bo", until="the door opens")
    on.passes("ana", "bo")
    assert (on.round, on.acting, on.session.table.timeline.held) == (2, ["ana"], ())
    assert "Ana's held Action is lost." in on.told()
    assert on.budget("ana") == {"Action": 1, "metres": 12}


def test_what_happens_in_the_next_round_sets_nothing_off() -> None:
    """CPR-HOLD-03"""
    on = Fight(ana=14, bo=18)
    on.passes("bo")
    on.do("ana", "hold", act="attack with pistol", what="bo", until="the door opens")
    on.reply("hold")
    on.passes("ana")
    on.do("bo", "use object", 3, what="the door")
    assert on.asked == []
    assert "happening" not in [line.verb for line in on.session.menu("")]


def test_a_held_action_moves_nobody_in_the_queue() -> None:
    """CPR-HOLD-08"""
    on = Fight(ana=18, bo=12, cy=7)
    on.do("ana", "hold", act="attack with pistol", what="bo", until="4")
    on.passes("ana", "bo", "cy")
    on.do("ana", "attack")
    on.passes("ana")
    assert (on.round, on.acting, on.numbers["ana"]) == (2, ["ana"], 18)


def test_the_moment_of_a_hold_is_no_turn() -> None:
    """CPR-HOLD-08: what lasts until the end of somebody's Turn outlasts his held Action."""
    on = fight()
    on.passes("ana")
    on.order(Marked("ana", Mark("blinded", until_turn_end("ana"))), Marked("ana", Mark("lit", until_turn_start("ana"))))
    on.passes("bo")
    on.do("ana", "attack")
    on.passes("ana", "cy")
    assert on.one("ana").has("blinded")
    assert not on.one("ana").has("lit"), "her next Turn has begun"
    on.passes("ana")
    assert not on.one("ana").has("blinded")


def test_a_second_hold_in_a_granted_turn_comes_up_too() -> None:
    """CPR-HOLD-06"""
    on = come_up(fight())
    on.passes("ana")
    on.order(Opened((("ana", "granted 1"),), reason="adrenaline"))
    on.do("ana", "hold", act="attack with pistol", what="bo", until="3")
    on.passes("ana", "cy")
    assert (on.round, on.acting) == (1, ["ana"])
    on.do("ana", "attack", "1 hp")
    assert on.one("bo").pool("hp") == 34


def test_in_a_granted_turn_the_number_must_still_come_up_for_the_queue() -> None:
    """CPR-HOLD-06"""
    on = Fight(ana=18, bo=12, cy=7)
    on.passes("ana")
    on.order(Opened((("ana", "granted 1"),), reason="adrenaline"))
    assert on.refused("ana", "hold", act="attack with pistol", what="bo", until="12") == ["CPR-HOLD-06"]
    on.do("ana", "hold", act="attack with pistol", what="bo", until="11")
    on.passes("ana", "bo")
    assert on.acting == ["ana"]
