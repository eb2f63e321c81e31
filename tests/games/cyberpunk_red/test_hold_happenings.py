"""Holds on a happening: the GM says when it has come, and they come up right there."""

from __future__ import annotations

from firefight.commands import Rewind
from firefight.events import Changed
from tests.games.cyberpunk_red.helpers import RIFLE, Fight

BEFORE = {"hold_event_timing": "before-event"}
GM = {"hold_event_timing": "gm"}


def fight(options: dict[str, str] | None = None, until: str = "bo fires", what: str = "bo") -> Fight:
    """Ana, at 18, holds a shot for a happening, and Bo's Turn is on."""
    on = Fight(options, ana=18, bo=12, cy=7, sheets={"ana": {"gear": (RIFLE,)}})
    on.do("ana", "hold", act="attack with rifle", what=what, until=until)
    on.passes("ana")
    return on


def test_the_hold_comes_up_right_after_the_event_and_the_turn_goes_on() -> None:
    """CPR-HOLD-07: between the two attacks of one Action."""
    on = fight()
    on.do("bo", "attack", target="ana", weapon="pistol")
    assert on.asked == ["happened ana"]
    on.reply("yes")
    assert on.acting == ["ana"]
    on.do("ana", "attack", "4 hp")
    assert on.acting == ["bo"]
    assert on.budget("bo") == {"Action": 0, "metres": 12, "attacks": 1}
    on.do("bo", "attack", target="ana", weapon="pistol")
    assert on.asked == [], "nobody waits for anything any more"
    on.do("bo", "move", metres=12)


def test_what_the_gm_does_not_take_for_it_sets_nothing_off() -> None:
    """CPR-HOLD-07"""
    on = fight()
    on.do("bo", "move", metres=3)
    on.reply("no")
    assert (on.acting, [hold.who for hold in on.session.table.timeline.held]) == (["bo"], ["ana"])


def test_two_holds_on_one_happening_come_up_in_queue_order() -> None:
    """CPR-HOLD-07"""
    on = Fight(ana=18, dot=15, bo=12)
    for who in ("ana", "dot"):
        on.do(who, "hold", act="attack with pistol", what="bo", until="bo opens the door")
        on.passes(who)
    on.do("bo", "use object", 3, what="the door")
    on.reply("yes", "yes")
    assert on.acting == ["ana"]
    on.do("ana", "attack")
    assert on.asked == [], "Dot's moment is there already"
    on.passes("ana")
    assert on.acting == ["dot"]
    on.passes("dot")
    assert on.acting == ["bo"]


def test_the_second_of_two_can_only_forgo_what_the_first_made_impossible() -> None:
    """CPR-HOLD-07"""
    on = Fight(ana=18, dot=15, bo=12)
    for who in ("ana", "dot"):
        on.do(who, "hold", act="attack with pistol", what="bo", until="bo opens the door")
        on.passes(who)
    on.do("bo", "use object", 3, what="the door")
    on.reply("yes", "yes")
    on.order(Changed("bo", here=False))
    on.passes("ana")
    assert (on.acting, on.verbs("dot")) == (["dot"], [])


def test_the_second_of_two_loses_his_when_the_first_knocks_him_out() -> None:
    """CPR-HOLD-07, CPR-HOLD-02"""
    on = Fight(ana=18, dot=15, bo=12, sheets={"ana": {"gear": (RIFLE,)}})
    on.do("ana", "hold", act="attack with rifle", what="dot", until="bo opens the door")
    on.passes("ana")
    on.do("dot", "hold", act="attack with pistol", what="ana", until="bo opens the door")
    on.passes("dot")
    on.do("bo", "use object", 3, what="the door")
    on.reply("yes", "yes")
    on.do("ana", "attack", "unconscious")
    assert on.acting == ["bo"]
    assert on.session.table.timeline.held == ()


def test_what_another_held_action_does_can_be_the_happening() -> None:
    """CPR-HOLD-07"""
    on = Fight(ana=18, dot=15, bo=12, cy=7)
    on.do("ana", "hold", act="attack with pistol", what="bo", until="dot shoots")
    on.passes("ana")
    on.do("dot", "hold", act="attack with pistol", what="cy", until="bo moves")
    on.passes("dot")
    on.do("bo", "move", metres=2)
    assert on.asked == ["happened ana"]
    on.reply("no", "yes")
    on.do("dot", "attack", "2 hp")
    assert on.asked == ["happened ana"]
    on.reply("yes")
    assert on.acting == ["ana"]
    on.passes("ana", "dot")
    assert on.acting == ["bo"]


def test_a_hold_may_come_up_in_the_holders_own_turn() -> None:
    """CPR-HOLD-07, CPR-ACT-01"""
    on = Fight(ana=18, bo=12)
    on.do("ana", "hold", act="attack with pistol", what="bo", until="the alarm goes off")
    on.do("ana", "move", metres=5)
    assert on.asked == [], "nobody asks after her own deeds"
    on.do("", "happening")
    on.do("ana", "attack")
    on.passes("ana")
    assert on.acting == ["ana"]
    assert on.budget("ana") == {"Action": 0, "metres": 7}, "her Turn goes on where it was"
    on.passes("ana", "bo")
    assert on.budget("ana") == {"Action": 1, "metres": 12}


def test_the_gm_may_say_that_something_has_happened_which_was_nobodys_deed() -> None:
    """CPR-HOLD-07"""
    on = fight(until="the lights go out")
    on.do("", "happening")
    assert on.acting == ["ana"]
    assert "What Ana waits for has come: the lights go out." in on.told()


def test_the_gm_is_asked_whom_a_happening_concerns_where_several_wait() -> None:
    """CPR-HOLD-07"""
    on = Fight(ana=18, dot=15, bo=12)
    for who, until in (("ana", "the door opens"), ("dot", "the lights go out")):
        on.do(who, "hold", act="attack with pistol", what="bo", until=until)
        on.passes(who)
    on.do("", "happening")
    assert on.asked == ["happened ana"]
    on.reply("no", "yes")
    assert on.acting == ["dot"]


def test_the_happening_of_an_interrupted_turn_clears_its_budgets_with_the_turn() -> None:
    """CPR-ACT-01, CPR-HOLD-07"""
    on = fight()
    on.do("bo", "attack", target="ana", weapon="pistol")
    on.reply("yes")
    on.passes("ana")
    on.do("bo", "move", metres=4)
    on.passes("bo", "cy", "ana")
    assert on.budget("bo") == {"Action": 1, "metres": 12}


def test_an_interruption_that_knocks_the_acting_one_out_ends_his_turn() -> None:
    """CPR-HOLD-07, CPR-INIT-04"""
    on = fight()
    on.do("bo", "attack", target="ana", weapon="pistol")
    on.reply("yes")
    on.do("ana", "attack", "unconscious")
    assert on.acting == ["cy"]
    on.passes("cy", "ana")
    on.unmark("bo", "unconscious")
    assert not any(mark.name.startswith("spent") for mark in on.one("bo").marks)


def test_a_holder_who_is_out_is_not_asked_about() -> None:
    """CPR-HOLD-07"""
    on = fight()
    on.mark("ana", "out")
    on.do("bo", "attack", target="cy", weapon="pistol")
    assert on.asked == []


def test_by_house_rule_the_hold_comes_before_the_event() -> None:
    """CPR-HOLD-07"""
    on = fight(BEFORE)
    on.do("bo", "attack", target="ana", weapon="pistol")
    assert on.asked == ["about to happen ana"]
    on.reply("yes")
    assert on.acting == ["ana"]
    on.do("ana", "attack", "4 hp")
    assert on.asked == ["effect"], "now Bo's attack"
    on.reply("6 hp")
    assert (on.one("ana").pool("hp"), on.one("bo").pool("hp")) == (29, 31)
    assert on.acting == ["bo"]


def test_before_the_event_nobody_is_asked_again_after_it() -> None:
    """CPR-HOLD-07"""
    on = fight(BEFORE)
    on.do("bo", "attack", target="ana", weapon="pistol")
    on.reply("no", "1 hp")
    assert on.asked == []


def test_before_the_event_whoever_goes_down_does_not_do_it() -> None:
    """CPR-HOLD-07"""
    on = fight(BEFORE)
    on.do("bo", "attack", target="ana", weapon="pistol")
    on.reply("yes")
    on.do("ana", "attack", "40 hp, unconscious")
    assert on.one("ana").pool("hp") == 35
    assert on.acting == ["cy"]


def test_before_the_event_the_hold_may_be_forgone_too() -> None:
    """CPR-HOLD-07, CPR-HOLD-02"""
    on = fight(BEFORE)
    on.do("bo", "attack", target="ana", weapon="pistol")
    on.reply("yes")
    on.passes("ana")
    assert on.session.table.timeline.held == ()
    on.reply("5 hp")
    assert on.one("ana").pool("hp") == 30


def test_before_the_event_two_holds_come_in_queue_order() -> None:
    """CPR-HOLD-07"""
    on = Fight(BEFORE, ana=18, dot=15, bo=12, sheets={"ana": {"gear": (RIFLE,)}, "dot": {"gear": (RIFLE,)}})
    for who in ("ana", "dot"):
        on.do(who, "hold", act="attack with rifle", what="bo", until="bo opens the door")
        on.passes(who)
    on.do("bo", "use object", what="the door")
    on.reply("yes")
    assert on.acting == ["ana"]
    on.do("ana", "attack")
    assert on.asked == ["about to happen dot"], "of Ana's shot"
    on.reply("no", "nothing", "yes")
    assert on.acting == ["dot"]


def test_by_house_rule_the_gm_chooses_between_before_and_after() -> None:
    """CPR-HOLD-07"""
    on = fight(GM)
    on.do("bo", "attack", target="ana", weapon="pistol")
    assert on.asked == ["about to happen ana"]
    on.reply("no")
    on.reply("1 hp")
    assert on.asked == ["happened ana"]
    on.reply("yes")
    assert on.acting == ["ana"]


def test_an_event_and_a_number_come_each_in_their_place() -> None:
    """CPR-HOLD-07, CPR-HOLD-06"""
    on = Fight(ana=18, dot=15, bo=12)
    on.do("ana", "hold", act="attack with pistol", what="bo", until="bo moves")
    on.passes("ana")
    on.do("dot", "hold", act="attack with pistol", what="bo", until="12")
    on.passes("dot")
    assert on.acting == ["dot"], "the number comes before Bo's Turn"
    on.passes("dot")
    on.do("bo", "move", metres=1)
    on.reply("yes")
    assert on.acting == ["ana"], "the event in the middle of it"


def test_declaring_a_hold_is_no_happening() -> None:
    """CPR-HOLD-07"""
    on = fight()
    on.do("bo", "hold", act="attack with pistol", what="ana", until="5")
    assert on.asked == []


def test_undo_takes_back_a_hold_that_came_up_with_all_that_followed() -> None:
    """CPR-HOLD-07"""
    on = fight()
    on.do("bo", "attack", target="ana", weapon="pistol")
    before = on.session.table
    on.reply("yes")
    on.do("ana", "attack", "4 hp")
    for _ in range(3):
        on.session.do(Rewind("undo"))
    assert on.session.table == before
    assert on.asked == ["happened ana"]
