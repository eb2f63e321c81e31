"""Who comes, goes, wakes or is re-scored in the middle: nobody acts twice, nobody is passed over, rounds end once.

The field reports FR-S-01, FR-S-02, FR-S-04, FR-S-07 and FR-S-08, as far as they are the engine's.
"""

from __future__ import annotations

import pytest

from firefight.commands import Begin, End, Rewind
from firefight.errors import FirefightError
from firefight.events import (
    Adjusted,
    Changed,
    Event,
    Freed,
    Joined,
    Marked,
    Opened,
    RoundBegan,
    Scored,
    Unmarked,
    Used,
)  # fmt: skip
from firefight.session import Session
from firefight.table import Mark, Until
from firefight.timeline import Turn
from tests.conformance import encoded
from tests.engine.helpers import (
    Loaded,
    act,
    again,
    answer,
    deeds,
    events,
    fight,
    let_pass,
    one,
    table,
    until_turn_of,
    wave_on,
    window,
)
from tests.toy import Sheet


def turns(session: Session) -> list[str]:
    """The turns of the queue that somebody could act in, in order: "1 ana"."""
    found, number = [], 0
    for event in events(session, Opened, RoundBegan):
        if isinstance(event, RoundBegan):
            number = event.round
        elif isinstance(event, Opened) and not event.window and not event.quiet:
            found.append(f"{number} {'+'.join(who for who, _ in event.dues)}")
    return found


# ------------------------------------------------------------------ leaving


def test_when_the_last_one_leaves_in_his_turn_the_round_ends_once_and_the_first_acts() -> None:
    session = fight("ana bo thug")
    until_turn_of(session, "bo")
    let_pass(session, "bo", "thug", "ana", "bo")
    act(session, "thug", "aim")
    before = encoded(session.table)
    batch = session.order(Changed("thug", here=False))
    assert (session.awaited(), session.table.timeline.round) == (("ana",), 3)
    assert [type(event).__name__ for event in batch.events if isinstance(event, RoundBegan | Opened)] == ["RoundBegan", "Opened"]
    session.do(Rewind("undo"))
    assert encoded(session.table) == before
    assert session.awaited() == ("thug",)
    session.order(Changed("bo", here=False))
    assert (session.awaited(), session.table.timeline.round) == (("thug",), 2)


@pytest.mark.parametrize("gone", [Changed("bo", here=False), Changed("bo", fighting=False), Marked("bo", Mark("out"))])
def test_whoever_leaves_nobody_acts_twice_and_nobody_is_passed_over(gone: Event) -> None:
    for acting in ("ana", "bo", "thug", "guard"):
        session = fight("ana bo thug guard")
        until_turn_of(session, acting)
        session.order(gone)
        while session.table.timeline.round == 1:
            let_pass(session, session.awaited()[0])
        expected = [f"1 {who}" for who in ("ana", "bo", "thug", "guard") if who != "bo" or acting != "ana"]
        assert turns(session)[:-1] == expected


def test_what_lasts_until_the_turn_of_one_who_has_left_ends_when_his_place_comes() -> None:
    session = fight("ana bo thug")
    session.order(Marked("thug", Mark("lit", Until("turn start", "bo"))), Changed("bo", here=False))
    assert session.table.who("thug").has("lit")
    let_pass(session, "ana")
    assert not session.table.who("thug").has("lit")


def test_the_only_one_may_leave_and_the_table_stands_still_until_somebody_is_there() -> None:
    session = table([one("ana", 9)])
    session.do(Begin())
    session.order(Changed("ana", here=False))
    assert (session.awaited(), session.table.timeline.round) == ((), 1)
    session.order(Changed("ana", here=True))
    assert (session.awaited(), session.table.timeline.round) == (("ana",), 2)


# ------------------------------------------------------------------ unable


def test_when_nobody_can_act_the_table_stands_still_and_waking_somebody_goes_on() -> None:
    session = fight("ana bo thug")
    session.order(*(Marked(who, Mark("out")) for who in ("ana", "bo", "thug")))
    assert (session.awaited(), session.table.timeline.round, session.table.timeline.stack) == ((), 1, ())
    for batch in (session.order(Adjusted("ana", "hp", -1)), session.order(Marked("bo", Mark("lit")))):
        assert not any(isinstance(event, RoundBegan) for event in batch.events)
    again(session)
    session.order(Unmarked("bo", "out"))
    assert (session.awaited(), session.table.timeline.round) == (("bo",), 2)


def test_a_slot_in_which_nobody_is_able_opens_and_closes_without_a_word_and_ends_what_lasted_until_it() -> None:
    session = fight("ana bo+thug guard")
    session.order(Marked("bo", Mark("out")), Marked("thug", Mark("out")), Marked("guard", Mark("lit", Until("turn end", "bo"))))
    let_pass(session, "ana")
    assert session.awaited() == ("guard",)
    assert turns(session) == ["1 ana", "1 guard"]
    assert not session.table.who("guard").has("lit")


@pytest.mark.parametrize("out", [("ana",), ("guard",), ("ana", "guard"), ("bo",), ("ana", "bo", "thug")])
@pytest.mark.parametrize("opening", ["plain", "omen"])
def test_the_seam_between_rounds_is_like_any_other_place(out: tuple[str, ...], opening: str) -> None:
    session = fight("ana bo thug guard", opening=opening)
    session.order(*(Marked(who, Mark("out")) for who in out))
    acted = []
    while session.table.timeline.round < 4:
        acted.append((session.table.timeline.round, session.awaited()[0]))
        let_pass(session, session.awaited()[0])
    able = [who for who in ("ana", "bo", "thug", "guard") if who not in out]
    assert acted == [(number, who) for number in (1, 2, 3) for who in able]
    assert len(events(session, RoundBegan)) == 4


def test_who_wakes_up_after_his_place_waits_for_the_next_round_and_before_it_acts_in_it() -> None:
    session = fight("ana bo thug")
    session.order(Marked("ana", Mark("out")), Marked("thug", Mark("out")))
    assert session.awaited() == ("bo",)
    session.order(Unmarked("ana", "out"), Unmarked("thug", "out"))
    assert session.awaited() == ("bo",)
    let_pass(session, "bo")
    assert session.awaited() == ("thug",)
    let_pass(session, "thug")
    assert (session.awaited(), session.table.timeline.round) == (("ana",), 2)


def test_who_wakes_up_while_his_shared_slot_is_open_acts_in_it() -> None:
    session = fight("ana+bo thug", slots="together")
    session.order(Marked("bo", Mark("out")))
    assert session.awaited() == ("ana",)
    session.order(Unmarked("bo", "out"))
    assert session.awaited() == ("ana", "bo")


# ------------------------------------------------------------------ joining and re-scoring


def test_joining_and_correcting_scores_is_no_passing_of_time() -> None:
    session = fight("ana thug guard")
    act(session, "ana", "total defense")
    let_pass(session, "ana")
    act(session, "thug", "aim")
    opened = len(events(session, Opened, RoundBegan))
    session.order(Joined(one("cy", fighting=True, score=(35,))), Used("cy", "pass 1"))
    session.order(Scored("guard", (40,)))
    session.order(Scored("ana", (2,)))
    assert session.awaited() == ("thug",)
    assert session.table.who("thug").has("aiming")
    assert session.table.who("ana").has("total defense")
    assert len(events(session, Opened, RoundBegan)) == opened
    let_pass(session, "thug")
    assert session.awaited() == ("guard",)
    let_pass(session, "guard")
    assert session.table.timeline.round == 2
    acted: list[str] = []
    while session.table.timeline.round == 2:
        acted += session.awaited()
        let_pass(session, session.awaited()[0])
    assert acted == ["guard", "cy", "thug", "ana"]


def test_a_newcomer_acts_at_his_place_or_if_it_has_gone_by_from_the_next_round_on() -> None:
    for rolled, expected in ((20, "thug"), (5, "cy")):
        session = fight("ana bo thug", {"initiative cy": rolled})
        session.order(Scored("ana", (18,)), Scored("bo", (12,)), Scored("thug", (4,)))
        let_pass(session, "ana")
        session.order(Joined(one("cy", fighting=True)))
        assert session.awaited() == ("bo",)
        let_pass(session, "bo")
        assert session.awaited() == (expected,)


def test_a_newcomer_to_a_shared_slot_that_is_open_waits_for_the_next_round() -> None:
    session = fight("ana+bo thug", slots="together")
    act(session, "ana", "aim")
    session.order(Joined(one("cy", fighting=True, score=(30,))), Used("cy", "pass 1"))
    assert session.awaited() == ("ana", "bo")
    let_pass(session, "ana", "bo")
    assert session.awaited() == ("thug",)


def test_a_newcomer_can_be_given_a_turn_now_and_the_log_says_so() -> None:
    session = fight("ana bo thug", {"initiative cy": 20})
    session.order(Scored("ana", (19,)), Joined(one("cy", fighting=True)))
    session.order(Opened((("cy", "granted 1"),), reason="she was waiting behind the door"))
    assert session.awaited() == ("cy",)
    let_pass(session, "cy")
    assert session.awaited() == ("ana",)


def test_a_due_that_was_used_up_can_be_owed_again() -> None:
    session = fight("ana bo")
    let_pass(session, "ana")
    session.order(Freed("ana", "pass 1", "a second wind"))
    let_pass(session, "bo")
    assert (session.awaited(), session.table.timeline.round) == (("ana",), 1)


def test_a_bystander_who_joins_the_fight_rolls_for_his_place_once() -> None:
    session = table([one("ana", 18), one("bo")], {"initiative bo": 12})
    session.do(Begin(("ana",)))
    session.order(Changed("bo", fighting=True))
    assert session.table.who("bo").score == (12,)
    session.order(Changed("bo", fighting=False), Changed("bo", fighting=True))
    assert len([event for event in events(session, Scored) if event.who == "bo"]) == 1


def test_a_bystander_with_a_score_of_his_own_whose_place_has_gone_by_waits_for_the_next_round() -> None:
    for score, expected in ((20, "thug"), (5, "cy")):
        session = table([one("ana", 18), one("bo", 12), one("thug", 4), one("cy", score)])
        session.do(Begin(("ana", "bo", "thug")))
        let_pass(session, "ana")
        session.order(Changed("cy", fighting=True))
        assert session.awaited() == ("bo",)
        let_pass(session, "bo")
        assert session.awaited() == (expected,)


def test_whoever_is_in_the_fight_already_does_not_come_in_again() -> None:
    session = fight("ana bo thug")
    session.order(Scored("thug", ()), Changed("thug", fighting=True))
    assert session.table.who("thug").score == ()
    let_pass(session, "ana", "bo")
    assert session.awaited() == ("thug",)


def test_two_newcomers_in_one_order_roll_one_after_the_other_by_hand() -> None:
    session = fight("ana bo")
    people = [one(id, fighting=True, marks=(Mark("dice by hand"),)) for id in ("thug", "guard")]
    session.order(*(Joined(person) for person in people))
    assert deeds(session) == ["", ""]
    answered = []
    while session.questions():
        answered.append(session.questions()[0].who)
        again(session)
        answer(session, 7)
    assert sorted(answered) == ["guard", "thug"]
    assert session.awaited() == ("ana",)


def test_somebody_who_joins_while_a_deed_is_suspended_changes_nothing_for_it() -> None:
    session = fight("thug ana", {"initiative cy": 3})
    act(session, "thug", "attack", target="ana")
    session.order(Joined(one("cy", fighting=True)))
    assert (window(session), session.awaited()) == ("before 1", ("ana",))
    let_pass(session, "ana")
    assert session.awaited() == ("ana", "cy")
    again(session)


def test_a_newcomer_into_a_squad_stands_in_its_place() -> None:
    session = fight("ana thug bo", {"initiative new": 1})
    session.order(Joined(one("new", fighting=True, squad="thug", side="gang")))
    let_pass(session, "ana")
    assert session.awaited() == ("new", "thug")
    session = fight("thug ana bo", {"initiative new": 1})
    let_pass(session, "thug")
    session.order(Joined(one("new", fighting=True, squad="thug", side="gang")))
    let_pass(session, "ana", "bo")
    assert session.table.timeline.round == 2


# ------------------------------------------------------------------ effects and going back


def test_what_was_taken_before_ones_turn_in_the_same_round_ends_as_that_turn_opens() -> None:
    session = fight("thug guard ana bo")
    act(session, "ana", "total defense")
    let_pass(session, "thug", "guard")
    assert session.awaited() == ("ana",)
    assert not session.table.who("ana").has("total defense")
    assert [line.reasons[0].key for line in session.menu("ana") if line.verb == "attack"] == ["main_spent"]
    let_pass(session, "ana")
    assert not session.table.who("ana").has("spent main")
    assert len([event for event in events(session, Unmarked) if event.mark == "total defense"]) == 1


def test_what_lasts_until_the_round_ends_is_over_before_anybody_acts_in_the_next() -> None:
    session = fight("thug guard ana")
    session.order(Marked("guard", Mark("exposed", Until("round end"))))
    let_pass(session, "thug", "guard")
    assert session.table.who("guard").has("exposed")
    let_pass(session, "ana")
    assert session.awaited() == ("thug",)
    assert not session.table.who("guard").has("exposed")


def test_back_and_forward_over_the_border_of_rounds_brings_the_very_same_rolls() -> None:
    session = table([one("ana"), one("bo")], Loaded(), opening="omen")
    session.do(Begin())
    session.order(Marked("ana", Mark("lit", Until("round end"))))
    let_pass(session, session.awaited()[0])
    before, who = encoded(session.table), session.awaited()[0]
    let_pass(session, who)
    after = encoded(session.table)
    for _ in range(3):
        session.do(Rewind("undo"))
        assert encoded(session.table) == before
        assert session.table.who("ana").has("lit")
        let_pass(session, who)
        assert encoded(session.table) == after


def test_back_stops_at_the_beginning_of_the_fight_however_often_it_is_pressed() -> None:
    session = fight("ana bo")
    first = encoded(session.table)
    let_pass(session, "ana")
    session.do(Rewind("undo"))
    for _ in range(3):
        with pytest.raises(FirefightError, match="beginning of the fight"):
            session.do(Rewind("undo"))
    assert encoded(session.table) == first
    assert session.table.timeline.round == 1


# ------------------------------------------------------------------ the end, and another fight


@pytest.mark.parametrize("slots", ["one by one", "together"])
@pytest.mark.parametrize("windows", ["one by one", "together"])
@pytest.mark.parametrize("passes", range(9))
def test_the_fight_may_end_in_the_middle_of_anything(slots: str, windows: str, passes: int) -> None:
    session = fight("ana+thug guard", {"damage": 10}, slots=slots, windows=windows, grit="true")
    act(session, "thug", "attack", target="ana")
    if slots == "together":
        act(session, "ana", "attack", target="guard")
    for _ in range(passes):
        if session.questions():
            answer(session, "fall")
        else:
            let_pass(session, session.awaited()[0])
    session.do(End())
    line = session.table.timeline
    assert (line.stack, line.held, line.deeds, line.done, line.round, session.awaited()) == ((), (), {}, frozenset(), 0, ())
    again(session)


def test_a_second_fight_begins_with_nothing_of_the_first() -> None:
    session = table([one("ana", sheet=Sheet(passes=2)), one("bo"), one("thug"), one("guard")], Loaded())
    session.do(Begin(("ana", "bo", "thug")))
    session.order(Changed("bo", squad="ana"), Marked("bo", Mark("lit", Until("round end"))))
    act(session, session.awaited()[0], "hold")
    first = {who: session.table.who(who).score for who in ("ana", "bo", "thug")}
    session.do(End())
    calm = session.table
    assert all(one_.score == () and not one_.fighting and not one_.squad for one_ in calm.combatants.values())
    session.do(Begin())
    line = session.table.timeline
    assert (line.fight, line.round, line.held, line.done) == (2, 1, (), frozenset())
    assert not session.table.who("bo").has("lit")
    second = {who: session.table.who(who).score for who in ("ana", "bo", "thug")}
    assert first != second
    assert session.table.who("guard").score
    assert isinstance(line.top, Turn)
    assert line.top.id.startswith("2.1:")


def test_a_fight_of_three_hundred_goes_round_by_round() -> None:
    session = table([one(f"goon {number}", 1000 - number // 3) for number in range(300)], slots="together")
    session.do(Begin())
    for _ in range(3):
        assert session.awaited() == tuple(sorted(session.awaited()))
        assert len(session.awaited()) == 3
        act(session, session.awaited()[0], "aim")
        let_pass(session, *session.awaited())
    session.order(Marked("goon 9", Mark("waives")))
    wave_on(session)
    again(session)
