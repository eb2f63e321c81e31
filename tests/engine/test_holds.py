"""Holding back and stepping in: before, together with, or after somebody; a hold of its own round; who leaves meanwhile."""

from __future__ import annotations

import pytest

from firefight.commands import Do, End
from firefight.engine import AlreadyDone
from firefight.events import Changed, Event, Held, Marked, Opened, Released, Unmarked
from firefight.session import Session
from firefight.table import Mark, Until
from firefight.timeline import Act, Hold, Turn
from tests.engine.helpers import ANA, BO, act, again, events, fight, hp, let_pass, outcomes, read, until_turn_of, wave_on


def turns(session: Session) -> list[tuple[str, ...]]:
    """Who had turns of the queue so far, one slot after the other."""
    return [tuple(who for who, _ in event.dues) for event in events(session, Opened) if not event.window]


def waived(who: str = "ana bo thug guard") -> Session:
    session = fight(who)
    session.order(*(Marked(one, Mark("waives")) for one in session.table.combatants))
    return session


def test_a_hold_ends_the_turn_and_the_place_of_the_next_round_stays() -> None:
    session = waived()
    act(session, "ana", "hold")
    assert session.awaited() == ("bo",)
    until_turn_of(session, "ana")
    assert session.table.timeline.round == 2
    assert turns(session) == [("ana",), ("bo",), ("thug",), ("guard",), ("ana",)]


def test_stepping_in_before_comes_on_top_and_the_turn_below_goes_on() -> None:
    session = waived()
    act(session, "ana", "hold")
    act(session, "bo", "aim")
    act(session, "ana", "step in", when="before")
    assert session.awaited() == ("ana",)
    act(session, "ana", "attack", target="thug")
    let_pass(session, "ana")
    assert session.awaited() == ("bo",)
    assert session.table.who("bo").has("aiming")
    assert hp(session, "thug") == 7
    again(session)


def test_stepping_in_together_joins_the_turn_and_everything_lands_at_once() -> None:
    session = waived()
    act(session, "ana", "hold")
    act(session, "ana", "step in", when="together")
    top = session.table.timeline.top
    assert isinstance(top, Turn)
    assert (top.members, top.together) == (("bo", "ana"), True)
    act(session, "bo", "attack", target="thug")
    act(session, "ana", "attack", target="thug")
    assert hp(session, "thug") == 10
    again(session)
    let_pass(session, "bo", "ana")
    assert hp(session, "thug") == 4
    assert session.awaited() == ("thug",)


def test_stepping_in_after_is_a_place_in_the_queue_right_behind() -> None:
    session = waived()
    act(session, "ana", "hold")
    act(session, "ana", "step in", when="after")
    assert session.awaited() == ("bo",)
    let_pass(session, "bo")
    assert session.awaited() == ("ana",)
    act(session, "ana", "attack", target="thug")
    let_pass(session, "ana")
    assert session.awaited() == ("thug",)


def test_a_held_act_is_used_up_once_and_gives_no_second_turn() -> None:
    session = waived()
    act(session, "ana", "hold")
    act(session, "ana", "step in", when="before")
    let_pass(session, "ana")
    assert session.table.timeline.held == ()
    for who in ("bo", "thug", "guard"):
        let_pass(session, who)
    assert (session.table.timeline.round, session.awaited()) == (2, ("ana",))


def test_what_nobody_called_up_lapses_at_the_end_of_the_round_and_the_log_says_so() -> None:
    session = waived()
    act(session, "ana", "hold")
    for who in ("bo", "thug", "guard"):
        let_pass(session, who)
    assert [event.reason for event in events(session, Released)] == ["lapsed"]
    assert session.table.timeline.held == ()


def test_two_who_hold_step_in_one_on_the_other_and_the_newest_acts_first() -> None:
    session = waived()
    act(session, "ana", "hold")
    act(session, "bo", "hold")
    act(session, "ana", "step in", when="before")
    act(session, "bo", "step in", when="before")
    assert session.awaited() == ("bo",)
    let_pass(session, "bo")
    assert session.awaited() == ("ana",)
    let_pass(session, "ana")
    assert session.awaited() == ("thug",)


@pytest.mark.parametrize("event", [Changed("ana", here=False), Marked("ana", Mark("out"))])
@pytest.mark.parametrize("when", ["before", "together"])
def test_a_holder_who_leaves_while_he_steps_in_does_not_stop_the_turn_he_stepped_in_on(event: Event, when: str) -> None:
    session = waived()
    act(session, "ana", "hold")
    act(session, "ana", "step in", when=when)
    session.order(event)
    assert session.awaited() == ("bo",)
    let_pass(session, "bo")
    assert session.awaited() == ("thug",)


def test_a_place_kept_for_one_who_has_left_opens_and_closes_by_itself() -> None:
    session = waived()
    act(session, "ana", "hold")
    act(session, "ana", "step in", when="after")
    session.order(Changed("ana", here=False))
    let_pass(session, "bo")
    assert session.awaited() == ("thug",)
    session.order(Changed("ana", here=True))
    until_turn_of(session, "ana")
    assert session.table.timeline.round == 2


def test_the_turn_somebody_stepped_in_on_may_lose_its_owner() -> None:
    session = waived()
    act(session, "ana", "hold")
    act(session, "ana", "step in", when="before")
    session.order(Changed("bo", here=False))
    assert session.awaited() == ("ana",)
    let_pass(session, "ana")
    assert session.awaited() == ("thug",)


def test_a_new_owner_may_call_a_hold_up() -> None:
    session = waived()
    act(session, "ana", "hold", by=ANA)
    session.order(Changed("ana", owner=BO.name))
    act(session, "ana", "step in", by=BO, when="before")
    assert session.awaited(BO) == ("ana",)


def test_a_press_of_a_hold_that_was_used_meanwhile_changes_nothing() -> None:
    session = waived()
    act(session, "ana", "hold")
    press = Do("ana", Act("step in", {"when": "before"}), session.token("ana"))
    session.do(press)
    with pytest.raises(AlreadyDone):
        session.do(press)


def test_the_moment_of_a_hold_begins_no_turn() -> None:
    """What lasts until the start of Ana's turn is not over because she steps in."""
    session = waived()
    session.order(Marked("thug", Mark("lit", Until("turn start", "ana"))))
    act(session, "ana", "hold")
    act(session, "ana", "step in", when="before")
    assert session.table.who("thug").has("lit")


def test_a_hold_replaces_an_earlier_one_of_the_same_person() -> None:
    session = waived()
    act(session, "ana", "hold")
    session.order(Held(Hold("ana", 1, "held", until="the door opens")))
    assert len(session.table.timeline.held) == 1


def test_nobody_sees_what_another_waits_for_and_nothing_of_a_hidden_holder() -> None:
    session = fight()
    session.order(Changed("guard", hidden=True))
    session.order(Held(Hold("guard", 1, "held", until="the password")), Held(Hold("bo", 1, "held", until="a signal")))
    view = session.view(ANA)
    assert [(hold.who, hold.until) for hold in view.timeline.held] == [("bo", "")]
    assert not any("password" in line or "signal" in line for _, line in read(session, ANA))


def test_a_hidden_holder_who_steps_in_looks_like_no_turn_at_all() -> None:
    session = waived("guard ana bo")
    session.order(Changed("guard", hidden=True))
    act(session, "guard", "hold")
    act(session, "guard", "step in", when="before")
    assert session.awaited() == ("guard",)
    for viewer in (ANA, BO):
        assert session.awaited(viewer) == ()
        assert session.view(viewer).timeline.held == ()
        assert all(line.reasons for line in session.menu("ana", ANA) if line.verb == "attack")
    let_pass(session, "guard")
    assert session.awaited(ANA) == ("ana",)


def test_an_interrupted_turn_cannot_be_acted_in_or_ended_by_its_owner() -> None:
    session = waived("guard ana bo")
    session.order(Changed("guard", hidden=True))
    act(session, "guard", "hold")
    press = Do("ana", Act("pass"), session.token("ana"))
    act(session, "guard", "step in", when="before")
    with pytest.raises(AlreadyDone):
        session.do(press, ANA)
    let_pass(session, "guard")
    session.do(press, ANA)
    assert session.awaited() == ("bo",)


def test_the_end_of_the_fight_ends_every_hold() -> None:
    session = waived()
    act(session, "ana", "hold")
    act(session, "ana", "step in", when="after")
    session.do(End())
    assert (session.table.timeline.held, session.table.timeline.stack) == ((), ())


def test_stepping_in_on_a_deed_that_waits_for_answers_is_done_before_it() -> None:
    session = fight("ana thug bo guard", {"damage": 10})
    session.order(*(Marked(one, Mark("waives")) for one in ("ana", "thug", "guard")))
    act(session, "ana", "hold")
    act(session, "thug", "attack", target="guard")
    assert session.awaited() == ("bo",)
    act(session, "ana", "step in", when="before")
    assert session.awaited() == ("ana",)
    session.order(Marked("bo", Mark("waives")))
    act(session, "ana", "attack", target="thug")
    let_pass(session, "ana")
    session.order(Unmarked("bo", "waives"))
    wave_on(session)
    assert session.table.who("thug").has("down")
    assert outcomes(session) == ["strike", "lost"]
