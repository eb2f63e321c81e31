"""What a turn is worth: complex, task, quick and automatic actions, movement, tasks."""

from __future__ import annotations

from firefight.commands import End
from tests.games.eclipse_phase.helpers import Fight

TWO = {"a": 12, "b": 10}


def test_draw_and_shoot_is_a_turn() -> None:
    fight = Fight(TWO).do("a", "draw", what="pistol").attacks("a", "b")  # EP-ACT-01
    assert fight.refusal("a", "quick") == {"EP-ACT-01"}
    assert [line.left for line in fight.session.game.budget(fight.session.table, "a")] == [0, 0, 4, 2]


def test_two_quick_actions_rule_a_complex_one_out_unless_the_gm_allows_it() -> None:
    fight = Fight(TWO).do("a", "quick").do("a", "quick")
    assert fight.refusal("a", "attack", target="b") == {"EP-ACT-01"}
    fight.do("a", "attack", target="b", force="it is only a tap").answers(effect="nothing")  # EP-ACT-01


def test_three_quick_actions_are_a_turn_and_a_fourth_is_the_gms_to_allow() -> None:
    fight = Fight(TWO).marks("a", "prone")
    fight.do("a", "stand up").do("a", "draw", what="pistol").do("a", "quick", what="open the door")  # EP-ACT-02
    assert fight.refusal("a", "quick") == {"EP-ACT-01"}
    assert fight.refusal("a", "reload") == {"EP-ACT-01"}
    fight.do("a", "quick", force="the door sticks")


def test_two_complex_actions_are_one_too_many() -> None:
    fight = Fight(TWO).do("a", "reload")
    assert fight.refusal("a", "attack", target="b") == {"EP-ACT-01"}  # EP-ACT-02
    assert fight.refusal("a", "task") == {"EP-ACT-01"}


def test_automatic_actions_are_free_at_any_time_and_as_often_as_one_likes() -> None:
    fight = Fight(TWO).do("a", "attack", target="b")
    for _ in range(4):
        fight.do("b", "automatic", what="defends")  # EP-ACT-02
    fight.answers(effect="nothing").do("a", "automatic", what="shouts")
    assert fight.do("a", "quick").awaited == ("a",)


def test_dropping_prone_is_automatic() -> None:
    fight = Fight(TWO).do("a", "reload").do("b", "drop prone")  # EP-ACT-02
    assert fight["b"].has("prone") and not fight.offers("b", "drop prone")


def test_how_one_moves_is_declared_before_anything_else() -> None:
    fight = Fight(TWO)
    assert fight.refusal("a", "move", metres=5) == {"EP-ACT-02"}
    fight.do("a", "movement", gait="full").do("a", "move", metres=15).do("a", "attack", target="b")
    assert "-20" in fight.session.questions()[0].about  # EP-ACT-02
    fight.answers(effect="nothing").do("a", "move", metres=5)
    assert fight.refusal("a", "move", metres=1) == {"EP-ACT-02"}
    fight.passes("a").do("b", "quick")
    assert fight.refusal("b", "movement", gait="full") == {"EP-ACT-02"}
    assert fight.do("b", "move", metres=4).turn("b").round == 2
    assert not fight["a"].has("full move")


def test_one_may_change_ones_mind_about_moving_until_something_is_done() -> None:
    fight = Fight(TWO).do("a", "movement", gait="full").do("a", "movement", gait="stay")
    assert fight.refusal("a", "move", metres=1) == {"EP-ACT-02"}
    fight.do("a", "movement", gait="base").do("a", "move", metres=3)
    assert fight["a"].value("spent metres") == 3 and not fight["a"].has("staying")  # EP-ACT-02


def test_full_defense_lasts_until_the_next_own_action() -> None:
    fight = Fight(TWO).do("a", "full defense").turn("a", "b")
    assert fight["a"].has("full defense") and fight.awaited == ("a",)
    assert not fight.do("a", "quick")["a"].has("full defense")
    fight.passes("a").turn("b").do("a", "full defense").turn("a", "b", "a")
    assert not fight["a"].has("full defense")


def test_full_defense_goes_on_while_one_delays() -> None:
    fight = Fight(TWO).do("a", "full defense").turn("a", "b").do("a", "delay")
    assert fight["a"].has("full defense")
    fight.do("b", "quick").do("a", "step in")
    assert not fight.do("a", "quick")["a"].has("full defense")


def test_a_task_takes_the_task_action_of_every_turn_until_it_is_done() -> None:
    fight = Fight(TWO).do("a", "task", what="hotwire", nature="physical")
    fight.answers(turns=4).answers(outcome="success").answers(superior_results=1)
    assert fight.refusal("a", "attack", target="b") == {"EP-ACT-01"}
    fight.do("a", "quick").turn("a", "b").do("a", "go on").turn("a", "b")
    assert "done: hotwire" not in fight.told()
    fight.do("a", "go on")  # EP-ACT-03
    assert "A is done: hotwire (action turns: 3)" in fight.told() and not fight["a"].has("task")


def test_a_task_may_be_left_and_taken_up_again() -> None:
    fight = Fight(TWO).do("a", "task", what="hotwire")
    fight.answers(turns=2).answers(outcome="success").answers(superior_results=0).turn("a", "b")
    fight.attacks("a", "b").turn("a", "b").do("a", "go on")  # EP-ACT-03
    assert "A is done: hotwire" in fight.told()


def test_a_failure_shows_after_a_quarter_of_the_time() -> None:
    fight = Fight(TWO).do("a", "task", what="hotwire")
    fight.answers(turns=8).answers(outcome="failure").answers(superior_results=0).turn("a", "b").do("a", "go on")
    assert "A notices the failure: hotwire (action turns: 2)" in fight.told()  # EP-ACT-03


def test_a_turn_is_three_seconds() -> None:
    fight = Fight(TWO)
    for _ in range(20):
        fight.turn("a", "b")
    fight.session.do(End())
    assert fight.session.table.clock.seconds == 60  # EP-ACT-01


def test_nobody_acts_out_of_turn_or_out_of_action() -> None:
    fight = Fight(TWO).marks("b", "unconscious")
    assert fight.refusal("b", "quick") == {"EP-INIT-09"}
    assert fight.refusal("b", "automatic") == {"EP-INIT-09"}
