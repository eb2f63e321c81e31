"""One Move Action and one Action a Turn; attacks; what is left outside a fight."""

from __future__ import annotations

from firefight.commands import Do, End
from firefight.engine import AlreadyDone
from firefight.events import Opened
from firefight.games.cyberpunk_red.sheet import Item
from firefight.timeline import Act
from tests.games.cyberpunk_red.helpers import PISTOL, RIFLE, Fight


def test_a_move_and_an_action_use_both_budgets_up() -> None:
    """CPR-ACT-01"""
    fight = Fight(ana=18, bo=9, sheets={"ana": {"move": 4, "gear": (RIFLE,)}})
    fight.do("ana", "move", metres=8)
    fight.do("ana", "attack", target="bo", weapon="rifle")
    assert fight.budget("ana") == {"Action": 0, "metres": 0}


def test_a_second_action_is_refused() -> None:
    """CPR-ACT-01"""
    fight = Fight(ana=18, bo=9)
    fight.do("ana", "attack", target="bo")
    assert fight.refused("ana", "use object", what="the lift") == ["CPR-ACT-01"]


def test_what_goes_unused_lapses_and_both_are_there_again_next_turn() -> None:
    """CPR-ACT-01"""
    fight = Fight(ana=18, bo=9)
    fight.do("ana", "attack", target="bo")
    fight.passes("ana", "bo")
    assert fight.budget("ana") == {"Action": 1, "metres": 12}


def test_a_granted_turn_brings_budgets_of_its_own() -> None:
    """CPR-ACT-01"""
    fight = Fight(ana=18, bo=9)
    fight.do("ana", "attack", target="bo")
    fight.passes("ana")
    fight.order(Opened((("ana", "granted 1"),), reason="adrenaline"))
    assert fight.budget("ana") == {"Action": 1, "metres": 12}
    fight.do("ana", "attack", target="bo")
    fight.passes("ana")
    assert fight.acting == ["bo"]


def test_an_attack_takes_the_action_and_its_effect_is_the_gms_to_say() -> None:
    """CPR-ACT-03"""
    fight = Fight(ana=18, bo=9)
    fight.session.do(Do("ana", Act("attack", {"target": "bo", "weapon": "pistol"})))
    assert fight.asked == ["effect"]
    assert fight.budget("ana")["Action"] == 0
    fight.reply("7 hp, prone")
    assert fight.one("bo").pool("hp") == 28
    assert fight.one("bo").has("prone")


def test_a_rifle_attacks_once_and_then_no_more() -> None:
    """CPR-ACT-03"""
    fight = Fight(ana=18, bo=9, sheets={"ana": {"gear": (RIFLE,)}})
    fight.do("ana", "attack", target="bo", weapon="rifle")
    assert fight.refused("ana", "attack", target="bo", weapon="rifle") == ["CPR-ACT-01"]


def test_a_pistol_attacks_twice_with_one_action_and_not_three_times() -> None:
    """CPR-ACT-03"""
    fight = Fight(ana=18, bo=9, cy=7)
    fight.do("ana", "attack", target="bo", weapon="pistol")
    assert [line.price for line in fight.offers("ana") if line.verb == "attack"] == ["same Action", "same Action"]
    fight.do("ana", "attack", target="cy", weapon="pistol")
    assert fight.refused("ana", "attack", target="bo", weapon="pistol") == ["CPR-ACT-01"]


def test_the_second_attack_may_be_another_quick_weapons_and_no_slow_ones() -> None:
    """CPR-ACT-03"""
    blade = Item("machete", "weapon", "hand", rof=2, reach=2)
    slow = Item("hand cannon", "weapon", "hand")
    fight = Fight(ana=18, bo=9, sheets={"ana": {"hands": 3, "gear": (PISTOL, blade, slow)}})
    fight.do("ana", "attack", target="bo", weapon="pistol")
    assert fight.refused("ana", "attack", target="bo", weapon="hand cannon") == ["CPR-ACT-01"]
    fight.do("ana", "attack", target="bo", weapon="machete")


def test_the_second_attack_is_lost_with_the_turn() -> None:
    """CPR-ACT-01, CPR-ACT-03"""
    fight = Fight(ana=18, bo=9)
    fight.do("ana", "attack", target="bo", weapon="pistol")
    fight.passes("ana", "bo")
    fight.do("ana", "use object", 3, what="a door")
    assert fight.refused("ana", "attack", target="bo", weapon="pistol") == ["CPR-ACT-01"]


def test_a_being_of_the_net_attacks_with_its_program() -> None:
    """CPR-ACT-03"""
    fight = Fight(ana=18, ice=0, sheets={"ice": {"kind": "net", "gear": ()}})
    assert [line.fixed for line in fight.offers("ice") if line.verb == "attack"] == [{"weapon": "its program"}]


def test_outside_a_fight_there_is_no_budget() -> None:
    """CPR-ACT-02"""
    fight = Fight(ana=18, bo=9)
    fight.do("ana", "attack", target="bo")
    fight.session.do(End())
    fight.mark("bo", "lightly wounded")
    for _ in range(2):
        fight.do("ana", "stabilize", "success", target="bo")
    assert fight.budget("ana")["Action"] == 1
    assert all(line.price in ("free", "Luck") for line in fight.session.menu("ana"))


def test_outside_a_fight_a_long_task_is_done_at_once() -> None:
    """CPR-ACT-02"""
    fight = Fight(ana=18, begin=False)
    fight.do("ana", "use skill", 600, what="search the flat")
    fight.reply("nothing there")
    assert fight.told()[-1] == "Ana, search the flat: nothing there."


def test_a_turn_ends_once() -> None:
    """CPR-INIT-04"""
    fight = Fight(ana=18, bo=9)
    token = fight.session.token("ana")
    fight.session.do(Do("ana", Act("pass"), token))
    try:
        fight.session.do(Do("ana", Act("pass"), token))
    except AlreadyDone:
        assert fight.acting == ["bo"]
    else:
        raise AssertionError("a turn was ended twice")


def test_what_the_gm_forces_is_paid_for_on_ones_own_turn() -> None:
    """CPR-ACT-01"""
    fight = Fight(ana=18, bo=9)
    fight.do("ana", "attack", target="bo", weapon="bare hands")
    fight.do("ana", "attack", target="bo", weapon="bare hands")
    fight.session.do(Do("ana", Act("attack", {"target": "bo", "weapon": "bare hands"}), force="the crowd roars"))
    fight.reply("2 hp")
    assert fight.one("bo").pool("hp") == 33
    assert any("the crowd roars" in line for line in fight.told())
