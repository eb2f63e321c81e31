"""Shared slots: declarations are collected, each is resolved seeing only his own effects, all land at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from firefight.ask import Ask
from firefight.commands import Begin, Do
from firefight.dice import Faces
from firefight.events import (
    Answered,
    Changed,
    Declared,
    Event,
    Joined,
    Marked,
    Noted,
    Opened,
    Passed,
    Scored,
    Stopped,
    Told,
    Unmarked,
)
from firefight.session import Session, found
from firefight.table import Mark
from firefight.timeline import Act, Deed, Note, Turn
from tests.engine.helpers import (
    ANA,
    BO,
    Loaded,
    act,
    again,
    answer,
    blows,
    deeds,
    events,
    fight,
    hp,
    let_pass,
    one,
    outcomes,
    read,
    wave_on,
    window,
)  # fmt: skip
from tests.toy import Toy


def shared(who: str = "ana+thug guard", dice: Mapping[str, int | Faces] | None = None, **options: str) -> Session:
    """A fight in which those who share a slot act at once, and nobody answers anything."""
    session = fight(who, dice, slots="together", **options)
    for one_ in session.table.combatants:
        session.order(Marked(one_, Mark("waives")))
    return session


def strikes(session: Session) -> list[tuple[str, int]]:
    return [(str(blow["who"]), int(str(blow["total"]))) for blow in blows(session)]


def test_two_who_share_a_slot_drop_each_other() -> None:
    session = shared("ana+thug guard", {"damage": 10})
    act(session, "ana", "attack", target="thug")
    act(session, "thug", "attack", target="ana")
    assert not events(session, Told)
    let_pass(session, "ana", "thug")
    assert session.table.who("ana").has("down")
    assert session.table.who("thug").has("down")
    assert session.awaited() == ("guard",)


def test_two_hits_that_each_leave_a_man_standing_drop_him_together_and_once() -> None:
    session = shared("ana+bo thug", {"damage": 6}, grit="true")
    act(session, "ana", "attack", target="thug")
    act(session, "bo", "attack", target="thug")
    let_pass(session, "ana", "bo")
    assert [question.label for question in session.questions()] == ["grit thug against bo"]
    assert hp(session, "thug") == 4
    answer(session, "fall")
    assert hp(session, "thug") == -2
    assert len([event for event in events(session, Marked) if event.mark.name == "wounded"]) == 1


def test_everybody_sees_his_own_pending_effects_and_nobody_elses() -> None:
    session = shared("ana+thug guard")
    act(session, "ana", "aim")
    act(session, "ana", "attack", target="guard")
    act(session, "thug", "attack", target="ana")
    let_pass(session, "ana", "thug")
    assert strikes(session) == [("thug", 24), ("ana", 26)]


def test_a_line_that_runs_again_still_sees_what_its_doer_has_pending() -> None:
    """Ana aims, then attacks with dice of her own: the lines above the dice see the aim in every run."""
    session = shared("ana+thug guard")
    session.order(Marked("ana", Mark("dice by hand")))
    act(session, "ana", "aim")
    act(session, "ana", "attack", target="guard")
    let_pass(session, "ana", "thug")
    session.order(Marked("guard", Mark("watching")))
    answer(session, 10)
    again(session)
    answer(session, (2, 5))
    assert strikes(session) == [("ana", 16)]


def test_a_line_above_a_window_sees_its_doers_pending_effects_in_every_run() -> None:
    """Who has aimed throws two damage dice: he still does after the windows that follow, and throws no others."""
    session = shared("ana+thug guard", {"damage": (2, 5)})
    act(session, "ana", "aim")
    act(session, "ana", "attack", target="guard")
    let_pass(session, "thug")
    session.order(Unmarked("guard", "waives"))
    let_pass(session, "ana", "guard")
    assert window(session) == "after 1"
    again(session)
    act(session, "guard", "total defense")
    wave_on(session)
    assert [(blow["total"], blow["ac"]) for blow in blows(session)] == [(26, 16)]
    assert hp(session, "guard") == 3
    thrown = [one_ for event in events(session, Answered) for one_ in event.answers if one_.label == "damage"]
    assert [one_.spec for one_ in thrown] == ["2d12"]


class Hasty(Toy):
    """A toy in which aiming also ends one's turn, and opens one more."""

    def resolve(self, deed: Deed, ask: Ask) -> Iterable[Event]:
        more = [Passed(deed.who), Opened(((deed.who, "more"),))] if deed.act.verb == "aim" else []
        return [*super().resolve(deed, ask), *more]


def test_pending_effects_on_frames_wait_and_are_no_part_of_what_their_doer_sees() -> None:
    people = [one("ana", 9, marks=(Mark("waives"),)), one("thug", 8, marks=(Mark("waives"),))]
    session = found(Hasty(), people, {"slots": "together"}, source=Loaded({"attack": 20, "damage": 2}))
    session.do(Begin())
    act(session, "ana", "aim")
    act(session, "ana", "attack", target="thug")
    let_pass(session, "ana")
    assert strikes(session) == [("ana", 26)]
    assert session.table.timeline.turn.tag("ana") == "more"


def test_acts_go_beat_by_beat() -> None:
    session = shared("ana+thug guard")
    for who in ("ana", "thug"):
        act(session, who, "aim")
    for who in ("thug", "ana"):
        act(session, who, "attack", target="guard")
    let_pass(session, "ana", "thug")
    begun = [event.id for event in events(session, type(events(session, Declared)[0]))]
    assert begun == ["1.1.ana.1", "1.1.thug.1", "1.1.thug.2", "1.1.ana.2"]
    assert strikes(session) == [("thug", 26), ("ana", 26)]


def test_who_declared_and_is_dropped_by_an_answer_before_his_deed_begins_does_not_act() -> None:
    session = shared("ana+thug guard", {"damage": 10}, windows="one by one")
    session.order(Unmarked("guard", "waives"))
    act(session, "ana", "attack", target="guard")
    act(session, "thug", "attack", target="guard")
    let_pass(session, "ana", "thug")
    act(session, "guard", "snap attack", target="thug")
    wave_on(session)
    assert [who for who, _ in strikes(session)] == ["guard", "ana"]
    assert session.table.who("thug").has("down")


def test_who_has_declared_and_leaves_or_falls_keeps_his_declaration_and_the_rule_decides() -> None:
    for event in (Changed("thug", here=False), Marked("thug", Mark("out"))):
        session = shared("ana+thug guard")
        act(session, "thug", "attack", target="ana")
        session.order(event)
        assert session.awaited() == ("ana",)
        let_pass(session, "ana")
        assert outcomes(session) == ["lost"]


def test_a_target_who_leaves_between_declaration_and_resolution_is_not_struck() -> None:
    session = shared("ana+thug guard")
    act(session, "ana", "attack", target="guard")
    session.order(Changed("guard", here=False))
    let_pass(session, "thug", "ana")
    assert outcomes(session) == ["lost"]


def test_a_new_owner_goes_on_with_what_was_declared() -> None:
    session = shared("ana+thug guard")
    act(session, "ana", "aim", by=ANA)
    session.order(Changed("ana", owner=BO.name))
    assert session.view(ANA).timeline.turn.declared == ()
    assert [one_.act.verb for one_ in session.view(BO).timeline.turn.declared] == ["aim"]
    act(session, "ana", "attack", by=BO, target="guard")
    let_pass(session, "ana", "thug")
    assert strikes(session) == [("ana", 26)]


def test_nobody_reads_what_others_have_declared_before_it_begins() -> None:
    session = shared("ana+bo guard")
    act(session, "ana", "attack", by=ANA, target="guard")
    assert not any("attack" in line for _, line in read(session, BO))
    assert any("attack" in line for _, line in read(session, ANA))
    let_pass(session, "bo", "ana")
    assert any("attack" in line for _, line in read(session, BO))


def test_a_value_put_on_a_deed_as_it_is_declared_is_still_there_when_it_begins() -> None:
    session = shared("ana+thug guard")
    act_ = Act("attack", {"target": "guard"})
    session.do(Do("ana", act_, notes=(Note("attack", 5, "slipped"),)))
    let_pass(session, "ana", "thug")
    assert strikes(session) == [("ana", 9)]


def test_a_value_can_be_put_on_a_declaration_that_waits_and_it_can_be_stopped() -> None:
    session = shared("ana+thug guard")
    act(session, "ana", "attack", target="guard")
    act(session, "thug", "attack", target="guard")
    session.order(Noted("1.1.ana.1", Note("line.ac", 99, "out of sight")), Stopped("thug", "1.1.thug.1", "jammed"))
    let_pass(session, "ana", "thug")
    assert [(blow["who"], blow["hit"]) for blow in blows(session)] == [("ana", False)]


def test_what_an_answer_interrupts_has_landed_first_with_all_that_follows_from_it() -> None:
    """Bo's hit is resolved and waits; Guard answers Ana's attack: Thug falls or stands before Guard's shot is resolved."""
    session = shared("ana+bo thug guard", {"damage": 10}, windows="one by one", grit="true")
    act(session, "bo", "attack", target="thug")
    act(session, "ana", "attack", target="guard")
    let_pass(session, "ana")
    session.order(Unmarked("guard", "waives"))
    let_pass(session, "bo")
    let_pass(session, "guard", "guard")
    assert (deeds(session), hp(session, "thug")) == (["ana"], 10)
    act(session, "guard", "snap attack", target="bo")
    assert deeds(session) == ["ana", "guard", ""]
    assert [question.label for question in session.questions()] == ["grit thug against bo"]
    assert session.table.timeline.stack[-3].moved
    again(session)
    answer(session, "stand")
    for who in ("bo", "guard"):
        assert [question.who for question in session.questions()] == [who]
        answer(session, "fall")
    assert (hp(session, "thug"), strikes(session)) == (1, [("bo", 24), ("guard", 24), ("ana", 24)])
    assert session.table.who("bo").has("down")
    assert session.table.who("guard").has("down")


def test_somebody_who_joins_in_the_middle_waits_for_his_place() -> None:
    session = shared("ana+thug guard", {"initiative cy": 10, "initiative bo": 20})
    act(session, "ana", "aim")
    session.order(Scored("ana", (15,)), Scored("thug", (15,)), Scored("guard", (12,)))
    for who in ("cy", "bo"):
        session.order(Joined(one(who, fighting=True)))
    assert isinstance(session.table.timeline.top, Turn)
    assert session.awaited() == ("ana", "thug")
    let_pass(session, "ana", "thug")
    assert session.awaited() == ("bo",)
    again(session)


def test_an_act_of_somebody_who_is_not_in_the_slot_takes_effect_at_once() -> None:
    session = shared("ana+thug guard")
    act(session, "ana", "attack", target="guard")
    act(session, "guard", "total defense")
    assert session.table.who("guard").has("total defense")


def test_an_answer_in_a_slot_sees_its_doers_own_pending_effects_below() -> None:
    """Ana has aimed in the slot; her snap attack, answering Thug's deed in the same slot, has the aim in it."""
    session = shared("ana+thug guard")
    act(session, "ana", "aim")
    act(session, "thug", "attack", target="ana")
    let_pass(session, "thug")
    session.order(Unmarked("ana", "waives"))
    let_pass(session, "ana")
    assert (window(session), deeds(session)) == ("before 1", ["thug"])
    act(session, "ana", "snap attack", target="thug")
    wave_on(session)
    assert strikes(session)[0] == ("ana", 26)


def test_what_is_answered_together_lands_together_and_the_slot_below_stays_whole() -> None:
    """Guard and Cy answer Bo's attack; Ana's hit on Bo, resolved before, still waits for the end of the slot."""
    session = shared("ana+bo guard cy", {"damage": 10})
    act(session, "ana", "attack", target="bo")
    act(session, "bo", "attack", target="guard")
    let_pass(session, "ana")
    session.order(Unmarked("guard", "waives"))
    let_pass(session, "bo")
    assert deeds(session) == ["ana"]
    let_pass(session, "guard", "guard")
    assert deeds(session) == ["bo"]
    act(session, "guard", "snap attack", target="cy")
    wave_on(session)
    assert [who for who, _ in strikes(session)] == ["guard", "ana", "bo"]
    assert session.table.who("guard").has("down")
    assert session.table.who("bo").has("down")
