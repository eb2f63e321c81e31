"""Declaring a Hold: one specific Action, one trigger, and what can never be held."""

from __future__ import annotations

import pytest

from firefight.events import Changed
from firefight.timeline import Hold
from firefight.view import Viewer, log
from tests.conformance import encoded
from tests.games.cyberpunk_red.helpers import PISTOL, RED, Fight

SHOT = "attack with pistol"


def fight(**options: str) -> Fight:
    return Fight(options, ana=18, bo=12, cy=7)


def hold(on: Fight, who: str = "ana", act: str = SHOT, until: str = "9", what: str = "bo") -> None:
    on.do(who, "hold", act=act, what=what, until=until)


def held(on: Fight, who: str = "ana") -> Hold:
    found = on.session.table.timeline.hold_of(who)
    assert found
    return found


def test_a_hold_takes_the_action_and_leaves_the_move() -> None:
    """CPR-HOLD-01"""
    on = fight()
    hold(on)
    assert on.budget("ana") == {"Action": 0, "metres": 12}
    assert held(on).act.picks == {"weapon": "pistol", "target": "bo"}  # type: ignore[union-attr]
    on.do("ana", "move", metres=12)
    assert on.queue == ["bo", "ana*", "cy"]


def test_the_move_action_is_not_held_with_it() -> None:
    """CPR-HOLD-01"""
    on = fight()
    hold(on)
    on.passes("ana", "bo")
    assert on.verbs("ana") == ["attack"]
    assert on.budget("ana") == {"held Action": 1}


# CPR-HOLD-01
@pytest.mark.parametrize(
    "picks",
    [
        {"act": "attack or reload, I decide later", "what": "bo", "until": "9"},
        {"act": SHOT, "what": "bo", "until": "9 or the door opens"},
        {"act": SHOT, "what": "bo", "until": "either of them moves"},
        {"act": SHOT, "what": "bo or cy", "until": "9"},
        {"act": SHOT, "what": "somebody, I will see whom", "until": "9"},
        {"act": SHOT, "what": "I decide later", "until": "9"},
    ],
    ids=lambda picks: ", ".join(picks.values()),
)
def test_an_act_or_trigger_that_is_not_one_specific_thing_is_refused(picks: dict[str, str]) -> None:
    on = fight()
    assert on.refused("ana", "hold", **picks) == ["CPR-HOLD-01"]
    assert on.budget("ana")["Action"] == 1


def test_a_trigger_may_speak_of_somebody_unknown() -> None:
    """CPR-HOLD-01"""
    on = fight()
    hold(on, until="someone shoots")
    assert held(on).until == "someone shoots"


def test_a_hold_the_gm_lets_somebody_declare_out_of_turn_costs_nothing() -> None:
    """CPR-ACT-01"""
    on = fight()
    on.do("bo", "hold", force="he saw it coming", act=SHOT, what="ana", until="9")
    on.passes("ana")
    assert (on.acting, on.budget("bo")["Action"]) == (["bo"], 1)
    assert held(on, "bo").key == (9,)


def test_after_an_attack_there_is_nothing_to_hold() -> None:
    """CPR-HOLD-01"""
    on = fight()
    on.do("ana", "attack", target="bo")
    assert on.refused("ana", "hold", act=SHOT, what="bo", until="9") == ["CPR-ACT-01"]


def test_a_description_may_stand_for_the_target() -> None:
    """CPR-HOLD-01"""
    on = fight()
    hold(on, until="the van door opens", what="the first who leaves the van")
    assert held(on).act.text("target") == "the first who leaves the van"  # type: ignore[union-attr]


def test_by_house_rule_the_target_stays_open() -> None:
    """CPR-HOLD-01"""
    on = fight(hold_names_target="false")
    hold(on, what="somebody, I will see whom")
    on.passes("ana", "bo")
    line = on.offers("ana")[0]
    assert [choice.value for choice in line.picks[0].choices if not choice.reasons] == ["bo", "cy"]


def test_the_target_goes_by_name_as_well() -> None:
    """CPR-HOLD-01"""
    on = fight()
    hold(on, what="Bo")
    assert held(on).act.text("target") == "bo"  # type: ignore[union-attr]


def test_a_player_cannot_find_hidden_people_by_naming_them() -> None:
    """CPR-HOLD-01"""
    on = fight()
    on.order(Changed("ana", owner="anna"), Changed("cy", hidden=True))
    hold(on, what="Cy")
    assert held(on).act.text("target") == "Cy"  # type: ignore[union-attr]


def test_what_the_action_needs_is_not_asked_at_the_declaration() -> None:
    """CPR-HOLD-01"""
    on = Fight(ana=18, bo=12, sheets={"ana": {"gear": (PISTOL,)}})
    on.mark("bo", "unseen", by="ana")
    on.do("ana", "drop", item="pistol")
    hold(on)
    assert on.budget("ana")["Action"] == 0


def test_what_somebody_waits_for_is_nobody_elses_affair() -> None:
    """CPR-HOLD-01"""
    on = fight()
    on.order(Changed("ana", owner="anna"), Changed("bo", owner="bert"))
    hold(on, until="Cy blinks")
    anna, bert = Viewer("player", "anna"), Viewer("player", "bert")
    events = {who.name: encoded(list(log(RED, on.session.history, who))) for who in (anna, bert)}
    assert b"Cy blinks" in events["anna"]
    assert b"Cy blinks" not in events["bert"]
    assert b"Cy blinks" not in encoded(on.session.view(bert))


def test_nor_while_its_declaration_is_under_way() -> None:
    """CPR-HOLD-01, CPR-HOLD-03"""
    on = fight()
    on.order(Changed("ana", owner="anna"), Changed("cy", owner="cleo"))
    on.passes("ana", "bo")
    hold(on, "cy", until="Bo blinks", what="ana")
    assert on.asked == ["last"]
    assert b"Bo blinks" not in encoded(on.session.view(Viewer("player", "anna")))
    assert b"Bo blinks" in encoded(on.session.view(Viewer("player", "cleo")))


# CPR-HOLD-05
@pytest.mark.parametrize("act", ["move", "use net actions", "hold", "run"])
def test_moves_net_actions_and_holds_cannot_be_held(act: str) -> None:
    on = fight()
    assert on.refused("ana", "hold", act=act, until="bo comes out") == ["CPR-HOLD-05"]
    assert on.budget("ana")["Action"] == 1


def test_a_move_with_an_aim_cannot_be_held_either() -> None:
    """CPR-HOLD-05"""
    assert fight().refused("ana", "hold", act="move", what="bo", until="9") == ["CPR-HOLD-05"]


def test_by_house_rule_run_may_be_held_and_is_made_when_it_comes_up() -> None:
    """CPR-HOLD-05"""
    on = fight(hold_run="true")
    on.do("ana", "hold", act="run", until="9")
    on.do("ana", "move", metres=12)
    on.passes("ana", "bo")
    assert on.refused("ana", "run", metres=13) == ["CPR-MOV-04"]
    on.do("ana", "run", metres=12)
    assert "Ana covers 12 m/yds." in on.told()
    assert on.acting == ["cy"]


def test_a_held_run_needs_somebody_who_can_move_then() -> None:
    """CPR-HOLD-05"""
    on = fight(hold_run="true")
    on.do("ana", "hold", act="run", until="9")
    on.passes("ana", "bo")
    on.mark("ana", "prone")
    assert on.refused("ana", "run", metres=1) == ["CPR-ACT-05"]


def test_a_held_get_up_gives_no_move() -> None:
    """CPR-HOLD-05"""
    on = fight()
    on.mark("ana", "prone")
    on.do("ana", "hold", act="get up", until="the shooting stops")
    on.passes("ana")
    on.do("", "happening")
    on.do("ana", "get up")
    assert not on.one("ana").has("prone")
    assert on.acting == ["bo"], "she stands, and that was all"


def test_the_trigger_cannot_be_moved_or_exchanged() -> None:
    """CPR-HOLD-04"""
    on = fight()
    hold(on, until="8")
    assert "CPR-HOLD-04" in on.refused("ana", "hold", act=SHOT, what="bo", until="7")
    assert "CPR-HOLD-04" in on.refused("ana", "hold", act=SHOT, what="bo", until="someone shoots")
    on.passes("ana")
    assert on.refused("ana", "attack", target="bo", weapon="pistol") == ["CPR-HOLD-04", "CPR-INIT-04"]
    assert held(on).until == "8"


def test_the_last_one_is_warned_before_the_action_is_spent() -> None:
    """CPR-HOLD-03"""
    on = fight()
    on.passes("ana", "bo")
    hold(on, "cy", until="the door opens")
    assert on.asked == ["last"]
    assert on.budget("cy")["Action"] == 1
    on.reply("keep the Action")
    assert (on.acting, on.budget("cy")["Action"]) == (["cy"], 1)
    hold(on, "cy", until="the door opens")
    on.reply("hold")
    assert on.budget("cy")["Action"] == 0
    assert held(on, "cy").until == "the door opens"


def test_the_last_one_is_warned_although_a_held_number_is_still_to_come() -> None:
    """CPR-HOLD-03: only another Hold could cause it then."""
    on = fight()
    hold(on, until="3")
    on.passes("ana", "bo")
    hold(on, "cy", until="ana shoots")
    assert on.asked == ["last"]


def test_nobody_else_is_warned_and_nobody_who_names_a_number() -> None:
    """CPR-HOLD-03"""
    on = fight()
    hold(on, until="the door opens")
    assert on.asked == []
    on.passes("ana", "bo")
    hold(on, "cy", until="3", what="ana")
    assert on.asked == []


def test_the_warning_tells_a_player_nothing_of_hidden_people() -> None:
    """CPR-HOLD-03"""
    on = fight()
    on.order(Changed("bo", owner="bert"), Changed("cy", hidden=True))
    on.passes("ana")
    hold(on, "bo", until="the door opens", what="ana")
    assert on.asked == ["last"], "as if Cy, who comes after him, were not there"


# CPR-HOLD-06
@pytest.mark.parametrize("until", ["15", "13", "12"])
def test_a_number_that_cannot_come_up_any_more_is_refused(until: str) -> None:
    on = fight()
    on.passes("ana")
    assert on.refused("bo", "hold", act=SHOT, what="ana", until=until) == ["CPR-HOLD-06"]


# CPR-HOLD-06
@pytest.mark.parametrize("until", ["11", "7", "0", "-4"])
def test_any_lower_whole_number_will_do(until: str) -> None:
    on = fight()
    on.passes("ana")
    hold(on, "bo", what="ana", until=until)
    assert held(on, "bo").key == (int(until),)


def test_odd_texts_for_a_trigger_are_happenings_and_no_numbers() -> None:
    """CPR-HOLD-06"""
    for until in ("--5", "²", "9 o'clock strikes", "1" * 5000):
        on = fight()
        hold(on, until=until)
        assert held(on).key == ()
